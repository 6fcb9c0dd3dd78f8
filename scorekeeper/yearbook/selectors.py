"""What a calendar year of a club came to: its seasons, what was won, its records, and every evening.

Statements are counted by games, seasons and running team leagues of the year, not by what was played in them.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

import games
from games.core.game import AnyGame
from games.core.settling import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.charts import Chart, Shape
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.leagues.models import Attendance, Evening, TeamLeague
from scorekeeper.leagues.teams.reads import table_of
from scorekeeper.profiles.selectors.club import Records, records_of
from scorekeeper.profiles.selectors.person import games_in, people_by_id
from scorekeeper.ratings.models import ClubMonth, Digest, Played
from scorekeeper.standings.awards import BEST
from scorekeeper.standings.counting import Brought, Table
from scorekeeper.standings.models import Award, AwardedEvent, Competition, Result
from scorekeeper.standings.selectors import rounds
from scorekeeper.standings.selectors.table import Book, book_of, brought
from scorekeeper.tournaments.models import Tournament

FIRST_YEAR: Final = 1900  # older ones are slips of a pen
SHAPE: Final = Shape(height=140, best_is_low=True, room=12)  # two seasons have room on a page
PERSON: Final = Coalesce("player__merged_into", "player")


@dataclass(frozen=True, slots=True)
class Span:
    """A calendar year by the club's clock: its days, and the moments between which it lies."""

    year: int
    zone: ZoneInfo

    @property
    def moments(self) -> tuple[datetime, datetime]:
        return datetime(self.year, 1, 1, tzinfo=self.zone), datetime(self.year + 1, 1, 1, tzinfo=self.zone)

    def day_of(self, moment: datetime) -> date:
        return moment.astimezone(self.zone).date()


@dataclass(frozen=True, slots=True)
class EveningWinners:
    """Who brought home most of a game on an evening, all who share that, counted in `unit`."""

    game: AnyGame
    players: tuple[Player, ...]
    total: int
    unit: InUnits


@dataclass(frozen=True, slots=True)
class YearEvening:
    """An evening with its name, or a day of a tournament, or a day on which tables were opened without either (no
    name). `winners` of each game; none of a tournament, which has its places. `came` are in the order of names."""

    day: date
    name: str
    winners: tuple[EveningWinners, ...]
    sheets: int
    hands: int
    came: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """One of the first in a season: points in the unit of the season."""

    rank: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class YearSeason:
    """A season as it stood after its last evening of the year or before it. `ended_on` may lie in another year;
    `is_final` where it ended in this one and all is official. `evenings` and `players` are those of the year alone.
    `special` are the prizes beside the places, each with who has won it."""

    season: Competition
    year: int
    ended_on: date | None
    is_final: bool
    evenings: int
    players: int
    last_on: date
    first: tuple[SeasonPlace, ...]
    chart: Chart | None
    special: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Honours:
    """The first places of a tournament or a team league: each rank with the names that share it. `ended_on` is None
    where a league still runs."""

    name: str
    ended_on: date | None
    places: tuple[tuple[int, tuple[str, ...]], ...]
    special: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Year:
    """All of it; `evenings` are in the order of their days."""

    club: Club
    year: int
    seasons: tuple[YearSeason, ...]
    honours: tuple[Honours, ...]
    records: tuple[Records, ...]
    evenings: tuple[YearEvening, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.seasons or self.honours or self.records or self.evenings)

    @property
    def people(self) -> int:
        """How many came at least once."""
        return len({player.pk for evening in self.evenings for player in evening.came})

    @property
    def most_evenings(self) -> list[tuple[Player, int]]:
        """Everybody with how many evenings they came to, the most first."""
        counted = Counter(player.pk for evening in self.evenings for player in evening.came)
        people = {player.pk: player for evening in self.evenings for player in evening.came}
        order = sorted(counted, key=lambda pk: (-counted[pk], alphabetical(people[pk].name), pk))
        return [(people[pk], counted[pk]) for pk in order]


