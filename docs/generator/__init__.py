"""Generates pages from the code: keys, events, states, words, commands, real output.

Some are committed, for readers of a checkout; those in docs/made are built with the site.
"""

from __future__ import annotations

from pathlib import Path

from generator import (
    cli,
    events,
    faces,
    games,
    guided,
    indexes,
    learn,
    modules,
    moving,
    output,
    played,
    prompt,
    reference,
    rulings,
    scenarios,
    schema,
    screens,
    states,
)

DOCS = Path(__file__).parents[1]


def committed_pages() -> dict[str, str]:
    """Return the text of every committed page and picture, by its path in docs."""
    return {
        "reference/prompt.md": prompt.page(),
        **{f"reference/{name}": text for name, text in reference.pages().items()},
        **{f"reference/{name}": text for name, text in schema.schemas().items()},
        **{f"pictures/{name}": text for name, text in screens.pictures().items()},
        "pictures/hexes.svg": guided.picture(),
        "pictures/raid.svg": moving.picture(),
    }


def site_pages() -> dict[str, str]:
    """Return the text of every page in docs/made, by file name."""
    pages = {
        "cli.md": cli.page(),
        "json.md": output.page(),
        "lessons.md": indexes.lessons(),
        "modules.md": modules.page(),
        "rulings.md": rulings.page(),
        "scenarios.md": indexes.scenarios(),
        "tooling.md": faces.page(),
        **learn.pages(),
        **played.pages(),
    }
    for game in games.built_in_games():
        pages[f"scenario-{game.id}.md"] = scenarios.page(game)
        pages[f"events-{game.id}.md"] = events.page(game)
        pages[f"state-{game.id}.md"] = states.page(game)
    return pages


def write(folder: Path, pages: dict[str, str]) -> list[str]:
    """Write every page that has changed; return the names of those pages."""
    differing = []
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            differing.append(name)
    return differing


def write_site_pages() -> None:
    """Write docs/made, which exists only for the site."""
    folder, pages = DOCS / "made", site_pages()
    write(folder, pages)
    for path in folder.iterdir():
        if path.name not in pages:
            path.unlink()
