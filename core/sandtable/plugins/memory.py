"""What is kept of plugins between runs, in ``plugins.toml`` of the user's folder."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w

from sandtable import config


def path() -> Path:
    """Where it is kept."""
    return config.home() / "plugins.toml"


@dataclass
class Memory:
    """What was last known of plugins.

    `broken` has by key why a plugin did not load, `seconds` by key how long the last load took that
    was measured; `disabled` are the names that ``plugins disable`` was given.
    """

    broken: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    disabled: list[str] = field(default_factory=list)

    @classmethod
    def read(cls) -> Memory:
        """What is kept; nothing where there is no file, or one that is damaged."""
        try:
            kept = tomllib.loads(path().read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return cls()
        names = kept.get("disabled")
        return cls(
            {key: str(reason) for key, reason in _table(kept, "broken").items()},
            {key: took for key, took in _table(kept, "seconds").items() if isinstance(took, float)},
            [name for name in names if isinstance(name, str)] if isinstance(names, list) else [],
        )

    def write(self) -> None:
        """Keep it, the whole file at once. Raises OSError."""
        file = path()
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(f".plugins-{os.getpid()}.toml")
        try:
            new.write_text(tomli_w.dumps(self._tables()), encoding="utf-8")
            new.replace(file)
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)

    def _tables(self) -> Mapping[str, Any]:
        all_tables = {"disabled": self.disabled, "broken": self.broken, "seconds": self.seconds}
        return {name: kept for name, kept in all_tables.items() if kept}


def _table(kept: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = kept.get(name)
    return found if isinstance(found, dict) else {}
