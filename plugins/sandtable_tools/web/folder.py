"""Writes the folder of the table in a browser."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import zipfile
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from sandtable.tooling import catalog
from sandtable_pictures import PICTURE_STYLE

ENGINE = Path(os.environ.get("SANDTABLE_ENGINE", "engine"))
DEFAULT = ["lrdg/el-alamein", "lrdg/slonta", "lawrence/aqaba", "megiddo/1918-even"]
PACKAGES = (
    "sandtable sandtable_batch sandtable_console sandtable_hexes sandtable_pictures sandtable_shell "
    "sandtable_tools sandtable_lawrence sandtable_lrdg sandtable_megiddo sandtable_arab_revolt "
    "sandtable_cyrenaica sandtable_palestine"
).split()


def write(out: Path, what: Sequence[str]) -> None:
    """Write the folder."""
    here = Path(str(files("sandtable_tools.web")))
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(ENGINE, out / "engine", dirs_exist_ok=True)
    shutil.copytree(here / "page", out / "page", dirs_exist_ok=True)
    shutil.copy(here / "worker.js", out)
    (out / "code").mkdir(exist_ok=True)
    (out / "code" / "sandtable.zip.gz").write_bytes(gzip.compress(_code(), 9, mtime=0))
    installed = catalog()
    offers = [
        {"scenario": id, "game": id.partition("/")[0], "title": installed.scenario(id).info.title}
        for id in what or DEFAULT
    ]
    facts = {"offers": offers, "given": [], "style": PICTURE_STYLE, "code": ["sandtable"]}
    text = json.dumps(facts).replace("<", "\\u003c")
    page = (here / "page" / "index.html").read_text().replace("{{offers}}", text)
    (out / "index.html").write_text(page)


def _code() -> bytes:
    import importlib.metadata
    import importlib.util

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for package in PACKAGES:
            spec = importlib.util.find_spec(package)
            assert spec and spec.origin
            root = Path(spec.origin).parent
            for path in sorted(root.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.write(path, f"{package}/{path.relative_to(root)}")
        dist = importlib.metadata.distribution("sandtable")
        for name in ("METADATA", "entry_points.txt"):
            archive.writestr(f"sandtable-{dist.version}.dist-info/{name}", dist.read_text(name) or "")
    return buffer.getvalue()
