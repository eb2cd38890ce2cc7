"""Checks a game's positions, a step from each, and the end.

Legal actions are tried, and so are unlisted actions, each of which must be refused with a reason.
"""

from __future__ import annotations

import random  # noqa: TID251 (to see that nothing else uses it)
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from itertools import product, takewhile
from typing import Any, get_args, get_type_hints
from unittest.mock import patch

from msgspec import Struct
from msgspec.structs import replace

from sandtable import Action, Dice, Range, Refusal, SandtableError, SeededDice, Table, slug
from sandtable.tooling import rows_of
from sandtable_tools.kit.contract import check_items, check_pictures, drawings
from sandtable_tools.kit.findings import Found

MOST_OF_A_KIND = 5
"""The most illegal actions made of each kind, before known actions and repeats are dropped."""

DOUBLINGS = 16
"""How many distances beyond the end of a range are tried; each doubles the last."""


def check_position(table: Table[Any], sections: frozenset[str], luck: SeededDice) -> Iterator[Found]:
    """Check a position at a decision, up to the first check that finds something."""
    checks: tuple[Callable[[], Iterator[Found]], ...] = (
        lambda: (Found("plays", text, game) for text in _unlisted_phases(table)),
        lambda: _check_looking(table),
        lambda: (Found("options", text) for text in _options(table)),
        lambda: (Found("words", text) for text in _words(table)),
        lambda: (Found("refusals", text) for text in _refusals(table, sections, luck)),
        lambda: (Found("views", text, game.view) for text in _shared(table)),
        lambda: (Found("pictures", text, game.board) for text in _pictures(table)),
        lambda: (Found("items", text, game.items) for text in _items(table, sections)),
        lambda: (Found("save", text, game.State) for text in _check_saved(table)),
    )
    game = type(table.game)
    return iter(next(filter(None, (list(find()) for find in checks)), []))


def _unlisted_phases(table: Table[Any]) -> Iterator[str]:
    known = {kind.__struct_config__.tag for kind in table.scenario.phases}
    for phase in table.schedule:
        if phase.__struct_config__.tag not in known:
            yield f"{type(phase).__name__} is scheduled, but the game does not list it among its phases"


def _position_now(table: Table[Any]) -> bytes:
    table.refresh()  # a cached copy would hide a change
    return table.position


def _check_looking(table: Table[Any]) -> Iterator[Found]:
    """Check that reading everything from a table changes nothing and uses no luck."""
    before, mark = table.position, table.dice.mark()
    game, decision = table.game, table.decision
    with _other_luck(table.dice) as other_luck:
        decision.ask(table)
        for action in samples_of(rows_of(decision.options(table))):
            for says in (decision.describe, decision.cost, decision.risk):
                says(table, action)
        for seat in (*table.seats, None):
            drawings(game, table.view(seat))
            game.tracks(table, seat)
        list(game.names(table))
    if _position_now(table) != before:
        yield Found("options", "reading the options or the views changes the position")
    elif other_luck or table.dice.mark() != mark:
        yield Found("luck", "reading the options or the views uses luck")


def _options(table: Table[Any]) -> Iterator[str]:
    options, decision = samples_of(rows_of(table.options)), table.decision
    if len(set(options)) != len(options):
        yield f"{decision.title} lists an option twice"
    if decision.several and len(options) < 2:
        yield f"{decision.title} has one option, although it claims to have several"
    if decision.seat not in table.seats:
        yield f"{decision.title} waits for {decision.seat}, which is not in play"
    for option in options:
        if not isinstance(option, decision.takes):
            yield f"{decision.title} offers {option}, which its takes does not list"
        if type(option) not in table.scenario.actions:
            yield f"{option} is not an action of the game"


def _words(table: Table[Any]) -> Iterator[str]:
    names = set(table.game.names(table))
    aliases = {id: slug(alias) for alias, id in table.names.aliases}
    for id in aliases.keys() - names:
        yield f"{aliases[id]} is an alias of {id}, which the game does not list among its names"
    for option in samples_of(rows_of(table.options)):
        verb, *words = option.words
        for line in dict.fromkeys(
            (str(option), " ".join([verb, *(aliases.get(it, it) for it in words)]))
        ):
            try:
                reads_back = table.read(line) == option
            except SandtableError as error:
                yield f'"{line}" does not read back: {error}'
            else:
                if not reads_back:
                    yield f'"{line}" reads back as {table.read(line)}'
        for word in words:
            if word not in names and not word.isdecimal():
                yield f'"{option}" names {word}, which the game does not list among its names'


