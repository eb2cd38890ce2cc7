"""Write the reference pages anew: ``python docs/generate.py``, from a checkout that is installed."""

from __future__ import annotations

import sys
from pathlib import Path

from generator import pages

FOLDER = Path(__file__).parent / "reference"


def main() -> int:
    """Write every page that differs, and take away those that are no longer made."""
    made = {FOLDER / name: text for name, text in pages().items()}
    FOLDER.mkdir(exist_ok=True)
    for path in set(FOLDER.glob("*.md")) - set(made):
        path.unlink()
        print(f"{path.name}: taken away")
    for path, text in made.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
