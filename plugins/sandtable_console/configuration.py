"""The user's settings, one field each, and the file ``config.toml`` that keeps them."""

from __future__ import annotations

import json
import os
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields, replace

from sandtable import SandtableError, number_of
from sandtable.tooling import config, either, match, nearest_to, no_such, printing, toml_text


class Settings(Struct, frozen=True):
    """The settings, each with its allowed values, default and description."""

    theme: Annotated[
        Literal["auto", "dark", "light", "high-contrast", "none"],
        Meta(description="colours for a dark or light background; auto asks the terminal"),
    ] = "auto"
    keys: Annotated[
        Literal["emacs", "vi"],
        Meta(description="the key bindings for editing a line at the prompt"),
    ] = "emacs"
    map: Annotated[
        Literal["unicode", "ascii"],
        Meta(description="the characters that draw maps and boards"),
    ] = "unicode"
    pace: Annotated[
        Annotated[float, Meta(ge=0, le=60)] | Literal["auto", "step", "none"],
        Meta(
            description="the pause after each strike of a fight and each action of a bot; step waits"
            " for Enter, auto waits only at strikes, and none never pauses",
            extra={"others": "seconds from 0 to 60"},
        ),
    ] = "auto"
    confirm: Annotated[
        bool,
        Meta(description="ask before a choice that may be a mistake"),
    ] = True
    pager: Annotated[
        bool,
        Meta(description="stop after each screenful of a long text"),
    ] = True
    screen: Annotated[
        str,
        Meta(
            pattern="^[a-z][a-z0-9-]*$",
            description="how a terminal shows a game; auto fills a terminal of 80 x 20 or more",
            extra={
                "words": ("auto", "full", "scroll", "plain"),
                "others": "the name of a plugin's screen",
            },
        ),
    ] = "auto"
    limit: Annotated[
        float,
        Meta(
            ge=0.1,
            le=900,
            description="how long a program that plays a seat (exec:) may take per choice",
            extra={"others": "seconds from 0.1 to 900"},
        ),
    ] = 60.0
    plain: Annotated[
        bool,
        Meta(description="always print plain lines, like --plain; for screen readers"),
    ] = False


class Setting(NamedTuple):
    """A setting: its key, the words it takes, its default, and its help.

    `others` describes the values it takes besides the words.
    """

    key: str
    words: tuple[str, ...]
    others: str
    default: Any
    help: str

    @property
    def choices(self) -> str:
        """The values that the setting takes, as text."""
        return either([*self.words, *filter(None, [self.others])])

    def read(self, typed: str) -> Any:
        """Return the value that a number, a word or an abbreviation means. Raises SandtableError."""
        value: Any = typed
        if self.others.startswith("seconds") and re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", typed):
            value = int(typed) if typed.isdecimal() else float(typed)
        else:
            words = TRUTH if isinstance(self.default, bool) else {word: word for word in self.words}
            meant = {words[word] for word in match(typed, words)}
            value = meant.pop() if len(meant) == 1 else typed
        if fault := self.fault(value):
            raise SandtableError(fault)
        return value

    def fault(self, value: object) -> str:
        """Say what is wrong with a value, naming the key; "" if nothing is."""
        try:
            msgspec.convert({self.key: value}, Settings)
        except (msgspec.ValidationError, OverflowError):
            close = nearest_to(value, self.words) if isinstance(value, str) else None
            hint = f'; did you mean "{close}"?' if close else ""
            shown = printing.escape(json.dumps(value, ensure_ascii=False, default=str)[:80])
            return f"{self.key} takes {self.choices}, not {shown}{hint}"
        return ""


MOST_BYTES = 20_000
"""The maximum size of the file: tomllib is slow at keys of many parts."""

TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""The words that mean true or false."""


def _make_setting(field: FieldInfo) -> Setting:
    kind, about = get_args(field.type)
    inner = [*get_args(kind), *(word for part in get_args(kind) for word in get_args(part))]
    words = ("true", "false") if kind is bool else tuple(word for word in inner if isinstance(word, str))
    extra = {"words": words, "others": ""} | (about.extra or {})
    return Setting(field.name, extra["words"], extra["others"], field.default, about.description)


SETTINGS = {field.name: _make_setting(field) for field in fields(Settings)}
"""All settings, by key."""


def as_typed(value: object) -> str:
    """Return a value as people type it."""
    return value if isinstance(value, str) else json.dumps(value).removesuffix(".0")


class Contents(NamedTuple):
    """The contents of the settings file.

    - `text`: its text; None if it is not valid TOML.
    - `values`: the valid values, by key.
    - `faults`: one line for each fault.
    """

    text: str | None
    values: dict[str, Any]
    faults: tuple[str, ...]

    @property
    def settings(self) -> Settings:
        """The settings, with defaults for missing or invalid values."""
        return msgspec.convert(self.values, Settings)


def path() -> Path:
    """Return the path of the settings file."""
    return config.home("config") / "config.toml"


def read(file: Path) -> Contents:
    """Read a settings file, which may be missing."""
    text = ""
    try:
        if file.exists():
            if not file.is_file():
                return Contents(None, {}, (f"{file}: not a regular file",))
            with file.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                return Contents(None, {}, (f"{file}: larger than {MOST_BYTES:,} bytes",))
            text = data.decode("utf-8-sig")
        tables = toml_text.loads(text)
    except OSError as error:
        return Contents(None, {}, (f"{file}: {(error.strerror or 'cannot be read').lower()}",))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return Contents(None, {}, (f"{file}, line {line}: not UTF-8 text",))
    except toml_text.NotToml as error:
        return Contents(None, {}, (f"{file}, line {error.line}: {printing.escape(error.why)}",))
    values: dict[str, Any] = {}
    faults: list[str] = []
    for key, value in tables.items():
        if fault := SETTINGS[key].fault(value) if key in SETTINGS else no_such("setting", key, SETTINGS):
            faults.append(f"{file}, line {toml_text.line_of(text, (key,))}: {printing.escape(fault)}")
        else:
            values[key] = value
    return Contents(text, values, tuple(faults))


@lru_cache(maxsize=1)
def read_once(file: Path) -> Settings:
    """Return a file's settings, and report its faults on standard error."""
    contents = read(file)
    if contents.faults and sys.stderr:
        first, *others = contents.faults
        more = f"; {number_of(len(others), 'more fault')}" if others else ""
        print(f"sandtable: {first} (the default is used{more})", file=sys.stderr)
    return contents.settings


def settings_in_force(settings: Settings) -> Settings:
    """Return the settings for this environment: if NO_COLOR is not empty, `theme` is none."""
    return replace(settings, theme="none") if os.environ.get("NO_COLOR") else settings


def settings() -> Settings:
    """Return the settings in force; the file is read once. The screen ``plain`` also turns on `plain`.

    A fault in the file is reported once on standard error, and the default is used instead.
    """
    found = settings_in_force(read_once(path()))
    return replace(found, plain=True) if found.screen == "plain" else found
