"""A lesson: its file, and how it leads, waits, lets the player go and takes moves back."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest
from learner import Learner
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.plain_text import PlainTextOutput

from sandtable.plugins.catalog import Catalog, catalog
from sandtable_console import sink
from sandtable_console.configuration import Settings
from sandtable_console.outputs import Board, Confirm, Refused, Text
from sandtable_console.scroll import Scroll
from sandtable_tools.kit import Tape, Typist
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons import lesson_path
from sandtable_tools.lessons.beginning import next_lesson
from sandtable_tools.lessons.demonstration import shortest_even_scenario
from sandtable_tools.lessons.guide import (
    BACK_ON_PATH,
    BEGIN,
    DECIDE,
    LEFT_PATH,
    LESSON_WOULD,
    OFF_PATH,
    TYPE_AGAIN,
    Guide,
)
from sandtable_tools.lessons.lesson import Lesson, LessonError, plain_lines, read

HEAD = """\
```toml
scenario = "megiddo/1918-even"
seed = 176
minutes = 3
seats = { british = "scripted" }
```
"""

TEXT = f"""\
# A *small* lesson

{HEAD}
## Cards

A hand of cards. `rules 2` says **more**.

- one
- two

```console
> ? discard
...discard kemal...
> discard command
> undo
Undone: discard Command Problems
...
```

Three go.

```console
> discard command; discard poor; discard rail-c
```

## Battle

```console
> done
...
> commit kemal
```

