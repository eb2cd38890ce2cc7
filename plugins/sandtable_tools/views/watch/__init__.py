"""Watching a save at a terminal: `watch` shows its frames, key by key or automatically."""

from sandtable_tools.views.watch.screen import watch

__all__ = ["watch"]
