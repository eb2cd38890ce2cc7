"""``python -m sandtable_tools.kit``: ``sandtable test`` with a Python of your choice."""

import sys

from sandtable_shell import main

if __name__ == "__main__":
    raise SystemExit(main(["test", *sys.argv[1:]]))
