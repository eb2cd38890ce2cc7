"""Signals are distinguished from exceptions that a plugin raises."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from sandtable.text import signals
from sandtable.text.signals import Ended, Interrupted, OddError, sent, tame, tamed


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


class Own(BaseException):
    """An exception class that a plugin may define."""


@pytest.mark.parametrize("odd", [Own("x"), SystemExit(0), GeneratorExit(), KeyboardInterrupt()])
def test_other_raised_objects_become_exceptions_that_read_alike(odd: BaseException) -> None:
    with signals.interruptible(), pytest.raises(OddError) as caught, tamed():
        raise odd
    assert (repr(caught.value), caught.value.__cause__) == (repr(odd), odd)


@pytest.mark.parametrize("error", [ValueError("x"), Interrupted(), Ended(143)])
def test_an_exception_and_what_a_signal_raised_stay_as_they_are(error: BaseException) -> None:
    tame(error)
    with pytest.raises(type(error)) as caught, tamed():
        raise error
    assert caught.value is error
