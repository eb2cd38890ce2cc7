"""The words of a console: the table's own and those of plugins, which come by the same hook."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import structs

from sandtable.base import signals
from sandtable.base.errors import PluginError, SandtableError
from sandtable.base.words import slug
from sandtable.plugins.listeners import Answer
from sandtable.prompt import words
from sandtable.prompt.commands import Candidate, Command
from sandtable.prompt.outputs import FromWord, Output, step

if TYPE_CHECKING:
    from sandtable.prompt.console import Console
    from sandtable.record.session import Session

OWN = "the prompt"
"""The name under which the table's own words are registered for their hook."""


def known(session: Session) -> dict[str, Command]:
    """Every command by its word: the table's own, then those of plugins; last what leaves.

    A plugin's word that is taken, or that is none, is named among the troubles and left out.
    """
    found: dict[str, Command] = {}
    for key, brought in _answers(session):
        for word, command in brought.items():
            if key == OWN:
                found[word] = command
            elif wrong := _wrong(word, command, found):
                session.plugins.troubles.append(f"{key}: {wrong}")
            else:
                found[word] = _guarded(key, word, command)
    return dict(sorted(found.items(), key=lambda item: item[1].kind == "leaves"))


def _answers(session: Session) -> Sequence[Answer]:
    """What each plugin answers to the hook or to its old name, after its key; our own comes first."""
    plugins = session.plugins
    plugins.listeners.register(words, OWN)
    answers = plugins.ask("prompt_commands", Mapping, session=session)
    older = plugins.ask("commands", Mapping, session=session)
    return sorted([*answers, *older], key=lambda answer: answer.key != OWN)


def _wrong(word: object, command: object, taken: Mapping[str, Command]) -> str:
    """Why something can not be a command, in words; empty when it can."""
    if not _is_plain(word):
        return f"a command is one plain word, not {word!r}"
    if not isinstance(command, Command) or command.word != word:
        return f"the command {word} is no Command with a usage that begins with {word}"
    if strange := next((alias for alias in command.aliases if not _is_plain(alias)), None):
        return f"a command is one plain word, not {strange!r}"
    there = {*taken, *(alias for one in taken.values() for alias in one.aliases)}
    if used := next((one for one in (word, *command.aliases) if one in there), None):
        return f"the command {used} already exists"
    return ""


def _is_plain(word: object) -> bool:
    return isinstance(word, str) and slug(word) == word and word[:1].isalpha()


def _guarded(key: str, word: str, command: Command) -> Command:
    """A plugin's command; when a part of it fails, the plugin is named and the command left out."""

    def run(console: Console, rest: str) -> Generator[FromWord | str]:
        try:
            guard = partial(_guard, console, key, word, "its command")
            with guard():
                steps = iter(command.run(console, rest))
            thrown: BaseException | None = None
            while True:
                with guard():
                    told = step(steps, thrown)
                    if told is None:
                        return
                    told = _checked_output(told)
                try:
                    yield told
                    thrown = None
                except (SandtableError, KeyboardInterrupt) as error:
                    thrown = error
        except _Failed:
            console.session.plugins.troubles.pop()  # it is the answer to the line
            raise

    def complete(console: Console, rest: str) -> list[Candidate]:
        try:
            with _guard(console, key, word, "the completion of its command"):
                return list(_checked(command.complete(console, rest), rest))
        except SandtableError:
            return []

    def preview(console: Console, rest: str) -> str:
        with _guard(console, key, word, "the preview of its command"):
            return str(command.preview(console, rest))

    return structs.replace(command, run=run, complete=complete, preview=preview)


def _checked_output(told: Any) -> FromWord | str:
    """What a plugin's word tells, if a word may tell such a thing."""
    if isinstance(told, Output) and not isinstance(told, FromWord):
        raise TypeError(f"a word does not tell of {type(told).__name__}")
    return told if isinstance(told, FromWord) else str(told)


class _Failed(PluginError):
    """A plugin's command that has raised, and has been left out."""


@contextmanager
def _guard(console: Console, key: str, word: str, part: str) -> Iterator[None]:
    """What a part of a command raises leaves the command out, and the plugin is named."""
    try:
        yield
    except SandtableError:
        raise
    except BaseException as error:
        if signals.sent(error):
            raise
        console.commands.pop(word, None)
        plugins = console.session.plugins
        plugins.listeners.leave_out(key, f"{part} {word}", error)
        raise _Failed(plugins.troubles[-1]) from error


def _checked(found: Any, rest: str) -> Iterator[Candidate]:
    """What a plugin offers, if it can be put in the place of what is typed."""
    for word, replaces, about in found:
        if not 0 <= int(replaces) <= len(rest):
            raise ValueError(f"{word!r} can not stand for {replaces} of {len(rest)} letters")
        yield Candidate(str(word), int(replaces), str(about))
