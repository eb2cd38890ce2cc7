"""Batches of games between bots: the same outcomes for one seed, however many work on them."""

from __future__ import annotations

from sandtable.playout import play_out
from sandtable.simulate.batch import simulate
from sandtable.simulate.play import play_games
from sandtable.simulate.results import Batch, GameResult, Job, summary, won

__all__ = [
    "Batch",
    "GameResult",
    "Job",
    "play_games",
    "play_out",
    "simulate",
    "summary",
    "won",
]
