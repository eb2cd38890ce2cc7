"""Turns actions into sentences, from their phrases; similar actions share a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from sandtable import Action, Game, sentence, slug, tally

_LEFT_OUT = re.compile(r"\[([^]]*)\]")
OPTIONAL = re.compile(r"\[ (\w+) \{\w+\}\]")
"""The word before an optional field in an action's phrase."""

_FIELD = re.compile(r"{(\w+)}")
_EITHER = re.compile(r"([\w']*)\|([\w']*)")
_VERB = re.compile(r"[\w']+\|[\w']+ (?=(?:at |for |the |to )?{)")
"""The verb of a phrase, which later clauses of a sentence leave out."""

FEWEST_SHARED_WORDS = 3
"""The fewest words at the beginning of clauses that are written only once if the clauses share them."""

NamedAction = tuple[Action, Mapping[str, str]]
"""An action with the name of each field's value and, under ``seat``, of the seat."""


def named_action(action: Action, seat: str | None, game: Game[Any], view: Any) -> NamedAction:
    """Look up the names of an action's values and of its seat in the game and a view."""
    fields = {field: getattr(action, field) for field in action.__struct_fields__}
    names = {field: _name(game, view, value) for field, value in fields.items() if value is not None}
    return action, names | ({"seat": game.name_of(view, seat)} if seat else {})


def _name(game: Game[Any], view: Any, value: object) -> str:
    plain = value.value if isinstance(value, Enum) else value
    # Not Game.name_of, since a unit may have the id of a seat: Lawrence is not "the Arabs".
    return str(plain) if isinstance(plain, int) else game.presentation.name_of(view, str(plain))


def spelled(action: Action, game: Game[Any], view: Any) -> str:
    """Return an action as typed, with names as people write them: ``move Mersa, from Qara Scarp``."""
    fields = [getattr(action, field) for field in action.__struct_fields__]
    values = [value for value in fields if value is not None]
    names = [_name(game, view, value) if type(value) is str else "" for value in values]
    verb, *words = action.words
    pairs = zip(names, words, strict=True)
    shown = [verb, *(name if slug(name) == word else word for name, word in pairs)]
    if len(values) == len(fields) > 1 and (before := OPTIONAL.search(action.phrase)):
        shown[-2:] = [f"{shown[-2]},", before[1], shown[-1]]
    return " ".join(shown)


class _Clause(NamedTuple):
    """A clause about actions of one kind: the phrase, its names, and whether its subject is plural."""

    phrase: str
    names: Mapping[str, str]
    several: bool = False

    @property
    def text(self) -> str:
        return _fill(self.phrase, self.names, several=self.several)


def sentence_of(done: Sequence[NamedAction]) -> str:
    """Tell actions in sentences; consecutive actions of one kind share a sentence.

    In an action's phrase, ``{field}`` becomes the name of its value. ``[...]`` is left out if a field in
    it is empty. In ``goes|go``, the second word is for a plural subject. An action without a
    phrase is shown as its words.
    """
    sentences: dict[str, None] = {}
    for kind, group in groupby(done, lambda pair: type(pair[0])):
        actions = list(group)
        if kind.phrase:
            sentences |= dict.fromkeys(map(_as_sentence, _join_clauses(list(_clauses(actions)))))
        else:
            sentences |= dict.fromkeys(
                _as_sentence(str(action).replace("-", " ")) for action, _ in actions
            )
    return " ".join(sentences)


def _differing_field(done: Sequence[NamedAction]) -> str:
    """Return the only field in which actions differ or, if none does, the phrase's last; else ""."""
    fields = dict.fromkeys(field for _, names in done for field in names)
    several = [field for field in fields if len({names.get(field) for _, names in done}) > 1]
    if not several:  # the same action repeated: the phrase's last field except the seat
        named = [field for field in _FIELD.findall(done[0][0].phrase) if field in fields]
        several = [field for field in named if field != "seat"][-1:]
    return several[0] if len(several) == 1 else ""


def _clauses(done: Sequence[NamedAction]) -> Iterator[_Clause]:
    """Combine actions of one kind into as few clauses as possible."""
    merged_actions, clause = [done[0]], _Clause(done[0][0].phrase, done[0][1])
    for named in done[1:]:
        merged = _merge([*merged_actions, named])
        if merged is None:
            yield clause
            merged_actions, clause = [named], _Clause(named[0].phrase, named[1])
        else:
            merged_actions.append(named)
            clause = merged
    yield clause


def _merge(done: Sequence[NamedAction]) -> _Clause | None:
    """Return a clause for actions that differ in one field or follow a path; None for others."""
    phrase, first = done[0][0].phrase, done[0][1]
    values = [names for _, names in done]
    if field := _differing_field(done):
        objects = tally(names.get(field, "") for names in values)
        return _Clause(phrase, {**first, field: _join_with_and(objects)}, len(values) > 1)
    differing = [field for field in first if len({names.get(field) for names in values}) > 1]
    if not differing:
        return _Clause(phrase, first)
    for start, end in (differing, differing[::-1]) if len(differing) == 2 else ():
        if all(names.get(end) == following.get(start) for names, following in pairwise(values)):
            return _Clause(
                phrase, {**first, end: _join_with_and([names.get(end, "") for names in values])}
            )
    return None


def _join_clauses(clauses: Sequence[_Clause]) -> Iterator[str]:
    """Join clauses of one kind; the later ones leave out words that they share with the first."""
    first, rest = clauses[0], clauses[1:]
    parts = [first.text]
    for clause in rest:
        differing = {field for field in clause.names if clause.names[field] != first.names.get(field)}
        head = clause.phrase[
            : min((clause.phrase.find(f"{{{field}}}") for field in differing), default=0)
        ]
        head = head[: head.rfind("[")] if head.rfind("[") > head.rfind("]") else head
        text = _fill(head, clause.names, several=clause.several)
        if len(text.split()) >= FEWEST_SHARED_WORDS and parts[0].startswith(text):
            parts.append(clause.text[len(text) :].lstrip())
        elif _VERB.search(clause.phrase):
            parts.append(clause._replace(phrase=_VERB.sub("", clause.phrase, count=1)).text)
        else:
            yield from (clause.text for clause in clauses)
            return
    yield _join_with_and(parts, comma=any(" and " in part for part in parts))


def _fill(phrase: str, names: Mapping[str, str], *, several: bool) -> str:
    def optional(bracket: re.Match[str]) -> str:
        return bracket[1] if all(names.get(field) for field in _FIELD.findall(bracket[1])) else ""

    chosen = _EITHER.sub(lambda found: found[2 if several else 1], _LEFT_OUT.sub(optional, phrase))
    return _FIELD.sub(lambda found: names.get(found[1], ""), chosen)


def _join_with_and(texts: Sequence[str], *, comma: bool = False) -> str:
    last = ", and " if comma and len(texts) > 1 else " and "
    return last.join(filter(None, [", ".join(texts[:-1]), texts[-1]]))


def _as_sentence(text: str) -> str:
    """Turn a text into a sentence."""
    return sentence(f"{text[:1].upper()}{text[1:]}")
