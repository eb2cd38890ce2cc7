"""Handlers, each for the duration of a block, of the signals that end the program.

They raise `signals.Interrupted` or `signals.Ended`, and resend a signal if Python loses its error.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from threading import Timer, current_thread, main_thread
from types import FrameType

from sandtable.tooling import signals

ENDINGS = ("SIGTERM", "SIGHUP", "SIGQUIT")
"""Signals sent by ``kill``, by a terminal that is closed, and by Ctrl-\\."""

Handler = Callable[[int, FrameType | None], None] | signal.Handlers

RESEND_DELAY = 0.01
"""The delay before a signal is resent, in seconds."""


class _Interrupt(signals.OwnHandler):
    def __call__(self, number: int, frame: FrameType | None) -> None:
        if not _resend_if_lost(number, frame):
            raise signals.Interrupted


def _raise_ended(number: int, frame: FrameType | None) -> None:
    if not _resend_if_lost(number, frame):
        raise signals.Ended(128 + number)


def _resend_if_lost(number: int, frame: FrameType | None) -> bool:
    """Resend a signal if it arrives where Python would lose its error; return whether it does."""
    while frame and frame.f_code is not _resend_lost.__code__:
        frame = frame.f_back
    if frame:
        _send_again(number)
    return frame is not None


def end_in_order() -> AbstractContextManager[None]:
    """While the block runs, let the `ENDINGS` raise Ended, so that the game ends as if by `quit`."""
    return _handle(dict.fromkeys(_signal_numbers(ENDINGS), _raise_ended))


def ignore_signals() -> AbstractContextManager[None]:
    """While the block runs, ignore Ctrl-C and the `ENDINGS`."""
    return _handle(dict.fromkeys(_signal_numbers(("SIGINT", *ENDINGS)), signal.SIG_IGN))


def interruptible() -> AbstractContextManager[None]:
    """While the block runs, let Ctrl-C raise Interrupted instead of its parent class."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return _handle({signal.SIGINT: _Interrupt()} if usual else {})


def _signal_numbers(names: Iterable[str]) -> list[int]:
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


class HeldInterrupts(signals.OwnHandler):
    """A handler that notes whether Ctrl-C was `pressed`, and calls `then`."""

    def __init__(self) -> None:
        self.pressed = False
        self.then: Callable[[], object] = bool

    def __call__(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self.pressed = True
        self.then()


@contextmanager
def hold_interrupts() -> Iterator[HeldInterrupts]:
    """Delay Ctrl-C while the block runs; if it was pressed, raise Interrupted at the end.

    Event loops need this: interrupting one while it opens or closes leaves tracebacks.
    """
    held = HeldInterrupts()
    handler = signal.getsignal(signal.SIGINT)
    raises = isinstance(handler, _Interrupt) or handler is signal.default_int_handler
    with _handle({signal.SIGINT: held} if raises else {}):
        yield held
    if held.pressed:
        raise signals.Interrupted


@contextmanager
def _handle(handlers: Mapping[int, Handler]) -> Iterator[None]:
    """Handle signals while the block runs; Python allows this only in the main thread."""
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    report = sys.unraisablehook
    sys.unraisablehook = partial(_resend_lost, report)
    try:
        yield
    finally:
        sys.unraisablehook = report
        for number, handler in before.items():
            signal.signal(number, handler)


def _resend_lost(
    report: Callable[[sys.UnraisableHookArgs], object], lost: sys.UnraisableHookArgs
) -> None:
    """Resend a signal if its error was lost, as in a destructor."""
    error = lost.exc_value
    if isinstance(error, signals.Interrupted):
        _send_again(signal.SIGINT)
    elif isinstance(error, signals.Ended):
        _send_again(int(error.code or 0) - 128)
    else:
        report(lost)


def _send_again(number: int) -> None:
    """Resend a signal to the main thread a moment later."""
    pthread_kill = getattr(signal, "pthread_kill", None)
    send = partial(pthread_kill, main_thread().ident) if pthread_kill else signal.raise_signal
    timer = Timer(RESEND_DELAY, send, [number])
    timer.daemon = True
    timer.start()


def describe_exit(status: int) -> str:
    """Say how a process ended, from its return code."""
    return f"signal {-status}" if status < 0 else f"status {status}"
