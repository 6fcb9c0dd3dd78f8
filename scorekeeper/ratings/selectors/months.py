"""What months must say, made of the digests, and what they say."""

from datetime import date, timedelta
from itertools import groupby
from typing import TypeAlias
from uuid import UUID

from django.db.models import Model
from django.db.models.functions import Coalesce

import games
from scorekeeper.ratings.models import ClubMonth, Digest, Month, Played
from scorekeeper.ratings.months import Sheet, Values, of_club, of_people

OF_PERSON = ("sheets", "won", "hands", "run", "units", "days", "facts", "peaks", "met")
OF_CLUB = ("sheets", "hands", "units", "counts", "peaks", "best", "runs")
Due: TypeAlias = dict[UUID | None, Values]  # by person; of the club without one


def due_months(club_id: UUID, game: str, month: date) -> Due:
    """What the sheets of a month come to; nothing where no hand was played. One statement."""
    after = (month + timedelta(days=31)).replace(day=1)
    digests = Digest.objects.filter(club=club_id, game=game, hands__gt=0, played_on__gte=month, played_on__lt=after)
    rows = (
        Played.objects.filter(digest__in=digests)
        .select_related("digest")
        .annotate(person=Coalesce("player__merged_into", "player"))
        .order_by("digest__at", "digest__sitting", "seat")
    )
    tables = [list(table) for _sitting, table in groupby(rows, key=lambda row: row.digest.sitting_id)]
    sheets = [Sheet(table[0].digest, table) for table in tables]
    if not sheets:
        return {}
    plays = games.game(game)
    people = of_people(plays, sheets)
    return {None: of_club(plays, sheets, people)} | people


def kept_months(club_id: UUID, game: str, month: date) -> dict[UUID | None, tuple[UUID, Values]]:
    """What is kept of it, each with the id of its row. Two statements."""
    months = Month.objects.filter(club=club_id, game=game, month=month)
    kept: dict[UUID | None, tuple[UUID, Values]] = {row.player_id: (row.pk, _values(row, OF_PERSON)) for row in months}
    whole = ClubMonth.objects.filter(club=club_id, game=game, month=month).first()
    return {**kept, None: (whole.pk, _values(whole, OF_CLUB))} if whole else kept


def _values(row: Model, fields: tuple[str, ...]) -> Values:
    return {name: getattr(row, name) for name in fields}
