"""Batches of games between bots: the same outcomes for one seed, however many work on them."""

from __future__ import annotations

from sandtable.batch.play import play_games
from sandtable.batch.playout import play_out
from sandtable.batch.results import Batch, GameResult, Job, summary, won
from sandtable.simulate.batch import simulate

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
