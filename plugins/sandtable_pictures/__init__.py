"""Pictures of a board: maps of characters as sheets, and SVG.

A game describes its board once, as data; this package draws it. What holds:

- A picture shows what its viewer may know, since it is made from that viewer's view.
- Equal pictures give equal lines and equal SVG, byte for byte.
- Nothing is marked only by its colour: each role of the palette has a sign too. Lines are plain text; a
  `Styled` line also knows the roles of its parts.
- SVG and pages escape all text, load nothing, and run no script but the one that a page was given.
- A file format, of ours or of a plugin, comes by the hook `exporters`.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
