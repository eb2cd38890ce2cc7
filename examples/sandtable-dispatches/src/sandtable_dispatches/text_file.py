"""Adds ``.txt``, a format for replays."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from sandtable import Exported, Exporter, hookimpl

from sandtable_dispatches.telegrams import WIDTH, telegrams


def text(exported: Exported) -> str:
    assert exported.replay is not None
    session = exported.replay.run(exported.to)
    title = session.scenario.title.upper()
    texts = [title, *telegrams(session, exported.seat).values()]
    return "\n\n".join(fill(paragraph, WIDTH) for paragraph in texts) + "\n"


@hookimpl
def exporters() -> Iterable[Exporter]:
    return [Exporter("replay", ".txt", "a telegram for each turn", text)]
