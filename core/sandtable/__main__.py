"""``python -m sandtable`` is the command line, which the installation names."""

from importlib.metadata import entry_points

(program, *_) = entry_points(group="console_scripts", name="sandtable")
raise SystemExit(program.load()())
