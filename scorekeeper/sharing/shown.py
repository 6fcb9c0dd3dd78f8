"""What whoever holds a link sees: of a table the sheet with short names, of an evening who sits where and how it
came out, of a season and a team league the standing of the members' page; of a club its evenings and tournaments as
a calendar that other programs read again and again (RFC 5545)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, Max, OuterRef, Sum
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.charts import Chart
from scorekeeper.common.ids import digest
from scorekeeper.common.names import public_names
from scorekeeper.common.tables.values import Column, Kind, RichCell, Table
from scorekeeper.common.texts import amount_words, isolated, stop_after, translated
from scorekeeper.journal.models import Entry
from scorekeeper.leagues.evenings.reads import game_names, sittings_of
from scorekeeper.leagues.models import Evening, EveningGame, TableDraw, Team, TeamLeague
from scorekeeper.leagues.report.files import results_out, results_table
from scorekeeper.leagues.report.reads import Outcome, outcomes_of
from scorekeeper.leagues.teams import reads as team_tables
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.moves import totals
from scorekeeper.play.sheet.reads import Sheet, chart_of, make_sheet
from scorekeeper.play.sheet.rows import Side, linked_acts
from scorekeeper.standings.models import Competition, SeasonTally
from scorekeeper.standings.selectors.standing import For, standing_of
from scorekeeper.standings.selectors.table import EVERY_DAY, MOST_DAYS, evenings, lines
from scorekeeper.standings.standing import Standing, StandingRow, file_of_standing
from scorekeeper.standings.words import systems_words
from scorekeeper.tournaments.models import Stage, Tournament


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands behind a table's link. `ranked` are its sides, who leads first."""

    sitting: Sitting
    sheet: Sheet
    ranked: Sequence[Side]
    chart: Chart | None


def shown(sitting: Sitting) -> Shown:
    """The table as it stands, everybody called by their short name, in three statements. Reasons stay inside."""
    seats = list(sitting.seats.select_related("player"))
    called = public_names({seat.pk: seat.player.name for seat in seats})
    for seat in seats:
        seat.player.name = called[seat.pk]  # this copy only; it is never saved
    hands = sitting.hands.newest().filter(number__lt=sitting.next_number).order_by("number")
    sheet = make_sheet(sitting, seats, [hand for hand in hands if not hand.is_void], linked_acts(sitting))
    return Shown(sitting, sheet, sorted(sheet.sides, key=lambda side: (side.rank, side.number)), chart_of(sheet))


def stand_table(found: Shown) -> Table:
    """How all stand, who leads first."""
    unit = found.sheet.unit
    columns = [
        Column("place", pgettext("column", "Place"), Kind.ORDINAL),
        Column("name", pgettext("column", "Name"), Kind.NAME),
        Column("points", unit.unit or pgettext("column", "Points"), Kind.AMOUNT, unit),
    ]
    rows = [(side.rank, RichCell(side.name, strong=True), side.total) for side in found.ranked]
    return Table(found.sitting.name, columns, rows, key="stand")


