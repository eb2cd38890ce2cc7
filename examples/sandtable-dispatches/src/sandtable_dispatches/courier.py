"""When a game is over its telegrams go to every plugin that wants them, by a hook of our own."""

from __future__ import annotations

from sandtable import Session, hookimpl, hookspec

from sandtable_dispatches.telegrams import telegrams


@hookspec
def telegram_sent(session: Session, text: str) -> None:
    """A game is over; `text` is the telegram of one of its turns, with nothing left out."""


@hookimpl
def session_ended(session: Session) -> None:
    for text in telegrams(session, None).values():
        session.plugins.notify(telegram_sent, session=session, text=text)
