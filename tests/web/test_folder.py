"""``web``: the folder that it writes, and what it refuses, with a stand-in for the engine."""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.tooling import refresh
from sandtable_tools.web.folder import WRITTEN, in_script

if TYPE_CHECKING:
    from shelves import Shelf

SAVES = Path(__file__).parents[2] / "saves"

ABOUT = {
    "python": "3.14.2",
    "magic": "00000000",  # of no Python, so that nothing is compiled
    "distributions": {"msgspec": "0.22.0", "pluggy": "1.7.0"},
    "terminal": {},
}


@pytest.fixture(autouse=True)
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "engines" / "sandtable_web"
    for name, text in {
        "__init__.py": "",
        "compiling.py": "compiled = lambda sources: None",
        "engine.json": json.dumps(ABOUT),
        "engine/pyodide.mjs": "// the engine",
        "engine/LICENSES/it.txt": "As you like.",
        "terminal/xterm.mjs": "// a terminal",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for module in ("sandtable_web", "sandtable_web.compiling"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.syspath_prepend(folder.parent)
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def offers(out: Path) -> dict[str, Any]:
    page = (out / "index.html").read_text("utf-8")
    found = re.search(r'<script type="application/json" id="offers">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def names_in(archive: Path) -> set[str]:
    return set(zipfile.ZipFile(io.BytesIO(gzip.decompress(archive.read_bytes()))).namelist())


def entry_points(archive: Path) -> str:
    zipped = zipfile.ZipFile(io.BytesIO(gzip.decompress(archive.read_bytes())))
    return next(zipped.read(n).decode() for n in zipped.namelist() if n.endswith("/entry_points.txt"))


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_one_scenario_is_offered_with_all_that_a_reader_chooses_by(run, out: Path) -> None:
    ran = run("web", out, "megiddo/1918-even")
    assert (ran.status, ran.err) == (0, "")
    written, slow, look = ran.out.splitlines()
    assert re.fullmatch(rf"written to {out}: 1 scenario of 1 game, \d\.\d MB", written)
    assert "install node" in slow
    assert look == f"to play: python -m http.server -d {out}, then open http://localhost:8000/"
    document = offers(out)
    (offer,) = document["offers"]
    assert offer["scenario"] == "megiddo/1918-even"
    assert offer["seats"] == {"british": "the British", "turkish": "the Turks"}
    assert offer["default_seats"] == {"british": "human", "turkish": "scripted"}
    assert [*offer["bots"]] == ["scripted", "random", "search"]  # none that runs a program
    assert offer["bots"]["random"].startswith("Makes any legal move")
    assert offer["lesson"]
    assert offer["code"] == ["megiddo"]
    assert document["open"] is None
    assert (out / offer["picture"]).read_text().startswith("<svg")
    written_files = files_in(out)
    assert {"engine/pyodide.js", "engine/LICENSES/it.txt", "worker.js", "page/palette.css"} <= {
        *written_files
    }
    assert "engine/xterm.js" not in written_files
    assert "code/megiddo.zip.gz" in written_files
    assert "code/lrdg.zip.gz" not in written_files


def test_the_same_installation_writes_the_same_bytes_and_replaces_what_it_wrote(run, out: Path) -> None:
    ran = run("web", out, "megiddo/1918", "--terminal")
    assert ran.out.endswith("open http://localhost:8000/ or http://localhost:8000/terminal.html\n")
    first = files_in(out)
    assert "engine/xterm.js" in first
    assert run("web", out, "megiddo/1918", "--terminal").status == 0
    assert files_in(out) == first
    assert {*json.loads(first[WRITTEN])["files"]} == {*first} - {WRITTEN}
    assert [path.name for path in out.parent.iterdir() if path.name.startswith(".")] == []


def test_a_file_of_a_scenario_is_in_the_home_of_the_page(run, out: Path, tmp_path: Path) -> None:
    text = run("scenario", "export", "megiddo/1918").out
    (tmp_path / "late.toml").write_text(text)
    assert run("web", out, tmp_path / "late.toml").status == 0
    (offer,) = offers(out)["offers"]
    assert (offer["scenario"], offer["own"], offer["code"]) == (
        "megiddo/late",
        True,
        ["megiddo", "home"],
    )
    assert names_in(out / "code" / "home.zip.gz") == {"scenarios/late.toml"}
    (tmp_path / "1918.toml").write_text(text)
    ran = run("web", out, tmp_path / "1918.toml")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "megiddo/1918 is installed; rename the file" in ran.err


def test_the_parts_of_a_campaign_of_files_come_with_it(run, out: Path, tmp_path: Path) -> None:
    (tmp_path / "raid.toml").write_text(run("scenario", "export", "lrdg/slonta").out)
    (tmp_path / "war.toml").write_text('game = "lrdg"\ntitle = "War"\nparts = ["raid", "barca"]\n')
    ran = run("web", out, tmp_path / "war.toml")
    assert (ran.status, ran.err) == (0, "")
    assert names_in(out / "code" / "home.zip.gz") == {"scenarios/war.toml", "scenarios/raid.toml"}


def test_saves_and_links_have_names_of_their_own_that_any_address_can_hold(
    run, out: Path, tmp_path: Path
) -> None:
    save = SAVES / "megiddo-1918.jsonl"
    odd = tmp_path / "Raid #2?.jsonl"
    odd.write_bytes(save.read_bytes())
    link = run("link", save).out.strip()
    assert run("web", out, odd, odd, f"{link}@57", "megiddo/1918").status == 0
    document = offers(out)
    names = [given["save"] for given in document["given"]]
    assert names[:2] == ["given/raid-2.jsonl", "given/raid-2-2.jsonl"]
    assert not document["given"][2]["over"]
    header, *lines = (out / names[2]).read_bytes().splitlines()
    assert "human" in json.loads(header)["seats"].values()  # the bots of the recorded game stop
    assert len(lines) == 56
    assert document["open"] is None


def test_a_save_alone_is_opened_at_once(run, out: Path) -> None:
    save = SAVES / "megiddo-1918.jsonl"
    ran = run("web", out, save)
    assert "1 save of 1 game" in ran.out
    document = offers(out)
    (given,) = document["given"]
    assert document["open"] == given["save"] == "given/megiddo-1918.jsonl"
    assert (given["scenario"], given["over"], given["code"]) == ("megiddo/1918", True, ["megiddo"])
    assert (out / given["save"]).read_bytes() == save.read_bytes()
    assert (out / given["picture"]).is_file()


@pytest.mark.parametrize("typed", ["megiddo/1917", "nowhere.jsonl", "nowhere.toml", "sandtable:AAAA"])
def test_a_name_that_is_nothing_is_refused_in_one_line(run, out: Path, typed: str) -> None:
    ran = run("web", out, typed)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert not out.exists()


# What must not be replaced.


def test_a_folder_with_anything_else_in_it_is_left_as_it_is(run, out: Path) -> None:
    out.mkdir()
    assert run("web", out, "megiddo/1918").status == 0  # an empty one is fine
    (out / ".git").mkdir()
    (out / ".git" / "HEAD").write_text("mine")
    before = files_in(out)
    ran = run("web", out)
    assert (ran.status, ran.err) == (
        2,
        f"sandtable: {out} has .git/HEAD, which sandtable web did not write; move it first\n",
    )
    (out / WRITTEN).unlink()
    ran = run("web", out)
    assert (ran.status, ran.err) == (
        2,
        f"sandtable: {out} is not empty; name a new folder, or an empty one\n",
    )
    assert files_in(out) == {name: before[name] for name in before if name != WRITTEN}


def test_a_file_a_missing_folder_and_the_own_folder_are_refused(
    run, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out.write_text("mine")
    assert run("web", out).err == f"sandtable: {out} is not a folder\n"
    for file in ("raid.toml", "raid.jsonl"):
        named = "name the folder to write first: sandtable web site"
        assert run("web", file).err == f"sandtable: {named} {file}\n"
    where = tmp_path / "a" / "b"
    assert run("web", where).err == f"sandtable: {where}: its folder does not exist; create it first\n"
    monkeypatch.chdir(tmp_path / "engines")
    assert run("web", ".").err == "sandtable: you are in ., which would be replaced; leave it first\n"


def test_what_was_there_stays_if_the_new_folder_cannot_be_written(
    run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("web", out, "megiddo/1918")
    before = files_in(out)
    rename = Path.rename

    def refuse(path: Path, target: Path) -> Path:
        if path.name.startswith(".sandtable-") and not path.suffix:
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    ran = run("web", out, "megiddo/1918-even")
    assert (ran.status, ran.err) == (2, f"sandtable: {out} cannot be written: no space left on device\n")
    assert files_in(out) == before
    assert [path.name for path in out.parent.iterdir() if path.name.startswith(".")] == []


def test_without_an_engine_the_extra_is_named(run, out: Path, engine: Path) -> None:
    (engine / "engine.json").unlink()
    ran = run("web", out)
    assert (ran.status, ran.err) == (
        2,
        'sandtable: web: the engine is missing; pip install "sandtable[web]", or in a checkout'
        " python plugins/sandtable-web/build.py && pip install ./plugins/sandtable-web\n",
    )


# Plugins of others.


@pytest.fixture
def wheel(tmp_path: Path) -> Callable[..., Path]:
    """Writes a wheel of version 1.2."""

    def write(
        name: str,
        points: str = "",
        files: Mapping[str, str] = {},
        more: str = "",
        tag: str = "py3-none-any",
    ) -> Path:
        stem = f"{name.replace('-', '_')}-1.2"
        about = {
            "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n{more}",
            "WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n",
            "entry_points.txt": points,
            "licenses/LICENSE": "As you like.",
        }
        record = f"{stem}.dist-info/RECORD"
        texts = {**files, **{f"{stem}.dist-info/{file}": text for file, text in about.items()}}
        texts[record] = "".join(f"{file},,\n" for file in (*texts, record))
        path = tmp_path / f"{stem}-{tag}.whl"
        with zipfile.ZipFile(path, "w") as made:
            for file, text in texts.items():
                made.writestr(file, text)
        return path

    return write


TICKER = "[sandtable.plugins]\nticker = st_ticker\n"
HOOKS = {
    "st_ticker/__init__.py": "from sandtable import hookimpl\nimport sandtable_hexes\n",
    "st_ticker/data.toml": "a = 1\n",
}


def test_a_plugin_and_the_wheel_that_it_needs_are_loaded_for_every_game(
    run, out: Path, wheel: Callable[..., Path]
) -> None:
    words = ("clocks>=1", "msgspec", "st-a; sys_platform=='win32'", "st-b; python_version<'3.12'")
    needs = "".join(f"Requires-Dist: {word}\n" for word in words)
    ticker, clocks = (
        wheel("st-ticker", TICKER, HOOKS, needs),
        wheel("clocks", files={"st_clocks.py": ""}, tag="py2.py3-none-any"),
    )
    ran = run("web", out, "--plugin", ticker, "--plugin", clocks, "megiddo/1918")
    assert (ran.status, ran.err) == (0, "")
    assert {"sandtable", "st-ticker-1.2", "clocks-1.2"} <= {*offers(out)["code"]}
    packed = names_in(out / "code" / "st-ticker-1.2.zip.gz")
    about = {
        f"st_ticker-1.2.dist-info/{name}"
        for name in ("METADATA", "entry_points.txt", "licenses/LICENSE")
    }
    assert packed == {*HOOKS, *about}
    assert "sandtable_hexes/__init__.py" in names_in(out / "code" / "sandtable.zip.gz")  # it is imported
    assert "st_clocks.py" in names_in(out / "code" / "clocks-1.2.zip.gz")
    assert "ticker" not in run("plugins", "list").out


def test_a_game_in_a_wheel_is_offered_and_loaded_when_it_is_played(
    run, out: Path, shelf: Shelf, wheel: Callable[..., Path]
) -> None:
    shelf.stones()
    texts = {path: content.decode() for path, content in files_in(shelf.folder).items()}
    points = texts.pop("stones_game-1.2.dist-info/entry_points.txt")
    files = {path: text for path, text in texts.items() if path.startswith("st_stones")}
    for path in texts:
        (shelf.folder / path).unlink()
    (shelf.folder / "stones_game-1.2.dist-info" / "entry_points.txt").unlink()
    refresh()
    assert "stones" not in run("list").out
    ran = run("web", out, "--plugin", wheel("stones-game", points, files), "stones/two", "megiddo/1918")
    assert (ran.status, ran.err) == (0, "")
    assert offers(out)["code"] == ["sandtable"]
    codes = [offer["code"] for offer in offers(out)["offers"]]
    assert codes == [["stones-game-1.2"], ["megiddo"]]
    shelf.forget()
    assert "stones" not in run("list").out


def test_a_wheel_for_two_games_never_names_one_that_is_not_there(
    run, out: Path, wheel: Callable[..., Path]
) -> None:
    points = "[sandtable.scenarios]\nmegiddo.dawn = st_both\nlrdg.dusk = st_both\n"
    files = {"__init__.py": "", "dawn.toml": 'game = "megiddo"\n', "dusk.toml": 'game = "lrdg"\n'}
    both = wheel("st-both", points, {f"st_both/{name}": text for name, text in files.items()})
    assert run("web", out, "--plugin", both, "megiddo/1918").status == 0
    code = out / "code" / "st-both-1.2.zip.gz"
    assert "lrdg" not in entry_points(code)
    assert run("web", out, "--plugin", both, "megiddo/1918", "lrdg/slonta").status == 0
    assert "lrdg" in entry_points(code)
    assert [offer["code"] for offer in offers(out)["offers"]] == [["lrdg", "megiddo", "st-both-1.2"]] * 2


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("Requires-Dist: clocks>=1\n", "st-ticker needs clocks, which is missing (--plugin WHEEL)"),
        ("Requires-Dist: sandtable>=99\n", "st-ticker needs sandtable>=99, not "),
        ("Requires-Dist: msgspec<0.1\n", "st-ticker needs msgspec<0.1, not 0.22.0"),
    ],
)
def test_what_a_plugin_misses_is_said_before_anything_is_written(
    run, out: Path, wheel: Callable[..., Path], more: str, said: str
) -> None:
    ran = run("web", out, "megiddo/1918", "--plugin", wheel("st-ticker", TICKER, HOOKS, more))
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"sandtable: {said}")
    assert not out.exists()


def test_only_wheels_in_pure_python_are_taken(
    run, out: Path, tmp_path: Path, wheel: Callable[..., Path]
) -> None:
    missing = run("web", out, "--plugin", "no.whl")
    assert missing.err.startswith("sandtable: web: --plugin no.whl: no such file (see")
    native = wheel("st-ticker", TICKER, HOOKS, tag="cp314-cp314-manylinux_2_28_x86_64")
    assert "runs only pure Python (py3-none-any), not cp314" in run("web", out, "--plugin", native).err
    broken = tmp_path / "st_broken-1.0-py3-none-any.whl"
    broken.write_text("no zip")
    for name in (broken, "st-ticker"):
        ran = run("web", out, "--plugin", name)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert ran.err.startswith("sandtable: web: --plugin")


def test_a_plugin_that_cannot_be_used_is_refused(run, out: Path, wheel: Callable[..., Path]) -> None:
    broken = wheel("st-ticker", "[sandtable.games]\nticker = st_ticker:Game\n", HOOKS)
    ran = run("web", out, "megiddo/1918", "--plugin", broken)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "game ticker is broken: there is no game.toml in st_ticker" in ran.err


def test_an_installed_game_of_others_is_packed_and_its_plugins_of_others_are_not(
    run, out: Path, shelf: Shelf
) -> None:
    shelf.stones()
    shelf.hook("ticker", "")
    ran = run("web", out, "stones/two")
    assert (ran.status, ran.err) == (0, "")
    assert offers(out)["offers"][0]["code"] == ["stones-game-1.2"]
    packed = names_in(out / "code" / "stones-game-1.2.zip.gz")
    assert {
        "st_stones/game.py",
        "st_stones/two.toml",
        "stones_game-1.2.dist-info/entry_points.txt",
    } <= packed
    assert {path.name for path in (out / "code").iterdir()} == {
        "sandtable.zip.gz",
        "stones-game-1.2.zip.gz",
    }


def test_no_text_can_end_the_script_that_holds_it() -> None:
    text = "</script><!-- & \u2028 \u2029"
    assert not {*"<>&\u2028\u2029"} & {*in_script({"a": text})}
    assert json.loads(in_script({"a": text})) == {"a": text}
