"""A save is found by its path or its name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandtable import SandtableError, UnknownName
from sandtable.tooling import config
from sandtable_shell import find_save


def test_where_no_home_folder_is_known_no_save_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SANDTABLE_HOME", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)  # a user without an entry raises KeyError
    with pytest.raises(UnknownName):
        find_save("mine")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_no_save(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe.jsonl")
    with pytest.raises(SandtableError, match=r"pipe\.jsonl: not a file$"):
        find_save(str(pipe))


def test_a_save_is_found_by_its_path_or_by_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    here, kept = tmp_path / "here.jsonl", config.saves_folder() / "kept.jsonl"
    kept.parent.mkdir()
    for path in (here, kept):
        path.touch()
    assert find_save("here.jsonl").resolve() == here
    assert find_save("kept") == find_save("kept.jsonl") == find_save(str(kept)) == kept
    with pytest.raises(UnknownName, match=r'^kpet: no such save; did you mean "kept\.jsonl"'):
        find_save("kpet")
    with pytest.raises(UnknownName, match=r"^zzz: no such save; sandtable saves lists yours$"):
        find_save("zzz")
