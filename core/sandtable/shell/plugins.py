"""``plugins``: what is installed, switched on and off, without importing any of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sandtable.base.errors import SandtableError
from sandtable.base.shown import as_json
from sandtable.base.words import resolve
from sandtable.plugins import about
from sandtable.plugins.installation import Catalog, catalog, refresh
from sandtable.plugins.memory import Memory
from sandtable.plugins.plugin import Known, Plugin
from sandtable.plugins.shell_command import FILE, ShellCommand, read_words
from sandtable.plugins.switches import Switches, meant, plain
from sandtable.shell import completers
from sandtable.shell.arguments import PLUGIN, add_json
from sandtable.shell.parser import Parser


def list_plugins(arguments: argparse.Namespace) -> int:
    """Every plugin and its state, as far as it is known without importing any."""
    known = catalog()
    rows = [about.row(one) for one in known.everything]
    if arguments.json:
        print(as_json({"plugins": rows}))
        return 0
    for line in plugin_rows(rows):
        print(line)
    tell_remarks(known)
    return 0


def plugin_rows(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What is listed of plugins, a line each."""
    columns = [(row["kind"], row["id"], f"{row['distribution']} {row['version']}") for row in rows]
    wide = [max(map(len, column), default=0) for column in zip(*columns, strict=True)]
    for row, cells in zip(rows, columns, strict=True):
        reason = f": {row['reason']}" if row["reason"] else ""
        place = "  ".join(cell.ljust(width) for cell, width in zip(cells, wide, strict=True))
        yield f"{place}  {row['state']}{reason}"


def tell_remarks(known: Catalog) -> None:
    """Say on standard error what is wrong beside the plugins: switches and the user's folder."""
    listed = {one.trouble for one in known.everything if not one.usable}
    folder = known.scenarios.own.folder_troubles
    for line in [*known.inventory.idle_switches, *known.troubles.take(), *folder]:
        if line not in listed:
            print(f"sandtable: {line}", file=sys.stderr)


def plugins_meant(known: Catalog, typed: str) -> list[Known]:
    """All that a name means: a distribution's entry points, or those of an id.

    Raises UnknownName with the nearest name.
    """
    found = [one for one in known.everything if _is_named(one, typed)]
    if not found:
        names = {one.distribution for one in known.plugins} | {one.id for one in known.everything}
        name = resolve("plugin", typed, sorted(names))
        found = [one for one in known.everything if _is_named(one, name)]
    return found


def _is_named(one: Known, name: str) -> bool:
    return meant(one, name) if isinstance(one, Plugin) else name in (one.id, one.name)


# One of them.


def info(arguments: argparse.Namespace) -> int:
    """All that is known of a distribution or an id without importing it."""
    known = catalog()
    document = [_about(known, one) for one in plugins_meant(known, arguments.name)]
    if arguments.json:
        print(as_json({"plugins": document}))
    else:
        print("\n\n".join("\n".join(_info_lines(one)) for one in document))
    return 0


def _about(known: Catalog, one: Known) -> dict[str, Any]:
    told: dict[str, Any] = about.row(one) | {"name": one.name}
    if isinstance(one, Plugin):
        told |= {"entry_point": one.entry_point.value, "hooks": about.hooks(one)}
        told |= about.distribution(one.distribution)
    told["file"] = _file(one)
    told["seconds"] = known.inventory.memory.seconds.get(one.key)
    if one.kind == "game":
        told["scenarios"] = [id for id in known.scenarios.ids if id.startswith(f"{one.id}/")]
    if one.usable and one.kind in ("game", "scenario", "command"):
        told["title"] = _title(known, one)
    return told


def _file(one: Known) -> str:
    """The file that says what it is, or holds its code."""
    try:
        if not isinstance(one, Plugin):
            return str(getattr(one, "path", ""))
        names = {"game": "game.toml", "scenario": f"{one.id.partition('.')[2]}.toml"}
        return str(one.file(names[one.kind]) if one.kind in names else one.code)
    except SandtableError:
        return ""


def _title(known: Catalog, one: Known) -> str:
    try:
        if isinstance(one, Plugin) and one.kind == "command":
            return read_words(one.file(FILE))[one.id].summary
        return (
            known.games.infos[one.id].title
            if one.kind == "game"
            else known.scenarios.info(one.name).title
        )
    except SandtableError as error:
        return f"cannot be read: {error}"


