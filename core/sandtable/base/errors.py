"""What the program says when it cannot go on: one line that names the thing."""

from __future__ import annotations

from collections.abc import Sequence


def described(error: BaseException) -> str:
    """An error as Python writes it; its kind alone where its own code fails at that."""
    try:
        return repr(error)
    except Exception:
        return type(error).__name__


class SandtableError(Exception):
    """Anything a user can mend; its text is the one line shown to them.

    `status` is the exit status of the command line: 2 for bad input. `details` may say more, a line
    each, to be shown below it.
    """

    status = 2
    details: Sequence[str] = ()


class GameError(SandtableError):
    """A fault in a game's own rules: a dead end, an endless run of phases, a bad call."""

    status = 1


class PluginError(SandtableError):
    """A plugin that is missing, broken, incompatible or disabled."""


class UnknownName(SandtableError, LookupError):
    """A word that names nothing here; the text offers the nearest one."""


class AmbiguousName(SandtableError, LookupError):
    """A prefix that fits several names; the text lists them."""
