"""Compares random games of Goofspiel with plain Python: `python benchmarks/goofspiel.py [GAMES]`."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path


def main(games: int) -> None:
    """Play games for two and three seats, and print the first that differs."""
    path = Path(__file__).parents[1] / "tests" / "fixtures" / "goofspiel.py"
    spec = spec_from_file_location("goofspiel", path)
    assert spec is not None
    assert spec.loader is not None
    goofspiel = sys.modules["goofspiel"] = module_from_spec(spec)
    spec.loader.exec_module(goofspiel)
    for seed in range(games):
        if difference := goofspiel.compare(goofspiel.SEATS[: 2 + seed % 2], seed):
            sys.exit(difference)
    print(f"{games} games: the same scores in plain Python")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10_000)
