"""LRDG 3.2: winning, holding and spending Recon OK."""

from __future__ import annotations

from sandtable import Table
from sandtable_lrdg.combat_events import ReconOkSpent
from sandtable_lrdg.events import ReconOkWon
from sandtable_lrdg.special_rules import wanted
from sandtable_lrdg.state import EARLIER, LrdgState, Patrol
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.zones import BASES


def win(table: Table[LrdgState], patrol: str, zone: str = "") -> None:
    """Give a patrol a Recon OK, won by observing `zone` unless that is empty (LRDG-A14).

    A patrol holds at most 3; one that scores in this mission replaces one that does not (LRDG-A74).
    """
    held = table.state.patrols[patrol].recon_ok
    kept = len(held) < TABLES.recon_ok["most"]
    worthless = next((observed for observed in held if not wanted(table, observed)), None)
    if not kept and worthless is not None and wanted(table, zone):
        held.remove(worthless)
        kept = True
    if kept:
        held.append(zone)
        held.sort()
    table.tell(ReconOkWon(patrol, len(held), kept, wanted(table, zone)))


def payer(state: LrdgState, zone: str) -> Patrol | None:
    """Return the patrol in a zone that spends a Recon OK; None if no patrol there has one (LRDG-A74).

    The patrol with the most Recon OK not won by observation pays; those won by it may score.
    """
    patrols_there = {unit.patrol for unit in state.at(zone)}
    able = [patrol for id, patrol in state.patrols.items() if id in patrols_there and patrol.recon_ok]
    return max(able, key=lambda patrol: (patrol.recon_ok.count(""), len(patrol.recon_ok)), default=None)


def describe_price(table: Table[LrdgState], zone: str) -> str:
    """Return the Recon OK that would be spent in a zone, in words, and whether it would score."""
    patrol = payer(table.state, zone)
    if patrol is None:
        return "no Recon OK"
    held = len(patrol.recon_ok)
    which = f"1 of your {held} Recon OK" if held > 1 else "your only Recon OK"
    scores = all(wanted(table, observed) for observed in patrol.recon_ok)  # others would be spent first
    return which + ", which would score at home" * scores


def spend(table: Table[LrdgState], patrol: Patrol, use: str) -> None:
    """Spend a Recon OK; those that score here or in a later mission are spent last (LRDG-A74)."""
    spent = min(patrol.recon_ok, key=lambda zone: (wanted(table, zone), zone == EARLIER))
    patrol.recon_ok.remove(spent)
    table.tell(ReconOkSpent(patrol.id, use))


def hand_over(table: Table[LrdgState]) -> None:
    """Let observers hand their Recon OK to their patrol (LRDG 6.1.3, LRDG-A73)."""
    state = table.state
    for unit in state.force:
        if not unit.reports:
            continue
        has_met = len(state.stack(unit.patrol, unit.zone)) > 1 or len(state.units_of(unit.patrol)) == 1
        if has_met or unit.zone in BASES:
            reports, unit.reports = unit.reports, []
            for zone in reports:
                win(table, unit.patrol, zone)
