"""What a new game opens with, before its first news: what it is about, and what is at stake."""

from __future__ import annotations

from sandtable.record.session import Session


def is_new(session: Session) -> bool:
    """Whether nothing has been done in a game but its set-up."""
    return len(session.log) == 1 and session.outcome is None


def opening(session: Session, seat: str | None) -> list[str]:
    """What is at stake, else the summary of the scenario; nothing that the game tells itself."""
    info = session.scenario.info
    said = " ".join(event.text for event in session.log[0].seen_by(seat))
    told = info.at_stake or info.summary
    return [told] if told and told not in said else []
