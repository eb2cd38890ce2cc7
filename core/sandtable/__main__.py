"""``python -m sandtable`` is the command line."""

from sandtable_shell.command_line import main

raise SystemExit(main())
