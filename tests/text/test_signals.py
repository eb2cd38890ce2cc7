"""Signals are distinguished from exceptions that a plugin raises."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from threading import Thread

import pytest
from own_handler import interruptible

from sandtable.text.signals import Ended, Interrupted, is_signal


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
    assert (is_signal(KeyboardInterrupt()), is_signal(Interrupted()), is_signal(Ended(143))) == (
        False,
        True,
        True,
    )


def test_with_the_handler_of_python_every_interrupt_counts_as_a_signal(handler: None) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert is_signal(KeyboardInterrupt())
    with interruptible():
        assert not is_signal(KeyboardInterrupt())


def test_in_another_thread_no_interrupt_is_a_signal(handler: None) -> None:
    """Python raises Ctrl-C in the main thread only, so a plugin raised this one."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    found: list[bool] = []
    thread = Thread(target=lambda: found.append(is_signal(KeyboardInterrupt())))
    thread.start()
    thread.join()
    assert found == [False]
