"""The facts about plugins that are kept between runs, in ``plugins.toml`` in the user's folder."""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import tomli_w

from sandtable.text import config


def path() -> Path:
    """The path of ``plugins.toml``."""
    return config.home() / "plugins.toml"


@dataclass
class Memory:
    """The facts about plugins that the last run kept.

    - `broken`: by a plugin's key, why it did not load.
    - `seconds`: by a plugin's key, how long its last measured load took.
    - `disabled`: the names given to ``plugins disable``.
    - `bots`: the bots that a plugin brought, by edition of the plugin, then by game.
    - `damage`: why a damaged file is ignored, in one line; empty if it is not damaged.
    """

    broken: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    disabled: list[str] = field(default_factory=list)
    bots: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    damage: str = ""

    @classmethod
    def read(cls) -> Memory:
        """Read the facts of the last run; none if the file is missing or damaged."""
        try:
            tables = tomllib.loads(path().read_text(encoding="utf-8"))
            return msgspec.convert(tables, cls)
        except (FileNotFoundError, NotADirectoryError):
            return cls()
        except OSError as error:
            why = (error.strerror or "cannot be read").lower()
        except msgspec.ValidationError as error:
            why = f"{str(error).rpartition('$.')[2].strip('`')} has an unexpected value"
        except (ValueError, RecursionError) as error:
            why = " ".join(str(error).split())
        return cls(damage=f"{path()} is damaged; its list of disabled plugins is ignored: {why}")

    def write(self, *, aside: bool = False) -> None:
        """Write the whole file in one step. Raises OSError.

        A damaged file is not overwritten: with `aside` it is first renamed to ``plugins.toml.bad``,
        otherwise nothing is written.
        """
        file = path()
        if self.damage and not aside:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        if self.damage:
            file.replace(file.with_name(f"{file.name}.bad"))
            self.damage = ""
        names = ("disabled", "broken", "seconds", "bots")
        tables = {name: kept for name in names if (kept := getattr(self, name))}
        new = file.with_name(f".plugins-{os.getpid()}.toml")
        try:
            new.write_text(tomli_w.dumps(tables), encoding="utf-8")
            new.replace(file)
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)
