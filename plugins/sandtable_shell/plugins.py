"""``plugins``: list, enable and disable installed plugins, without importing any."""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import tomli_w

from sandtable import SandtableError, ShellCommand
from sandtable.tooling import Catalog, ListItem, Plugin, catalog, refresh, resolve, switches, write_whole
from sandtable_console import as_json
from sandtable_shell import completers, offered_hooks
from sandtable_shell.arguments import PLUGIN, add_json
from sandtable_shell.command_words import built_in_words, every_plugin
from sandtable_shell.front import scenario_info
from sandtable_shell.output import in_columns
from sandtable_shell.parser import Parser


def list_plugins(arguments: argparse.Namespace) -> int:
    """List every plugin and its state, as far as it is known without importing any."""
    installed = catalog()
    rows = [plugin.row for plugin in every_plugin(installed)]
    if arguments.json:
        print(as_json({"plugins": rows}))
        return 0
    print("\n".join(plugin_rows(rows)))
    print_remarks(installed)
    return 0


def plugin_rows(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Return a line for each plugin."""
    return in_columns(
        (row["kind"], row["id"], f"{row['distribution']} {row['version']}", _state(row)) for row in rows
    )


def _state(row: dict[str, Any]) -> str:
    return f"{row['state']}: {row['reason']}" if row["reason"] else str(row["state"])


def print_remarks(installed: Catalog) -> None:
    """Report faults in the switches and in the user's folder on standard error."""
    listed = {plugin.problem for plugin in every_plugin(installed) if not plugin.usable}
    inventory, folder = installed.inventory, installed.scenarios.own.folder_problems
    for line in [
        *_unmatched_switches(inventory.switches, inventory.plugins),
        *installed.problems.take(),
        *folder,
    ]:
        if line not in listed:
            print(f"sandtable: {line}", file=sys.stderr)


def _unmatched_switches(now: switches.Switches, plugins: Sequence[Plugin]) -> Iterator[str]:
    variables = ((switches.ALLOW, now.allowed or ()), (switches.DENY, now.denied))
    for source, names in (*variables, ("plugins disable", now.disabled)):
        for name in names:
            if not any(switches.means(plugin, name) for plugin in plugins):
                yield f"{source} names {name}, which is not installed"


def find_plugins(installed: Catalog, typed: str) -> list[ListItem]:
    """Find the plugins that a name means: all of a distribution, or those with this id.

    Raises UnknownName with the nearest name.
    """
    plugins = every_plugin(installed)
    name = _name(plugins, typed)
    return [plugin for plugin in plugins if _is_named(plugin, name)]


def _is_named(plugin: ListItem, name: str) -> bool:
    return (
        switches.means(plugin, name) if isinstance(plugin, Plugin) else name in (plugin.id, plugin.name)
    )


def info(arguments: argparse.Namespace) -> int:
    """Show the facts about a distribution or an id, without importing it."""
    installed = catalog()
    document = [_about(installed, facts) for facts in find_plugins(installed, arguments.name)]
    if arguments.json:
        print(as_json({"plugins": document}))
    else:
        print("\n\n".join("\n".join(_facts_lines(facts)) for facts in document))
    return 0


def _about(installed: Catalog, plugin: ListItem) -> dict[str, Any]:
    """Return the facts about a plugin, from its files and its distribution's metadata."""
    facts: dict[str, Any] = plugin.row | {"name": plugin.name}
    if isinstance(plugin, Plugin):
        offered = offered_hooks.find(installed) if plugin.hooks else {}
        notes = [offered_hooks.note(hook, offered) for hook in plugin.hooks if hook not in offered]
        facts |= {"entry_point": plugin.entry_point.value, "hooks": plugin.hooks, "notes": notes}
        facts |= _distribution_facts(plugin)
        names = {"game": "game.toml", "scenario": f"{plugin.id.partition('.')[2]}.toml"}
        try:
            file = plugin.file(names[plugin.kind]) if plugin.kind in names else plugin.code
            facts["file"] = str(file)
            if plugin.kind == "rule":  # its docstring, found without importing it
                for node in ast.parse(file.read_bytes()).body:
                    if isinstance(node, ast.ClassDef) and node.name == plugin.entry_point.attr:
                        doc = ast.get_docstring(node) or facts["summary"]
                        title, _, text = doc.partition("\n\n")
                        facts |= {"title": " ".join(title.split()), "summary": " ".join(text.split())}
        except (SandtableError, OSError, ValueError, SyntaxError):
            facts.setdefault("file", "")
    else:
        facts["file"] = str(getattr(plugin, "path", ""))
    if plugin.kind == "game":
        facts["scenarios"] = [id for id in installed.scenarios.ids if id.startswith(f"{plugin.id}/")]
    if plugin.usable and plugin.kind == "command":
        facts["title"] = built_in_words()[plugin.id].summary if plugin.built_in else ""
    elif plugin.usable and plugin.kind == "game":
        facts["title"] = installed.games.infos[plugin.id].title
    elif plugin.usable and plugin.kind == "scenario":
        facts["title"] = scenario_info(installed, plugin.name).title
    return facts


def _distribution_facts(plugin: Plugin) -> dict[str, str]:
    """Return the `summary`, `home` and `licence` of a plugin's distribution, each "" if missing."""
    fields: Any = plugin.entry_point.dist.metadata if plugin.entry_point.dist else {}

    def field(key: str) -> str:
        return " ".join(str(fields.get(key, "")).split())

    links = [link.partition(",")[::2] for link in fields.get_all("Project-URL") or []] if fields else []
    links.sort(key=lambda link: "home" not in link[0].lower())
    return {
        "summary": field("Summary"),
        "home": field("Home-page") or next((url.strip() for _, url in links), ""),
        "licence": field("License-Expression") or field("License"),
    }


def _facts_lines(facts: dict[str, Any]) -> Iterator[str]:
    title = f": {facts['title']}" if facts.get("title") else ""
    yield f"{facts['kind']} {facts['name']}{title}"
    details = {
        "from": f"{facts['distribution']} {facts['version']}".strip(),
        "state": _state(facts) + f"; plugins doctor {facts['id']} loads it" * (not facts["reason"]),
        "about": facts.get("summary", ""),
        "home": facts.get("home", ""),
        "licence": facts.get("licence", ""),
        "names": facts.get("entry_point", ""),
        "file": facts["file"],
        "hooks": ", ".join(facts.get("hooks", ())),
        "notes": "; ".join(facts.get("notes", ())),
        "scenarios": ", ".join(facts.get("scenarios", ())),
    }
    yield from (f"  {label + ':':<11}{text}" for label, text in details.items() if text)


def disable(arguments: argparse.Namespace) -> int:
    """Disable a plugin until it is enabled again."""
    installed = catalog()
    name = _name(installed.plugins, arguments.name)
    required = {plugin.required for plugin in installed.plugins if switches.means(plugin, name)}
    if required == {True}:
        raise SandtableError(f"{name} is part of the program and cannot be disabled")
    kept = switches.DisabledNames.read()
    if name in kept.disabled:
        print(f"{name} is disabled already")
        return 0
    kept.disabled.append(name)
    _write_switches(kept)
    exception = ", except for what the program needs" if True in required else ""
    print(f"{name} is disabled{exception}; plugins enable {name} brings it back")
    return 0


def enable(arguments: argparse.Namespace) -> int:
    """Enable a plugin again; return 1 if something else still disables it."""
    installed, kept = catalog(), switches.DisabledNames.read()
    names = [
        name for name in kept.disabled if switches.normalize(name) == switches.normalize(arguments.name)
    ]
    name = names[0] if names else _name(installed.plugins, arguments.name)
    if was_disabled := name in kept.disabled:
        kept.disabled = [other for other in kept.disabled if other != name]
        _write_switches(kept)
    current = switches.Switches.now(kept.disabled)
    plugins = [plugin for plugin in installed.plugins if switches.means(plugin, name)]
    disabled = {plugin.name: why for plugin in plugins if (why := current.why_disabled(plugin))}
    if disabled and len(disabled) == len(plugins):
        disabled = {name: next(iter(disabled.values()))}
    for disabled_name, why in disabled.items():
        print(f"{disabled_name} is still disabled {why}")
    if not disabled:
        print(f"{name} is enabled" + " already" * (not was_disabled))
    return int(bool(disabled))


def _name(candidates: Sequence[ListItem], typed: str) -> str:
    """Return the name as typed, or the only distribution or id that begins with it."""
    if any(_is_named(plugin, typed) for plugin in candidates):
        return typed
    dist, colon, id = typed.rpartition(":")
    if colon:
        wanted = switches.normalize(dist)
        ids = {plugin.id for plugin in candidates if switches.normalize(plugin.distribution) == wanted}
        return f"{dist}:{resolve(f'plugin of {dist}', id, ids)}"
    names = {plugin.distribution for plugin in candidates if isinstance(plugin, Plugin)}
    names |= {plugin.id for plugin in candidates}
    return resolve("plugin", typed, sorted(names))


def _write_switches(kept: switches.DisabledNames) -> None:
    """Write ``plugins.toml``; move a damaged one aside, and restore it if writing fails."""
    file = switches.path()
    damaged = file.with_name(f"{file.name}.bad")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as back:
            if kept.damage:
                file.replace(damaged)
                back.callback(damaged.replace, file)
            write_whole(file.resolve(), tomli_w.dumps({"disabled": kept.disabled}))
            back.pop_all()
    except OSError as error:
        why = (error.strerror or "unknown reason").lower()
        raise SandtableError(f"{file} cannot be written: {why}") from error
    if kept.damage:
        print(f"sandtable: {kept.damage}; it is kept as {damaged.name}", file=sys.stderr)
    refresh()


PLUGINS = ShellCommand(
    summary="list or change the installed plugins",
    group="plugins and scenarios",
    run=list_plugins,
    arguments=add_json,
    examples=("sandtable plugins", "sandtable plugins --json"),
)

LIST = ShellCommand(
    summary="list every plugin and its state",
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
    summary="describe a plugin or a distribution",
    run=info,
    arguments=_info_arguments,
    examples=("sandtable plugins info sandtable", "sandtable plugins info lrdg.slonta --json"),
)

ENABLE = ShellCommand(
    summary="use a disabled plugin or distribution again",
    run=enable,
    arguments=_name_argument,
    examples=("sandtable plugins enable lrdg", "sandtable plugins enable sandtable:megiddo"),
)

DISABLE = ShellCommand(
    summary="leave a plugin or a distribution out until it is enabled",
    run=disable,
    arguments=_name_argument,
    examples=("sandtable plugins disable lrdg", "sandtable plugins disable sandtable:megiddo"),
)
