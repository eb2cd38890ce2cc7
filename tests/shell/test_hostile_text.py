"""Third-party text on its way out: saves, scenarios, plugins, settings and names of files.

Every command that reads such text is run. Invisible characters are written out everywhere.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import tomli_w
from nonempty import some

import sandtable
from sandtable.plugins.catalog import catalog, refresh
from sandtable.record.records import digest_of
from sandtable_shell.command_line import main
from sandtable_tools.toml_edits import inline

if TYPE_CHECKING:
    import pexpect
    from shelves import Shelf

WILD = (
    "\x1b]52;c;QUJD\x07\x08\x0b\x0c\r\x7f\x85\x9b31m\xad\u061c\u200b\u200d\u200f\u2028\u2029"
    "\u202a\u202e\u2060\u2066\u2069\ufeff\ufff9\U000e0041 end"
)
"""Control sequences that act on a terminal, or move, reverse or hide the text beside them."""

WRITTEN = r"\x1b]52;c;QUJD\x07"
"""The beginning of the sequences as they are shown."""

UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Characters that no terminal and no document may get."""

Place = tuple[str | int, ...]
Walk = Callable[..., str]


@pytest.fixture
def walk(run: Callable[..., Any], tmp_path: Path) -> Walk:
    """Runs commands, one a line, with names in them; returns their output.

    Nothing in it is unseen, nor in the files ``made.*``, which they may write, and JSON is JSON.
    """

    def walked(commands: str, typed: str = "", **names: object) -> str:
        shown = ""
        for line in filter(None, map(str.strip, commands.splitlines())):
            words = [word.format(**names) for word in line.split()]
            ran = run(*words, typed=typed)
            shown += f"{ran.status}\n{ran.out}{ran.err}"
            assert not UNSEEN.findall(ran.out + ran.err), (line, ran)
            if "--json" in words and ran.out:
                lines = ran.out.splitlines() if words[0] == "replay" else [ran.out]
                assert [json.loads(line) for line in lines]
            for file in tmp_path.glob("made.*"):
                assert not UNSEEN.findall(file.read_text()), (line, file)
                file.unlink()
        return shown

    return walked


# Saves.


def texts(value: Any, place: Place = ()) -> Iterator[Place]:
    """The places of the texts in plain data."""
    if isinstance(value, str):
        yield place
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts(inner, (*place, key))


def replaced(value: Any, place: Place, new: str) -> Any:
    """Plain data with another text in a place."""
    if not place:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = replaced(copy[place[0]], place[1:], new)
    return copy


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short game of a scenario's file, whose save has a line of each kind."""
    folder = tmp_path_factory.mktemp("save")
    text = catalog().scenario("megiddo/1918").text.replace("victory_points = 3", "victory_points = 1")
    (folder / "mine.toml").write_text(text)
    path = folder / "mine.jsonl"
    seats = {"british": "scripted", "turkish": "scripted"}
    with sandtable.new(str(folder / "mine.toml"), seed="luck", save=path, seats=seats) as session:
        session.note("@mark of mine", "british")
        session.choose(session.options()[0])
        session.undo()
        list(session.play())
    parent = {"parent": {"digest": "0" * 32, "n": 3, "name": "grandmother"}}
    path.write_bytes(forged(path, lambda n, record: record | (parent if n == 1 else {})))
    return path


def forged(path: Path, change: Callable[[int, Any], Any]) -> bytes:
    """A save with changed lines, whose digests fit."""
    digest, data = "", b""
    for n, line in enumerate(path.read_bytes().splitlines(), 1):
        record = change(n, json.loads(line))
        own = record.pop("digest")
        body = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
        digest = own if WILD in own else digest_of(digest, body)
        data += body[:-1] + f',"digest":{json.dumps(digest)}}}\n'.encode()
    return data


def hostile_saves(path: Path) -> Iterator[tuple[Place, bytes]]:
    """A save with a hostile text in each place of the header, and of lines of each kind."""
    done = set()
    for n, line in enumerate(path.read_bytes().splitlines(), 1):
        for place in texts(json.loads(line)):
            if place[0] != "change" and (n == 1, place) not in done:
                done.add((n == 1, place))

                def change(k: int, record: Any, n: int = n, place: Place = place) -> Any:
                    return replaced(record, place, WILD) if k == n else record

                yield place, forged(path, change)


