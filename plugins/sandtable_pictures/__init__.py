"""Draws boards: as maps in a terminal, and as SVG.

A game describes its board once, as data, and this package draws it. These rules always hold:

- A picture shows only what its viewer may know, since it is made from that viewer's view.
- Equal pictures give equal lines and equal SVG, byte for byte.
- Colour is never the only mark: each role in the palette has a sign too. Lines are plain text; a
  `Styled` line also knows the roles of its parts.
- SVG and pages escape all text, load nothing, and run no script except the one given to a page.
- All file formats, ours and plugins', come from the hook `exporters`.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
