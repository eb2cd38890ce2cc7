"""The messages between the program of a seat and the game, each a JSON object in a line."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from sandtable import SandtableError
from sandtable_console.data import OptionData, RefusedData

PROTOCOL = 1
"""The version of the messages, which the first one has."""


SEEDS = 1 << 30
"""A seed for a program is from 1 to this number."""


class Message(
    Struct, frozen=True, tag=lambda name: name.removesuffix("Message").lower(), tag_field="type"
):
    """What the game sends; its `type` is the beginning of the class's name, in small letters."""


class BeginMessage(Message, frozen=True):
    """A game begins, or is resumed; the program should forget all others.

    - `protocol`: the version of the messages.
    - `game`, `scenario`, `title`: the ids, ``lrdg`` and ``lrdg/slonta``, and the scenario's title.
    - `seat`, `seats`: the program's seat, and all of them.
    - `house`: the house rules in force.
    """

    protocol: int
    game: str
    scenario: str
    title: str
    seat: str
    seats: list[str]
    house: Any


class AskMessage(Message, frozen=True):
    """The seat has to choose one of the `options`.

    - `seed`: a number for the program's own luck; it is the same when the game is played again.
    - `decision`, `title`, `rule`: the decision by its id and its name, and the section of its rule.
    - `question`: the question in words.
    - `part`: whether it continues a choice of several parts.
    - `since`, `events`: what the seat saw, from event number `since` on (from 0). If the program has
      been told more than `since` events, the others have been undone.
    - `view`: the position as far as the seat may know it, in the game's own form.
    - `status`, `tracks`: the scores and resources in a line, and as numbers.
    """

    seed: int
    decision: str
    title: str
    rule: str
    question: str
    part: bool
    since: int
    events: list[dict[str, Any]]
    view: Any
    status: str
    tracks: dict[str, int | float]
    options: list[OptionData]


class WhyMessage(Message, frozen=True):
    """The answer to `why`.

    - `thing`: the action, or the words if they name none.
    - `legal`: whether it can be chosen now.
    - `message`: what it does, or why it is not legal.
    - `rule`, `fact`: the section that decides, and the fact that decides; perhaps empty.
    - `suggestions`: what the words can mean.
    """

    thing: str
    legal: bool
    message: str
    rule: str
    fact: str = ""
    suggestions: list[str] = []


class RulesMessage(Message, frozen=True):
    """The answer to `rules`: the sections, as lines."""

    section: str
    lines: list[str]


class OverMessage(Message, frozen=True):
    """The game is over: the outcome, the return of each seat, and the numbers at the end.

    - `since`, `events`: as in `AskMessage`.
    """

    outcome: str
    verdict: str
    returns: dict[str, int | float | str]
    figures: dict[str, int | float]
    since: int
    events: list[dict[str, Any]]


Sent: TypeAlias = BeginMessage | AskMessage | WhyMessage | RulesMessage | RefusedData | OverMessage
"""Everything that the game sends. A refusal is that of `play --json`."""


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """What a program sends: one of these keys. A number or a text by itself is a `do`.

    - `do`: the choice: the number of an option, or words.
    - `why`: words, to learn why they are not legal, or what they do.
    - `rules`: the number of a section of the rules, or words to search for; empty for all headings.
    """

    do: int | str | None = None
    why: str | None = None
    rules: str | None = None


SENDS = 'send {"do": NUMBER or "WORDS"}, {"why": "WORDS"} or {"rules": "SECTION"} in a line'

_decode = msgspec.json.Decoder(int | str | Request).decode


def read_request(line: bytes | str) -> Request:
    """The request in a line. Raises SandtableError."""
    try:
        read = _decode(line)
    except (ValueError, RecursionError) as error:
        raise SandtableError(SENDS) from error
    request = read if isinstance(read, Request) else Request(do=read)
    if sum(value is not None for value in msgspec.structs.astuple(request)) != 1:
        raise SandtableError(SENDS)
    return request
