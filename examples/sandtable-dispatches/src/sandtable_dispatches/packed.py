"""The formats that are texts once more, packed: ``.html.gz`` and the like."""

from __future__ import annotations

import gzip
from collections.abc import Generator
from typing import Any

from sandtable import Exported, Exporter, hookimpl

TEXTS = (".csv", ".html", ".json", ".svg", ".txt")
"""What becomes much smaller when it is packed."""


def packed(exporter: Exporter) -> Exporter:
    def make(exported: Exported) -> bytes:
        made = exporter.make(exported)
        return gzip.compress(made.encode() if isinstance(made, str) else made, mtime=0)

    return Exporter(exporter.serves, f"{exporter.suffix}.gz", f"{exporter.summary}, packed", make)


@hookimpl(wrapper=True)
def exporters() -> Generator[None, list[Any], list[Any]]:
    answers = yield
    lists = [answer.value for answer in answers if isinstance(answer.value, list | tuple)]
    known = [one for formats in lists for one in formats if isinstance(one, Exporter)]
    return [*answers, [packed(one) for one in known if one.suffix in TEXTS]]
