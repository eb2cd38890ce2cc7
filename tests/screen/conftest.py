"""The fixture of real screens, which needs pexpect and pyte: other rooms do without them."""

from __future__ import annotations

from screens import watched

__all__ = ["watched"]
