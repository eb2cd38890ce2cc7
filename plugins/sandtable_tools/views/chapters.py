"""The turns of a game in paragraphs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from sandtable_tools.views.notes import NOTABLE, Note, TurningPoint
from sandtable_tools.views.prose import join, vary
from sandtable_tools.views.runs import runs


class Sentence(NamedTuple):
    """A sentence, and whether it is a headline."""

    text: str
    strong: bool = False


class Paragraph(NamedTuple):
    """Sentences up to a notable event, and its changes, if it is a turning point that is shown."""

    sentences: list[Sentence]
    point: TurningPoint | None = None
    stake: str = ""


class Chapter(NamedTuple):
    """A turn of the game, which begins at line `n`."""

    title: str
    paragraphs: list[Paragraph]
    n: int = 0


def chapters(notes: Sequence[Note], chosen: Collection[int], without: Collection[str]) -> list[Chapter]:
    """The turns in which something happened; turns without news that follow each other are one.

    `chosen` are the places of the notes whose turning points are shown, `without` the texts
    to leave out.
    """
    written: list[Chapter] = []
    for first, last, part in _parts(notes):
        pending: list[Note] = []
        paragraphs: list[Paragraph] = []
        for place, note in part:
            pending.append(note)
            if note.worth >= NOTABLE:
                point = note.point if place in chosen else None
                unsaid = {*without, point.said} if point else without  # its caption says it
                paragraphs.append(Paragraph(_join(pending, unsaid), point, note.stake if point else ""))
                pending = []
        paragraphs.append(Paragraph(_join(pending, without)))
        if filled := [text for text in paragraphs if text.sentences or text.point]:
            written.append(Chapter(span(first, last) or "The beginning", filled, part[0][1].n))
    return written


def _parts(notes: Sequence[Note]) -> Iterator[tuple[str, str, list[tuple[int, Note]]]]:
    """The first and the last turn of each chapter, and its notes with their places."""
    turns = [(turn, [*group]) for turn, group in groupby(enumerate(notes), lambda pair: pair[1].turn)]
    for news, group in groupby(turns, lambda told: any(note.worth for _, note in told[1])):
        told = list(group)
        if news:
            yield from ((turn, turn, part) for turn, part in told)
        else:
            yield told[0][0], told[-1][0], [*chain(*(part for _, part in told))]


def span(first: str, last: str) -> str:
    """The title of turns: ``Turn 3``, or ``Turns 3 to 7``."""
    one, _, start = first.rpartition(" ")
    other, _, end = last.rpartition(" ")
    if first == last or not last:
        return first
    if one == other and start.isdecimal() and end.isdecimal():
        return f"{one.removesuffix('s')}s {start} to {end}"
    return f"{first} to {last[0].lower()}{last[1:]}"


def _join(notes: Sequence[Note], without: Collection[str]) -> list[Sentence]:
    """Notes in sentences; the least important ones are joined."""
    sentences: list[Sentence] = []
    shown = (sentence for sentence in _sentences(notes) if sentence.text not in without)
    for strong, group in groupby(shown, lambda sentence: sentence.strong):
        texts = [sentence.text for sentence in group]
        sentences += [Sentence(text, strong) for text in (texts if strong else vary(list(join(texts))))]
    return sentences


def _sentences(notes: Sequence[Note]) -> Iterator[Sentence]:
    """The actions, without asides, and the headlines of their results."""
    shown: set[str] = set()
    notes = [note for note in notes if not note.is_aside]
    notes = [
        note
        for before, note in zip([None, *notes], notes, strict=False)
        if not before or note.turn == before.turn or note.part.action != before.part.action
    ]
    for run in runs([note.part for note in notes]):
        run_notes = notes[run.first : run.last + 1]
        action = run_notes[0].part.action
        if run.sentence and action and action.phrase and not action.aside:
            yield Sentence(run.sentence)
        for note in run_notes:
            if note.note:
                yield Sentence(f"“{note.note}”")
            for text, headline in note.events:
                if text and (headline or (note.part.action is None and text not in shown)):
                    shown.add(text)
                    yield Sentence(text, strong=bool(headline and abs(headline.worth) >= NOTABLE))
