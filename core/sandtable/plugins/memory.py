"""What is kept of plugins between runs, in ``plugins.toml`` of the user's folder."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import msgspec
import tomli_w

from sandtable.base import config
from sandtable.base.locks import lock


def path() -> Path:
    """Where it is kept."""
    return config.home() / "plugins.toml"


@dataclass
class Memory:
    """What was last known of plugins.

    `broken` has by key why a plugin did not load, `seconds` by key how long the last load took that
    was measured; `disabled` are the names that ``plugins disable`` was given. `bots` has by edition
    of a plugin, then by game, the bots that it brought. `damage` is a line that says why nothing of a
    damaged file counts, or empty.
    """

    broken: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    disabled: list[str] = field(default_factory=list)
    bots: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    damage: str = ""

    @classmethod
    def read(cls) -> Memory:
        """What is kept; nothing where there is no file, or one that is damaged."""
        try:
            kept = tomllib.loads(path().read_text(encoding="utf-8"))
            return msgspec.convert(kept, cls)
        except (FileNotFoundError, NotADirectoryError):
            return cls()
        except OSError as error:
            why = (error.strerror or "can not be read").lower()
        except msgspec.ValidationError as error:
            why = f"{str(error).rpartition('$.')[2].strip('`')} is not as it was written"
        except (ValueError, RecursionError) as error:
            why = " ".join(str(error).split())
        return cls(damage=f"{path()} is damaged, so what plugins disable has kept does not count: {why}")

    def write(self, *, aside: bool = False) -> None:
        """Keep it, the whole file at once. Raises OSError.

        A damaged file is not written over: with `aside` it is first renamed to ``plugins.toml.bad``,
        else nothing is written.
        """
        file = path()
        if self.damage and not aside:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        if self.damage:
            file.replace(file.with_name(f"{file.name}.bad"))
            self.damage = ""
        new = file.with_name(f".plugins-{os.getpid()}.toml")
        try:
            new.write_text(tomli_w.dumps(self._tables()), encoding="utf-8")
            new.replace(file)
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)

    def _tables(self) -> Mapping[str, Any]:
        names = ("disabled", "broken", "seconds", "bots")
        return {name: kept for name in names if (kept := getattr(self, name))}


LOADING = "loading-"
"""The files that say which plugin a process is loading begin so; each is locked meanwhile."""


@contextmanager
def loading(name: str) -> Iterator[None]:
    """Keep a file that names a plugin while it loads, so that `unfinished` can say what ended a process.

    A folder that can not be written to keeps none.
    """
    file = config.home() / f"{LOADING}{os.getpid()}"
    with ExitStack() as stack:
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            held = stack.enter_context(file.open("ab", buffering=0))
            lock(held)
            held.truncate(0)
            held.write(name.encode())
            stack.callback(_remove, file, held)
        yield


def _remove(file: Path, held: IO[bytes]) -> None:
    """Remove a locked file; Windows removes none that is open."""
    with suppress(OSError):
        held.truncate(0)  # so that it names nobody when its lock is gone
        held.close()
        file.unlink(missing_ok=True)


def unfinished() -> Iterator[str]:
    """The plugins that were loading when their process ended; each is named once."""
    for file in sorted(config.home().glob(f"{LOADING}*")):
        with suppress(OSError):
            with file.open("rb") as held:
                lock(held)  # held by a process that still loads
                name = held.read().decode("utf-8", "replace")
            file.unlink()
            if name:
                yield name
