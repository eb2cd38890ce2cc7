"""The sink for programs: reads commands, and writes each output as one line of JSON."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable_console.console import Console
from sandtable_console.data import Data, DataConverter, as_json
from sandtable_console.outputs import Output, Refused
from sandtable_console.plain import Plain
from sandtable_console.sink import SinkContext


class JsonLines(Plain):
    """Prints outputs as `data`, and reads commands like `Plain`; a number picks an option.

    A choice that may be a mistake must be confirmed. A line that fails raises StoppedAt, unless
    `keep_going` is set.
    """

    def __init__(self, console: Console, context: SinkContext) -> None:
        super().__init__(console, context)
        console.reader.numbers = console.confirms = True
        self._form = DataConverter(console)
        self._put(self._form.begin())

    def show(self, output: Output) -> None:
        """Print an output. Raises StoppedAt for a line that fails."""
        self._put(self._form.of(output))
        if isinstance(output, Refused) and not self.context.keep_going:
            self.stop(output)

    def _put(self, data: Data) -> None:
        print(as_json(data), file=self.context.out, flush=True)

    def _print(self, lines: Iterable[str]) -> None:
        """Print nothing, since the outputs say everything."""
