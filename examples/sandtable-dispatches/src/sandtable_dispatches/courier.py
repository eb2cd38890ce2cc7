"""Defines a hook, and sends the telegrams of a finished game to every plugin that implements it."""

from __future__ import annotations

from sandtable import Session, hookimpl, hookspec

from sandtable_dispatches.telegrams import telegrams


@hookspec
def telegram_sent(session: Session, text: str) -> None:
    """Receive one turn's complete telegram after a game is over."""


@hookimpl
def session_ended(session: Session) -> None:
    for text in telegrams(session, None).values():
        session.plugins.notify(telegram_sent, session=session, text=text)
