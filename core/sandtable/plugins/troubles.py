"""What plugins did wrong, in lines for the user."""

from __future__ import annotations

from collections.abc import Iterable


class Troubles(list[str]):
    """Lines about plugins that were wanted and failed; whoever shows them takes them away."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        super().__init__(lines)
        self._noted: set[str] = set()

    def note(self, lines: Iterable[str]) -> None:
        """Add each line that was not noted before, not even one that is shown and gone by now."""
        for line in lines:
            if line not in self._noted:
                self._noted.add(line)
                self.append(line)

    def take(self) -> list[str]:
        """The lines, to be shown; none is left."""
        lines = [*self]
        self.clear()
        return lines
