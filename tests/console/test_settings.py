"""``config``: the user's settings for all games."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nonempty import some

from sandtable_console.configuration import SETTINGS, Settings, as_typed, read, read_once, settings

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))

VALUES = [
    (setting.key, value)
    for setting in SETTINGS.values()
    for value in (*setting.words, *("0", "2.5") * (setting.key == "pace"))
]


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees settings that another has read, or the developer's own terminal."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    read_once.cache_clear()


@pytest.fixture
def config_file(home: Path) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    return home / "config.toml"


@pytest.mark.parametrize(("key", "value"), VALUES)
def test_a_new_setting_counts_and_is_reported(key: str, value: str, run, config_file: Path) -> None:
    assert run("config", "set", key, value).status == 0
    assert run("config", "get", key).out == f"{value}\n"
    document = {
        setting["key"]: setting
        for setting in json.loads(run("config", "list", "--json").out)["settings"]
    }
    assert document[key]["from"] == "set"
    assert document[key]["value"] == getattr(settings(), key)
    assert all(setting["from"] == "default" for setting in document.values() if setting["key"] != key)
    assert run("config", "reset", key).status == 0
    assert settings() == Settings()
    assert config_file.read_text() == ""


def test_every_setting_is_listed_with_its_value_and_what_it_may_be(run) -> None:
    out = " ".join(run("config").out.split())
    for setting in some(SETTINGS.values()):
        default = as_typed(setting.default)
        assert f"{setting.key} {default} {setting.help} ({setting.choices})" in out


def test_keys_and_values_take_any_unambiguous_beginning(run) -> None:
    assert run("config", "set", "th", "h").out.startswith("theme = high-contrast in ")
    assert run("config", "set", "pl", "on").out.startswith("plain = true in ")
    assert run("config", "set", "pa", "st").err == 'sandtable: setting "pa" can mean pace, pager\n'


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            ("set", "theme", "drak"),
            'theme takes auto, dark, light, high-contrast or none, not "drak"; did',
        ),
        (("set", "pace", "61"), "pace takes auto, step, none or seconds from 0 to 60, not 61"),
        (("set", "pager", ""), 'pager takes true or false, not ""'),
        (("get", "thme"), 'no setting "thme"; did you mean "theme"?'),
        (("reset", "colour"), 'no setting "colour"; choose from theme, keys'),
    ],
)
def test_a_wrong_word_is_refused_in_a_line(
    words: tuple[str, ...], expected: str, run, config_file: Path
) -> None:
    ran = run("config", *words)
    assert ran.status == 2
    assert ran.err.startswith(f"sandtable: {expected}")
    assert ran.err.count("\n") == 1
    assert not config_file.exists()


NOT_TOML = {
    'theme = "light"\nmap = \n': (2, "not TOML: invalid value"),
    'theme = "a\u001b[31m"\n': (1, "not TOML"),
    f"theme{'.x' * 5_000} = 1": (1, "a key of 5001 parts; at most 10 are read"),
    'keys = "vi"\nkeys = "emacs"\n': (2, 'the key "keys" occurs twice'),
    'pace = 1\nkeys = "vi"\nkeys = "emacs"': (3, 'the key "keys" occurs twice'),
}

WRONG = {
    '# mine\ntheme = "drak"\n': (2, 'theme takes auto, dark, light, high-contrast or none, not "drak"'),
    "\n\nplain = 1\n": (3, "plain takes true or false, not 1"),
    "pace = -1": (1, "pace takes auto, step, none or seconds from 0 to 60, not -1"),
    'map = "ascii"\ncolour = true\n': (2, 'no setting "colour"; choose from theme'),
    "map = 'ascii'\nthemes = 'dark'\n": (2, 'no setting "themes"; did you mean "theme"?'),
    '[theme]\nname = "dark"\n': (1, "theme takes auto, dark, light, high-contrast or none"),
    "pace = [1]\n": (1, "pace takes auto, step, none or seconds from 0 to 60, not [1]"),
}


@pytest.mark.parametrize("text", [*NOT_TOML, *WRONG])
def test_a_bad_file_names_its_line_and_stops_no_game(text: str, run, config_file: Path) -> None:
    line, fault = (NOT_TOML | WRONG)[text]
    config_file.write_text(text, encoding="utf-8")
    ran = run("config", "list")
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    ran = run("config", "get", "keys")
    assert (ran.status, ran.out) == (0, "emacs\n")
    assert f"{config_file}, line {line}: {fault}" in ran.err
    assert ran.err.isascii()
    assert ran.err.strip().isprintable()
    assert run("config", "get", "keys").err == ""  # it is said once


@pytest.mark.parametrize("text", NOT_TOML)
def test_a_file_that_is_not_toml_stays_as_it_is(text: str, run, config_file: Path) -> None:
    config_file.write_text(text, encoding="utf-8")
    for words in (("set", "keys", "vi"), ("reset", "keys")):
        ran = run("config", *words)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert ran.err.endswith("; nothing is changed\n")
    assert config_file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_line_is_named_and_blocks_no_other(text: str, run, config_file: Path) -> None:
    _, fault = WRONG[text]
    config_file.write_text(text, encoding="utf-8")
    ran = run("config", "set", "keys", "vi")
    assert (ran.status, ran.out) == (0, f"keys = vi in {config_file}\n")
    assert fault in ran.err
    assert settings().keys == "vi"
    assert run("config", "reset", "keys").status == 0
    assert config_file.read_text(encoding="utf-8").strip() == text.strip()


def test_a_game_goes_on_with_a_bad_file(run, config_file: Path) -> None:
    config_file.write_text("theme = 1\n", encoding="utf-8")
    ran = run("play", "megiddo/1918", "--seed", 1)
    assert ran.status == 0
    assert "Saved in" in ran.out
    assert ran.err.count("\n") <= 1


def test_valid_settings_in_a_bad_file_count(run, config_file: Path) -> None:
    config_file.write_text('theme = "light"\nmap = "acsii"\npace = "now"\n', encoding="utf-8")
    assert "(the default is used; 1 more fault)" in run("config", "get", "map").err
    assert settings() == Settings(theme="light")


def test_a_file_that_cannot_be_read_or_is_no_text_is_reported(run, config_file: Path) -> None:
    config_file.write_bytes(b'theme = "dark"\nkeys = "\xff"\n')
    assert run("config", "set", "keys", "vi").err.startswith(
        f"sandtable: {config_file}, line 2: not UTF-8 text"
    )
    for make in (Path.mkdir, os.mkfifo):
        config_file.rmdir() if config_file.is_dir() else config_file.unlink()
        make(config_file)
        ran = run("config", "set", "keys", "vi")
        assert ran.status == 2
        assert ran.err.endswith(f"sandtable: {config_file}: not a regular file; nothing is changed\n")
        assert settings() == Settings()


def test_a_file_that_is_too_large_is_not_read(run, config_file: Path) -> None:
    config_file.write_text(f"theme{'.x' * 50_000} = 1\n", encoding="utf-8")
    assert run("config").err == f"sandtable: {config_file}: larger than 20,000 bytes\n"


def test_what_is_no_file_is_not_edited(run, config_file: Path, monkeypatch) -> None:
    os.mkfifo(config_file)
    monkeypatch.setenv("VISUAL", "cat")
    ran = run("config", "edit")
    assert (ran.status, ran.err) == (2, f"sandtable: {config_file}: not a regular file\n")


def test_where_nothing_can_be_kept_a_setting_is_refused_in_a_line(run, monkeypatch) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", "/dev/null")
    ran = run("config", "set", "pace", "1")
    problem = "/dev/null/config.toml cannot be written: its folder does not exist; create it first"
    assert (ran.status, ran.err) == (2, f"sandtable: {problem}\n")


def test_a_byte_order_mark_is_no_fault(run, config_file: Path) -> None:
    config_file.write_bytes(b'\xef\xbb\xbftheme = "light"\r\nkeys = "vi"\r\n')
    assert settings() == Settings(theme="light", keys="vi")
    assert run("config", "reset", "theme").status == 0
    assert config_file.read_bytes() == b'keys = "vi"\r\n'


def test_other_text_in_the_file_stays(run, config_file: Path) -> None:
    config_file.write_text('# mine\ntheme = "dark"  # at night\n\nkeys = "vi"\n', encoding="utf-8")
    run("config", "set", "theme", "light")
    run("config", "set", "pace", "2")
    run("config", "reset", "keys")
    assert config_file.read_text() == '# mine\ntheme = "light"  # at night\n\npace = 2\n'


LINES = {key: f"{key} = {json.dumps(setting.default)}" for key, setting in SETTINGS.items()}
OTHERS = ("", "# mine", "  # theme = 1", '# """', "older = 1")