def years_of_club(club: Club, now: datetime) -> list[int]:
    """The years whose booklet has something to say by now; the newest first."""
    zone = ZoneInfo(club.time_zone)
    this = Span(now.astimezone(zone).year, zone)
    months = ClubMonth.objects.filter(club=club).order_by().values_list("month", flat=True).distinct()
    counted = _counting(club).dates("played_on", "year")
    came = Evening.objects.filter(club=club, attendances__came_at__isnull=False).exclude(state=Evening.State.PLANNED)
    seasons = Competition.objects.filter(club=club, team_league=None, pk__in=_counting(club).values("competition"))
    moments = (
        AwardedEvent.objects.filter(club=club).datetimes("ended_at", "year", tzinfo=zone),
        seasons.filter(ended_at__isnull=False).datetimes("ended_at", "year", tzinfo=zone),
        came.datetimes("starts_at", "year", tzinfo=zone),
    )
    found = {day.year for days in (months, counted, *moments) for day in days}
    if this.year not in found and any(_running_leagues(club, this, now)):
        found.add(this.year)
    return sorted((year for year in found if FIRST_YEAR <= year <= this.year), reverse=True)


def _counting(club: Club) -> QuerySet[Result]:
    """What was brought in seasons of people: sheets of this app and old lists alike."""
    return Result.objects.filter(club=club, competition__team_league=None).exclude(measures={})


def year_of(club: Club, year: int, now: datetime) -> Year:
    """What this calendar year came to, as far as it has gone."""
    span = Span(year, ZoneInfo(club.time_zone))
    awards = _awards(club, span)
    found = (records_of(club, game, year) for game in games_in(club))
    return Year(
        club,
        year,
        tuple(sorted(_seasons(club, span, awards), key=lambda season: -season.evenings)),
        (*_honours(awards, span), *_running_leagues(club, span, now)),
        tuple(records for records in found if records),
        tuple(_evenings(club, span)),
    )


# What was won


Awards = dict[AwardedEvent, list[Award]]


def _awards(club: Club, span: Span) -> Awards:
    """What people keep of each event that has ended in the year, in the order of their ends. One statement."""
    start, end = span.moments
    events: Awards = defaultdict(list)
    found = Award.objects.filter(club=club, event__ended_at__gte=start, event__ended_at__lt=end)
    for award in found.select_related("event", "player").order_by("event__ended_at", "event", "first", "pk"):
        events[award.event].append(award)
    return events


def _honours(awards: Awards, span: Span) -> Iterable[Honours]:
    """Of tournaments and team leagues. A side of several people stands there once, with their names behind its own."""
    for event, own in awards.items():
        if event.kind != AwardedEvent.Kind.SEASON:
            places: dict[int, list[Award]] = defaultdict(list)
            for award in own:
                if not award.cause:
                    places[award.first].append(award)
            kept = tuple((rank, tuple(sorted(_sides(places[rank]), key=alphabetical))) for rank in sorted(places))
            yield Honours(event.name, span.day_of(event.ended_at), kept, _special(own))


def _sides(awards: Sequence[Award]) -> Iterable[str]:
    """Who shares a place. Sides of one name stand in the order in which they were written: where all sides of the place
    are of one size, their people are told apart by that."""
    sides: dict[str, list[str]] = defaultdict(list)
    for award in awards:
        if award.side:
            sides[award.side].append(award.player.name)
        else:
            yield award.player.name
    people, number = sum(map(len, sides.values())), awards[0].last - awards[0].first + 1
    size = people // number
    for side, names in sides.items():
        each = size if len(sides) < number and size * number == people and len(names) % size == 0 else len(names)
        for start in range(0, len(names), each):
            yield f"{side} ({', '.join(names[start : start + each])})"


