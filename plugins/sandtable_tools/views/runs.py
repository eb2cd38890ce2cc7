"""The steps of a game for someone who watches it, and runs of similar steps that share a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sandtable import Action, Done
from sandtable_pictures import Frame, phrase


class Run(NamedTuple):
    """Consecutive frames that share a sentence: the indices of the first and the last."""

    first: int
    last: int
    sentence: str


class RunKey(NamedTuple):
    """What decides whether a frame continues a run; `eventful` if it has events."""

    seat: str
    action: Action | None
    names: dict[str, str]
    eventful: bool

    @classmethod
    def of(cls, frame: Frame) -> RunKey:
        """Return the key of a frame."""
        eventful = bool(frame.events or frame.rolls or frame.note)
        return cls(frame.seat, frame.action, dict(frame.names), eventful)


def steps(frames: Iterable[Frame]) -> list[list[Frame]]:
    """Group frames into steps; a choice of several parts is one step, and undone frames are left out."""
    kept, found = list[Frame](), list[list[Frame]]()
    for frame in frames:
        if frame.undo is not None:
            kept = [before for before in kept if before.n <= frame.undo or before.note]
        if frame.undo is None or frame.forced:
            kept.append(frame)
    for frame in kept:
        last = found[-1][-1] if found else None
        if last and frame.part and frame.seat == last.seat and not (last.events or last.rolls):
            found[-1].append(frame)
        else:
            found.append([frame])
    return found


def merge_step(step: Sequence[Frame]) -> Frame:
    """Merge a step into one frame: the last, with the words of all."""
    return step[-1]._replace(words="; ".join(filter(None, (frame.words for frame in step))))


def runs(parts: Sequence[RunKey]) -> Iterator[Run]:
    """Group frames into runs, in order."""
    first = 0
    for place in range(1, len(parts)):
        if not _continues_run(parts[first], parts[place - 1], parts[place]):
            yield _run(parts, first, place - 1)
            first = place
    if parts:
        yield _run(parts, first, len(parts) - 1)


def _continues_run(first: RunKey, before: RunKey, now: RunKey) -> bool:
    """Return whether a frame continues the run of the one before."""
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
    return Run(first, last, phrase.sentence_of(named))
