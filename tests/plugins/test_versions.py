"""A plugin's next version: older saves open by migrations, or the reason why not is exact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from nonempty import some

import sandtable
from sandtable import SandtableError
from sandtable.plugins.catalog import Catalog
from sandtable.record.records import Divergence, SaveError
from sandtable.record.replay import Replay
from sandtable.record.resume import fork, resume

if TYPE_CHECKING:
    from sites import Site

STONES = (Path(__file__).parents[1] / "fixtures" / "toy.py").read_text(encoding="utf-8")

DEARER = STONES.replace(
    "state.face = table.take()", "state.face = table.take(); state.score[self.seat] += 1"
)
"""A changed rule without a new version of the rules."""

SECOND = STONES.replace('SEATS, 2, 1, summary="A toy."', 'SEATS, 2, 2, summary="A toy."')
"""Version 2 of the rules, whatever is new in them."""

TAKE = re.sub(r"\bLift\b", "Take", SECOND)

NOD = (
    SECOND.replace("table.do(Redraw(self.seat))", "table.do(Nod(seat=self.seat))")
    .replace(
        "class Redraw(",
        """class Nod(Decision[StonesState], frozen=True):
    rule: ClassVar[str] = "4"
    title: ClassVar[str] = "The nod"
    takes: ClassVar[tuple[type[Action], ...]] = (Done,)

    def candidates(self, table: Table[StonesState]) -> Iterator[Action]:
        yield Done()

    def refusal(self, table: Table[StonesState], action: Action) -> Refusal | None:
        return None

    def choose(self, table: Table[StonesState], action: Action) -> None:
        table.do(Redraw(self.seat))


