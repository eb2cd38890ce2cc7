"""The public names of a package, each imported when it is first used.

The stub ``__init__.pyi`` next to the package's ``__init__.py`` lists the names, a line each:
``from sandtable.model.dice import Dice as Dice``. Type checkers read the same file.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Names(list[str]):
    """A package's ``__all__``; it claims to contain nothing, so that `help` does not list the names."""

    def __contains__(self, name: object) -> bool:
        return False


def face(module: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return a module's ``__getattr__`` and ``__dir__`` for the names in the stub next to `file`."""

    @cache
    def homes() -> dict[str, tuple[str, str]]:
        with open(f"{file.removesuffix('c')}i", encoding="utf-8") as stub:  # noqa: PTH123 (pathlib is slow to import)
            words = [line.split() for line in stub if line.startswith("from sandtable")]
        return {name: (home, attribute) for _, home, _, attribute, _, name in words}

    def get(name: str) -> Any:
        if name == "__all__":
            return Names(sorted(homes()))
        if name[:2] == "__" or name not in homes():
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home, attribute = homes()[name]
        if home != module and hasattr(owner := import_module(home), attribute):
            value = getattr(owner, attribute)
        else:  # a module
            value = import_module(f"{home}.{attribute}")
        vars(import_module(module))[name] = value
        return value

    return get, lambda: sorted(homes())
