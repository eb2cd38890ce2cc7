"""Pages: values are text, a missing value is an error, and jinja2 is imported only for a page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from jinja2 import UndefinedError

from sandtable.text.printing import visible_lines
from sandtable_pictures import html_page

Page = Callable[..., str]

TEMPLATE = """\
{% extends "sandtable_pictures/page.html" %}
{% block name %}{{ title }}{% endblock %}
{% block body %}
<p id="note">{{ note }}</p>
<p id="picture">{{ picture|safe }}</p>
{% endblock %}
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    """The page of a template beside a package's code, with these values."""
    package = tmp_path / "st_pages"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").touch()
    (package / "note.html").write_text(TEMPLATE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    usual = {"game": "A game", "title": "A title", "facts": [("seed", "1")], "note": "", "picture": ""}
    return lambda style="", **values: html_page("st_pages/note.html", style=style, **(usual | values))


def shown(text: str, id: str) -> str:
    return unescape(re.findall(rf'<p id="{id}">(.*?)</p>', text, re.DOTALL)[0])


@given(note=st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])))
@example(note="<img src=x onerror=alert(1)></script><!-- ]]> {{ title }} {% block %} &amp; \u2028")
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_value_is_text(note: str, page: Page) -> None:
    text = page(note=note, title=note, game=note, facts=[(note, note)])
    assert shown(text, "note") == visible_lines(note)
    assert text.count("<") == page().count("<")


def test_invisible_characters_are_written_out(page: Page) -> None:
    assert shown(page(note="a\0b\x1b[2J\ud800\u202e"), "note") == r"a\x00b\x1b[2J\ud800\u202e"


def test_a_fragment_stands_as_it_is_where_the_template_says_so(page: Page) -> None:
    assert shown(page(picture="<svg><path/></svg>"), "picture") == "<svg><path/></svg>"


def test_a_value_that_is_missing_is_an_error(page: Page) -> None:
    with pytest.raises(UndefinedError, match="'facts' is undefined"):
        html_page("st_pages/note.html", style="", game="", title="", note="", picture="")


def test_a_link_to_a_page_is_shown_with_its_title_its_sentence_and_its_picture(page: Page) -> None:
    def head(text: str) -> dict[str, str]:
        return dict(re.findall(r'<meta property="([^"]+)"(?: name="\w+")? content="([^"]*)">', text))

    plain = head(page())
    assert plain["og:title"] == "A title"
    assert plain["og:description"].strip() == "seed: 1."
    assert "<dt>seed</dt>" in page(facts=(fact for fact in [("seed", "1")]))
    assert "og:image" not in plain
    told = head(page(about="Won in <ten> turns", preview="raid.png"))
    assert told["og:description"] == "Won in &lt;ten&gt; turns"
    assert told["og:image"] == "raid.png"


@pytest.mark.parametrize("script", ["", "let x = '<b>' && 1"])
def test_nothing_but_its_own_style_and_script_may_be_loaded_or_run(page: Page, script: str) -> None:
    text = page(style="p::before { content: '<&' }", script=script)
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    hashes = {
        kind: f"'sha256-{b64encode(sha256(body.encode()).digest()).decode()}'"
        for kind, body in re.findall(r"<(style|script)>(.*?)</\1>", text, re.DOTALL)
    }
    sources = "; ".join(f"{kind}-src {message}" for kind, message in hashes.items())
    assert policy == f"default-src 'none'; {sources}; img-src data:; base-uri 'none'; form-action 'none'"
    assert set(hashes) == ({"style", "script"} if script else {"style"})


@pytest.mark.parametrize("words", [["list"], ["play", "megiddo/1918", "--input", os.devnull]])
def test_without_a_page_the_templates_are_not_imported(words: list[str], home: Path) -> None:
    code = (
        f"import sys; from sandtable_shell import main; main({words!r})\nprint('jinja2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
