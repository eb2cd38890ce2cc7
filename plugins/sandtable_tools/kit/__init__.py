"""The conformance kit: checks for authors that a game keeps the contract.

``conformance("megiddo")`` plays random games of every scenario and checks each position. It returns
findings, or an empty list if nothing is wrong. ``coverage`` plays until everything in a game has
occurred, and lists what never did. ``perft`` counts the legal tree. A `Typist` types at a console, and a
`Tape` is a sink that records outputs.

Names are imported on first use, so that the plugin does not slow pytest's start.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
