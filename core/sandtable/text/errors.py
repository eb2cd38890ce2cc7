"""Errors that stop the program: one line that names the cause."""

from __future__ import annotations

from collections.abc import Sequence


class InWords(Exception):
    """An error whose text says everything; the name of its class adds nothing."""


class SandtableError(InWords):
    """A fault that a user can mend; its text is the one line that they see.

    `status` is the exit status of the command: 2 for bad input. `details` are more lines to show
    below.
    """

    status = 2
    details: Sequence[str] = ()


class GameError(SandtableError):
    """A fault in a game's own rules: a dead end, an endless sequence of phases, a bad call."""

    status = 1


class PluginError(SandtableError):
    """A plugin that is missing, broken, incompatible or disabled."""


class UnknownName(SandtableError, LookupError):
    """A name that does not exist here; the text offers the nearest one."""


class AmbiguousName(SandtableError, LookupError):
    """A prefix that fits several names; the text lists them."""
