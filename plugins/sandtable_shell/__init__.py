"""The command line: `main` reads the words of a line, and each command has a module or part of one.

- Only what the command on the line needs is imported, and ``--version`` looks at no plugin: what is
  listed comes from files.
- A command is a `ShellCommand` that an entry point names, of the shell as well as of a plugin.
- Standard output has the answer; faults go to standard error, each in a line that begins with
  ``sandtable:``. The exit status is 0 for done, 1 for no, and 2 for wrong use or bad input.
- Files are written whole or not at all, and a save is never overwritten.
- Text from files and plugins is printed with its control characters made visible.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
