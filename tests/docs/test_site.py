"""The site's colours of code are easy to read."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from colour_sight import contrast, rgb

EASY_TO_READ = 4.5
"""The least contrast of text (WCAG 2.2, level AA)."""


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_code_is_easy_to_read(theme: str, generator: Any) -> None:
    style = getattr(importlib.import_module("code_style"), theme)
    paper = rgb(style.background_color)
    colours = {str(token): style.style_for_token(token)["color"] for token in style.styles}
    assert all(colours.values())
    assert [
        token for token, colour in colours.items() if contrast(rgb(colour), paper) < EASY_TO_READ
    ] == []
