"""The page of sandtable_tools.kit: pytest's fixtures, the conformance kit, its checks, its command."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from generator import markdown
from generator.source import Function, doc, function, tree
from sandtable_tools.kit import (
    CHECKS,
    Coverage,
    Finding,
    Reply,
    Tape,
    Typist,
    conformance,
    coverage,
    examine,
    perft,
    pytest_plugin,
)

INTRODUCTION = """\
Use these in the tests of games, scenarios and bots. [Test, publish, maintain](../make/test.md)
shows how:

```python
def test_a_long_march_needs_a_road(session, script, assert_illegal):
    game = session("my-game/relief", seed=7)
    script(game, "march mill")
    assert_illegal(game, "march fort", rule="2.1")
```"""

FIXTURES = """\
## Fixtures

pytest finds them wherever Sandtable is installed; `-p no:sandtable` turns them off."""

KIT = """\
## The conformance kit

These are imported from `sandtable_tools.kit`. A `Scenario` is what
`sandtable.tooling.catalog().scenario("game/name")` gives."""

CONSOLE = """\
## A console in a test

`Typist`, `Reply` and `Tape` are imported from `sandtable_tools.kit`. They test words of the prompt,
and screens."""

CHECKED = """\
## The checks

A finding names the check that found it. Plugins may bring more ([the hook
`conformance_checks`](hooks.md#conformance_checks))."""

COMMAND = """\
## The command

`sandtable test` has the kit look at installed games. The exit status is 1
when something was found."""


def page() -> str:
    """The page."""
    checks = [(markdown.word(name), about) for name, about in CHECKS.items()]
    return markdown.page(
        "Testing",
        INTRODUCTION,
        FIXTURES,
        *fixtures(),
        KIT,
        *(markdown.member(function(thing)) for thing in (conformance, examine, coverage, perft)),
        *(f"### {thing.__name__}\n\n{markdown.prose(doc(thing))}" for thing in (Finding, Coverage)),
        CONSOLE,
        *(f"### {thing.__name__}\n\n{markdown.prose(doc(thing))}" for thing in (Typist, Reply, Tape)),
        CHECKED,
        markdown.table(("check", "what it looks for"), checks),
        COMMAND,
    )


def fixtures() -> Iterator[str]:
    """Every fixture of the plugin, by its docstring."""
    for node in tree(str(pytest_plugin.__file__)).body:
        if isinstance(node, Function) and any(
            _is_fixture(decorator) for decorator in node.decorator_list
        ):
            about = markdown.prose(ast.get_docstring(node) or "")
            yield f"### {node.name}\n\n{about}"


def _is_fixture(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).startswith("pytest.fixture")