def _info_lines(told: dict[str, Any]) -> Iterator[str]:
    title = f": {told['title']}" if told.get("title") else ""
    yield f"{told['kind']} {told['name']}{title}"
    seconds = told["seconds"]
    rest = {
        "from": f"{told['distribution']} {told['version']}".strip(),
        "state": told["state"] + (f": {told['reason']}" if told["reason"] else ""),
        "about": told.get("summary", ""),
        "home": told.get("home", ""),
        "licence": told.get("licence", ""),
        "names": told.get("entry_point", ""),
        "file": told["file"],
        "hooks": ", ".join(told.get("hooks", ())),
        "scenarios": ", ".join(told.get("scenarios", ())),
        "loads in": f"{seconds:.2f} s" if seconds is not None else "",
    }
    yield from (f"  {label + ':':<11}{text}" for label, text in rest.items() if text)


# Switched on and off.


def disable(arguments: argparse.Namespace) -> int:
    """Leave a plugin out of everything until it is enabled."""
    known = catalog()
    name = _name(known.plugins, arguments.name)
    if all(one.in_kernel for one in known.plugins if meant(one, name)):
        raise SandtableError(f"{name} belongs to the program and cannot be disabled")
    memory = Memory.read()
    if name in memory.disabled:
        print(f"{name} is disabled already")
        return 0
    memory.disabled.append(name)
    _keep(memory)
    print(f"{name} is disabled; plugins enable {name} brings it back")
    return 0


def enable(arguments: argparse.Namespace) -> int:
    """Use a plugin again; status 1 where something else still keeps it out."""
    known, memory = catalog(), Memory.read()
    gone = [name for name in memory.disabled if plain(name) == plain(arguments.name)]
    name = gone[0] if gone else _name(known.plugins, arguments.name)
    was = name in memory.disabled
    memory.disabled = [other for other in memory.disabled if other != name]
    if was:
        _keep(memory)
    left = Switches.now(memory.disabled)
    mine = [one for one in known.plugins if meant(one, name)]
    off = {one.name: who for one in mine if (who := left.off(one))}
    still = [(name, next(iter(off.values())))] if off and len(off) == len(mine) else list(off.items())
    for one, who in still:
        print(f"{one} is still disabled {who}")
    if not still:
        print(f"{name} is enabled" + " already" * (not was))
    return int(bool(still))


def _name(plugins: Iterable[Plugin], typed: str) -> str:
    """The name of a switch: as typed where it fits, else the one distribution or id that it begins."""
    there = list(plugins)
    if any(meant(one, typed) for one in there):
        return typed
    dist, colon, id = typed.rpartition(":")
    if colon:
        there = [one for one in there if plain(one.distribution) == plain(dist)]
        return f"{dist}:{resolve(f'plugin of {dist}', id, {one.id for one in there})}"
    names = {one.distribution for one in there} | {one.id for one in there}
    return resolve("plugin", typed, sorted(names))


def _keep(memory: Memory) -> None:
    try:
        damaged = memory.damage
        memory.write(aside=True)
        if damaged:
            print(f"sandtable: {damaged}; it is kept as plugins.toml.bad", file=sys.stderr)
    except OSError as error:
        raise SandtableError(f"the switch was not kept: {(error.strerror or '').lower()}") from error
    refresh()


# The commands.


PLUGINS = ShellCommand(
    run=list_plugins, arguments=add_json, examples=("sandtable plugins", "sandtable plugins --json")
)

LIST = ShellCommand(
    run=list_plugins,
    arguments=add_json,
    examples=("sandtable plugins list", "sandtable plugins list --json"),
)


def _name_argument(parser: Parser) -> None:
    parser.add_argument("name", metavar="PLUGIN", help=PLUGIN, completer=completers.plugins)


def _info_arguments(parser: Parser) -> None:
    _name_argument(parser)
    add_json(parser)


INFO = ShellCommand(
    run=info,
    arguments=_info_arguments,
    examples=("sandtable plugins info sandtable", "sandtable plugins info lrdg.slonta --json"),
)

ENABLE = ShellCommand(
    run=enable,
    arguments=_name_argument,
    examples=("sandtable plugins enable lrdg", "sandtable plugins enable sandtable:megiddo"),
)

DISABLE = ShellCommand(
    run=disable,
    arguments=_name_argument,
    examples=("sandtable plugins disable lrdg", "sandtable plugins disable sandtable:megiddo"),
)
