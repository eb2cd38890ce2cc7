"""The command line: `main` reads the words, each command lives in a module of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from sandtable.cli.parser import parse
from sandtable.errors import SandtableError


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status: 0 done, 1 the answer is no, 2 wrong use or bad input."""
    words = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in words
    try:
        arguments = parse(words)
        module, _, function = arguments.run.partition(":")
        status: int = getattr(import_module(f"sandtable.cli.{module}"), function)(arguments)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has enough; what Python still holds back goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except SandtableError as error:
        if debug:
            raise
        return _say(str(error), error.status, error.details)
    except Exception as error:
        if debug:
            raise
        if isinstance(error, OSError) and error.strerror:
            return _say(f"{error.strerror.lower()}{f': {error.filename}' if error.filename else ''}", 1)
        return _say(f"a fault of the program: {error!r} (--debug shows where)", 1)
    return status


def _say(text: str, status: int, details: Sequence[str] = ()) -> int:
    line = " ".join(text.split())
    if sys.stderr:
        print(f"sandtable: {line}", *(f"    {one}" for one in details), sep="\n", file=sys.stderr)
    return status