That is all.
"""

SMALL = read(TEXT, "small.md")

REASONS = """
```otherwise
discard kemal: Keep Kemal, who cannot
  be attacked.
done: Two nuisances
  are left.
...: That card is of use.
```
"""
DECIDES = read(TEXT.replace("rail-c\n```\n", f"rail-c\n```\n{REASONS}"), "small.md")
"""The small lesson, whose fourth step is a decision."""
GAMES = tuple(game for game in catalog().games.infos if lessons.lesson_of(catalog().game(game)))


def guided(lesson: Lesson = SMALL, **more: Any) -> Learner:
    console = Learner(lesson, **more)
    console.step_or_reminder()
    return console


def built_in(game: str) -> Lesson:
    found = lessons.lesson_of(catalog().game(game))
    assert found is not None
    return found


def typed(game: str, steps: int | None = None, *more: str) -> str:
    """The lines that do the first steps of a lesson, or all, and some more."""
    return "".join(f"{line}\n" for line in (*(s.command for s in built_in(game).steps[:steps]), *more))


def note_after(console: Learner, *lines: str) -> list[str]:
    """The output of some lines, which must be done, and the note of the lesson after the last."""
    for line in lines:
        reply = console.say(line)
        assert reply.error is None, reply.error
    return console.step_or_reminder()


# The file.


def test_a_file_is_a_title_a_head_and_steps_in_chapters() -> None:
    assert (SMALL.title, SMALL.head.minutes, SMALL.chapters) == (
        "A *small* lesson",
        3,
        ["Cards", "Battle"],
    )
    listed = [(step.command, bool(step.prose), bool(step.expected)) for step in SMALL.steps]
    assert listed == [
        ("? discard", True, True),
        ("discard command", False, False),
        ("undo", False, True),
        ("discard command; discard poor; discard rail-c", True, False),
        ("done", False, True),
        ("commit kemal", False, False),
    ]
    assert SMALL.closing == "That is all."
    lines = TEXT.split("\n")
    assert all(lines[step.line - 1] == f"> {step.command}" for step in SMALL.steps)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("# A *small* lesson\n", "", "line 1: a lesson begins with a title"),
        (HEAD, "", "line 1: put a ```toml block below the title"),
        ("seed = 176", "sead = 176", 'line 5: there is no key "sead"; did you mean "seed"?'),
        ("minutes = 3", 'minutes = "3"', "line 6: minutes: "),
        ("minutes = 3", "minutes = ", "line 6: not TOML: invalid value"),
        ("minutes = 3", f"minutes{'.x' * 50_000} = 3", "line 6: a key of 50001 parts; at most 10"),
        ("> ? discard\n", "", 'line 18: begin a block with "> " and a command'),
        ("> undo\n", "> \n", 'line 18: begin a block with "> " and a command'),
        (
            "```console\n> done",
            "```consol\n> done",
            "line 34: a block is toml, console or otherwise, not",
        ),
        ("> commit kemal\n```\n", "> commit kemal\n", "line 34: this block is not closed"),
        ("## Battle", "# Battle", 'line 32: "#" cannot come here'),
        ("console\n>", "toml\n>", 'line 18: "toml" cannot come here'),
    ],
)
def test_a_fault_in_a_file_is_shown_in_a_line_with_its_place(old: str, new: str, expected: str) -> None:
    assert old in TEXT
    with pytest.raises(LessonError) as raised:
        read(TEXT.replace(old, new), "small.md")
    assert str(raised.value).startswith("small.md "), raised.value
    assert expected in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_without_a_command_is_no_lesson() -> None:
    with pytest.raises(LessonError, match=r"line 4: put a ```console block with a command"):
        read(f"# A lesson\n\n{HEAD}\nProse.\n")


def test_the_reasons_against_other_choices_follow_the_command() -> None:
    decision = DECIDES.steps[3]
    assert [step.command for step in DECIDES.steps if step.otherwise] == [decision.command]
    for choice, reason in (
        ("discard kemal", "Keep Kemal, who cannot be attacked."),
        ("done", "Two nuisances are left."),
        ("discard trenchlines", "That card is of use."),
        ("discard kemal-pasha", "That card is of use."),
    ):
        assert decision.reason(choice) == reason
    assert SMALL.steps[3].reason("done") == ""


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("```otherwise\ndone, why not\n```", 'small.md line 33: write "CHOICE: a reason"'),
        (
            "```otherwise\ndiscard moon: Far away.\n```",
            'line 29: no choice begins with "discard moon"',
        ),
        ("Prose.\n\n```otherwise\ndone: No.\n```", 'line 35: "otherwise" cannot come here'),
    ],
)
def test_a_fault_in_the_reasons_is_shown_with_its_line(block: str, expected: str) -> None:
    text = TEXT.replace("rail-c\n```\n", f"rail-c\n```\n\n{block}\n")
    with pytest.raises(LessonError) as raised:
        guided(read(text, "small.md"))
    assert expected in str(raised.value)


def test_a_command_that_cannot_be_done_is_shown_with_its_line() -> None:
    with pytest.raises(LessonError, match=r'small.md line 37: .*"kemull"'):
        guided(read(TEXT.replace("commit kemal", "commit kemull"), "small.md"))


def test_dots_stand_for_anything_and_how_far_lines_are_set_in_does_not_count() -> None:
    step = SMALL.steps[0]._replace(expected="one\n...\n  four ... six")
    assert step.shows(["  one", "two", "three", "four five six"])
    assert not step.shows(["one", "two", "four five six", "seven"])
    assert not step.shows(["zero", "one", "", "four five six"])
    assert step._replace(expected="").shows(["anything"])


def test_prose_is_shown_without_marks_and_within_the_width() -> None:
    lines = lessons.plain_lines(SMALL.steps[0].prose, 24)
    assert lines == ["A hand of cards.", '"rules 2" says more.', "", "- one", "- two"]


# Leading.


def test_a_step_shows_its_chapter_its_prose_and_its_command() -> None:
    console = Learner(SMALL)
    assert console.step_or_reminder() == [
        "",
        "Lesson, step 1 of 6: Cards",
        "",
        'A hand of cards. "rules 2" says more.',
        "",
        "- one",
        "- two",
        "",
        "Type this, or press Enter to do it:",
        "  > ? discard",
    ]


@pytest.mark.parametrize("line", ["discard command", "disc COMM", "discard  command-problems", "9"])
def test_any_spelling_of_the_action_goes_on(line: str) -> None:
    console = guided()
    note_after(console, "? discard", line)
    assert console.step == 2


@pytest.mark.parametrize(
    "line", ["?", "rules", "odds discard kemal", "map", "log", "note so far", "status", "? done"]
)
def test_the_lesson_waits_while_the_player_looks_around(line: str) -> None:
    console = guided()
    note_after(console, "? discard")
    assert note_after(console, line) == ["", "Lesson: > discard command"]
    assert console.step == 1


def test_a_refused_action_leaves_the_lesson_at_its_step() -> None:
    console = guided()
    assert console.say("attack kemal").error
    assert console.step_or_reminder() == ["", "Lesson: > ? discard"]


def test_a_look_around_can_be_passed_over() -> None:
    console = guided()
    note_after(console, "discard command")
    assert console.step == 2


def test_small_choices_may_come_in_another_order_and_one_by_one() -> None:
    console = guided()
    note_after(console, "", "", "", "discard rail-c", "discard poor")
    note_after(console, "discard command")
    assert (console.step, console.astray) == (4, False)


def test_enter_does_what_is_left_of_a_step() -> None:
    console = guided()
    note_after(console, "", "", "", "discard command")
    assert console.suggested == "discard poor-morale; discard rail-cuts"
    assert console.say("").error is None
    assert console.step == 4


def test_an_undo_goes_back_a_step() -> None:
    console = guided()
    note_after(console, *[""] * 4, "undo")
    assert (console.step, console.astray) == (3, False)
    note_after(console, "discard rail-c", "done", "commit kemal")
    assert console.step == 6


def test_at_its_end_the_lesson_says_so_and_asks_for_nothing_more() -> None:
    console = guided()
    assert note_after(console, *[""] * 6) == ["", "That is all."]
    assert note_after(console, "commit turkish-inf") == ["", LEFT_PATH]
    assert note_after(console, "back") == ["", BACK_ON_PATH, "That is all."]


# Deciding.


def test_enter_does_no_decision_but_explains_it_again_and_says_what_to_type() -> None:
    console = guided(DECIDES)
    assert note_after(console, "", "", "")[-1] == DECIDE
    for _ in range(2):
        note = note_after(console, "")
        assert note[1] == "Lesson, step 4 of 6: Cards"
        assert note[-2:] == [LESSON_WOULD, "  > discard command; discard poor; discard rail-c"]
        assert console.step == 3
    note_after(console, "discard command; discard poor; discard rail-c")
    assert console.step == 4


def test_a_choice_that_the_lesson_advises_against_is_not_done_but_explained() -> None:
    console = guided(DECIDES)
    note_after(console, "", "", "")
    at = lesson_path.current_place(console.session)
    for line, reason in (
        ("discard kemal", "Keep Kemal, who cannot be attacked."),
        ("done", "Two nuisances are left."),
        ("discard poor command trench", "That card is of use."),
        ("discard poor; done", "Two nuisances are left."),
    ):
        assert console.say(line).error is None
        said = plain_lines(f"{reason} {TYPE_AGAIN}", 76)
        assert console.step_or_reminder() == ["", *said, "", "Lesson: you decide; Enter explains"]
        assert lesson_path.current_place(console.session) == at
    assert console.step == 3


def test_what_is_typed_again_is_done_all_the_same() -> None:
    console = guided(DECIDES)
    note_after(console, "", "", "", "discard kemal")
    assert note_after(console, "discard kemal") == ["", LEFT_PATH]
    assert note_after(console, "back")[1] == BACK_ON_PATH


def test_what_was_insisted_on_in_one_step_is_advised_against_in_another() -> None:
    text = TEXT.replace(
        "discard command\n> undo", "discard command\n```\n" + REASONS + "\n```console\n> undo"
    )
    console = guided(read(text.replace("rail-c\n```\n", f"rail-c\n```\n{REASONS}"), "small.md"))
    for line in ("? discard", "done", "discard command", "undo", "done"):
        console.say(line)
    assert any("Two nuisances are left." in said for said in console.step_or_reminder())


def test_the_right_choices_of_a_decision_may_come_one_by_one_in_any_order() -> None:
    console = guided(DECIDES)
    note_after(console, "", "", "", "discard poor", "odds done", "?")
    assert (console.step, console.suggested) == (3, "discard command-problems; discard rail-cuts")
    note_after(console, "discard rail-c; discard command")
    assert (console.step, console.astray) == (4, False)


# Leaving.


def test_a_player_off_the_path_is_warned_once_and_comes_back_with_the_same_luck() -> None:
    console = guided()
    note_after(console, *[""] * 3)
    at = lesson_path.current_place(console.session)
    assert note_after(console, "discard kemal") == ["", LEFT_PATH]
    assert note_after(console, "discard trench; done") == []
    assert note_after(console, "log") == []
    assert note_after(console, "lesson") == ["", OFF_PATH]
    note = note_after(console, "back")
    assert note[:3] == ["", BACK_ON_PATH, "Lesson, step 4 of 6: Cards"]
    assert lesson_path.current_place(console.session) == at
    note_after(console, "")
    drawn = "The Turks draw 3 cards: Corps Headquarters, Bedouins, Rail Lines."
    assert drawn in console.say("").news


def test_an_undo_can_lead_back_as_well() -> None:
    console = guided()
    note_after(console, "", "", "")
    note_after(console, "discard kemal")
    assert note_after(console, "undo")[:2] == ["", BACK_ON_PATH]


def test_an_empty_line_off_the_path_does_nothing() -> None:
    console = guided()
    note_after(console, "discard kemal")
    at = lesson_path.current_place(console.session)
    note_after(console, "")
    assert lesson_path.current_place(console.session) == at


@pytest.mark.parametrize("game", GAMES)
def test_from_every_step_of_a_lesson_one_can_leave_and_come_back(game: str) -> None:
    """A different choice is made wherever possible; then the lesson's choices lead to the same end."""
    lesson = built_in(game)
    console, left = guided(lesson), 0
    for number, step in enumerate(lesson.steps):
        assert console.step == number
        if lesson_path.looking_commands(console.console, step.command):
            note_after(console, "")
            continue
        at = lesson_path.current_place(console.session)
        console.typist.picture()
        for other in [
            option for option in console.typist.options if option != console.path.chosen.get(at)
        ][:1]:
            note_after(console, str(other))
            if lesson_path.current_place(console.session) == at:  # the lesson advises against it
                note_after(console, str(other))
            if console.astray:
                note_after(console, "back")
                left += 1
            else:  # a small choice that comes later on the path, or one that led to the same
                note_after(console, "undo --force")
        assert (lesson_path.current_place(console.session), console.astray) == (at, False)
        assert console.step == number
        console.typist.picture()
        note_after(console, console.suggested)
    assert console.session.outcome is not None
    assert left >= len(lesson.steps) // 4