def _refusals(table: Table[Any], sections: frozenset[str], luck: SeededDice) -> Iterator[str]:
    options = dict.fromkeys(samples_of(rows_of(table.options)))
    decision = table.decision
    candidates = samples_of(decision.candidates(table))
    for action in options.keys() - set(candidates):
        yield f"{action} is an option of {decision.title} but not a candidate"
    for action in candidates:
        refusal = decision.refusal(table, action)
        if (refusal is None) != (action in table.options):
            yield f"{action}: `options` and `refusal` of {decision.title} disagree"
        if decision.allows(table, action) != (action in table.options):
            yield f"{action}: `options` and `allows` of {decision.title} disagree"
        yield from _check_cited(action, refusal, sections)
    for action in illegal_actions(table, dict.fromkeys([*candidates, *options]), luck):
        if action in table.options:
            continue  # within a range
        refusal = refusal_of(table, action)
        if refusal is None:
            yield _not_refused(table, action)
        if decision.allows(table, action):
            yield f"{action} is not an option of {decision.title}, which allows it"
        yield from _check_cited(action, refusal, sections)
    yield from (_not_refused(table, action) for action in _gaps_beyond_ranges(table))


def _not_refused(table: Table[Any], action: Action) -> str:
    return f"{action} is neither an option of {table.decision.title} nor refused"


def _gaps_beyond_ranges(table: Table[Any]) -> Iterator[Action]:
    """Yield the first number outside a range that is not refused, although one farther out is.

    If a decision refuses none, the table refuses them all and names the bounds.
    """
    ranges = [row for row in rows_of(table.options) if isinstance(row, Range)]
    for row, way in product(ranges, (-1, 1)):
        end = row.last if way > 0 else row.numbers[0]
        steps = (row.action(end + (way << step)) for step in range(DOUBLINGS))
        beyond = [*takewhile(lambda action: action not in table.options, steps)]
        left = [action for action in beyond if table.decision.refusal(table, action) is None]
        if len(left) < len(beyond):
            yield from left[:1]