LEADERS: Final = 3  # how many are read out


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table with everybody there and their total so far, in the order of the seats."""

    sitting: Sitting
    places: Sequence[tuple[str, int]]
    unit: InUnits

    @property
    def state(self) -> str:
        """How far it is, in words."""
        return {
            "playing": pgettext("note", "playing"),
            "unsigned": pgettext("note", "to be signed"),
            "to_be_accepted": pgettext("note", "to be made official"),
        }.get(self.sitting.phase, pgettext("note", "finished"))


@dataclass(frozen=True, slots=True)
class SharedRound:
    """The tables of one draw; `of` is how many rounds its game has."""

    number: int
    of: int
    tables: Sequence[SharedTable]


@dataclass(frozen=True, slots=True)
class SharedPart:
    """What of the evening is of one game: its results as a table, and its rounds, the newest first."""

    game: EveningGame
    results: Table
    rounds: Sequence[SharedRound]


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """The page. `outcomes` are the results by game, with short names."""

    evening: Evening
    outcomes: Sequence[Outcome]
    parts: Sequence[SharedPart]

    @property
    def is_over(self) -> bool:
        return self.evening.is_closed

    @property
    def file(self) -> Table:
        """The results for other programs."""
        return results_out(self.evening, self.outcomes)

    @property
    def news(self) -> str:
        """What is read out to who hears the page: who leads in each game."""
        sentences = []
        for outcome in self.outcomes:
            leaders = ", ".join(
                f"{line.rank} {line.player.name} {amount_words(line.total, outcome.unit)}"
                for line in outcome.lines[:LEADERS]
            )
            sentences.append(_("In front: {places}").format(places=leaders))
        return ". ".join(sentences)


def evening_shown(evening: Evening) -> SharedEvening:
    """All tables, everybody called by their short name, in a handful of statements."""
    sittings = sittings_of(evening)
    _shorten([seat for sitting in sittings for seat in sitting.seats.all()])
    outcomes = outcomes_of(evening, sittings)
    parts = [SharedPart(outcome.game, results_table(evening, outcome), _rounds(outcome)) for outcome in outcomes]
    return SharedEvening(evening, outcomes, parts)


def _shorten(seats: Sequence[Seat]) -> None:
    """Give these copies of people, which are never saved, their short names; a person has one name at all tables."""
    people: dict[UUID, Player] = {seat.player.identity: seat.player.person for seat in seats}
    called = public_names({pk: person.name for pk, person in people.items()})
    for seat in seats:
        seat.player.name = seat.player.person.name = called[seat.player.identity]


def _rounds(outcome: Outcome) -> list[SharedRound]:
    by_draw: dict[int, list[Sitting]] = {}
    for sitting in outcome.sittings:
        by_draw.setdefault(sitting.drawn_table.draw.number, []).append(sitting)
    newest_first = sorted(by_draw.items(), reverse=True)
    return [SharedRound(number, len(by_draw), [_table(table) for table in own]) for number, own in newest_first]


def _table(sitting: Sitting) -> SharedTable:
    seats = [seat for seat in sitting.seats.all() if seat.is_active]
    of_seats = totals(sitting, seats)
    unit = sitting.unit_of(sitting.plays.weights(sitting.typed_rules))
    return SharedTable(sitting, [(seat.player.name, of_seats[seat.number]) for seat in seats], unit)


def stamp_of_evening(evening: Evening) -> str:
    """Another one as soon as a table, a seat or the evening is another one, in three statements."""
    sittings = Sitting.objects.filter(drawn_table__draw__evening=evening)
    facts = (
        (evening.name, evening.venue, evening.starts_at, evening.state),
        TableDraw.objects.filter(evening=evening).aggregate(Count("published_at")),
        sittings.aggregate(Count("pk"), Sum("revision"), Count("closed_at")),
        list(
            Seat.objects.filter(sitting__in=sittings)
            .order_by("pk")
            .values_list("player", "player__name", "player__merged_into")
        ),
    )
    return digest([repr(fact) for fact in facts])[:16]


@dataclass(frozen=True, slots=True)
class SharedStanding:
    """The page: what it is of, `about` it in a sentence, the standing of all that was recorded, and whether it
    `is_over`."""

    name: str
    about: str
    standing: Standing
    is_over: bool

    @property
    def file(self) -> Table:
        """The same for other programs."""
        return file_of_standing(self.standing, self.name)

    @property
    def news(self) -> str:
        """What is read out to who hears the page: who leads."""
        leaders = ", ".join(f"{row.place} {row.name}" for row in self.standing.rows[:LEADERS])
        return _("In front: {places}").format(places=leaders) if leaders else ""


def season_shown(season: Competition, reader: For = For.PAGE) -> SharedStanding:
    """For a page, or for a file, which has every evening as a column."""
    is_file = reader is For.FILE
    found = lines(season, official=False, each=True if season.is_mixed and is_file else None)
    days = evenings(found, official=False, most=EVERY_DAY if is_file else MOST_DAYS)
    standing = standing_of(season, found, days, official=False, reader=reader)
    called = public_names({row.entrant: row.name for row in standing.everybody})
    systems = systems_words(season)
    about = f"{systems}{stop_after(systems)}"
    return SharedStanding(season.name, about, _shut(standing, called), season.ended_at is not None)


def league_shown(league: TeamLeague, reader: For = For.PAGE) -> SharedStanding:
    """Teams keep the names that they have given themselves."""
    standing = team_tables.standing_of(league, official=False, is_file=reader is For.FILE)
    about = _("Counts for {season}.").format(season=isolated(league.season.name))
    return SharedStanding(league.name, about, _shut(standing, {}), league.season.ended_at is not None)


def _shut(standing: Standing, called: Mapping[UUID, str]) -> Standing:
    """With other names and without what a row opens to: sheets and reasons are the club's own."""

    def row(standing_row: StandingRow) -> StandingRow:
        return standing_row._replace(name=called.get(standing_row.entrant, standing_row.name), chain=None)

    groups = [
        replace(group, rows=[row(ranked) for ranked in group.rows], unranked=[row(ranked) for ranked in group.unranked])
        for group in standing.groups
    ]
    return replace(standing, groups=groups)


