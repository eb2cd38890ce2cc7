"""The turns of a game so far, for `history`, `rollback` and `link`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from sandtable import (
    ActionError,
    AmbiguousName,
    Event,
    LogEntry,
    SeededDice,
    Session,
    Snapshot,
    UnknownName,
    number_of,
)
from sandtable.tooling import clip, mark_of
from sandtable_console.lines import with_words

if TYPE_CHECKING:
    from sandtable_console.console import Console

MOST_EVENTS = 2
"""The most events listed per turn: the greatest headlines or, without any, the rarest events."""

GREAT_WORTH = 2
"""Headlines of at least this worth, good or bad, come first, since the line may be cut."""

_KEPT: WeakKeyDictionary[Session, dict[str | None, dict[int, str]]] = WeakKeyDictionary()


class GameTurn(NamedTuple):
    """A turn of a game, or a whole game without turns: its name, and its lines in order."""

    name: str
    entries: list[LogEntry]

    @property
    def first(self) -> LogEntry:
        """The line of its first action, or else its first line."""
        return next(iter(self.actions), self.entries[0])

    @property
    def actions(self) -> list[LogEntry]:
        """Its lines that are actions."""
        return [entry for entry in self.entries if entry.action is not None]


def history(console: Console, rest: str) -> list[str]:
    """List the turns that the viewer may know, or tell what happened in the turn that words name."""
    all_turns = turns(console)
    if rest:
        names = {all_turns[place].name for place in indices(all_turns, rest)}
        return [row for turn in all_turns if turn.name in names for row in _turn_log(console, turn)]
    kinds = Counter(type(event) for turn in all_turns for event in _events(console, turn))
    rows = [row for turn in all_turns for row in _summary_rows(console, turn, kinds)]
    name = all_turns[-1].name.rpartition(", ")[2] if all_turns else ""
    typed = name.rpartition(" ")[2].lower() or "TURN"
    hint = f"history {typed} shows all of {name or 'it'}; rollback {typed} goes back to its start."
    return [*rows, hint]


def find_turn(console: Console, typed: str) -> str:
    """Return the name of the turn that words mean. Raises UnknownName, AmbiguousName."""
    all_turns = turns(console)
    return all_turns[indices(all_turns, typed)[0]].name or "the game"


def turns(console: Console) -> list[GameTurn]:
    """Return the turns so far, each with the save's lines in which the viewer saw something happen."""
    begun: list[GameTurn] = []
    pairs = list(_in_turns(console))
    for name, entry in _split_at_turns(pairs, _current_name(console)):
        if not begun or begun[-1].name != name:
            begun.append(GameTurn(name, []))
        begun[-1].entries.append(entry)
    return begun


def turn_starts(console: Console) -> list[tuple[GameTurn, str]]:
    """Return the turns, each with the number of its first line, in words."""
    lines = line_numbers(console)
    return [(turn, f"from line {lines.get(turn.first.n, 1)} on") for turn in turns(console)]


def names(console: Console) -> dict[str, str]:
    """Return the names of turns, as typed, each with its first line, in words."""
    return {turn.name.lower(): about for turn, about in turn_starts(console) if turn.name}


def current_turn(turns: Sequence[GameTurn]) -> GameTurn:
    """Return the turn of the last action. Raises ActionError if there is none."""
    for turn in reversed(turns):
        if turn.actions:
            return turn
    raise ActionError("nothing to roll back yet")


def bookmark_notes(console: Console) -> dict[str, str]:
    """Return the bookmarks that the viewer knows, as typed, each with its note."""
    return {f"@{name}": entry.note or "" for name, entry in bookmarks(console).items()}


def _in_turns(console: Console) -> Iterator[tuple[str, LogEntry]]:
    """Yield each line that the viewer may know, with its turn; a note gets the turn of the next line."""
    names, viewer = _names_of_lines(console), console.viewer
    waiting: list[LogEntry] = []
    for entry in console.session.log:
        if entry.shows(viewer) or entry.seen_by(viewer):
            waiting.append(entry)
        if entry.n in names:
            yield from ((names[entry.n], earlier) for earlier in waiting)
            waiting.clear()
    yield from ((_current_name(console), entry) for entry in waiting)


def _names_of_lines(console: Console) -> dict[int, str]:
    """Return the turn of each action, keyed by line; results are cached."""
    session, viewer = console.session, console.viewer
    cached = _KEPT.setdefault(session, {}).setdefault(viewer, {})
    table = session.table.clone(SeededDice(0))
    for n, before in ((past.entry.n, past.before) for past in session.history.done):
        if n not in cached:
            table.restore(Snapshot(before.position, {}))
            cached[n] = session.scenario.game.turn(table.view(viewer))
    return cached


def _current_name(console: Console) -> str:
    return console.session.scenario.game.turn(console.session.view(console.viewer))


