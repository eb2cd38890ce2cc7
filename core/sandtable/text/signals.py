"""Tells signals that end the program from exceptions raised by plugins.

A signal raises `Interrupted` or `Ended`. Any other KeyboardInterrupt or SystemExit from a plugin is the
plugin's fault (`sandtable.text.guard`).
"""

from __future__ import annotations

import signal
from threading import current_thread, main_thread


class Interrupted(KeyboardInterrupt):
    """A real Ctrl-C, raised by the program's own handler."""


class Ended(SystemExit):
    """A signal that ends the program, with the exit status that shells expect."""


class OwnHandler:
    """A handler of Ctrl-C that raises `Interrupted` or nothing, never a plain KeyboardInterrupt."""


def is_signal(error: BaseException) -> bool:
    """Return whether an error was raised by a signal.

    Without our handler, as when a script uses a `Session`, a real Ctrl-C looks like a
    KeyboardInterrupt from a plugin, so each one counts as a signal. In other threads, none does, since
    Python raises Ctrl-C only in the main thread.
    """
    if isinstance(error, KeyboardInterrupt):
        handler = signal.getsignal(signal.SIGINT)
        no_signal = handler in (signal.SIG_DFL, signal.SIG_IGN) or current_thread() is not main_thread()
        return isinstance(error, Interrupted) or not (isinstance(handler, OwnHandler) or no_signal)
    return isinstance(error, Ended)