def stamp_of_season(season: Competition) -> str:
    """Another one as soon as the standing may be another, in two statements."""
    sums = SeasonTally.objects.filter(competition=season).order_by("pk")
    facts = (
        (season.name, season.revision, season.seq, season.disputed, season.ended_at),
        list(sums.values_list("pk", "revision", "player__name", "player__merged_into")),
        Sitting.objects.filter(competitions=season).aggregate(Count("pk"), Count("closed_at"), Sum("reopenings")),
    )
    return digest([repr(fact) for fact in facts])[:16]


def stamp_of_league(league: TeamLeague) -> str:
    """The same of a league, in four statements."""
    facts = (
        stamp_of_season(league.season),
        (league.name, list(Team.objects.filter(league=league).values_list("pk", "name"))),
        Sitting.objects.filter(competitions=league.season).aggregate(Sum("revision")),
    )
    return digest([repr(fact) for fact in facts])[:16]


BACK: Final = timedelta(days=366)
MOST: Final = 500
LASTS: Final = timedelta(hours=4)  # nothing here has an end beforehand


@dataclass(frozen=True, slots=True)
class Date:
    """Something that takes place, as a calendar shows it; `page` is where it is told of, after the address of all."""

    id: UUID
    name: str
    starts_at: datetime
    venue: str
    about: str
    page: str
    is_off: bool
    planned_at: datetime


def calendar_of(club: Club, now: datetime, address: str) -> bytes:
    """The last year and whatever is planned, in five statements. What takes place keeps its UID; each act on it, as
    its club's journal has them, raises its SEQUENCE. `address` is that of this installation."""
    from icalendar import Calendar, Event

    dates = sorted([*_evenings(club, now), *_tournaments(club, now)], key=lambda date: (date.starts_at, date.id))
    acts = _acts(club, [date.id for date in dates])
    calendar = Calendar()
    calendar.add("prodid", "-//Scorekeeper//Evenings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", club.name)
    calendar.add("refresh-interval", timedelta(hours=6), parameters={"VALUE": "DURATION"})
    for date in dates:
        many, last = acts.get(date.id, (1, date.planned_at))
        event = Event()
        event.add("uid", f"{date.id}@scorekeeper")
        event.add("dtstamp", last)
        event.add("last-modified", last)
        event.add("sequence", many - 1)
        event.add("summary", date.name)
        event.add("dtstart", date.starts_at)
        event.add("duration", LASTS)
        event.add("description", date.about)
        event.add("url", f"{address}{date.page}")
        event.add("status", "CANCELLED" if date.is_off else "CONFIRMED")
        if date.venue:
            event.add("location", date.venue)
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def _evenings(club: Club, now: datetime) -> list[Date]:
    """With their games."""
    found = Evening.objects.filter(club=club, starts_at__gt=now - BACK).prefetch_related("games")
    return [
        Date(
            evening.pk,
            evening.name,
            evening.starts_at,
            evening.venue,
            _("{game} at {club}").format(game=game_names(evening), club=club.name),
            f"evenings/{evening.pk}/",
            is_called_off(evening),
            evening.planned_at,
        )
        for evening in found.order_by("-starts_at")[:MOST]
    ]


def _tournaments(club: Club, now: datetime) -> list[Date]:
    """One that ended before any stage of it had begun was called off."""
    begun = Stage.objects.filter(tournament=OuterRef("pk")).exclude(state=Stage.State.PLANNED)
    found = Tournament.objects.filter(club=club, starts_at__gt=now - BACK).annotate(has_begun=Exists(begun))
    return [
        Date(
            tournament.pk,
            tournament.name,
            tournament.starts_at,
            tournament.venue,
            _("{game} at {club}").format(game=translated(tournament.plays.title), club=club.name),
            f"tournaments/{tournament.pk}/",
            tournament.is_ended and not tournament.has_begun,
            tournament.made_at,
        )
        for tournament in found.order_by("-starts_at")[:MOST]
    ]


def is_called_off(evening: Evening) -> bool:
    """Closed before it was ever opened."""
    return evening.is_closed and evening.opened_at is None


def _acts(club: Club, things: Iterable[UUID]) -> dict[object, tuple[int, datetime]]:
    """How often something was done to each, and when last."""
    found = Entry.objects.filter(club=club, thing__in=list(things)).order_by()
    counted = found.values_list("thing").annotate(Count("pk"), Max("at"))
    return {thing: (many, last) for thing, many, last in counted}
