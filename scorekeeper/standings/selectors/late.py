"""The sheets that were opened while a season had ended: they do not count for it, and can be counted in."""

from typing import Any

from django.db.models import Q, QuerySet

from scorekeeper.standings.models import Competition, SeasonAct


def late_sheets(season: Competition) -> "QuerySet[Any]":
    """Sittings of its games that were opened between its end and its being opened again, and do not count for it,
    oldest first. One query for its acts where directors did anything, one when the rows are asked for."""
    club_s = season.club.sittings
    pauses = _pauses(season) if season.seq else Q()
    if not pauses:
        return club_s.none()
    found = club_s.filter(pauses, game__in=list(season.systems))
    return found.exclude(competitions=season).order_by("opened_at", "pk")


def _pauses(season: Competition) -> Q:
    """When it had ended; nothing where it was never opened again."""
    found, ended = Q(), None
    kinds = [SeasonAct.Kind.ENDED, SeasonAct.Kind.REOPENED]
    for kind, at in season.acts.filter(kind__in=kinds).order_by("seq").values_list("kind", "at"):
        if kind == SeasonAct.Kind.ENDED:
            ended = at
        elif ended:
            found |= Q(opened_at__gte=ended, opened_at__lt=at)
    return found
