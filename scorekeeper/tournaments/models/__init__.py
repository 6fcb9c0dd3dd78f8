"""Tournaments: what is planned, who takes part, the rounds with their tables, and what was done at the desk."""

from scorekeeper.tournaments.models.acts import DeskAct
from scorekeeper.tournaments.models.entries import Entrant, EntrantPlayer, PairRule
from scorekeeper.tournaments.models.events import Stage, StageEntrant, Tournament
from scorekeeper.tournaments.models.room import Clock, DirectorCall, PrintedPaper
from scorekeeper.tournaments.models.rounds import Round, RoundPlace, RoundTable

__all__ = [
    "Clock",
    "DeskAct",
    "DirectorCall",
    "Entrant",
    "EntrantPlayer",
    "PairRule",
    "PrintedPaper",
    "Round",
    "RoundPlace",
    "RoundTable",
    "Stage",
    "StageEntrant",
    "Tournament",
]
