"""``python -m sandtable.testing [GAME]...``: the conformance kit on installed games."""

from __future__ import annotations

import sys

from sandtable.errors import SandtableError
from sandtable.plugins import catalog
from sandtable.testing import conformance


def main(games: list[str]) -> int:
    """Examine these games (all when none is named); 1 when something was found."""
    known = catalog()
    status = 0
    for game in [known.game_id(typed) for typed in games] or list(known.infos):
        findings = conformance(game, plugins=known)
        scenarios = sum(id.startswith(f"{game}/") for id in known.scenario_ids)
        print(f"{game}: {scenarios} scenarios, {len(findings)} findings")
        for finding in findings:
            print(f"  {finding}")
            status = 1
    return status


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except SandtableError as error:
        print(error, file=sys.stderr)
        raise SystemExit(error.status) from None
