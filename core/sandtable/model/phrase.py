"""What was done, as a sentence: the phrase of an action with names in it, several like ones in one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sandtable.base.words import counted, sentence
from sandtable.model.action import Action

_LEFT_OUT = re.compile(r"\[([^]]*)\]")
_FIELD = re.compile(r"{(\w+)}")
_EITHER = re.compile(r"([\w']*)\|([\w']*)")

Told = tuple[Action, Mapping[str, str]]
"""An action, and by field the name of what stands in it; under ``seat`` that of who did it."""


def sentence_of(done: Sequence[Told]) -> str:
    """What was done in a sentence; several actions in one where they have the same phrase.

    In the phrase of an action ``{field}`` is the name of what stands there. ``[...]`` is left out when
    a field in it is. Of ``goes|go`` the second word stands after several things. An action without a
    phrase is shown by its words.
    """
    field = varying(done)
    if len(done) > 1 and field:
        values = [names.get(field, "") for _, names in done]
        action, names = done[0]
        merged = dict(names) | {field: _and(counted(values))}
        return _sentence(action.phrase, merged, several=len(values) > 1)
    return " ".join(dict.fromkeys(_one_sentence(*told) for told in done))


def varying(done: Sequence[Told]) -> str:
    """The field in which some actions differ, when they are of one kind and differ in no other."""
    kinds = {type(action) for action, _ in done}
    if len(kinds) != 1 or not done[0][0].phrase:
        return ""
    fields = dict.fromkeys(field for _, names in done for field in names)
    several = [field for field in fields if len({names.get(field) for _, names in done}) > 1]
    if not several:  # the same again and again: the last thing that the phrase names
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
