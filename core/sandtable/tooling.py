"""The face for tools: plugins that are more than a game, a scenario or a bot.

    >>> from sandtable.tooling import catalog
    >>> catalog().games.infos["megiddo"].title
    'Megiddo 1918'
    >>> catalog().scenario("megiddo/1918-even").title
    'Megiddo, evenly matched'

- What is installed: `catalog`, `refresh`, `Plugin`, `scenarios`, `switches`.
- Saves: `recording` reads one without its game, `resume` continues one;
  `records`, `journal`, `diff` and `undo` have their lines.
- The user: `config` (folders, finding a save), `printing` and `signals`.
- Names as typed: `resolve`, `match`, `nearest_to`; `no_such`
  and `clip` put them into messages. `wording` reads an action.
- Code of others: `Guard` and `in_a_line` turn what it raises into a message.
- Files: `write_whole`, `toml_text`, `find_faults`.
- `face` gives a package of your own names that are loaded when they are used.
"""

from sandtable.text.face import face

__getattr__, __dir__ = face(__name__, __file__)