def test_a_chapter_that_is_skipped_is_shown_in_short() -> None:
    console = guided()
    lines = console.say("skip").lines
    assert lines[0] == "Done for you: discard command-problems, poor-morale, rail-cuts."
    lines = console.say("skip").lines
    assert lines[0] == "Done for you: done; commit kemal."
    assert any(line.startswith("The Turks draw 3 cards: ") for line in lines)


def test_a_chapter_can_be_skipped() -> None:
    console = guided()
    note = note_after(console, "skip")
    assert note[1] == "Lesson, step 5 of 6: Battle"
    assert note_after(console, "sk") == ["", "That is all."]
    assert "the lesson is over" in str(console.say("skip").error)


def test_off_the_path_nothing_is_skipped_and_on_it_there_is_no_way_back() -> None:
    console = guided()
    assert str(console.say("back").error) == "you have not left the lesson's path"
    note_after(console, "discard kemal")
    assert "off the lesson's path" in str(console.say("skip").error)


def test_the_word_lesson_repeats_the_step() -> None:
    console = guided()
    note_after(console, "? discard")
    assert note_after(console, "lesson")[1] == "Lesson, step 2 of 6: Cards"


def test_a_bot_with_luck_of_its_own_does_what_it_did_on_the_path() -> None:
    """A bot's luck depends on the number of lines in the save, and a note is one."""
    lesson = read(TEXT.replace("scripted", "random"), "small.md")
    console = guided(lesson)
    note_after(console, *["note one"] * 3, *[""] * 6)
    assert (console.step, console.astray) == (6, False)


