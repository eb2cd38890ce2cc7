"""The configuration of the site, built from the pages of the whole checkout: ``tox -e docs``.

The root of the sources is that of the checkout, so that a link leads to the same page here and on
a forge. The build does not use the network.
"""

import re
import sys
from importlib import import_module
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from sandtable import Exported
from sandtable.record.replay import Replay
from sandtable_tools.views.replay_page import page

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
    "plugins/*/rules.md",
]
exclude_patterns = ["docs/_build", ".*"]

default_role = "literal"

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


def name_folders(app: Sphinx, document: nodes.document) -> None:
    """Turn links to folders of the checkout into plain words, since they lead nowhere on the site."""
    for link in list(document.findall(addnodes.pending_xref)):
        here = Path(app.env.doc2path(link["refdoc"])).parent
        if (here / link["reftarget"]).is_dir():
            link.replace_self(link.children)


def name_sections(app: Sphinx, document: nodes.document) -> None:
    """Leave the id out of a heading of a rules.md if it is a word ("cards"), as in a book."""
    if app.env.docname.endswith("/rules"):
        for title in document.findall(nodes.title):
            id, _, rest = title.astext().partition(" ")
            if rest and id.isalpha() and id.islower():
                title.children = [nodes.Text(rest)]


def make_pages(_app: Sphinx) -> None:
    """Write docs/made, the pages that are not committed."""
    sys.path.insert(0, str(ROOT / "docs"))
    generator = import_module("generator")
    generator.write_made()


def write_replay(app: Sphinx, exception: Exception | None) -> None:
    """Write the replay page that the front page shows: a game that the coach has reviewed."""
    if exception is None and app.builder.format == "html":
        text = page(Exported.of_replay(Replay(ROOT / "docs" / "live" / "raid.jsonl")))
        (Path(app.outdir) / "docs" / "replay.html").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the handlers; Sphinx calls this."""
    app.connect("builder-inited", make_pages)
    app.connect("build-finished", write_replay)
    app.connect("doctree-read", name_folders)
    app.connect("doctree-read", name_sections)
