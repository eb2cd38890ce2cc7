"""What tox.ini cannot say: tox finds the Pythons of pyenv, as it finds those of uv and of the PATH."""

from __future__ import annotations

import os
from pathlib import Path

VERSIONS = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"

os.environ.setdefault("TOX_DISCOVER", ",".join(map(str, sorted(VERSIONS.glob("3.*/bin/python")))))
