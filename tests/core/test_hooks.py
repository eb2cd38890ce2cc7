"""Hooks: each is called when its page says so, and each has a test."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import sandtable
from sandtable.going_on import fork, resume
from sandtable.hooks import Hooks
from sandtable.replay import Replay

if TYPE_CHECKING:
    from tests.core.conftest import Site

LISTENS = """
calls = []
@hookimpl
def session_started(session):
    calls.append(f"started at {session.journal.n}")
@hookimpl
def action_done(session, entry):
    calls.append(str(entry.action or entry.note))
@hookimpl
def session_ended(session):
    calls.append(f"ended: {session.outcome.name}")
"""


def heard(site: Site) -> list[str]:
    """What the plugin that listens was told, and from now on will be."""
    import sys

    return sys.modules["st_listener"].calls


def test_a_plugin_hears_of_the_start_of_every_choice_and_of_the_end(site: Site, tmp_path: Path) -> None:
    site.plugin("listener", LISTENS)
    catalog = site.catalog()
    path = tmp_path / "g.jsonl"
    with sandtable.new("stones/two", seed=8, save=path, plugins=catalog) as session:
        session.choose("play fox")
        session.undo(force=True)
        session.note("again")
        session.choose("lift north")
    assert heard(site) == ["started at 1", "play fox", "again", "lift north"]
    heard(site).clear()
    session, _ = resume(path, catalog)
    with session:
        while session.outcome is None:
            session.choose(session.options()[0])
    assert heard(site)[0] == "started at 5"
    assert heard(site)[-1] == f"ended: {session.outcome.name}"


def test_looking_at_a_save_tells_nobody_and_a_branch_tells_what_it_copies(
    site: Site, tmp_path: Path
) -> None:
    site.plugin("listener", LISTENS)
    catalog = site.catalog()
    with sandtable.new("stones/two", seed=8, save=tmp_path / "g.jsonl", plugins=catalog) as session:
        session.choose("lift north")
    heard(site).clear()
    Replay(tmp_path / "g.jsonl", catalog).run()
    assert heard(site) == []
    fork(tmp_path / "g.jsonl", 2, None, catalog)
    assert heard(site) == ["started at 1", "lift north"]


def test_every_hook_is_implemented_in_a_test() -> None:
    texts = "\n".join(path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    hooks = [name for name in vars(Hooks) if not name.startswith("_")]
    assert len(hooks) >= 7
    for name in hooks:
        assert re.search(rf"def {name}\(", texts), f"no test implements the hook {name}"
