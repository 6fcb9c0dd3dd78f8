"""What the tables of rounds have brought: from their sheets, or as it was written at the desk."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, Prefetch, QuerySet

from games.core.units import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.common.texts import isolated
from scorekeeper.play.models import Seat, Signature, Sitting
from scorekeeper.play.moves import totals
from scorekeeper.play.overview import TableRow, told
from scorekeeper.tournaments.models import DeskAct, Entrant, EntrantPlayer, Round, RoundPlace, RoundTable, Tournament
from scorekeeper.tournaments.selectors.called import called_at_table, people

Kind = DeskAct.Kind


@dataclass(frozen=True, slots=True)
class Got:
    """What a table has brought an entrant, in the unit of its sheet: `sheet` is what the sheet says (None: there is
    none), `act` what was written at the desk instead of it, `measures` what else it counted."""

    sheet: int | None
    measures: Mapping[str, int]
    act: DeskAct | None = None

    @property
    def points(self) -> int | None:
        return self.act.points if self.act else self.sheet


@dataclass(frozen=True, slots=True)
class Played:
    """A table of a round with what it has brought each of its entrants so far. Whoever of a team sat down there later
    has a place too, which is in no database. `match` is what was written at the desk of a match of two as a whole: see
    duels.py."""

    table: RoundTable
    places: tuple[RoundPlace, ...]
    got: Mapping[UUID, Got]
    match: DeskAct | None = None

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def sitting(self) -> Sitting | None:
        return self.table.sitting

    @property
    def state(self) -> str:
        """`playing`, `unsigned`, `closed`, or `desk`: everybody's result was written at the desk."""
        if self.match or (self.got and all(one.act for one in self.got.values())):
            return "desk"
        if self.sitting is None or self.sitting.accepts_hands:
            return "playing"
        return "unsigned" if self.sitting.is_open else "closed"

    @property
    def is_final(self) -> bool:
        return self.state in {"closed", "desk"}


def tables_of(rounds: Iterable[Round]) -> list[Played]:
    """The tables of these rounds in the order of rounds and numbers, with their sheets read."""
    by_pk = {one.pk: one for one in rounds}
    found = read_tables(RoundTable.objects.filter(round__in=list(by_pk)))
    for played in found:
        played.table.round = by_pk[played.table.round_id]
    return found


def read_tables(tables: QuerySet[RoundTable]) -> list[Played]:
    """These tables in the order of rounds and numbers, with their sheets read, but without their rounds: what one keeps
    of its draw is as long as it has tables, and would be read again for each."""
    places = RoundPlace.objects.select_related("entrant", "player__merged_into").order_by("seat")
    places = places.prefetch_related(Prefetch("entrant__players", queryset=people()))
    seats = Seat.objects.select_related("player__merged_into").order_by("number")
    written = DeskAct.objects.filter(kind=Kind.RESULT, taken_back_by=None).order_by("at", "pk")
    tables = tables.select_related("sitting__club").prefetch_related(
        Prefetch("places", queryset=places),
        Prefetch("sitting__seats", queryset=seats),
        Prefetch("acts", queryset=written, to_attr="written"),
    )
    found = list(tables.order_by("round__number", "number"))
    joined = _joined(found)
    return [_played(table, joined.get(table.pk, ())) for table in found]


def _joined(tables: Sequence[RoundTable]) -> dict[UUID, list[RoundPlace]]:
    """Of team events who has sat down at a table that was opened without them, for the team they are in: places that
    are in no database. One statement, and none where nobody has."""
    strangers = [(table, seat) for table in tables for seat in _strangers(table)]
    if not strangers:
        return {}
    tournament = strangers[0][0].places.all()[0].entrant.tournament_id
    known = EntrantPlayer.objects.filter(entrant__tournament=tournament).select_related(
        "entrant", "player__merged_into"
    )
    known = known.prefetch_related(Prefetch("entrant__players", queryset=people()))
    team_of = {one.player.identity: one.entrant for one in known}
    found: dict[UUID, list[RoundPlace]] = defaultdict(list)
    for table, seat in strangers:
        if entrant := team_of.get(seat.player.identity):
            place = RoundPlace(club_id=table.club_id, round_id=table.round_id, table=table, entrant=entrant)
            place.player, place.seat = seat.player, seat.number
            found[table.pk].append(place)
    return found


