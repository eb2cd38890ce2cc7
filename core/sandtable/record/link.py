"""A game as a link, ``sandtable:CODE``, short enough for a whole game to fit in a message.

Each choice is stored as its index among the legal options, and all indexes form one number in mixed
radix. Opening a link therefore needs the rules and plays the game again. A link may come from a
stranger, so everything in it is bounded.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import astuple

from sandtable.model.action import Action, Range, rows_of
from sandtable.model.dice import GENERATOR, REAL, Dice, RecordedDice, SeededDice
from sandtable.model.game import tagged_union
from sandtable.model.scenario import Scenario, read_options
from sandtable.model.table import Snapshot, Table
from sandtable.plugins.catalog import Catalog, catalog
from sandtable.plugins.plugin import BUILT_IN
from sandtable.record import records
from sandtable.record.journal import Journal
from sandtable.record.recording import read_header
from sandtable.record.records import HUMAN, SaveError
from sandtable.record.replay import Replay
from sandtable.record.session import Session
from sandtable.text.errors import SandtableError
from sandtable.text.guard import in_a_line
from sandtable.text.words import clip, number_of

MARK = "sandtable:"
"""A text that contains this is a link; it may be part of an address."""

LINK_FORMAT = 1
"""The version of the link format."""

MOST_LETTERS, MOST_BYTES, MOST_NUMBER, MOST_CHOICES = 1_000_000, 2_000_000, 100_000, 10_000
"""The most letters, unpacked bytes, bytes of the number, and choices in a link."""

_CODE = re.compile(r"([pz])([A-Za-z0-9_-]+)(?:@([0-9]{1,6}))?")

_PLAYERS = {HUMAN: "", "scripted": "*"}
"""Short forms for the most common players."""


class _LinkData(Struct, array_like=True):
    """The data in a link; trailing fields that still have their defaults are left out.

    - `versions`: the version of each distribution used, with its name if it is not ours.
    - `choices`, `number`: how many choices there are, and their indexes as one number.
    - `undos`: for each undo, how many choices came between the previous undo and it; then twice the
      number of choices that it took back, plus 1 if it was forced.
    - `seats`: the players of all the game's seats; empty if all are human.
    """

    form: int
    rules: int
    versions: list[str]
    scenario: str
    seed: int | str
    digest: int = 0
    choices: int = 0
    number: bytes = b""
    undos: list[int] = []
    seats: list[str] = []
    options: dict[str, Any] = {}
    typed_in: bool = False
    parent: tuple[bytes, int, str] | None = None
    text: str = ""
    parts: dict[str, str] = {}


def link_of(game: Session | Replay, to: int | None = None) -> str:
    """Encode a game up to line `to` as a link, without its notes.

    Raises SaveError, with the reason, if the game cannot become a link, or what a replay raises.
    """
    path = game.path if isinstance(game, Replay) else game.journal.path or "this game"
    try:
        if isinstance(game, Replay):
            replay = Replay(game.path, game.plugins)
            if replay.other_rules:
                raise SandtableError(f"it was {replay.other_rules}")
            game, to = replay.run(to), None
        lines = game.journal.lines[:to]
        form = _encode_game(game, lines)
        whole = _play(form, game.plugins)
        same = 1 if notes_left_out(lines) else len(lines)
        if whole.lines[:same] != lines[:same]:
            raise SandtableError("its game, played again today, would give a different save")
    except (SandtableError, ValueError) as error:
        raise SaveError(f"{path} cannot be a link: {error}; send the save itself") from error
    form.digest = int(whole.digest[:8], 16)
    values = [*astuple(form)]
    while not values[-1]:
        values.pop()
    data, packer = msgspec.msgpack.encode(values), zlib.compressobj(9, wbits=-15)
    packed = packer.compress(data) + packer.flush()
    code = urlsafe_b64encode(min(data, packed, key=len)).decode().rstrip("=")
    return f"{MARK}{'z' if len(packed) < len(data) else 'p'}{code}"


def page_address(page: str, link: str) -> str:
    """Return the address at which a page opens a link. Raises SandtableError for a bad address."""
    if not re.fullmatch(r"(https?://|\.{0,2}/)[^\s\"<>]*", page):
        raise SandtableError(f'"{clip(page)}" is not the address of a page, such as https://host/play/')
    return f"{page.partition('#')[0]}#{link}"


def notes_left_out(lines: Iterable[bytes]) -> int:
    """Return how many lines of a save are notes, which links leave out."""
    return sum(b',"note":' in line[:30] for line in lines)


def remarks(lines: Sequence[bytes]) -> list[str]:
    """Return a line about what the link leaves out, and one about what it reveals."""
    header, notes = read_header(msgspec.json.decode(lines[0])), notes_left_out(lines)
    left_out = f"the link leaves out {number_of(notes, 'note')}, which only the save has"
    secrets = "the link contains the seed: anyone who opens it can see all hands and all luck to come"
    return [left_out] * bool(notes) + [secrets] * (len(header.seats) > 1 and not header.typed_in)


def open_link(text: str, path: str | Path, plugins: Catalog | None = None) -> None:
    """Write a link's game to a new save, up to the line that ``@`` in the link names, if any.

    Raises SaveError if the link is damaged or made with other rules, or if the save cannot be written.
    """
    read_link(text, plugins).copy(Path(path))


def read_link(text: str, plugins: Catalog | None = None) -> Journal:
    """Return the game's lines, for `open_link`."""
    form, to = _decode_text(text)
    plugins = plugins or catalog()
    try:
        whole = _play(form, plugins)
        if int(whole.digest[:8], 16) != form.digest:
            raise SandtableError("its game does not end as it did when the link was made")
    except Exception as error:  # a game may fail on what a stranger made up
        why = str(error) if isinstance(error, SandtableError) else in_a_line(error)
        raise _refusal(form, plugins, why) from error
    if to is not None and not 1 <= to <= whole.n:
        raise SaveError(f"this link has no line {to}, only lines 1 to {whole.n}")
    del whole.lines[to or whole.n :]
    return whole


