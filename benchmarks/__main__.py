"""Prints every row, measured side by side in one run: ``python -m benchmarks [ROUNDS]``."""

from __future__ import annotations

from importlib.util import find_spec
from time import process_time

from benchmarks import arguments, cluster, hints, megiddo, peers, play, prompt, saves, shares
from benchmarks.tictactoe import play_bare, play_on_table

GAMES = 1_500
TARGETS = {"PettingZoo raw_env": 4.0, "OpenSpiel Python game": 6.0, "boardgame.io client": 25.0}


def microseconds_per_action(rounds: int) -> dict[str, float]:
    """Return each contender's microseconds per action: the best of interleaved rounds."""
    contenders = {"plain functions": play_bare, "a bare Table": play_on_table, **peers.find_peers()}
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(rounds):
        for name, contender in contenders.items():
            start = process_time()
            actions = contender(GAMES)
            best[name] = min(best[name], (process_time() - start) / actions * 1e6)
    client = peers.boardgame_io()
    return best | ({"boardgame.io client": client} if client else {})


def row(what: str, measured: float, least: float | None, *, most: bool = False, unit: str = "") -> None:
    """Print a row: what was measured, the figure, the target, and whether it was reached."""
    verdict = ""
    if least is not None:
        reached = measured <= least if most else measured >= least
        verdict = f"{'at most' if most else 'at least'} {least:g}{unit}  {'yes' if reached else 'NO'}"
    print(f"{what:<58}{measured:>9.2f}{unit:<3} {verdict}")


def main(rounds: int) -> None:
    """Print all rows."""
    times = microseconds_per_action(rounds)
    ours = times["a bare Table"]
    for name, time in times.items():
        print(f"  {name:<24}{time:>9.2f} us per action")
    row("tic-tac-toe: speed over plain functions", times["plain functions"] / ours, 0.6)
    for name, target in TARGETS.items():
        if name in times:
            row(f"tic-tac-toe: times as fast as {name}", times[name] / ours, target)
        else:
            print(f"  {name}: not installed")
    action, journal, verify = megiddo.record_costs(rounds)
    row("megiddo: random play, an action on a bare table", action, None, unit="us")
    row("megiddo: added by the journal, flushed", journal, 60, most=True, unit="us")
    row("megiddo: added by verifying", verify, max(60, action), most=True, unit="us")
    took, size = saves.opening(rounds)
    row(f"lrdg: loading and verifying {saves.ACTIONS} actions", took, None, unit="ms")
    row(f"lrdg: the save of {saves.ACTIONS} actions", size / 1e3, None, unit="KB")
    slower = saves.slowdown(rounds)
    row(f"reading a line in a save of {saves.LINES}, over a tenth as long", slower, 1.5, most=True)
    for name in saves.CAMPAIGNS:
        row(f"the page of {name}", saves.page_size(name) / 1e3, 400, most=True, unit="KB")
    if find_spec("pexpect"):
        from benchmarks import startup

        version, first = startup.ratios(rounds)
        row("start: --version over bare imports", version, 2.5, most=True)
        row("start: first prompt over bare imports", first, 2.0, most=True)
    else:
        print("  pexpect: not installed, so the start is not measured")
    action, costs = prompt.measure(rounds)
    for game, found in costs.items():
        row(f"{game}: a keystroke among {found.options} options", found.key, 10, most=True, unit="ms")
        row(f"{game}: the same in actions of megiddo", found.key / action, 100, most=True)
        row(f"{game}: the same on a screen", found.typed / action, 100, most=True)
        row(f"{game}: a redraw of the same", found.redraw, None, unit="ms")
        row(f"{game}: a screen of 160 x 50 in actions of megiddo", found.large / action, 300, most=True)
    profile, actions = shares.shares()
    row("lrdg/slonta: the framework's share", 100 * shares.framework(profile), 33, most=True, unit="%")
    shares_text = ", ".join(f"{name} {share:.1%}" for name, share in profile.items())
    print(f"  of {actions} actions of random play: {shares_text}")
    jobs = megiddo.speed_up(300) / megiddo.loops(300)
    row("simulate: speed-up of two jobs over that of two bare loops", jobs, 0.85)
    jobs = hints.speed_up(1_500) / megiddo.loops(300)
    row("hint: speed-up of two jobs over that of two bare loops", jobs, 0.8)
    play.rows(rounds)
    if cluster.is_installed():
        more = cluster.overhead(1_500, max(2, rounds // 3))
        row("simulate --cluster: overhead over two processes", more, 5, most=True, unit="%")
    else:
        print("  distributed: not installed, so the overhead of --cluster is not measured")


if __name__ == "__main__":
    reader = arguments.parser("benchmarks", __doc__)
    arguments.add_count(reader, "rounds", 7)
    main(reader.parse_args().rounds)
