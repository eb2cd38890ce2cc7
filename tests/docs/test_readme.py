"""Pages are true: their commands, snippets and links work, most of all those of the README."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from follow import blocks, shell, shows
from nonempty import some

from sandtable.plugins.catalog import refresh

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "docs/index.md",
    *(ROOT / "docs/play").glob("*.md"),
    *(ROOT / "docs/inside").glob("*.md"),
    ROOT / "docs/make/batches.md",
    ROOT / "docs/reference/save-format.md",
]


def pages_with(language: str, begins: str) -> list[Path]:
    """The pages with a code block whose language begins with a text."""
    texts = {page: blocks(page.read_text(encoding="utf-8"), language) for page in PAGES}
    return [page for page, found in texts.items() if any(line.startswith(begins) for line in found)]


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that the README shows."""
    return pairs(re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE))


def pairs(parts: list[str]) -> list[tuple[str, str]]:
    """What was typed, each with what follows it, without the text before."""
    return list(zip(parts[1::2], parts[2::2], strict=True))


def in_process(run, command: str) -> tuple[int, str, str]:
    """The same for a command of the program that needs no shell, in this process."""
    if not command.startswith("sandtable ") or set(command) & set("|>*~$;"):
        done = shell(command)
        return done.returncode, done.stdout, done.stderr
    refresh()
    return run(*shlex.split(command)[1:])


TYPED = re.compile(r"^\w+> (.*)\n", re.MULTILINE)
"""A line typed at a prompt, in a page."""

NUMBER = re.compile(r"^ +\d+(?=  )", re.MULTILINE)
"""The number of an option, which plain lines leave out."""


def words(text: str) -> str:
    """A text on one line, without the numbers of options."""
    return " ".join(NUMBER.sub("", text).split())


@pytest.fixture
def folder(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the README names, and the program first on the PATH."""
    playing = (ROOT / "docs" / "play" / "prompt.md").read_text(encoding="utf-8")
    script = playing.partition("`first.txt` contains")[2]
    (tmp_path / "first.txt").write_text(blocks(script, "text")[0])
    for saves in ("saves", "docs/live"):
        shutil.copytree(ROOT / saves, tmp_path / saves)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path


def test_the_readme_shows_the_console_whole() -> None:
    shown = [command for block in blocks(README, "console") for command in commands(block)]
    assert len(shown) >= 3
    assert all("..." not in out for _, out in shown)


@pytest.mark.parametrize("page", pages_with("console", "$ sandtable"), ids=lambda page: page.name)
def test_the_console_shows_what_a_page_says(page: Path, folder: Path, run) -> None:
    shown = blocks(page.read_text(encoding="utf-8"), "console")
    for command, expected in [command for block in shown for command in commands(block)]:
        status, out, err = in_process(run, command)
        assert status == 0, command + err
        assert shows(expected, out), f"$ {command}\n{out}"


@pytest.mark.parametrize("page", pages_with("text", "lrdg> "), ids=lambda page: page.name)
def test_the_prompt_answers_as_a_page_says(page: Path, folder: Path, run) -> None:
    """What the page shows at the prompt is typed at line 17 of the raid."""
    shown = [
        pair
        for block in blocks(page.read_text(encoding="utf-8"), "text")
        for pair in pairs(TYPED.split(block))
    ]
    Path("typed.txt").write_text("".join(f"{typed}\n" for typed, _ in shown), encoding="utf-8")
    status, out, err = run(
        *("replay", "docs/live/raid.jsonl", "--to", "17", "--play", "--save", "typed.jsonl"),
        *("--input", "typed.txt", "--keep-going"),
    )
    assert status == 0, err
    _, *answers = re.split(r"^> .*\n", out, flags=re.MULTILINE)
    for (typed, expected), answer in zip(shown, answers, strict=True):
        assert shows(f"... {words(expected)} ...", f"- {words(answer)} -"), f"> {typed}\n{answer}"


def test_every_command_in_the_text_is_one(folder: Path, run) -> None:
    """Commands in running text: their arguments exist, and so do their options."""
    for command in some(re.findall(r"`(sandtable [a-z][^`]*)`", README)):
        status, _, err = in_process(run, command)
        if command == "sandtable resume":
            assert "there is no save" in err or status == 0
        else:
            assert status == 0, command + err


@pytest.mark.parametrize("page", pages_with("python", ">>> "), ids=lambda page: page.name)
def test_the_snippets_are_doctests(page: Path, folder: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried >= 6
    assert failed == 0


def test_the_first_command_of_the_readme_plays_a_game(folder: Path, run) -> None:
    *_, plays = blocks(README, "sh")[0].strip().split(" && ")
    status, out, err = in_process(run, plays.removeprefix(".venv/bin/"))
    assert status == 0, err
    assert "A bot plays, seed " in out
    assert re.findall(r"^  sandtable (\w+)", out, re.MULTILINE) == ["learn", "watch", "report", "list"]


def test_ci_runs_the_last_command_of_the_readme() -> None:
    last = blocks(README, "sh")[-1].strip()
    assert last in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link
