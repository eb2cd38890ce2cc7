"""The commands of a console, built-in and from plugins, collected through one hook."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import structs

from sandtable import PluginError, SandtableError, number_of, slug
from sandtable.tooling import Guard, clip
from sandtable_console import hooks, words
from sandtable_console.commands import Candidate, Command
from sandtable_console.outputs import FromWord, Output, step

if TYPE_CHECKING:
    from sandtable import Scenario, Session
    from sandtable_console.console import Console

NAME = "the prompt"
"""The name under which the built-in commands are registered."""


def all_commands(session: Session) -> dict[str, Command]:
    """Return every command keyed by its word: built-in ones, plugins' ones, then those that leave.

    A command whose word is a verb of the game, or a third-party command whose word begins a verb, gets
    its plugin's name before it (``casualties.done``), and a problem says so. A command whose word is
    taken or invalid is left out, and a problem names it.
    """
    plugins = session.plugins
    plugins.listeners.register(words, NAME)
    answers = plugins.ask(hooks.prompt_commands, Mapping, session=session)
    commands: dict[str, Command] = {}
    for answer in sorted(answers, key=lambda answer: (answer.key != NAME, not answer.built_in)):
        key, own = answer.key, answer.key == NAME
        for word, brought in answer.value.items():
            if wrong := "" if own else _why_invalid(word, brought, commands):
                plugins.problems.append(f"{key}: {wrong}")
                continue
            ours = own or answer.built_in
            clashes = _clashes(brought, session.scenario, ours=ours)
            command = _qualify(brought, key.split()[1], clashes) if clashes else brought
            for word, verb in clashes.items():
                way = f"{verb} of {session.scenario.game.info.id}; type {key.split()[1]}.{word}"
                plugins.problems.append(f"{key}: the command {word} gives way to the action {way}")
            third_party = not ours or command.third_party
            commands[command.word] = command if own else _protect(key, command, third_party=third_party)
    return dict(sorted(commands.items(), key=lambda item: item[1].kind == "leaves"))


def _why_invalid(word: object, command: object, taken: Mapping[str, Command]) -> str:
    """Return why something cannot be a command, or "" if it can."""
    if not _is_plain(word):
        return f"a command is one plain word, not {clip(repr(word))}"
    if not isinstance(command, Command) or command.word != word:
        return f"the command {word} is not a Command with a usage that begins with {word}"
    if strange := next((alias for alias in command.aliases if not _is_plain(alias)), None):
        return f"a command is one plain word, not {clip(repr(strange))}"
    words = {*taken, *(alias for other in taken.values() for alias in other.aliases)}
    if used := next((alias for alias in (word, *command.aliases) if alias in words), None):
        return f"the command {used} already exists"
    return ""


def _clashes(command: Command, scenario: Scenario, *, ours: bool) -> dict[str, str]:
    """Return each of a command's words that is (or, unless `ours`, begins) a verb, with the verb."""
    words = [command.word] if ours else [command.word, *command.aliases]
    fits = {
        word: [verb for verb in scenario.verbs if verb == word or (verb.startswith(word) and not ours)]
        for word in words
    }
    return {word: min(verbs, key=len) for word, verbs in fits.items() if verbs}


def _qualify(command: Command, plugin: str, words: Mapping[str, str]) -> Command:
    """Return a command with its plugin's name before these words."""
    lines = [line.split(" ", 1) for line in (command.usage, *command.examples, *command.aliases)]
    typed = [" ".join([f"{plugin}.{head}" if head in words else head, *rest]) for head, *rest in lines]
    cut = 1 + len(command.examples)
    return structs.replace(
        command, usage=typed[0], examples=typed[1:cut], aliases=typed[cut:], third_party=True
    )


def _is_plain(word: object) -> bool:
    return isinstance(word, str) and slug(word) == word and word[:1].isalpha()


def _protect(key: str, command: Command, *, third_party: bool) -> Command:
    """Guard a plugin's command: if any part of it fails, name the plugin and leave the command out."""
    word = command.word

    def run(console: Console, rest: str) -> Generator[FromWord | str]:
        try:
            guard = partial(_guard, console, key, word, "its command")
            with guard():
                steps = iter(command.run(console, rest))
            thrown: BaseException | None = None
            while True:
                with guard():
                    output = step(steps, thrown)
                    checked = None if output is None else _check_output(output)
                if checked is None:
                    return
                try:
                    yield checked
                    thrown = None
                except (SandtableError, KeyboardInterrupt) as error:
                    thrown = error
        except _Failed:
            console.session.plugins.problems.pop()  # the error itself answers the line
            raise

    def complete(console: Console, rest: str) -> list[Candidate]:
        try:
            with _guard(console, key, word, "the completion of its command"):
                candidates = list(_check_candidates(command.complete(console, rest), rest))
        except SandtableError:
            return []
        return candidates

    def preview(console: Console, rest: str) -> str:
        with _guard(console, key, word, "the preview of its command"):
            return str(command.preview(console, rest))

    return structs.replace(command, run=run, complete=complete, preview=preview, third_party=third_party)


def _check_output(output: Any) -> FromWord | str:
    """Return an output of a plugin's command. Raises TypeError if a command may not yield it."""
    if isinstance(output, Output) and not isinstance(output, FromWord):
        raise TypeError(f"a command cannot yield {type(output).__name__}")
    return output if isinstance(output, FromWord) else str(output)


class _Failed(PluginError):
    """A plugin's command failed, and has been left out."""


def _guard(console: Console, key: str, word: str, part: str) -> Guard:
    """Return a guard that leaves a failing command out and names its plugin."""

    def failure(error: BaseException) -> SandtableError:
        if isinstance(error, SandtableError):
            return error
        console.commands.pop(word, None)
        plugins = console.session.plugins
        plugins.listeners.leave_out(key, f"{part} {word}", error)
        return _Failed(plugins.problems[-1])

    return Guard(failure)


def _check_candidates(candidates: Any, rest: str) -> Iterator[Candidate]:
    """Yield a plugin's candidates. Raises ValueError for one that replaces more than was typed."""
    for word, replaces, about in candidates:
        if not 0 <= int(replaces) <= len(rest):
            letters = number_of(len(rest), "letter")
            raise ValueError(f'"{word}" cannot replace {replaces} of {letters}')
        yield Candidate(str(word), int(replaces), str(about))
