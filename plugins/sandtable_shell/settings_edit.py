"""``config edit``: edit the settings file in the user's editor, and check it before it takes effect."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable.plugins.shell_command import ShellCommand
from sandtable.text.errors import SandtableError
from sandtable.text.shown import visible
from sandtable_console.settings import KNOWN, file
from sandtable_console.settings.known import in_toml
from sandtable_shell.output import say


def edit(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """Edit a copy until it is right, then replace the file; return 1 if the editor fails."""
    editor = _editor_command()
    before = _text_to_edit()
    with TemporaryDirectory(prefix="sandtable-") as folder:
        copy = Path(folder) / "config.toml"
        copy.write_bytes(before)
        while True:
            failure = _run_editor(editor, copy)
            if not copy.exists() or copy.read_bytes() == before:
                return _report_unchanged(failure)
            faults = [failure] if failure else file.read(copy, called=file.path()).faults
            if not faults:
                file.write(copy.read_bytes())
                say(f"written to {file.path()}")
                return 0
            for fault in faults:
                say(fault)
            if not _continues():
                raise SandtableError(f"nothing is changed; what you wrote is kept in {_set_aside(copy)}")


def _report_unchanged(failure: str) -> int:
    """Say that nothing is changed, and whether the editor failed; return the exit status."""
    if failure:
        print(f"sandtable: {visible(failure)}; nothing is changed", file=sys.stderr)
    else:
        say("nothing is changed")
    return 1 if failure else 0


def _text_to_edit() -> bytes:
    """The text of the file; if there is none, every setting as a comment."""
    try:
        return file.path().read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return "\n".join(_template()).encode()
    except OSError as error:
        raise SandtableError(f"{file.path()}: {(error.strerror or 'cannot be read').lower()}") from error


def _template() -> Iterator[str]:
    yield "# Settings of sandtable. Remove the # before a line to use it."
    for key, setting in KNOWN.items():
        yield from ("", f"# {setting.help}: {setting.choices}", f"# {key} = {in_toml(setting.default)}")
    yield ""


def _editor_command() -> list[str]:
    """The words of the editor's command."""
    for name in ("VISUAL", "EDITOR"):
        try:
            if words := shlex.split(os.environ.get(name, "")):
                return words
        except ValueError as error:
            raise SandtableError(f"{name} is {os.environ[name]}: {str(error).lower()}") from error
    raise SandtableError(f"no editor is known: set EDITOR, as in EDITOR=nano, or edit {file.path()}")


def _run_editor(command: list[str], copy: Path) -> str:
    """Run the editor, which handles Ctrl-C itself; return how it failed, or an empty text."""
    # A handler of our own, since an editor would inherit SIG_IGN and ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        status = subprocess.run([*command, str(copy)], check=False).returncode  # noqa: S603 (the user's own)
    except OSError as error:
        why = (error.strerror or "it cannot be started").lower()
        raise SandtableError(f"the editor {command[0]}: {why}") from error
    finally:
        signal.signal(signal.SIGINT, before)
    if status:
        how = f"ended with status {status}" if status > 0 else f"was ended by signal {-status}"
        return f"the editor {command[0]} {how}"
    return "" if copy.exists() else f"the editor {command[0]} left no file"


def _continues() -> bool:
    """Whether the user wants to continue editing."""
    if not (sys.stdin and sys.stdin.isatty()):
        return False
    try:
        return not input("Continue editing? [yes] ").strip().lower().startswith("n")
    except (EOFError, KeyboardInterrupt):
        print()
        return False


def _set_aside(copy: Path) -> Path:
    """Keep the user's text next to the file."""
    aside = file.path().with_name("config.toml.edited")
    aside.parent.mkdir(parents=True, exist_ok=True)
    aside.write_bytes(copy.read_bytes())
    return aside


EDIT = ShellCommand(
    run=edit, examples=("sandtable config edit", "EDITOR='nano -w' sandtable config edit")
)
