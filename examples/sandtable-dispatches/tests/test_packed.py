"""The wrapper, which packs the formats that are texts."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from pathlib import Path

from sandtable.tooling import catalog
from sandtable_pictures.hooks import exporters


def test_texts_can_be_packed(sandtable: Callable[..., str], save: Path) -> None:
    for command, suffix in (("replay", ".txt"), ("replay", ".html"), ("map", ".svg")):
        plain, packed = save.with_suffix(suffix), save.with_suffix(f"{suffix}.gz")
        sandtable(command, save, "--out", plain)
        sandtable(command, save, "--out", packed)
        assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()


def test_what_can_be_packed_is_named(sandtable: Callable[..., str], save: Path) -> None:
    output = sandtable("replay", save, "--out", save.with_suffix(".pdf"), status=2)
    for suffix in (".html (", ".html.gz (", ".txt (", ".txt.gz ("):
        assert f" {suffix}" in output


def test_it_counts_as_an_answer_of_its_own_plugin() -> None:
    keys = {
        exporter.suffix: key
        for key, formats in catalog().ask(exporters, Iterable)
        for exporter in formats
    }
    assert "dispatch-txt" in keys[".txt"]
    assert "dispatch-gz" in keys[".txt.gz"]