def test_no_text_of_a_save_reaches_a_terminal_or_a_document_as_it_is(
    walk: Walk, save: Path, tmp_path: Path, home: Path
) -> None:
    verified, refused = set(), set()
    path = tmp_path / "forged.jsonl"
    for place, data in hostile_saves(save):
        path.write_bytes(data)
        if walk("check {save}", save=path).startswith("0"):
            verified.add(place[0])
        else:
            refused.add(place[0])
            walk("replay {save} --json \n saves {save} --json \n resume {save}", save=path)
            continue
        commands = """
            replay {save}
            replay {save} --json
            replay {save} --verify
            replay {save} --as british
            replay {save} --to @mark
            replay {save} --html {made}.html
            replay {save} --to 3 --play --save {branch}
            check {save} --migrate --dry-run
            saves {save}
            saves {save} --json
            resume {save}
            map {save}
            map {save} --plain
            map {save} --svg {made}.svg
            coach {save} --playouts 1
            coach {save} --playouts 1 --json
        """
        branch = tmp_path / "branch.jsonl"
        walk(commands, "log\nquit\n", save=path, made=tmp_path / "made", branch=branch)
        branch.unlink()
    assert {"plugins", "parent", "note"} <= verified
    assert {"game", "scenario", "embedded", "seats", "seed", "do", "outcome", "digest"} <= refused


@pytest.mark.parametrize("inside", ["", "seats", "options", "embedded", "parent", "do", "outcome"])
def test_no_key_of_a_save_reaches_a_terminal_as_it_is(
    walk: Walk, save: Path, tmp_path: Path, inside: str
) -> None:
    def more(_: int, record: dict[str, Any]) -> dict[str, Any]:
        if inside in record:
            return {**record, inside: {**record[inside], WILD: WILD}}
        return record if inside else {**record, WILD: WILD}

    path = tmp_path / "forged.jsonl"
    path.write_bytes(forged(save, more))
    walk("check {save} \n replay {save} --json \n saves {save} --json \n resume {save}", save=path)


def test_a_note_in_json_means_what_it_meant(walk: Walk, save: Path, tmp_path: Path) -> None:
    path = tmp_path / "forged.jsonl"
    note = {"note": WILD}
    path.write_bytes(forged(save, lambda _, record: record | (note if "note" in record else {})))
    lines = map(json.loads, walk("replay {save} --json", save=path).splitlines()[1:])
    assert [line["note"] for line in lines if "note" in line] == [WILD]


# Scenarios.

SLONTA = (resources.files("sandtable_cyrenaica") / "slonta.toml").read_text(encoding="utf-8")
"""A scenario with tables, special rules and names of all sorts."""


def hostile_scenarios() -> Iterator[str]:
    """Scenario texts with a hostile text in each place, as TOML can write it or as it must not."""
    tables = tomllib.loads(SLONTA)
    yield from (tomli_w.dumps(replaced(tables, place, WILD)) for place in texts(tables))
    yield from (f"{SLONTA}\n[{inline(WILD)}]", f"{SLONTA}\n[targets]\n{inline(WILD)} = 1")
    for unseen in ("\x85\x9b31m", "\u202e", WILD):
        yield f"{SLONTA}\n# {unseen}"
        yield f"{SLONTA}\nremark = '{unseen}'"
        yield SLONTA.replace("title = ", f"title = '{unseen}' # ", 1)
        yield f"{SLONTA}\n{unseen}"


@pytest.mark.parametrize("text", list(hostile_scenarios()))
def test_no_text_of_a_scenario_reaches_a_terminal_or_a_document_as_it_is(
    walk: Walk, home: Path, tmp_path: Path, text: str
) -> None:
    path = home / "scenarios" / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8", newline="")
    refresh()
    assert walk("scenario check {file}", file=path).startswith("2")
    commands = """
        scenario check {file} --json
        scenario check lrdg/mine
        scenario export {file}
        scenario export {file} --with duration=9
        play {file}
        play lrdg/mine
        map {file}
        map {file} --svg {made}.svg
        list
        list lrdg
        list --json
        plugins list
        plugins list --json
        plugins info mine
        simulate {file} --games 1
        simulate {file} --games 1 --jsonl {made}.jsonl --html {made}.html --json
        odds {file}
        hint {file}
    """
    walk(commands, file=path, made=tmp_path / "made")


