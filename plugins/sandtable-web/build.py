"""Builds the engine for browsers: ``python plugins/sandtable-web/build.py [--again]``.

Fetches the files that pins.toml names, checking each digest; has the engine's own Python pack them,
under node; and writes into the package: engine (for every page), terminal (for the terminal page as
well) and engine.json (what they hold). Downloads and results are cached in $SANDTABLE_ENGINE_CACHE or
the user's cache folder, so that another build needs neither time nor network.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "sandtable_web"
CACHE = Path(os.environ.get("SANDTABLE_ENGINE_CACHE") or Path.home() / ".cache" / "sandtable-engine")
INPUTS = (
    "build.py",
    "pack.py",
    "pins.toml",
    "sandtable_web/bytecode.py",
    "sandtable_web/run.mjs",
    "licenses",
)

PARTS = ("engine", "terminal")
BARE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json")
PACKED = ("pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
DRAWN = ("lib/xterm.mjs", "css/xterm.css", "lib/addon-fit.mjs")

ABOUT = """\
Python for browsers, with what Sandtable imports, as published, except that some files are left out,
modules are compiled to bytecode, and large files are gzipped. LICENSES has the licence of each part.
Pyodide contains what cpython.txt and linked-into-pyodide.txt name; its source is at
https://github.com/pyodide/pyodide.
"""


class NoEngine(Exception):
    """Why there is no engine, on one line."""


class Pin(NamedTuple):
    """A file of a package registry, and the part of the engine that it goes into."""

    part: str
    name: str
    version: str
    address: str
    sha256: str


def main(words: Sequence[str]) -> int:
    """Build the engine unless it is up to date; return the exit status."""
    done = _inputs()
    try:
        if "--again" in words or _stamp(PACKAGE) != done:
            ready = CACHE / "built" / done
            if "--again" in words or _stamp(ready) != done:
                _build(ready, done)
            _copy(ready, PACKAGE)
    except NoEngine as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for part in PARTS for file in (PACKAGE / part).rglob("*"))
    print(f"the engine is built: {size / 1e6:.1f} MB in {PACKAGE}")
    return 0


def _inputs() -> str:
    """Return a digest of everything that the result depends on."""
    total = hashlib.sha256()
    for name in INPUTS:
        for path in sorted((HERE / name).rglob("*") if (HERE / name).is_dir() else [HERE / name]):
            total.update(path.name.encode() + b"\n" + path.read_bytes())
    return total.hexdigest()[:16]


def _stamp(folder: Path) -> str | None:
    """Return the digest of what an engine was built from."""
    about = folder / "engine.json"
    return json.loads(about.read_text("utf-8")).get("inputs") if about.exists() else None


def _copy(ready: Path, package: Path) -> None:
    """Copy a result into the package, ending with the file that says that it is complete."""
    for part in PARTS:
        shutil.rmtree(package / part, ignore_errors=True)
        shutil.copytree(ready / part, package / part, dirs_exist_ok=True)
    shutil.copy(ready / "engine.json", package)


def _build(ready: Path, inputs: str) -> None:
    told = tomllib.loads((HERE / "pins.toml").read_text("utf-8"))
    library = told.pop("standard-library")
    pins = [Pin(part, name, **pin) for part, names in told.items() for name, pin in names.items()]
    node = _node()
    files = {pin: _fetch(pin) for pin in pins}
    ready.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ready.parent) as folder:
        work, into = Path(folder) / "work", Path(folder) / "into"
        _lay_out(work, files, library)
        _pack(node, work)
        _gather(work, into, files)
        about = json.loads((work / "python.json").read_text("utf-8"))
        about["distributions"] = {pin.name: pin.version for pin in pins if pin.part == "base"}
        about["terminal"] = {pin.name: pin.version for pin in pins if pin.part == "terminal"}
        _write(into / "engine.json", json.dumps({**about, "inputs": inputs}, indent=1).encode())
        shutil.rmtree(ready, ignore_errors=True)
        into.replace(ready)


def _node() -> str:
    """Return the program that runs the engine outside a browser."""
    node = shutil.which("node")
    if node is None:
        raise NoEngine("node is missing (18 or later): it runs the engine, which packs its own modules")
    said = _ran(node, "--version").stdout.strip()
    if int(said.lstrip("v").partition(".")[0] or 0) < 18:
        raise NoEngine(f"node is {said}, and the engine needs 18 or later")
    return node


def _fetch(pin: Pin) -> Path:
    """Return a pinned file from the cache, after fetching it if necessary."""
    path = CACHE / pin.address.rpartition("/")[2]
    if not path.exists():
        try:
            with urllib.request.urlopen(pin.address, timeout=60) as answer:  # noqa: S310 (the address is pinned)
                data = answer.read()
        except OSError as error:
            raise NoEngine(f"{pin.name} cannot be fetched from {pin.address} ({error})") from None
        _check(pin, data, pin.address)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{os.getpid()}")
        part.write_bytes(data)
        part.replace(path)
    _check(pin, path.read_bytes(), str(path))
    return path


def _check(pin: Pin, data: bytes, where: str) -> None:
    if (digest := hashlib.sha256(data).hexdigest()) != pin.sha256:
        of = f"{pin.name} {pin.version}"
        raise NoEngine(f"{where} is not {of}: its sha256 is {digest}, and pins.toml has {pin.sha256}")


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a wheel, or of a source archive without its outermost folder."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield from (
                (name, archive.read(name)) for name in archive.namelist() if not name.endswith("/")
            )
    else:
        with tarfile.open(path) as archive:
            for member in archive:
                if file := archive.extractfile(member):
                    yield member.name.partition("/")[2], file.read()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _lay_out(work: Path, files: Mapping[Pin, Path], library: Mapping[str, list[str]]) -> None:
    """Lay out what goes into the archives, in folders."""
    for pin, file in files.items():
        for name, data in _members(file):
            if pin.part == "python" and name in (*BARE, *PACKED, LIBRARY):
                _write(work / "pyodide" / name, data)
            elif pin.part in ("base", "terminal") and (place := _place(pin, name)):
                _write(work / pin.part / place, data)
    lock = work / "pyodide" / "pyodide-lock.json"
    lock.write_text(json.dumps({**json.loads(lock.read_text("utf-8")), "packages": {}}), "utf-8")
    encodings = tuple(f"encodings/{name}" for name in library["encodings"])
    for name, data in _members(work / "pyodide" / LIBRARY):
        if name.split("/")[0].removesuffix(".py") in library["left_out"]:
            continue
        if name.startswith(encodings) or not name.startswith("encodings/"):
            _write(work / "python_stdlib" / name, data)
    jobs = {
        "archives": ["python_stdlib", "base", "terminal"],
        "files": PACKED,
        "imported": library["imported"],
    }
    _write(work / "jobs.json", json.dumps(jobs).encode())
    _write(work / "sandtable_web" / "bytecode.py", (PACKAGE / "bytecode.py").read_bytes())


def _place(pin: Pin, name: str) -> str | None:
    """Return where a distribution's file goes in site-packages; None if nothing there needs it."""
    about = f"{pin.name.replace('-', '_')}-{pin.version}.dist-info"
    top, _, rest = name.removeprefix("src/").partition("/")  # a source archive has its package in src
    if rest in ("METADATA", "entry_points.txt"):
        return f"{about}/{rest}"
    if name == "PKG-INFO":
        return f"{about}/METADATA"
    used = rest.endswith((".py", ".so", ".json")) and top not in ("docs", "tests")
    return f"{top}/{rest}" if used and not top.endswith(".dist-info") else None


