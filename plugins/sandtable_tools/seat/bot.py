"""The bot `exec`: a program that plays a seat, and is stopped if it does not answer in time."""

from __future__ import annotations

import shlex
import shutil
import weakref
from contextlib import suppress
from typing import Any

from sandtable import Action, Game, SandtableError, Seat
from sandtable_console import settings
from sandtable_tools.seat import program
from sandtable_tools.seat.conversation import Conversation
from sandtable_tools.seat.program import Program, ProgramError

MOST_REFUSED = 3
"""The refusals of one choice after which a program fails."""


class ProgramBot:
    """A program in any language that plays a seat.

    It is started for its first choice. A program that exits, does not answer in time or keeps making
    illegal choices raises ProgramError; the next choice restarts it and tells it everything again.
    """

    def __init__(self, game: Game[Any], command: str) -> None:
        self.game = game
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise SandtableError(f"exec:{command}: {str(error).lower()}") from error
        if not self.command:
            raise SandtableError("exec takes a command, as in exec:./mybot")
        if shutil.which(self.command[0]) is None:
            raise SandtableError(f'exec: cannot run "{self.command[0]}": no such program')
        self._playing: tuple[Program, Conversation] | None = None

    def choose(self, seat: Seat) -> Action:
        """Choose one of the seat's options. Raises ProgramError."""
        if self._playing is None:
            started = program.take(self.command, settings().limit)
            self._playing = started, Conversation(self.game, started, MOST_REFUSED)
            self._end = weakref.finalize(self, _end_game, *self._playing)
        playing, conversation = self._playing
        playing.begin_turn()
        try:
            return conversation.ask(seat)
        except BaseException as error:
            self._end.detach()
            self._playing = None
            program.drop(playing)
            refusal = conversation.refusal
            if isinstance(error, ProgramError) and refusal:
                raise ProgramError(f"{error}, after it was refused: {refusal}") from error
            if isinstance(error, SandtableError) and refusal:
                raise ProgramError(f"it was refused {MOST_REFUSED} times: {error}") from error
            raise


def _end_game(playing: Program, conversation: Conversation) -> None:
    """Tell a program that its game is over; it then waits for the next one."""
    playing.begin_turn()
    try:
        conversation.end()
    except SandtableError:
        with suppress(ValueError):
            program.drop(playing)
    else:
        program.give_back(playing)
