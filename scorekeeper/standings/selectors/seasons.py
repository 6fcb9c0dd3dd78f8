"""Seasons by themselves: which a new table is said to count for before anybody has chosen, which sheets were opened too
late, what directors did, and whether a program has read the newest."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import CharField, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, UUIDField, Value
from django.db.models.functions import Concat

from scorekeeper.accounts.authentication import CALLER
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.common.logs import name_in_log
from scorekeeper.common.prepared import Prepared, Slot, Unread
from scorekeeper.standings.models import Competition, Result, SeasonAct, SeasonTally

YEARS = re.compile(r"(?<!\d)(?P<century>19|20)(?P<year>\d\d)(?:\s?[/\N{EN DASH}-]\s?(?P<next>\d\d))?(?!\d)")
LONG_AGO = timedelta(days=365)


def usual_seasons(club: Club, offered: Collection[Competition], game: str, now: datetime) -> list[Competition]:
    """Of the seasons on offer those that the last evening or table of this game counted for; where none of them has
    counted one yet, the newest.

    Never one of a past year, and none of a team league, for which counts what its teams play.
    """
    running = _of_no_teams(present_seasons(club, offered, now))
    counted = _counted_last(running, game)
    chosen = [season for season in offered if season.pk in counted]
    return chosen or [season for season in offered if season.pk in {season.pk for season in running[:1]}]


def present_seasons(club: Club, offered: Collection[Competition], now: datetime) -> list[Competition]:
    """Those that are of no past year by the club's clock, as they are ordered."""
    today = now.astimezone(ZoneInfo(club.time_zone)).date()
    dated = _dated(offered)
    there = {pk for pk, name, last_on, played in dated if not is_past(name, last_on, today, played=played)}
    return [season for season in offered if season.pk in there]


def is_past(name: str, last_on: date | None, today: date, *, played: bool) -> bool:
    """Whether a season is one of a past year: by its name, where that says a year; else where its newest result is
    older than a year, or where nothing but old lists of earlier years count (not `played`)."""
    if years := [_last_year(found) for found in YEARS.finditer(name)]:
        return max(years) < today.year
    if last_on is None:
        return False
    return last_on < today - LONG_AGO or (not played and last_on.year < today.year)


def _last_year(found: "re.Match[str]") -> int:
    """2025 of "2025", 2026 of "2025/26"."""
    first = int(found["century"] + found["year"])
    return first if found["next"] is None else max(first, first // 100 * 100 + int(found["next"]))


def _of_no_teams(seasons: Collection[Competition]) -> list[Competition]:
    found = Competition.objects.filter(pk__in=[season.pk for season in seasons], team_league=None)
    kept = set(found.values_list("pk", flat=True))
    return [season for season in seasons if season.pk in kept]


def _dated(offered: Collection[Competition]) -> "Iterable[tuple[UUID, str, date | None, bool]]":
    """Each with its name, the day of its newest result, and whether a table counts."""
    results = Result.objects.filter(club=OuterRef("club"), competition=OuterRef("pk")).order_by("-played_on")
    tables = Competition.objects.filter(pk=OuterRef("pk"), sittings__isnull=False)
    seasons = Competition.objects.filter(pk__in=[season.pk for season in offered])
    dated = seasons.annotate(last_on=Subquery(results.values("played_on")[:1]), has_tables=Exists(tables))
    return dated.values_list("pk", "name", "last_on", "has_tables")


def _counted_last(seasons: Collection[Competition], game: str) -> set[UUID]:
    """Which of these the newest table of the game that counts for any of them counts for, or the evening, where that
    was planned later."""
    mine = Competition.objects.filter(pk__in=[season.pk for season in seasons])
    tables = mine.filter(sittings__game=game).order_by("-sittings__opened_at", "-sittings__pk")
    evenings = mine.filter(evenings__games__game=game).order_by("-evenings__planned_at", "-evenings__pk")
    table = tables.values_list("sittings__pk", F("sittings__opened_at")).first()
    evening = evenings.values_list("evenings__pk", F("evenings__planned_at")).first()
    if table is None and evening is None:
        return set()
    if evening is None or (table is not None and table[1] >= evening[1]):
        found = mine.filter(sittings=table[0] if table else None)
    else:
        found = mine.filter(evenings=evening[0])
    return set(found.values_list("pk", flat=True))


def log_of(season: Competition) -> QuerySet[SeasonAct]:
    """Newest first; one query."""
    return season.acts.select_related("player", "by", "taken_back_by__by").order_by("-seq")


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


@dataclass(frozen=True, slots=True)
class SeenSeason:
    """A season that somebody may see, as the database gave it: whoever waits for news asks for no more than that."""

    row: Unread

    @property
    def revision(self) -> str:
        """What changes whenever its table may have."""
        book, tallies = self.row.columns[len(_FIELDS) :][:2]
        return f"{self._column('id').hex}-{self._column('revision')}-{book}-{tallies or '0-0'}"

    @property
    def competition(self) -> Competition:
        return Competition.from_db(None, _FIELDS, self.row.read()[: len(_FIELDS)])

    @property
    def club(self) -> UUID:
        found: UUID = self._column("club_id")
        return found

    def _column(self, name: str) -> Any:
        return _OWN[name].to_python(self.row.columns[_FIELDS.index(name)])


def seen(user: User | AnonymousUser, pk: UUID) -> SeenSeason:
    """A season of one of the person's clubs. One query.

    Raises:
        Competition.DoesNotExist: there is none, or it is not theirs to see.
    """
    return seen_as(_SEEN.unread(user=user.pk, season=pk))


def seen_as(row: Unread | None) -> SeenSeason:
    """The same of a row of `VISIBLE`; raises as `seen`."""
    if row is None or row.columns[0] is None:
        raise Competition.DoesNotExist
    found = SeenSeason(row)
    name_in_log(club=found.club)
    return found


def _visible() -> QuerySet[Competition, tuple[Any, ...]]:
    """A competition once for each of the people who may see it; its rows are read once for both, how often they changed
    and how many there are."""
    rows = (
        SeasonTally.objects.filter(club=OuterRef("club"), competition=OuterRef("pk")).order_by().values("competition")
    )
    changes = Concat(Sum("revision"), Value("-"), Count("pk"), output_field=CharField())
    return (
        Competition.objects.filter(pk=Slot("season", UUIDField()))
        .annotate(tallies=Subquery(rows.annotate(changes=changes).values("changes")))
        .annotate(**{CALLER: F("club__memberships__user")})
        .values_list(*_FIELDS, "club__book", "tallies", CALLER)
    )


_OWN = {field.attname: field for field in Competition._meta.concrete_fields}  # noqa: SLF001
_FIELDS = list(_OWN)
VISIBLE: Final = Prepared(_visible)
_SEEN = Prepared(lambda: _visible().filter(**{CALLER: Slot("user", UUIDField())}))
