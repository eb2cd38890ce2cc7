"""How the site is built from the pages of the whole checkout: ``tox -e docs``.

The root of the sources is that of the checkout, so that a link leads to the same page here and on
a forge. Nothing is asked of the network.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]

project = "Sandtable"
author = "Sandtable"
project_copyright = "Sandtable, MIT licensed"
version = release = re.findall(
    r'__version__ = "(.+)"', (ROOT / "core/sandtable/__init__.py").read_text(encoding="utf-8")
)[0]

extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "benchmarks/README.md",
    "examples/*/README.md",
    "tests/old_saves/README.md",
    "docs/**.md",
]
exclude_patterns = ["docs/_build"]
nitpicky = True

myst_heading_anchors = 4
highlight_language = "text"

html_theme = "furo"
html_title = f"Sandtable {release}"
html_extra_path = ["front"]
html_static_path = ["style"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "tango"
pygments_dark_style = "monokai"


def name_folders(app: Sphinx, page: nodes.document) -> None:
    """A link to a folder of the checkout leads nowhere on the site: only its words are left."""
    for link in list(page.findall(addnodes.pending_xref)):
        here = Path(app.env.doc2path(link["refdoc"])).parent
        if (here / link["reftarget"]).is_dir():
            link.replace_self(link.children)


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("doctree-read", name_folders)
