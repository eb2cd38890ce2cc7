"""The authors' page on playtest links is followed as a reader would, with the installed engine."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable import SandtableError
from sandtable_tools.web.packing import Engine

ROOT = Path(__file__).parents[2]


@pytest.mark.browser
def test_a_scenario_of_a_text_file_is_behind_a_link(tmp_path: Path) -> None:
    try:
        Engine.find()
    except SandtableError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, ROOT / "tests/fixtures/follow.py", ROOT / "docs/make/playtest.md"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "SANDTABLE_HOME": str(tmp_path / "home")},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("$ ") == 4
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    (offers,) = re.findall(
        r'<script type="application/json" id="offers">(.*?)</script>', page, re.DOTALL
    )
    assert [offer["scenario"] for offer in json.loads(offers)["offers"]] == ["lrdg/my-raid"]
