"""Writes the telegrams of a finished game to a file next to its save, if the courier sends them."""

from __future__ import annotations

from sandtable import Session, hookimpl


@hookimpl
def telegram_sent(session: Session, text: str) -> None:
    if save := session.journal.path:
        with save.with_suffix(".news").open("a", encoding="utf-8") as news:
            news.write(f"{text}\n")
