"""Defines a shell command: its arguments and effects.

An entry point of the group ``sandtable.commands`` names a `ShellCommand`: ``dispatch`` adds
``sandtable dispatch``, and ``dispatch.send`` adds ``sandtable dispatch send``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from argparse import Namespace


class ShellCommand(NamedTuple):
    """A shell command: its function, its arguments, and the texts of its ``--help``.

    Give `run` and `summary`, and name the result as an entry point of the group ``sandtable.commands``.

    >>> from sandtable import ShellCommand
    >>> def arguments(parser):
    ...     parser.add_argument("--most", type=int, default=3, help="at most N")
    >>> def run(typed):
    ...     print("longest:", typed.most)
    ...     return 0
    >>> LONGEST = ShellCommand(run, arguments, summary="list your longest games")

    - `run`: gets the parsed arguments and returns the exit status: 0 done, 1 the answer is no, 2 wrong
      use or bad input. None if another word must follow.
    - `arguments`: adds to the command's own ArgumentParser, whose `add_argument` also takes a
      `completer`.
    - `summary`: what it does, in a line for lists of commands.
    - `group`: the heading under which ``sandtable --help`` lists it; "of plugins" if it is empty.
    - `examples`: whole command lines, shown at the end of ``--help``.
    - `more`: a text that follows the summary in the command's own ``--help``.
    - `hint`: the end of the error that names a missing argument.
    - `whole`: whether the effect cannot be undone; the command and its options must then be typed
      in full.
    """

    run: Callable[[Namespace], int] | None = None
    arguments: Callable[[Any], None] = lambda _: None
    summary: str = ""
    group: str = ""
    examples: tuple[str, ...] = ()
    more: str = ""
    hint: str = ""
    whole: bool = False
