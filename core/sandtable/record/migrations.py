"""Saves of an older format, or of older rules, made into what would be written today.

A migration is a step: a pure function on raw records, as JSON has them. The core's own steps lead
from format to format; a plugin's, which the hook `migrations` gives, from rules to rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.base import signals
from sandtable.base.errors import PluginError, SandtableError, described
from sandtable.record.diff import in_words

Raw = dict[str, Any]
"""A line of a save: the header first, then actions, undo, notes, the outcome."""


class Migration(NamedTuple):
    """A step from an older way of writing to the next.

    `about` says in a line what changed. `wanted` looks at a header and says whether the save needs the
    step; the step must make such a header into one that does not. `step` gives the records that stand
    for a record now, the header among them: most often one, none to leave it out. They need no
    ``n`` and no ``digest``.
    """

    about: str
    wanted: Callable[[Raw], bool]
    step: Callable[[Raw], Sequence[Raw]]


def _second(record: Raw) -> Sequence[Raw]:
    """Format 2 keeps what each line changed; what was not kept is found again by replaying."""
    return [{**record, "format": 2} if "format" in record else record]


FORMATS = (
    Migration("format 2 keeps what each line changed", lambda header: header["format"] == 1, _second),
)
"""The steps from format to format, oldest first."""


class Migrations(NamedTuple):
    """The steps that a save needs: of its format, then of its rules, which plugins bring.

    Other rules make other positions, so that digests tell nothing, and undo may stop elsewhere.
    """

    of_format: Sequence[Migration] = ()
    of_rules: Sequence[Migration] = ()

    @property
    def other_rules(self) -> bool:
        """Whether the rules are others: positions may be, and so may what undo stops at."""
        return bool(self.of_rules)

    @property
    def steps(self) -> Sequence[Migration]:
        """All steps, in order."""
        return (*self.of_format, *self.of_rules)

    @property
    def about(self) -> str:
        """What changed, in a line."""
        return "; ".join(step.about for step in self.steps)

    def records(self, record: Raw) -> list[Raw]:
        """The records that stand for one of the save now. Raises SandtableError when a step fails."""
        found = [record]
        for step in self.steps:
            found = [new for old in found for new in taken(step, old)]
        return found


def preview(migrations: Migrations, lines: Iterable[bytes]) -> Iterator[str]:
    """What migrations would change in the lines of a save, a line for every difference."""
    for n, line in enumerate(lines, 1):
        old = msgspec.json.decode(line, type=Raw)
        new = migrations.records(old)
        if len(new) != 1:
            yield f"line {n}: {len(new)} records stand for it"
        for place, record in enumerate(new):
            before = old if place == 0 else {}
            yield from (f"line {n}: {text}" for text in in_words(before, record, words="{} becomes {}"))


def taken(step: Migration, record: Raw) -> list[Raw]:
    """What a step makes of a record, which is left as it was."""
    return [dict(new) for new in step.step(dict(record))]


def needed(header: Raw, steps: Iterable[Migration]) -> tuple[Sequence[Migration], Raw]:
    """Those steps that a header needs, each after the one before it, and the header then.

    Raises SandtableError for a step that leaves the header as it was.
    """
    found: list[Migration] = []
    for step in steps:
        if step.wanted(dict(header)):
            found.append(step)
            after = taken(step, header)
            if len(after) != 1 or step.wanted(dict(after[0])):
                raise SandtableError(f'the migration "{step.about}" leads nowhere')
            header = after[0]
    return found, header


def guarded(key: str, step: Migration) -> Migration:
    """A plugin's step, which raises a PluginError that names the plugin when it fails."""

    def failed(error: BaseException) -> PluginError:
        if signals.sent(error):
            raise error
        return PluginError(f'{key}: the migration "{step.about}" failed: {described(error)}')

    def wanted(header: Raw) -> bool:
        try:
            return bool(step.wanted(header))
        except BaseException as error:
            raise failed(error) from error

    def make(record: Raw) -> Sequence[Raw]:
        try:
            return [dict(new) for new in step.step(record)]
        except BaseException as error:
            raise failed(error) from error

    return Migration(step.about, wanted, make)
