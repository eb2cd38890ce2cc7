"""Random lines at the prompt of a game: each is done, or refused in lines that a terminal can show.

If a line is neither, `play` raises AssertionError, or the exception of the program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, chdir, nullcontext
from pathlib import Path
from random import Random  # noqa: TID251 (no dice of the game's)

import sandtable
from sandtable.text.words import match
from sandtable_console.completion import candidates
from sandtable_console.console import Console
from sandtable_console.line_check import check
from sandtable_console.outputs import Confirm, News, Over, Refused, Text

LETTERS = "abcxyz 019-.,;:@#\"'/?!*(){}[]%$\\\t\x00\x07\x1b\x9b\u202e\u2028\ufeffäß€حيفا🐪"
"""The characters of garbage."""

ENDS = ("give-up", "abandon")
"""Verbs that random play mostly leaves out, so that games last."""

THINKS = {
    "hint": ("hint 2", "hint -1", "hint 1e9", "hint x"),
    "coach": ("coach 2", "coach x", "coach 0s"),
    "odds": ("odds {} next", "odds {} then {} next more", "odds"),
}
"""Words that think for seconds or a minute: they are typed with a small budget, or wrongly."""


class Typist:
    """Types random lines at a console."""

    def __init__(self, console: Console, luck: Random) -> None:
        self.console, self.luck = console, luck

    def line(self) -> str:
        """A line: mostly an action that is legal, or nearly so, or a word of the prompt."""
        kinds: tuple[tuple[Callable[[], str], int], ...] = (
            (self._action, 10),
            (self._damaged, 5),
            (self._word, 8),
            (self._garbage, 2),
            (self._several, 2),
            (lambda: str(self.luck.randrange(-1, 200)), 2),
            (lambda: "", 1),
        )
        kind = self.luck.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
        line = kind()
        if not self._thinks(line):
            return line
        thinking = self.luck.choice(THINKS[self.luck.choice(list(THINKS))])
        return thinking.format(self._action(), self._action())

    def _thinks(self, line: str) -> bool:
        """Whether a line may begin a word that thinks, and would take its whole time."""
        parts = (part.split()[:1] for part in re.split(r"[;\n]", line))
        meant = (match(word, self.console.commands) for part in parts for word in part)
        return any(word in THINKS for words in meant for word in words)

    def _action(self) -> str:
        options = self.console.options
        lasting = [option for option in options if option.name() not in ENDS] or options
        return str(self.luck.choice(lasting)) if lasting else "log"

    def _damaged(self) -> str:
        """An action cut short, mistyped, doubled, or in another order."""
        action = self._action()
        at = self.luck.randrange(len(action) + 1)
        words = action.split()
        self.luck.shuffle(words)
        others = (action[:at], action[:at] + action[at + 1 :], f"{action} {action}", " ".join(words))
        return self.luck.choice((*others, action.upper(), action[:at] + self._garbage() + action[at:]))

    def _word(self) -> str:
        word = self.luck.choice([word for word in self.console.commands if word != "quit"])
        rests = ("", self._action, self._damaged, self._garbage, lambda: str(self.luck.randrange(40)))
        rest = self.luck.choice(rests)
        if word == "save":  # so that its files stay in the folder
            return f"save {self.luck.choice(('/nosuch/folder/x', 'a/b/c', '', chr(0)))}"
        return f"{word} {rest() if callable(rest) else rest}".rstrip()

    def _garbage(self) -> str:
        return "".join(self.luck.choices(LETTERS, k=self.luck.randrange(1, 12)))

    def _several(self) -> str:
        between = self.luck.choice(("; ", ";", " ; ; ", "\n", ", "))
        return between.join(self.luck.choice((self._action, self._damaged, self._word))() for _ in "123")


Around = Callable[[str], AbstractContextManager[object]]
"""A context that is entered around each line: a benchmark measures its time."""


def play(scenario: str, count: int, seed: str, save: Path, around: Around = nullcontext) -> Counter[str]:
    """Type `count` random lines in games of a scenario, each saved and read again when it ends.

    What a line saves goes into the folder of `save`. Returns the numbers of lines that were done,
    refused, or asked about.
    """
    with chdir(save.parent):
        return _typed_lines(scenario, count, seed, save, around)


def _typed_lines(scenario: str, count: int, seed: str, save: Path, around: Around) -> Counter[str]:
    luck = Random(f"{seed} {scenario}")
    outcomes: Counter[str] = Counter()
    console: Console | None = None
    for number in range(count):
        if console is None:
            console = _begin(scenario, luck)
        line = Typist(console, luck).line()
        try:
            with around(line):
                outcomes[_typed(console, line, luck)] += 1
        except BaseException as error:
            error.add_note(f"{scenario}, seed {seed}, line {number + 1}: {line!r}")
            raise
        if console.session.outcome is not None or number == count - 1 or luck.random() < 0.003:
            _same_when_read(console, save)
            console = None
    return outcomes


def _begin(scenario: str, luck: Random) -> Console:
    game = sandtable.new(scenario, seed=0).table.game
    seats = {seat: luck.choice(("human", "random")) for seat in game.seats}
    seats[luck.choice(list(game.seats))] = "human"
    session = sandtable.new(scenario, seed=luck.randrange(10**6), seats=seats)
    console = Console(session, luck.choice((20, 80, 132)), numbers=luck.random() < 0.5)
    console.confirms = luck.random() < 0.3
    for _ in console.begin():
        pass
    return console


def _typed(console: Console, line: str, luck: Random) -> str:
    """Type a line letter by letter up to some place, then do it; return the result."""
    half = line[: luck.randrange(len(line) + 1)]
    before = console.session.table.position
    check(console, half)
    list(candidates(console, half))
    assert console.session.table.position == before, f"the half-typed {half!r} changed the position"
    outcome = "done"
    for output in console.do(line):
        match output:
            case Refused(error):
                outcome = "refused"
                assert "\n" not in str(error), str(error)
            case Text(lines) | News(lines) | Over(lines):
                assert all(isinstance(text, str) for text in lines)
            case Confirm():
                outcome = "asked"
    console.left = False
    return outcome


def _same_when_read(console: Console, save: Path) -> None:
    """Check that the save holds the game that was played."""
    save.unlink(missing_ok=True)
    console.session.save(save)
    console.session.close()
    assert sandtable.load(save).table.position == console.session.table.position
