"""``config edit``: the file of the settings in the user's editor, examined before it counts."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable.base.errors import SandtableError
from sandtable.base.words import visible
from sandtable.plugins.shell_command import ShellCommand
from sandtable.settings import KNOWN, file
from sandtable.settings.known import shown
from sandtable.shell.output import say


def edit(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """Edit a copy until it is right, and put it in the place of the file; 1 for an editor that fails."""
    words = _editor()
    before = _now()
    with TemporaryDirectory(prefix="sandtable-") as folder:
        copy = Path(folder) / "config.toml"
        copy.write_bytes(before)
        while True:
            failed = _failed(words, copy)
            if not copy.exists() or copy.read_bytes() == before:
                return _nothing(failed)
            faults = [failed] if failed else _faults(copy)
            if not faults:
                file.write(copy.read_bytes())
                say(f"written to {file.path()}")
                return 0
            for fault in faults:
                say(fault)
            if not _again():
                raise SandtableError(f"nothing is changed; what you wrote is kept in {_kept(copy)}")


def _nothing(failed: str) -> int:
    """Say that nothing is changed, and whether that is the editor's fault; the status."""
    if failed:
        print(f"sandtable: {visible(failed)}; nothing is changed", file=sys.stderr)
    else:
        say("nothing is changed")
    return 1 if failed else 0


def _faults(copy: Path) -> Sequence[str]:
    """What is wrong with what was written, told of the file itself."""
    return file.read(copy, called=file.path()).faults


def _now() -> bytes:
    """What there is to edit; where there is no file, every setting as a comment."""
    try:
        return file.path().read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return "\n".join(_blank()).encode()
    except OSError as error:
        raise SandtableError(
            f"{file.path()}: {(error.strerror or 'can not be read').lower()}"
        ) from error


def _blank() -> Iterator[str]:
    yield "# Settings of sandtable. A line counts without the # before it."
    for one in KNOWN.values():
        yield from ("", f"# {one.help}: {one.either}", f"# {one.key} = {shown(one.default)}")
    yield ""


def _editor() -> list[str]:
    """The words of the editor's command."""
    for name in ("VISUAL", "EDITOR"):
        try:
            if words := shlex.split(os.environ.get(name, "")):
                return words
        except ValueError as error:
            raise SandtableError(f"{name} is {os.environ[name]}: {str(error).lower()}") from error
    raise SandtableError(f"no editor is known: set EDITOR, as in EDITOR=nano, or edit {file.path()}")


def _failed(words: list[str], copy: Path) -> str:
    """Run the editor; how it failed, empty when it did not."""
    status = _run(words, copy)
    if status:
        how = f"ended with status {status}" if status > 0 else f"was ended by signal {-status}"
        return f"the editor {words[0]} {how}"
    return "" if copy.exists() else f"the editor {words[0]} left no file"


def _run(words: list[str], copy: Path) -> int:
    """Run the editor; its status. Ctrl-C is its own affair from its first moment on."""
    # A handler of ours, for an editor would inherit SIG_IGN and be deaf to Ctrl-C.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return subprocess.run([*words, str(copy)], check=False).returncode  # noqa: S603 (the user's own)
    except OSError as error:
        why = (error.strerror or "it can not be started").lower()
        raise SandtableError(f"the editor {words[0]}: {why}") from error
    finally:
        signal.signal(signal.SIGINT, before)


def _again() -> bool:
    """Whether the user wants to go on editing."""
    if not (sys.stdin and sys.stdin.isatty()):
        return False
    try:
        return not input("Go on editing? [yes] ").strip().lower().startswith("n")
    except (EOFError, KeyboardInterrupt):
        print()
        return False


def _kept(copy: Path) -> Path:
    """Put what was written beside the file."""
    there = file.path().with_name("config.toml.edited")
    there.parent.mkdir(parents=True, exist_ok=True)
    there.write_bytes(copy.read_bytes())
    return there


EDIT = ShellCommand(
    run=edit, examples=("sandtable config edit", "EDITOR='nano -w' sandtable config edit")
)
