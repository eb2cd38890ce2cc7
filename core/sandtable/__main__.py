"""``python -m sandtable`` is the command line."""

from sandtable_shell.main import main

raise SystemExit(main())
