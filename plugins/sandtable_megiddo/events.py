"""The events of a game, each with its text for the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sandtable import Event, Headline, Strike, listing, number_of, tally
from sandtable_megiddo.cards import CARDS, rank

LAWRENCE_LOST = "Lawrence is lost"
"""The reason given when the Turks win at once, whatever the score (MEG-R19)."""

ADJECTIVE = {"british": "British", "turkish": "Turkish"}
PLURAL = {"british": "The British", "turkish": "The Turks"}


def card_list(cards: Iterable[str]) -> str:
    """List cards in the usual order, with the number of copies of each."""
    return ", ".join(tally(CARDS[card].name for card in sorted(cards, key=rank))) or "nothing"


def points(quarters: int) -> str:
    """Write a total of quarter points (MEG-R5) as a decimal number."""
    return f"{quarters / 4:g}"


def win_headline(winner: str, what: str, worth: int, seat: str | None, *about: str) -> Headline:
    """Return the headline of a win, as the winner, the loser or an onlooker reads it."""
    if seat in (None, winner):
        who = "You" if seat else PLURAL[winner]
        return Headline(f"{who} win {what}", (winner, *about), worth)
    return Headline(f"You lose {what}", (winner, *about), -worth)


class RoundBegan(Event, frozen=True):
    """A round begins."""

    rule: ClassVar[str] = "round"
    round: int

    @property
    def text(self) -> str:
        return f"Round {self.round}."


class Drew(Event, frozen=True, omit_defaults=True):
    """A side drew cards; the other side sees only how many (MEG-R18).

    If they are its `whole` hand, the text does not list them: the board shows the hand.
    """

    seat: str
    count: int
    cards: tuple[str, ...] = ()
    section: str = "1"
    whole: bool = False

    @property
    def text(self) -> str:
        what = f": {card_list(self.cards)}" if self.cards and not self.whole else ""
        return f"{PLURAL[self.seat]} draw {number_of(self.count, 'card')}{what}."

    def seen_by(self, seat: str) -> Drew:
        return self if seat == self.seat else Drew(self.seat, self.count, (), self.section)


class Reshuffled(Event, frozen=True):
    """The reserve pile became the new draw pile (MEG-R13)."""

    rule: ClassVar[str] = "MEG-R13"
    seat: str

    @property
    def text(self) -> str:
        return f"The {ADJECTIVE[self.seat]} reserve pile is shuffled into the draw pile."


class Discarded(Event, frozen=True):
    """A side's discards are shown, after both sides have chosen."""

    rule: ClassVar[str] = "2"
    reveals: ClassVar[bool] = True
    seat: str
    cards: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"{PLURAL[self.seat]} discard {card_list(self.cards)}."


class Revealed(Event, frozen=True):
    """Both Orders of Battle are revealed."""

    rule: ClassVar[str] = "3"
    reveals: ClassVar[bool] = True
    british: tuple[str, ...]
    turkish: tuple[str, ...]

    @property
    def text(self) -> str:
        british, turkish = card_list(self.british), card_list(self.turkish)
        return f"Battle: the British commit {british}; the Turks commit {turkish}."


class Attacked(Event, frozen=True):
    """A card attacked: `effect` is ``destroyed`` or ``disrupted``, and `section` is the phase's.

    `british` and `turkish` are the totals after the attack, in quarter points.
    """

    seat: str
    card: str
    target: str
    effect: str
    section: str
    british: int
    turkish: int

    @property
    def text(self) -> str:
        attacker, target = CARDS[self.card].name, CARDS[self.target].name
        return f"{attacker} against {target}: {self.effect}."

    @property
    def strike(self) -> Strike:
        who, at, out = CARDS[self.card].name, CARDS[self.target].name, self.effect == "destroyed"
        force = {"british": self.british / 4, "turkish": self.turkish / 4}
        return Strike(at, self.seat, who, effect=self.effect, out=out, force=force)


class Passed(Event, frozen=True):
    """A side passed, and makes no more attacks in this phase."""

    rule: ClassVar[str] = "MEG-R2"
    seat: str

    @property
    def text(self) -> str:
        return f"{PLURAL[self.seat]} pass."


class Fought(Event, frozen=True, omit_defaults=True):
    """The infantry phase ended: totals in quarter points, the battle's winner, and leaders lost."""

    rule: ClassVar[str] = "8"
    british: int
    turkish: int
    winner: str
    leaders: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        totals = f"British {points(self.british)}, Turkish {points(self.turkish)}"
        leaders = "Leaders lost" if self.leaders[1:] else "Leader lost"
        names = listing([CARDS[leader].name for leader in self.leaders])
        lost = f" {leaders}: {names}." * bool(self.leaders)
        return f"Force: {totals}. {PLURAL[self.winner]} win the battle and a victory point.{lost}"

    @property
    def story(self) -> str:
        british, turkish = points(self.british), points(self.turkish)
        totals = f"{british} to {turkish}" if self.winner == "british" else f"{turkish} to {british}"
        return f"{PLURAL[self.winner]} win the battle and a victory point, by {totals}."

    @property
    def scores(self) -> tuple[str, ...]:
        return (f"{self.winner}-victory-points",)

    def headline(self, seat: str | None) -> Headline:
        tally = "battle to the {0}|battles to the {0}".format(PLURAL[self.winner][4:])
        return win_headline(self.winner, "the battle", 2, seat)._replace(tally=tally)


class Won(Event, frozen=True):
    """A side won the game; `by` is the reason."""

    rule: ClassVar[str] = "victory"
    seat: str
    by: str

    @property
    def text(self) -> str:
        return f"{PLURAL[self.seat]} win the game: {self.by}."

    def headline(self, seat: str | None) -> Headline:
        news = win_headline(self.seat, f"the game ({self.by})", 3, seat, self.by)
        tally = f"the {PLURAL[self.seat][4:]} win"
        return news._replace(decisive=self.by == LAWRENCE_LOST, tally=tally)
