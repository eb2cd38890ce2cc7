"""The choices that most games have."""

from __future__ import annotations

import pytest

from sandtable import Action, Done, No, Pass, Wait, Yes

KINDS = (Done, Pass, Wait, Yes, No)


def test_their_verbs_stay_what_saves_call_them():
    assert [kind.name() for kind in KINDS] == ["done", "pass", "wait", "yes", "no"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_plain_choice_is_a_verb_alone_and_says_what_it_does(kind: type[Action]):
    assert kind().words == (kind.name(),)
    assert kind.help
