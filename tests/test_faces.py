"""The two public faces, with the names of pictures and of the prompt: every name is explained."""

from __future__ import annotations

import inspect
import pydoc
from types import ModuleType

import pytest

import sandtable
from sandtable import tooling


@pytest.mark.parametrize("module", [sandtable, tooling], ids=lambda module: module.__name__)
def test_every_name_of_a_face_is_there_under_its_own_name(module: ModuleType) -> None:
    assert module.__all__ == dir(module) == sorted(set(dir(module)))
    for name in dir(module):
        assert getattr(module, name) is not None


@pytest.mark.parametrize("module", [sandtable, tooling], ids=lambda module: module.__name__)
def test_help_describes_a_face(module: ModuleType) -> None:
    text = pydoc.render_doc(module, renderer=pydoc.plaintext)
    names = [name for name in dir(module) if not inspect.ismodule(getattr(module, name))]
    assert [name for name in names if name not in text] == []
