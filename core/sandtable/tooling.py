"""The face for tools: for plugins that are more than a game, a scenario or a bot.

It has the catalog of plugins, the parts of saves, and names as people type them. The packages next to
the core have faces of their own. Names are imported when they are first used.
"""

from sandtable.text.face import face

__getattr__, __dir__ = face(__name__, __file__)
