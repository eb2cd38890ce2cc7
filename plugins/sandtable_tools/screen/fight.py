"""A fight on a stage: both sides face each other, and it is played strike by strike.

It is drawn from `Event.strike` only, so every game that tells its strikes has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from typing import TypeAlias

from sandtable import Event, Headline, Strike, sentence
from sandtable.tooling import printing
from sandtable_console import Console
from sandtable_tools.screen.rows import Row, fill, fit, wrap_rows

LEAST = (60, 14)
"""A screen with fewer columns or rows has no stage."""

MOST_WIDTH = 116
"""The stage has at most this many columns."""

BESIDES = 10
"""The rows of a stage besides its badges: the titles, the bars, the words, the keys."""

LABEL = 21
"""The columns for the figures at the end of a bar."""

WORTH = 2
"""A headline of at least this worth, good or bad, ends a fight."""


class Fighter:
    """One of those who fight: its name, what has happened to it, its last shot."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state = ""
        self.out = False
        self.shot: Strike | None = None


Pair: TypeAlias = tuple[Fighter | None, Fighter | None]
"""Two who face each other: one's own, and the enemy."""


class Side:
    """A side in order of appearance, its shots and hits, and its strength, now and at most."""

    def __init__(self) -> None:
        self.fighters: list[Fighter] = []
        self.shots = self.hits = 0
        self.force = self.before = self.most = 0.0

    def find(self, name: str) -> Fighter:
        """The fighter of a name; if that one is out of the fight, another of the same name."""
        named = (fighter for fighter in self.fighters if fighter.name == name and not fighter.out)
        if (found := next(named, None)) is None:
            found = Fighter(name)
            self.fighters.append(found)
        return found


