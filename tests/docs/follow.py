"""Follows the instructions of pages, in this folder: ``python tests/docs/follow.py PAGE...``

Commands of ``console`` blocks are run, and must print the lines below them (``...`` is anything). A
block below "`FILE` becomes:" is written to that file; one below "In `FILE` these lines become:"
replaces the paragraph of the file that begins with the same line. The script ends at the first
difference.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(
    r"(?:^(?P<way>In )?`(?P<file>[^`\n]+)` (?:these lines become|becomes):\n\n)?"
    r"^```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def shows(expected: str, out: str) -> bool:
    """Whether output equals the output on a page."""
    pattern = ".*".join(re.escape(part) for part in expected.strip().split("..."))
    return re.fullmatch(pattern, out.strip(), re.DOTALL) is not None


def run(block: str) -> None:
    """Run the commands of a console block."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    for command, expected in zip(parts[::2], parts[1::2], strict=True):
        words = ["bash", "-c", command]
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
        if done.returncode or not shows(expected, done.stdout):
            sys.exit(f"$ {command}\nstatus {done.returncode}\n{done.stdout}{done.stderr}")
        print(f"$ {command}")


def replace(path: Path, lines: str) -> None:
    """Replace the paragraph that begins with the first of some lines."""
    first = re.escape(lines.partition("\n")[0])
    whole = re.compile(rf"^{first}\n(?:.+\n)*", re.MULTILINE)
    text, count = whole.subn(lambda _: lines, path.read_text(encoding="utf-8"))
    if count != 1:
        sys.exit(f"{path}: {count} paragraphs begin with {lines.partition(chr(10))[0]}")
    path.write_text(text, encoding="utf-8")


def follow(page: str) -> None:
    """Follow one page."""
    for block in BLOCK.finditer(page):
        if block["language"] == "console":
            run(block["text"])
        elif block["file"] and block["way"]:
            replace(Path(block["file"]), block["text"])
        elif block["file"]:
            Path(block["file"]).write_text(block["text"], encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        follow(Path(name).read_text(encoding="utf-8"))
