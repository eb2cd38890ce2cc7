"""Runs of a game: similar actions that share a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable import Action, Done
from sandtable_pictures import Frame, phrase


class Run(NamedTuple):
    """Frames that go together: the indices of the first and the last, a sentence, a label for each.

    A run of a single frame has no labels.
    """

    first: int
    last: int
    sentence: str
    labels: tuple[str, ...] = ()


class RunKey(NamedTuple):
    """The parts of a frame that decide whether it continues a run; `eventful` if it has events."""

    seat: str
    action: Action | None
    names: dict[str, str]
    eventful: bool

    @classmethod
    def of(cls, frame: Frame) -> RunKey:
        """The part of a frame."""
        eventful = bool(frame.events or frame.rolls or frame.note)
        return cls(frame.seat, frame.action, dict(frame.names), eventful)


def runs(parts: Sequence[RunKey], broken: frozenset[int] = frozenset()) -> Iterator[Run]:
    """Frames in runs, in order; a new run begins at each index in `broken`."""
    first = 0
    for place in range(1, len(parts)):
        if place in broken or not _goes_on(parts[first], parts[place - 1], parts[place]):
            yield _run(parts, first, place - 1)
            first = place
    if parts:
        yield _run(parts, first, len(parts) - 1)


def _goes_on(first: RunKey, before: RunKey, now: RunKey) -> bool:
    """Whether a frame continues the run of the frame before."""
    if first.action is None or now.action is None or before.eventful or now.seat != first.seat:
        return False
    return type(now.action) is type(first.action) or (
        isinstance(now.action, Done) and not isinstance(before.action, Done)
    )


def _run(parts: Sequence[RunKey], first: int, last: int) -> Run:
    done = [(part.action, part.names) for part in parts[first : last + 1] if part.action is not None]
    named = [pair for pair in done if pair[0].phrase] or done
    if not done or (not done[0][0].phrase and parts[last].eventful):
        return Run(first, last, "")  # the events name it
    if first == last:
        return Run(first, last, phrase.sentence_of(named))
    field = phrase.differing_field(named)
    labels = tuple(
        _label(action, names, field) if action.phrase else str(action) for action, names in done
    )
    return Run(first, last, phrase.sentence_of(named), labels)


def _label(action: Action, names: dict[str, str], field: str) -> str:
    """The label of a step of a run."""
    if field:
        return names.get(field, "")
    return ", ".join(name for key, name in names.items() if key != "seat") or str(action)
