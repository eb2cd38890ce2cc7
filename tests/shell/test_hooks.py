"""Hooks: each is called when its page says so, and each has a test."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Generator
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sandtable
from sandtable.plugins import hooks as plugins_hooks
from sandtable.plugins.catalog import Catalog
from sandtable.plugins.hooks import Answer, Listeners, hookimpl, hookspec
from sandtable.plugins.plugin import Plugin
from sandtable.record import hooks as record_hooks
from sandtable.record.replay import Replay
from sandtable.record.resume import fork, resume
from sandtable.text import signals
from sandtable.text.errors import PluginError
from sandtable_console import handlers
from sandtable_console import hooks as prompt_hooks
from sandtable_pictures import hooks as drawing_hooks

if TYPE_CHECKING:
    from sites import Site

MODULES = (drawing_hooks, plugins_hooks, prompt_hooks, record_hooks)
HOOKS = {
    name: function
    for module in MODULES
    for name, function in vars(module).items()
    if hasattr(function, "sandtable_spec")
}
"""Every hook by its name."""

LISTENS = """
calls = []
@hookimpl
def session_started(session):
    calls.append(f"started at {session.journal.n}")
@hookimpl
def action_done(session, entry):
    calls.append(str(entry.action or entry.note))
@hookimpl
def session_ended(session):
    calls.append(f"ended: {session.outcome.name}")
"""


def heard(site: Site) -> list[str]:
    """The calls that the listening plugin has had so far, and will have."""
    import sys

    return sys.modules["st_listener"].calls


def test_a_plugin_hears_of_the_start_of_every_choice_and_of_the_end(site: Site, tmp_path: Path) -> None:
    site.plugin("listener", LISTENS)
    catalog = site.catalog()
    path = tmp_path / "g.jsonl"
    with sandtable.new("stones/two", seed=8, save=path, plugins=catalog) as session:
        session.choose("play fox")
        session.undo(force=True)
        session.note("again")
        session.choose("lift north")
    assert heard(site) == ["started at 1", "play fox", "again", "lift north"]
    heard(site).clear()
    session, _ = resume(path, catalog)
    with session:
        while session.outcome is None:
            session.choose(session.options()[0])
    assert heard(site)[0] == "started at 5"
    assert heard(site)[-1] == f"ended: {session.outcome.name}"


def test_looking_at_a_save_shows_nobody_and_a_branch_shows_what_it_copies(
    site: Site, tmp_path: Path
) -> None:
    site.plugin("listener", LISTENS)
    catalog = site.catalog()
    with sandtable.new("stones/two", seed=8, save=tmp_path / "g.jsonl", plugins=catalog) as session:
        session.choose("lift north")
    heard(site).clear()
    Replay(tmp_path / "g.jsonl", catalog).run()
    assert heard(site) == []
    fork(tmp_path / "g.jsonl", 2, None, catalog)
    assert heard(site) == ["started at 1", "lift north"]


def test_every_hook_is_implemented_in_a_test() -> None:
    texts = "\n".join(path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    assert len(HOOKS) >= 7
    for name in HOOKS:
        assert re.search(rf"def {name}\(", texts), f"no test implements the hook {name}"


BOTS_TOO = """
from sandtable.plugins.bots import Random
{fails}
@hookimpl
def bots(game):
    return {{"fox": Random}}
