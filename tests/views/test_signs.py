"""A report in Markdown takes any text, and shows it as a text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import sandtable
from sandtable import Exported
from sandtable.record.replay import Replay
from sandtable.text.printing import find_invisible, visible_lines
from sandtable_tools import reviews
from sandtable_tools.reviews import CurvePoint, NamedMoment, SeatReview
from sandtable_tools.views.report import markdown
from sandtable_tools.views.signs import fence, paragraph, row, text, without_signs

HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=a> ![map](http://elsewhere/x.png) \x1b[2J ``` | *b*"
)

TAG = re.compile(r"<[a-z/!]", re.IGNORECASE)
PICTURE = re.compile(r"(?<!\\)\[[^\]]*\](?=[(\[])")


def shown(markdown: str) -> str:
    """The part of a document that is not between fences, where signs mean something."""
    return re.sub(r"^(```+)\w*$.*?^\1$", "", markdown, flags=re.MULTILINE | re.DOTALL)


@given(st.text(alphabet="<>&;#ab1.)-+=*_`[]()!|~\\\x1b \t“", max_size=30))
@example("1. one")
@example("&lt;b>")
@example("- *a*")
@example("a\\")
def test_a_text_is_read_back_as_it_was(words: str) -> None:
    plain = " ".join(visible_lines(words).split())
    assert not TAG.search(text(words))
    assert not PICTURE.search(text(words))
    assert list(without_signs(paragraph(words))) == [plain] * bool(plain)
    if plain:
        assert list(without_signs(row([words, "b"]))) == [f"{plain}  b"]


def test_a_fence_is_longer_than_any_in_it() -> None:
    document = "\n".join(fence("text", ["```", "<b>", "# no heading"]))
    assert shown(document).strip() == ""
    assert list(without_signs(document)) == ["```", "<b>", "# no heading"]


def test_a_report_shows_a_hostile_title_seed_note_and_review_as_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.jsonl"
    with sandtable.new("lrdg/benghazi-road", seed=HOSTILE.split()[0], save=path) as session:
        session.note(HOSTILE)
        digest = session.journal.digest
    told = f"{HOSTILE} \x1b[2J"
    point = CurvePoint(2, 0, 0, 0)
    moment = NamedMoment(2, "blunder", told, -1, told, told)
    reviews.keep(path, digest, "lrdg", SeatReview(told, False, told, [point, point], [moment], 9))
    run = Replay(path)
    monkeypatch.setattr(type(run.session.scenario), "title", HOSTILE)
    document = markdown(Exported.of_replay(run, None, None))
    assert "Choices and luck" in document
    assert document.count("alert(1)") >= 5
    assert "blunder" in document
    assert not TAG.search(shown(document))
    assert not PICTURE.search(shown(document))
    assert not find_invisible(document)
