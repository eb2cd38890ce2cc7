"""Pytest fixtures for games, scenarios and bots, which pytest finds by itself.

They import Sandtable only when a test uses one, so that other test runs cost nothing. ``pytest
--fixtures`` lists them, and ``-p no:sandtable`` turns them off. Add ``usefixtures = ["home"]`` to
pytest's settings, so that no test touches your own folder.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

if TYPE_CHECKING:
    from sandtable import (
        Action,
        Dice,
        Event,
        IllegalAction,
        Refusal,
        SandtableError,
        ScriptedDice,
        Session,
        Table,
    )

_SCRIPTS: pytest.StashKey[list[ScriptedDice]] = pytest.StashKey()
"""The dice that a test has scripted."""

MOST_SUGGESTED = 3
"""The most legal actions named after an illegal one."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that replaces the user's saves and settings during a test (SANDTABLE_HOME)."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SANDTABLE_HOME", str(folder))
    return folder


@pytest.fixture
def session(home: Path) -> Iterator[Callable[..., Session]]:  # noqa: ARG001 (keeps the user's folder out)
    """Sets up a game: ``session("megiddo/1918", seed=7, seats={"turkish": "scripted"})``.

    The scenario is ``game/name`` or a TOML file. `seed` is 1 by default. `dice` takes
    `scripted_dice`, `seats` sets who plays (``human`` by default), and `options` sets house rules.
    Nothing is saved before ``.save(path)``. The session is closed after the test.
    """
    from sandtable import new  # noqa: PLC0415 (only when a test asks)

    opened: list[Session] = []

    def make(
        scenario: str | Path,
        *,
        seed: int | str = 1,
        dice: Dice | None = None,
        seats: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Session:
        opened.append(new(str(scenario), seed, seats, options, dice=dice))
        return opened[-1]

    yield make
    for game in opened:
        game.close()


@pytest.fixture
def scripted_dice(request: pytest.FixtureRequest) -> Callable[[Sequence[object]], ScriptedDice]:
    """Scripts the dice: ``scripted_dice([6, 1, "ace"])`` lists the numbers rolled and the items drawn.

    A test fails if it leaves values unused, because the rules then rolled less than the test expects.
    """
    from sandtable import ScriptedDice  # noqa: PLC0415 (only when a test asks)

    scripts: list[ScriptedDice] = request.node.stash.setdefault(_SCRIPTS, [])

    def make(values: Sequence[object]) -> ScriptedDice:
        scripts.append(ScriptedDice(values))
        return scripts[-1]

    return make


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Fail a passing test that leaves scripted dice unused."""
    result = yield
    for dice in pyfuncitem.stash.get(_SCRIPTS, []):
        with dice:
            pass
    return result


@pytest.fixture
def script() -> Callable[..., list[Event]]:
    """Plays commands: ``script(game, "move 1st jalo", "end")``, or one text of several lines.

    `game` is a session or a table. A session's bots play in between. It returns the events; at an
    illegal command it fails with the command's number and the refusal.
    """
    return run_script


@pytest.fixture
def assert_legal() -> Callable[..., Action]:
    """Asserts that words are a legal action now: ``assert_legal(game, "move 1st jalo")``.

    `game` is a session or a table. It returns the action; if the action is illegal, it fails with the
    refusal, its rule and the nearest legal actions.
    """
    return check_legal


@pytest.fixture
def assert_illegal() -> Callable[..., Refusal]:
    """Asserts that an action is refused now: ``assert_illegal(game, "move 1st kufra", rule="6.1.1")``.

    `game` is a session or a table; without `rule`, any rule counts. It returns the refusal, and fails
    if the action is legal, if another rule refuses it, or if the words mean nothing.
    """
    return check_illegal


def run_script(game: Session | Table[Any], *script: str) -> list[Event]:
    """Play commands, one per line; return the events, in order.

    Ignore empty lines and text after a ``#``. A table has events only if it was made with a list for
    them.
    """
    from sandtable import ActionError  # noqa: PLC0415 (only when a test asks)

    __tracebackhide__ = True
    events = _bots_play(game)
    lines = (line.partition("#")[0].strip() for line in "\n".join(script).splitlines())
    for number, line in enumerate(filter(None, lines), 1):
        try:
            events += _do(game, line)
        except ActionError as error:
            raise AssertionError(f"command {number} of the script: {_explain(game, error)}") from None
        events += _bots_play(game)
    return events


def check_legal(game: Session | Table[Any], words: str) -> Action:
    """Assert that words are one legal action now, and return it."""
    from sandtable import ActionError  # noqa: PLC0415 (only when a test asks)

    __tracebackhide__ = True
    try:
        return _table(game).read(words)
    except ActionError as error:
        raise AssertionError(f"not legal: {_explain(game, error, words)}") from None


def check_illegal(game: Session | Table[Any], words: str, rule: str | None = None) -> Refusal:
    """Assert that an action is refused now, by `rule` if given; return the refusal.

    Words that mean no action fail too: a misspelt name proves nothing about the rules.
    """
    from sandtable import ActionError, IllegalAction  # noqa: PLC0415 (only when a test asks)

    __tracebackhide__ = True
    try:
        legal = _table(game).read(words)
    except IllegalAction as error:
        if rule is None or error.refusal.rule == rule:
            return error.refusal
        raise AssertionError(_other_rule(game, error, rule)) from None
    except ActionError as error:
        raise AssertionError(f"neither legal nor refused: {_explain(game, error, words)}") from None
    expected = f"rule {rule} should refuse it" if rule else "it should be refused"
    raise AssertionError(f"legal: {legal}; {expected}\n{_question(game)}")


def _table(game: Session | Table[Any]) -> Table[Any]:
    from sandtable import Table  # noqa: PLC0415 (only when a test asks)

    table = getattr(game, "table", game)
    if isinstance(table, Table):
        return table
    raise TypeError(f"a Session or a Table was expected, not {type(game).__name__}")


def _do(game: Session | Table[Any], line: str) -> list[Event]:
    table = _table(game)
    if game is not table:
        return list(cast("Session", game).choose(line).events)
    before = len(table.events or [])
    table.choose(table.read(line))
    return list(table.events or [])[before:]


def _bots_play(game: Session | Table[Any]) -> list[Event]:
    if game is _table(game):
        return []
    return [event for entry in cast("Session", game).play() for event in entry.events]


def _explain(game: Session | Table[Any], error: SandtableError, words: str = "") -> str:
    """Return the error for the words, the current question, and the nearest legal actions."""
    typed = words or str(getattr(error, "action", ""))
    options = [str(option) for option in _table(game).options]
    near = get_close_matches(typed, options, MOST_SUGGESTED, cutoff=0) or options[:MOST_SUGGESTED]
    lines = [str(error), _question(game), *([f"nearest legal: {', '.join(near)}"] if near else [])]
    return "\n  ".join(lines)


def _question(game: Session | Table[Any]) -> str:
    table = _table(game)
    if table.outcome is not None:
        return f"the game is over: {table.outcome.name}"
    decision = table.decision
    return f"{decision.seat} decides: {decision.ask(table)} [rule {decision.rule}]"


def _other_rule(game: Session | Table[Any], error: IllegalAction, rule: str) -> str:
    from sandtable_console import rulebook  # noqa: PLC0415 (only when a test asks)

    refused = f"refused by rule {error.refusal.rule}, not {rule}: {error}"
    ids = [section.id for section in rulebook.sections(_table(game).game.rules_text)]
    if rule in ids:
        return refused
    hint = "".join(f'; did you mean "{id}"?' for id in get_close_matches(rule, ids, 1))
    return f"{refused}\n  rules.md has no section {rule}{hint}"
