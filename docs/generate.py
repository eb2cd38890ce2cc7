"""Write the generated pages that are committed: ``python docs/generate.py``, once installed."""

from __future__ import annotations

import sys
from pathlib import Path

import generator
from generator import modules, words

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Write every file that differs, and print the sizes of packages."""
    shell = ROOT / "plugins" / "sandtable_shell"
    differing = generator.write(shell, {"command_words.json": words.text()})
    differing += generator.write(generator.DOCS, generator.committed_pages())
    for name in differing:
        print(f"{name}: written")
    print(*modules.sizes(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
