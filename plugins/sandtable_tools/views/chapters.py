"""The story's chapters: each turn of the game in paragraphs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from sandtable_tools.views.notes import NOTABLE, Note, TurningPoint
from sandtable_tools.views.prose import join_sentences, vary_verbs
from sandtable_tools.views.runs import runs

_SEAT_VERB = re.compile(r"{seat} (\w+)")


class Sentence(NamedTuple):
    """A sentence, and whether it is a headline."""

    text: str
    strong: bool = False


class Paragraph(NamedTuple):
    """The sentences up to a notable event; if it is shown as a turning point, also what it changed."""

    sentences: list[Sentence]
    point: TurningPoint | None = None
    stake: str = ""


class Chapter(NamedTuple):
    """A chapter: one turn of the game, or several without news; it begins at line `n`."""

    title: str
    paragraphs: list[Paragraph]
    n: int = 0


def chapters(notes: Sequence[Note], chosen: Collection[int], without: Collection[str]) -> list[Chapter]:
    """Write the chapters; turns in a row without news share one, and empty turns are skipped.

    `chosen` are the indices of the notes shown as turning points, `without` the sentences to leave out.
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
            written.append(Chapter(turn_range(first, last) or "The beginning", filled, part[0][1].n))
    return written


def _parts(notes: Sequence[Note]) -> Iterator[tuple[str, str, list[tuple[int, Note]]]]:
    """Yield each chapter's first turn, last turn, and indexed notes."""
    turns = [(turn, [*group]) for turn, group in groupby(enumerate(notes), lambda pair: pair[1].turn)]
    for news, group in groupby(turns, lambda told: any(note.worth for _, note in told[1])):
        told = list(group)
        if news:
            yield from ((turn, turn, part) for turn, part in told)
        else:
            yield told[0][0], told[-1][0], [*chain(*(part for _, part in told))]


def turn_range(first: str, last: str) -> str:
    """Return the title of a chapter: ``Turn 3``, or ``Turns 3 to 7``."""
    one, _, start = first.rpartition(" ")
    other, _, end = last.rpartition(" ")
    if first == last or not last:
        return first
    if one == other and start.isdecimal() and end.isdecimal():
        return f"{one.removesuffix('s')}s {start} to {end}"
    return f"{first} to {last[0].lower()}{last[1:]}"


def _join(notes: Sequence[Note], without: Collection[str]) -> list[Sentence]:
    """Put notes into sentences, and join those that are not headlines."""
    sentences: list[Sentence] = []
    shown = (sentence for sentence in _sentences(notes) if sentence.text not in without)
    for strong, group in groupby(shown, lambda sentence: sentence.strong):
        texts = [sentence.text for sentence in group]
        sentences += [
            Sentence(text, strong)
            for text in (texts if strong else vary_verbs(list(join_sentences(texts))))
        ]
    return sentences


def _sentences(notes: Sequence[Note]) -> Iterator[Sentence]:
    """Yield a sentence for each run of actions that are not routine, then notes and headlines."""
    shown: set[str] = set()
    told: list[str] = []
    notes = [note for note in notes if not note.is_aside]
    notes = [
        note
        for before, note in zip([None, *notes], notes, strict=False)
        if not before or note.turn == before.turn or note.part.action != before.part.action
    ]
    for run in runs([note.part for note in notes]):
        run_notes = notes[run.first : run.last + 1]
        action = run_notes[0].part.action
        if run.sentence and action and action.phrase and not action.routine:
            yield Sentence(run.sentence)
            verb = _SEAT_VERB.match(action.phrase)
            told += [f"{run_notes[0].part.names['seat']} {verb[1]}"] if verb else []
        for note in run_notes:
            if note.note:
                yield Sentence(f"“{note.note}”")
            for text, headline in note.events:
                if text and (headline or (note.part.action is None and text not in shown)):
                    shown.add(text)
                    strong = bool(headline and abs(headline.worth) >= NOTABLE)
                    yield Sentence(_leave_out_told(text, told), strong)


def _leave_out_told(text: str, told: Collection[str]) -> str:
    """Leave out clauses that begin like earlier ones, so that "Battle: ..." is told once."""
    begins = f"({'|'.join(map(re.escape, told))})"
    return re.sub(rf"(?i)\b{begins} [^;]*; |; {begins} [^;]*?(?=\.(?:\s|$))", "", text) if told else text
