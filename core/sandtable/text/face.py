"""The public face of a package: its names, each imported when it is first used.

The stub ``__init__.pyi`` beside the package's ``__init__.py`` is the one place where the names are
written, a line each: ``from sandtable.model.dice import Dice as Dice``. Type checkers read the same.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Face: TypeAlias = tuple[Callable[[str], Any], Callable[[], list[str]]]
    """The ``__getattr__`` and ``__dir__`` of a module with a face."""


def face(module: str, file: str) -> Face:
    """The face of a module, as the stub next to its file defines it."""

    @cache
    def homes() -> dict[str, tuple[str, str]]:
        from pathlib import Path  # noqa: PLC0415 (slow to import, and imported by then)

        lines = Path(file).with_suffix(".pyi").read_text(encoding="utf-8").splitlines()
        words = [line.split() for line in lines if line.startswith("from sandtable")]
        return {name: (home, attribute) for _, home, _, attribute, _, name in words}

    def get(name: str) -> Any:
        if name == "__all__":
            return names()
        if name[:2] == "__" or name not in homes():
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home, attribute = homes()[name]
        owner = import_module(home)
        value = (
            getattr(owner, attribute)
            if hasattr(owner, attribute)
            else import_module(f"{home}.{attribute}")
        )
        vars(import_module(module))[name] = value
        return value

    def names() -> list[str]:
        return sorted(homes())

    return get, names
