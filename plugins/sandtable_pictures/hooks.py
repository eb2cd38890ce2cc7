"""The hook that brings formats of pictures and pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable import hookspec

if TYPE_CHECKING:
    from sandtable_pictures.exporter import Exporter


@hookspec
def exporters() -> Iterable[Exporter]:  # type: ignore[empty-body]
    """The formats of ``replay SAVE --out``, ``report SAVE FILE`` and ``map SAVE --out``, by suffix.

    Called when the user names a file. If several formats have one suffix, the built-in one counts,
    else the first; the others are named and left out.
    """
