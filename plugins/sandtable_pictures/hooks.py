"""The hook through which plugins provide file formats for pictures and pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable import hookspec

if TYPE_CHECKING:
    from sandtable_pictures.exporter import Exporter


@hookspec
def exporters() -> Iterable[Exporter]:  # type: ignore[empty-body]
    """The formats for ``replay SAVE --out``, ``report SAVE FILE`` and ``map SAVE --out``, by suffix.

    Called when the user names a file. If several formats have the same suffix, the built-in one wins,
    then the first; the others are reported and left out.
    """
