"""The fixture of real screens, in a room of its own since it needs pexpect and pyte."""

from __future__ import annotations

from screens import watched

__all__ = ["watched"]
