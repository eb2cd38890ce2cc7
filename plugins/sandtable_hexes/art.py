"""Shows a hex map on a terminal, on a page and in words; loaded only when a map is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sandtable import Picture
from sandtable_hexes import terminal, words
from sandtable_pictures import Drawing, art, chart, styled

if TYPE_CHECKING:
    from sandtable_hexes.hexmap import HexMap


class HexArt:
    """A hex map's art, as `sandtable_pictures.art` defines it."""

    def __init__(self, map: HexMap[Any]) -> None:
        self.map = map

    def lines(
        self,
        marks: art.Marks,
        width: int,
        height: int | None,
        look: chart.Look,
        legend: Sequence[styled.Styled],
    ) -> chart.MapLines:
        return terminal.draw(self.map, marks, width, height, look, legend)

    def drawing(self, picture: Picture) -> Drawing:
        from sandtable_hexes import svg  # noqa: PLC0415 (slow to import)

        return svg.drawing(self.map, picture)

    def places(self, there: Mapping[str, str]) -> Iterator[str]:
        return words.describe_map(self.map, there)

    def place(self, space: str, there: Mapping[str, str]) -> Iterator[str]:
        return words.describe_surroundings(self.map, space, there)
