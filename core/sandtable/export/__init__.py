"""Writing a recorded game down for others: as a page to be watched in a browser."""

from __future__ import annotations

from sandtable.export.viewer import page

__all__ = ["page"]