class Fight:
    """The stage of a console: `follow` takes what happened, and `step` plays the next strike.

    A fight goes on while its turn lasts, until another one opens.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        scenario = console.session.scenario
        self._own_seats = console.display.team or scenario.team(scenario.seats[0])
        others = [seat for seat in scenario.seats if seat not in self._own_seats]
        title = scenario.game.info.seat_title
        names = (title(self._own_seats[0]), title(others[0]) if len(others) == 1 else "the enemy")
        self._names = [name[:1].upper() + name[1:] for name in names]
        self._reached = set[int]()
        """The positions that were reached, each with the number of actions before it."""
        self._turn = self._turn_now()
        self.forget()

    def forget(self) -> None:
        """No fight goes on."""
        self.own, self.enemy = Side(), Side()
        self.title = self._words = ""
        self._fought_in = self._turn
        self._now: Strike | None = None
        """The strike that has just been played."""
        self._next: list[list[tuple[Strike, str]]] = []
        """The steps to play: a shot and the losses after it, each with its text."""
        self._steps = 0
        self._hurt: list[Fighter] = []
        self._ends: Headline | None = None

    def follow(self, events: Iterable[Event]) -> bool:
        """Take in what happened in one step; return whether there is something to play."""
        told, viewer = list(events), self.console.viewer
        began, self._turn = self._turn, self._turn_now()
        news = [headline for event in told if (headline := event.headline(viewer))]
        opens = [headline.text for headline in news if headline.open]
        if opens or began != self._fought_in:
            self.forget()
        self.title = opens[-1] if opens else self.title or began or self._turn
        struck = [(strike, event.text) for event in told if (strike := event.strike)]
        if not struck or not (self._now or any(strike.who for strike, _ in struck)):
            return False
        self._fought_in = self._turn if opens else began
        for strike, text in struck:
            if strike.who or not self._next:
                self._next.append([])
            self._next[-1].append((strike, text))
            if strike.who:
                self._side(strike, who=True).find(strike.who)
            self._side(strike, who=False).find(strike.at)
        self._steps, self._hurt = len(self._next), []
        ends = [headline for headline in news if not headline.open and abs(headline.worth) >= WORTH]
        self._ends = max(ends, key=lambda headline: abs(headline.worth), default=None)
        return True

    def _turn_now(self) -> str:
        session = self.console.session
        return session.scenario.game.turn(session.view(self.console.viewer))

    def arrives(self) -> bool:
        """Whether the position is new; if not, it was undone and is reached again, as by `redo`."""
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
        self._now, self._words = step[0]
        for strike, _ in step:
            self._play(strike)
        return True

    def skip(self, but: int = 0) -> None:
        """Play all strikes at once, but not the last ones."""
        while len(self._next) > but:
            self.step()

    def _play(self, strike: Strike) -> None:
        if strike.who:
            side = self._side(strike, who=True)
            side.find(strike.who).shot = strike
            side.shots += 1
            side.hits += strike.hit
        if strike.effect or strike.out:
            victim = self._side(strike, who=False).find(strike.at)
            victim.state, victim.out = strike.effect or "out", strike.out
            self._hurt.append(victim)
        for seat, force in strike.force.items():
            side = self.own if seat in self._own_seats else self.enemy
            side.before, side.force = side.force or force, force
            side.most = max(side.most, force)

    def _side(self, strike: Strike, *, who: bool) -> Side:
        return self.own if (strike.by in self._own_seats) == who else self.enemy

    # Drawing.

    @property
    def asks(self) -> str:
        """The question for the next key."""
        return "Enter: next strike   a: all" if self._next else "Enter: go on"

    def rows(self, width: int, height: int) -> list[Row]:
        """The stage, in `height` rows of `width` columns."""
        room = min(width, MOST_WIDTH) - 2
        names = [fighter.name for fighter in (*self.own.fighters, *self.enemy.fighters)]
        badge = max(18, min(room // 3, max(map(len, names), default=0) + 2))
        lanes = [*self._lanes(badge, room - 2 * badge, height - BESIDES)]
        free = height - BESIDES - len(lanes)
        airy: list[Row] = [[]] * (free > 0)
        ours, theirs = (f"{name:{badge}.{badge}}" for name in self._names)
        heads: Row = [("bold", f"{ours:{room - badge}}{theirs}")]
        bars = [*self._bars(badge, room - badge - LABEL)]
        words = [*wrap_rows([self._words], room, "question")[:2], *self._end(room)]
        margin = ("", " " * ((width - room) // 2))
        drawn = (*[[]] * (free // 4), heads, *airy, *lanes, *airy, *bars, [], *words)
        played = f"  {self._steps - len(self._next)} of {self._steps}" * (self._steps > 1)
        title = [("class:status", f" {self.title}{played} "), ("class:frame", "─" * width)]
        rows = [title, *([margin, *row] for row in drawn)]
        shown = [[(style, printing.escape(text)) for style, text in row] for row in rows]
        return fill(shown, width, height)

    def _lanes(self, badge: int, between: int, room: int) -> Iterator[Row]:
        """Those who fight, face to face: one to three rows for each pair, with their last shots."""
        pairs = [*zip_longest(self.own.fighters, self.enemy.fighters)]
        tall = 2 * len(pairs) <= room
        last = [[one.shot for one in pair if one and one.shot] for pair in pairs]
        live = next((n for n, shots in enumerate(last) if self._now in shots), 0)
        for pair, shots in [*zip(pairs, last, strict=True)][max(0, live + 1 - room) :][:room]:
            shot, reply = (one.shot if one else None for one in pair)
            if not tall:
                shot = self._now if self._now in shots else shot or reply
            left, right = _badge(pair[0], badge, "own", tall), _badge(pair[1], badge, "enemy", tall)
            yield [*left, *self._arrow(shot, pair, between), *right]
            if tall:
                left, right = _note(pair[0], badge, "bad"), _note(pair[1], badge, "good")
                yield [*left, *self._arrow(reply, pair, between), *right]
                yield from [[]] * (3 * len(pairs) <= room)

    def _arrow(self, shot: Strike | None, pair: Pair, width: int) -> Row:
        """A shot from one side to the other: its dice, what they needed, its effect, its target."""
        if shot is None:
            return [("", " " * width)]
        mine = self._side(shot, who=True) is self.own
        style = f"class:role.{('good' if mine else 'bad') if shot.hit else 'quiet'}"
        style += " bold" * (shot is self._now)
        word = f" {(shot.effect or 'hit').upper() if shot.hit else 'miss'} "
        need = [("class:role.quiet", shot.need), ("", " ")] if shot.need else []
        faces = shot.faces if mine else shot.faces[::-1]
        dice = [(style + " reverse" * shot.hit, f"[{face}]") for face in faces]
        row = [("", " "), *chain.from_iterable((die, ("", " ")) for die in dice), *need]
        line = width - sum(len(text) for _, text in row) - len(word) - 2
        facing = pair[mine]
        aim = "" if facing and facing.name == shot.at else shot.at[: max(line - 5, 0)]
        line -= len(aim) + bool(aim)
        pens = ((style, ("━" if shot.hit else "┄") * part) for part in (line // 2, line - line // 2))
        row += [next(pens), (style, word), next(pens), (style, "▶" if mine else "◀")]
        row += [("", " "), (style, aim)] if aim else []
        return fit([*row, ("", " ")] if mine else [("", " "), *reversed(row)], width)

    def _bars(self, label: int, length: int) -> Iterator[Row]:
        """The strength of both sides, if the game counts it; else the hits of their shots."""
        scale = max(self.own.most, self.enemy.most)
        most = scale or max(self.own.shots, self.enemy.shots) or 1
        for name, side, role in zip(self._names, (self.own, self.enemy), ("own", "enemy"), strict=True):
            now, before, words = side.force, side.before, f"Force {side.force:g}"
            if not scale:
                now, before, words = side.hits, side.hits, f"hits: {side.hits} of {side.shots}"
            elif before != now:
                words += f", {now - before:+g}"
            cells = [round(length * value / most) for value in (now, before)]
            bar = (f"class:role.{role}", "█" * cells[0] + "▒" * (cells[1] - cells[0]))
            rest = ("class:frame", ("░" if scale or side.shots else " ") * (length - len(bar[1])))
            yield [("", f"{name:{label}.{label}}"), bar, rest, ("", f"  {words}")]

    def _end(self, width: int) -> list[Row]:
        """The end of what is played, in words: the headline, and who is hurt; each is said once."""
        if self._next:
            return []
        head = sentence(self._ends.text) if self._ends else "" if self._hurt else "No losses."
        said = [head] if head not in ("", self._words) else []
        known = f"{self._words} {head}" if len(self._hurt) == 1 else ""  # one may be in the words
        for name, side in zip(self._names, (self.own, self.enemy), strict=True):
            hurt = [one for one in side.fighters if one in self._hurt]
            told = [one for one in hurt if not all(word in known for word in (one.name, one.state))]
            lost = ", ".join(f"{one.name} {one.state}" for one in told)
            said += [f"{name}: {lost}."] if lost else []
        return wrap_rows([" ".join(said)], width, "role.target bold")[:3]


def _badge(fighter: Fighter | None, width: int, role: str, tall: bool) -> Row:
    """The badge of a fighter, struck through when it is out; in one row, with what has happened."""
    if fighter is None:
        return [("class:frame", "·" * width)]
    note = f" {fighter.state}" if fighter.state and not tall else ""
    style = "class:role.quiet strike" if fighter.out else f"class:role.{role}-badge"
    free = width - len(note)
    name = f" {fighter.name}"[: free - 1]
    return [(style, f"{name:{free}}"), (style.removesuffix(" strike"), note)]


def _note(fighter: Fighter | None, width: int, role: str) -> Row:
    return [(f"class:role.{role} bold", f" {fighter.state if fighter else '':{width}.{width}}"[:width])]
