"""Historical wargames at a terminal, and the engine that runs them.

A script plays with the same words as the prompt:

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

- to play: `new`, `load`, `Session`, `Replay`, and `SandtableError` with its subclasses.
- for a game: `Game`, `State`, `Phase`, `Decision`, `Action`, `Event`; also
  `Refusal`, `Outcome`, `Table`, `Dice`. Ready-made decisions: `SpaceChoice`,
  `OrderChoice`. Components: `Board`, `Track`, `deck`, `MapFile`.
- for its pictures: `Presentation`, `Picture`, `Counter`, `Item`, `chart`.
- for a special rule: `SpecialRule`; a game calls its rules with `ask_rules`.
- for a bot: `ScriptedBot` or your own `Bot`, which plays from a `Seat`.
- for a plugin: `hookimpl`; `Command` (a word at the prompt), `ShellCommand`,
  `Exporter` (a file format), `Migration` (of saves made under older rules).

Tools import everything else from

- `sandtable.tooling`: installed plugins, the contents of saves, settings;
- the packages above the core, for batches, pictures, the prompt, the command
  line and the testing of games, which ``docs/inside/architecture.md`` names.

`help(sandtable.Game)` explains a name, and `dir(sandtable)` lists all of them;
other modules are private. ``sandtable plugins new game NAME`` writes a small
game to start from. The source includes guides, in ``docs/make``.
"""

from sandtable.text.face import face

__version__ = "0.1.0"

__getattr__, __dir__ = face(__name__, __file__)
