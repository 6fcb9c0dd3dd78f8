"""The tables of an evening: who still plays, what is unsigned, how it came out."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import F, Prefetch, Q, QuerySet

from games.core.amounts import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, HouseRulesVersion, Player
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.common.texts import translated
from scorekeeper.leagues.models import Attendance, Evening, EveningGame, Place, TableDraw
from scorekeeper.play.home.reads import TableRow, table_row
from scorekeeper.play.models import Signature, Sitting
from scorekeeper.play.moves import totals
from scorekeeper.play.sheet.rows import seats_with_players

A_DAY = timedelta(days=1)
MOST_NAMED = 8  # tables of other evenings in one sentence


@dataclass(frozen=True, slots=True)
class Running:
    """A table of the evening: as one line of a list, and the names of those who have not signed what is over."""

    row: TableRow
    unsigned: tuple[str, ...]

    @property
    def sitting(self) -> Sitting:
        return self.row.sitting

    @property
    def state(self) -> str:
        return self.sitting.phase


@dataclass(frozen=True, slots=True)
class Round:
    """The tables that were opened by one draw of a game, and who sat out."""

    game: EveningGame
    number: int
    tables: tuple[Running, ...]
    out: tuple[str, ...]

    @property
    def blank(self) -> list[Sitting]:
        """The sheets on which nothing stands yet."""
        return [table.sitting for table in self.tables if is_blank(table.sitting)]


@dataclass(frozen=True, slots=True)
class Line:
    """One player's evening: the total of each of their sheets, and the sum. Equal sums share a rank."""

    rank: int
    player: Player
    totals: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Part:
    """What of an evening is of one game: its sheets, and its rounds, the newest first."""

    game: EveningGame
    sittings: tuple[Sitting, ...]
    rounds: tuple[Round, ...]

    def without(self, shown: Collection[UUID]) -> "Part":
        """Without these sheets, and without rounds all of whose tables are among them."""
        rounds = (
            replace(round_, tables=tuple(table for table in round_.tables if table.sitting.pk not in shown))
            for round_ in self.rounds
        )
        return replace(self, rounds=tuple(round_ for round_ in rounds if round_.tables)) if shown else self

    @property
    def states(self) -> list[str]:
        """The phase of each of its sheets."""
        return [table.state for round_ in self.rounds for table in round_.tables]

    @property
    def playing(self) -> int:
        return self.states.count("playing")

    @property
    def unsigned(self) -> int:
        return self.states.count("unsigned")

    @property
    def to_be_accepted(self) -> int:
        return self.states.count("to_be_accepted")


def evenings_with_games() -> QuerySet[Evening]:
    """Evenings with their games, and what these are played by."""
    games = EveningGame.objects.select_related("house_version__house")
    return Evening.objects.prefetch_related(Prefetch("games", queryset=games))


def evenings_of(club: Club, before: UUID | None = None) -> tuple[QuerySet[Evening], QuerySet[Evening]]:
    """What is open and planned, the next one first; what is over, the newest first. After the first page (`before` is
    the last evening of the page before) only what is over."""
    evenings = Evening.objects.filter(club=club).prefetch_related("games")
    coming = evenings.exclude(state=Evening.State.CLOSED).order_by("starts_at", "pk")
    over = evenings.filter(state=Evening.State.CLOSED).order_by("-starts_at", "-pk")
    if before is None:
        return coming, over
    last = over.filter(pk=before).first()
    if last is None:
        return coming.none(), over.none()
    return coming.none(), over.filter(Q(starts_at__lt=last.starts_at) | Q(starts_at=last.starts_at, pk__lt=last.pk))


def today_in(clubs: QuerySet[Club], now: datetime) -> list[Evening]:
    """The evenings of these clubs that are open, and those that are planned for today by the clock of their club, by
    the time at which they begin. Two statements; one where there is none."""
    soon = Evening.objects.filter(club__in=clubs.order_by()).filter(
        Q(state=Evening.State.OPEN)
        | Q(state=Evening.State.PLANNED, starts_at__gt=now - A_DAY, starts_at__lt=now + A_DAY)
    )
    found = soon.select_related("club").prefetch_related("games").order_by("starts_at", "pk")
    return [evening for evening in found if evening.is_open or _is_today(evening, now)]


def _is_today(evening: Evening, now: datetime) -> bool:
    zone = ZoneInfo(evening.club.time_zone)
    return evening.starts_at.astimezone(zone).date() == now.astimezone(zone).date()


def sittings_of(evening: Evening) -> list[Sitting]:
    """Every sheet of the evening in the order of games, rounds and tables, with seats and players."""
    found = Sitting.objects.filter(drawn_table__draw__evening=evening).select_related("club", "drawn_table__draw")
    return list(
        found.prefetch_related(seats_with_players()).order_by(
            "drawn_table__draw__evening_game__order", "drawn_table__draw__number", "drawn_table__number"
        )
    )


