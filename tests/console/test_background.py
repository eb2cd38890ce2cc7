"""The background of the terminal: asked for once; keys typed meanwhile are not lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.typeahead import get_typeahead

from sandtable_console import background as module
from sandtable_console import themes

pty = pytest.importorskip("pty")

DONE = b"\x1b[?62;22c"
"""The answer to the question that all terminals answer."""

Asked = Callable[..., tuple[str | None, str]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """What is found out at a terminal that gives an answer, and the keys that are kept."""
    master, slave = pty.openpty()

    def ask(answer: bytes, later: bytes = b"", **env: str) -> tuple[str | None, str]:
        def reply() -> None:
            got = b""
            while not got.endswith(b"\x1b[c"):
                got += os.read(master, 100)
            os.write(master, answer)

        monkeypatch.setattr(module, "TIMEOUT", 9.0 if DONE in answer else 0.01)
        for name, value in {"TERM": "xterm", "COLORFGBG": "", "SSH_CONNECTION": "", **env}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("sys.stdin", stdin)
        monkeypatch.setattr("sys.stdout", stdout)
        module.background.cache_clear()
        thread = Thread(target=reply, daemon=True)
        if env.get("TERM") != "dumb":
            thread.start()
        with create_pipe_input() as pipe, create_app_session(input=pipe):
            found = module.background()
            if env.get("TERM") != "dumb":
                thread.join()
            pipe.send_bytes(later)
            return found, "".join(key.data for key in (*get_typeahead(pipe), *pipe.read_keys()))

    with open(slave, "rb", 0, closefd=False) as stdin, open(slave, "wb", 0, closefd=False) as stdout:
        yield ask
    module.background.cache_clear()
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize(
    ("colour", "found"),
    [
        (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "light"),
        (b"\x1b]11;rgb:1e/1e/2e\x07", "dark"),
        (b"\x1b]11;rgba:fdfd/f6f6/e3e3/ffff\x1b\\", "light"),
        (b"", None),
    ],
)
def test_the_terminal_says_which_it_is(asked: Asked, colour: bytes, found: str | None) -> None:
    assert asked(colour + DONE) == (found, "")


def test_keys_typed_meanwhile_are_kept_in_order(asked: Asked) -> None:
    answer = b"1\r\x1b]11;rgb:ff/ff/ff\x1b\\ma" + DONE + b""
    assert asked(answer) == ("light", "1\rma")


@pytest.mark.parametrize("cut", [0, 2, 4, 5, 12, 24, 25, 28, 31, 33])
def test_an_answer_that_comes_late_is_not_typed(asked: Asked, cut: int) -> None:
    answer = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\" + DONE
    found, typed = asked(b"1" + answer[:cut], answer[cut:] + b"ma")
    assert (found, typed) == ("light" if cut >= 25 else None, "1ma")


def test_a_key_after_half_an_answer_is_typed(asked: Asked) -> None:
    assert asked(b"\x1b]11;rgb:ff", b"\r")[1].endswith("\r")


def test_a_letter_that_is_cut_by_the_limit_is_whole(asked: Asked) -> None:
    assert asked(b"a\xc3", b"\xa9b") == (None, "a\u00e9b")


def test_without_an_answer_the_environment_says_it(asked: Asked) -> None:
    assert asked(b"", COLORFGBG="0;15") == ("light", "")
    assert asked(DONE, COLORFGBG="15;default;0") == ("dark", "")
    assert asked(b"", COLORFGBG="15;default") == (None, "")


def test_a_dumb_terminal_is_not_asked(asked: Asked) -> None:
    assert asked(b"", TERM="dumb", COLORFGBG="0;15") == ("light", "")


def test_the_theme_auto_is_the_one_that_fits_and_dark_if_that_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for found, theme in (("light", "light"), ("dark", "dark"), (None, "dark")):
        monkeypatch.setattr(themes, "background", lambda found=found: found)
        assert themes.resolve_theme("auto") == theme
        assert themes.resolve_theme("none") == "none"
