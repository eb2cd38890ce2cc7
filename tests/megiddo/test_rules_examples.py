"""The examples of rules.md: one battle, as the program plays and draws it for the British."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from rule_pictures import is_part, news, pictures, typed

from sandtable import Decision, Done, Phase, Scenario, Table
from sandtable_megiddo.actions import Attack
from sandtable_megiddo.air_strike import AirStrikes
from sandtable_megiddo.artillery import Bombardments
from sandtable_megiddo.cavalry import Charges
from sandtable_megiddo.infantry import Infantry
from sandtable_megiddo.machine_guns import Bursts
from sandtable_megiddo.maneuver import Maneuver
from sandtable_megiddo.order_of_battle import OrderOfBattle
from sandtable_megiddo.reserve import Reserve
from sandtable_megiddo.state import Side
from sandtable_megiddo.victory import Victory

RULES = Path(str(resources.files("sandtable_megiddo"))) / "rules.md"
PICTURES = pictures(RULES.read_text(encoding="utf-8"))
BRITISH = "british"

ATTACKS: tuple[Phase[Any], ...] = (AirStrikes(), Charges(), Bombardments(), Bursts())
LAST_FOUR = "allenby british-artillery british-cavalry royal-air-force"
SHUFFLED = "british-infantry british-infantry supply-trains dysentery forage"
TURKISH_HAND = (
    "kemal turkish-infantry turkish-infantry turkish-artillery supply-wagons trenchlines mountains "
    "garrison-troops poor-morale spread-thin"
)
REPLACED = "british-machine-guns roads german-machine-guns corps-headquarters"


@pytest.fixture
def table(
    position: Callable[..., Table],
    side: Callable[..., Side],
    scenario: Callable[[str], Scenario],
    after: Decision,
) -> Table:
    """The last round of a game: the British have 4 points, the Turks 2."""
    data = scenario("megiddo/1918").data
    named = f"lawrence arab-irregulars {LAST_FOUR} {SHUFFLED} british-machine-guns roads"
    rest = sorted((Counter(data.british.deck) - Counter(named.split())).elements())
    british = side(
        hand="arab-irregulars",
        draw=LAST_FOUR,
        reserve=" ".join(["lawrence", SHUFFLED, "british-machine-guns", "roads", *rest[:10]]),
        casualties=" ".join(rest[10:]),
        score=4,
    )
    pile = f"{TURKISH_HAND} german-machine-guns corps-headquarters"
    rest = sorted((Counter(data.turkish.deck) - Counter(pile.split())).elements())
    turkish = side(draw=f"{pile} {' '.join(rest[:15])}", casualties=" ".join(rest[15:]), score=2, high=3)
    draws = f"{LAST_FOUR} {SHUFFLED} {TURKISH_HAND} {REPLACED}"
    phases = (Maneuver(), Reserve(), OrderOfBattle(), *ATTACKS, after, Infantry(), Victory())
    return position(*phases, british=british, turkish=turkish, draws=draws, revealed=False)


STEPS = {
    "british reserve": ("discard dysentery", "discard forage", "done"),
    "reserve": ("discard poor-morale", "discard spread-thin", "done"),
    "order-of-battle": (
        *("commit allenby", "commit british-infantry", "commit british-infantry"),
        *("commit british-cavalry", "commit british-artillery", "commit british-machine-guns"),
        *("commit royal-air-force", "commit supply-trains", "done"),
    ),
    "turkish order-of-battle": (
        *("commit kemal", "commit turkish-infantry", "commit turkish-infantry"),
        *("commit turkish-artillery", "commit german-machine-guns", "commit supply-wagons"),
        *("commit trenchlines", "done"),
    ),
    "air-strike": ("attack royal-air-force supply-wagons",),
    "cavalry": ("attack british-cavalry turkish-artillery",),
    "artillery": ("attack british-artillery turkish-infantry",),
    "machine-guns": (
        "attack german-machine-guns british-infantry",
        "attack british-machine-guns disrupted-turkish-infantry",
    ),
}
"""What is typed in each phase."""


def play(table: Table, until: str) -> None:
    """Play the battle up to the phase before that one."""
    for name, lines in STEPS.items():
        if name == until:
            return
        typed(table, *lines)


def test_the_targets_of_a_charge(table: Table) -> None:
    """MEG 5: not the infantry, which has double its Force, and not the leader."""
    play(table, "cavalry")
    targets = [option.target for option in table.options if isinstance(option, Attack)]
    assert targets == ["german-machine-guns", "trenchlines", "turkish-artillery"]


def test_the_losses_of_a_battle(table: Table) -> None:
    """MEG 8: all that is left of their Order of Battle."""
    play(table, "none")
    before = Counter(table.state.sides["turkish"].casualties)
    table.choose(Done())
    lost = Counter(table.state.sides["turkish"].casualties) - before
    assert sorted(lost) == ["german-machine-guns", "kemal", "trenchlines", "turkish-infantry"]
    assert table.outcome.name == BRITISH


@pytest.fixture
def drawn(table: Table) -> dict[str, list[str]]:
    """What is shown of each phase of the battle, by the name of its picture."""

    def board(rows: int | None = None) -> list[str]:
        return table.game.board(table.view(BRITISH), 76, rows)

    cards = table.game.board(table.view(None), 76, 40)
    shown = {"maneuver": news(table, BRITISH), "cards": cards, "victory": board()}
    for name, lines in STEPS.items():
        shown[name] = typed(table, *lines, seat=BRITISH)
        if name == "order-of-battle":
            shown[name] = board()
        if name == "turkish order-of-battle":
            shown["round"] = board()
    table.events = []
    before = board()
    table.choose(Done())
    shown["infantry"] = [*before, *news(table, BRITISH)]
    return shown


@pytest.mark.parametrize("name", PICTURES)
def test_each_picture_is_what_the_program_shows(name: str, drawn: dict[str, list[str]]) -> None:
    """MEG 1 to MEG 8, MEG cards, MEG victory, MEG round: see rules.md."""
    assert is_part(PICTURES[name], drawn[name]), "\n".join(drawn[name])


def test_every_picture_is_in_the_rules(drawn: dict[str, list[str]]) -> None:
    """MEG 1 to MEG 8: those of the other side's secret choices are not shown."""
    assert set(drawn) - set(PICTURES) == {"british reserve", "turkish order-of-battle"}
