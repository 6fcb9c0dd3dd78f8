"""Club evenings with their tables, and the team leagues whose match days are such evenings."""

from scorekeeper.leagues.models.evenings import (
    DECIMALS,
    Attendance,
    Collected,
    DrawnTable,
    Evening,
    EveningGame,
    Place,
    ReportReader,
    TableCall,
    TableDraw,
)
from scorekeeper.leagues.models.teams import (
    GroupTeam,
    LineUp,
    MatchDay,
    Series,
    Team,
    TeamGroup,
    TeamLeague,
    TeamMember,
    TeamPlace,
)

__all__ = [
    "DECIMALS",
    "Attendance",
    "Collected",
    "DrawnTable",
    "Evening",
    "EveningGame",
    "GroupTeam",
    "LineUp",
    "MatchDay",
    "Place",
    "ReportReader",
    "Series",
    "TableCall",
    "TableDraw",
    "Team",
    "TeamGroup",
    "TeamLeague",
    "TeamMember",
    "TeamPlace",
]
