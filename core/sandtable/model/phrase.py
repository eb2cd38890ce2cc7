"""Actions as sentences: the phrase of an action with names; similar actions share a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sandtable.base.words import counted, sentence
from sandtable.model.action import Action

_LEFT_OUT = re.compile(r"\[([^]]*)\]")
_FIELD = re.compile(r"{(\w+)}")
_EITHER = re.compile(r"([\w']*)\|([\w']*)")

NamedAction = tuple[Action, Mapping[str, str]]
"""An action, with the name of the value of each field, and of the seat under ``seat``."""


def sentence_of(done: Sequence[NamedAction]) -> str:
    """Actions in a sentence; several share one if they have the same phrase.

    In the phrase of an action, ``{field}`` becomes the name of its value. ``[...]`` is left out if a
    field in it is empty. Of ``goes|go``, the second word follows several subjects. An action without
    a phrase is shown by its words.
    """
    field = varying(done)
    if len(done) > 1 and field:
        values = [names.get(field, "") for _, names in done]
        action, names = done[0]
        merged = dict(names) | {field: _and(counted(values))}
        return _sentence(action.phrase, merged, several=len(values) > 1)
    return " ".join(dict.fromkeys(_one_sentence(*told) for told in done))


def varying(done: Sequence[NamedAction]) -> str:
    """The field in which actions differ, if they are of one kind and differ in no other field."""
    kinds = {type(action) for action, _ in done}
    if len(kinds) != 1 or not done[0][0].phrase:
        return ""
    fields = dict.fromkeys(field for _, names in done for field in names)
    several = [field for field in fields if len({names.get(field) for _, names in done}) > 1]
    if not several:  # the same action repeated: the last field that the phrase names
        several = [field for field in _FIELD.findall(done[0][0].phrase) if field in fields][-1:]
    return several[0] if len(several) == 1 else ""


def _one_sentence(action: Action, names: Mapping[str, str]) -> str:
    if action.phrase:
        return _sentence(action.phrase, names, several=False)
    return _ended(str(action).replace("-", " "))


def _sentence(phrase: str, names: Mapping[str, str], *, several: bool) -> str:
    def optional(found: re.Match[str]) -> str:
        return found[1] if all(names.get(field) for field in _FIELD.findall(found[1])) else ""

    chosen = _EITHER.sub(lambda found: found[2 if several else 1], _LEFT_OUT.sub(optional, phrase))
    return _ended(_FIELD.sub(lambda found: names.get(found[1], ""), chosen))


def _and(things: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(things[:-1]), things[-1]]))


def _ended(text: str) -> str:
    """A text as a sentence."""
    return sentence(f"{text[:1].upper()}{text[1:]}")
