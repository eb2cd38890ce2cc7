"""Games and scenarios as people type them: by any unambiguous beginning of a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.plugins.inventory import Inventory
from sandtable.plugins.own_scenarios import names_file
from sandtable.plugins.plugin import Known
from sandtable.plugins.scenarios import Scenarios
from sandtable.text.errors import SandtableError, UnknownName
from sandtable.text.words import clipped, listing, match, nearest, resolve


class Names:
    """Finds the meaning of a typed word. Raises UnknownName with the nearest name, or AmbiguousName."""

    def __init__(self, inventory: Inventory, scenarios: Scenarios) -> None:
        self._inventory = inventory
        self._scenarios = scenarios

    def game(self, typed: str) -> str:
        """The id of a game. Raises PluginError too, for an unusable one."""
        return usable_name("game", typed, self._inventory.games, self._inventory.unusable("game"))

    def game_alone(self, typed: str) -> str | None:
        """The id of a game; None if the word means a scenario, a file or nothing."""
        games = [*self._inventory.games, *self._inventory.unusable("game")]
        if "/" in typed or names_file(typed) or not match(typed, games):
            return None
        return self.game(typed)

    def scenario(self, typed: str) -> str:
        """The id of a scenario, from the beginning of its game, a slash and the beginning of its name.

        Raises PluginError too, for an unusable one.
        """
        beginning, slash, name = typed.partition("/")
        # A path of a file that is no .toml file.
        if not slash or "/" in name or not beginning.strip("."):
            raise self._no_scenario(typed)
        game = self.game(beginning)
        ids = (id for id in self._scenarios.ids if id.startswith(f"{game}/"))
        names = [id.partition("/")[2] for id in ids]
        unusable: dict[str, Known] = {
            id.partition("/")[2]: plugin
            for id, plugin in self._inventory.unusable("scenario").items()
            if id.startswith(f"{game}/")
        }
        for file in self._scenarios.own.files:
            if file.state == "broken":
                unusable.setdefault(file.path.stem, file)
        return f"{game}/{usable_name(f'scenario of {game}', name, names, unusable)}"

    def _no_scenario(self, typed: str) -> SandtableError:
        """The error for a word that names no scenario, with those of the game that it means, if any."""
        if game := self.game_alone(typed):
            ids = self._scenarios.of(game)
            if not ids:
                return SandtableError(f"{game} has no scenarios")
            names = listing([id.partition("/")[2] for id in ids])
            return SandtableError(f"which scenario of {game}? Name one of {names}, as in {ids[0]}")
        close = nearest(typed, [*self._inventory.games, *self._scenarios.ids])
        hint = f'did you mean "{close}"?' if close else "sandtable list shows all"
        return UnknownName(f'no scenario "{clipped(typed)}" (GAME/SCENARIO or a .toml file); {hint}')


def usable_name(kind: str, typed: str, names: Iterable[str], unusable: Mapping[str, Known]) -> str:
    """The name in `names` that a word means.

    An `unusable` name counts only if the word is its full name or fits no other name; then
    PluginError is raised.
    """
    usable_names = [name for name in names if name not in unusable]
    if typed in unusable:
        raise unusable[typed].refusal
    usable = resolve(
        kind, typed, usable_names if match(typed, usable_names) else [*usable_names, *unusable]
    )
    if usable in unusable:
        raise unusable[usable].refusal
    return usable
