"""The words `history` and `rollback`: the turns of a game so far, and going back to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from sandtable.action import ActionError
from sandtable.dice import SeededDice
from sandtable.entry import Entry
from sandtable.errors import AmbiguousName, UnknownName
from sandtable.event import Event
from sandtable.repl.lines import FORCE
from sandtable.session import Past, Session, UndoRefused
from sandtable.table import Snapshot
from sandtable.words import clipped, resolve, with_words

if TYPE_CHECKING:
    from sandtable.repl.sight import Sight

TELLING = 2
"""So many events of a turn stand in the list of turns: those of the rarest kinds."""

_KEPT: WeakKeyDictionary[Session, dict[str | None, dict[int, str]]] = WeakKeyDictionary()


class Turn(NamedTuple):
    """A turn of a game, or the whole of one that has none: its name and its lines, the first first."""

    name: str
    entries: list[Entry]

    @property
    def first(self) -> Entry:
        """Its first action, or its first line while it has none."""
        return next(iter(self.actions), self.entries[0])

    @property
    def actions(self) -> list[Entry]:
        """Those of its lines that are actions."""
        return [entry for entry in self.entries if entry.action is not None]


def history(console: Sight, rest: str) -> list[str]:
    """The turns so far, as the viewer may know them, or what happened in one that words name."""
    there = turns(console)
    if rest:
        names = {there[place].name for place in _named(there, rest)}
        return [row for turn in there if turn.name in names for row in _log(console, turn)]
    kinds = Counter(type(event) for turn in there for event in _events(console, turn))
    rows = [row for turn in there for row in _rows(console, turn, kinds)]
    return [*rows, "history TURN tells one; rollback TURN goes back to its start."]


def rollback(console: Sight, rest: str) -> list[str]:
    """Go back to the start of a turn, to a line, or to a bookmark, as far as undo may."""
    words = [word for word in rest.split() if word != FORCE]
    force = len(words) < len(rest.split())
    where, n = _target(console, " ".join(words))
    session = console.session
    own = console.viewer if len(console.humans) == 1 else None
    reach = _reach(session.past, n, own)
    known = [one.entry for one in reach if one.entry.shows(console.viewer)]
    what = f"{len(known)} action{'s' * (len(known) != 1)}"
    barrier = next((one.barrier for one in reversed(reach) if one.barrier), None)
    if barrier and not force:
        again = f"rollback {' '.join([*words, FORCE])}"
        raise UndoRefused(
            f'it would take back {what}, and {barrier} came in between; "{again}" does so openly'
        )
    session.rollback(n, force=force, seat=own)
    return [f"back to {where}: {what} taken back, which redo does again"]


def turns(console: Sight) -> list[Turn]:
    """The turns so far with the lines of the save in which a viewer has seen something happen."""
    found: list[Turn] = []
    pairs = list(_in_turns(console))
    for name, entry in _cut(pairs, _now(console)):
        if not found or found[-1].name != name:
            found.append(Turn(name, []))
        found[-1].entries.append(entry)
    return found


def starts(console: Sight) -> list[tuple[Turn, str]]:
    """The turns that can be gone back to, each with where it starts, in words."""
    numbers = _numbers(console)
    return [(turn, f"from line {numbers.get(turn.first.n, 1)} on") for turn in turns(console)]


def marks(console: Sight) -> dict[str, str]:
    """The bookmarks that the viewer knows, as they are typed, with what is noted there."""
    return {f"@{name}": entry.note or "" for name, entry in _bookmarks(console).items()}


def _in_turns(console: Sight) -> Iterator[tuple[str, Entry]]:
    """Every line that the viewer may know of, with its turn; a note belongs to what comes after it."""
    names, viewer = _names_of_lines(console), console.viewer
    waiting: list[Entry] = []
    for entry in console.session.story:
        if entry.shows(viewer) or entry.seen_by(viewer):
            waiting.append(entry)
        if entry.n in names:
            yield from ((names[entry.n], one) for one in waiting)
            waiting.clear()
    yield from ((_now(console), one) for one in waiting)


def _names_of_lines(console: Sight) -> dict[int, str]:
    """The turn in which each action was chosen, by its line; what was found is kept."""
    session, viewer = console.session, console.viewer
    known = _KEPT.setdefault(session, {}).setdefault(viewer, {})
    table = session.table.clone(SeededDice(0))
    for n, before in ((past.entry.n, past.before) for past in session.past):
        if n not in known:
            table.restore(Snapshot(before.position, {}))
            known[n] = session.scenario.game.turn(table.view(viewer))
    return known


def _now(console: Sight) -> str:
    return console.session.scenario.game.turn(console.session.view(console.viewer))


def _names(event: Event, turn: str) -> bool:
    """Whether an event says no more than that a turn begins (``Turn 3.``)."""
    return bool(turn) and event.text.lower().startswith(turn.rpartition(", ")[2].lower())


def _cut(pairs: Sequence[tuple[str, Entry]], now: str) -> Iterator[tuple[str, Entry]]:
    """Lines in whose midst another turn begins as two, where an event says so (``Turn 3.``)."""
    afters = [*(name for name, _ in pairs[1:]), now]
    for (name, entry), after in zip(pairs, afters, strict=True):
        events = entry.events
        begins = [k for k, event in enumerate(events) if after != name and _names(event, after)]
        cut = begins[0] if begins else len(events)
        yield name, entry._replace(events=events[:cut])
        if begins:
            yield after, entry._replace(action=None, note=None, undo=None, events=events[cut:])


def _log(console: Sight, turn: Turn) -> Iterator[str]:
    """All that happened in a turn, line by line."""
    yield _head(console, turn)
    for entry in turn.entries:
        number = f"{_number(console, entry):5}  "
        if entry.action is not None and entry.shows(console.viewer):
            yield f"{number}{entry.seat}: {entry.action}"
        for line in console.entry_lines(entry):
            yield from wrap(line, console.width, initial_indent=" " * 9, subsequent_indent=" " * 11)


def _rows(console: Sight, turn: Turn, kinds: Counter[type]) -> Iterator[str]:
    yield _head(console, turn)
    events = [event for event in _events(console, turn) if not _names(event, turn.name)]
    rare = sorted(range(len(events)), key=lambda place: (kinds[type(events[place])], place))
    telling = " ".join(events[place].text for place in sorted(rare[:TELLING]))
    if telling:
        yield "    " + shorten(telling, max(console.width - 4, 16), placeholder="...")


def _events(console: Sight, turn: Turn) -> list[Event]:
    return [event for entry in turn.entries for event in entry.seen_by(console.viewer)]


def _head(console: Sight, turn: Turn) -> str:
    known = sum(entry.shows(console.viewer) for entry in turn.actions)
    marks = [f"@{entry.bookmark}" for entry in turn.entries if entry.bookmark]
    counted = f"{known} action{'s' * (known != 1)}"
    parts = [f"line {_number(console, turn.first)}", counted, *marks]
    return f"{turn.name or 'The game'}: {', '.join(parts)}"


def _numbers(console: Sight) -> dict[int, int]:
    """The number by which a viewer calls each line: its own in the save, where nothing is secret.

    For one side of several only lines are counted that it learns from, as in a save that is watched.
    """
    session, viewer = console.session, console.viewer
    if viewer is None or len(session.seats) == 1:
        return {entry.n: entry.n for entry in session.story}
    seen = [entry.n for entry in session.story if entry.shows(viewer) or entry.seen_by(viewer)]
    return {n: place for place, n in enumerate(seen, 1)}


def _number(console: Sight, entry: Entry) -> int:
    return _numbers(console).get(entry.n, 0)


def _named(there: Sequence[Turn], typed: str) -> list[int]:
    """The places of the turns that words mean, all of one name. Raises UnknownName, AmbiguousName."""
    names = list(dict.fromkeys(turn.name.lower() for turn in there))
    fits = [typed.lower()] if typed.lower() in names else with_words(typed, names)
    part = names[-1].rpartition(", ")[0]  # of a campaign's missions this one is meant first
    fits = [name for name in fits if name.rpartition(", ")[0] == part] or fits
    if len(fits) > 1:
        raise AmbiguousName(f'turn "{clipped(typed)}" can mean {"; ".join(fits)}')
    if not fits:
        raise UnknownName(f'no turn "{clipped(typed)}"; there is {names[0]} to {names[-1]}')
    return [place for place, turn in enumerate(there) if turn.name.lower() == fits[0]]


def _bookmarks(console: Sight) -> dict[str, Entry]:
    viewer = console.viewer
    marked = (entry for entry in console.session.story if entry.bookmark and entry.shows(viewer))
    return {entry.bookmark or "": entry for entry in marked}


def _target(console: Sight, typed: str) -> tuple[str, int]:
    """Where words lead back to, in words, and the line after which all is taken back."""
    there = turns(console)
    if typed.startswith("@"):
        marks = _bookmarks(console)
        name = resolve("bookmark", typed[1:], marks)
        return f"@{name}", marks[name].n
    word, _, number = typed.partition(" ")
    if word == "line":
        return _line(console, number.strip())
    turn = there[_named(there, typed)[-1]] if typed else _current(there)
    return f"the start of {turn.name or 'the game'}", turn.actions[0].n - 1


def _line(console: Sight, number: str) -> tuple[str, int]:
    lines = {str(shown): n for n, shown in _numbers(console).items()}
    if number.lstrip("0") not in lines:
        *_, last = lines
        raise UnknownName(f'no line "{clipped(number)}"; there are 1 to {last}')
    return f"line {number.lstrip('0')}", lines[number.lstrip("0")]


def _current(there: Sequence[Turn]) -> Turn:
    """The turn that was last acted in."""
    for turn in reversed(there):
        if turn.actions:
            return turn
    raise ActionError("nothing has been done that could be taken back")


def _reach(past: Sequence[Past], n: int, seat: str | None) -> list[Past]:
    """What would be taken back: all after line `n`, from the first of `seat` on."""
    later = [one for one in past if one.entry.n > n]
    first = next((k for k, one in enumerate(later) if seat in (None, one.entry.seat)), len(later))
    return later[first:]
