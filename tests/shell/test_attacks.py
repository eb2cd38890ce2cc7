"""The attacks on a save that the page of its format lists: `check` answers each as the page says."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest
from forging import edited, sealed

import sandtable
from sandtable import Session
from sandtable.plugins.catalog import catalog
from sandtable.record import records
from sandtable.record.replay import Replay

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "save-format.md"

Lines = list[bytes]


@pytest.fixture(scope="module")
def game() -> Session:
    """A whole game of Megiddo between bots."""
    session = sandtable.new("megiddo/1918", seed=3, seats={"british": "scripted", "turkish": "random"})
    list(session.play())
    return session


@pytest.fixture
def undone() -> Session:
    """A game in which two draws were taken back by force."""
    session = sandtable.new("megiddo/1918", seed=3)
    while not session.history.done or session.history.done[-1].barrier is None:
        session.choose("done")
    session.undo(force=True)
    return session


def positions(session: Session, folder: Path) -> list[bytes]:
    """The position after each line of a session's save."""
    path = folder / "whole.jsonl"
    path.write_bytes(joined(session.journal.lines))
    run = Replay(path)
    return [run.session.table.position for _ in run.steps()]


def joined(lines: Lines) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def rolled(lines: Lines) -> int:
    """The place of a line in the middle of a game that has rolls."""
    return next(place for place, line in enumerate(lines) if place > 20 and b'"rolls":[[' in line)


def roll_changed(lines: Lines) -> Lines:
    place = rolled(lines)
    ((stream, sides, value), *rest) = msgspec.json.decode(lines[place])["rolls"]
    other = [[stream, sides, value % sides + 1], *rest]
    return [*lines[:place], edited(lines[place], rolls=other), *lines[place + 1 :]]


def choice_changed(lines: Lines) -> Lines:
    place = next(place for place, line in enumerate(lines) if place > 20 and b'"card":' in line)
    do = msgspec.json.decode(lines[place])["do"]
    return [*lines[:place], edited(lines[place], do={"verb": "done"}), *lines[place + 1 :]] if do else []


def illegal_choice(lines: Lines) -> Lines:
    do = {"verb": "discard", "card": "kemal"}
    return [lines[0], edited(lines[1], do=do), *lines[2:]]


def undo_unmarked(lines: Lines) -> Lines:
    return [*lines[:-1], lines[-1].replace(b',"forced":true', b"")]


def own_scenario(lines: Lines) -> Lines:
    installed = catalog().scenario("megiddo/1918")
    text = installed.text + "\n"
    name, hash = "1918", blake2b(text.encode(), digest_size=16).hexdigest()
    return [edited(lines[0], embedded={"name": name, "hash": hash, "text": text})]


def outcome_changed(lines: Lines) -> Lines:
    outcome = msgspec.json.decode(lines[-1])["outcome"]
    return [*lines[:-1], edited(lines[-1], outcome={**outcome, "name": "draw"})]


ATTACKS: dict[str, Callable[[Lines], Lines]] = {
    "a roll": roll_changed,
    "a roll, with new digests": roll_changed,
    "a choice": choice_changed,
    "a choice, with new digests": choice_changed,
    "an illegal choice": illegal_choice,
    "a line lost, doubled or moved": lambda lines: [*lines[:30], *lines[31:]],
    "an undo of a roll without `forced`": undo_unmarked,
    "the outcome": outcome_changed,
    "two outcomes": lambda lines: [*lines, edited(lines[-1], n=len(lines) + 1)],
    "a key twice in a line": lambda lines: [
        *lines[:5],
        lines[5].replace(b'"do":', b'"do":{"verb":"done"},"do":', 1),
        *lines[6:],
    ],
    "the seed": lambda lines: [edited(lines[0], seed=4), *lines[1:]],
    "your own scenario under an installed name": own_scenario,
    "an undo of a roll with `forced`": lambda lines: lines[:],
    "invented rolls, entered as rolls of real dice": lambda lines: [
        edited(lines[0], generator="real/1")
    ],
    "the last line cut off in the middle": lambda lines: [*lines[:-1], lines[-1][:20]],
    "a missing outcome, because the program was killed": lambda lines: lines[:-1],
    "lines cut off the end": lambda lines: lines[:40],
    "a file larger than Sandtable reads": lambda lines: [*lines, b"x" * 2_000],
}

DIGESTS_ANEW = (
    "a roll, with new digests",
    "the seed",
    "your own scenario under an installed name",
    "a choice, with new digests",
    "an undo of a roll without `forced`",
    "the outcome",
    "two outcomes",
    "an illegal choice",
    "invented rolls, entered as rolls of real dice",
)
"""The attacks of a forger who knows how digests are made."""


def rows() -> dict[str, list[str]]:
    """The tables of the page: the attacks, and the words with which `check` answers each."""
    section = PAGE.read_text(encoding="utf-8").partition("## What a save proves")[2]
    diverging, _, others = section.partition("| changed | answer |")
    return {
        attack: [*verdict, *re.findall("`([^`]+)`", words)]
        for table, verdict in ((diverging, ["diverges at line N"]), (others, []))
        for attack, words in re.findall(r"^\| (?!changed \|)(.+) \| (.+) \|$", table, re.MULTILINE)
    }


def test_the_page_lists_the_attacks_that_are_tried() -> None:
    assert rows().keys() == ATTACKS.keys()


@pytest.mark.parametrize("attack", ATTACKS)
def test_check_answers_an_attack_with_the_words_of_the_page(
    attack: str, game: Session, undone: Session, run, tmp_path: Path, monkeypatch
) -> None:
    session = undone if "forced" in attack else game
    lines = ATTACKS[attack](session.journal.lines)
    assert lines != session.journal.lines or "with `forced`" in attack
    if attack in DIGESTS_ANEW:
        lines = sealed(lines, positions(session, tmp_path))
    if attack == "a file larger than Sandtable reads":
        monkeypatch.setattr(records, "MOST_BYTES", 2_000)
    path = tmp_path / "game.jsonl"
    path.write_bytes(
        joined(lines).rstrip(b"\n" if attack == "the last line cut off in the middle" else b"")
    )
    answer = run("check", path).out
    verdict, *words = rows()[attack]
    verdict = verdict.replace("16 MB", "0 MB") if "MB" in verdict else verdict
    assert re.search(re.escape(verdict).replace("N", r"\d+"), answer), answer
    assert all(word in answer for word in words), answer


def test_the_program_of_the_page_checks_the_digests_of_a_save(
    game: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").write_bytes(joined(game.journal.lines))
    exec(program, {})  # noqa: S102
    Path("game.jsonl").write_bytes(joined(roll_changed(game.journal.lines)))
    with pytest.raises(AssertionError):
        exec(program, {})  # noqa: S102
