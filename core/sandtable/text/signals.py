"""Signals that end the program, distinguished from what a plugin's code raises.

A signal raises `Interrupted` or `Ended`. Any other KeyboardInterrupt or SystemExit that comes out of a
plugin is the plugin's fault (`sandtable.text.guard`).
"""

from __future__ import annotations

import signal
from threading import current_thread, main_thread


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, raised by the program's own handler."""


class Ended(SystemExit):
    """A signal that ends the program, with the exit status that shells expect."""


class OwnHandler:
    """A handler of Ctrl-C that raises `Interrupted`, or nothing: never a plain KeyboardInterrupt."""


def sent(error: BaseException) -> bool:
    """Whether a signal raised an error.

    Without our handler, as where a `Session` is used from Python, a Ctrl-C looks like a
    KeyboardInterrupt that a plugin raises, so each one counts. In another thread none counts, since
    Python raises Ctrl-C in the main thread only.
    """
    if isinstance(error, KeyboardInterrupt):
        handler = signal.getsignal(signal.SIGINT)
        never = handler in (signal.SIG_DFL, signal.SIG_IGN) or current_thread() is not main_thread()
        return isinstance(error, Interrupted) or not (isinstance(handler, OwnHandler) or never)
    return isinstance(error, Ended)
