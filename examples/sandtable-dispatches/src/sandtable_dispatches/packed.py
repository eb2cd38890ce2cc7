"""A packed version of each format that is a text: ``.html.gz`` and the like."""

from __future__ import annotations

import gzip
from collections.abc import Generator
from typing import Any

from sandtable import Exported, Exporter, hookimpl

TEXTS = (".csv", ".html", ".json", ".svg", ".txt")
"""The suffixes of formats that become much smaller when they are packed."""


def packed(exporter: Exporter) -> Exporter:
    def make(exported: Exported) -> bytes:
        made = exporter.make(exported)
        return gzip.compress(made.encode() if isinstance(made, str) else made, mtime=0)

    return Exporter(exporter.serves, f"{exporter.suffix}.gz", f"{exporter.summary}, packed", make)


@hookimpl(wrapper=True)
def exporters() -> Generator[None, list[Any], list[Any]]:
    answers = yield
    lists = [answer.value for answer in answers if isinstance(answer.value, list | tuple)]
    formats_known = [
        exporter for formats in lists for exporter in formats if isinstance(exporter, Exporter)
    ]
    return [*answers, [packed(exporter) for exporter in formats_known if exporter.suffix in TEXTS]]
