"""A game as a link: there and back with the same bytes, and safe to open whatever a stranger wrote."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from forging import edited, in_format, sealed
from hypothesis import example, given
from hypothesis import strategies as st

import sandtable
from sandtable import HUMAN, SandtableError, SaveError, SeededDice, Session
from sandtable.plugins.catalog import catalog, refresh
from sandtable.record import link
from sandtable.record.replay import Replay
from sandtable.record.resume import resume

SAVES = sorted((Path(__file__).parents[2] / "saves").glob("*.jsonl"))
OLD = sorted((Path(__file__).parents[1] / "old_saves").glob("*/*.jsonl"))


def there_and_back(session: Session, to: int | None = None) -> list[bytes]:
    return link.read_link(link.link_of(session, to)).lines


def told(lines: Iterable[bytes]) -> list[tuple[Any, ...]]:
    """What lines say that are no notes, without what depends on their number."""
    keys = ("seat", "do", "rolls", "forced", "outcome", "change", "at")
    records = map(msgspec.json.decode, lines)
    return [tuple(map(record.get, keys)) for record in records if "note" not in record]


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_recorded_game_goes_there_and_back_with_the_same_bytes(path: Path, tmp_path: Path) -> None:
    text = link.link_of(Replay(path))
    link.open_link(text, tmp_path / "back.jsonl")
    assert (tmp_path / "back.jsonl").read_bytes() == path.read_bytes()
    assert len(text) < (400 if "1942" in path.stem else 200)


@pytest.mark.parametrize("number", [1, 2])
def test_a_save_of_a_former_format_gives_the_migrated_save(number: int, tmp_path: Path) -> None:
    path = tmp_path / "former.jsonl"
    path.write_bytes(b"".join(in_format(number, SAVES[-2])))
    migrated = Replay(path).run().journal.lines
    assert link.read_link(link.link_of(Replay(path))).lines == migrated


@pytest.mark.parametrize("path", OLD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_save_of_other_rules_says_so_in_a_line(path: Path) -> None:
    with pytest.raises(SaveError, match=r"played with rules version \d \(now \d\)") as refused:
        link.link_of(Replay(path))
    assert "\n" not in str(refused.value)


def test_a_game_that_starts_from_a_position_says_so(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    with sandtable.new("lawrence/aqaba", seed=3, save=path) as session:
        session.choose(session.options()[0])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(sealed([edited(lines[0], rules_version=0), *lines[1:]])))
    with resume(path).session as on, pytest.raises(SaveError, match="starts from another save"):
        link.link_of(on)


# Any game.

DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["choose"] * 8 + ["undo", "undo", "force", "seat", "rollback", "redo", "note"]),
        st.integers(0, 999),
    ),
    max_size=40,
)


def deed(session: Session, kind: str, number: int) -> None:
    """Do something to a game that a player can do to it."""
    try:
        if kind == "choose":
            waiting = session.table.decision.waiting
            seat = waiting[number % len(waiting)]
            with session.table.asking(seat):
                options = session.options()
                action = options[number * len(options) // 1000]
            session.choose(action, seat=seat)
        elif kind == "undo":
            session.undo()
        elif kind == "force":
            session.undo(force=True)
        elif kind == "seat":
            session.undo(seat=[*session.seats][number % len(session.seats)], force=number > 500)
        elif kind == "rollback":
            session.rollback(number * session.journal.n // 1000, force=number > 500)
        elif kind == "redo":
            session.redo()
        else:
            session.note(f"{number} \u2713")
    except SandtableError:
        pass


@pytest.mark.parametrize("dice", [None, SeededDice], ids=["seed", "typed"])
@pytest.mark.parametrize("name", ["lrdg/slonta", "megiddo/1918-even", "market/two", "goofspiel/three"])
@given(deeds=DEEDS, seed=st.one_of(st.integers(0, 2**50), st.text("abc", min_size=1)))
def test_any_game_goes_there_and_back(
    shelf: Any, name: str, dice: Callable[[Any], Any] | None, deeds: Any, seed: int | str
) -> None:
    if name.partition("/")[0] not in catalog().games.infos:
        shelf.market(gold=10**12)
        shelf.goofspiel()
    session = sandtable.new(name, seed=seed, dice=dice and dice(seed))
    for kind, number in deeds:
        deed(session, kind, number)
    lines = session.journal.lines
    again = there_and_back(session)
    assert told(again) == told(lines)
    assert again == lines or link.notes_left_out(lines)


def test_a_campaign_in_a_file_brings_its_parts(tmp_path: Path) -> None:
    raid = catalog().scenario("lawrence/aqaba").text.replace('"Aqaba!"', '"Our raid"')
    (tmp_path / "our-raid.toml").write_text(raid)
    war = tmp_path / "our-war.toml"
    war.write_text('game = "lawrence"\ntitle = "Our war"\nparts = ["our-raid", "damascus"]\n')
    session = sandtable.new(str(war), seed=1, seats={"lawrence": "scripted"})
    for _ in session.play(20):
        pass
    text = link.link_of(session)
    war.unlink()
    (tmp_path / "our-raid.toml").unlink()
    assert link.read_link(text).lines == session.journal.lines


def test_seats_that_are_empty_and_house_rules_are_kept(shelf: Any, tmp_path: Path) -> None:
    shelf.bids()
    few = 'game = "bids"\ntitle = "Few"\nfewest_seats = 2\nshares = true\n'
    (tmp_path / "few.toml").write_text(few)
    options = {"air_watch_adds_1": True, "alamein_level": "total"}
    for session in (
        sandtable.new("lrdg/el-alamein", seed="word", options=options),
        sandtable.new("megiddo/1918", seed=-4, seats={"turkish": "random"}),
        sandtable.new(str(tmp_path / "few.toml"), seed=1, seats={"east": "none", "west": "scripted"}),
    ):
        assert there_and_back(session) == session.journal.lines


# Its lines.


@pytest.fixture
def game() -> Session:
    """A game of some lines, the fourth a note."""
    session = sandtable.new("lrdg/slonta", seed=1)
    for place in range(6):
        session.choose(session.options()[0])
        if place == 1:
            session.note("@here")
    return session


def test_a_line_can_be_named_when_a_link_is_made_and_when_it_is_opened(game: Session) -> None:
    lines = there_and_back(game)
    assert len(lines) == len(game.journal.lines) - link.notes_left_out(game.journal.lines) == 7
    assert there_and_back(game, 5) == lines[:4]
    whole = link.link_of(game)
    broken = f"{whole[:40]}  \n  {whole[40:]}@4"
    for text in (f"{whole}@4", f"Look: https://host/play/#{whole}@4.", broken):
        assert link.read_link(text).lines == lines[:4]
    for n in (0, 8, 999):
        with pytest.raises(SaveError, match=f"this link has no line {n}, only lines 1 to 7"):
            link.read_link(f"{link.link_of(game)}@{n}")


def test_a_link_is_made_of_a_replay_as_of_its_game(game: Session, tmp_path: Path) -> None:
    path = game.save(tmp_path / "game.jsonl")
    game.close()
    assert link.link_of(Replay(path), 5) == link.link_of(game, 5)
    link.open_link(link.link_of(game), tmp_path / "back.jsonl")
    with pytest.raises(SaveError, match="already exists"):
        link.open_link(link.link_of(game), tmp_path / "back.jsonl")


def test_an_edited_game_is_no_link(game: Session, tmp_path: Path) -> None:
    path = game.save(tmp_path / "game.jsonl")
    game.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(sealed([edited(lines[0], plugins=[]), *lines[1:]])))
    with pytest.raises(
        SaveError, match=r"game\.jsonl cannot be a link: its game, played again today, would give a"
    ):
        link.link_of(Replay(path))


# Other versions.


def stones(shelf: Any) -> str:
    shelf.stones()
    session = sandtable.new("stones/two", seed=1)
    session.choose(session.options()[0])
    return link.link_of(session)


def change(shelf: Any, file: str, old: str, new: str) -> None:
    path = shelf.folder / file
    shelf.forget()
    shelf.write({file: path.read_text().replace(old, new)})


def test_a_link_of_other_rules_names_both_versions(shelf: Any) -> None:
    text = stones(shelf)
    change(shelf, "st_stones/game.toml", "rules_version = 1", "rules_version = 2")
    change(shelf, "st_stones/game.py", "SEATS, 2, 1, ", "SEATS, 2, 2, ")
    change(shelf, "stones_game-1.2.dist-info/METADATA", "Version: 1.2", "Version: 1.3")
    versions = "rules version 1, stones-game 1.2; you have stones rules version 2, stones-game 1.3: "
    with pytest.raises(SaveError, match=versions):
        link.read_link(text)


def test_a_link_of_another_version_opens_if_its_game_is_the_same(shelf: Any) -> None:
    text = stones(shelf)
    lines = link.read_link(text).lines
    change(shelf, "stones_game-1.2.dist-info/METADATA", "Version: 1.2", "Version: 1.3")
    assert link.read_link(text).lines == lines
    change(shelf, "st_stones/two.toml", "north = 2", "north = 3")
    with pytest.raises(SaveError, match=r"stones-game 1\.2; you have .*stones-game 1\.3: ask"):
        link.read_link(text)


def test_a_link_names_the_distribution_that_is_missing(shelf: Any) -> None:
    text = stones(shelf)
    (shelf.folder / "stones_game-1.2.dist-info" / "entry_points.txt").write_text("")
    refresh()
    with pytest.raises(SaveError, match=r"this link needs stones \(stones-game 1\.2\): "):
        link.read_link(text)


# Strangers.


def values_in(text: str) -> list[Any]:
    """What a link says."""
    kind, code = text.removeprefix(link.MARK)[0], text.removeprefix(link.MARK)[1:]
    data = urlsafe_b64decode(code + "=" * (-len(code) % 4))
    values: list[Any] = msgspec.msgpack.decode(zlib.decompress(data, -15) if kind == "z" else data)
    return values


def coded(data: bytes, kind: str = "p") -> str:
    return f"{link.MARK}{kind}{urlsafe_b64encode(data).decode().rstrip('=')}"


def refused(text: str) -> str:
    with pytest.raises(SandtableError) as error:
        link.read_link(text)
    line = str(error.value)
    assert line.isprintable()
    assert len(line) < 500
    return line


GAME = sandtable.new("lrdg/el-alamein", seed=1)
for _ in range(4):
    GAME.choose(GAME.options()[1])
LINK = link.link_of(GAME)
CODE = LINK.removeprefix(link.MARK)


@given(st.text())
@example("")
@example("p")
@example("z")
@example("p@1")
@example(f"{CODE}@")
@example(f"{CODE}@x")
@example(f"{CODE}@99999999999999999")
def test_a_text_that_is_no_link_gives_one_line(text: str) -> None:
    refused(f"{link.MARK}{text}")


@given(st.data())
def test_a_link_with_changed_letters_gives_one_line_or_the_same_game(data: Any) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    place = data.draw(st.integers(1, len(CODE) - 1))
    letter = data.draw(st.sampled_from(letters))
    try:
        lines = link.read_link(f"{link.MARK}{CODE[:place]}{letter}{CODE[place + 1 :]}").lines
    except SaveError as error:
        assert str(error).isprintable()
    else:
        assert lines == GAME.journal.lines
    refused(f"{link.MARK}{CODE[:place]}")


@given(st.binary(max_size=60), st.sampled_from("pz"))
def test_any_bytes_give_one_line(data: bytes, kind: str) -> None:
    refused(coded(data, kind))


DEFAULTS: Sequence[Any] = (0, b"", [], [], {}, False, None, "", {})

OTHER_VALUES: dict[str, tuple[int, Any]] = {
    "more choices": (6, 5),
    "choices without end": (6, 10**18),
    "fewer choices than none": (6, -3),
    "another number": (7, b"\xff"),
    "a number without end": (7, b"\xff" * 200_000),
    "an undo of nothing": (8, [1, 1]),
    "half an undo": (8, [1]),
    "an undo of more than there is": (8, [1, 2000]),
    "an undo of less than nothing": (8, [1, -7]),
    "undos without end": (8, [0, 2] * 60_000),
    "an odd scenario": (3, "lrdg/\u202enone"),
    "an odd path": (3, "../../etc/passwd"),
    "an odd seed": (4, "\x1b[2J"),
    "an odd player": (9, ["\x1b[2J"]),
    "an empty seat": (9, ["none"]),
    "an odd option": (10, {"level": "x" * 5000}),
    "an odd parent": (12, (b"\x00" * 5000, 2**60, "\n")),
    "a file that is none": (13, "\x00"),
    "a file of another game": (13, 'game = "megiddo"\n'),
}


@pytest.mark.parametrize("name", OTHER_VALUES)
def test_a_link_that_no_game_has_made_gives_one_line(name: str) -> None:
    place, value = OTHER_VALUES[name]
    values = [*values_in(LINK), *DEFAULTS[len(values_in(LINK)) - 6 :]]
    values[place] = value
    refused(coded(msgspec.msgpack.encode(values)))


ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.text(), st.binary()),
    lambda some: st.one_of(st.lists(some, max_size=3), st.dictionaries(st.text(), some, max_size=2)),
    max_leaves=6,
)


@given(st.integers(1, 14), ANYTHING)
def test_a_link_with_any_value_in_it_gives_one_line_or_the_same_game(place: int, value: Any) -> None:
    values = [*values_in(LINK), *DEFAULTS[len(values_in(LINK)) - 6 :]]
    values[place] = value
    try:
        lines = link.read_link(coded(msgspec.msgpack.encode(values))).lines
    except SaveError as error:
        assert str(error).isprintable()
    else:
        assert lines == GAME.journal.lines


def test_a_link_that_unpacks_without_end_gives_one_line() -> None:
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(bytes(50_000_000)) + packer.flush()
    for text in (coded(packed, "z"), coded(b"\x91" * 100_000)):
        assert refused(text).startswith("this link is damaged")


def test_a_link_of_a_newer_form_names_both() -> None:
    text = coded(msgspec.msgpack.encode([7, {"all": "new"}]))
    assert (
        refused(text)
        == "this link has format 7, but this Sandtable reads format 1; install a newer Sandtable"
    )


def test_a_game_that_fails_gives_one_line(shelf: Any) -> None:
    text = stones(shelf)
    change(shelf, "st_stones/game.py", "def setup(", "def setup(self, table): 1 / 0\n    def other(")
    assert "fault of" in refused(text) or "division by zero" in refused(text)


def test_who_plays_a_seat_is_kept() -> None:
    session = sandtable.new("megiddo/1918", seed=1, seats={"british": "scripted"})
    assert values_in(link.link_of(session))[9] == ["*", ""]
    assert session.header.seats["turkish"] == HUMAN
