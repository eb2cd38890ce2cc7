"""The face for tools: for plugins that are more than a game, a scenario or a bot.

It has the catalog of plugins, sessions and their saves, the playing out of games, the console with its
outputs and sinks, and the parts of a shell command. Names are imported when they are first used.
"""

from sandtable.text.face import face

__getattr__, __dir__ = face(__name__, __file__)
