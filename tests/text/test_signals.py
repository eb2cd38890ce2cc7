"""Signals are distinguished from exceptions that a plugin raises."""

from __future__ import annotations

import signal
from collections.abc import Iterator

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
