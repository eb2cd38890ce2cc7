"""What a game prints goes over the prompt, the map, and output that programs read."""

from __future__ import annotations

from sandtable.tooling import visible
from sandtable_tools.kit.findings import Found

MOST = 60
"""At most this many characters of what is printed are shown."""


def printed(text: str) -> list[Found]:
    """What is wrong with text on standard output, if there is any; the first line is told."""
    if not text:
        return []
    line = visible((text.strip().splitlines() or [""])[0])[:MOST]
    return [("prints", f'"{line}" is printed; what there is to tell is an event')]
