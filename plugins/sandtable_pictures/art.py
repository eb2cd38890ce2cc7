"""How a board draws itself that is no net of points and links: hexes, squares, areas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from sandtable import Picture

if TYPE_CHECKING:
    from sandtable_pictures.chart import Look, MapLines
    from sandtable_pictures.svg import Drawing


class Art(Protocol):
    """The `art` of a board; `chart.draw`, `drawing` and `places` ask it first."""

    def lines(
        self,
        marks: Mapping[str, Sequence[tuple[str, str | None]]],
        width: int,
        height: int | None,
        look: Look,
        legend: Sequence[tuple[str, str | None]],
    ) -> MapLines:
        """The board in characters, with the marks, options and near view that `chart.draw` describes."""

    def drawing(self, picture: Picture) -> Drawing:
        """A picture on the board as SVG."""

    def places(self, there: Mapping[str, str]) -> Iterator[str]:
        """The board in words: a line for each space that matters, given what is in each."""
