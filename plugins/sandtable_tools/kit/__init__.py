"""The conformance kit: checks that a game keeps the contract, for its author's own tests.

``conformance("megiddo")`` plays random games of every scenario and looks at each position. An empty
list of findings means that nothing is wrong. ``coverage`` plays until all of a game's content has
occurred, and lists what never did. ``perft`` counts the legal tree. A `Typist` types at a console,
and a `Tape` is a sink that keeps its outputs.

Names are imported when they are first used, so that pytest starts as fast as without the plugin.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
