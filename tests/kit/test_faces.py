"""The faces of those tools that have one."""

from __future__ import annotations

from types import ModuleType

import pytest

from sandtable_tools import kit, lab, odds


@pytest.mark.parametrize("module", [kit, lab, odds], ids=lambda module: module.__name__)
def test_every_name_of_a_face_is_there_under_its_own_name(module: ModuleType) -> None:
    assert module.__all__ == dir(module) == sorted(set(dir(module)))
    for name in dir(module):
        found = getattr(module, name)
        assert not callable(found) or found.__name__ == name
