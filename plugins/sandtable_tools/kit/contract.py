"""Checks a game's description of itself: metadata, texts, and the sections that it cites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, get_args

import msgspec

from sandtable import API, Event, Game, Item, Picture, Scenario, Tone, slug
from sandtable_console import rulebook
from sandtable_tools.kit import plain_data
from sandtable_tools.kit.findings import Found

MOST_LINES = 3
"""The most lines of text on a counter."""


def section_ids(game: Game[Any]) -> frozenset[str]:
    """Return the ids of the sections in the game's rules.md."""
    return frozenset(section.id for section in rulebook.sections(game.rules_text))


def check(scenario: Scenario) -> Iterator[Found]:
    """Check everything that can be checked without play."""
    game, sections = scenario.game, section_ids(scenario.game)
    yield from (Found("metadata", text, type(game)) for text in _metadata_faults(scenario))
    try:
        defaults = msgspec.to_builtins(game.Options())
    except TypeError as error:
        yield Found("options", f"every option needs a default: {error}", game.Options)
    else:
        written = {name: info.default for name, info in game.info.options.items()}
        for name in sorted(written | defaults):
            if (told := written.get(name, "missing")) != (used := defaults.get(name, "missing")):
                yield Found("options", f"{name} is {told} in game.toml, {used} in Options", game.Options)
    if not sections:
        begins = game.rules_text.strip().partition("\n")[0]
        fault = f'the rules have no section, such as "## 1 The march"; rules_text is "{begins}..."'
        yield Found("rules", fault, type(game))
    for phase in scenario.phases:
        if not phase.title:
            yield Found("rules", f"{phase.__name__} has no title", phase)
        if sections and phase.rule not in sections:
            cited = f'"{phase.rule}", which rules.md does not have'
            yield Found("rules", f"{phase.__name__} cites {cited}", phase)
    for kind in (*scenario.phases, *scenario.actions):
        yield from _check_frozen(kind)
    yield from (Found("save", text, game.State) for text in plain_data.faults(scenario))


def _check_frozen(kind: type[msgspec.Struct]) -> Iterator[Found]:
    if not kind.__struct_config__.frozen:
        yield Found("frozen", f"{kind.__name__} can be changed; write frozen=True", kind)


def _metadata_faults(scenario: Scenario) -> Iterator[str]:
    game, info = scenario.game, scenario.game.info
    if info.api != API:
        yield f"api is {info.api}, but this Sandtable's is {API}"
    if not info.seats or len(set(info.seats)) != len(info.seats):
        yield "every seat needs a name of its own"
    if not info.title or not info.summary:
        yield "title and summary must not be empty"
    if not scenario.title:
        yield "the scenario's title must not be empty"
    if "scripted" not in info.bots:
        yield "bots must include scripted, which every game provides"
    for kinds, what in ((game.phases, "phases"), (game.actions, "actions")):
        tags = [str(kind.__struct_config__.tag) for kind in kinds]
        if len(set(tags)) != len(tags):
            yield f"{what} must have different names"


def check_events(events: Iterable[Event], sections: frozenset[str]) -> Iterator[Found]:
    """Check that events cite existing sections and have one line of text."""
    for event in events:
        kind, name = type(event), type(event).__name__
        yield from _check_frozen(kind)
        if event.cites not in sections:
            cited = f'"{event.cites}", which rules.md does not have'
            yield Found("rules", f"the event {name} cites {cited}", kind)
        if kind.text is Event.text:
            yield Found("events", f"the event {name} has no text of its own", kind)
        if not event.text or "\n" in event.text:
            yield Found("events", f"the text of the event {name} is not one line", kind)


