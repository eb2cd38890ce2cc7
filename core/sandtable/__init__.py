"""Historical wargames at a terminal, and the engine that runs them.

Play from a script in the words of the prompt:

    >>> import sandtable
    >>> bots = {"turkish": "scripted"}  # you play the British
    >>> session = sandtable.new("megiddo/1918-even", seed=11, seats=bots)
    >>> entry = session.choose("done")
    >>> replies = list(session.play())  # the bots, until it is your turn
    >>> print(session.to_move, *session.options()[:2], sep=", ")
    british, commit british-infantry, commit engineer
    >>> path = session.save("desert.jsonl")  # for sandtable.load
    >>> session.close()

Import from `sandtable`

- to play: `new`, `load`, `Session`, `Replay`; `SandtableError` and its kinds.
- for a game: `Game`, `State`, `Phase`, `Decision`, `Action`, `Event`; also
  `Refusal`, `Outcome`, `Table`, `Dice`. Ready-made decisions: `SpaceChoice`,
  `OrderChoice`. Components: `Board`, `Track`, `deck`, `MapFile`.
- for its pictures: `Presentation`, `Picture`, `Counter`, `Item`, `chart`.
- for a special rule: `SpecialRule`; in the game that calls it, `ask_rules`.
- for a bot: `ScriptedBot`, or any `Bot`; it plays from a `Seat`.
- for a plugin: `hookimpl`; `Command` (a word at the prompt), `ShellCommand`,
  `Exporter` (a file format), `Migration` (of saves to changed rules).

Tools import the rest from

- `sandtable.tooling`: the installed plugins, parts of saves, settings.
- the packages above the core, for batches, pictures, the prompt, the command
  line and tests of games: ``docs/inside/architecture.md`` names them.

`help(sandtable.Game)` explains one name and `dir(sandtable)` lists them all;
other modules are private. ``sandtable plugins new game NAME`` writes a small
game to start from. The guides are in ``docs/make`` of the source.
"""

from sandtable.text.face import face

__version__ = "0.1.0"

__getattr__, __dir__ = face(__name__, __file__)
