"""Reads typed words: finds the command or the moves that they mean, and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sandtable import (
    Action,
    ActionError,
    AmbiguousAction,
    AmbiguousName,
    Decision,
    Done,
    IllegalAction,
    IncompleteAction,
    InvalidAction,
    Range,
    SandtableError,
    Session,
    listing,
)
from sandtable.tooling import clip, either, mark_of, match, rows_of, wording
from sandtable_console import option_rows
from sandtable_console.commands import Command
from sandtable_console.display import Display
from sandtable_console.lines import QUESTION
from sandtable_console.several import all_actions, several_actions

MOST_NAMED = 4
"""The most decisions that an error names as offering an action, and the most verbs."""


class NotNow(InvalidAction):
    """The words name an action of another decision."""


class NotYours(ActionError):
    """No player at this prompt makes this choice."""


class Meaning(NamedTuple):
    """The meaning of a line: a command with its arguments, or moves to make."""

    moves: Sequence[Sequence[Action]] = ()
    command: Command | None = None
    rest: str = ""


class NumberNeeded(IncompleteAction):
    """The words, kept in `head`, need a number after them."""

    def __init__(self, head: str, rows: Sequence[Action | Range]) -> None:
        ends = [end for row in rows for end in row.words[-1].split("..")]
        numbers = sorted(int(end) for end in ends if end.lstrip("-").isdecimal())
        example = next(row.first for row in rows if isinstance(row, Range))
        super().__init__(f"{head} how many? {numbers[0]} to {numbers[-1]} (as in {example})")
        self.head = head


class AmbiguousWord(AmbiguousName):
    """The prefix fits several commands or verbs, which `words` lists."""

    def __init__(self, typed: str, words: Sequence[str]) -> None:
        super().__init__(f'"{typed}" can mean {listing(words)}')
        self.typed, self.words = typed, words


class Reader:
    """Finds what typed words mean for the viewer.

    If an option is a range, a bare number is one of that range. Otherwise, if `numbers` is set, it picks
    from the last list shown, which the reader keeps.
    """

    def __init__(
        self, display: Display, commands: Mapping[str, Command], *, numbers: bool = False
    ) -> None:
        self.display = display
        self.session = display.session
        self.commands = commands
        self.numbers = numbers
        self.moves: Sequence[Sequence[Action]] = ()
        """The last list shown, as moves; a number means every action of its move."""
        self.words: Sequence[str] = ()
        """The words or lines that the next line may pick by number."""

        self.head = ""
        """The words that the last line left incomplete; a number on the next line completes them."""

    @property
    def numbers_pick(self) -> bool:
        """Whether a bare number picks from the last list shown, since no option is a range."""
        return self.numbers and not self.display.range_heads

    @property
    def options(self) -> Sequence[Action]:
        """The viewer's legal actions."""
        return self.display.options

    @property
    def listed(self) -> Sequence[Action]:
        """The first actions of the moves in the last list shown."""
        return [move[0] for move in self.moves]

    def list_actions(self, actions: Sequence[Action]) -> None:
        """Let numbers pick from these actions."""
        self.list_moves([(action,) for action in actions])

    def list_moves(self, moves: Sequence[Sequence[Action]]) -> None:
        """Let numbers pick from these moves; a number then does every action of its move."""
        self.moves, self.words = moves, ()

    def offer_words(self, words: Sequence[str]) -> None:
        """Let numbers on the next line pick from these words instead of the last list shown."""
        self.list_moves(())
        self.words = words

    @property
    def only_option(self) -> Action | None:
        """The only legal action, once a terminal has shown it; an empty line then does it."""
        listed = self.listed
        is_only = self.numbers and len(listed) == 1 and list(self.options) == list(listed)
        return listed[0] if is_only and isinstance(listed[0], Action) else None

    def options_like(self, typed: str) -> Sequence[Action]:
        """Return the legal actions that begin with the typed words, or else contain them."""
        return option_rows.filter_options(self.options, typed, self.display.names)

    def choices(self, wanted: str = "") -> list[str]:
        """Return rows with the legal actions, or only those that match `wanted`."""
        options = self.options_like(wanted)
        if wanted and not options:
            raise ActionError(f'no legal action begins with "{wanted}"; ? lists them all')
        self.list_actions(options)
        return option_rows.list_options(options, self.display, numbers=self.numbers_pick)

    def meaning(self, text: str, *, first: bool = True) -> Meaning:
        """Return what a command of a line means; numbers are allowed only in the `first` command.

        Raises ActionError or AmbiguousName if it cannot be done.
        """
        text = self._question(text)
        text = self.numbered_word(text) if first else text
        word, _, rest = text.partition(" ")
        if text.replace(" ", "").isdecimal():
            return Meaning(self.moves_of(text, first=first))
        if command := self._command(word):
            if rest and command.usage == command.word:
                raise ActionError(f'{command.word} takes no arguments; leave out "{clip(rest)}"')
            return Meaning(command=command, rest=rest)
        self.check_may_choose()
        try:
            return Meaning(self.moves_of(text, first=first))
        except InvalidAction:
            if (plugin := self.session.plugins.inventory.command(word)) and plugin.state == "disabled":
                raise ActionError(plugin.problem) from None
            raise

    def moves_of(self, text: str, *, first: bool) -> Sequence[Sequence[Action]]:
        """Return the moves that numbers or the game's words mean; numbers only if `first` is true.

        Raises ActionError or AmbiguousName if there are none, or if they are not legal.
        """
        text = self._complete_number(text) if text.isdecimal() else text
        if text.replace(" ", "").isdecimal():
            return self._moves(text.split(), first=first)
        by_notation = self.session.table.notation(text)
        if actions := all_actions(self, text, first=first) or (by_notation[1:] and by_notation):
            return [(action,) for action in actions]
        try:
            return [(self.read(text, first=first),)]
        except InvalidAction:
            actions = several_actions(self, text, first=first)
            if moves := [(action,) for action in actions] or self._numbered_objects(text, first=first):
                return moves
            raise

    def numbered_word(self, text: str) -> str:
        """Return the offered word that a number picks; return any other text unchanged."""
        offered = self.words
        number = int(text) if text.isdecimal() and len(text) < 6 else 0
        return offered[number - 1] if 0 < number <= len(offered) else text

    def _complete_number(self, number: str) -> str:
        """Put the words of the only range before a number; without a range, return it unchanged."""
        heads = [self.head] if self.head else self.display.range_heads
        if len(heads) > 1:
            raise ActionError(f'"{clip(number)}": type it after {either(heads)}')
        return " ".join([*heads, number])

    def _question(self, text: str) -> str:
        """Rewrite a command that has a question mark at either end as ``? WORDS``.

        A command of the kind ``looks`` only loses the mark.
        """
        if self.takes_text(text) or not (text.endswith(QUESTION) or text.startswith(QUESTION)):
            return text
        words = text.strip(f"{QUESTION} ")
        if text.startswith(QUESTION):
            return f"{QUESTION} {words}".strip()
        meant = self.meanings_of(words.partition(" ")[0])
        looks = all(name in self.commands and self.commands[name].kind == "looks" for name in meant)
        return words if looks and meant else f"{QUESTION} {words}"

    def takes_text(self, line: str) -> bool:
        """Return whether a line is a command followed by free text."""
        word, space, _ = line.lstrip().partition(" ")
        return bool(space) and word in self.commands and self.commands[word].takes_text

    def meanings_of(self, word: str) -> Sequence[str]:
        """Return the commands and currently legal verbs that a word may mean.

        A verb of the decision never abbreviates a command, and a legal verb beats a command. A
        third-party command counts only if it is typed in full or if nothing else fits.
        """
        if word in self.commands:
            return [word]
        taken = () if self.session.outcome else self.session.table.decision.takes
        if word in [kind.name() for kind in taken]:
            return match(word, self._verbs())
        own = [name for name, command in self.commands.items() if not command.third_party]
        meant = match(word, self._verbs()) or match(word, own)
        if meant or match(word, self.session.scenario.verbs):
            return meant
        return match(word, self.commands)

    def _verbs(self) -> Sequence[str]:
        return list(dict.fromkeys(option.words[0] for option in self.options))

    def _command(self, word: str) -> Command | None:
        """Return the command that a word means, or None. Raises AmbiguousWord."""
        if mark_of(word) and word not in self.commands:
            return None
        also = word.lower()
        if also not in self.session.scenario.verbs:
            named = (name for name, command in self.commands.items() if also in command.aliases)
            word = next(named, word)
        meant = self.meanings_of(word)
        command_words = [name for name in meant if name in self.commands]
        if command_words and len(meant) > 1:
            raise AmbiguousWord(word, meant)
        return self.commands[command_words[0]] if command_words else None

    def read(self, text: str, *, first: bool) -> Action:
        """Return the action that words mean; the last word may be its number in the last list shown.

        A number that is a word of an action (``recruit 2``) or a name on the map is taken as that word.
        """
        *head, last = text.split() or [""]
        if head and last.isdecimal() and self.numbers_pick and first and len(last) < 6:
            numbered = [one for one in self.listed[int(last) - 1 : int(last)] if isinstance(one, Action)]
            is_word = any(option.words[-1] == last for option in self.options_like(text))
            begun = option_rows.filter_options(numbered, " ".join(head), self.display.names)
            if begun and not is_word and not self._has_name([last]):
                return begun[0]
        try:
            return self.session.table.read(text)
        except AmbiguousAction as error:
            if self.display.aliases:
                told = [*map(self.display.in_words, rows_of(error.choices))]
                error.args = (f'"{clip(text)}" can mean {listing(told, MOST_NAMED)}',)
            raise self._missing_number(text) or error from None
        except InvalidAction as error:
            raise self._missing_number(text) or self._suggest(text, error) from None
        except IllegalAction as error:
            raise self._explain_refusal(text, error) from None

    def _has_name(self, numbers: Sequence[str]) -> bool:
        """Return whether a number is a name on the map, or could only be one, such as ``0402``."""
        names = self.session.table.names.ids
        return any(number[0] == "0" or number in names for number in numbers)

    def _missing_number(self, text: str) -> NumberNeeded | None:
        """Return the error for words that need only a number after them, or None."""
        if not (counted := self.display.range_heads):
            return None
        rows = rows_of(wording.find(text.split(), self.session.options(), self.display.names))
        heads = {" ".join(row.words[:-1]) for row in rows}
        return NumberNeeded(heads.pop(), rows) if len(heads) == 1 and heads <= {*counted} else None

    def _suggest(self, text: str, error: InvalidAction) -> InvalidAction:
        """Return an error that says when the action can be chosen, or how to list the legal ones."""
        if self.session.outcome is not None:
            word = clip(text.split()[0])
            return InvalidAction(f'no command "{word}"; the game is over (? lists the commands)')
        if when := when_legal(self.session, text):
            return NotNow(when)
        verbs = match(text.split()[0], self._verbs())
        return error if verbs else InvalidAction(f"{error} (? lists the legal actions)")

    def _explain_refusal(self, text: str, error: IllegalAction) -> ActionError:
        """Return an error that says when the action can be chosen, or lists similar legal ones."""
        if self.session.outcome is not None:  # nothing is legal, so the text may have been misread
            error.args = (f"{clip(text)}: {error.refusal}",)
            return error
        if when := when_legal(self.session, str(error.action)):
            return NotNow(when)
        if legal := wording.find(text.split(), self.options, self.display.names):
            error.details = [f"Legal: {listing([*map(self.display.in_words, legal)])}."]
        if self.session.table.decision.part and self.session.history.sequence():
            error.details = [*error.details, "abort takes back the whole choice."]
        return error

    def _numbered_objects(self, text: str, *, first: bool) -> list[Sequence[Action]]:
        """Return the moves of a verb followed by numbers, as in ``buy 1 9``; [] for other words.

        Raises ActionError for a number that is not in the list or picks another verb.
        """
        verb, *typed = text.split()
        meant = match(verb, self._verbs())
        numbers = self.numbers_pick and first and all(word.isdecimal() for word in typed)
        if not (meant and typed and numbers) or self._has_name(typed):
            return []
        moves = self._moves(typed, first=first)
        for word, move in zip(typed, moves, strict=True):
            if move[0].name() not in meant:
                raise ActionError(f'"{word}" is "{move[0]}" in the last list; use names to {meant[0]}')
        return moves

    def _moves(self, typed: Sequence[str], *, first: bool) -> list[Sequence[Action]]:
        if not (self.numbers and first):
            text = " ".join(typed)[:20]
            when = (
                "work only right after a list" if self.numbers else "do not work here, as lists change"
            )
            raise ActionError(f'"{text}": numbers {when}; use words')
        for word in typed:
            if not (len(word) < 6 and word[0] != "0" and int(word) <= len(self.listed)):
                count = len(self.listed or self.words)
                problem = f"has 1 to {count}" if count else "no longer counts; ? shows it again"
                raise ActionError(f'"{word[:20]}": the last list {problem}')
        return [self.moves[int(word) - 1] for word in typed]

    def current_question(self) -> tuple[str, type[Decision[Any]]] | None:
        """Return the seat that decides and its decision, or None if the game is over."""
        if self.session.outcome is not None:
            return None
        decision = self.session.table.decision
        return decision.seat, type(decision)

    def check_may_choose(self) -> None:
        """Raise NotYours if the seat that decides is a bot's."""
        seat = self.session.to_move
        if seat is not None and self.display.humans and seat not in self.display.humans:
            raise NotYours(f"the {self.session.seats[seat]} bot plays {seat}; Enter lets it play")

    def offer(self, error: SandtableError) -> list[str]:
        """Return a numbered list of what ambiguous words may mean, and let numbers pick from it."""
        if self.numbers and isinstance(error, AmbiguousWord):
            self.offer_words(error.words)
            return [f"{number:4}  {word}" for number, word in enumerate(error.words, 1)]
        if not (self.numbers_pick and isinstance(error, AmbiguousAction)):
            return []
        if command := error.asked_by.partition(" ")[0]:
            # A number then asks about an action and never does one.
            self.offer_words([f"{command} {choice}" for choice in error.choices])
        else:
            self.list_actions(error.choices)
        return option_rows.list_options(error.choices, self.display)


