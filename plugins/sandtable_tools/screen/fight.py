"""A fight on the screen: both sides face each other, and strikes are shown one by one.

It is drawn only from `Event.strike`, so it works for every game that records its strikes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from sandtable import Event, Headline, Strike, sentence, tally
from sandtable.tooling import printing
from sandtable_console import Console
from sandtable_tools.screen.rows import Row, columns_of, crop_rows, fill, fit, wrap_rows

LEAST_SIZE = (60, 14)
"""A screen with fewer columns or rows shows no fight."""

MOST_WIDTH = 116
"""The maximum width of a fight, in columns."""

OTHER_ROWS = 10
"""The rows of a fight that are not badges: titles, bars and text."""

LABEL_WIDTH = 21
"""The columns for the numbers at the end of a bar."""

END_WORTH = 2
"""A headline of at least this worth, good or bad, ends a fight."""


@dataclass(eq=False)
class Fighter:
    """A fighter: its name, its state, and whether it is out, will fall, or has fired.

    `long` is the longest state that it will have.
    """

    name: str
    state: str = ""
    long: str = ""
    out: bool = False
    falls: bool = False
    fires: bool = False


@dataclass(eq=False)
class Blow:
    """A strike, with its text, target and attacker; a loss without a shot has no attacker."""

    strike: Strike
    text: str
    at: Fighter
    by: Fighter | None


class Side:
    """A side's fighters, its earlier losses, and its strength if the game counts it."""

    def __init__(self) -> None:
        self.fighters: list[Fighter] = []
        self.fallen, self.hurt = 0, False
        self.force = self.before = self.most = 0.0

    def find(self, name: str, *, once: bool = False) -> Fighter:
        """Return the fighter of this name that is not out (with `once`: has not fired), or add one."""
        able = (one for one in self.fighters if not (one.falls or (once and one.fires)))
        found = next((one for one in able if one.name == name), Fighter(name))
        self.fighters += [found] * (found not in self.fighters)
        return found


