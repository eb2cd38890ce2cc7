"""The words that judge what could be done and what was: `odds`, `hint`, `coach`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.repl.commands import Candidate, Command, fitting
from sandtable.repl.completion import actions
from sandtable.repl.outputs import Told

if TYPE_CHECKING:
    from sandtable.repl.console import Console


def _odds(console: Console, rest: str) -> Told:
    from sandtable.repl.odds import odds  # noqa: PLC0415 (needed only when asked)

    return odds(console, rest)


def _odds_offered(console: Console, rest: str) -> Iterable[Candidate]:
    """The actions whose odds can be asked for, and the options of `odds`."""
    from sandtable.repl import odds_words  # noqa: PLC0415 (needed only when asked)

    words = rest.split()
    begun = words.pop() if words and not rest.endswith(" ") else ""
    typed = odds_words.others(words)
    if begun.startswith("-"):
        return _starting(odds_words.OPTIONS, begun)
    if "then" in typed:
        return ()  # what will be legal is not known yet
    found = actions(console, " ".join([*typed, begun]))
    return found if found or begun or not typed else _starting(odds_words.OPTIONS, "")


def _starting(options: dict[str, str], begun: str) -> list[Candidate]:
    return [
        Candidate(name, len(begun), about) for name, about in options.items() if name.startswith(begun)
    ]


def _odds_told(console: Console, rest: str) -> str:
    """What its first action does; those after ``then`` are of another position."""
    from sandtable.repl import odds_words  # noqa: PLC0415 (needed only when asked)

    before, then, _ = f"{rest} ".partition(" then ")
    _, words = odds_words.read(before.split())
    if not words:
        return ""
    text = " ".join(words)
    first = (
        console.reader.numbered([text], first=True)[0]
        if text.isdecimal()
        else console.reader.read(text, first=True)
    )
    return f"what can come of {first}{' and so on' if then else ''}"


def _hint(console: Console, rest: str) -> Told:
    from sandtable.repl.thinking import hint  # noqa: PLC0415 (needed only when asked)

    return hint(console, rest)


def _hint_offered(_: Console, rest: str) -> Iterable[Candidate]:
    return fitting({"5s": "seconds of thinking", "30s": "the same, longer", "300": "games"}, rest)


def _coach(console: Console, rest: str) -> Told:
    from sandtable.repl.thinking import coach  # noqa: PLC0415 (needed only when asked)

    return coach(console, rest)


def _coach_offered(_: Console, rest: str) -> Iterable[Candidate]:
    return fitting({"60s": "seconds of thinking", "300s": "the same, longer"}, rest)


def _thinking_told(_: Console, rest: str) -> str:
    from sandtable.thinking.budget import Budget  # noqa: PLC0415 (needed only when asked)

    return f"thinks for {Budget.read(rest)}" if rest else ""


ODDS = Command(
    "odds ACTION",
    "what can come of it (of it then ANOTHER), and how likely",
    _odds,
    complete=_odds_offered,
    preview=_odds_told,
    kind="looks",
)
HINT = Command(
    "hint [TIME]",
    "what you could do, ranked by playing on (5s, or 300 games)",
    _hint,
    complete=_hint_offered,
    preview=_thinking_told,
    examples=("hint 30s", "hint 300"),
)
COACH = Command(
    "coach [TIME]",
    "what your choices and your luck were worth (60s)",
    _coach,
    complete=_coach_offered,
    preview=_thinking_told,
    examples=("coach 300s",),
    after_end=True,
)
