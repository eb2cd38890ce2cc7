"""Special rules: the error for one that is mistyped, or that fails when its game calls it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from sandtable import SpecialRule
from sandtable.model.special_rule import (
    RuleFault,
    ask_rules,
    call_rules,
    gather_from_rules,
    rule_faults,
)


class Base(SpecialRule):
    """The points of a game."""

    def turn_begins(self, table: Any) -> None:
        """Called as a turn begins."""

    def drm(self, *, at_target: bool) -> int:
        return 0

    def moved(self, table: Any) -> Any:
        return ()


def misfitting(**members: Any) -> list[str]:
    return list(rule_faults(type("Moon", (Base,), {"__module__": __name__, **members})))


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"turn_begin": lambda self: self}, 'no point "turn_begin"; did you mean "turn_begins"?'),
        ({"turn_begins": lambda self: self}, "turn_begins takes (self); (self, table) was expected"),
        (
            {"drm": lambda self, at: (self, at)},
            "drm takes (self, at); (self, *, at_target) was expected",
        ),
        ({"drm": 3}, "drm must be a method that the game calls"),
        ({"keeps": ("turn",)}, 'keeps: no field "turn"'),
    ],
)
def test_a_mistyped_method_is_named_before_it_is_called(members: dict[str, Any], expected: str) -> None:
    assert misfitting(**members) == [expected]


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"turn_begins": lambda self, _table: self},
        {"turn_begins": lambda *_: 1, "drm": lambda self, at_target=False: (self, at_target)},
        {"_turn_begin": lambda self: self, "column_came": lambda self: self},
    ],
)
def test_methods_that_fit_the_points_are_right(members: dict[str, Any]) -> None:
    assert misfitting(**members) == []


def test_a_kept_field_of_a_rule_has_a_default() -> None:
    class Count(Base):
        keeps: ClassVar[tuple[str, ...]] = ("turns",)

        turns: int

    assert list(rule_faults(Count)) == ["keeps: turns has no default"]


class Late(Base):
    def turn_begins(self, table: Any) -> None:
        table.missing()

    def drm(self, *, at_target: bool) -> int:
        return at_target or "x"  # type: ignore[return-value]

    def moved(self, table: Any) -> Iterator[int]:
        yield 1
        raise SystemExit(table)


def test_all_that_goes_wrong_at_a_point_is_the_fault_of_its_rule() -> None:
    rules = [Base(), Late()]
    with pytest.raises(RuleFault, match=r"^Late.turn_begins: AttributeError: ") as caught:
        call_rules(rules, "turn_begins", None)
    assert caught.value.rule is Late
    with pytest.raises(RuleFault, match=r"^Late.drm: a number was expected, not 'x'$"):
        ask_rules(rules, "drm", int, at_target=False)
    with pytest.raises(RuleFault, match=r"^Late.moved: SystemExit: 5$"):
        gather_from_rules(rules, "moved", int, 5)
    assert ask_rules(rules, "drm", int, at_target=True) == [0, 1]


def test_a_rule_that_asks_others_is_not_blamed_for_them() -> None:
    class Asks(Base):
        def turn_begins(self, table: Any) -> None:
            ask_rules([Late()], "drm", int, at_target=bool(table))

    with pytest.raises(RuleFault, match=r"^Late\.drm"):
        call_rules([Asks()], "turn_begins", None)
