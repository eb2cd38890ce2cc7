"""Runs a command: its switches, its exit status, and its error messages."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from sandtable import SandtableError
from sandtable.tooling import Guard, in_a_line, printing, signals
from sandtable_console import handlers, visible_streams
from sandtable_shell.reading import run

ENABLED_VARIABLE = "SANDTABLE_PLUGINS"
"""The environment variable that lists the enabled plugins; ``--no-plugins`` empties it."""

COMPLETION_VARIABLE = "_ARGCOMPLETE"
"""The variable that a shell's completion script sets to ask for completions."""

OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""New objects between garbage collections: each collection scans a bot's whole memory."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Return 0 if done, 1 if the answer is no, 2 for wrong use or bad input."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        with handlers.interruptible(), visible_streams():
            if COMPLETION_VARIABLE in os.environ:
                from sandtable_shell.completion import complete  # noqa: PLC0415 (slow to import)

                return complete()
            return _run(words)
    except signals.Interrupted:  # a second Ctrl-C, while the first one ends the command
        return 130


def _run(words: list[str]) -> int:
    debug = "--debug" in words
    # --no-plugins takes effect before any word is looked up, and may be abbreviated.
    no_plugins = any(len(word) > len("--") and "--no-plugins".startswith(word) for word in words)
    try:
        with _apply_switches(debug=debug, no_plugins=no_plugins):
            try:
                status = run(words)
            except (Exception, SystemExit) as error:
                _mention_problems(in_a_line(error))
                raise
            _mention_problems()
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        # The output's reader has closed it; discard what Python still buffers.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SandtableError as error:
        return _trace(error, error.status) if debug else _say(str(error), error.status, error.details)
    except SystemExit:  # from --help or a signal; a plugin's SystemExit has become another error
        raise
    except BaseException as error:
        return _report_failure(error, debug=debug)
    return status


def _report_failure(error: BaseException, *, debug: bool) -> int:
    """Report why a command failed and which plugin is to blame; return the exit status."""
    if isinstance(error, KeyboardInterrupt) and signals.is_signal(error):
        return _say(str(error), 130) if str(error) else 130
    if debug:
        return _trace(error, 1)
    from sandtable.tooling import catalog  # noqa: PLC0415 (slow to import)

    try:
        loader = catalog().loader
        plugin, blamed = loader.plugin_behind(error), loader.blame(error)
    except SandtableError:
        plugin, blamed = None, f"internal error: {in_a_line(error)}"
    if isinstance(error, OSError) and error.strerror and (plugin is None or plugin.built_in):
        return _say(f"{error.strerror.lower()}{f': {error.filename}' if error.filename else ''}", 1)
    return _say(f"{blamed} (--debug shows where)", 1)


@contextmanager
def _apply_switches(*, debug: bool, no_plugins: bool) -> Iterator[None]:
    """Apply the switches to a command and to the processes that it starts."""
    allowed, thresholds = os.environ.get(ENABLED_VARIABLE), gc.get_threshold()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, *thresholds[1:])
    Guard.debug = debug
    if no_plugins:
        os.environ[ENABLED_VARIABLE] = ""
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        Guard.debug = False
        if no_plugins:
            del os.environ[ENABLED_VARIABLE]
            os.environ |= {} if allowed is None else {ENABLED_VARIABLE: allowed}


def _mention_problems(shown: str = "") -> None:
    """Report plugin faults that neither the command nor its error `shown` has mentioned."""
    if "sandtable.plugins.catalog" in sys.modules:  # it is slow to import
        from sandtable.tooling import catalog  # noqa: PLC0415

        with suppress(SandtableError):  # the command has already reported it
            for line in catalog().problems.take():
                if line not in shown:
                    _say(line, 0)


def _trace(error: BaseException, status: int) -> int:
    """Print an error's traceback; return the status."""
    import traceback  # noqa: PLC0415 (slow to import)

    if sys.stderr:
        traceback.print_exception(error, file=sys.stderr)
    return status


def _say(text: str, status: int, details: Sequence[str] = ()) -> int:
    lines = [f"sandtable: {' '.join(text.split())}", *(f"    {detail}" for detail in details)]
    if sys.stderr:
        print(*map(printing.escape, lines), sep="\n", file=sys.stderr)
    return status
