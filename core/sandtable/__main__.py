"""``python -m sandtable`` is the command line."""

from sandtable_shell import main

raise SystemExit(main())
