"""The page in Firefox, driven over Marionette, which every Firefox speaks: it needs no driver."""

from __future__ import annotations

import base64
import json
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tabs import SEE, STORED

pytestmark = pytest.mark.browser

FIREFOXES = ("firefox", "firefox-esr")
PREFERENCES = {"marionette.port": 0, "browser.shell.checkDefaultBrowser": False}
ENTER = "\ue007"


class Firefox:
    """A window of Firefox; each command is a length, a colon and a JSON array, and so is each answer."""

    def __init__(self, path: str, profile: Path) -> None:
        lines = (
            f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in PREFERENCES.items()
        )
        (profile / "user.js").write_text("\n".join(lines))
        self.program = subprocess.Popen(
            [path, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.program.stdout
        port = next(line.split()[-1] for line in self.program.stdout if "Listening on port" in line)
        with socket.create_connection(("127.0.0.1", int(port))) as connection:
            self.line = connection.makefile("rwb")
        self.count = 0
        self._read()
        self("WebDriver:NewSession", timeouts={"script": 600_000, "pageLoad": 600_000})

    def __call__(self, name: str, **given: object) -> Any:
        """The answer to a command."""
        self.count += 1
        text = json.dumps([0, self.count, name, given]).encode()
        self.line.write(b"%d:%s" % (len(text), text))
        self.line.flush()
        _, _, error, value = self._read()
        assert error is None, error
        return value

    def _read(self) -> Any:
        digits = b""
        while (sign := self.line.read(1)) != b":":
            digits += sign
        return json.loads(self.line.read(int(digits)))

    def run(self, script: str, *given: object) -> Any:
        """What the body of a function in JavaScript returns, or its promise comes to."""
        body = (
            "const done = arguments[arguments.length - 1];"
            f"(async (...given) => {{ {script} }})(...arguments).then(value => done([value]),"
            " error => done(String(error)));"
        )
        value = self("WebDriver:ExecuteAsyncScript", script=body, args=list(given))["value"]
        assert isinstance(value, list), value
        return value[0]

    def type(self, line: str) -> None:
        """Type a line into the page, and wait for the next question."""
        self.run(f"return await ({SEE})()")
        asked = int(self.run("return document.documentElement.dataset.asked"))
        found = self("WebDriver:FindElement", using="css selector", value="#line")["value"]
        (element,) = found.values()
        self("WebDriver:ElementSendKeys", id=element, text=f"{line}{ENTER}")
        self.wait(asked + 1)

    def wait(self, asked: int) -> None:
        """Wait until the page has asked this many questions, or tells a fault."""
        wrong = self.run(WAIT, asked)
        assert not wrong, self.run("return document.querySelector('#log').innerText")

    def close(self) -> None:
        self("Marionette:Quit", flags=["eForceQuit"])
        self.line.close()
        self.program.communicate()


WAIT = """
const page = document.documentElement;
const { dataset } = page;
const seen = () => dataset.faults || (dataset.asked >= given[0] && dataset.kept >= given[0]);
if (!seen()) await new Promise(done => new MutationObserver(() => seen() && done()).observe(
    page, { attributes: true }));
return dataset.faults;
"""


OPTIONS = """
return Array.from(document.querySelectorAll("#options [data-words]"), one => one.dataset.words);
"""


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    path = next(filter(None, map(shutil.which, FIREFOXES)), None)
    if path is None:
        pytest.skip("no Firefox is on the PATH; install one to run the page in it")
    profile = tmp_path / "profile"
    profile.mkdir()
    window = Firefox(path, profile)
    yield window
    window.close()


def test_ten_typed_orders_make_the_bytes_of_the_desktop(
    firefox: Firefox, host: Callable[..., Any], on_the_desktop: Callable[..., Path]
) -> None:
    address = host("plain").address
    firefox("WebDriver:Navigate", url=f"{address}?play=lrdg/slonta&seed=5")
    firefox.wait(1)
    typed: list[str] = []
    while len(typed) < 10:
        options = firefox.run(OPTIONS)
        typed.append(options[3 * len(typed) % len(options)])
        firefox.type(typed[-1])
        while firefox.run("return !!document.querySelector('#confirm')?.checkVisibility()"):
            firefox.type("y")
    (content,) = firefox.run(f"return await ({STORED})()").values()
    assert base64.b64decode(content) == on_the_desktop("lrdg/slonta", typed).read_bytes()
