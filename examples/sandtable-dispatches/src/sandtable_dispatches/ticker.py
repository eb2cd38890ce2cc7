"""Adds ``ticker``, a small screen that shows events and questions but no board."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable import hookimpl
from sandtable_console import Console, Maker, SinkContext, outputs


class Ticker:
    stops = False
    recent = 3

    def __init__(self, console: Console, context: SinkContext) -> None:
        self.lines = iter(context.lines)
        self.out = context.out
        console.confirms = True  # this screen can show a Confirm question

    def show(self, output: outputs.Output) -> None:
        match output:
            case outputs.News(lines) | outputs.Text(lines) | outputs.Over(lines):
                print(*lines, sep="\n", file=self.out)
            case outputs.Question(text) | outputs.Confirm(text):
                print(text, file=self.out)
            case outputs.Refused(error):
                print(f"No: {error}", file=self.out)

    def read(self) -> str | None:
        return next(self.lines, None)

    def lead(self, rows: int) -> None:
        """Do nothing: a lesson's note simply follows the other lines."""


@hookimpl
def sinks() -> Mapping[str, Maker]:
    return {"ticker": Ticker}