"""


@pytest.mark.parametrize("resumed", [False, True])
@pytest.mark.parametrize("hook", ["session_started", "action_done", "session_ended"])
def test_a_hook_that_fails_takes_no_bot_from_a_game(
    site: Site, hook: str, resumed: bool, tmp_path: Path
) -> None:
    fails = f"@hookimpl\ndef {hook}(session): 1 / 0"
    site.plugin("jam", BOTS_TOO.format(fails="" if resumed else fails))
    catalog, path = site.catalog(), tmp_path / "g.jsonl"
    players = {"red": "fox", "blue": "fox"}
    session = sandtable.new("stones/two", 8, players, save=path, plugins=catalog)
    if resumed:
        session.close()
        site.plugin("jam", BOTS_TOO.format(fails=fails))
        site.points.pop()
        catalog = site.catalog()
        session, _ = resume(path, catalog)
    with session:
        assert [entry.seat for entry in session.play()]
    assert session.outcome is not None
    assert catalog.problems == [
        f"plugin jam (extra) failed in {hook}: ZeroDivisionError: division by zero"
    ]


def test_a_session_keeps_the_bots_with_which_it_was_seated(site: Site) -> None:
    fails = "asked = []"
    code = BOTS_TOO.format(fails=fails).replace(
        "    return", "    asked.append(1 // (1 - len(asked)))\n    return"
    )
    site.plugin("jam", code)
    session = sandtable.new("stones/two", 8, {"red": "fox", "blue": "fox"}, plugins=site.catalog())
    assert [entry.seat for entry in session.play()]
    assert session.outcome is not None


# The order, wrappers and faults: pluggy calls the hooks.


def arguments_of(hook: str) -> dict[str, None]:
    """Something for each argument of a hook."""
    return dict.fromkeys(signature(HOOKS[hook]).parameters)


def ask(listeners: Listeners, hook: str) -> list[object]:
    return [answer.value for answer in listeners.ask(HOOKS[hook], object, **arguments_of(hook))]


def plugin(hook: str, function: Callable[..., object], **how: bool) -> object:
    """A plugin that implements one hook, as `hookimpl` with these options."""
    made = type("Plugin", (), {})()
    setattr(made, hook, hookimpl(**how)(function))
    return made


@pytest.fixture
def listeners() -> Listeners:
    return Listeners([])


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_called_in_the_order_that_pluggy_documents(
    hook: str, listeners: Listeners
) -> None:
    called: list[str] = []

    def around() -> Generator[None, object, object]:
        called.append("wrapper begins")
        answers = yield
        called.append("wrapper ends")
        return answers

    for name, how in (
        ("first to register", {}),
        ("trylast", {"trylast": True}),
        ("tryfirst", {"tryfirst": True}),
        ("last to register", {}),
    ):
        listeners.register(plugin(hook, lambda *, name=name: called.append(name), **how), name)
    listeners.register(plugin(hook, around, wrapper=True), "wrapper")
    listeners.ask(HOOKS[hook], object, **arguments_of(hook))
    named = ["tryfirst", "last to register", "first to register", "trylast"]
    assert called == ["wrapper begins", *named, "wrapper ends"]
    assert listeners.problems == []


@pytest.mark.parametrize("hook", HOOKS)
def test_a_wrapper_of_any_hook_sees_and_changes_the_answers_and_who_gave_them(
    hook: str, listeners: Listeners
) -> None:
    def around() -> Generator[None, list[Answer], list[Answer]]:
        answers = yield
        return [answer for answer in answers if answer.key != "b"]

    for key in "abc":
        listeners.register(plugin(hook, lambda *, key=key: key), key)
    listeners.register(plugin(hook, around, wrapper=True), "wrapper")
    assert ask(listeners, hook) == ["c", "a"]


class Own(BaseException):
    """An exception class that a plugin may define."""


def stop() -> None:
    os.kill(os.getpid(), signal.SIGINT)


FAULTS = [RuntimeError, Own, GeneratorExit, SystemExit, KeyboardInterrupt, StopIteration]


@pytest.mark.parametrize("fault", FAULTS)
def test_one_that_raises_anything_is_named_once_and_heard_no_more(
    fault: type[BaseException], listeners: Listeners
) -> None:
    asked: list[str] = []

    def jam() -> None:
        asked.append("jam")
        raise fault("no luck")

    listeners.register(plugin("bots", lambda: "well"), "well")
    listeners.register(plugin("bots", jam), "jam")
    with handlers.interruptible():
        assert [ask(listeners, "bots"), ask(listeners, "bots")] == [["well"], ["well"]]
    assert asked == ["jam"]
    assert listeners.problems == [f"jam failed in bots: {fault.__name__}: no luck"]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_wrapper_that_raises_before_or_after_its_yield_leaves_the_answers_alone(
    fault: type[BaseException], before: bool, listeners: Listeners
) -> None:
    def jam() -> Generator[None, object, object]:
        if before:
            raise fault("no luck")
        yield
        raise fault("no luck")

    listeners.register(plugin("bots", lambda: "well"), "well")
    listeners.register(plugin("bots", jam, wrapper=True), "jam")
    with handlers.interruptible():
        assert [ask(listeners, "bots"), ask(listeners, "bots")] == [["well"], ["well"]]
    assert len(listeners.problems) == 1
    assert listeners.problems[0].startswith("jam failed in bots: ")


def no_yield() -> Generator[None, object, object]:
    if asked := None:
        yield asked
    return []


def two_yields() -> Generator[None, object, object]:
    yield
    yield
    return []


@pytest.mark.parametrize("function", [no_yield, two_yields])
def test_a_wrapper_that_does_not_yield_once_is_named(
    function: Callable[..., object], listeners: Listeners
) -> None:
    listeners.register(plugin("bots", lambda: "well"), "well")
    listeners.register(plugin("bots", function, wrapper=True), "jam")
    assert [ask(listeners, "bots"), ask(listeners, "bots")] == [["well"], ["well"]]
    assert listeners.problems == ["jam failed in bots: RuntimeError: a wrapper must yield exactly once"]


def test_answers_that_a_wrapper_adds_are_its_own(listeners: Listeners) -> None:
    def around() -> Generator[None, list[Answer], list[object]]:
        answers = yield
        return [*answers, "mine"]

    listeners.register(plugin("bots", lambda: "well"), "well")
    listeners.register(plugin("bots", around, wrapper=True), "wrapper")
    answers = listeners.ask(HOOKS["bots"], object, **arguments_of("bots"))
    assert answers == [Answer("well", "well"), Answer("wrapper", "mine")]


def test_a_wrapper_that_returns_no_list_is_named_and_the_answers_stand(listeners: Listeners) -> None:
    def around() -> Generator[None, object, None]:
        yield

    listeners.register(plugin("bots", lambda: "well"), "well")
    listeners.register(plugin("bots", around, wrapper=True), "wrapper")
    assert ask(listeners, "bots") == ["well"]
    assert listeners.problems == ["wrapper failed in bots: TypeError: None is not a list of answers"]


def test_wrappers_of_pluggys_old_kind_are_refused(listeners: Listeners) -> None:
    with pytest.raises(PluginError, match="bots: use wrapper=True instead of hookwrapper=True"):
        listeners.register(plugin("bots", no_yield, hookwrapper=True), "old")
    assert not listeners.manager.has_plugin("old")


# Hooks that a plugin calls.


@hookspec
def dispatches(turn: int) -> list[str]:  # type: ignore[empty-body]
    """Texts about a turn."""


@hookspec(firstresult=True)
def best_dispatch(turn: int) -> str:  # type: ignore[empty-body]
    """The best."""


ANSWERS = """
@hookimpl
def dispatches(turn): return [f"of turn {turn}"]
@hookimpl
def best_dispatch(turn): return f"best of {turn}"
"""


def test_a_plugin_calls_hooks_of_its_own(site: Site) -> None:
    site.plugin("aa_answers", ANSWERS)
    site.plugin("bb_answers", ANSWERS.replace("of", "from"))
    catalog = site.catalog()
    answers = catalog.ask(dispatches, list, turn=3)
    assert [(answer.key, answer.value) for answer in answers] == [
        ("plugin bb_answers (extra)", ["from turn 3"]),
        ("plugin aa_answers (extra)", ["of turn 3"]),
    ]
    assert [answer.value for answer in catalog.ask(best_dispatch, str, turn=3)] == ["best from 3"]
    assert catalog.problems == []


def test_one_that_answers_a_hook_that_nothing_calls_plays_on(site: Site) -> None:
    site.plugin("answers", ANSWERS)
    assert [plugin.state for plugin in loaded(site.catalog()) if plugin.id == "answers"] == ["installed"]


@pytest.mark.parametrize("asked", [1, 2])
def test_one_that_expects_an_argument_that_a_hook_does_not_have_is_named(site: Site, asked: int) -> None:
    site.plugin("well", ANSWERS)
    site.plugin("jam", ANSWERS.replace("dispatches(turn)", "dispatches(turns)").replace("{turn}", ""))
    catalog = site.catalog()
    for _ in range(asked):
        assert [answer.value for answer in catalog.ask(dispatches, list, turn=3)] == [["of turn 3"]]
    assert catalog.problems == [
        "plugin jam (extra) failed in dispatches: the hook has no argument turns"
    ]


@pytest.mark.parametrize("asked_before", [False, True])
def test_a_game_whose_hook_expects_such_an_argument_is_named_and_played(
    site: Site, asked_before: bool
) -> None:
    site.game("stones2", "from sandtable import hookimpl\nfrom sandtable_toy import Stones\n"
              "class Stones2(Stones):\n"
              "    @hookimpl\n    def dispatches(self, turns): return []\n"
              "    @hookimpl\n    def best_dispatch(self, turn): return 'mine'\n")  # fmt: skip
    catalog = site.catalog()
    if asked_before:
        catalog.ask(dispatches, list, turn=3)
    assert catalog.game("stones2").id == "stones"
    assert catalog.ask(dispatches, list, turn=3) == []
    assert catalog.problems == [
        "game stones2 (sandtable) failed in dispatches: the hook has no argument turns"
    ]


def loaded(catalog: Catalog) -> list[Plugin]:
    """The plugins of a catalog that has loaded all that have hooks."""
    catalog.loader.load_hooks()
    return catalog.plugins


# Ctrl-C.


@pytest.mark.parametrize("wrapper", [True, False])
def test_ctrl_c_in_a_plugin_is_no_fault_of_it(wrapper: bool, listeners: Listeners) -> None:
    def around() -> Generator[None, object, object]:
        stop()
        return (yield)

    listeners.register(plugin("bots", around if wrapper else stop, wrapper=wrapper), "jam")
    with handlers.interruptible(), pytest.raises(signals.Interrupted):
        ask(listeners, "bots")
    assert listeners.problems == []
    assert listeners.manager.has_plugin("jam")
