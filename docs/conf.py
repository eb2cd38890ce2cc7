"""The configuration of the site, built from the pages of the whole checkout: ``tox -e site``.

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
from sandtable_shell import main
from sandtable_tools.views.replay_page import page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "docs"))  # for the generator of pages, and the colours of code

project = "Sandtable"
author = "Sandtable"
project_copyright = "Sandtable, MIT licensed"
version = release = re.findall(
    r'__version__ = "(.+)"', (ROOT / "core/sandtable/__init__.py").read_text(encoding="utf-8")
)[0]

extensions = ["myst_parser", "sphinx_copybutton"]
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

PICTURE = re.compile(
    r'<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="(?P<dark>[^"]+)">\s*'
    r'<img alt="(?P<alt>[^"]+)" src="(?P<light>[^"]+)">\s*</picture>'
)
"""A picture with a dark variant, as a page has it."""

TABLE = "../play/index.html"
"""The games to play in a browser, from the front page."""

default_role = "literal"

myst_heading_anchors = 4
highlight_language = "text"

html_theme = "furo"
html_title = "Sandtable"
html_extra_path = ["front"]
html_static_path = ["style"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_logo = html_favicon = "style/mark.svg"
html_theme_options = {"light_css_variables": import_module("code_style").PROPERTIES}
html_copy_source = False
html_show_sphinx = False
pygments_style = "code_style.Light"
pygments_dark_style = "code_style.Dark"

copybutton_selector = "div:not(.highlight-text) > .highlight > pre"
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True


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


def show_by_theme(_app: Sphinx, document: nodes.document) -> None:
    """Turn a picture with a dark variant into two, of which the theme of the site shows one."""
    for picture in list(document.findall(nodes.raw)):
        if found := PICTURE.fullmatch(picture.astext().strip()):
            shown = (("only-light", found["light"]), ("only-dark", found["dark"]))
            picture.replace_self(
                [nodes.image(uri=uri, alt=found["alt"], classes=[name]) for name, uri in shown]
            )


def make_pages(_app: Sphinx) -> None:
    """Write docs/made, the pages that are not committed."""
    import_module("generator").write_site_pages()


def write_replay(app: Sphinx, exception: Exception | None) -> None:
    """Write the replay page that the front page shows: a game that the coach has reviewed."""
    if exception is None and app.builder.format == "html":
        table = TABLE if app.tags.has("table") else ""
        text = page(Exported.of_replay(Replay(ROOT / "docs" / "live" / "raid.jsonl"), table=table))
        (Path(app.outdir) / "docs" / "replay.html").write_text(text, encoding="utf-8")


def write_table(app: Sphinx) -> None:
    """With the tag table, write the games to play in a browser; without the engine, drop the tag."""
    if app.tags.has("table") and main(["web", str(Path(app.outdir) / "play")]):
        app.tags.remove("table")
        print("the site has no games to play in a browser")


def offer_table(app: Sphinx, name: str, text: list[str]) -> None:
    """Put a button into the front page that opens the games, if they are there."""
    if name == app.config.root_doc and app.tags.has("table"):
        button = f'<p><a class="table" href="{TABLE}">Play now, in this browser</a></p>'
        text[0] = text[0].replace("| door |", f"{button}\n\n| door |", 1)


def setup(app: Sphinx) -> None:
    """Register the handlers; Sphinx calls this."""
    app.connect("builder-inited", make_pages)
    app.connect("builder-inited", write_table)
    app.connect("source-read", offer_table)
    app.connect("build-finished", write_replay)
    app.connect("doctree-read", name_folders)
    app.connect("doctree-read", show_by_theme, priority=100)  # before Sphinx collects pictures
    app.connect("doctree-read", name_sections)
