"""The tables of an evening: who still plays, what is unsigned, how it came out; and the next step as one button."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, F, Max, Prefetch, Q, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, HouseRulesVersion, Player
from scorekeeper.common.ids import digest
from scorekeeper.common.names import Alphabetical, alphabetical, public_names
from scorekeeper.common.texts import isolated, translated
from scorekeeper.draws.selectors import desk
from scorekeeper.draws.words import TABLES, TableWords
from scorekeeper.leagues.models import Attendance, Collected, Evening, EveningGame, Place, TableCall, TableDraw
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
    for attendance in sorted(
        there, key=lambda attending: (attending.comes_for.order, alphabetical(attending.player.name), attending.pk)
    ):
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
    return ", ".join(translated(game.plays.title) for game in evening.line_up)


DRAW: Final = "draw"


@dataclass(frozen=True, slots=True)
class TablesOn:
    """The tables of a game that are on: those of its newest round, and what earlier ones have left open."""

    game: EveningGame
    number: int
    rows: tuple[desk.DeskRow, ...]
    columns: int

    @property
    def seat_heads(self) -> list[str]:
        return TABLES.seat_heads(self.columns)

    @property
    def words(self) -> TableWords:
        return TABLES

    @property
    def has_lengths(self) -> bool:
        return any(row.percent is not None for row in self.rows)

    @property
    def blank(self) -> list[Sitting]:
        """The sheets on which nothing stands yet: a table that was opened by mistake can be withdrawn."""
        return [row.sitting for row in self.rows if row.sitting and is_blank(row.sitting)]

    @property
    def missing(self) -> list[desk.DeskRow]:
        return [row for row in self.rows if not row.is_done]


@dataclass(frozen=True, slots=True)
class EveningStep:
    """What comes next of a game, or of the evening: `words` on a button that posts to `posts`, or leads to `address`;
    where it waits, the `sentence` says for what. `about` says all that a button does which posts."""

    words: str
    sentence: str = ""
    posts: str = ""
    address: str = ""
    game: UUID | None = None
    is_ready: bool = True
    is_main: bool = True
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EveningDesk:
    """`parts` are the games with tables that are on; `steps` the next of each game, and the end of the evening."""

    parts: tuple[TablesOn, ...]
    needs: tuple[desk.Need, ...]
    steps: tuple[EveningStep, ...]

    @property
    def shown(self) -> set[UUID]:
        """The sheets whose tables it shows."""
        return {row.sitting.pk for part in self.parts for row in part.rows if row.sitting}


def stamp_of_desk(evening: Evening) -> str:
    """Another one as soon as somebody comes or goes, a table, a draw, a call or what is collected is another one."""
    calls = TableCall.objects.filter(table__draw__evening=evening)
    facts = (
        (evening.name, evening.state),
        Attendance.objects.filter(evening=evening).order_by("pk").values_list("pk", "state", "evening_game"),
        TableDraw.objects.filter(evening=evening).aggregate(Count("pk"), Sum("revision"), Max("published_at")),
        Sitting.objects.filter(drawn_table__draw__evening=evening).aggregate(Count("pk"), Sum("revision")),
        calls.aggregate(Count("pk"), Count("answered_at")),
        Collected.objects.filter(evening=evening).aggregate(Count("pk")),
    )
    return digest([repr(list(fact) if not isinstance(fact, dict) else fact) for fact in facts])[:16]


def desk_of(
    evening: Evening, sittings: Sequence[Sitting], calls: Sequence[TableCall], now: datetime, *, may_plan: bool
) -> EveningDesk:
    """Of an evening that is open; `sittings` are all its sheets, with seats and players."""
    parts = [part for game in evening.line_up if (part := _tables_on(game, sittings, now))]
    rows = [row for part in parts for row in part.rows]
    page = reverse("evening_detail", args=[evening.pk])
    needs = (
        *desk.calls_for(calls, "evening_call_answered", lambda call: _called(evening, call)),
        *desk.needs_of_sheets(rows, back=page, may_decide=may_plan),
        *desk.quiet_needs(rows),
    )
    return EveningDesk(tuple(parts), needs, tuple(_steps(evening, parts, may_plan=may_plan)))


def _called(evening: Evening, call: TableCall) -> str:
    if evening.is_mixed and call.table.sitting:
        return isolated(call.table.sitting.name)
    return pgettext("heading", "Table {number}").format(number=call.table.number)


def _tables_on(game: EveningGame, sittings: Iterable[Sitting], now: datetime) -> TablesOn | None:
    own = [sitting for sitting in sittings if sitting.drawn_table.draw.evening_game_id == game.pk]
    if not own:
        return None
    newest = max(sitting.drawn_table.draw.number for sitting in own)
    on = [sitting for sitting in own if sitting.drawn_table.draw.number == newest or not sitting.is_official]
    now_of = desk.sheets_now(on, now)
    names = public_names({seat.pk: seat.player.name for sitting in on for seat in sitting.seats.all()})
    rows = [
        desk.DeskRow(
            key=str(sitting.pk),
            number=sitting.drawn_table.number,
            seats=tuple(names[seat.pk] for seat in sitting.seats.all()),
            state=now_of[sitting.pk].state,
            sheet=now_of[sitting.pk],
        )
        for sitting in on
    ]
    found, columns = desk.in_columns(rows)
    return TablesOn(game, newest, tuple(found), columns)


def _steps(evening: Evening, parts: Sequence[TablesOn], *, may_plan: bool) -> Iterable[EveningStep]:
    """The next round of each game, then the end of the evening; a match day draws on a page of its own."""
    rows = [row for part in parts for row in part.rows]
    if day := getattr(evening, "match_day", None):
        yield EveningStep(_("Seats by teams"), address=reverse("match_day", args=[day.pk]), is_main=not parts)
    else:
        drafts = set(
            TableDraw.objects.filter(evening=evening, published_at=None).values_list("evening_game", flat=True)
        )
        on = {part.game.pk: part for part in parts}
        for game in evening.line_up:
            yield _next_round(evening, game, on.get(game.pk), has_draft=game.pk in drafts)
    if parts and may_plan:
        playing = [str(row.number) for row in rows if row.sitting and row.sitting.accepts_hands]
        open_ones = sum(not row.is_done for row in rows)
        sentence = _("Everything is official. The report follows.")
        if playing:
            text = ngettext(
                "Hands can still be recorded at table {numbers}.",
                "Hands can still be recorded at tables {numbers}.",
                len(playing),
            )
            sentence = text.format(numbers=", ".join(playing))
        elif open_ones:
            text = ngettext(
                "{number} sheet is not official yet. It can still become official later.",
                "{number} sheets are not official yet. They can still become official later.",
                open_ones,
            )
            sentence = text.format(number=open_ones)
        yield EveningStep(
            _("Close the evening"),
            sentence,
            posts=reverse("evening_close", args=[evening.pk]),
            is_ready=not playing,
            is_main=False,
            about=(
                _("Nothing more can be recorded. A draft that was not opened is deleted."),
                _("Entry fees are booked in the club’s accounts. Everyone who asked for the report gets it by e-mail."),
                _("Missing signatures can still be added. A director can reopen the evening."),
            ),
        )


def _next_round(evening: Evening, game: EveningGame, part: TablesOn | None, *, has_draft: bool) -> EveningStep:
    of_game = translated(game.plays.title) if evening.is_mixed else ""
    address = reverse("evening_draw", args=[evening.pk])
    if has_draft:
        words = _("Open the drawn {game} tables") if of_game else _("Open the drawn tables")
        sentence = _("You see who sits where, and why, before you open them.")
        return EveningStep(words.format(game=of_game), sentence, address=f"{address}?game={game.pk}")
    if part is None:
        words = pgettext("heading", "Draw {game}") if of_game else pgettext("heading", "Draw tables")
        return EveningStep(words.format(game=of_game), posts=address, game=game.pk, about=_drawing())
    number = part.number + 1
    words = _("Draw round {number} of {game}") if of_game else _("Draw round {number}")
    words = words.format(number=number, game=of_game)
    if part.missing:
        return EveningStep(words, desk.waits_for(part.missing), posts=address, game=game.pk, is_ready=False)
    return EveningStep(words, posts=address, game=game.pk, about=_drawing())


def _drawing() -> tuple[str, ...]:
    """What drawing a round of a game does."""
    return (
        _("Everybody who is here for this game gets a seat. People who have met least often sit together."),
        _("Players kept apart sit at different tables if there is any way."),
        _("Only the organisers see the draw until they open it. They can change it or draw again."),
    )