def _begins_turn(event: Event, turn: str) -> bool:
    """Return whether an event's text begins with the name of a turn (``Turn 3.``)."""
    return bool(turn) and event.text.lower().startswith(turn.rpartition(", ")[2].lower())


def _split_at_turns(pairs: Sequence[tuple[str, LogEntry]], now: str) -> Iterator[tuple[str, LogEntry]]:
    """Split each line in two where an event says that another turn begins (``Turn 3.``)."""
    next_names = [*(name for name, _ in pairs[1:]), now]
    for (name, entry), after in zip(pairs, next_names, strict=True):
        events = entry.events
        begins = [k for k, event in enumerate(events) if after != name and _begins_turn(event, after)]
        cut = begins[0] if begins else len(events)
        yield name, entry._replace(events=events[:cut])
        if begins:
            yield after, entry._replace(action=None, note=None, undo=None, events=events[cut:])


def _turn_log(console: Console, turn: GameTurn) -> Iterator[str]:
    """Yield everything that happened in a turn, line by line."""
    yield _heading(console, turn)
    for entry in turn.entries:
        number = f"{_number(console, entry):5}  "
        if entry.action is not None and entry.shows(console.viewer):
            yield f"{number}{entry.seat}: {entry.action}"
        for line in console.display.entry_lines(entry):
            yield from wrap(line, console.width, initial_indent=" " * 9, subsequent_indent=" " * 11)


def _summary_rows(console: Console, turn: GameTurn, kinds: Counter[type]) -> Iterator[str]:
    yield _heading(console, turn)
    events = [event for event in _events(console, turn) if not _begins_turn(event, turn.name)]

    def rank(place: int) -> tuple[int, int, int]:
        news = events[place].headline(console.viewer)
        return -abs(news.worth) if news else 0, kinds[type(events[place])], place

    chosen = sorted(range(len(events)), key=rank)[:MOST_EVENTS]
    chosen.sort(key=lambda place: (rank(place)[0] > -GREAT_WORTH, place))
    summary = " ".join(events[place].text for place in chosen)
    if summary:
        yield "    " + shorten(summary, max(console.width - 4, 16), placeholder="...")


def _events(console: Console, turn: GameTurn) -> list[Event]:
    return [event for entry in turn.entries for event in entry.seen_by(console.viewer)]


def _heading(console: Console, turn: GameTurn) -> str:
    visible = [entry for entry in turn.actions if entry.shows(console.viewer)]
    bookmark_notes = [f"@{entry.bookmark}" for entry in turn.entries if entry.bookmark]
    parts = [f"line {_number(console, turn.first)}", number_of(len(visible), "action"), *bookmark_notes]
    return f"{turn.name or 'The game'}: {', '.join(parts)}"


def line_numbers(console: Console) -> dict[int, int]:
    """Return the number of each line as the viewer counts lines.

    With secrets between sides, only lines that show the viewer something count, as when watching the
    save. Otherwise the numbers are those of the save.
    """
    session, viewer = console.session, console.viewer
    if viewer is None or len(session.seats) == 1:
        return {entry.n: entry.n for entry in session.log}
    visible = [entry.n for entry in session.log if entry.shows(viewer) or entry.seen_by(viewer)]
    return {n: place for place, n in enumerate(visible, 1)}


def _number(console: Console, entry: LogEntry) -> int:
    return line_numbers(console).get(entry.n, 0)


def indices(turns: Sequence[GameTurn], typed: str) -> list[int]:
    """Return the indices of the turn that words mean. Raises UnknownName, AmbiguousName."""
    names = list(dict.fromkeys(turn.name.lower() for turn in turns))
    has_sign = any(word.startswith("-") or mark_of(word) for word in typed.split())  # "-1" is not 1
    fits = [] if has_sign else with_words(typed, names)
    fits = [typed.lower()] if typed.lower() in names else fits
    mission = names[-1].rpartition(", ")[0]  # in a campaign, the current mission comes first
    fits = [name for name in fits if name.rpartition(", ")[0] == mission] or fits
    if len(fits) > 1:
        raise AmbiguousName(f'"{clip(typed)}" can mean {"; ".join(fits)}')
    if not fits:
        first, last = names[0], names[-1]
        only = f"there is only {first}" if first else "this game has no turns"
        choices = f"choose from {first} to {last}" if names[1:] else only
        raise UnknownName(f'the history has no "{clip(typed)}"; {choices}')
    return [place for place, turn in enumerate(turns) if turn.name.lower() == fits[0]]


def bookmarks(console: Console) -> dict[str, LogEntry]:
    """Return the last line of each bookmark that the viewer knows, keyed by name."""
    viewer = console.viewer
    marked = (entry for entry in console.session.log if entry.bookmark and entry.shows(viewer))
    return {entry.bookmark or "": entry for entry in marked}
