"""Builds the engine before it is packed into a distribution, unless it is there already."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Engine(BuildHookInterface):  # type: ignore[type-arg]
    """Runs build.py, which says in one line why there is no engine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's words)
        build = subprocess.run([sys.executable, str(Path(self.root) / "build.py")], check=False)  # noqa: S603 (no shell)
        if build.returncode:
            sys.exit(build.returncode)
