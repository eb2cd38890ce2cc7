"""Fingerprints everything that decides a game: the scenario's content, the plugins, their code."""

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
from sandtable_batch import Job, ReadyJob, ready_job

ENDINGS = (".py", ".toml")
"""The suffixes of package files that can change how a game goes."""


class Fingerprint(Struct, frozen=True):
    """The content and code with which a machine would play a job, to compare machines.

    `scenario` is a hash of its file and of its parts, `plugins` maps ids to distribution and version,
    and `code` maps packages to hashes.
    """

    sandtable: str
    python: str
    scenario: str
    plugins: dict[str, str]
    code: dict[str, str]


def fingerprint(job: Job) -> Fingerprint:
    """Return a job's fingerprint in this process. Raises SandtableError if it cannot play the job."""
    ready = ready_job(job)
    used = plugin_versions(ready)
    modules = {plugin.module.partition(".")[0] for plugin in ready.plugins.plugins if plugin.id in used}
    return Fingerprint(
        __version__,
        ".".join(platform.python_version_tuple()[:2]),
        scenario_hash(ready.scenario),
        used,
        {name: _code_hash(name) for name in sorted({"sandtable", *modules})},
    )


def plugin_versions(ready: ReadyJob) -> dict[str, str]:
    """Return the distribution and version of each plugin that a job uses, by id."""
    # After a colon comes a setting of the bot.
    players = [name.partition(":")[0] for name in ready.job.seats.values()]
    used = ready.plugins.stamps(ready.scenario, {*players, *ready.job.seats.values()})
    return {stamp["id"]: f"{stamp['distribution']} {stamp['version']}" for stamp in used}


def scenario_hash(scenario: Scenario) -> str:
    """Return a hash of a scenario's file and of its parts, 16 hex digits."""
    return hash_of([scenario.text, *(part.text for part in scenario.parts)])


def hash_of(texts: Iterable[str]) -> str:
    """Return a hash of some texts, 16 hex digits."""
    digest = blake2b(digest_size=8)
    for text in texts:
        digest.update(blake2b(text.encode()).digest())
    return digest.hexdigest()


@lru_cache
def _code_hash(package: str) -> str:
    """Return a hash of a package's or a module's files; "" if it does not exist."""
    spec = find_spec(package)
    folders = [Path(folder) for folder in spec.submodule_search_locations or ()] if spec else []
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in ENDINGS)
    if spec and spec.has_location and spec.origin and not folders:
        files = [Path(spec.origin)]
    return hash_of(file.read_text(encoding="utf-8", errors="replace") for file in files)


def differences(theirs: Struct, ours: Struct) -> list[str]:
    """Return the differences between two Structs of the same class, each in a few words."""
    return [
        difference
        for name in ours.__struct_fields__
        for difference in _differences(name, getattr(theirs, name), getattr(ours, name))
    ]


def _differences(name: str, theirs: Any, ours: Any) -> Iterator[str]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in dict.fromkeys([*ours, *theirs]):
            yield from _differences(f"{name} {key}", theirs.get(key), ours.get(key))
    elif theirs != ours:
        yield f"{name} {_in_words(theirs)} there, {_in_words(ours)} here"


def _in_words(value: Any) -> str:
    if value in (None, "", [], {}):
        return "none"
    return str(structs.asdict(value) if isinstance(value, Struct) else value)
