"""Closed sheets as digests and as sheets to be rated."""

from collections.abc import Collection, Iterable
from datetime import date
from itertools import groupby
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.db.models.functions import Coalesce

from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.sheet.rows import seats_with_players
from scorekeeper.ratings.models import Digest, OptOut, Played, Rated, Rating
from scorekeeper.ratings.selectors.reading import read
from scorekeeper.ratings.skill import Change, Sides


def with_hands(pks: Iterable[UUID]) -> QuerySet[Sitting]:
    """These sittings with what a digest is made of."""
    return (
        Sitting.objects.filter(pk__in=list(pks))
        .select_related("club")
        .prefetch_related(
            Prefetch("hands", Hand.objects.standing().order_by("number"), to_attr="standing"),
            seats_with_players(),
        )
    )


def digested(sitting: Sitting) -> tuple[Digest, list[Played]]:
    """The digest of a sitting that `with_hands` has read."""
    standing: list[Hand] = sitting.standing  # type: ignore[attr-defined]  # where the prefetch puts them
    return read(sitting, standing, list(sitting.seats.all()))


def months_in(digests: QuerySet[Digest]) -> set[date]:
    """The first days of the months in which these were played."""
    days = digests.order_by().values_list("played_on", flat=True).distinct()
    return {day.replace(day=1) for day in days}


def sheets_of(digests: QuerySet[Digest], without: Collection[UUID]) -> list[Sides[Digest, UUID]]:
    """What these digests are to a rating, in order: people by the person's id, and nobody of those `without` one."""
    rows = (
        Played.objects.filter(digest__in=digests.filter(hands__gt=0))
        .select_related("digest")
        .annotate(person=Coalesce("player__merged_into", "player"))
        .order_by("digest__at", "digest__sitting", "side", "seat")
    )
    found = []
    for _sitting, table in groupby(rows, key=lambda row: row.digest.sitting_id):
        sides = [list(side) for _side, side in groupby(table, key=lambda row: row.side)]
        people = [[None if row.person in without else row.person for row in side] for side in sides]
        found.append(Sides(sides[0][0].digest, people, [side[0].rank for side in sides]))
    return found


def without_rating(club_id: UUID) -> set[UUID]:
    """The people of a club who want none."""
    said = OptOut.objects.filter(club=club_id).annotate(person=Coalesce("player__merged_into", "player"))
    return set(said.values_list("person", flat=True))


def rated(change: Change[Digest, UUID]) -> Rated:
    """The row of what a sheet made of a rating."""
    digest, before, after = change.key, change.before, change.after
    return Rated(
        club_id=digest.club_id,
        game=digest.game,
        player_id=change.person,
        sitting_id=digest.sitting_id,
        at=digest.at,
        nth=after.sheets,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu=after.mu,
        sigma=after.sigma,
    )


def current(row: Rated) -> Rating:
    """Where somebody stands whose newest change this is."""
    return Rating(
        club_id=row.club_id,
        game=row.game,
        player_id=row.player_id,
        mu=row.mu,
        sigma=row.sigma,
        sheets=row.nth,
        at=row.at,
    )
