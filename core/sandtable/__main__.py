"""``python -m sandtable`` is the command line, which the installation names."""

from importlib.metadata import distribution

(program,) = distribution("sandtable").entry_points.select(group="console_scripts", name="sandtable")
raise SystemExit(program.load()())