# Writing.


def _encode_game(game: Session, lines: Sequence[bytes]) -> _LinkData:
    """Return a game as the data of a link, without its digest."""
    header = read_header(msgspec.json.decode(lines[0]))
    if header.start:
        raise SandtableError("it starts from another save's position")
    form = _describe(header, game)
    dice = RecordedDice(header.rolls) if header.typed_in else SeededDice(header.seed)
    table: Table[Any] = Table.new(game.scenario, dice, game.table.house)
    read = msgspec.json.Decoder(tagged_union(game.scenario.actions)).decode
    digits = [(value - 1, sides) for _, sides, value in header.rolls if header.typed_in]
    before: dict[int, Snapshot] = {}
    counted = 0
    for n, line in enumerate(lines[1:], 2):
        record = msgspec.json.decode(line, type=records.SavedLine)
        if record.kind == "do":
            waiting, before[n], action = table.decision.waiting, table.snapshot(), read(record.do)
            with table.asking(record.seat):
                digits.append((waiting.index(record.seat or ""), len(waiting)))
                digits.append((_index_of(table.options, action), len(table.options)))
                if isinstance(dice, RecordedDice):
                    dice.feed(record.rolls or ())
                    digits += ((value - 1, sides) for _, sides, value in record.rolls or ())
                table.choose(action)
            form.choices += 1
        elif record.undo is not None:
            table.restore(before[record.undo + 1])
            kept = {k: snapshot for k, snapshot in before.items() if k <= record.undo}
            form.undos += form.choices - counted, 2 * (len(before) - len(kept)) + record.forced
            before, counted = kept, form.choices
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    form.number = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return form


def _describe(header: records.Header, game: Session) -> _LinkData:
    """Return a link's data with everything in the header."""
    named = (f"{stamp['distribution']} {stamp['version']}" for stamp in header.plugins)
    versions = [version.removeprefix(f"{BUILT_IN} ") for version in dict.fromkeys(named)]
    form = _LinkData(LINK_FORMAT, header.rules_version, versions, header.scenario, header.seed)
    form.typed_in = header.typed_in
    if header.embedded:
        form.text, form.parts = header.embedded.text, header.embedded.parts
    if header.parent:
        form.parent = bytes.fromhex(header.parent.digest), header.parent.n, header.parent.name
    default: dict[str, Any] = msgspec.to_builtins(game.scenario.house)
    form.options = {key: value for key, value in header.options.items() if default.get(key) != value}
    players = [header.seats.get(seat, Scenario.EMPTY) for seat in game.scenario.game.seats]
    form.seats = [_PLAYERS.get(player, player) for player in players if {*players} != {HUMAN}]
    return form


def _index_of(options: Sequence[Action], action: Action) -> int:
    """Return the index of an action among the options."""
    place = 0
    for row in rows_of(options):
        if isinstance(row, Range) and action in row:
            return place + row.numbers.index(getattr(action, action.__struct_fields__[-1]))
        if row == action:
            return place
        place += len(row.numbers) if isinstance(row, Range) else 1
    raise SandtableError(f"{action} is not one of its options")


# Reading.


def _decode_text(text: str) -> tuple[_LinkData, int | None]:
    """Return the data in a link, and the line that it names."""
    rest = text[:MOST_LETTERS].partition(MARK)[2]
    typed = (rest.split() or [""])[0].rstrip(".,;:!?)>]\"'")
    unbroken = "".join(map(str.strip, rest.splitlines()))  # a line break may have split it
    if not (found := _CODE.fullmatch(unbroken) or _CODE.fullmatch(typed)):
        raise SaveError(f'"{clip(typed)}" is not the code of a link: copy the whole link again')
    kind, code, to = found.groups()
    try:
        data = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        if kind == "z":
            unpacker = zlib.decompressobj(-15)
            data = unpacker.decompress(data, MOST_BYTES)
            if not unpacker.eof:
                raise ValueError("cut short, or too long")
        values = msgspec.msgpack.decode(data)
        if isinstance(values, list) and values and values[0] != LINK_FORMAT:
            newer = f"this link has format {values[0]}, but this Sandtable reads format {LINK_FORMAT}"
            raise SaveError(f"{newer}; install a newer Sandtable")
        return msgspec.convert(values, _LinkData), int(to) if to else None
    except (*records.DECODING_ERRORS, zlib.error) as error:
        raise SaveError("this link is damaged or incomplete; copy the whole link") from error


