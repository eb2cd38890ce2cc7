"""Compiles modules to bytecode of the engine's Python, by running the engine under node."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from sandtable_web import FOLDER

PACKED = ("pyodide.asm.wasm", "python_stdlib.zip")


def compiled(sources: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Return the whole .pyc of each module by name, unchecked at import; None without node.

    A name is the file that tracebacks show. Raises RuntimeError if compiling fails.
    """
    if (node := shutil.which("node")) is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        _unpack(work / "engine")
        (work / "sources.json").write_text(json.dumps([*sources]), "utf-8")
        for number, source in enumerate(sources.values()):
            (work / f"{number}.py").write_bytes(source)
        scripts = [str(Path(__file__).with_name(name)) for name in ("run.mjs", "bytecode.py")]
        words = [node, scripts[0], str(work / "engine"), folder, scripts[1]]
        done = subprocess.run(words, check=False, capture_output=True, text=True)  # noqa: S603 (no shell)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().rpartition("\n")[2] or f"status {done.returncode}")
        return {name: (work / f"{number}.pyc").read_bytes() for number, name in enumerate(sources)}


def _unpack(engine: Path) -> None:
    """Unpack the engine so that node can read it."""
    shutil.copytree(FOLDER, engine, ignore=shutil.ignore_patterns("*.gz", "LICENSES"))
    for name in PACKED:
        (engine / name).write_bytes(gzip.decompress((FOLDER / f"{name}.gz").read_bytes()))
