"""The JSON Schemas of what programs read and write: a game's outputs and a seat's messages."""

from __future__ import annotations

import json
from inspect import cleandoc
from typing import Any

import msgspec

from sandtable_console.data import VERSION, OutputData
from sandtable_tools.seat.messages import PROTOCOL, Request, SentMessage

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, str]:
    """Return the text of each schema, by file name."""
    return {
        "outputs.schema.json": _schema(f"An output of a game, version {VERSION}", OutputData),
        "seat.schema.json": _schema(f"A message to a seat, version {PROTOCOL}", SentMessage),
        "answer.schema.json": _schema(f"A message from a seat, version {PROTOCOL}", int | str | Request),
    }


def _schema(title: str, kind: Any) -> str:
    document = {"$schema": DIALECT, "title": title, **msgspec.json.schema(kind)}
    for definition in document["$defs"].values():  # Python 3.13 unindents, others do not
        definition["description"] = cleandoc(definition.get("description", ""))
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
