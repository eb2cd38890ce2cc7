"""``python -m sandtable`` is the command line."""

from sandtable.shell import main

raise SystemExit(main())
