"""The page on the command line, made from its parser, as argparse's help varies by version."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterable

from generator import markdown
from sandtable_console.configuration import SETTINGS, as_typed
from sandtable_shell.parser import Parser
from sandtable_shell.reading import parsers

INTRODUCTION = """\
You may shorten commands, names and options as long as they stay unambiguous:

```text
sandtable rep saves/lrdg-barca.jsonl --ver
```

| exit status | meaning |
| --- | --- |
| 0 | done |
| 1 | the command ran but found a fault: a save that diverges, a broken plugin |
| 2 | wrong use or bad input, explained in one line on standard error |"""


def page() -> str:
    """Return the page."""
    commands = (_command(parser, f"sandtable {name}".strip()) for name, parser in parsers().items())
    return markdown.page("The command line", INTRODUCTION, *commands, "## The settings", _settings())


def _settings() -> str:
    """Return a table of the settings."""
    rows = [
        (
            markdown.word(setting.key),
            setting.choices,
            markdown.word(as_typed(setting.default)),
            setting.help,
        )
        for setting in SETTINGS.values()
    ]
    return markdown.table(("setting", "what it may be", "default", "what it does"), rows)


def _command(parser: Parser, name: str) -> str:
    """Return the section of a command."""
    usages = [_usage(action) for action in parser.taken if _is_listed(action)]
    usage = " ".join([name, *usages, *(["COMMAND ..."] if parser.below else [])])
    level = "##" if len(name.split()) < 3 else "###"
    parts = [
        f"{level} {name}",
        _sentence(parser.description or ""),
        markdown.code(_wrap(usage), "text"),
        arguments(parser.taken),
        markdown.code("\n".join(parser.examples), "sh"),
    ]
    return "\n\n".join(filter(None, parts))


def arguments(taken: Iterable[argparse.Action]) -> str:
    """Return a table of a command's own arguments and options."""
    rows = [(markdown.word(_show(action)), _help(action)) for action in taken if _is_listed(action)]
    return markdown.table(("argument", "what it means"), rows)


def _wrap(usage: str) -> str:
    """Break a usage into lines that fit, keeping each option and its value together."""
    joined = re.sub(r"(?<=\S) (?=[^\s\[]*\])", "\0", usage)
    lines = textwrap.wrap(joined, 88, subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


def _is_listed(action: argparse.Action) -> bool:
    return action.help != argparse.SUPPRESS and action.dest != "help"


def _value(action: argparse.Action) -> str:
    """Return the placeholder for a value: the metavar, the choices, or the name in capitals."""
    if isinstance(action.metavar, str):
        return action.metavar
    choices = "|".join(str(choice) for choice in action.choices or ())
    return choices or (action.dest.upper() if action.option_strings else action.dest)


def _show(action: argparse.Action) -> str:
    option = action.option_strings[-1] if action.option_strings else ""
    return f"{option} {'' if action.nargs == 0 else _value(action)}".strip()


def _usage(action: argparse.Action) -> str:
    text = _show(action)
    many = "..." if action.nargs in ("*", "+") or isinstance(action.default, list) else ""
    needed = action.required if action.option_strings else action.nargs not in ("?", "*")
    return f"{text}{many}" if needed else f"[{text}]{many}"


def _help(action: argparse.Action) -> str:
    """Return the help, with the default if it is a value that readers can use."""
    shown = isinstance(action.default, str | int) and not isinstance(action.default, bool)
    value = f"{markdown.word(action.default)} by default" if shown and action.default else ""
    is_named = f"({action.default})" in (action.help or "") if isinstance(action.default, int) else False
    known = action.default != argparse.SUPPRESS and not is_named and value
    return "; ".join(filter(None, [action.help or "", known or ""]))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "." if text else ""
