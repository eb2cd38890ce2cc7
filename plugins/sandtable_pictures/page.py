"""HTML pages: a frame that all of them share, and templates that fill it.

A template is a file next to its package's code. Values are escaped unless the template marks them as
``safe``, and a missing value is an error.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from sandtable.tooling import printing
from sandtable_pictures.palette import PALETTE


def html_page(template: str, *, style: str, script: str = "", **values: object) -> str:
    """Make a self-contained page from a template that extends ``sandtable_pictures/page.html``.

    `template` names a package and a file: ``my_package.pages/report.html``. The frame shows `game`,
    `title` and `facts` (pairs of a name and a value); the template shows the other values. Messengers
    that preview links show `about` (by default, `facts`) and the picture at `preview`. The browser may
    load and run only `style` and `script`. Raises jinja2.UndefinedError for a missing
    value.
    """
    style = page_style() + style
    kept = f"style-src '{_hash(style)}'" + (f"; script-src '{_hash(script)}'" if script else "")
    policy = f"default-src 'none'; {kept}; img-src data:; base-uri 'none'; form-action 'none'"
    page = _environment().get_template(template)
    return page.render(values, policy=policy, style=style, script=script)


def page_style() -> str:
    """Return the CSS at the start of every page: light and dark colours, and fonts.

    Each role in the palette becomes a custom property: ``--own``, ``--enemy`` and so on.
    """
    roles = (f"--{role}:light-dark({colour.light},{colour.dark})" for role, colour in PALETTE.items())
    return f":root{{{';'.join(roles)}}}\n" + _file("sandtable_pictures/page.css")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_file),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_escape,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _file(name: str) -> str:
    """Return the text of ``PACKAGE/FILE``."""
    package, _, file = name.partition("/")
    return (resources.files(package) / file).read_text(encoding="utf-8")


def _escape(value: Any) -> Any:
    """Make control characters in a value visible; HTML stays unchanged."""
    is_text = isinstance(value, str) and not hasattr(value, "__html__")
    return printing.visible_lines(value) if is_text else value


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
