"""Errors with a text for users: one line that names the cause."""

from __future__ import annotations

from collections.abc import Sequence


class ErrorInWords(Exception):
    """An error whose text is complete without the name of its class."""


class SandtableError(ErrorInWords):
    """A fault that the user can fix; its text is the one line that the user sees.

    `status` is the command's exit status: 2 for bad input. `details` are more lines to show
    below it.
    """

    status = 2
    details: Sequence[str] = ()


class GameError(SandtableError):
    """A fault in the code of a game: a dead end, an endless sequence of phases, a bad call."""

    status = 1


class PluginError(SandtableError):
    """A plugin is missing, broken, incompatible or disabled."""


class UnknownName(SandtableError, LookupError):
    """A name does not exist here; the text suggests the nearest one."""


class AmbiguousName(SandtableError, LookupError):
    """The beginning of a name fits several names; the text lists them."""
