"""What tox.ini cannot say: uv, which makes the environments, knows pip's indexes and pyenv's Pythons."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

VERSIONS = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"

INDEXES = {"index-url": "UV_DEFAULT_INDEX", "extra-index-url": "UV_INDEX"}
"""The settings of pip that uv knows under names of its own."""

os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *map(str, sorted(VERSIONS.glob("3.*/bin")))])
os.environ.setdefault("UV_PYTHON_DOWNLOADS", "never")
os.environ.setdefault("UV_INDEX_STRATEGY", "unsafe-best-match")  # what pip does

listed = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True)
settings = dict(line.split("=", 1) for line in listed.stdout.splitlines())
for key, name in INDEXES.items():
    for kind in (":env:", "install", "global"):
        if value := settings.get(f"{kind}.{key}"):
            os.environ.setdefault(name, " ".join(ast.literal_eval(value).split()))
