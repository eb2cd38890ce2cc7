"""The fingerprint of what games come out of: the scenario's content, the plugins, and their code."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from sandtable import Scenario, __version__
from sandtable.tooling import Catalog, Job, ready_job

CODE = (".py", ".toml")
"""The files of a package that decide how a game goes."""


class Fingerprint(Struct, frozen=True):
    """What a job would be played with here, so that two machines can be compared.

    `scenario` is a hash of its file and of its parts; `plugins` has distribution and version by
    id; `code` a hash of each package that they lie in.
    """

    sandtable: str
    python: str
    scenario: str
    plugins: dict[str, str]
    code: dict[str, str]


def fingerprint(job: Job, plugins: Catalog | None = None) -> Fingerprint:
    """What this process would play a job with. Raises SandtableError when it cannot."""
    found = ready_job(job, plugins)
    used = stamps(found.known, found.scenario, job)
    modules = {one.module.partition(".")[0] for one in found.known.plugins if one.id in used}
    return Fingerprint(
        __version__,
        ".".join(platform.python_version_tuple()[:2]),
        scenario_hash(found.scenario),
        used,
        {name: _code_hash(name) for name in sorted({"sandtable", *modules})},
    )


def stamps(known: Catalog, scenario: Scenario, job: Job) -> dict[str, str]:
    """Distribution and version of every plugin that a job uses, by id."""
    # What stands behind a colon is a setting of the bot.
    players = [name.partition(":")[0] for name in job.seats.values()]
    used = known.stamps(scenario, {*players, *job.seats.values()})
    return {one["id"]: f"{one['distribution']} {one['version']}" for one in used}


def scenario_hash(scenario: Scenario) -> str:
    """A hash of a scenario's file and of its parts, 16 hex digits."""
    return hash_of([scenario.text, *(part.text for part in scenario.parts)])


def hash_of(texts: Iterable[str]) -> str:
    """A hash of some texts, 16 hex digits."""
    whole = blake2b(digest_size=8)
    for text in texts:
        whole.update(blake2b(text.encode()).digest())
    return whole.hexdigest()


@lru_cache
def _code_hash(package: str) -> str:
    """A hash of the files of a package, or of a module; of one that is not there, nothing."""
    spec = find_spec(package)
    folders = [Path(one) for one in spec.submodule_search_locations or ()] if spec else []
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in CODE)
    if spec and spec.has_location and spec.origin and not folders:
        files = [Path(spec.origin)]
    return hash_of(file.read_text(encoding="utf-8", errors="replace") for file in files)


def differences(there: Struct, here: Struct) -> list[str]:
    """What is not the same in two of a kind, a few words each; none when they are equal."""
    return [
        difference
        for name in here.__struct_fields__
        for difference in _differences(name, getattr(there, name), getattr(here, name))
    ]


def _differences(name: str, there: Any, here: Any) -> Iterator[str]:
    if isinstance(here, dict) and isinstance(there, dict):
        for key in dict.fromkeys([*here, *there]):
            yield from _differences(f"{name} {key}", there.get(key), here.get(key))
    elif there != here:
        yield f"{name} {_in_words(there)} there, {_in_words(here)} here"


def _in_words(value: Any) -> str:
    if value in (None, "", [], {}):
        return "none"
    return str(structs.asdict(value) if isinstance(value, Struct) else value)
