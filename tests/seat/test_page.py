"""The page about bots in any language shows the examples, and leads where it says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from follow import blocks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "make" / "any-language.md"
EXAMPLES = ROOT / "examples" / "any-language"


@pytest.mark.parametrize(("language", "name"), [("sh", "any.sh"), ("javascript", "bold.js")])
def test_a_program_that_is_shown_is_the_example(language: str, name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert [block.strip() for block in blocks(PAGE.read_text(encoding="utf-8"), language)] == [
        text.strip()
    ]
    assert os.access(EXAMPLES / name, os.X_OK)


def test_the_page_leads_where_it_says(home: Path, tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "any.sh", tmp_path)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    followed = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "fixtures" / "follow.py"), str(PAGE)],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert followed.returncode == 0, followed.stdout + followed.stderr
