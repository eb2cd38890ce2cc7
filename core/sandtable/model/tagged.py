"""The common base of actions and events: a name in JSON, and fields of plain data."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

from sandtable.text.words import camel_slug


class Tagged(Struct, frozen=True, tag=camel_slug):
    """A Struct that JSON identifies by the name of its class.

    Raises TypeError for a field that would hide the name or the data.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for field in {"name", "data"} & {*vars(cls).get("__slots__", ())}:
            why = f"every action and event has a {field} already"
            raise TypeError(f'the field "{field}" of {cls.__name__} needs another name: {why}')

    @classmethod
    def name(cls) -> str:
        """Return the name of the class as a word, as in JSON: ``forced-march`` for ``ForcedMarch``."""
        return str(cls.__struct_config__.tag)

    @property
    def data(self) -> dict[str, Any]:
        """The fields as plain data, as in JSON."""
        return {field: to_builtins(getattr(self, field)) for field in self.__struct_fields__}
