"""What directors did to a season."""

from django.db.models import QuerySet

from scorekeeper.standings.models import Competition, SeasonAct


def log_of(season: Competition) -> QuerySet[SeasonAct]:
    """Newest first; one query."""
    return season.acts.select_related("player", "by", "taken_back_by__by").order_by("-seq")
