"""The conformance kit: does a game keep the contract? For its author's own tests.

``conformance("megiddo")`` plays random games of every scenario and looks at each position.
An empty list of findings means that nothing was found wrong. ``coverage`` plays until all of a
game's content has occurred, and lists what never did; ``perft`` counts the legal tree. A `Typist`
types at a console, and a `Tape` is a sink that keeps what it is shown.

Names are imported when they are first used, so that pytest starts as fast as without the plugin.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.testing.findings import CHECKS, Finding
    from sandtable.testing.kit import conformance, examine
    from sandtable.testing.occurred import Coverage, coverage
    from sandtable.testing.tree import perft
    from sandtable.testing.typist import Reply, Tape, Typist

_HOME = {
    "CHECKS": "findings",
    "Coverage": "occurred",
    "Finding": "findings",
    "Reply": "typist",
    "Tape": "typist",
    "Typist": "typist",
    "conformance": "kit",
    "coverage": "occurred",
    "examine": "kit",
    "perft": "tree",
}

__all__ = [
    "CHECKS",
    "Coverage",
    "Finding",
    "Reply",
    "Tape",
    "Typist",
    "conformance",
    "coverage",
    "examine",
    "perft",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'sandtable.testing' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"sandtable.testing.{_HOME[name]}"), name)
    return found
