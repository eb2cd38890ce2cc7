"""Run by the engine: packs the folders in /work as archives of its bytecode, and gzips large files.

The engine does this itself, so that the bytes are the same wherever it is built.
"""

import gzip
import importlib
import importlib.util
import io
import json
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

WORK = Path("/work")
EARLIEST = (1980, 1, 1, 0, 0, 0)
STANDARD = next(path for path in sys.path if path.endswith(".zip"))

sys.path[:0] = [str(WORK), str(WORK / "base")]
from sandtable_web.bytecode import bytecode  # noqa: E402 (its place is known only now)


def main() -> None:
    """Write NAME.zip.gz for each folder, NAME.gz for each large file, and python.json."""
    jobs = json.loads((WORK / "jobs.json").read_text("utf-8"))
    used = library_files(jobs["imported"])
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    for name in jobs["archives"]:
        origin = STANDARD if name == "python_stdlib" else packages
        data = archive(WORK / name, origin, used if name == "python_stdlib" else None)
        (WORK / f"{name}.zip.gz").write_bytes(packed(data))
    for name in jobs["files"]:
        (WORK / f"{name}.gz").write_bytes(packed((WORK / "pyodide" / name).read_bytes()))
    about = {"python": sys.version.split()[0], "magic": importlib.util.MAGIC_NUMBER.hex()}
    (WORK / "python.json").write_text(json.dumps(about), "utf-8")


def library_files(names: Iterable[str]) -> set[str]:
    """Return the standard library's files that importing these modules reads."""
    for name in names:
        importlib.import_module(name)
    origins = [
        str(getattr(module.__spec__, "origin", "")) for module in list(sys.modules.values()) if module
    ]
    return {
        origin.removeprefix(f"{STANDARD}/") for origin in origins if origin.startswith(f"{STANDARD}/")
    }


def archive(folder: Path, origin: str, used: set[str] | None) -> bytes:
    """Return a zip of a folder, stored so that gzip compresses it whole; used modules are bytecode."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as into:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name, data = path.relative_to(folder).as_posix(), path.read_bytes()
            if name.endswith(".py") and (used is None or name in used or name.startswith("encodings/")):
                name, data = f"{name}c", bytecode(data, f"{origin}/{name}", 2)
            into.writestr(zipfile.ZipInfo(name, EARLIEST), data)
    return made.getvalue()


def packed(data: bytes) -> bytes:
    """Return data gzipped, without a time stamp."""
    return gzip.compress(data, 9, mtime=0)


main()
