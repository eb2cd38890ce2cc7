"""The commands that only show something: `status`, `map`, `show`, `log`, `rules`, `history`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable import ActionError, listing, number_of
from sandtable.tooling import clip
from sandtable_console import turns
from sandtable_console.commands import Candidate, Command, import_on_call, suggest
from sandtable_console.option_rows import MOST_NAMED
from sandtable_console.outputs import Map

if TYPE_CHECKING:
    from sandtable_console.console import Console

LOG_LINES = 20
"""The number of lines that `log` shows by default."""

NEAR = "near"
"""The word before a name in `map near ITEM`."""

ZOOMS = {"whole": ("the whole map", 0), "large": ("part of the map, enlarged", 1)}
"""The other arguments of `map`, each with a description and a zoom level."""

CONTENTS = "contents"
"""The argument that makes `rules` list all sections."""


def _map(console: Console, rest: str) -> Iterable[Map]:
    from sandtable_console import nearby  # noqa: PLC0415 (needed only when asked)

    if not rest:
        return [Map(nearby.draw_page(console))]
    if thing := _near_what(rest):
        return [Map(nearby.draw(console, thing), near=nearby.space_of_item(console, thing))]
    _, zoom = ZOOMS[_zoom_word(rest)]
    matters = nearby.what_matters(console)
    near = zoom > 0 and matters and not console.display.plain
    return [Map(nearby.draw(console, matters[0]) if near else nearby.draw_page(console), zoom=zoom)]


def _near_what(rest: str) -> str:
    word, _, thing = rest.partition(" ")
    return thing if NEAR.startswith(word) else ""


def _zoom_word(rest: str) -> str:
    """Return the zoom argument that was typed or abbreviated. Raises ActionError."""
    for word in ZOOMS:
        if word.startswith(rest):
            return word
    zooms = ", ".join(f'"{word}"' for word in ZOOMS)
    raise ActionError(f'map takes {zooms}, or "{NEAR}" and a name, not "{clip(rest)}"')


def _map_candidates(console: Console, rest: str) -> Iterable[Candidate]:
    from sandtable_console import nearby  # noqa: PLC0415 (needed only when asked)

    word, space, thing = rest.partition(" ")
    if not space:
        zooms = {zoom: about for zoom, (about, _) in ZOOMS.items()}
        return suggest({NEAR: "the part of the map around an item", **zooms}, word)
    return suggest(nearby.descriptions(console), thing) if NEAR.startswith(word) else []


def _map_preview(console: Console, rest: str) -> str:
    if not rest:
        return ""
    from sandtable_console import nearby  # noqa: PLC0415 (needed only when asked)

    if thing := _near_what(rest):
        return f"shows the map around {nearby.space_of_item(console, thing)}"
    about, _ = ZOOMS[_zoom_word(rest)]
    return f"shows {about}"


_show = import_on_call("sandtable_console.show", "show")
_names = import_on_call("sandtable_console.show", "names")


def _log(console: Console, rest: str) -> list[str]:
    count = _lines_of_log(rest)
    lines = [line for entry in console.session.log for line in console.display.entry_lines(entry)]
    return lines[len(lines) - min(count, len(lines)) :]


def _lines_of_log(rest: str) -> int:
    """Return the number of lines that `log` must show. Raises ActionError."""
    if rest and not (rest.isdecimal() and len(rest) < 8):
        raise ActionError(f'log takes a number of lines, not "{clip(rest)}"')
    return int(rest) if rest else LOG_LINES


def _rules(console: Console, rest: str) -> list[str]:
    from sandtable_console import rulebook  # noqa: PLC0415 (needed only when asked)

    session = console.session
    current = session.table.decision.rule if session.outcome is None else ""
    game = session.scenario.game
    wanted = "" if rest == CONTENTS else (rest or current).removeprefix(f"{game.info.cite} ")
    return rulebook.show(game.rules_text, wanted, console.width, f"rules {CONTENTS}")


def _rules_candidates(console: Console, rest: str) -> Iterable[Candidate]:
    from sandtable_console import rulebook  # noqa: PLC0415 (needed only when asked)

    text = console.session.scenario.game.rules_text
    sections = {section.id: section.title for section in rulebook.sections(text)}
    return suggest(sections | {CONTENTS: "all sections"}, rest)


def _rules_preview(console: Console, rest: str) -> str:
    from sandtable_console import rulebook  # noqa: PLC0415 (needed only when asked)

    game = console.session.scenario.game
    if rest in ("", CONTENTS):
        return "lists all sections" if rest else ""
    wanted = rest.removeprefix(f"{game.info.cite} ")
    matching = rulebook.find(game.rules_text, wanted, f"rules {CONTENTS}")
    if rulebook.by_id(game.rules_text, wanted):
        return rulebook.heading(game.rules_text, matching[0].id)
    return f"found in {listing([section.id for section in matching], MOST_NAMED)}"


STATUS = Command(
    "status",
    "show the board and the scores",
    lambda console, _: [console.display.status(), *console.display.board()],
    kind="looks",
    after_end=True,
)
MAP = Command(
    f"map [{NEAR} ITEM|{'|'.join(ZOOMS)}]",
    "show the map; near ITEM shows the part around it, large the part around your units",
    _map,
    complete=_map_candidates,
    preview=_map_preview,
    kind="looks",
    after_end=True,
)
MAP_WITHOUT_PLACES = Command(
    "map",
    "show the position; this game has no map",
    _map,
    kind="looks",
    after_end=True,
    listed=False,
)
SHOW = Command(
    "show [ITEM]",
    "describe a place, unit, card, track or pile; without ITEM, list all names",
    _show,
    complete=lambda console, rest: suggest(_names(console), rest),
    preview=lambda console, rest: " ".join(_show(console, rest)[0].split()) if rest else "",
    kind="looks",
    aliases=("look",),
    after_end=True,
)
LOG = Command(
    "log [N]",
    "show the last N lines of events",
    _log,
    complete=lambda _, rest: suggest({"20": "lines", "100": "lines"}, rest),
    preview=lambda _, rest: (
        f"shows the last {number_of(_lines_of_log(rest), 'line')} of events" if rest else ""
    ),
    kind="looks",
    examples=("log 100",),
    after_end=True,
)
RULES = Command(
    "rules [SECTION|WORDS]",
    "show the current rule, a section, or the sections that contain WORDS; rules contents lists all",
    _rules,
    complete=_rules_candidates,
    preview=_rules_preview,
    kind="looks",
    examples=("rules 2", f"rules {CONTENTS}"),
)
HISTORY = Command(
    "history [TURN]",
    "list the turns; with TURN, show everything that happened in it",
    turns.history,
    complete=lambda console, rest: suggest(turns.names(console), rest),
    preview=lambda console, rest: (
        f"shows everything that happened in {turns.find_turn(console, rest)}" if rest else ""
    ),
    kind="looks",
    examples=("history 1",),
    after_end=True,
)
