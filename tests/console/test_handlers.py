"""Handlers of signals: Ctrl-C is held, and no signal is lost."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from threading import Event

import pytest

from sandtable.tooling import signals
from sandtable_console import handlers


@pytest.fixture
def handler() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def test_under_our_handler_only_a_plugin_raises_a_plain_interrupt(handler: None) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with handlers.interruptible():
        assert not signals.is_signal(KeyboardInterrupt())


def test_an_interrupt_is_held_until_the_end_of_the_block(handler: None) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    done: list[str] = []

    def press() -> None:
        with handlers.hold_interrupts() as held:
            held.then = lambda: done.append("then")
            signal.raise_signal(signal.SIGINT)
            assert not signals.is_signal(KeyboardInterrupt())
            done.append("the rest")

    with pytest.raises(signals.Interrupted):
        press()
    assert done == ["then", "the rest"]
    with handlers.hold_interrupts():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    ("number", "error"), [(signal.SIGINT, signals.Interrupted), (signal.SIGTERM, signals.Ended)]
)
def test_a_signal_that_comes_in_a_destructor_is_not_lost(
    handler: None, number: int, error: type[BaseException], capfd: pytest.CaptureFixture[str]
) -> None:
    class Dying:
        def __del__(self) -> None:
            signal.raise_signal(number)

    signal.signal(signal.SIGINT, signal.default_int_handler)
    things = [Dying()]

    def wait() -> None:
        things.clear()
        Event().wait(60)

    with pytest.raises(error), handlers.interruptible(), handlers.end_in_order():
        wait()
    assert capfd.readouterr().err == ""
