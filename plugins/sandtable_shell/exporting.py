"""Exports files: a file's suffix selects the format, built in or from a plugin."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from sandtable import Exported, Exporter, PluginError, SandtableError, listing
from sandtable.tooling import Guard, catalog, clip
from sandtable_pictures import exporters
from sandtable_shell import reading
from sandtable_shell.output import check_file, say, write_file
from sandtable_shell.parser import name_option

Format = tuple[Exporter, str]
"""A format, with the key of the plugin that brought it."""


def formats(serves: str) -> dict[str, Format]:
    """Return the formats for a replay or a map; unusable ones are reported when the command ends.

    If several have the same suffix, the built-in one counts, else the first.
    """
    installed = catalog()
    by_suffix: dict[str, Format] = {}
    answers = installed.ask(exporters, Iterable)
    for key, answer in sorted(answers, key=lambda answer: not answer.built_in):
        with installed.listeners.guard(key, "exporters"):
            for exporter in answer:
                if not isinstance(exporter, Exporter):
                    raise TypeError(f"{exporter!r} is not an Exporter")
                suffix = exporter.suffix
                if not (suffix.startswith(".") and suffix == suffix.lower()):
                    raise ValueError(f'the suffix "{suffix}" is not a dot and lower-case letters')
                if exporter.serves != serves:
                    continue
                first_key = by_suffix.setdefault(suffix, (exporter, key))[1]
                if first_key != key:
                    fault = f"its format {suffix} for a {serves} is left out; {first_key} provides it"
                    installed.problems.append(f"{key}: {fault}")
    return by_suffix


def format_of(name: str, serves: str, otherwise: str = "") -> Format:
    """Return the format that a file's suffix selects; without a suffix, `otherwise`.

    Raises SandtableError for an unknown format, or a file that must not be overwritten.
    """
    check_file(name)
    known, path = formats(serves), Path(name)
    endings = [suffix for suffix in known if path.name.lower().endswith(suffix)]
    suffix = max(endings, key=len) if endings else path.suffix or otherwise
    if suffix in known:
        return known[suffix]
    problem = f"no format {suffix}" if suffix else f'"{clip(name)}" has no suffix'
    suffixes = [f"{suffix} ({known[suffix][0].summary})" for suffix in sorted(known)]
    hint = f"a {serves} is written as {listing(suffixes)}" if known else f"no plugin writes a {serves}"
    raise SandtableError("; ".join([problem, hint, *catalog().inventory.why_missing("exporters")]))


def requested_format(arguments: argparse.Namespace, serves: str, short: str) -> Format | None:
    """Return the format of the ``--out`` file, if any; ``--SHORT FILE`` becomes ``--out FILE``."""
    option, otherwise = "--out", ""
    if (name := getattr(arguments, short)) is not None:
        arguments.out, option, otherwise = name, f"--{short}", f".{short}"
    if arguments.out is None:
        return None
    with name_option(option):
        return format_of(arguments.out, serves, otherwise)


def review_save(save: Path, time: str | None) -> None:
    """Run ``coach`` on a save, if a time for it is given."""
    if time is not None:
        reading.run(["coach", "--quiet", f"--time={time}", "--", str(save)])


def export(format: Format, name: str, exported: Exported) -> None:
    """Write a file in a format, whole or not at all, and print its name."""
    exporter, key = format
    with Guard():
        content = exporter.make(exported)
    if not isinstance(content, str | bytes):
        problem = f"its format {exporter.suffix} made {type(content).__name__}, not a text or bytes"
        raise PluginError(f"{key}: {problem}")
    write_file(name, content)
    say(f"written to {name}")
