"""The text before the first news of a new game: what it is about, and what is at stake."""

from __future__ import annotations

from sandtable.record.session import Session


def is_new(session: Session) -> bool:
    """Whether a game has only been set up."""
    return len(session.log) == 1 and session.outcome is None


def opening(session: Session, seat: str | None) -> list[str]:
    """The stakes of the game, else the summary of the scenario; empty if the game itself says so."""
    info = session.scenario.info
    reported = " ".join(event.text for event in session.log[0].seen_by(seat))
    text = info.at_stake or info.summary
    return [text] if text and text not in reported else []
