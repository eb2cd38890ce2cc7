"""Runs the programs that play seats; each process starts its own and reuses them from game to game."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.util import Finalize
from typing import IO

from sandtable import SandtableError
from sandtable.tooling import clip, printing

MOST_LINE = 1_000_000
"""The most bytes of a line from a program."""

MOST_BYTES = 65_536
"""The most bytes read or written at a time, and the most kept of standard error."""

MOST_READS = 32
"""The most reads of standard error after a program ends, as its child processes may go on."""

GRACE_SECONDS = 2.0
"""A program has this many seconds to exit when its input ends, and again when it is told to."""


class ProgramError(SandtableError):
    """A program that cannot be started, has exited, or does not answer."""

    status = 1


class Program:
    """A running program that reads and writes lines; it has `patience` seconds for each turn."""

    def __init__(self, command: Sequence[str], patience: float) -> None:
        self.command = tuple(command)
        self.patience = patience
        self._deadline = 0.0
        self._unread = bytearray()
        self._said = b""
        """The end of its standard error."""
        try:
            # Its own session: Ctrl-C at the terminal is for the game, and `end` reaches its children.
            self._process = subprocess.Popen(  # noqa: S603 (what the user has named)
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = (getattr(error, "strerror", None) or str(error)).lower()
            raise ProgramError(f"{command[0]} cannot be started: {why}") from error
        self._in: IO[bytes] = self._process.stdin  # type: ignore[assignment]  # they are pipes
        self._out: IO[bytes] = self._process.stdout  # type: ignore[assignment]
        self._errors: IO[bytes] = self._process.stderr  # type: ignore[assignment]
        for pipe in (self._in, self._out, self._errors):
            os.set_blocking(pipe.fileno(), False)

    @property
    def running(self) -> bool:
        """Whether it has not exited."""
        return self._process.poll() is None

    def begin_turn(self) -> None:
        """Give it `patience` seconds, starting now."""
        self._deadline = time.monotonic() + self.patience

    def send(self, line: str) -> None:
        """Write a line. Raises ProgramError."""
        left = f"{line}\n".encode()
        if self._in.closed:
            raise ProgramError("it has been stopped")
        while left:
            self._wait(write=True)
            try:
                left = left[os.write(self._in.fileno(), left[:MOST_BYTES]) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._exit_error() from None

    def receive(self) -> bytes:
        """Return the next line. Raises ProgramError."""
        while (end := self._unread.find(b"\n")) < 0:
            if len(self._unread) > MOST_LINE:
                raise ProgramError(f"it wrote a line of more than {MOST_LINE:,} bytes")
            self._wait(write=False)
            with suppress(BlockingIOError):
                if not (read := os.read(self._out.fileno(), MOST_BYTES)):
                    raise self._exit_error()
                self._unread += read
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def _wait(self, *, write: bool) -> None:
        """Wait until it can be written to or read from. Raises ProgramError if that takes too long."""
        out, into = ([], [self._in]) if write else ([self._out], [])
        while True:
            left = max(self._deadline - time.monotonic(), 0)
            errors = [] if self._errors.closed else [self._errors]
            readable, writable, _ = select.select([*out, *errors], into, [], left)
            if self._errors in readable:
                self._read_errors()
            if writable or self._out in readable:
                return
            if not left:
                raise ProgramError(f"no answer within {self.patience:g} seconds (see the setting limit)")

    def _read_errors(self) -> bool:
        """Read its standard error, keeping only the end; return whether there was anything."""
        read = b""
        with suppress(BlockingIOError, ValueError):
            if not (read := os.read(self._errors.fileno(), MOST_BYTES)):
                self._errors.close()
        self._said = (self._said + read)[-MOST_BYTES:]
        return bool(read)

    def _exit_error(self) -> ProgramError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_SECONDS)
        status = self._process.returncode
        how = "it closed its output" if status is None else f"it exited with status {status}"
        if status is not None and status < 0:
            how = f"it was killed by {signal.Signals(-status).name}"
        any(not self._read_errors() for _ in range(MOST_READS))
        last = self._said.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return ProgramError(f"{how}{f': {clip(printing.escape(last))}' if last else ''}")

    def end_input(self) -> None:
        """Close its input, which tells it to exit."""
        with suppress(OSError):
            self._in.close()

    def end(self) -> None:
        """End it, with everything it has started: close its input, then send signals."""
        self.end_input()
        for number in (None, signal.SIGTERM, signal.SIGKILL):
            if number is not None:
                with suppress(OSError):
                    os.killpg(self._process.pid, number)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE_SECONDS)
                break
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._out.close()
        self._errors.close()

    def kill(self) -> None:
        """Kill it at once, with everything it has started."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self.end()


class _Programs:
    """The programs of this process: those that play, and those that wait for another game."""

    def __init__(self) -> None:
        self.pid = 0
        self.all: list[Program] = []
        self.idle: list[Program] = []
        self.of_parent: list[Program] = []

    def reset_after_fork(self) -> None:
        """Forget the programs of the process that this one was forked from; end ours at exit."""
        if self.pid != os.getpid():
            self.pid = os.getpid()
            self.of_parent += self.all
            self.all, self.idle = [], []
            Finalize(self, self.end, exitpriority=1)

    def end(self) -> None:
        for program in self.all:
            program.end_input()
        for program in self.all:
            program.end()


_programs = _Programs()


def take(command: Sequence[str], patience: float) -> Program:
    """Return an idle program that this command has started, or start a new one."""
    _programs.reset_after_fork()
    for program in _programs.idle:
        if program.command == tuple(command) and program.running:
            _programs.idle.remove(program)
            program.patience = patience
            return program
    program = Program(command, patience)
    _programs.all.append(program)
    return program


def give_back(program: Program) -> None:
    """Keep a program for the next game."""
    _programs.idle.append(program)


def drop(program: Program) -> None:
    """Kill a program that has failed."""
    _programs.all.remove(program)
    program.kill()
