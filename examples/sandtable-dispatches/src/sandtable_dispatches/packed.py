"""Adds a compressed version of each text format: ``.html.gz`` and the like."""

from __future__ import annotations

import gzip
from collections.abc import Generator
from typing import Any

from sandtable import Exported, Exporter, hookimpl

TEXT_SUFFIXES = (".csv", ".html", ".json", ".svg", ".txt")
"""The suffixes of text formats, which compress well."""


def compressed(exporter: Exporter) -> Exporter:
    def make(exported: Exported) -> bytes:
        content = exporter.make(exported)
        return gzip.compress(content.encode() if isinstance(content, str) else content, mtime=0)

    return Exporter(exporter.serves, f"{exporter.suffix}.gz", f"{exporter.summary}, compressed", make)


@hookimpl(wrapper=True)
def exporters() -> Generator[None, list[Any], list[Any]]:
    answers = yield
    lists = [answer.value for answer in answers if isinstance(answer.value, list | tuple)]
    known = [exporter for exporters in lists for exporter in exporters if isinstance(exporter, Exporter)]
    return [*answers, [compressed(exporter) for exporter in known if exporter.suffix in TEXT_SUFFIXES]]
