"""Signals that end the program, distinguished from what a plugin's code raises.

A signal raises `Interrupted` or `Ended`. Any other KeyboardInterrupt or SystemExit that comes out of a
plugin is the plugin's fault (`sandtable.text.guard`).
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from threading import Timer, current_thread, main_thread
from types import FrameType

ENDINGS = ("SIGTERM", "SIGHUP", "SIGQUIT")
"""A user ended the program, or the terminal was closed, or a user typed Ctrl-\\."""

Handler = Callable[[int, FrameType | None], None] | signal.Handlers

AGAIN = 0.01
"""Seconds after which a signal is sent again."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, raised by the program's own handler."""


class Ended(SystemExit):
    """A signal of `ENDINGS`, with the exit status that shells expect."""


def _interrupt(number: int, frame: FrameType | None) -> None:
    if not _put_off(number, frame):
        raise Interrupted


def _end(number: int, frame: FrameType | None) -> None:
    if not _put_off(number, frame):
        raise Ended(128 + number)


def _put_off(number: int, frame: FrameType | None) -> bool:
    """Send a signal again if it comes where Python would lose its error too."""
    while frame and frame.f_code is not _unraisable.__code__:
        frame = frame.f_back
    if frame:
        _send_again(number)
    return frame is not None


def orderly() -> AbstractContextManager[None]:
    """While the block runs, the `ENDINGS` raise `Ended`, so that a game ends as if by quitting."""
    return _handle(dict.fromkeys(_numbers(ENDINGS), _end))


def ignore() -> AbstractContextManager[None]:
    """While the block runs, neither Ctrl-C nor the `ENDINGS` stop it."""
    return _handle(dict.fromkeys(_numbers(("SIGINT", *ENDINGS)), signal.SIG_IGN))


def interruptible() -> AbstractContextManager[None]:
    """While the block runs, Ctrl-C raises `Interrupted` rather than its parent class."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return _handle({signal.SIGINT: _interrupt} if usual else {})


def _numbers(names: Iterable[str]) -> list[int]:
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


class Held:
    """A handler that keeps Ctrl-C: whether it was `pressed`, and what to call `then`."""

    def __init__(self) -> None:
        self.pressed = False
        self.then: Callable[[], object] = bool

    def __call__(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self.pressed = True
        self.then()


@contextmanager
def hold() -> Iterator[Held]:
    """While the block runs, Ctrl-C raises nothing; if it was pressed, the block ends in `Interrupted`.

    For event loops: one that is interrupted while it is set up or closed leaves tracebacks.
    """
    held = Held()
    raises = signal.getsignal(signal.SIGINT) in (_interrupt, signal.default_int_handler)
    with _handle({signal.SIGINT: held} if raises else {}):
        yield held
    if held.pressed:
        raise Interrupted


@contextmanager
def _handle(handlers: Mapping[int, Handler]) -> Iterator[None]:
    """Handle signals while the block runs; Python allows that in the main thread only."""
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    report = sys.unraisablehook
    sys.unraisablehook = partial(_unraisable, report)
    try:
        yield
    finally:
        sys.unraisablehook = report
        for number, handler in before.items():
            signal.signal(number, handler)


def _unraisable(
    report: Callable[[sys.UnraisableHookArgs], object], lost: sys.UnraisableHookArgs
) -> None:
    """Send a signal again if its error was lost, as one in a destructor is."""
    error = lost.exc_value
    if isinstance(error, Interrupted):
        _send_again(signal.SIGINT)
    elif isinstance(error, Ended):
        _send_again(int(error.code or 0) - 128)
    else:
        report(lost)


def _send_again(number: int) -> None:
    """Send a signal to the main thread a moment later."""
    pthread_kill = getattr(signal, "pthread_kill", None)
    send = partial(pthread_kill, main_thread().ident) if pthread_kill else signal.raise_signal
    timer = Timer(AGAIN, send, [number])
    timer.daemon = True
    timer.start()


def ending(status: int) -> str:
    """The end of a process, in words, from its return code."""
    return f"signal {-status}" if status < 0 else f"status {status}"


def sent(error: BaseException) -> bool:
    """Whether a signal raised an error.

    Without our handler, as where a `Session` is used from Python, a Ctrl-C looks like a
    KeyboardInterrupt that a plugin raises, so each one counts. In another thread none counts, since
    Python raises Ctrl-C in the main thread only.
    """
    if isinstance(error, KeyboardInterrupt):
        handler = signal.getsignal(signal.SIGINT)
        ours = handler is _interrupt or isinstance(handler, Held)
        never = handler in (signal.SIG_DFL, signal.SIG_IGN) or current_thread() is not main_thread()
        return isinstance(error, Interrupted) or not (ours or never)
    return isinstance(error, Ended)