class Redraw(""",
    )
    .replace("(Turn, ", "(Turn, Nod, ")
)

STEPS = """
from sandtable import Migration, hookimpl

def of_records(change):
    def step(record):
        if "rules_version" in record:
            return [record | {"rules_version": 2}]
        return change(record, (record.get("do") or {}).get("verb"))
    return step

@hookimpl
def migrations(self, game):
    return [Migration(ABOUT, lambda header: header["rules_version"] < 2, STEP)]

Stones.migrations = migrations
"""

PAGE = (Path(__file__).parents[2] / "docs/make/migrate.md").read_text(encoding="utf-8")
RENAMED = "\n".join(
    (
        TAKE,
        *map(dedent, re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)),
        "Stones.migrations = migrations",
    )
)
"""An action has another name, as on the page about migrations."""

SPLIT = f"""{NOD}
ABOUT = "a card is followed by a nod"
STEP = lambda record: of_records(nodded)(record)
def nodded(record, verb):
    if verb != "play":
        return [record]
    return [record | {{"rolls": []}}, record | {{"do": {{"verb": "done"}}}}]
{STEPS}"""
"""What was one choice is now two."""

SHORTER = f"""{SECOND}
ABOUT = "cards are no longer played"
STEP = lambda record: of_records(lambda record, verb: [] if verb == "play" else [record])(record)
{STEPS}"""
"""A choice that is left out, with the undo that took it back."""

SHOWN = SECOND.replace(
    "class Lifted(Event, frozen=True):\n",
    "class Lifted(Event, frozen=True):\n    reveals: ClassVar[bool] = True\n",
)
REVEALED = f"""{SHOWN}
ABOUT = "lifting reveals"
STEP = lambda record: of_records(lambda record, verb: [record])(record)
{STEPS}"""
"""Undo stops earlier than before."""

BAD = f"""{SECOND}
ABOUT = "a bad one"
STEP = lambda record: (BAD_STEP)
{STEPS}"""


BAD_FOR_ALL = f"""
ABOUT = "what is none of its business"
STEP = lambda record: [record | {{"rules_version": 2}}] if "format" in record else [record]
{STEPS}"""


@pytest.fixture
def save(site: Site, tmp_path: Path) -> Path:
    """A game of the first version, in the middle, with undo, a card and a note."""
    path = tmp_path / "old.jsonl"
    with sandtable.new("stones/two", seed=8, save=path, plugins=site.catalog()) as session:
        session.choose(session.options()[0])
        session.undo(force=True)
        session.choose(session.options()[0])
        session.note("@half now it gets hot")
        session.choose("lift north")
        session.undo()
        session.choose("lift north")
    return path


def renewed(site: Site, code: str, version: str = "0.2") -> Catalog:
    """The same installation after a new version of the game was installed."""
    site.package("st_stones", {"game.py": code})
    site.points[0] = site.points[0]._for(type(site.points[0].dist)("sandtable", version))  # type: ignore[misc, arg-type]
    return site.catalog()


def test_a_changed_rule_is_named_with_what_differs_and_the_plugin(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    with sandtable.new("stones/two", seed=1, save=path, plugins=site.catalog()) as session:
        session.choose(session.options()[0])
    with pytest.raises(Divergence) as caught:
        Replay(path, renewed(site, DEARER)).run()
    assert caught.value.n == session.journal.n
    assert "rolls and legality agree, but the position does not" in str(caught.value)
    assert "played with sandtable 0.1 for stones" in str(caught.value)
    score = session.state.score["red"]
    assert caught.value.details == [f"state.score.red: {score} was recorded, now {score + 1}"]


def test_a_renamed_action_is_migrated_and_all_else_stays(save: Path, site: Site) -> None:
    old = Replay(save, site.catalog()).run()
    run = Replay(save, renewed(site, RENAMED))
    new = run.run()
    assert run.migrated == "lift is called take"
    assert new.state.score == old.state.score
    assert [str(entry.action) for entry in new.log if entry.action][-1] == "take north"
    assert len(new.journal.lines) == len(old.journal.lines)


def test_a_recorded_outcome_becomes_that_of_the_new_rules(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    with sandtable.new("stones/two", seed=8, save=path, plugins=site.catalog()) as session:
        session.seat_players(dict.fromkeys(session.seats, "scripted"))
        list(session.play())
    takes, sets_up = "state.face = table.take()", "heaps = dict(table.scenario.data.heaps)"
    dearer = RENAMED.replace(takes, f"{takes}; state.score[self.seat] += 1")
    run = Replay(path, renewed(site, dearer))
    outcome = run.run().outcome
    assert outcome
    assert session.outcome
    assert outcome.metrics["stones"] > session.outcome.metrics["stones"]
    assert b"outcome" in run.session.journal.lines[-1]
    longer = RENAMED.replace(sets_up, f"{sets_up} | {{'north': 9}}")
    unfinished = Replay(path, renewed(site, longer)).run()
    assert (unfinished.outcome, unfinished.journal.n) == (None, session.journal.n - 1)


def test_a_choice_that_became_two_is_migrated_with_its_undo(save: Path, site: Site) -> None:
    old = Replay(save, site.catalog()).run()
    new = Replay(save, renewed(site, SPLIT)).run()
    assert new.state.score == old.state.score
    assert new.state.hands == old.state.hands
    assert [str(entry.action) for entry in new.log if entry.action][1] == "done"


def test_a_choice_that_is_left_out_takes_its_undo_along(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    with sandtable.new("stones/two", seed=8, save=path, plugins=site.catalog()) as session:
        session.choose("play fox")
        session.undo(force=True)
        session.note("that was nothing")
        session.choose("lift north")
    new = Replay(path, renewed(site, SHORTER)).run()
    assert [str(entry.action or entry.note) for entry in new.log[1:]] == [
        "that was nothing",
        "lift north",
    ]
    assert new.journal.n == 3


def test_a_migration_that_fails_on_a_line_is_named_with_file_and_line(save: Path, site: Site) -> None:
    code = BAD.replace(
        "BAD_STEP", '[{**record, "rules_version": 2}] if "format" in record else record["x"]'
    )
    with pytest.raises(
        Divergence,
        match=r'line 2: game stones \(sandtable\): the migration "a bad one" failed: KeyError',
    ):
        Replay(save, renewed(site, code)).run()


def test_a_migrated_save_that_diverges_says_that_it_was_migrated(save: Path, site: Site) -> None:
    code = SPLIT.replace('record | {"rolls": []}, ', "")
    with pytest.raises(Divergence, match="it was migrated: a card is followed by a nod"):
        Replay(save, renewed(site, code)).run()


def test_a_games_migrations_are_for_its_own_saves_alone(save: Path, site: Site) -> None:
    site.game(
        "pebbles", f"{SECOND.replace('stones', 'pebbles')}\n{BAD_FOR_ALL}".replace("Stones", "Pebbles")
    )
    catalog = site.catalog()
    catalog.game("pebbles")
    assert Replay(save, catalog).migrated == ""


@pytest.mark.parametrize("code", [RENAMED, SPLIT, REVEALED])
def test_a_migrated_save_goes_on_in_a_new_file_that_verifies(save: Path, site: Site, code: str) -> None:
    before = save.read_bytes()
    catalog = renewed(site, code)
    session, resumed = resume(save, catalog)
    assert f"it continues in {save.with_name('old-migrated.jsonl')}" in resumed[0]
    while session.outcome is None:
        session.choose(session.options()[0])
    session.close()
    again = Replay(save.with_name("old-migrated.jsonl"), catalog)
    assert again.run().table.position == session.table.position
    assert not again.migrated
    assert again.changed_plugins() == []
    assert again.header.rules_version == 2
    assert again.header.parent.n == len(before.splitlines())  # type: ignore[union-attr]
    assert save.read_bytes() == before


def test_a_save_that_was_migrated_before_goes_on_where_it_went_on(save: Path, site: Site) -> None:
    catalog = renewed(site, RENAMED)
    session, _ = resume(save, catalog)
    session.choose(session.options()[0])
    session.close()
    again, resumed = resume(save, catalog)
    again.close()
    migrated = save.with_name("old-migrated.jsonl")
    assert resumed == [f"{save} continues in {migrated}"]
    assert again.table.position == session.table.position
    assert len(list(save.parent.glob("*.jsonl"))) == 2


def test_a_branch_of_a_migrated_save_verifies(save: Path, site: Site, tmp_path: Path) -> None:
    catalog = renewed(site, RENAMED)
    branch = fork(save, "@half", tmp_path / "branch.jsonl", catalog)
    branch.close()
    assert Replay(tmp_path / "branch.jsonl", catalog).run().state == branch.state


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("[record]", "does not change the header"),
        ("1 / 0", "failed: ZeroDivisionError"),
        ("[3]", "failed: TypeError"),
    ],
)
def test_a_migration_that_fails_is_named_in_one_line(
    save: Path, site: Site, step: str, text: str
) -> None:
    with pytest.raises(SaveError, match=rf'old.jsonl line 1: .*the migration "a bad one" {text}'):
        Replay(save, renewed(site, BAD.replace("BAD_STEP", step)))


@pytest.mark.parametrize("rules", [SECOND, TAKE])
def test_without_a_migration_it_is_shown_as_recorded(save: Path, site: Site, rules: str) -> None:
    run = Replay(save, renewed(site, rules))
    session = run.run()
    assert run.other_rules == "played with rules version 1 (now 2)"
    assert any(str(entry.action).startswith("lift") for entry in session.log)


def test_lines_of_a_migrated_save_are_refused_in_one_line(save: Path, site: Site) -> None:
    lines = save.read_bytes().splitlines(keepends=True)
    catalog = renewed(site, RENAMED)
    for damage in some(_damages(lines)):
        save.write_bytes(b"".join(damage))
        with pytest.raises(SandtableError) as caught:
            Replay(save, catalog).run()
        assert "\n" not in str(caught.value)


def _damages(lines: list[bytes]) -> Iterator[list[bytes]]:
    yield [*lines[:3], *lines[4:]]
    yield [*lines[:2], b"[]\n", *lines[3:]]
    yield [*lines[:2], b'{"n":3,"do":7}\n', *lines[3:]]
    yield [*lines[:2], lines[2].replace(b'"undo":1', b'"undo":77'), *lines[3:]]