@given(
    there=st.lists(st.sampled_from([*LINES, *OTHERS]), unique=True, max_size=8),
    table=st.sampled_from(["", "\n# a table\n[later]\nkeys = 1\n"]),
    end=st.sampled_from(["\n", "\r\n"]),
    closed=st.booleans(),
    behind=st.sampled_from(["", "  # at night"]),
    key=st.sampled_from([*LINES]),
)
def test_every_other_line_stays(
    there: list[str], table: str, end: str, closed: bool, behind: str, key: str, config_file: Path, run
) -> None:
    lines = [LINES[line] + behind if line in LINES else line for line in there]
    text = end.join([*lines, table.replace("\n", end)] if table or closed else lines)
    config_file.write_bytes(text.encode())
    value = [as_typed(SETTINGS[key].default), *SETTINGS[key].words][-1]  # a number has no words
    assert run("config", "set", key, value).status == 0
    contents = read(config_file)
    assert as_typed(contents.values[key]) == value
    others = [line for line in text.split(end) if not line.startswith(f"{key} =")]
    assert contents.text is not None
    new = contents.text.replace("\r\n", "\n").split("\n")
    assert [line for line in new if line and not line.startswith(f"{key} =")] == [*filter(None, others)]
    assert run("config", "reset", key).status == 0
    assert key not in read(config_file).values