def test_no_plugin_hears_how_the_path_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    session = SMALL.begin()
    monkeypatch.setattr(Catalog, "notify", lambda _, hook, **__: heard.append(hook.__name__))
    Guide(Typist(session), SMALL)
    assert heard == []
    session.choose("discard kemal" if session.to_move == "turkish" else session.options()[0])
    assert heard == ["action_done"]


# The command.

Run = Callable[..., Any]


def test_a_lesson_begins_with_what_happened_before_the_first_choice(run: Run) -> None:
    left = run("learn", "meg", typed="quit\n").out
    assert "The British draw 9 cards" in left
    assert left.endswith(". sandtable learn megiddo continues the lesson.\n")


def test_learn_alone_goes_from_lesson_to_lesson(
    run: Run, at_terminal: Callable[..., pexpect.spawn]
) -> None:
    for game in sorted(GAMES):
        assert next_lesson(catalog()) == game
        run("learn", game, typed=typed(game, 2))
        assert next_lesson(catalog()) == game
        child = at_terminal("learn", "--plain")
        child.expect_exact("The lesson continues where you left it")
        child.expect("Lesson, step [23] of")
        child.sendline("quit")
        child.expect(pexpect.EOF)
        run("learn", game, "--again", typed=typed(game))
    assert next_lesson(catalog()) is None
    at_terminal("learn").expect(r"You have done every lesson. \S*sandtable learn GAME repeats")