def _play(form: _LinkData, plugins: Catalog) -> Journal:
    """Play the game in a link's data; return its save. May raise anything if the data is forged."""
    if form.choices + len(form.undos) > MOST_CHOICES or len(form.number) > MOST_NUMBER:
        raise SandtableError(f"it has more than {MOST_CHOICES:,} choices")
    scenario, header = _set_up(form, plugins)
    number = _Number(form.number)
    house = msgspec.convert(header.options, scenario.game.Options)
    dice = number if form.typed_in else SeededDice(header.seed)
    table: Table[Any] = Table.new(scenario, dice, house)
    header.rolls = [roll.record for roll in table.rolls]
    journal, done, left = Journal(), list[tuple[int, Snapshot]](), form.choices
    journal.append(header, table.position)
    for new, back in zip([*form.undos[::2], left], [*form.undos[1::2], 0], strict=True):
        for _ in range(min(new, left)):
            n, waiting, left = journal.n + 1, table.decision.waiting, left - 1
            done.append((n, table.snapshot()))
            with table.asking(seat := waiting[number.take(len(waiting))]):
                action = table.options[number.take(len(table.options))]
                table.choose(action)
            rolls = [roll.record for roll in table.rolls]
            journal.append(records.ActionLine(n, seat, action, rolls), table.position)
            if table.outcome:
                journal.append(records.OutcomeLine(n + 1, table.outcome), table.position)
        if back:
            n, before = done[-(back >> 1)]
            del done[-(back >> 1) :]
            table.restore(before)
            journal.append(records.UndoLine(journal.n + 1, n - 1, bool(back & 1)), table.position)
    if number.rest:
        raise SandtableError("its number contains more choices than its game")
    return journal


def _set_up(form: _LinkData, plugins: Catalog) -> tuple[Scenario, records.Header]:
    """Return the scenario and the header that a link's data describes."""
    name, full = form.scenario.partition("/")[2], {short: player for player, short in _PLAYERS.items()}
    if form.text:
        scenario = plugins.scenarios.from_text(form.text, name, name, form.parts)
    else:
        scenario = plugins.scenarios.find_installed(form.scenario)
    named = zip(scenario.game.seats, (full.get(player, player) for player in form.seats), strict=False)
    players = {seat: player for seat, player in named if seat in scenario.seats}
    scenario = scenario.seated(players)
    seats = {seat: players.get(seat, HUMAN) for seat in scenario.seats}
    stamps, versions = plugins.stamps(scenario, seats.values()), _versions(form)
    kept = (name, scenario.hash, form.text, scenario.own_parts)
    header = records.Header(
        generator=REAL if form.typed_in else GENERATOR,
        game=scenario.game.id,
        scenario=scenario.id,
        seats=seats,
        seed=form.seed,
        options=msgspec.to_builtins(read_options(scenario.game, form.options)),
        rules_version=form.rules,
        plugins=[{**s, "version": versions.get(s["distribution"], s["version"])} for s in stamps],
        embedded=records.SavedScenario(*kept) if form.text else UNSET,
        parent=records.Parent(form.parent[0].hex(), *form.parent[1:]) if form.parent else UNSET,
    )
    if form.rules != scenario.game.info.rules_version:
        raise SandtableError("it was made with other rules")
    return scenario, read_header(msgspec.to_builtins(header))


def _versions(form: _LinkData) -> dict[str, str]:
    """Return the version of each distribution used."""
    pairs = (version.rpartition(" ") for version in form.versions)
    return {name or BUILT_IN: number for name, _, number in pairs}


def _refusal(form: _LinkData, plugins: Catalog, why: str) -> SaveError:
    """Return the error for a link that cannot be opened, with both versions if they differ."""
    game, used = form.scenario.partition("/")[0], _versions(form)
    if not (info := plugins.games.infos.get(game)):
        return SaveError(f"this link needs {game} ({', '.join(form.versions)}): {why}")
    installed = {plugin.distribution: plugin.version for plugin in plugins.plugins}
    made, here = f"{game} rules version {form.rules}", f"{game} rules version {info.rules_version}"
    for name, version in used.items():
        made, here = f"{made}, {name} {version}", f"{here}, {name} {installed.get(name, 'missing')}"
    if made == here:
        return SaveError(f"this link cannot be opened: {why}; copy it again, or ask for the save itself")
    return SaveError(f"this link was made with {made}; you have {here}: ask for the save itself")


class _Number(Dice):
    """A number in mixed radix; it also provides the rolls that players typed in."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.rest = int.from_bytes(data, "big")

    def take(self, base: int) -> int:
        """Return the next digit, in this base."""
        self.rest, digit = divmod(self.rest, base)
        return digit

    def _value(self, stream: str, sides: int) -> int:  # noqa: ARG002
        return self.take(sides) + 1
