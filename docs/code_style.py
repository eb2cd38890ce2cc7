"""The colours of our own pages for the site, and those of code: few, and easy to read on them."""

from __future__ import annotations

import re

from pygments.style import Style
from pygments.token import Comment, Error, Generic, Keyword, Name, Number, Operator, String, Token

from sandtable_pictures.page import page_style

PROPERTIES = dict(re.findall(r"--([\w-]+): *([^;}]+)", page_style()))
"""The value of each custom property with which a page of ours begins."""


def _styles(theme: int) -> tuple[str, dict[object, str]]:
    """The background in light (0) or dark (1), and the style of each kind of word."""
    found = {name: re.findall(r"#\w+", value) for name, value in PROPERTIES.items()}
    of = {name: colours[theme] for name, colours in found.items() if colours}
    return of["sheet"], {
        Token: of["ink"],
        Comment: f"italic {of['quiet']}",
        Error: of["ink"],
        Generic.Prompt: of["quiet"],
        Keyword: of["accent"],
        Name.Decorator: of["accent"],
        Name.Tag: of["accent"],
        Number: of["fair"],
        Operator.Word: of["accent"],
        String: of["easy"],
    }


class Light(Style):
    """Code on light paper."""

    background_color, styles = _styles(0)


class Dark(Style):
    """Code on dark paper."""

    background_color, styles = _styles(1)