def when_legal(session: Session, text: str) -> str:
    """Say when the action that begins a text becomes legal; "" if it is now, or there is none."""
    table = session.table
    verbs, words = table.scenario.verbs, text.split()
    # The verb may be typed as two words.
    meant = (match(typed, verbs) for typed in ("-".join(words[:2]), *words[:1]))
    kind = next((verbs[fitting[0]] for fitting in meant if len(fitting) == 1), None)
    if kind is None or table.outcome is not None or issubclass(kind, table.decision.takes):
        return ""
    asking = (phase for phase in table.scenario.phases if issubclass(phase, Decision))
    places = [*{f"{phase.title} [rule {phase.rule}]": 0 for phase in asking if kind in phase.takes}]
    if not places:
        return f"{kind.name()} is never chosen in this scenario"
    now, verbs_now = table.decision, {row.words[0]: 0 for row in rows_of(table.options)}
    few = len(now.takes) <= MOST_NAMED
    answers = kind.__module__ == Done.__module__  # as yes, which many decisions take
    choose = f": type {either([*verbs_now])}" if few else " (? lists the legal actions)"
    when = "is not an answer here" if answers else f"is for {listing(places, MOST_NAMED)}"
    if not answers:
        rule = f" [rule {now.rule}]"
        when += f", not {now.title}{rule * (rule not in when)}"
    return f"{kind.name()} {when}{choose}{', or abort' * bool(now.part and session.history.sequence())}"