def test_learn_without_a_terminal_tells_a_new_game_and_what_to_type_next(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [".venv/bin/sandtable"])
    monkeypatch.setenv("PATH", "")
    told, again = run("learn"), run("learn")
    assert (told.status, told.err) == (0, "")
    assert told.out != again.out
    lines = told.out.splitlines()
    assert len(lines) < 50
    assert max(map(len, lines)) <= 79
    assert len({save.name for save in (home / "saves").glob("*.jsonl")}) == 2
    next_commands = re.findall(r"^  \.venv/bin/sandtable (.*)$", told.out, re.MULTILINE)
    assert len(next_commands) == 4
    for command in next_commands:
        done = run(*command.split())
        assert done.status == 2 * command.startswith("watch"), done.err  # it needs a terminal


def test_learn_tells_a_game_that_can_be_won_and_lost() -> None:
    info = catalog().scenarios.info(shortest_even_scenario(catalog()))
    assert info.difficulty == "medium"
    assert info.minutes == 20


@pytest.mark.parametrize("option", [("--input", "lines.txt"), ("--again",), ("--chapter", "2")])
def test_an_option_of_a_lesson_needs_its_game(run: Run, tmp_path: Path, option: tuple[str, ...]) -> None:
    done = run("learn", *option)
    assert done.status == 2
    assert "--input, --again and --chapter take a lesson: name its GAME" in done.err


