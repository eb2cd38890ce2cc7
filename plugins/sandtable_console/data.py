"""Outputs as JSON objects, which ``play --json`` prints and a page reads.

Later versions may add keys and types; a change that breaks readers raises `VERSION`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable import (
    Action,
    Counter,
    IllegalAction,
    Link,
    Outcome,
    Range,
    SandtableError,
    Shape,
    Space,
    Table,
    styled,
)
from sandtable.tooling import rows_of
from sandtable_console import line_check, nearby, option_rows, outputs, show, streams
from sandtable_pictures import phrase

if TYPE_CHECKING:
    from sandtable import Event, Picture
    from sandtable_console.console import Console

VERSION = 1
"""The format version, which the first object states."""


class Data(Struct, frozen=True, tag=lambda name: name.removesuffix("Data").lower(), tag_field="type"):
    """An output as data; its `type` is the name of the output in lower case.

    `reader` is the seat that may read it, or null if everybody may. When it changes, another human
    takes over the keyboard.
    """

    reader: str | None


class Mark(Struct, frozen=True, array_like=True):
    """The role of part of a line, which a display may colour: ``[0, 8, 14, "own"]``.

    - `line`: the number of the line, from 0.
    - `start`, `end`: the characters from `start` up to, but not including, `end`.
    - `role`: the meaning of the part: ``good``, ``bad``, ``own`` and so on.
    """

    line: int
    start: int
    end: int
    role: str


class BeginData(Data, frozen=True):
    """The first object: the game and its players.

    - `version`: the format version.
    - `game`, `scenario`, `title`: the ids, ``lrdg`` and ``lrdg/slonta``, and the scenario's title.
    - `seats`: the player of each seat: ``human`` or a bot.
    - `titles`: the name of each seat within a sentence.
    - `save`: the save's file; empty if there is none.
    """

    version: int
    game: str
    scenario: str
    title: str
    seats: dict[str, str]
    titles: dict[str, str]
    save: str


class NewsData(Data, frozen=True):
    """The latest events, as lines.

    - `marks`: the roles of parts of the lines.
    - `seat`: the seat of the bot that acted, or null for a human.
    - `events`: the events, as in `event_data`.
    """

    lines: list[str]
    marks: list[Mark]
    seat: str | None
    events: list[dict[str, Any]] = []


class PictureData(Struct, frozen=True):
    """A map, a battle or another board with its counters, as in `Picture`.

    - `spaces`, `links`, `shapes`: the board. All three are null if they have not changed since the last
      picture with this `name`.
    """

    name: str
    title: str
    spaces: list[Space] | None
    links: list[Link] | None
    shapes: list[Shape] | None
    counters: list[Counter]
    labels: dict[str, str]
    columns: int


class BoardData(Data, frozen=True):
    """The position as far as its reader may know it.

    - `lines`, `marks`: the board as text.
    - `fight`: the current fight as text; empty if there is none.
    - `pictures`: the position as pictures, the main one first; empty if the game has none.
    """

    lines: list[str]
    marks: list[Mark]
    fight: list[str]
    pictures: list[PictureData]


class StatusData(Data, frozen=True):
    """The scores and resources, on one line and as numbers.

    - `tracks`: the numbers by name, in the units that players know.
    - `turn`: the current turn; empty if the game has none.
    """

    text: str
    tracks: dict[str, int | float]
    turn: str


class OptionData(Struct, frozen=True):
    """A legal action, or a range of them; its `words` or its `number` choose it.

    - `number`: null if any option is a range, since a number then picks from that range.
    - `verb`: the first of its words.
    - `action`: its fields, as in saves.
    - `about`: what it does; `cost`: what it costs; `risk`: what can go wrong and how likely that is
      (``seen 50 %``), or empty; `copies`: how many identical items it stands for.
    - `confirm`: the question to ask before it is done; empty for none.
    - `said`: the option in a sentence, if the game has one: ``The 1st patrol moves from Jalo to Siwa.``
    - `spaces`: the spaces that it names.
    - `units`: the units that it names, each with its space.
    - `first`, `last`: the bounds of a range; to choose from ``bid 1..37``, type ``bid 12``. `action` is
      then that of the first. For a single action, both are null.
    """

    number: int | None
    words: str
    verb: str
    action: dict[str, Any]
    about: str
    cost: str
    risk: str
    copies: int
    confirm: str
    spaces: list[str] = []
    units: dict[str, str] = {}
    first: int | None = None
    last: int | None = None
    said: str = ""


class OptionsData(Data, frozen=True):
    """The legal actions of the reader.

    - `caps`: the numbers of the options that lead to each space, as on a terminal's map.
    - `titles`: the names of items in text: ``{"hq-1": "HQ 1"}``.
    """

    options: list[OptionData]
    caps: dict[str, list[int]] = {}
    titles: dict[str, str] = {}


class SpacesData(Struct, frozen=True):
    """Spaces for a question: those it names, those of units it or its options name, and all to show."""

    asked: list[str] = []
    matters: list[str] = []
    own: list[str] = []  # all of these, then those of the reader's units


class QuestionData(Data, frozen=True):
    """A decision's question. No object follows until the next line; `text` is the question in one line.

    - `seat`: the seat that chooses.
    - `ask`, `title`, `rule`: the question, the decision's name and its rule's section; empty if the game
      is over.
    - `part`: whether it is part of a larger choice, which ``abort`` takes back.
    - `undo`: what ``undo`` would do; empty if nothing.
    - `spaces`: the spaces to show with it.
    - `places`: the space of each item on the map, by name.
    """

    text: str
    seat: str | None
    ask: str = ""
    title: str = ""
    rule: str = ""
    part: bool = False
    undo: str = ""
    spaces: SpacesData = SpacesData()
    places: dict[str, str] = {}


class TextData(Data, frozen=True):
    """Lines of text; `tone` is ``reply``, ``note`` (a remark from outside the game) or ``error``."""

    lines: list[str]
    marks: list[Mark]
    tone: outputs.Tone


class MapData(Data, frozen=True):
    """The map, or part of it, as an answer.

    - `near`: the space to show; empty for none.
    - `zoom`: -1 for the whole map, small; 1 for an enlarged part.
    """

    lines: list[str]
    marks: list[Mark]
    near: str
    zoom: int


class ConfirmData(Data, frozen=True):
    """A question for the next line: ``y`` agrees, and any other line cancels."""

    question: str


class ThinkingData(Data, frozen=True):
    """A bot or the program is thinking until the next object; `who` is the seat, if only one can choose.

    `share` is the share done, from 0 to 1, or null; `games` is the number of games played.
    """

    who: str
    share: float | None
    games: int


class LentData(Data, frozen=True):
    """The terminal is lent to other code, such as an editor, until the next object."""


class RefusedData(Data, frozen=True):
    """A line that failed. Everything before it stays done.

    - `thing`: the words that were refused.
    - `message`: what is wrong, in one line; `details`: more lines.
    - `reason`: ``illegal``, ``ambiguous``, ``incomplete`` or ``unknown``.
    - `rule`, `fact`: for an illegal action, the section that forbids it and the fact that decides.
    - `suggestions`: some of what the words may mean, as lines to type, with a range as one
      line; empty if unknown.
    """

    thing: str
    message: str
    reason: line_check.Reason
    rule: str
    fact: str
    suggestions: list[str]
    details: list[str]


class ScoreData(Struct, frozen=True):
    """A final score, in its unit, with the share of each reason."""

    name: str
    total: int | float
    reasons: dict[str, int | float]


class OverData(Data, frozen=True):
    """The game is over.

    - `outcome`, `verdict`: the result as a word, and in words for players.
    - `returns`: the numeric result of each seat, which bots try to raise; a fraction is a string,
      ``1/3``.
    - `figures`: the final numbers by name, in the units that players know.
    - `lines`, `marks`: the verdict, the scores and history as text.
    - `words`: the lines that can be typed next, or picked by number.
    - `steps`: the same lines, each as ``line``, with ``about``, what it does.
    - `good`: whether it is good news to the reader; null for a tie, and if everybody reads.
    - `scores`: each score with its total and the points for each reason, the reader's own first.
    - `parts`: the score and the name of each part of a campaign.
    - `history`: what happened in history.
    """

    outcome: str
    verdict: str
    returns: dict[str, int | float | str]
    figures: dict[str, int | float]
    lines: list[str]
    marks: list[Mark]
    words: list[str]
    steps: list[dict[str, str]] = []
    good: bool | None = None
    scores: list[ScoreData] = []
    parts: list[list[str]] = []
    history: str = ""


OutputData: TypeAlias = (
    BeginData | NewsData | BoardData | StatusData | OptionsData | QuestionData | TextData | MapData
    | ConfirmData | ThinkingData | LentData | RefusedData | OverData
)  # fmt: skip


def as_json(data: Struct) -> str:
    """Return an object as one line of JSON."""
    return streams.as_json(data, indent=-1)


def refused(error: SandtableError, typed: str, reader: str | None) -> RefusedData:
    """Return the data for a refusal of typed words."""
    thing, rule, fact = typed, "", ""
    if isinstance(error, IllegalAction):
        thing, rule, fact = str(error.action), error.refusal.rule, error.refusal.fact
    meanings = rows_of(getattr(error, "choices", getattr(error, "words", ())))
    asks = getattr(error, "asked_by", "").partition(" ")[0]
    meant = [f"{asks} {meaning}".strip() for meaning in meanings[: option_rows.MOST_NAMED]]
    why = line_check.reason(error)
    return RefusedData(reader, thing, str(error), why, rule, fact, meant, [*error.details])


def option_list(
    options: Sequence[Action], table: Table[Any], places: Mapping[str, str] = {}
) -> list[OptionData]:
    """Return options as data; `places` maps each item on the map, and each space, to a space."""
    rows, listed = rows_of(options), list[OptionData]()
    ranged = any(isinstance(row, Range) for row in rows)
    for number, row in enumerate(rows, 1):
        action, bounds = (row.first, row.numbers) if isinstance(row, Range) else (row, None)
        option = _option(None if ranged else number, str(row), action, table, places)
        listed.append(replace(option, first=bounds[0], last=bounds[-1]) if bounds else option)
    return listed


def _option(
    number: int | None, words: str, action: Action, table: Table[Any], places: Mapping[str, str]
) -> OptionData:
    decision, named = table.decision, [word for word in action.words[1:] if word in places]
    spaces = [word for word in named if places[word] == word]
    return OptionData(
        number,
        words,
        action.name(),
        msgspec.to_builtins(action),
        decision.describe(table, action),
        decision.cost(table, action),
        decision.risk(table, action),
        decision.copies(table, action),
        decision.confirm(table, action),
        spaces,
        {word: places[word] for word in named if word not in spaces},
    )


def results(outcome: Outcome) -> dict[str, int | float | str]:
    """Return the result of each seat, as in a save; a fraction is a string."""
    returns: dict[str, int | float | str] = outcome.data.get("returns", {})
    return returns


class DataConverter:
    """Turns a console's outputs into data, as far as its viewer may know them."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._boards: dict[str, tuple[list[Space], list[Link], list[Shape]]] = {}
        """The board of each picture that the reader has received, by name."""

    @property
    def pictures(self) -> Sequence[Picture]:
        """The pictures of the position as far as the viewer may know it, the main one first."""
        return show.pictures(self.console)

    def begin(self) -> BeginData:
        """Return the first object."""
        session = self.console.session
        scenario, info = session.scenario, session.scenario.game.info
        titles = {seat: info.seat_title(seat) for seat in session.seats}
        ids, save = (info.id, scenario.id, scenario.title), str(session.journal.path or "")
        return BeginData(self.console.viewer, VERSION, *ids, session.seats, titles, save)

    def of(self, output: outputs.Output) -> OutputData:  # noqa: C901, PLR0911 (a case for each output)
        """Return an output as data."""
        viewer = self.console.viewer
        match output:
            case outputs.News(lines, seat):
                ours = self.console.display.team or self.console.session.scenario.seats[:1]
                return NewsData(viewer, *_lines(lines), seat, event_data(output.events, viewer, ours))
            case outputs.Board(lines):
                return self._board(lines)
            case outputs.Status(text):
                return self._status(text)
            case outputs.Options(actions):
                listed = option_list(actions, self.console.session.table, nearby.places(self.console))
                told = map(self.sentence, actions)
                listed = [replace(row, said=said) for row, said in zip(listed, told, strict=True)]
                caps, named = nearby.option_numbers(self.console), show.items(self.console)
                titles = {item.name: item.title for item in named if item.title}
                return OptionsData(viewer, listed, caps, titles)
            case outputs.Question(text):
                return self._question(text)
            case outputs.Map(lines):
                return MapData(viewer, *_lines(lines), output.near, output.zoom)
            case outputs.Text(lines, tone):
                return TextData(viewer, *_lines(lines), tone)
            case outputs.Confirm(question):
                return ConfirmData(viewer, question.removesuffix(" [y/N] "))
            case outputs.Thinking(who, share, games):
                return ThinkingData(viewer, who, share, games)
            case outputs.Lent():
                return LentData(viewer)
            case outputs.Refused(error):
                return refused(error, self.console.typed, viewer)
            case outputs.Over():
                return self._over(output)
        assert_never(output)

    def sentence(self, row: Action | Range) -> str:
        """Return an option as a sentence, or "" if its game has none."""
        session = self.console.session
        if isinstance(row, Range) or not row.phrase:
            return ""
        game, view = session.scenario.game, session.view(self.console.viewer)
        return phrase.sentence_of([phrase.named_action(row, session.to_move, game, view)])

    def _board(self, lines: Sequence[str]) -> BoardData:
        console = self.console
        game, view = console.session.scenario.game, console.session.view(console.viewer)
        pictures = [self._picture(picture) for picture in self.pictures]
        return BoardData(console.viewer, *_lines(lines), [*game.fight(view, console.width)], pictures)

    def _picture(self, picture: Picture) -> PictureData:
        board, known = picture.board, self._boards.get(picture.name)
        parts = self._boards[picture.name] = [*board.spaces.values()], [*board.links], [*board.shapes]
        spaces, links, shapes = parts if parts != known else (None, None, None)
        labels, counters = dict(picture.labels), [*picture.counters]
        ids, columns = (picture.name, picture.title), picture.columns
        return PictureData(*ids, spaces, links, shapes, counters, labels, columns)

    def _status(self, text: str) -> StatusData:
        session, viewer = self.console.session, self.console.viewer
        game = session.scenario.game
        tracks = game.figures(game.tracks(session.table, viewer))
        return StatusData(viewer, text, tracks, game.turn(session.view(viewer)))

    def _question(self, text: str) -> QuestionData:
        session, viewer = self.console.session, self.console.viewer
        if session.to_move is None:
            return QuestionData(viewer, text, None)
        asked = session.table.decision
        ask, undo = asked.ask(session.table), ""
        with suppress(SandtableError, KeyError):
            undo = self.console.commands["undo"].effect(self.console, "")
        asks = asked.seat, ask, asked.title, asked.rule, asked.part
        named, matters = nearby.decision_spaces(self.console)
        spaces = SpacesData(named, matters, nearby.what_matters(self.console))
        return QuestionData(viewer, text, *asks, undo, spaces, nearby.places(self.console))

    def _over(self, over: outputs.Over) -> OverData:
        session = self.console.session
        game, outcome = session.scenario.game, session.outcome or Outcome("")
        figures, verdict = game.figures(outcome.metrics), game.verdict(session.table)
        ended = outcome.name, verdict, results(outcome), figures
        words, steps = [step.line for step in over.steps], [step._asdict() for step in over.steps]
        told = OverData(self.console.viewer, *ended, *_lines(over.lines), words, steps)
        if (review := over.review) is None:
            return told
        scores = [
            ScoreData(by.name, by.in_units(total), {of: by.in_units(steps) for of, steps in why.items()})
            for by, total, why in review.scores
        ]
        parts = [[part.score, part.about] for part in review.parts]
        return replace(told, good=review.good, scores=scores, parts=parts, history=review.history)


def _lines(lines: Sequence[str]) -> tuple[list[str], list[Mark]]:
    """Return lines as plain text, and the roles of their parts."""
    return [str(line) for line in lines], [*_marks(lines)]


def _marks(lines: Sequence[str]) -> Iterator[Mark]:
    for number, line in enumerate(lines):
        for span in styled.spans(line):
            if span.role is not None:
                yield Mark(number, span.start, span.end, span.role)


def event_data(
    events: Iterable[Event], seat: str | None = None, team: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return events as data: text, rule, kind, fields, and the strike of a blow in a fight.

    For a `seat`, an event includes its headline. With a `team`, a strike says whether it is `ours`.
    """
    return [_event(event, seat, team) for event in events]


def _event(event: Event, seat: str | None, team: Sequence[str]) -> dict[str, Any]:
    told: dict[str, Any] = {"text": event.text, "rule": event.cites, "event": event.name(), **event.data}
    if strike := event.strike:
        told["strike"] = strike._asdict() | ({"ours": strike.by in team} if team else {})
    if seat and (headline := event.headline(seat)):
        told["headline"] = {"text": headline.text, "worth": headline.worth, "open": headline.open}
    return told