def is_blank(sitting: Sitting) -> bool:
    """Whether nothing stands on a sheet yet: if its table was opened by mistake, it can be withdrawn."""
    return sitting.accepts_hands and sitting.seq == 0 and sitting.marked == 0


def open_elsewhere(evening: Evening) -> list[Sitting]:
    """The tables of the club's other evenings at which hands can still be recorded, the oldest first."""
    found = Sitting.objects.running().filter(club=evening.club_id, is_over=False, ended_at=None)
    others = found.filter(drawn_table__isnull=False).exclude(drawn_table__draw__evening=evening)
    return list(others.order_by("opened_at", "pk")[:MOST_NAMED])


def rounds_of(evening: Evening, sittings: Sequence[Sitting], reader: User) -> list[Round]:
    """The published rounds, the newest first."""
    missing = unsigned_of(sittings)
    by_draw: dict[UUID, list[Running]] = defaultdict(list)
    for sitting in sittings:
        names = missing[sitting.pk] if sitting.awaits_signatures else ()
        by_draw[sitting.drawn_table.draw_id].append(Running(table_row(sitting, reader), tuple(names)))
    out = Place.objects.filter(table=None).select_related("player").order_by(Alphabetical("player__name"), "pk")
    draws = TableDraw.objects.filter(evening=evening, published_at__isnull=False).order_by("-number")
    games = {game.pk: game for game in evening.line_up}
    return [
        Round(
            games[draw.evening_game_id],
            draw.number,
            tuple(by_draw[draw.pk]),
            tuple(place.player.name for place in draw.out),
        )
        for draw in draws.prefetch_related(Prefetch("places", queryset=out, to_attr="out"))
    ]


def parts_of(evening: Evening, sittings: Sequence[Sitting], reader: User) -> list[Part]:
    """The evening by its games, in their order, also those of which no table was opened."""
    rounds = rounds_of(evening, sittings, reader) if sittings else []
    return [
        Part(
            game,
            tuple(sitting for sitting in sittings if sitting.game == game.game),
            tuple(round_ for round_ in rounds if round_.game == game),
        )
        for game in evening.line_up
    ]


def unsigned_of(sittings: Iterable[Sitting]) -> dict[UUID, list[str]]:
    """Of each sheet whose signature under it, as it stands, is missing."""
    sittings = list(sittings)
    signatures = Signature.objects.filter(
        sitting__in=sittings, head=F("sitting__head"), reopenings=F("sitting__reopenings")
    )
    signed = set(signatures.values_list("seat", flat=True))
    return {
        sitting.pk: [seat.player.name for seat in sitting.seats.all() if seat.pk not in signed] for sitting in sittings
    }


def results_of(sittings: Sequence[Sitting]) -> tuple[list[Line], InUnits]:
    """Everybody's sums over these sheets of one game, the most first, and the unit they are counted in."""
    sums: dict[UUID, list[int]] = defaultdict(list)
    players = {}
    unit = InUnits()
    for sitting in sittings:
        unit = sitting.unit_of(sitting.plays.weights(sitting.typed_rules))
        seats = list(sitting.seats.all())
        of_seats = totals(sitting, seats)
        for seat in seats:
            players[seat.player.identity] = seat.player.person
            sums[seat.player.identity].append(of_seats[seat.number])
    ordered = sorted(sums, key=lambda pk: (-sum(sums[pk]), alphabetical(players[pk].name), pk))
    best = sorted((sum(own) for own in sums.values()), reverse=True)
    lines = [Line(best.index(sum(sums[pk])) + 1, players[pk], tuple(sums[pk]), sum(sums[pk])) for pk in ordered]
    return lines, unit


def people_of(evening: Evening) -> dict[str, list[Attendance]]:
    """The list by state, each by name; of several games the people of each together."""
    found: dict[str, list[Attendance]] = {state: [] for state in Attendance.State.values}
    there = list(Attendance.objects.filter(evening=evening).select_related("player"))
    for attendance in there:
        attendance.evening = evening  # with its games
    for attendance in sorted(there, key=lambda one: (one.comes_for.order, alphabetical(one.player.name), one.pk)):
        found[attendance.state].append(attendance)
    return found


def newer_of(game: EveningGame) -> HouseRulesVersion | None:
    """The version in force of the house rules that it goes by, where that is a later one and they are in use."""
    version = game.house_version
    if version is None:
        return None
    later = HouseRulesVersion.objects.filter(house=version.house_id, number__gt=version.number)
    found = later.filter(house__retired_at=None).select_related("house").order_by("-number")
    return found.first()


def game_names(evening: Evening) -> str:
    """Its games by name, in their order."""
    return ", ".join(translated(one.plays.title) for one in evening.line_up)
