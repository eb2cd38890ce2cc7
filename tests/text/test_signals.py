"""Signals are distinguished from exceptions that a plugin raises."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from sandtable.text import signals
from sandtable.text.signals import Ended, Interrupted, sent


@pytest.fixture
def handler() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("other", [signal.SIG_DFL, signal.SIG_IGN])
def test_where_no_signal_raises_an_interrupt_only_a_plugin_does(
    handler: None, other: signal.Handlers
) -> None:
    signal.signal(signal.SIGINT, other)
    assert (sent(KeyboardInterrupt()), sent(Interrupted()), sent(Ended(143))) == (False, True, True)


def test_with_the_handler_of_python_every_interrupt_counts_as_a_signal(handler: None) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert sent(KeyboardInterrupt())
    with signals.interruptible():
        assert not sent(KeyboardInterrupt())


def test_in_another_thread_no_interrupt_is_a_signal(handler: None) -> None:
    """Python raises Ctrl-C in the main thread only, so a plugin raised this one."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    found: list[bool] = []
    thread = Thread(target=lambda: found.append(sent(KeyboardInterrupt())))
    thread.start()
    thread.join()
    assert found == [False]


def test_an_interrupt_is_held_until_the_end_of_the_block(handler: None) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    done: list[str] = []

    def press() -> None:
        with signals.hold() as held:
            held.then = lambda: done.append("then")
            signal.raise_signal(signal.SIGINT)
            assert not sent(KeyboardInterrupt())
            done.append("the rest")

    with pytest.raises(Interrupted):
        press()
    assert done == ["then", "the rest"]
    with signals.hold():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(("number", "error"), [(signal.SIGINT, Interrupted), (signal.SIGTERM, Ended)])
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

    with pytest.raises(error), signals.interruptible(), signals.orderly():
        wait()
    assert capfd.readouterr().err == ""
