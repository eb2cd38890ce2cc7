"""Tests of the wrapper that compresses text formats."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from pathlib import Path

from sandtable.tooling import catalog
from sandtable_pictures.hooks import exporters


def test_text_formats_can_be_compressed(sandtable: Callable[..., str], save: Path) -> None:
    for command, suffix in (("replay", ".txt"), ("replay", ".html"), ("map", ".svg")):
        plain, packed = save.with_suffix(suffix), save.with_suffix(f"{suffix}.gz")
        sandtable(command, save, "--out", plain)
        sandtable(command, save, "--out", packed)
        assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()


def test_an_unknown_suffix_lists_the_compressed_formats(
    sandtable: Callable[..., str], save: Path
) -> None:
    output = sandtable("replay", save, "--out", save.with_suffix(".pdf"), status=2)
    for suffix in (".html (", ".html.gz (", ".txt (", ".txt.gz ("):
        assert f" {suffix}" in output


def test_the_compressed_formats_count_as_the_wrappers_own_answer() -> None:
    keys = {
        exporter.suffix: key
        for key, formats in catalog().ask(exporters, Iterable)
        for exporter in formats
    }
    assert "dispatch-txt" in keys[".txt"]
    assert "dispatch-gz" in keys[".txt.gz"]