def _pack(node: str, work: Path) -> None:
    """Have the engine make the archives."""
    done = _ran(node, PACKAGE / "run.mjs", work / "pyodide", work, HERE / "pack.py")
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        raise NoEngine(f"the engine cannot pack itself: {last or done.returncode}")


def _ran(*words: object) -> subprocess.CompletedProcess[str]:
    texts = [str(word) for word in words]
    return subprocess.run(texts, check=False, capture_output=True, text=True)  # noqa: S603 (no shell)


def _gather(work: Path, into: Path, files: Mapping[Pin, Path]) -> None:
    """Gather the two folders of the result, each with its licences."""
    for name in BARE:
        _write(into / "engine" / name, (work / "pyodide" / name).read_bytes())
    for name in (*PACKED, LIBRARY, "base.zip", "terminal.zip"):
        part = "terminal" if name == "terminal.zip" else "engine"
        _write(into / part / f"{name}.gz", (work / f"{name}.gz").read_bytes())
    _write(into / "engine" / "README.txt", _about(files).encode())
    for path in (HERE / "licenses").iterdir():
        _write(into / "engine" / "LICENSES" / path.name, path.read_bytes())
    for pin, file in files.items():
        part, members = "engine" if pin.part == "base" else "terminal", dict(_members(file))
        if pin.part == "drawn":
            for name in members.keys() & DRAWN:
                _write(into / part / name.partition("/")[2], members[name])
        if texts := [
            members[name] for name in sorted(members) if re.search(r"(^|/)LICEN[CS]E[^/]*$", name)
        ]:
            _write(into / part / "LICENSES" / f"{pin.name}.txt", b"\n".join(texts))


def _about(files: Iterable[Pin]) -> str:
    """Describe what the two folders hold, for anyone who finds them on a host."""
    lines = [f"{pin.name} {pin.version} ({pin.address})" for pin in files]
    return "\n".join([ABOUT, *lines, ""])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
