"""The arguments of ``python -m benchmarks...``, parsed by argparse, which also answers ``--help``."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence

from sandtable.plugins.catalog import catalog
from sandtable.text.errors import SandtableError


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
        raise argparse.ArgumentTypeError(f'takes a whole number of at least 1, not "{typed}"')
    return int(typed)


def scenario(typed: str) -> str:
    """The id of a scenario that is installed."""
    try:
        return catalog().scenario(typed).id
    except SandtableError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_count(parser: argparse.ArgumentParser, name: str, default: int) -> None:
    """Add a number that may be left out."""
    parser.add_argument(name, nargs="?", type=number, default=default, help=f"{default} by default")


def scenarios(parser: argparse.ArgumentParser, default: Sequence[str]) -> None:
    """Add scenarios, with a default list."""
    names = ", ".join(default)
    parser.add_argument("scenarios", nargs="*", type=scenario, metavar="GAME/SCENARIO", help=names)


def add_names(parser: argparse.ArgumentParser, name: str, known: Collection[str]) -> None:
    """Add any number of names out of some that are known; all of them if none is given."""

    def one_of(typed: str) -> str:
        if typed not in known:
            raise argparse.ArgumentTypeError(f'takes one of {", ".join(known)}, not "{typed}"')
        return typed

    more = {"action": "append"} if name.startswith("-") else {"nargs": "*"}
    text = f"of {', '.join(known)}; all by default"
    parser.add_argument(name, type=one_of, metavar="NAME", help=text, **more)
