"""Runs the command line, as the installed script does: ``python -m sandtable``."""

from importlib.metadata import distribution

(program,) = distribution("sandtable").entry_points.select(group="console_scripts", name="sandtable")
raise SystemExit(program.load()())
