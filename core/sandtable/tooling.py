"""Names for tools: plugins that are more than a game, a scenario or a bot.

    >>> from sandtable.tooling import catalog
    >>> catalog().games.infos["megiddo"].title
    'Megiddo 1918'
    >>> catalog().scenario("megiddo/1918-even").title
    'Megiddo, evenly matched'

- Installed plugins: `catalog`, `refresh`, `Plugin`, `scenarios`, `switches`.
- Saves: `recording` reads one without its game, and `resume` continues one;
  `records`, `journal`, `diff` and `undo` deal with their lines.
- The user: `config` (the user's folders), `printing` and `signals`.
- Names as typed: `resolve`, `match` and `nearest_to` look them up; `no_such`
  and `clip` put them into messages. `wording` reads an action.
- Other people's code: `Guard` and `in_a_line` turn its exceptions into messages.
- Files: `write_whole`, `toml_text`, `find_faults`.
- Your own package: `face` loads its public names when they are first used.
"""

from sandtable.text.face import face

__getattr__, __dir__ = face(__name__, __file__)
