"""The arguments of ``python -m benchmarks...``, parsed by argparse, which also prints ``--help``."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence

from sandtable.plugins.catalog import catalog
from sandtable.text.errors import SandtableError


def parser(module: str, text: str | None) -> argparse.ArgumentParser:
    """Return a parser for a module with this docstring."""
    return argparse.ArgumentParser(
        prog=f"python -m {module}",
        description=(text or "").replace("``", ""),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def number(typed: str) -> int:
    """Read a whole number, 1 or more."""
    if not typed.isdecimal() or int(typed) < 1:
        raise argparse.ArgumentTypeError(f'takes a whole number of at least 1, not "{typed}"')
    return int(typed)


def scenario(typed: str) -> str:
    """Read the id of an installed scenario."""
    try:
        return catalog().scenario(typed).id
    except SandtableError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_count(parser: argparse.ArgumentParser, name: str, default: int) -> None:
    """Add an argument for an optional number."""
    parser.add_argument(name, nargs="?", type=number, default=default, help=f"{default} by default")


def scenarios(parser: argparse.ArgumentParser, default: Sequence[str]) -> None:
    """Add an argument for any number of scenarios, with a default."""
    names = ", ".join(default)
    parser.add_argument("scenarios", nargs="*", type=scenario, metavar="GAME/SCENARIO", help=names)


def add_names(parser: argparse.ArgumentParser, name: str, known: Collection[str]) -> None:
    """Add an argument for any number of known names; by default all of them."""

    def one_of(typed: str) -> str:
        if typed not in known:
            raise argparse.ArgumentTypeError(f'takes one of {", ".join(known)}, not "{typed}"')
        return typed

    more = {"action": "append"} if name.startswith("-") else {"nargs": "*"}
    text = f"of {', '.join(known)}; all by default"
    parser.add_argument(name, type=one_of, metavar="NAME", help=text, **more)