class Fight:
    """The current fight of a console: `follow` takes events, and `step` plays the next strike.

    A fight lasts until its turn ends or another fight opens.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        scenario = console.session.scenario
        self._own_seats = console.display.team or scenario.team(scenario.seats[0])
        others = [seat for seat in scenario.seats if seat not in self._own_seats]
        self._seats, title = scenario.seats, scenario.game.info.seat_title
        enemy = title(others[0]) if len(others) == 1 else "the enemy"
        self._names = [_at_start(title(self._own_seats[0])), _at_start(enemy)]
        self._reached = set[int]()
        """Hashes of the positions reached so far, with the number of actions before each."""
        self._turn = self._current_turn()
        log = [event for entry in console.session.log for event in entry.seen_by(console.viewer)]
        self._opened = next(self._openings(reversed(log)), "")
        """The headline that opened the last fight; empty in a game without such headlines."""
        self.forget()

    def forget(self) -> None:
        """End the current fight."""
        self.own, self.enemy = Side(), Side()
        self.title = self._words = ""
        self._fought_in = self._turn
        self._now: Blow | None = None
        """The strike last played."""
        self._next: list[list[Blow]] = []
        """The steps still to play, each a shot and the losses after it."""
        self._shots: list[Blow] = []
        self._steps = 0
        self._hurt: list[Fighter] = []
        self._ends: Headline | None = None

    def follow(self, events: Iterable[Event]) -> bool:
        """Take the events of one step; return whether there are strikes to play."""
        told, viewer = list(events), self.console.viewer
        began, self._turn = self._turn, self._current_turn()
        news = [headline for event in told if (headline := event.headline(viewer))]
        opens = [*self._openings(told)]
        self._opened = opens[-1] if opens else self._opened
        if opens or began != self._fought_in:
            self.forget()
        self.title = self._opened or f"{began or self._turn}: a fight".removeprefix(": ")
        struck = [(strike, event.text) for event in told if (strike := event.strike)]
        if not struck or not (self._now or any(strike.who for strike, _ in struck)):
            return False
        self._fought_in = self._turn if opens else began
        if struck[0][0].who:  # otherwise these are losses from the previous shots
            self._shots = []
            for side in (self.own, self.enemy):
                side.fallen += sum(fighter.out for fighter in side.fighters)
                side.hurt |= any(fighter.state for fighter in side.fighters)
                side.fighters = []
        for strike, text in struck:
            self._add_strike(strike, text)
        self._steps, self._hurt = len(self._next), []
        ends = [headline for headline in news if not headline.open and abs(headline.worth) >= END_WORTH]
        self._ends = max(ends, key=lambda headline: abs(headline.worth), default=None)
        return True

    def _openings(self, events: Iterable[Event]) -> Iterator[str]:
        """Yield the headlines among some events that open a fight."""
        news = (event.headline(self.console.viewer) for event in events)
        return (headline.text for headline in news if headline and headline.open)

    def _add_strike(self, strike: Strike, text: str) -> None:
        """Add a strike to the steps, with its fighters; each shot begins a step."""
        struck, strikes = (self.own, self.enemy)[:: -1 if strike.by in self._own_seats else 1]
        if strike.by and strike.by not in self._seats:
            self._names[1] = _at_start(strike.by)
        blow = Blow(strike, text, struck.find(strike.at), None)
        blow.at.falls, blow.at.long = strike.out, max(blow.at.long, strike.effect, key=len)
        if strike.who or not self._next:
            self._next.append([])
        elif strike.faces:  # a die decides which of the targets is hit
            self._next[-1][0].at = blow.at
        if strike.who:
            blow.by = strikes.find(strike.who, once=strike.by not in self._seats)
            blow.by.fires = True
            self._shots.append(blow)
        self._next[-1].append(blow)

    def _current_turn(self) -> str:
        session = self.console.session
        return session.scenario.game.turn(session.view(self.console.viewer))

    def is_new_position(self) -> bool:
        """Return whether the position is reached for the first time, not again, such as by `redo`."""
        session = self.console.session
        position = hash((len(session.history.done), session.table.position))
        is_new = position not in self._reached
        self._reached.add(position)
        return is_new

    def step(self) -> bool:
        """Play the next strike; return whether there was one."""
        if not self._next:
            return False
        step = self._next.pop(0)
        self._now = step[0]
        self._words = " ".join(blow.text for blow in step if blow is step[0] or blow.strike.faces)
        for blow in step:
            self._play(blow.strike, blow.at)
        return True

    def skip(self, but: int = 0) -> None:
        """Play all strikes immediately, except the last `but`."""
        while len(self._next) > but:
            self.step()

    def _play(self, strike: Strike, at: Fighter) -> None:
        if strike.out or (strike.effect and strike.hit):
            at.state, at.out = strike.effect or "out", strike.out
            self._hurt += [at] * (at not in self._hurt)
        for seat, force in strike.force.items():
            side = self.own if seat in self._own_seats else self.enemy
            side.before, side.force = side.force or force, force
            side.most = max(side.most, force)

    # Drawing.

    @property
    def key_prompt(self) -> str:
        """The prompt for the next key."""
        return "Enter: next strike   a: all" if self._next else "Enter: continue"

    def rows(self, width: int, height: int) -> list[Row]:
        """Return the fight in `height` rows of `width` columns."""
        room = min(width, MOST_WIDTH) - 2
        fighters = (*self.own.fighters, *self.enemy.fighters)
        longest = max((len(f"{one.name} {one.long}".strip()) for one in fighters), default=0)
        badge = max(18, min(room // 3, longest + 2))
        lanes = [*self._shot_rows(badge, room - 2 * badge, height - OTHER_ROWS)]
        free = height - OTHER_ROWS - len(lanes)
        ours, theirs = (f"{name:{badge}.{badge}}" for name in self._names)
        heads: Row = [("bold", f"{ours:{room - badge}}{theirs}")]
        bars = self._bars(badge, room - badge - LABEL_WIDTH)
        said, most = wrap_rows([self._words], room, "question"), 2 + max(free - free // 4, 0)
        words = [*crop_rows(said, room, most, "question"), *self._end(room)]
        drawn = (*[[]] * (free // 4), heads, *lanes, *bars, [], *words)
        played = f"  {self._steps - len(self._next)} of {self._steps}" * (self._steps > 1)
        name = f" {self.title:.{max(width - 16, 0)}}"
        title = [("class:status", f"{name}{played} "), ("class:frame", "─" * width)]
        rows = [title, *([("", " " * ((width - room) // 2)), *row] for row in drawn)]
        return fill([[(pen, printing.escape(text)) for pen, text in row] for row in rows], width, height)

    def _shot_rows(self, badge: int, between: int, room: int) -> Iterator[Row]:
        """Yield a row for each shot, between its two fighters, or for the newest if room is short."""
        live = next((n for n, shot in enumerate(self._shots) if shot is self._now), 0)
        for shot in self._shots[max(0, live + 1 - room) :][:room]:
            ends = [shot.by or shot.at, shot.at]
            own, enemy = ends if shot.strike.by in self._own_seats else reversed(ends)
            yield _badge(own, badge, "own") + self._arrow(shot, between) + _badge(enemy, badge, "enemy")
            yield from [[]] * (2 * len(self._shots) <= room)

    def _arrow(self, blow: Blow, width: int) -> Row:
        """Draw a shot from one side to the other: its dice, what they needed, its effect."""
        if any(blow in step for step in self._next):
            return [("", " " * width)]
        shot = blow.strike
        mine = shot.by in self._own_seats
        style = f"class:role.{('good' if mine else 'bad') if shot.hit else 'quiet'}"
        style += " bold" * (blow is self._now)
        need = [("class:role.quiet", shot.need), ("", " ")] if shot.need else []
        faces = shot.faces if mine else shot.faces[::-1]
        dice = [(style + " reverse" * shot.hit, f"[{face}]") for face in faces]
        row = [("", " "), *chain.from_iterable((die, ("", " ")) for die in dice), *need]
        room, plain = width - columns_of(row) - 2, "hit" if shot.hit else "miss"
        word = f" {(shot.effect if len(shot.effect) + 4 <= room else '') or plain} "
        line = room - len(word)
        pens = ((style, ("━" if shot.hit else "┄") * part) for part in (line // 2, line - line // 2))
        row += [next(pens), (style, word.upper() if shot.hit else word), next(pens)]
        row = [*fit(row, max(width - 2, 0)), (style, "▶" if mine else "◀")]
        return [*row, ("", " ")] if mine else [("", " "), *reversed(row)]

    def _bars(self, label: int, length: int) -> Iterator[Row]:
        """Yield a row for each side: its losses, and its strength if the game counts it."""
        sides = (self.own, self.enemy)
        most = max(side.most for side in sides)
        for name, side, role in zip(self._names, sides, ("own", "enemy"), strict=True):
            lost = side.fallen + sum(one.out for one in side.fighters)
            hurt = side.hurt or any(one.state for one in side.fighters)
            row: Row = [
                ("", f"{name:{label}.{label}}"),
                ("", f"  lost {lost}" if lost else "  none lost" if hurt else "  no losses"),
            ]
            if most:
                cells = [round(length * value / most) for value in (side.force, side.before)]
                bar = (f"class:role.{role}", "█" * cells[0] + "▒" * (cells[1] - cells[0]))
                fell = f", {side.force - side.before:+g}" if side.before != side.force else ""
                rest = ("class:frame", "░" * (length - len(bar[1])))
                row[1:] = [bar, rest, ("", f"  Force {side.force:g}{fell}")]
            yield row

    def _end(self, width: int) -> list[Row]:
        """Say how the fight ends: the headline, and who is hurt, without repeating the text above."""
        if self._next:
            return []
        head = sentence(self._ends.text) if self._ends else "" if self._hurt else "No losses."
        said = [head] if head not in ("", self._words) else []
        known = f"{self._words} {head}" if len(self._hurt) == 1 else ""  # one may be named there
        for name, side in zip(self._names, (self.own, self.enemy), strict=True):
            hurt = [one for one in side.fighters if one in self._hurt]
            told = [one for one in hurt if not all(word in known for word in (one.name, one.state))]
            lost = ", ".join(tally(f"{one.name} {one.state}" for one in told))
            said += [f"{name}: {lost}."] if lost else []
        kind = "role.target bold"
        return crop_rows(wrap_rows([" ".join(said)], width, kind), width, 3, kind)


def _at_start(name: str) -> str:
    """Capitalize a name to begin a sentence."""
    return name[:1].upper() + name[1:]


def _badge(fighter: Fighter, width: int, role: str) -> Row:
    """Draw a fighter's badge with its state, struck through when it is out."""
    note = f" {fighter.state}" * bool(fighter.state and not fighter.out)
    note = note[: width - 2 - min(len(fighter.name), 8)]
    style = "class:role.quiet strike" if fighter.out else f"class:role.{role}-badge"
    name, most = fighter.name, width - len(note) - 2
    if len(name) > most:  # names often differ at their ends
        name = f"{name[: most // 2]}…{name[most // 2 + 1 - most :]}"
    return [(style, f" {name:{most + 1}}"), (style, note)]
