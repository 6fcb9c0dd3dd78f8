"""Who keeps what of a season that has ended: see standings/awards.py."""

from collections.abc import Iterator
from itertools import groupby
from uuid import UUID

from django.db.models import Sum

from scorekeeper.payouts.models import PoolAct
from scorekeeper.payouts.pools.reads import DONE, Given
from scorekeeper.payouts.sources import ranks_of
from scorekeeper.standings.awards import BEST, Ended, Winner, basis_of, drop_awards, write_awards
from scorekeeper.standings.models import AwardedEvent, Competition, SeasonTally
from scorekeeper.standings.selectors.table import lines

SEASON = AwardedEvent.Kind.SEASON


def award_seasons() -> int:
    """Work out of each season that has ended and is official what is not yet, or has changed; how many that were."""
    there, done = basis_of(SEASON), 0
    seasons = {season.pk: season for season in Competition.objects.exclude(ended_at=None).select_related("club")}
    for pk, basis in season_bases(seasons).items():
        if there.pop(pk, "") == basis:
            continue
        season = seasons[pk]
        if ranks_of(season).not_final(season):
            drop_awards(SEASON, [pk])
            continue
        write_awards(ended_season(season, SEASON, pk, season.name, basis), _winners(season))
        done += 1
    drop_awards(SEASON, list(there))
    return done


def season_bases(seasons: dict[UUID, Competition]) -> dict[UUID, str]:
    """Of each of these seasons what its places are worked out from: another one whenever a result, a bonus, a lot or
    the award of its prizes has changed. Two statements."""
    standings = SeasonTally.objects.filter(competition__in=seasons).values_list("competition")
    moved = dict(standings.annotate(moved=Sum("revision")).order_by("competition"))
    awards = awards_standing()
    return {
        pk: f"{season.ended_at:%Y%m%d%H%M%S%f} {season.revision} {season.seq} {moved.get(pk, 0)} {awards.get(pk, '')}"
        for pk, season in seasons.items()
    }


def awards_standing() -> dict[UUID, UUID]:
    """{competition: the award of its prizes that stands}"""
    acts = PoolAct.objects.filter(kind=DONE.AWARDED, taken_back_by=None)
    return dict(acts.values_list("pool__competition", "pk"))


def special_winners(competition: UUID) -> Iterator[Winner]:
    """Who has won a special prize or one of a group, by the award that stands."""
    act = PoolAct.objects.filter(pool__competition=competition, kind=DONE.AWARDED, taken_back_by=None).first()
    for won in Given.from_json(act.detail).specials if act else ():
        if won.player:
            yield Winner(won.player, cause=won.cause)


def ended_season(season: Competition, kind: str, source: UUID, name: str, basis: str) -> Ended:
    """A season, or the league that is played for it, as an event that has ended."""
    assert season.ended_at  # noqa: S101 asked of those that have ended
    return Ended(season.club_id, kind, source, name, season.ended_at, basis)


def _winners(season: Competition) -> Iterator[Winner]:
    ranked = lines(season, official=True).ranked
    for rank, tied in groupby(ranked, key=lambda row: row.rank):
        rows = list(tied)
        if rank <= BEST:
            for row in rows:
                yield Winner(row.row.player_id, rank, rank + len(rows) - 1, len(ranked))
    yield from special_winners(season.pk)
