"""The words behind ``python -m benchmarks...``: read by argparse, which also answers ``--help``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from sandtable.base.errors import SandtableError
from sandtable.plugins.installation import catalog


def parser(module: str, text: str | None) -> argparse.ArgumentParser:
    """A parser for a module whose docstring is `text`."""
    return argparse.ArgumentParser(
        prog=f"python -m {module}",
        description=(text or "").replace("``", ""),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def number(typed: str) -> int:
    """A whole number, 1 or more."""
    if not typed.isdecimal() or int(typed) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on was expected, not {typed!r}")
    return int(typed)


def scenario(typed: str) -> str:
    """The id of a scenario that is installed."""
    try:
        return catalog().scenario(typed).id
    except SandtableError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def counted(one: argparse.ArgumentParser, name: str, default: int) -> None:
    """A number that may be left out."""
    one.add_argument(name, nargs="?", type=number, default=default, help=f"{default} when left out")


def scenarios(one: argparse.ArgumentParser, default: Sequence[str]) -> None:
    """Scenarios, some when none is named."""
    told = ", ".join(default)
    one.add_argument("scenarios", nargs="*", type=scenario, metavar="GAME/SCENARIO", help=told)
