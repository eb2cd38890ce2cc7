"""Joins the entry points of a distribution whose code comes in parts."""

from __future__ import annotations

import importlib
from pathlib import Path

from sandtable.tooling import refresh


def join(packages: str) -> None:
    """Add each part's entry points to those of its distribution, and look again at what is installed."""
    for part in Path(packages).glob("*.dist-info/entry_points-*.txt"):
        whole = part.with_name("entry_points.txt")
        before = whole.read_text("utf-8") if whole.is_file() else ""
        whole.write_text(f"{before}\n{part.read_text('utf-8')}", "utf-8")
        part.unlink()
    importlib.invalidate_caches()
    refresh()
