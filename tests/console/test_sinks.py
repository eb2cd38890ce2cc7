"""The outputs of a line, and the sinks that show them."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.plain_text import PlainTextOutput

import sandtable
from sandtable import Command, hookimpl, tooling
from sandtable.plugins.catalog import Catalog
from sandtable_console import page, sink, sinks
from sandtable_console.configuration import Settings
from sandtable_console.console import Console, Declined
from sandtable_console.outputs import (
    Board,
    Confirm,
    Line,
    News,
    Options,
    Output,
    Over,
    Question,
    Refused,
    Status,
    Text,
    Thinking,
)
from sandtable_console.plain import Plain
from sandtable_console.scroll import Scroll
from sandtable_console.sink import GuideMaker, Maker, SinkContext
from sandtable_tools.kit import Tape, Typist

Consoles = Callable[..., Typist]

POSITION = [Board, Status, Options, Question]

CONTEXT = SinkContext(Settings(theme="none", pace="none", pager=False), (), io.StringIO())


def kinds(outputs: list[Output]) -> list[type[Output]]:
    return [type(output) for output in outputs]


# The outputs of a line.


def test_an_action_yields_what_happened_then_where_the_game_stands(console: Consoles) -> None:
    table = console(seats={}).start()
    assert kinds([*table.do("discard engineer")]) == POSITION, "nobody hears of a secret choice"
    assert kinds([*table.do("done")]) == [News, *POSITION]


def test_a_word_that_looks_yields_text_and_then_only_what_is_asked(console: Consoles) -> None:
    table = console().start()
    assert kinds([*table.do("log 2; rules")]) == [Text, Text, Question]


def test_a_line_that_cannot_be_done_is_shown_before_the_position(console: Consoles) -> None:
    table = console().start()
    assert kinds([*table.do("discard engineer; zebra")]) == [Refused, *POSITION]
    assert kinds([*table.do("zebra")]) == [Refused, Question]


def test_a_bot_thinks_then_its_move_is_shown(console: Consoles) -> None:
    table = console().start()
    outputs = [*table.do("done")]
    thinking = [output for output in outputs if isinstance(output, Thinking)]
    assert thinking
    assert {thought.who for thought in thinking} == {"turkish"}
    assert all(output.seat == "turkish" for output in outputs[:-4] if isinstance(output, News))
    assert kinds(outputs)[-4:] == POSITION


def test_to_close_what_a_line_yields_stops_the_bot_before_it_has_moved(console: Consoles) -> None:
    table = console().start()
    outputs = table.do("done")
    assert isinstance(next(outputs), Thinking)
    outputs.close()
    assert table.session.to_move == "turkish"
    assert [str(entry.action) for entry in table.session.log if entry.action] == ["done"]
    table.say("")
    assert table.session.to_move == "british"


def test_reading_a_console_moves_nothing(console: Consoles) -> None:
    """Every property is read before the bots, who are to move, have played."""
    session = sandtable.new("megiddo/1918-even", seed=11, seats={"british": "scripted"})
    table = Typist(session)
    for owner in (table, table.display, table.reader):
        for name in dir(type(owner)):
            if isinstance(getattr(type(owner), name), property):
                getattr(owner, name)
    assert (session.to_move, len(session.log)) == ("british", 1)


def test_the_end_of_the_game_is_shown_once(console: Consoles) -> None:
    table = console(seats={"british": "scripted", "turkish": "scripted"})
    assert isinstance([*table.begin()][-1], Over)
    assert kinds([*table.do("log 1")]) == [Text]


def test_a_line_that_a_word_wants_done_is_done_before_it_goes_on(console: Consoles) -> None:
    def twice(table: Console, _: str) -> Generator[Line | str]:
        yield Line("discard engineer")
        yield f"{len(table.session.log)} lines"
        yield Line("discard dysentery")

    table = console().start()
    table.commands["twice"] = Command("twice", "two at once", twice, kind="changes")
    assert table.say("twice").lines == ["2 lines"]
    assert table.session.state.sides["british"].aside == ["dysentery", "engineer"]
    assert str(table.say(".").error) == "nothing to repeat yet; . repeats the actions of your last line"


def test_the_output_of_a_word_before_its_failure_is_shown(console: Consoles) -> None:
    def half(table: Console, _: str) -> Generator[str]:
        yield "one half"
        raise sandtable.SandtableError("no more")

    table = console().start()
    table.commands["half"] = Command("half", "half of it", half)
    assert kinds([*table.do("half; log")]) == [Text, Refused, Question]


def test_a_word_may_go_on_where_what_it_asked_is_not_wanted(console: Consoles) -> None:
    def careful(table: Console, _: str) -> Generator[Confirm | str]:
        try:
            yield Confirm("All of it? [y/N] ")
        except Declined:
            yield Confirm("Half of it? [y/N] ")
        yield "done"

    table = console().start()
    table.confirms = True
    table.commands["careful"] = Command("careful", "as much as is wanted", careful)
    assert kinds([*table.do("careful")]) == [Confirm]
    assert kinds([*table.do("n")]) == [Confirm]
    assert table.say("y").lines == ["done"]


# Sinks.


def test_a_sink_shows_a_game_and_gives_its_lines(console: Consoles) -> None:
    table, tape = console(), Tape(["log 1", "zebra", "quit", "done"])
    sink.play(table, tape)
    assert table.left
    assert kinds(tape.outputs) == [Text, News, *POSITION, Text, Question, Refused, Question]


def test_an_interrupt_while_it_is_shown_ends_the_thinking(console: Consoles) -> None:
    class Impatient(Tape):
        def show(self, output: Output) -> None:
            super().show(output)
            if isinstance(output, Thinking) and output.games >= 25:
                raise KeyboardInterrupt

    table, tape = console(), Impatient(["hint 500"])
    sink.play(table, tape)
    _, text = [output for output in tape.outputs if isinstance(output, Text)]
    assert text.lines[0].startswith("No clear best yet; ")


@pytest.mark.parametrize("stops", [True, False])
def test_an_interrupt_stops_a_bot_or_leaves_the_game(console: Consoles, stops: bool) -> None:
    class Impatient(Tape):
        def show(self, output: Output) -> None:
            super().show(output)
            if isinstance(output, Thinking):
                raise KeyboardInterrupt

    table, tape = console(), Impatient(["done"])
    tape.stops = stops
    if not stops:
        with pytest.raises(KeyboardInterrupt):
            sink.play(table, tape)
        return
    sink.play(table, tape)
    assert Text([sink.STOPPED]) in tape.outputs
    assert table.session.to_move == "turkish"


def test_an_interrupt_of_a_word_speaks_of_no_bot(console: Consoles) -> None:
    def hang(*_: object) -> list[str]:
        raise KeyboardInterrupt

    table, tape = console(), Tape(["status"])
    table.commands["status"] = structs.replace(table.commands["status"], run=hang)
    tape.stops = True
    sink.play(table, tape)
    assert Text(["Stopped."]) in tape.outputs


def plugin(make: Maker) -> Catalog:
    """The installed plugins, and one that brings a sink."""

    class Wall:
        @hookimpl
        def sinks(self) -> Mapping[str, Maker]:
            return {"wall": make, "scroll": make}

    installed = Catalog()
    installed.loader.load_hooks()
    installed.listeners.register(Wall(), "plugin wall (extra-wall)")
    return installed


def console_with(installed: Catalog) -> Console:
    seats = {"turkish": "scripted"}
    return Console(sandtable.new("megiddo/1918-even", seed=11, seats=seats, plugins=installed))


def test_a_plugin_brings_a_sink_by_name_beside_the_built_in_ones() -> None:
    tape = Tape(["quit"])
    console = console_with(plugin(lambda *_: tape))
    sink.play(console, sinks.make_sink("wall", console, CONTEXT))
    assert kinds(tape.outputs) == [News, *POSITION]
    assert isinstance(sinks.make_sink("scroll", console, CONTEXT), Scroll)
    assert isinstance(sinks.make_sink("plain", console, CONTEXT), Plain)


def test_a_plugin_brings_the_guide_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    guide: Any = Tape()

    class Leader:
        @hookimpl
        def guides(self) -> Mapping[str, GuideMaker]:
            return {"chess": lambda again: guide if again else None}

    installed = Catalog()
    installed.loader.load_hooks()
    installed.listeners.register(Leader(), "plugin leader (extra-leader)")
    monkeypatch.setattr(sinks, "catalog", lambda: installed)
    assert sinks.guide_of("chess", again=True) is guide
    with pytest.raises(sandtable.UnknownName, match=r"go has no lesson; these games do: .*chess"):
        sinks.guide_of("go")


def test_for_an_unknown_sink_the_game_scrolls() -> None:
    console = console_with(plugin(lambda *_: Tape()))
    assert isinstance(sinks.make_sink("wal1", console, CONTEXT), Scroll)
    assert console.session.plugins.problems == [
        'no screen "wal1"; did you mean "wall"?; the screen scroll is used instead'
    ]


class Broken(Tape):
    """A sink that fails at a given point."""

    def __init__(self, place: str) -> None:
        if place == "make":
            raise SystemExit("no wall")
        super().__init__()
        self.place = place

    def show(self, output: Output) -> None:
        if self.place == "show":
            raise GeneratorExit("no wall")

    def read(self) -> str | None:
        if self.place == "read":
            raise RuntimeError("no wall")
        return 5 if self.place == "line" else None  # type: ignore[return-value]


@pytest.mark.parametrize("place", ["make", "show", "read", "line"])
def test_a_sink_that_fails_is_named_and_another_goes_on(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    console = console_with(plugin(lambda *_: Broken(place)))
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=PlainTextOutput(sys.stdout)):
        pipe.send_text("discard engineer\rquit\r")
        sink.play(console, sinks.make_sink("wall", console, CONTEXT))
    out = " ".join(capsys.readouterr().out.split())
    assert "plugin wall (extra-wall) failed in its screen wall: " in out
    assert [str(entry.action) for entry in console.session.log if entry.action][:1] == [
        "discard engineer"
    ]


@pytest.mark.parametrize(
    "expected",
    [
        lambda: Board(["a"]),
        lambda: News(["a"]),
        lambda: Refused(sandtable.SandtableError("a")),
        lambda: Text("a"),
        lambda: Text([5]),  # type: ignore[list-item]
        lambda: Line(5),  # type: ignore[arg-type]
        lambda: Confirm(None),  # type: ignore[arg-type]
    ],
)
def test_a_plugins_word_shows_nothing_that_no_word_may_show(expected: Callable[[], Output]) -> None:
    def tell(table: Console, _: str) -> Generator[Output]:
        yield expected()

    class Teller:
        @hookimpl
        def prompt_commands(self, session: sandtable.Session) -> Mapping[str, Command]:
            return {"tell": Command("tell", "tell it", tell)}  # type: ignore[arg-type]

    installed = Catalog()
    installed.loader.load_hooks()
    installed.listeners.register(Teller(), "plugin teller (extra-teller)")
    table = Typist(sandtable.new("megiddo/1918-even", seed=11, plugins=installed))
    error = str(table.say("tell").error)
    assert error.startswith("plugin teller (extra-teller) failed in its command tell: TypeError: ")


def test_a_word_that_has_itself_done_comes_to_an_end(console: Consoles) -> None:
    table = console().start()
    table.commands["again"] = Command("again", "once more", lambda *_: [Line("again")])
    assert str(table.say("again").error) == '"again" repeats itself endlessly'
    assert table.say("log").error is None


def test_a_word_hears_that_a_line_was_refused(console: Consoles) -> None:
    def careful(table: Console, _: str) -> Generator[Line | str]:
        try:
            yield Line("zebra")
        except sandtable.SandtableError as error:
            yield f"but: {error}"

    table = console().start()
    table.commands["careful"] = Command("careful", "as far as it goes", careful)
    assert table.say("careful").lines[0].startswith('but: no action "zebra"')


def test_a_page_that_is_drawn_again_takes_no_news_and_no_problems_away(console: Consoles) -> None:
    table = console()
    table.session.plugins.problems.append("a plugin failed")
    assert page.picture(table)
    assert kinds([*table.do("log 1")]) == [Text, Text, News, *POSITION]


@pytest.mark.parametrize("over", [False, True])
def test_a_refusal_is_shown_at_once_even_after_the_game(over: bool) -> None:
    session = sandtable.new("lrdg/barca", seed=3)
    out, lines = io.StringIO(), ["historical", "give-up", "yes"] if over else ["historical"]
    table = Console(session)
    show = SinkContext(Settings(), [*lines, "show zzz", "log 1"], out, keep_going=True)
    sink.play(table, Plain(table, show))
    text = out.getvalue()
    assert text.index("> show zzz") < text.index('no item "zzz"') < text.index("> log 1")


def test_a_plugins_screen_is_taken_by_the_setting_and_no_other_name(
    run: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tooling, "catalog", lambda: plugin(lambda *_: Tape()))
    ran = run("config", "set", "screen", "wal")
    assert (ran.status, ran.out) == (0, f"screen = wall in {home / 'config.toml'}\n")
    for typed, why in (
        ("wal1", 'no screen "wal1"; did you mean "wall"?'),
        ("oracle", 'no screen "oracle"; choose from auto, '),
    ):
        ran = run("config", "set", "screen", typed)
        assert (ran.status, ran.out) == (2, "")
        assert why in ran.err
    assert run("config", "get", "screen").out == "wall\n"