def _special(awards: Iterable[Award]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    causes: dict[str, list[str]] = defaultdict(list)
    for award in awards:
        if award.cause:
            causes[award.cause].append(award.player.name)
    return tuple((cause, tuple(sorted(names, key=alphabetical))) for cause, names in causes.items())


def _running_leagues(club: Club, span: Span, now: datetime) -> Iterable[Honours]:
    """Who leads the team leagues that are played now, in the booklet of this year alone."""
    if span.year != span.day_of(now).year:
        return
    for league in TeamLeague.objects.filter(season__club=club, season__ended_at=None).order_by(
        Alphabetical("name"), "pk"
    ):
        teams = [found for found in table_of(league, official=False) if found.row.matches]
        ranks = sorted({found.rank for found in teams if found.rank <= BEST})
        places = ((rank, tuple(found.row.team.name for found in teams if found.rank == rank)) for rank in ranks)
        if teams:
            yield Honours(league.name, None, tuple(places))


# Seasons


def _seasons(club: Club, span: Span, awards: Awards) -> Iterable[YearSeason]:
    """Those for which something was played in the year, or that ended in it; none of a team league."""
    start, end = span.moments
    played = Result.objects.filter(club=club, competition=OuterRef("pk"), played_on__year=span.year)
    found = Competition.objects.filter(club=club, team_league=None).filter(
        Q(Exists(played)) | Q(ended_at__gte=start, ended_at__lt=end)
    )
    given = {event.source: own for event, own in awards.items() if event.kind == AwardedEvent.Kind.SEASON}
    for season in found.select_related("club").order_by("created_at", "pk"):
        book, of_days = _at_end(book_of(season), span)
        newest = dict(islice(of_days.items(), rounds.MOST_ROUNDS))
        back = [(day, table) for day, table in rounds.tables_back(book, newest) if table.ranked]
        if back:
            of_year = [of_day for day, of_day in of_days.items() if day.year == span.year]
            yield _season(season, book.names, back, of_year, span, given.get(season.pk, ()))


def _at_end(book: Book, span: Span) -> tuple[Book, rounds.OfDays]:
    """The book as it was when the year ended, and what days brought, the newest first: each day of the year, and as
    many before it as a chart has room for. Nothing is ranked for that."""
    if book.in_sums:
        results = brought(book.competition, since=_first_day(book.competition, span))
    else:
        results = [(person, result) for person, own in book.held.items() for result in own]
    found: dict[date, dict[UUID, list[Brought]]] = defaultdict(lambda: defaultdict(list))
    for person, result in results:
        found[result.day][person].append(result)
    days = sorted(found, reverse=True)
    for day in days:
        if day.year > span.year:
            book = book.before(day, found[day])
    return book, {day: found[day] for day in days if day.year <= span.year}


def _first_day(season: Competition, span: Span) -> date:
    """The day from which on results are read: the first of the year, or of the chart where that goes further back."""
    counted = Result.objects.filter(club=season.club_id, competition=season, played_on__year__lte=span.year)
    days = counted.exclude(measures={}).order_by("-played_on").values_list("played_on", flat=True).distinct()
    return min([date(span.year, 1, 1), *days[: rounds.MOST_ROUNDS]])


def _season(
    season: Competition,
    names: Mapping[UUID, str],
    back: Sequence[tuple[date, Table[UUID]]],
    of_year: Sequence[Mapping[UUID, Any]],
    span: Span,
    awards: Collection[Award],
) -> YearSeason:
    """As it stood after the first of these days, which go back. Awards may be of an end that was taken back since:
    when the season ended is for the season to say."""
    last_on, table = back[0]
    ended_on = span.day_of(season.ended_at) if season.ended_at else None
    is_final = bool(awards) and ended_on is not None and ended_on.year == span.year
    first = [found for found in table.ranked if found.rank <= BEST]
    shown = [found.row for found in table.ranked[: rounds.MOST_LINES]]
    days = back[::-1]
    ranks = [of_day.ranks for _day, of_day in days]
    courses = [rounds.Course(pk, names[pk], tuple(of_day.get(pk) for of_day in ranks)) for pk in shown]
    return YearSeason(
        season,
        span.year,
        ended_on,
        is_final,
        len(of_year),
        len({person for of_day in of_year for person in of_day}),
        last_on,
        tuple(SeasonPlace(place.rank, names[place.row], table.accounts[place.row].points) for place in first),
        rounds.Rounds([day for day, _table in days], courses, [], year=span.year).chart(*shown[:BEST], shape=SHAPE),
        _special(awards if is_final else ()),
    )


# Evenings

Key = tuple[date, UUID | None, UUID | None]  # the day, the evening, the tournament


def _evenings(club: Club, span: Span) -> list[YearEvening]:
    """Those to which anybody came, in the order of their days. Six statements."""
    planned = _planned(club, span)
    totals: dict[Key, dict[tuple[str, str, int], dict[UUID, int]]] = defaultdict(lambda: defaultdict(dict))
    came: dict[Key, set[UUID]] = defaultdict(set)
    for evening, person in _arrivals(club, planned):
        came[span.day_of(planned[evening].starts_at), evening, None].add(person)
    for evening, tournament, day, game, unit, decimals, person, total in _played(club, span):
        key = _key(planned, span, evening, tournament, day)
        of_game = totals[key][game, unit, decimals]
        of_game[person] = of_game.get(person, 0) + total
        came[key].add(person)
    counted: dict[Key, list[int]] = defaultdict(lambda: [0, 0])
    for evening, tournament, day, sheets, hands in _counted(club, span):
        sums = counted[_key(planned, span, evening, tournament, day)]
        sums[0], sums[1] = sums[0] + sheets, sums[1] + hands
    keys = sorted((key for key in came if key[0].year == span.year), key=lambda key: (key[0], str(key[1:])))
    people = people_by_id(club.pk, {person for key in keys for person in came[key]})
    cups = dict(Tournament.objects.filter(club=club, pk__in={key[2] for key in keys}).values_list("pk", "name"))
    return [
        YearEvening(
            day=key[0],
            name=planned[key[1]].name if key[1] else cups[key[2]] if key[2] else "",
            winners=() if key[2] else tuple(_winners(totals[key], people)),
            sheets=counted[key][0],
            hands=counted[key][1],
            came=_by_name(came[key], people),
        )
        for key in keys
    ]


def _key(planned: Mapping[UUID, Evening], span: Span, evening: UUID | None, tournament: UUID | None, day: date) -> Key:
    """A table that is opened past midnight is still of its evening; one of an evening of another year is not ours."""
    if evening is None:
        return day, None, tournament
    return (span.day_of(planned[evening].starts_at) if evening in planned else date.min), evening, None


def _planned(club: Club, span: Span) -> dict[UUID, Evening]:
    start, end = span.moments
    found = Evening.objects.filter(club=club, starts_at__gte=start, starts_at__lt=end)
    return {evening.pk: evening for evening in found.exclude(state=Evening.State.PLANNED).only("name", "starts_at")}


def _arrivals(club: Club, planned: Mapping[UUID, Evening]) -> Iterable[tuple[UUID, UUID]]:
    """Who came to which evening, also who then sat out."""
    rows = Attendance.objects.filter(club=club, came_at__isnull=False).exclude(evening__state=Evening.State.PLANNED)
    moments = [evening.starts_at for evening in planned.values()]
    if not moments:
        return []
    return rows.filter(evening__starts_at__range=(min(moments), max(moments))).values_list("evening", PERSON)


def _digests(club: Club, span: Span) -> dict[str, Any]:
    """Which sheets of a club: those of the year, and of the day after it, into which its last evening may run."""
    return {"club": club, "hands__gt": 0, "played_on__range": (date(span.year, 1, 1), date(span.year + 1, 1, 1))}


SITTING_OF_EVENING: Final = "sitting__drawn_table__draw__evening"
SITTING_OF_TOURNAMENT: Final = "sitting__round_table__round__stage__tournament"


def _played(club: Club, span: Span) -> Iterable[tuple[Any, ...]]:
    """(evening, tournament, day, game, unit, decimals, person, total), of each person of each game summed."""
    sheets = {f"digest__{field}": value for field, value in _digests(club, span).items()}
    of_sheet = (SITTING_OF_EVENING, SITTING_OF_TOURNAMENT, "played_on", "game", "unit", "decimals")
    grouped = (
        Played.objects.filter(club=club, **sheets).order_by().values_list(*(f"digest__{path}" for path in of_sheet))
    )
    return grouped.annotate(person=PERSON, sum=Sum("total"))


def _counted(club: Club, span: Span) -> Iterable[tuple[Any, ...]]:
    """(evening, tournament, day, sheets, hands)"""
    grouped = Digest.objects.filter(**_digests(club, span)).order_by()
    where = grouped.values_list(SITTING_OF_EVENING, SITTING_OF_TOURNAMENT, "played_on")
    return where.annotate(sheets=Count("pk"), sum=Sum("hands"))


def _winners(
    of_games: Mapping[tuple[str, str, int], Mapping[UUID, int]], people: Mapping[UUID, Player]
) -> Iterable[EveningWinners]:
    """Of each game, and of each unit that it was counted in, the game that most people played first."""
    for (game, unit, decimals), sums in sorted(of_games.items(), key=lambda found: (-len(found[1]), found[0])):
        most = max(sums.values())
        best = _by_name((person for person, total in sums.items() if total == most), people)
        yield EveningWinners(games.game(game), best, most, InUnits.model_construct(unit=unit, decimals=decimals))


def _by_name(ids: Iterable[UUID], people: Mapping[UUID, Player]) -> tuple[Player, ...]:
    return tuple(sorted((people[pk] for pk in ids), key=lambda player: (alphabetical(player.name), player.pk)))