def test_the_file_is_replaced_whole_behind_a_link_with_its_mode(
    run, config_file: Path, tmp_path: Path
) -> None:
    real = tmp_path / "dotfiles" / "sandtable.toml"
    real.parent.mkdir()
    real.write_text('theme = "dark"\n', encoding="utf-8")
    real.chmod(0o600)
    before = real.stat().st_ino
    config_file.symlink_to(real)
    assert run("config", "set", "theme", "light").status == 0
    assert config_file.is_symlink()
    assert real.read_text() == 'theme = "light"\n'
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    assert real.stat().st_ino != before
    assert [path.name for path in real.parent.iterdir()] == [real.name]


def test_no_color_leaves_no_theme(run, config_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("config", "set", "theme", "light")
    monkeypatch.setenv("NO_COLOR", "")
    assert settings().theme == "light"
    monkeypatch.setenv("NO_COLOR", "1")
    assert settings().theme == "none"
    assert run("config", "get", "theme").out == "none\n"
    assert "none; set by NO_COLOR) keys" in " ".join(run("config", "list").out.split())
    assert 'while NO_COLOR is set, the theme is "none"' in run("config", "set", "theme", "dark").out


def test_without_sandtable_home_it_lies_in_the_config_folder(
    run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SANDTABLE_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    assert run("config", "path").out == f"{tmp_path / 'xdg' / 'sandtable' / 'config.toml'}\n"


def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *texts: str, status: int = 0) -> None:
    """An editor that writes some texts, one after the other."""
    script = tmp_path / "editor.py"
    script.write_text(
        "import sys, pathlib\n"
        f"texts = {list(texts)!r}\n"
        "count = pathlib.Path(__file__).with_name('count')\n"
        "n = int(count.read_text()) if count.exists() else 0\n"
        "count.write_text(str(n + 1))\n"
        "pathlib.Path(sys.argv[-1]).write_text(texts[n])\n"
        f"sys.exit({status})\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script} -w")


def test_edit_opens_the_file_and_says_what_is_wrong_in_it(
    run, config_file, tmp_path, monkeypatch
) -> None:
    editor(tmp_path, monkeypatch, 'theme = "dusk"\nsize = 3\n', 'theme = "light"\n')
    ran = run("config", "edit")
    assert (ran.status, ran.out) == (1, "")
    first, second = ran.err.splitlines()
    assert first.startswith(f"sandtable: {config_file}, line 1: theme takes auto, dark, light")
    assert second.startswith(f'sandtable: {config_file}, line 2: no setting "size"')
    ran = run("config", "edit")
    assert (ran.status, ran.out, ran.err) == (0, f"{config_file}: no faults\n", "")
    assert settings().theme == "light"


def test_an_editor_that_fails_is_reported(run, config_file, monkeypatch) -> None:
    for command, message in (("false", "status 1"), ("sh -c 'kill -9 $$'", "signal 9")):
        monkeypatch.setenv("VISUAL", command)
        ran = run("config", "edit")
        assert (ran.status, ran.out) == (1, "")
        assert ran.err == f"sandtable: the editor {command.split()[0]} ended with {message}\n"


def test_ctrl_c_is_the_editors_own_affair(config_file, tmp_path, monkeypatch) -> None:
    editor(tmp_path, monkeypatch, 'theme = "light"\n')
    script = tmp_path / "editor.py"
    # Blocked before 'up', the signal waits for sigwait: a handler's turn might come after input() only.
    waits = (
        "import signal\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})\n"
        "print('up', flush=True)\n"
        "signal.sigwait({signal.SIGINT})\n"
        "print('heard', flush=True)\n"
        "input()\n"
    )
    script.write_text(waits + script.read_text(encoding="utf-8"), encoding="utf-8")
    child = pexpect.spawn(SANDTABLE, ["config", "edit"], encoding="utf-8", timeout=60)
    child.expect("up")
    child.sendintr()
    child.expect("heard")
    child.sendline("")
    child.expect(pexpect.EOF)
    assert child.wait() == 0
    assert read(config_file).values == {"theme": "light"}


def test_edit_begins_with_every_setting_as_a_comment(run, config_file, monkeypatch) -> None:
    monkeypatch.setenv("VISUAL", "true")
    assert run("config", "edit").status == 0
    assert settings() == Settings()
    uncommented = "\n".join(
        line[2:]
        for line in config_file.read_text().splitlines()
        if line.startswith("# ") and " = " in line
    )
    config_file.write_text(uncommented, encoding="utf-8")
    found = read(config_file)
    assert found.values.keys() == SETTINGS.keys()
    assert found.settings == Settings()


def test_without_an_editor_edit_says_where_the_file_is(run, config_file, monkeypatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setattr("shutil.which", {}.get)
    for value, message in (
        ("", f"edit {config_file}"),
        ("nosuch-editor", "no such file"),
        ("vi '", "closing"),
    ):
        monkeypatch.setenv("EDITOR", value)
        ran = run("config", "edit")
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert message in ran.err


@given(
    text=st.text(max_size=60)
    | st.sampled_from(["theme=", "pace = 1e", "[map]\n"]).flatmap(
        lambda head: st.text(max_size=20).map(lambda tail: head + tail)
    )
)
def test_any_text_at_all_is_read_or_told_in_lines_that_a_terminal_can_show(
    text: str, config_file: Path
) -> None:
    config_file.write_bytes(text.encode("utf-8", "replace"))
    found = read(config_file)
    assert isinstance(found.settings, Settings)
    assert all(fault.startswith(str(config_file)) and fault.isprintable() for fault in found.faults)


def imported(code: str, *names: str) -> list[str]:
    """The modules among some that a new process of the program imports."""
    code += f"\nimport sys; print(*[name for name in {names} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_the_settings_cost_nothing_where_nobody_asks(home: Path) -> None:
    version = "from sandtable_shell import main\ntry: main(['--version'])\nexcept SystemExit: pass"
    assert (
        imported(version, "sandtable_console.configuration", "tomllib", "tomli_w", "tomlkit", "msgspec")[
            2:
        ]
        == []
    )
    asked = "from sandtable_console.configuration import settings; settings()"
    assert imported(asked, "tomllib", "tomli_w", "tomlkit", "sandtable.plugins.catalog") == ["tomllib"]