def test_a_game_without_a_lesson_says_so_in_a_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog().game("lrdg"), "lesson_text", "")
    done = run("learn", "lrdg")
    assert done.status == 2
    assert "Who Dares Wins! (lrdg) has no lesson; these games do: lawrence, megiddo" in done.err
    assert next_lesson(catalog()) == "lawrence"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_lesson_says_leads_through_all_of_it(run: Run, game: str) -> None:
    lesson = built_in(game)
    done = run("learn", game, typed=typed(game))
    assert (done.status, done.err) == (0, "")
    assert all(f"> {step.command}\n" in done.out for step in lesson.steps)
    assert "\nOver: " in done.out
    assert lessons.plain_lines(lesson.closing, 76)[-1] in done.out


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_asks_for_decisions_and_begins_to_play_at_once(game: str) -> None:
    lesson = built_in(game)
    assert sum(bool(step.otherwise) for step in lesson.steps) >= len(lesson.steps) // 3
    console = Typist(lesson.begin()).start()
    assert not all(lesson_path.looking_commands(console, step.command) for step in lesson.steps[:3])
    assert any(step.otherwise for step in lesson.steps[:3])


@pytest.mark.parametrize("game", GAMES)
def test_enter_alone_stops_at_the_first_decision(run: Run, game: str) -> None:
    lesson = built_in(game)
    first = next(number for number, step in enumerate(lesson.steps, 1) if step.otherwise)
    done = run("learn", game, typed="\n" * (first + 5))
    assert (done.status, done.err) == (0, "")
    assert f"step {first} of" in done.out
    assert f"step {first + 1} of" not in done.out


def test_a_lesson_goes_on_where_it_was_left_or_begins_again(run: Run) -> None:
    assert "step 6 of 25" in run("learn", "meg", typed=typed("megiddo", 5, "quit")).out
    on = run("learn", "meg", typed=typed("megiddo", 0, "quit"))
    assert "The lesson continues where you left it, in " in on.out
    assert "step 6 of 25" in on.out  # steps that only look count as well
    on = run("learn", "meg", "--again", typed="discard poor\nquit\n")
    assert "step 1 of 25" in on.out
    assert "  > discard command-problems; discard rail-cuts\n" in run("learn", "meg", typed="\n").out


def test_resuming_the_game_of_a_lesson_names_the_command_of_its_guide(run: Run) -> None:
    run("learn", "meg", typed=typed("megiddo", 2))
    assert "sandtable learn megiddo continues the lesson" in run("resume", typed="quit\n").out
    run("learn", "meg", typed="\n".join(step.command for step in built_in("megiddo").steps[2:]))
    assert "guide" not in run("resume", typed="quit\n").out


def test_where_a_lesson_cannot_go_on_it_says_how_to_start_over(run: Run, home: Path) -> None:
    run("learn", "meg", typed=typed("megiddo", 1))
    save = home / "saves" / "learn-megiddo.jsonl"
    save.write_text(save.read_text().replace("command-problems", "poor-morale"))
    done = run("learn", "meg")
    assert done.status == 2
    assert done.err.endswith("; --again starts the lesson over\n")
    assert run("learn", "meg", "--again").status == 0


def test_a_lesson_begins_at_a_chapter(run: Run) -> None:
    assert "step 17 of 25: Leaders" in run("learn", "meg", "--chapter", 5).out
    wrong = run("learn", "meg", "--chapter", 9)
    assert wrong.status == 2
    assert "no chapter 9; the lesson has 1 A hand of cards, " in wrong.err


def test_a_lesson_opens_with_the_story_and_the_goal() -> None:
    tape = Tape(["", "quit"])
    console = Typist(SMALL.begin(), numbers=True)
    sink.play(console, Guide(console, SMALL).over(tape))
    first = tape.outputs[0]
    assert isinstance(first, Text)
    story = SMALL.steps[0].prose.partition("\n\n")[0]
    assert list(first.lines) == ["", *plain_lines(story, 76), "", BEGIN]
    board = next(place for place, output in enumerate(tape.outputs) if isinstance(output, Board))
    assert board > 0
    listed = [line for output in tape.outputs[1:] if isinstance(output, Text) for line in output.lines]
    assert "- one" in listed
    assert set(plain_lines(story, 76)).isdisjoint(listed)


