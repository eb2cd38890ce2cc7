"""The command line: `main` parses a line and runs a command; each command has its own module or section.

- Only what the command needs is imported. Lists come from files, and ``--version`` reads no plugin.
- A command is a `ShellCommand` named by an entry point, in the shell as in any plugin.
- The answer goes to standard output, and each fault, as a line that begins with ``sandtable:``, to
  standard error. The exit status is 0 for done, 1 for no, and 2 for wrong use or bad input.
- Files are written whole or not at all, and a save is never overwritten.
- Text from files and plugins is printed with its control characters made visible.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
