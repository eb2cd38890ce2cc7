"""The settings, declared once for `config list`, completion, messages and the reference."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from sandtable.text.errors import SandtableError
from sandtable.text.shown import visible
from sandtable.text.words import match, nearest

Seconds = Annotated[float, Meta(ge=0, le=60)]


class Settings(Struct, frozen=True):
    """The settings: the values, the default and the effect of each."""

    theme: Annotated[
        Literal["dark", "light", "high-contrast", "none"],
        Meta(description="colours that suit the terminal's background, or no colours"),
    ] = "dark"
    keys: Annotated[
        Literal["emacs", "vi"],
        Meta(description="the editor whose keys work at the prompt"),
    ] = "emacs"
    map: Annotated[
        Literal["unicode", "ascii"],
        Meta(description="the characters for maps and boards"),
    ] = "unicode"
    pace: Annotated[
        Seconds | Literal["none", "step"],
        Meta(description="the pause after each action of a bot; step waits for Enter"),
    ] = 0.5
    confirm: Annotated[
        bool,
        Meta(description="ask before an action that cannot be undone"),
    ] = True
    pager: Annotated[
        bool,
        Meta(description="stop after each screenful of a long text"),
    ] = True
    screen: Annotated[
        str,
        Meta(
            pattern="^[a-z][a-z0-9-]*$",
            description="how a terminal shows a game; auto fills a terminal of 100 x 30 or more",
            extra={"words": ("auto", "full", "scroll", "plain")},
        ),
    ] = "auto"
    plain: Annotated[
        bool,
        Meta(description="always print plain lines, like --plain; for screen readers"),
    ] = False


class Setting(NamedTuple):
    """One setting: its key, the words that it takes, its default, and its effect.

    With `seconds` it takes a number of seconds too, with `named` any name.
    """

    key: str
    words: tuple[str, ...]
    seconds: bool
    default: Any
    help: str
    named: bool = False

    @property
    def choices(self) -> str:
        """The values that the setting takes, in words."""
        more = ("seconds from 0 to 60",) * self.seconds + ("the name of a plugin's screen",) * self.named
        *others, last = (*self.words, *more)
        return f"{', '.join(others)} or {last}"

    def read(self, typed: str) -> Any:
        """The value that a word, or an unambiguous beginning of it, means. Raises SandtableError."""
        value: Any = typed
        if self.seconds and re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", typed):
            value = float(typed) if "." in typed else int(typed)
        elif typed.strip():
            words = TRUTH if isinstance(self.default, bool) else {word: word for word in self.words}
            fitting = {words[word] for word in match(typed, words)}
            value = fitting.pop() if len(fitting) == 1 else typed
        if fault := self.fault(value):
            raise SandtableError(fault)
        return value

    def fault(self, value: object) -> str:
        """The fault of a value, with the key; empty if there is none."""
        try:
            msgspec.convert({self.key: value}, Settings)
        except (msgspec.ValidationError, OverflowError):
            close = nearest(value, self.words) if isinstance(value, str) else None
            hint = f'; did you mean "{close}"?' if close else ""
            return f"{self.key} takes {self.choices}, not {in_toml(value)}{hint}"
        return ""


TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""The words for true and false."""


def in_toml(value: object) -> str:
    """A value as in the file; a table or a list, which no setting takes, only by its kind."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    return f'"{visible(value[:80])}"' if isinstance(value, str) else visible(str(value)[:80])


def as_typed(value: object) -> str:
    """A value as people type it."""
    return value if isinstance(value, str) else in_toml(value).removesuffix(".0")


def _words(kind: Any) -> tuple[str, ...]:
    """The words that a type allows."""
    if kind is bool:
        return ("true", "false")
    inner = get_args(kind)
    return (
        inner
        if get_origin(kind) is Literal
        else tuple(word for kind_of in inner for word in _words(kind_of))
    )


def _setting(field: msgspec.structs.FieldInfo) -> Setting:
    kind, about = get_args(field.type)
    words = (about.extra or {}).get("words", ())
    return Setting(
        *(field.name, words or _words(kind), Seconds in get_args(kind), field.default),
        help=about.description or "",
        named=bool(words),
    )


KNOWN = {field.name: _setting(field) for field in msgspec.structs.fields(Settings)}
"""Every setting, by key."""
