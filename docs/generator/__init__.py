"""Makes pages of docs/reference from the code: keys, events, states, words, commands, real output."""

from __future__ import annotations

from generator import (
    cli,
    events,
    faces,
    games,
    kit,
    modules,
    output,
    prompt,
    rulings,
    scenarios,
    screens,
    states,
)


def pictures() -> dict[str, str]:
    """Every picture (SVG) by the name of its file."""
    return screens.pictures()


def front() -> dict[str, str]:
    """The picture that the README opens with, by the name of its file."""
    return screens.front()


def pages() -> dict[str, str]:
    """The text of every page by the name of its file; the same under every version of Python."""
    made = {
        "cli.md": cli.page(),
        "json.md": output.page(),
        "modules.md": modules.page(),
        "prompt.md": prompt.page(),
        "rulings.md": rulings.page(),
        "testing.md": kit.page(),
        "tooling.md": faces.page(),
    }
    for game in games.built_in():
        made[f"scenario-{game.id}.md"] = scenarios.page(game)
        made[f"events-{game.id}.md"] = events.page(game)
        made[f"state-{game.id}.md"] = states.page(game)
    return made
