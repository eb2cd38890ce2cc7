"""``python -m sandtable`` is the command line."""

from sandtable.cli import main

raise SystemExit(main())