def _strangers(table: RoundTable) -> list[Seat]:
    """Who sits at a table of single players of teams and was not drawn there."""
    drawn = {place.player.identity for place in table.places.all() if place.player}
    return [seat for seat in _seats(table) if seat.player.identity not in drawn] if drawn else []


def _seats(table: RoundTable) -> list[Seat]:
    return list(table.sitting.seats.all()) if table.sitting else []


def _played(table: RoundTable, joined: Sequence[RoundPlace]) -> Played:
    places = (*table.places.all(), *joined)
    sums = _of_sheet(table.sitting, places)
    acts: dict[UUID | None, DeskAct] = {}
    for act in table.written:  # type: ignore[attr-defined]  # of `tables_of`
        acts[act.entrant_id] = act
    entrants = list(dict.fromkeys(place.entrant_id for place in places))
    got = {one: Got(*sums.get(one, (None, {})), acts.get(one)) for one in entrants}
    return Played(table, places, got, match=acts.get(None))


def _of_sheet(sitting: Sitting | None, places: Sequence[RoundPlace]) -> dict[UUID, tuple[int | None, dict[str, int]]]:
    """What the sheet says of each entrant: of all who have sat there for it."""
    if sitting is None:
        return {}
    of_person = {}
    for place in places:
        for one in [place.player] if place.player else [one.player for one in place.entrant.players.all()]:
            of_person[one.identity] = place.entrant_id
    seats = list(sitting.seats.all())
    sums = totals(sitting, seats)
    found: dict[UUID, tuple[int | None, dict[str, int]]] = {}
    for seat in seats:
        entrant = of_person.get(seat.player.identity)
        if entrant is not None:
            total, measures = found.get(entrant, (0, {}))
            more = {name: measures.get(name, 0) + amount for name, amount in seat.tally.items()}
            found[entrant] = (total or 0) + sums[seat.number], {**measures, **more}
    return found


def unit_of(tournament: Tournament) -> InUnits:
    """What the results of its tables are counted in."""
    game, rules = tournament.plays, tournament.typed_rules
    blank = Sitting(game=tournament.game, rules=tournament.rules)
    return blank.unit_of(game.weights(rules))


@dataclass(frozen=True, slots=True)
class Shown:
    """A table of a round as one line of a list: with its sheet as the reader sees it, and who has not signed."""

    played: Played
    row: TableRow | None
    unsigned: tuple[str, ...]

    @property
    def left(self) -> list[str]:
        """Who of it has left the tournament."""
        gone = [place for place in self.played.places if place.entrant.state == Entrant.State.WITHDRAWN]
        return [isolated(called_at_table(place.entrant, place.player)) for place in gone]


def shown_of(tables: Sequence[Played], reader: User) -> list[Shown]:
    """These tables for somebody who looks at them."""
    waiting = [table.sitting for table in tables if table.sitting and table.sitting.awaits_signatures]
    missing = unsigned_of(waiting)
    return [
        Shown(
            table,
            told(table.sitting, reader) if table.sitting else None,
            tuple(missing.get(table.sitting.pk, ())) if table.sitting else (),
        )
        for table in tables
    ]


def unsigned_of(sittings: Sequence[Sitting]) -> dict[UUID, list[str]]:
    """Of each of these sheets the names of those who have not signed what it says now."""
    if not sittings:
        return {}
    signatures = Signature.objects.filter(
        sitting__in=sittings, head=F("sitting__head"), reopenings=F("sitting__reopenings")
    )
    signed = set(signatures.values_list("seat", flat=True))
    found: dict[UUID, list[str]] = defaultdict(list)
    for sitting in sittings:
        found[sitting.pk] = [seat.player.name for seat in sitting.seats.all() if seat.pk not in signed]
    return found