def samples_of(rows: Iterable[Action | Range]) -> list[Action]:
    """Return candidates or options, but only the first, middle and last of a range."""
    actions: list[Action] = []
    for row in rows:
        if isinstance(row, Range):
            numbers = row.numbers
            ends = (*numbers[:1], *numbers[len(numbers) // 2 :][:1], *numbers[-1:])
            actions += map(row.action, dict.fromkeys(ends))
        else:
            actions.append(row)
    return actions


def random_option(options: Sequence[Action], luck: Dice) -> Action:
    """Return a random option; a range counts as many options as it holds."""
    return options[luck.roll(sides=len(options))[0] - 1]


def refusal_of(table: Table[Any], action: Action) -> Refusal | None:
    """Return why a decision refuses an action; out of a range, the refusal names the bounds."""
    refusal = table.decision.refusal(table, action)
    ranges = any(
        type(row) is Range and type(row.first) is type(action) for row in rows_of(table.options)
    )
    return table.refusal(action) if ranges and refusal is None else refusal


def _check_cited(action: Action, refusal: Refusal | None, sections: frozenset[str]) -> Iterator[str]:
    if refusal is not None and (refusal.rule not in sections or not refusal.text):
        yield f'{action} is refused by "{refusal.rule}", which rules.md does not have'


def illegal_actions(table: Table[Any], known: Mapping[Action, None], luck: SeededDice) -> list[Action]:
    """Return some actions of the kinds that the decision takes, but none that is already known.

    Some use any of the game's names; others are known actions with one word changed.
    """
    names = list(table.game.names(table)) or [""]
    actions = []
    for kind in table.decision.takes:
        hints = _hints(kind)
        known_of_kind = [action for action in known if type(action) is kind]
        for number in range(MOST_OF_A_KIND):
            if known_of_kind and number % 2:
                action = luck.pick(known_of_kind)
                if hints:
                    field = luck.pick(list(hints))
                    action = replace(action, **{field: _any_value(hints[field], names, luck)})
                actions.append(action)
            else:
                actions.append(kind(*(_any_value(hint, names, luck) for hint in hints.values())))
    for row in rows_of(table.options):
        if isinstance(row, Range):
            actions += [row.action(row.numbers[0] - 1), row.action(row.last + 1)]
    return [action for action in dict.fromkeys(actions) if action not in known]


def _any_value(hint: Any, names: list[str], luck: SeededDice) -> Any:
    """Return a value for a field: a name, a small number, a member of an Enum, or None if allowed."""
    kinds = get_args(hint) or (hint,)
    kind = luck.pick(kinds)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return luck.pick(list(kind))
    if kind is int:
        return luck.roll()[0] - 1
    return None if kind is type(None) else luck.pick(names)


@lru_cache(maxsize=512)
def _hints(kind: type[Action]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field: hints[field] for field in kind.__struct_fields__}


def _pictures(table: Table[Any]) -> Iterator[str]:
    game = table.game
    for seat in (*table.seats, None):
        view = table.view(seat)
        if not game.status(view).strip() or "\n" in game.status(view):
            yield "the status must be one line"
        for width in (60, 80, 120):
            too_wide = [line for line in game.board(view, width) if len(line) > width]
            if too_wide:
                yield f"the board has a line {len(too_wide[0])} columns wide, but only {width} fit"
        yield from check_pictures(game, view)
        tracks = game.tracks(table, seat)
        if not all(type(value) is int for value in tracks.values()):
            yield "tracks must be whole numbers"


def _items(table: Table[Any], sections: frozenset[str]) -> Iterator[str]:
    views = [table.view(seat) for seat in (*table.seats, None)]
    for number, view in enumerate(views):
        if view not in views[:number]:  # with open information all seats have the same view
            yield from check_items(table.game, view, sections)


def _shared(table: Table[Any]) -> Iterator[str]:
    """Yield the first list, mapping or Struct that a view shares with the state."""
    paths_in_state = dict(_changeable(table.state, "state"))
    for seat in (*table.seats, None):
        for id, path in _changeable(table.view(seat), "view"):
            if id in paths_in_state:
                yield f"the {path} of {seat or 'all'} is the {paths_in_state[id]} itself: return a copy"
                return


def _changeable(data: object, path: str) -> Iterator[tuple[int, str]]:
    """Yield every changeable part of plain data: its identity and its path."""
    if isinstance(data, Struct):
        parts = {f".{name}": getattr(data, name) for name in data.__struct_fields__}
    elif isinstance(data, dict):
        parts = {f"[{key!r}]": value for key, value in data.items()}
    elif isinstance(data, list | tuple):
        parts = {f"[{place}]": value for place, value in enumerate(data)}
    else:
        return
    if not isinstance(data, tuple) and not (isinstance(data, Struct) and data.__struct_config__.frozen):
        yield id(data), path
    for name, part in parts.items():
        yield from _changeable(part, path + name)


def _check_saved(table: Table[Any]) -> Iterator[str]:
    """Check that the position can be read back from both of its written forms."""
    loaded = table.clone(SeededDice(0))
    if _position_now(loaded) != table.position:
        yield "the position differs after it was saved and loaded"
    elif (loaded.state, loaded.result, loaded.rules) != (table.state, table.result, table.rules):
        yield "something in the position has another type after it was saved and loaded"
    elif rows_of(loaded.options) != rows_of(table.options):
        yield "the options differ after the position was saved and loaded"
    read = table.from_json(table.scenario, table.json, SeededDice(0), table.house)
    if read.position != table.position:
        yield "the position differs after it was written as text"


def check_step(table: Table[Any], action: Action) -> Iterator[Found]:
    """Check that an action has the same result after an undo and on a loaded copy."""
    before, options = table.snapshot(), rows_of(table.options)
    events = len(table.events or [])
    with _other_luck(table.dice) as other_luck:
        table.choose(action)
    after, rolls = table.position, list(table.rolls)
    table.restore(before)
    if other_luck:
        yield Found("luck", f"{action} uses {other_luck[0]} instead of the table's dice")
        return
    if _position_now(table) != before.position:
        yield Found("undo", f"{action} is not fully undone")
        return
    if rows_of(table.options) != options:
        yield Found("undo", f"the options differ after {action} was undone")
        return
    if table.events is not None:
        del table.events[events:]
    table.choose(action)
    if table.position != after or list(table.rolls) != rolls:
        yield Found("same seed", f"{action} has another result when it is repeated with the same luck")


def check_end(table: Table[Any]) -> Iterator[Found]:
    """Check that the game has ended with a result for exactly the seats in play."""
    outcome = table.outcome
    if outcome is None:
        yield Found("ends", "a random game does not end")
        return
    if set(outcome.returns) != set(table.seats):
        yield Found("ends", f"returns are for {sorted(outcome.returns)}, not for {sorted(table.seats)}")
    for team in table.scenario.teams:
        if len({outcome.returns.get(seat) for seat in team}) > 1:
            yield Found("ends", f"the partners {' and '.join(team)} have unequal returns")
    if table.options or table.schedule:
        yield Found("ends", "actions are still legal after the end of the game")


@contextmanager
def _other_luck(dice: Dice) -> Iterator[list[str]]:
    """Provide a list that collects the sources of luck, other than these dice, that the block uses."""
    sources: list[str] = []
    state = random.getstate()
    keep, bits = Dice._keep, random.Random.getrandbits

    def keep_heard(self: Dice, *roll: Any) -> int:
        if self is not dice:
            sources.append("dice of its own")
        return keep(self, *roll)

    def bits_heard(self: random.Random, k: int) -> int:
        sources.append("random")
        return bits(self, k)

    with (
        patch.object(Dice, "_keep", keep_heard),
        patch.object(random.Random, "getrandbits", bits_heard),
    ):
        yield sources
    if random.getstate() != state:
        sources.append("random")