@pytest.mark.parametrize("unseen", ["\x85", "\x9b", "\u202e", "\u2028", "\ufeff"])
def test_a_file_with_what_nobody_sees_is_named_by_its_line_and_not_exported(
    walk: Walk, tmp_path: Path, unseen: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"{SLONTA}\n# so{unseen}", encoding="utf-8")
    line = SLONTA.count("\n") + 2
    fault = f"line {line}: a character that cannot be shown: {ascii(unseen)[1:-1]}"
    assert walk("scenario export {file}", file=path) == f"2\nsandtable: {path}: {fault}\n"
    assert f"error: {fault}\n" in walk("scenario check {file}", file=path)


def test_an_export_is_toml_with_the_same_meaning(walk: Walk) -> None:
    for id in some(catalog().scenarios.ids):
        status, _, text = walk("scenario export {id}", id=id).partition("\n")
        assert (status, tomllib.loads(text)) == ("0", tomllib.loads(catalog().scenarios.text(id)))


# Names of files, settings.


def test_no_name_of_a_file_reaches_a_terminal_as_it_is(
    walk: Walk, save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = WILD + os.fsdecode(b"\xff")
    folder = tmp_path / name
    folder.mkdir()
    files = {"save": folder / f"{name}.jsonl", "file": folder / f"{name}.toml", "bad": folder / "b.toml"}
    files["save"].write_bytes(save.read_bytes())
    files["file"].write_text(SLONTA)
    files["bad"].write_text("game = 3")
    commands = """
        check {save}
        check {bad}
        check {folder}
        check {save}x
        --debug check {bad}
        replay {save}
        replay {save} --json
        replay {save} --verify
        replay {save} --to {name}
        replay {save} --as {name}
        replay {save} --html {folder}/page.html
        replay {save} --out {save}x
        replay {save} --to 3 --play
        replay {save} --{name}
        resume {save}
        saves {folder}
        saves {folder} --json
        saves {save}x
        map {save}
        map {file}
        map {file}x
        map {file} --svg {folder}
        map {file} --svg {folder}/map.svg
        coach {save} --playouts 1
        scenario check {file} --games 1
        scenario check {file} --games 1 --json
        scenario check {bad}
        scenario check {bad} --json
        scenario check {file}x
        scenario export {file}
        scenario export {bad}
        --debug scenario export {bad}
        play {file} --save {folder}/more.jsonl
        play {bad}
        play {file}x
        play {name}
        play lrdg/slonta --input {save}
        play lrdg/slonta --input {save}x
        play lrdg/slonta --save {folder}/no/no
        play lrdg/slonta --seat {name}
        play lrdg/slonta --set {name}=1
        play lrdg/slonta --seed {name}
        learn {name}
        list {name}
        rules {name}
        rules lrdg {name}
        odds {file}
        simulate {file} --games 1 --json
        simulate {file} --games 1 --csv {folder}
        simulate {file} --games 1 --jsonl {folder}/games.txt --html {folder}/2.html
        simulate {file} --games 1 --csv {folder}/games.csv
        config get {name}
        config set theme {name}
        plugins info {name}
        plugins enable {name}
        plugins install ./{name}
        plugins uninstall {name}
        {name}
        --{name}
    """
    walk(commands, folder=folder, name=name, **files)
    for file in (*folder.glob("*.html"), *folder.glob("*.svg"), *folder.glob("games.*")):
        assert not UNSEEN.findall(file.read_text()), file
    for key, value in (("SANDTABLE_HOME", folder), ("SANDTABLE_HOME", files["file"]), ("EDITOR", name)):
        monkeypatch.setenv(key, str(value))
        refresh()
        walk("list \n saves \n config list --json \n config path \n config set pace 1 \n config edit")


@pytest.mark.parametrize(
    "text", [f"theme = {inline(WILD)}", f"{inline(WILD)} = 1", f"theme = '{WILD}'", f"# {WILD}", WILD]
)
def test_no_setting_reaches_a_terminal_as_it_is(walk: Walk, home: Path, text: str) -> None:
    home.mkdir()
    (home / "config.toml").write_text(text, newline="")
    walk("config list \n config list --json \n config get theme \n list \n config set pace 1")


# Plugins.


@pytest.fixture
def stranger(shelf: Shelf) -> None:
    """Plugins with hostile words only: metadata, a game, its scenario, a command and its output."""
    wild = inline(WILD)
    shelf.stones()
    game = shelf.folder / "st_stones" / "game.toml"
    about = game.read_text().replace('"Stones"', wild).replace('"Lift."', wild)
    option = f"[options.{inline(WILD)}]\nhelp = {wild}\ndefault = {wild}\n"
    two = f'game = "stones"\ntitle = {wild}\nsummary = {wild}\n[heaps]\nnorth = 2\n'
    shelf.write({str(game): about + option, str(game.with_name("two.toml")): two})
    shout = f"""
from sandtable import SandtableError, ShellCommand
def run(arguments):
    print({WILD!r})
    raise SandtableError({WILD!r})
SHOUT = ShellCommand(
    run=run, summary={WILD!r}, group={WILD!r}, examples=({WILD!r},), more={WILD!r}
)
"""
    keys = ("Summary", "Home-page", "License")
    more = "".join(f"{key}: {WILD}\n" for key in keys).replace("\r", "")
    files = {"st_shout/__init__.py": shout}
    shelf.add("extra-shout", {"commands shout": "st_shout:SHOUT"}, files, more)
    shelf.hook("jam", f"raise ValueError({WILD!r})")


def test_no_word_of_a_plugin_reaches_a_terminal_as_it_is(
    walk: Walk, stranger: None, tmp_path: Path
) -> None:
    commands = """
        list
        list --json
        list stones
        rules stones
        map stones/two
        play stones/two --seed 1 --save {made}.jsonl
        scenario check stones/two --games 1
        plugins list
        plugins list --json
        plugins info extra-shout
        plugins info extra-shout --json
        plugins info extra-jam
        plugins info stones
        plugins doctor jam
        plugins doctor stones.two --json
        shout
        shout --help
        --debug shout
        --help
    """
    assert WRITTEN in walk(commands, "log\nquit\n", made=tmp_path / "made")


def test_nothing_that_is_completed_is_sent_as_it_is(
    stranger: None, home: Path, save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "there"
    for path in (home / "saves", home / "scenarios", folder):
        path.mkdir(parents=True)
        for name in (f"a{WILD}", f"a{os.fsdecode(bytes([255]))}", "amber"):
            (path / f"{name}.jsonl").write_bytes(save.read_bytes())
            (path / f"{name}.toml").write_text(SLONTA)
    monkeypatch.chdir(folder)
    refresh()
    answer, all_answers = tmp_path / "answer", ""
    typed = ("", "play ", "play stones/two --set ", "check ", "check a", "plugins info ", "map a")
    script = {"_ARGCOMPLETE_STDOUT_FILENAME": str(answer), "_ARGCOMPLETE_SUPPRESS_SPACE": "1"}
    for shell, between in (("bash", "\x0b"), ("zsh", "\x0b"), ("fish", "\n")):
        for line in (f"sandtable {words}" for words in typed):
            with pytest.MonkeyPatch.context() as patch:
                more = {"_ARGCOMPLETE_SHELL": shell, "_ARGCOMPLETE_IFS": between, "_ARGCOMPLETE": "1"}
                more |= {"_ARGCOMPLETE_DFS": "\t"} if shell == "fish" else {}
                more |= {"COMP_LINE": line, "COMP_POINT": str(len(line))}
                for key, value in (script | more).items():
                    patch.setenv(key, value)
                assert main([]) == 0
            answered = answer.read_text(encoding="utf-8", errors="surrogateescape")
            assert not UNSEEN.findall(answered.replace(between, "\n")), (shell, line)
            all_answers += answered
    assert "amber" in all_answers
    assert WRITTEN in all_answers


# At a terminal, which gets the program's own sequences.


def test_no_text_is_an_order_to_a_terminal_that_is_played_at(
    at_terminal: Callable[..., pexpect.spawn], save: Path, tmp_path: Path
) -> None:
    path = tmp_path / "forged.jsonl"
    note = {"note": WILD}
    path.write_bytes(forged(save, lambda _, record: record | (note if "note" in record else {})))
    words = ("replay", str(path), "--to", "6", "--play", "--seat", "british=human")
    child = at_terminal(*words, rows=60)
    child.expect("british>")
    child.send("log 99\rnotes\rquit\r")
    seen = child.before.decode() + str(child.read(), "utf-8")
    stepped = at_terminal("replay", str(path), "--step")
    stepped.expect("space next")
    stepped.send("bbnq")
    seen += stepped.before.decode() + str(stepped.read(), "utf-8")
    assert seen.count(WRITTEN) >= 2
    ours = set("\x1b\x07\x08\r")
    assert "\x1b]52" not in seen
    assert not [char for char in UNSEEN.findall(seen) if char not in ours]
