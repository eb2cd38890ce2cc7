"""Converts saves in an older format, or made under older rules, to current ones.

A migration is a step, a pure function on raw JSON records. The core's own steps lead from one format to
the next; plugins' steps, from the hook `migrations`, lead from one version of the rules to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sandtable.text.errors import PluginError, SandtableError
from sandtable.text.guard import Guard, in_a_line

Raw = dict[str, Any]
"""A line of a save as JSON: the header, an action, an undo, a note or the outcome."""


class Migration(NamedTuple):
    """A step that converts saves from one version of a game's rules to the next.

    >>> from sandtable import Migration
    >>> def rename(record):
    ...     return [{**record, "rules_version": 2}] if "rules_version" in record else [record]
    >>> step = Migration("marches are orders", lambda header: header["rules_version"] == 1, rename)
    >>> step.step({"rules_version": 1})
    [{'rules_version': 2}]

    - `about`: what changed, in one line.
    - `wanted`: given a header, returns whether the save needs the step. The step must change the header
      so that it no longer does.
    - `step`: given a record (the header or any other line), returns the records that replace it:
      usually one, or none to drop it. They need no ``n`` and no ``digest``.
    """

    about: str
    wanted: Callable[[Raw], bool]
    step: Callable[[Raw], Sequence[Raw]]


FORMATS = (
    Migration(
        "format 2 keeps what each line changed",  # for older saves a replay finds it again
        lambda header: header["format"] == 1,
        lambda record: [{**record, "format": 2} if "format" in record else record],
    ),
    Migration(
        "format 3 can be proved without the game",
        lambda header: header["format"] == 2,
        lambda record: [{**record, "format": 3} if "format" in record else record],
    ),
)
"""The steps from one format to the next, oldest first."""


class Migrations(NamedTuple):
    """The steps that a save needs: first for its format, then for its rules.

    If the rules have changed, so have the positions: digests prove nothing, undo may stop elsewhere,
    and the outcome is decided by the new rules.
    """

    of_format: Sequence[Migration] = ()
    of_rules: Sequence[Migration] = ()

    @property
    def steps(self) -> Sequence[Migration]:
        """All steps, in order."""
        return (*self.of_format, *self.of_rules)

    @property
    def about(self) -> str:
        """What all steps change, in one line."""
        return "; ".join(step.about for step in self.steps)

    def records(self, record: Raw) -> list[Raw]:
        """Return the records that replace a record. Raises SandtableError if a step fails."""
        migrated = [record]
        for step in self.steps:
            migrated = [new for old in migrated for new in apply_step(step, old)]
        return migrated


def apply_step(step: Migration, record: Raw) -> list[Raw]:
    """Return the records that replace a record in one step; the record itself is not changed."""
    return [dict(new) for new in step.step(dict(record))]


def steps_for(header: Raw, steps: Iterable[Migration]) -> tuple[Sequence[Migration], Raw]:
    """Apply the steps that a header needs in turn; return them and the resulting header.

    Raises SandtableError for a step that does not change the header.
    """
    needed_steps: list[Migration] = []
    for step in steps:
        if step.wanted(dict(header)):
            needed_steps.append(step)
            after = apply_step(step, header)
            if len(after) != 1 or step.wanted(dict(after[0])):
                raise SandtableError(f'the migration "{step.about}" does not change the header')
            header = after[0]
    return needed_steps, header


def guard(key: str, step: Migration) -> Migration:
    """Wrap a plugin's step so that a failure raises a PluginError that names the plugin."""

    def failure(error: BaseException) -> PluginError:
        return PluginError(f'{key}: the migration "{step.about}" failed: {in_a_line(error)}')

    def wanted(header: Raw) -> bool:
        with Guard(failure):
            return bool(step.wanted(header))

    def make(record: Raw) -> Sequence[Raw]:
        with Guard(failure):
            return [dict(new) for new in step.step(record)]

    return Migration(step.about, wanted, make)
