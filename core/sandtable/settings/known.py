"""The settings, declared once: what `config list`, completion, messages and the reference tell."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from sandtable.base.errors import SandtableError
from sandtable.base.words import match, nearest, visible

Seconds = Annotated[float, Meta(ge=0, le=60)]


class Settings(Struct, frozen=True):
    """The settings: what each may be, what it is when nobody sets it, and what it does."""

    theme: Annotated[
        Literal["dark", "light", "high-contrast", "none"],
        Meta(description="colours that suit the terminal's background, or no colours"),
    ] = "dark"
    keys: Annotated[
        Literal["emacs", "vi"],
        Meta(description="whose keys edit a line at the prompt"),
    ] = "emacs"
    map: Annotated[
        Literal["unicode", "ascii"],
        Meta(description="the characters that maps and boards are drawn with"),
    ] = "unicode"
    pace: Annotated[
        Seconds | Literal["none", "step"],
        Meta(description="the pause after each action of a bot; step waits for Enter"),
    ] = 0.5
    confirm: Annotated[
        bool,
        Meta(description="ask before what can not be taken back"),
    ] = True
    pager: Annotated[
        bool,
        Meta(description="stop after each page of what is longer than the screen"),
    ] = True
    screen: Annotated[
        str,
        Meta(
            pattern="^[a-z][a-z0-9-]*$",
            description="what shows a game at a terminal",
            extra={"words": ("scroll", "plain")},
        ),
    ] = "scroll"
    plain: Annotated[
        bool,
        Meta(description="always plain lines, as --plain gives, for screen readers"),
    ] = False


class Setting(NamedTuple):
    """One setting: its key, the words that it may be, its default, and what it does.

    `seconds` says that a number of seconds will do as well, `named` that any name will.
    """

    key: str
    words: tuple[str, ...]
    seconds: bool
    default: Any
    help: str
    named: bool = False

    @property
    def takes(self) -> tuple[str, ...]:
        """What it may be."""
        more = ("seconds from 0 to 60",) * self.seconds + ("the name of a plugin's",) * self.named
        return (*self.words, *more)

    @property
    def either(self) -> str:
        """What it may be, in words."""
        return f"{', '.join(self.takes[:-1])} or {self.takes[-1]}"

    def read(self, typed: str) -> Any:
        """The value that a word means, or its unambiguous beginning; SandtableError for none."""
        value = self._meant(typed)
        if said := self.fault(value):
            raise SandtableError(f"{self.key}: {said}")
        return value

    def _meant(self, typed: str) -> Any:
        if self.seconds and re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", typed):
            return float(typed) if "." in typed else int(typed)
        truth = isinstance(self.default, bool)
        known = TRUTH if truth else {word: word for word in self.words}
        found = {known[word] for word in match(typed, known)} if typed.strip() else set()
        return found.pop() if len(found) == 1 else typed

    def fault(self, value: object) -> str:
        """What is wrong with a value; empty when nothing is."""
        try:
            msgspec.convert({self.key: value}, Settings)
        except (msgspec.ValidationError, OverflowError):
            close = nearest(value, self.words) if isinstance(value, str) else None
            hint = f'; did you mean "{close}"?' if close else ""
            return f"{self.either} was expected, not {shown(value)}{hint}"
        return ""


TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""What people type for true and false."""


def shown(value: object) -> str:
    """A value as the file has it; of one that no setting can be, what it is."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    return f'"{visible(value[:80])}"' if isinstance(value, str) else visible(str(value)[:80])


def bare(value: object) -> str:
    """A value as it is typed."""
    return value if isinstance(value, str) else shown(value).removesuffix(".0")


def _words(kind: Any) -> tuple[str, ...]:
    """The words that a type allows."""
    if kind is bool:
        return ("true", "false")
    inner = get_args(kind)
    return inner if get_origin(kind) is Literal else tuple(word for one in inner for word in _words(one))


def _setting(field: msgspec.structs.FieldInfo) -> Setting:
    kind, about = get_args(field.type)
    told, words = about.description or "", (about.extra or {}).get("words", ())
    seconds = Seconds in get_args(kind)
    return Setting(field.name, words or _words(kind), seconds, field.default, told, named=bool(words))


KNOWN = {field.name: _setting(field) for field in msgspec.structs.fields(Settings)}
"""Every setting, by key."""
