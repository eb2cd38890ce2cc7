"""The turns of a game in paragraphs, and the gains and losses of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from sandtable import tally
from sandtable_tools.views.notes import DECISIVE, NOTABLE, Note, TurningPoint
from sandtable_tools.views.prose import join
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
    """A turn of the game."""

    title: str
    paragraphs: list[Paragraph]


class Account(NamedTuple):
    """The gains and losses of a turn or a part, in headlines."""

    title: str
    gains: list[str]
    losses: list[str]


def chapters(notes: Sequence[Note], chosen: Collection[int], without: Collection[str]) -> list[Chapter]:
    """The turns in which something happened.

    `chosen` are the places of the notes whose turning points are shown, `without` the texts
    to leave out.
    """
    written = []
    for turn, group in groupby(enumerate(notes), lambda numbered: numbered[1].turn):
        pending: list[Note] = []
        paragraphs: list[Paragraph] = []
        for place, note in group:
            pending.append(note)
            if note.worth >= NOTABLE:
                paragraph = Paragraph(_join(pending, without))
                if place in chosen:
                    paragraph = paragraph._replace(point=note.point, stake=note.stake)
                paragraphs.append(paragraph)
                pending = []
        paragraphs.append(Paragraph(_join(pending, without)))
        if filled := [paragraph for paragraph in paragraphs if paragraph.sentences or paragraph.point]:
            written.append(Chapter(turn or "The beginning", filled))
    return written


def _join(notes: Sequence[Note], without: Collection[str]) -> list[Sentence]:
    """Notes in sentences; the least important ones are joined."""
    sentences: list[Sentence] = []
    shown = (sentence for sentence in _sentences(notes) if sentence.text not in without)
    for strong, group in groupby(shown, lambda sentence: sentence.strong):
        texts = [sentence.text for sentence in group]
        sentences += [Sentence(text, strong) for text in (texts if strong else join(texts))]
    return sentences


def _sentences(notes: Sequence[Note]) -> Iterator[Sentence]:
    """The actions, without asides, and the headlines of their results."""
    shown: set[str] = set()
    notes = [note for note in notes if not note.is_aside]
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


def accounts(notes: Sequence[Note], *, parts: bool) -> Iterator[Account]:
    """Gains and losses that changed the game's numbers, by turn, or by part if there are several."""
    for turn, group in groupby(
        notes, lambda note: note.turn.rpartition(", ")[0] if parts else note.turn
    ):
        events = (event for note in group if note.stake for event in note.events)
        news = [
            headline
            for _, headline in events
            if headline and not headline.open and abs(headline.worth) < DECISIVE
        ]
        gains, losses = (
            tally(headline.text for headline in news if (headline.worth > 0) == good)
            for good in (True, False)
        )
        if news:
            yield Account(turn, gains, losses)
