"""The page of the hooks: each with its signature and its docstring, and what they are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import sandtable
import sandtable_tools
from generator import markdown
from generator.source import Member, alias, alias_of, doc, function, members, tree
from generator.types import plain
from sandtable import Candidate, Command, fitting
from sandtable.plugins.hooks import Hooks
from sandtable.prompt import commands
from sandtable.prompt import sink as sinks
from sandtable.prompt.commands import Kind
from sandtable.prompt.console import Console
from sandtable.prompt.display import Display
from sandtable.prompt.outputs import Line, Output
from sandtable.prompt.reading import Reader

CALLERS = ("ask", "notify")
"""The methods of the catalog that call a hook by its name."""

INTRODUCTION = """\
A plugin implements a hook by a function or method of the same name with `@sandtable.hookimpl`
before it; it may take fewer of the arguments than there are. A game's class, a scenario's package
and a module of an entry point in the group `sandtable.plugins` may implement any of them.

[pluggy](https://pluggy.readthedocs.io) calls the hooks. `tryfirst`, `trylast` and `wrapper` mean what
its documentation says. A wrapper gets the list of all answers, each with the `key` of its plugin and its
`value`, and returns such a list; what it adds without a key counts as its own. [A
wrapper](../authors/wrapper.md) makes one step by step. A hook that raises anything answers nothing: its
plugin is named once, and the game goes on without that plugin.

What a `Session`, a `Game` and a `Table` offer is told in [the contract of a
game](game-contract.md)."""

COMMAND = """\
## Command

What the hook `prompt_commands` gives back for each word. [A word for the
prompt](../authors/prompt-word.md) makes one step by step."""

CONSOLE = """\
## Console

What the functions of a command are given first. `console.session` is the session, which a command should
only read, and `console.commands` holds every command by its word."""

OFFERED = {
    "console": (Console, ("viewer", "humans", "options", "width")),
    "console.display": (
        Display,
        ("entry_lines", "catch_up", "describe", "cost", "asks", "status", "board", "map"),
    ),
    "console.reader": (Reader, ("choices", "read", "meaning")),
}
"""What a command has use for, by the part of the console that has it; the rest takes lines."""

OUTPUTS = """\
## Outputs

What `Console.do(line)` yields, one after the other, and a sink shows. They stand in
`sandtable.tooling.outputs`. Closing the generator stops what goes on; what was not
done by then is not done.
A command may yield `Text`, `Confirm`, `Thinking` and `Line` itself, beside lines of text."""

SINK = """\
## Sink

What shows outputs and reads lines. The hook `sinks` gives a function for each name, which is called with
the console and a `SinkContext`. `sandtable_tools.kit.Tape` is a small one."""

EXAMPLE = """\
@sandtable.hookimpl
def prompt_commands(session):
    def count(console, rest):
        return [f"{len(console.options)} things are legal now."]

    return {"count": sandtable.Command("count", "how many things are legal now", count)}"""


def page() -> str:
    """The page."""
    parts = [_hook(one) for one in members(Hooks)]
    return markdown.page("Hooks", INTRODUCTION, *parts, *_command(), *_console(), *_outputs(), *_sink())


def _hook(one: Member) -> str:
    return "\n\n".join(
        [f"## {one.name}", markdown.code(f"def {one.declared}: ..."), markdown.prose(one.doc)]
    )


def _command() -> Iterator[str]:
    """The fields of a command, one as an example, and what its completion gives back."""
    yield COMMAND
    yield markdown.prose(doc(Command))
    fields = Command.__struct_fields__
    yield from (markdown.member(one) for one in members(Command) if one.name in fields)
    yield f"`Kind` is {plain(Kind)}. {markdown.prose(alias(commands.__file__, 'Kind'))}"
    yield markdown.code(EXAMPLE)
    yield "## Candidate"
    yield markdown.prose(doc(Candidate))
    yield markdown.code("\n".join(one.declared for one in members(Candidate)))
    yield markdown.member(function(fitting))


def _console() -> Iterator[str]:
    """What a console offers a command."""
    yield CONSOLE
    for place, (kind, names) in OFFERED.items():
        yield f"`{place}`:"
        offered = {one.name: one for one in reversed(members(kind)) if one.name in names}
        yield from (markdown.member(one) for one in reversed(offered.values()))


def _outputs() -> Iterator[str]:
    """What a line yields, each with its fields."""
    yield OUTPUTS
    for kind in (*get_args(Output), Line):
        fields = ", ".join(f"`{one}`" for one in kind.__struct_fields__)
        yield f"- `{kind.__name__}` ({fields}): {markdown.prose(doc(kind))}"


def _sink() -> Iterator[str]:
    """The methods of a sink, and what it stands on."""
    yield SINK
    yield from (markdown.member(one) for one in members(sinks.Sink))
    yield "### SinkContext"
    yield markdown.prose(doc(sinks.SinkContext))


@cache
def calls(hook: str) -> int:
    """In how many places the kernel or a tool calls a hook."""
    folders = (Path(str(module.__file__)).parent for module in (sandtable, sandtable_tools))
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    return sum(called == hook for path in paths for called in _called(str(path)))


@cache
def _called(path: str) -> tuple[str, ...]:
    """The hooks that a module calls, each by its name or by a name of the module for it."""
    nodes = (node for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and node.args)
    calling = (node for node in nodes if getattr(node.func, "attr", "") in CALLERS)
    firsts = (ast.unparse(node.args[0]) for node in calling)
    return tuple((alias_of(path, first) or first).strip("'\"") for first in firsts)
