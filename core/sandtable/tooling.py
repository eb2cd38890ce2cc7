"""The face for tools: for plugins that are more than a game, a scenario or a bot.

It has the catalog of plugins, sessions and their saves, the playing out of games, the console with its
outputs and sinks, and the parts of a shell command. Names are imported when they are first used.
"""

from sandtable.base.face import face
from sandtable.base.former import renamed

FORMER = {
    "Entry": "LogEntry",
    "Ground": "SinkContext",
    "Past": "Step",
    "Scene": "Frame",
    "Told": "CommandOutputs",
    "free": "free_path",
    "hold": "open_locked",
    "look_back": "review_save",
    "scenes": "frames",
    "tell_remarks": "print_remarks",
    "take_troubles": "take_problems",
    "untold": "take_problems",
}
"""Former names, and the current ones."""

__getattr__, __dir__ = face(__name__, __file__, renamed(__name__, FORMER, level=4))