def check_headlines(
    events: Iterable[Event], seats: Iterable[str], texts: dict[Any, str]
) -> Iterator[Found]:
    """Check that each headline is one line and always the same text; `texts` collects the texts."""
    for seat in (None, *seats):
        for event in events:
            heard = event if seat is None else event.seen_by(seat)
            headline = heard.headline(seat) if heard is not None else None
            if headline is None:
                continue
            name = f"the headline of {type(heard).__name__}"
            if not _is_plain_line(headline.text) or headline.text.endswith("."):
                fault = f'{name} is not one line without a full stop: "{headline.text}"'
                yield Found("events", fault, type(heard))
            first_text = texts.setdefault((seat, type(heard), headline.about), headline.text)
            if first_text != headline.text:
                fault = f'{name} about {headline.about} is "{first_text}" and "{headline.text}"'
                yield Found("events", fault, type(heard))


def drawings(game: Game[Any], view: Any) -> list[Any]:
    """Return a view's drawings, without texts, as plain values that can be compared."""
    pictures = [
        (
            *(picture.name, picture.title, picture.counters, dict(picture.labels), picture.columns),
            *(tuple(picture.board.spaces.values()), picture.board.links),
        )
        for picture in game.pictures(view)
    ]
    return [game.turn(view), *pictures]


def check_pictures(game: Game[Any], view: Any) -> Iterator[str]:
    """Check that pictures can be drawn, the same each time, and that the turn's name is one line."""
    if "\n" in game.turn(view):
        yield "the name of the turn must fit on one line"
    if drawings(game, view) != drawings(game, view):
        yield "the pictures of one view differ when drawn twice"
    pictures = game.pictures(view)
    if len({picture.name for picture in pictures}) < len(pictures):
        yield "two pictures of a view have the same name"
    for picture in pictures:
        yield from (f"the picture {picture.name} {text}" for text in _picture_faults(picture))


def describe_view(game: Game[Any], view: Any) -> tuple[list[Item], list[str]]:
    """Return a view's items and relations, in words."""
    return list(game.items(view)), list(game.relations(view))


def check_items(game: Game[Any], view: Any, sections: frozenset[str]) -> Iterator[str]:
    """Check that items and relations are plain text, name each thing once, and cite known sections."""
    items, relations = describe_view(game, view)
    seen: set[tuple[str, str]] = set()
    for item in items:
        if (item.kind, item.name) in seen:
            yield f"the {item.kind} {item.name} is listed twice"
        seen.add((item.kind, item.name))
        yield from (f"the {item.kind} {item.name} {text}" for text in _item_faults(item, sections))
    if not all(map(_is_plain_line, relations)):
        yield "a line in the relations is empty or not plain text"


def _item_faults(item: Item, sections: frozenset[str]) -> Iterator[str]:
    for what, word in (("kind", item.kind), ("name", item.name)):
        if slug(word) != word or word.isdecimal() or not word:
            yield f'has the {what} "{word}", which is not a plain word'
    if not all(map(_is_plain_line, [str(item), *item.about])):
        yield "has a line that is empty or not plain text"
    for rule in set(item.rules) - sections:
        yield f'cites "{rule}", which rules.md does not have'


def _is_plain_line(line: object) -> bool:
    return isinstance(line, str) and line.isprintable() and bool(line.strip())


def _picture_faults(picture: Picture) -> Iterator[str]:
    seen: set[str] = set()
    for counter in picture.counters:
        if counter.key in seen:
            yield f"has two counters with the key {counter.key}"
        seen.add(counter.key)
        if counter.at not in picture.board.spaces:
            yield f"has {counter.key} at {counter.at}, which is not on its board"
        if len(counter.text) > MOST_LINES or any("\n" in line for line in counter.text):
            yield f"has more than {MOST_LINES} lines of text on {counter.key}"
        if counter.tone not in get_args(Tone):
            yield f"has {counter.key} in {counter.tone}, which is not a tone"


def house_rules(game: Game[Any]) -> Iterator[Any]:
    """Yield the game's Options once for each non-default value of a listed house rule."""
    for name, info in game.info.options.items():
        values = info.values or ((True, False) if isinstance(info.default, bool) else ())
        for value in values:
            if value != info.default:
                with suppress(msgspec.ValidationError):  # `check` has reported it already
                    yield msgspec.convert({name: value}, game.Options)