def test_a_line_typed_at_the_story_is_done() -> None:
    tape = Tape(["discard kemal", "quit"])
    console = Typist(SMALL.begin(), numbers=True)
    sink.play(console, Guide(console, SMALL).over(tape))
    assert str(console.session.history.done[-1].entry.action) == "discard kemal"


# At a terminal.


def test_the_lesson_leads_at_the_prompt(capsys: pytest.CaptureFixture[str]) -> None:
    console = Typist(SMALL.begin())
    guide = Guide(console, SMALL)
    output = PlainTextOutput(sys.stdout)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        pipe.send_text("\r\r\rundo\rdiscard kemal\rback\r\rdone\r\rquit\r")
        settings = Settings(theme="none", pace="none", pager=False)
        sink.play(console, guide.over(Scroll(console, settings)))
    out = capsys.readouterr().out
    listed = [
        out.index(text)
        for text in ("step 1 of 6", "step 4 of 6", LEFT_PATH, BACK_ON_PATH, "That is all.")
    ]
    assert listed == sorted(listed)
    assert console.left


@pytest.mark.parametrize("words", [("--plain",), ()], ids=["plain", "dumb"])
def test_the_lesson_leads_line_by_line(
    at_terminal: Callable[..., pexpect.spawn], words: tuple[str, ...]
) -> None:
    child = at_terminal("learn", "meg", *words, TERM="xterm" if words else "dumb")
    child.expect_exact(BEGIN)
    assert b"The British draw" not in child.before
    child.sendline("")
    child.expect("step 1 of 25")
    child.sendline("discard command poor rail-c")
    child.expect("step 2 of 25")
    child.sendline("")
    child.expect("The lesson would type this")
    child.sendline("discard kemal")
    child.expect("type it again")
    child.sendline("discard kemal")
    child.expect("You have left the lesson's path")
    child.sendline("back")
    child.expect("step 2 of 25")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    assert child.wait() == 0


def test_the_step_of_a_lesson_is_no_answer_to_another_question() -> None:
    tape = Tape(["", "", "", "q", "", "discard command", "n", "quit"])
    console = Typist(SMALL.begin())
    console.confirms = True
    guide = Guide(console, SMALL)
    sink.play(console, guide.over(tape))
    asked = next(place for place, output in enumerate(tape.outputs) if isinstance(output, Confirm))
    after = tape.outputs[asked + 1]
    assert isinstance(after, Refused)
    assert str(after.error) == '"q" was not done'
    assert guide.step == 3


def test_steps_whose_word_is_disabled_are_left_out(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = lessons.lesson_of(catalog().game("lrdg"))
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "odds")
    shorter = lessons.lesson_of(catalog().game("lrdg"))
    assert whole
    assert shorter
    assert {step.command.partition(" ")[0] for step in {*whole.steps} - {*shorter.steps}} == {"odds"}
    ran = run("learn", "lrdg")
    assert (
        "odds is disabled: by SANDTABLE_DISABLE_PLUGINS. The lesson skips the steps that need it."
        in ran.out
    )
    assert ran.status == 0


def test_q_leaves_no_step_of_a_lesson_out(at_terminal: Callable[..., pexpect.spawn]) -> None:
    child = at_terminal("learn", "lawrence")
    child.expect_exact("Press Enter to begin.")
    child.send("\r")
    commands = [step.command for step in built_in("lawrence").steps]
    long = commands.index("rules 34.4")
    for number, command in enumerate(commands[: long + 1], 1):
        while child.expect_exact([f"step {number} of", "-- more"]):
            child.send("\r")
        child.expect_exact("lawrence>")
        child.send(f"{command}\r")
    child.expect_exact("-- more")
    child.send("q")
    child.expect_exact(f"step {long + 2} of")
    child.expect_exact(f"  > {commands[long + 1]}")
    child.expect_exact("lawrence>")
