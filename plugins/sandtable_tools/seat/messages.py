"""The messages between a game and the program of a seat, each a JSON object on one line."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from sandtable import SandtableError
from sandtable_console.data import OptionData, RefusedData

PROTOCOL = 1
"""The version of the messages, sent with the first one."""


MOST_SEED = 1 << 30
"""The greatest seed that a program is sent; the least is 1."""


class Message(
    Struct, frozen=True, tag=lambda name: name.removesuffix("Message").lower(), tag_field="type"
):
    """A message from the game; its `type` is the start of the class's name, in lower case."""


class BeginMessage(Message, frozen=True):
    """A game begins or resumes; the program should forget any other.

    - `protocol`: the version of the messages.
    - `game`, `scenario`, `title`: the ids, ``lrdg`` and ``lrdg/slonta``, and the scenario's title.
    - `seat`, `seats`: the program's seat, and all seats.
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
    """The seat must choose one of the `options`.

    - `seed`: a number for the program's own luck, the same whenever the game is replayed.
    - `decision`, `title`, `rule`: the decision's id and name, and the section of its rule.
    - `question`: the question in words.
    - `part`: whether it continues a choice of several parts.
    - `since`, `events`: what the seat saw, starting with event number `since` (from 0). If the program
      has been told of more events, the later ones have been undone.
    - `view`: the position as far as the seat may know it, in the game's own form.
    - `status`, `tracks`: the scores and resources, on one line and as numbers.
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
    - `rule`, `fact`: the section and the fact that decide; either may be empty.
    - `suggestions`: what the words may mean.
    """

    thing: str
    legal: bool
    message: str
    rule: str
    fact: str = ""
    suggestions: list[str] = []


class RulesMessage(Message, frozen=True):
    """The answer to `rules`: the sections, in lines."""

    section: str
    lines: list[str]


class OverMessage(Message, frozen=True):
    """The game is over; `since` and `events` are as in `AskMessage`."""

    outcome: str
    verdict: str
    returns: dict[str, int | float | str]
    figures: dict[str, int | float]
    since: int
    events: list[dict[str, Any]]


SentMessage: TypeAlias = (
    BeginMessage | AskMessage | WhyMessage | RulesMessage | RefusedData | OverMessage
)
"""Everything that the game sends. A refusal is the one of `play --json`."""


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """What a program sends: one of these keys. A bare number or text is a `do`.

    - `do`: a choice: the number of an option, or words.
    - `why`: words, to learn what they do or why they are not legal.
    - `rules`: the number of a section of the rules, or words to search for; empty for all headings.
    """

    do: int | str | None = None
    why: str | None = None
    rules: str | None = None


USAGE = 'send {"do": NUMBER or "WORDS"}, {"why": "WORDS"} or {"rules": "SECTION"} on one line'

_decode = msgspec.json.Decoder(int | str | Request).decode


def read_request(line: bytes | str) -> Request:
    """Read the request on a line. Raises SandtableError."""
    try:
        read = _decode(line)
    except (ValueError, RecursionError) as error:
        raise SandtableError(USAGE) from error
    request = read if isinstance(read, Request) else Request(do=read)
    if sum(value is not None for value in msgspec.structs.astuple(request)) != 1:
        raise SandtableError(USAGE)
    return request
