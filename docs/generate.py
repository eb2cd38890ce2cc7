"""Write the generated pages: ``python docs/generate.py``, from a checkout that is installed."""

from __future__ import annotations

import sys
from pathlib import Path

from generator import front, learn, modules, pages, pictures, words
from generator.markdown import MADE

FOLDER = Path(__file__).parent / "reference"
PICTURES = Path(__file__).parent / "pictures"
LESSONS = Path(__file__).parent / "learn"
SHELL = Path(__file__).parents[1] / "plugins" / "sandtable_shell"


def main() -> int:
    """Write every page that differs, delete those no longer made, and print the sizes of packages."""
    _write(SHELL, {"words.json": words.text()})
    _write(FOLDER, {**pages(), **pictures()})
    _write(LESSONS, learn.pages())
    _write(PICTURES, front())
    print(*modules.sizes(), sep="\n")
    return 0


def _write(folder: Path, pages: dict[str, str]) -> None:
    made = {folder / name: text for name, text in pages.items()}
    folder.mkdir(exist_ok=True)
    for path in {*folder.glob("*.md"), *folder.glob("*.svg")} - set(made):
        if path.suffix == ".svg" or path.read_text(encoding="utf-8").startswith(MADE):
            path.unlink()
            print(f"{path.name}: deleted")
    for path, text in made.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: written")


if __name__ == "__main__":
    sys.exit(main())
