"""The configuration of the site, built from the pages of the whole checkout: ``tox -e docs``.

The root of the sources is that of the checkout, so that a link leads to the same page here and on
a forge. The build does not use the network.
"""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

from sandtable import Exported
from sandtable.record.replay import Replay
from sandtable_tools.views.replay_page import page

ROOT = Path(__file__).parents[1]
FACES = (
    "sandtable",
    "sandtable.tooling",
    "sandtable_batch",
    "sandtable_pictures",
    "sandtable_console",
    "sandtable_shell",
)

PRIVATE = (
    "sandtable.model.game.NoOptions",
    "sandtable.model.game.OptionInfo",
    "sandtable.model.scenario.Draft",
    "sandtable.plugins.games.Games",
    "sandtable.plugins.hooks.Answer",
    "sandtable.plugins.inventory.Inventory",
    "sandtable.plugins.loading.Loader",
    "sandtable.plugins.loading.Problems",
    "sandtable.text.faults.Fault",
    "sandtable_console.pager.Shows",
    "sandtable_console.page._LastShown",
    "sandtable_pictures.layout.boxes.NameBox",
    "sandtable_shell.progress.Advance",
    "sandtable_shell.words.Word",
)
"""Private types in public signatures, which the text around them explains."""

project = "Sandtable"
author = "Sandtable"
project_copyright = "Sandtable, MIT licensed"
version = release = re.findall(
    r'__version__ = "(.+)"', (ROOT / "core/sandtable/__init__.py").read_text(encoding="utf-8")
)[0]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
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
nitpicky = True
nitpick_ignore = [("py:class", name) for name in PRIVATE]
nitpick_ignore_regex = [
    ("py:.*", r"(?!sandtable(_\w+)?\.).*"),  # the site knows the names of no other library
    ("py:class", r".*\.[A-Z]"),  # names in place of any type
]

default_role = "literal"
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"

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
        if link["refdomain"] == "py":
            continue
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


def leave_out(_app: Sphinx, _what: str, _name: str, member: Any, _skip: bool, _options: Any) -> Any:
    """Leave out fields of a tuple without a docstring of their own."""
    return True if str(member.__doc__).startswith("Alias for field number") else None


def tell_data(_app: Sphinx, what: str, name: str, _thing: Any, _options: Any, lines: list[str]) -> None:
    """Take the docstring of a constant from the string below it, in its own module or the stub's."""
    module, _, attribute = name.rpartition(".")
    face, _, inner = module.rpartition(".")
    if what == "data" and module in FACES:
        stub = Path(str(import_module(module).__file__)).with_suffix(".pyi").read_text(encoding="utf-8")
        [home] = re.findall(rf"from (\S+) import {attribute} as", stub)
    elif what == "data" and face in FACES:
        home = getattr(import_module(face), inner).__name__
    else:
        return
    lines[:] = ModuleAnalyzer.for_module(home).find_attr_docs().get(("", attribute), [])


def shorten(
    _app: Sphinx, _what: str, _name: str, _thing: Any, _options: Any, taken: str | None, given: Any
) -> tuple[str | None, Any]:
    """Show a default that is a function by its name, and no arguments for a protocol."""
    taken = taken and re.sub(r"<function (\w+)[^>]*>", r"\1", taken)
    return "" if taken == "(*args, **kwargs)" else taken, given


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
    app.connect("autodoc-skip-member", leave_out)
    app.connect("autodoc-process-docstring", tell_data)
    app.connect("autodoc-process-signature", shorten)
