"""Lots that were drawn among those who are equal in all else."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from django.db.models import F, Prefetch, QuerySet

from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.texts import isolated
from scorekeeper.pairing.ties import Figure, Key
from scorekeeper.play.home.reads import TableRow, table_row
from scorekeeper.play.models import Seat, Signature, Sitting
from scorekeeper.play.moves import totals
from scorekeeper.standings.selectors.why import SignedFor, signed_for
from scorekeeper.tournaments.models import (
    DeskAct,
    Entrant,
    EntrantPlayer,
    Round,
    RoundPlace,
    RoundTable,
    Stage,
    Tournament,
)
from scorekeeper.tournaments.rounds.field import called_at_table, with_players

LOT: Final = "lot"


def lot_key(lots: Sequence[DeskAct]) -> Key[UUID]:
    """What parts those who are equal in all else, where lots were drawn."""
    return Key(LOT, lambda tied: _lot(lots, tied))


def _lot(lots: Sequence[DeskAct], tied: Sequence[UUID]) -> Mapping[UUID, Figure] | None:
    """What the newest lot says that was drawn among all of these; None where none was."""
    for act in reversed(lots):
        order = [UUID(text) for text in act.detail["order"]]
        if set(tied) <= set(order):
            return {pk: len(order) - order.index(pk) for pk in tied}
    return None


def by_lot(lots: Sequence[DeskAct], tied: Sequence[UUID]) -> list[list[UUID]]:
    """Those who share a place, in the order of the newest lot that was drawn among all of them; together where none
    was."""
    order = _lot(lots, tied)
    return [[pk] for pk in sorted(tied, key=lambda pk: -order[pk])] if order else [list(tied)]


Kind = DeskAct.Kind
IN_FORCE: Final = {"kind": Kind.RESULT, "taken_back_by": None}
OF_RESULTS: Final = (Kind.RESULT, Kind.CHECKED, Kind.TAKEN_BACK)
OF_A_PLACE: Final = ("club", "round", "table", "entrant", "player", "seat", "kind")
OF_A_SEAT: Final = ("club", "sitting", "player", "number", "is_active", "tally")
"""What those read who only reckon: of a thousand places the rest would be half of the time."""
MEASURES: Final = "measures"  # in the detail of a result that was written at the desk


@dataclass(frozen=True, slots=True)
class Got:
    """What a table has brought an entrant, in the unit of its sheet: `sheet` is what the sheet says (None: there is
    none) with what else it `counted`, `act` what was written at the desk instead of it."""

    sheet: int | None
    counted: Mapping[str, int]
    act: DeskAct | None = None

    @property
    def points(self) -> int | None:
        return self.act.points if self.act else self.sheet

    @property
    def measures(self) -> Mapping[str, int]:
        """What else counts: what was written at the desk goes before the sheet."""
        written = self.act.detail.get(MEASURES, {}) if self.act else {}
        return {**self.counted, **written}


@dataclass(frozen=True, slots=True)
class Played:
    """A table of a round with what it has brought each of its entrants so far. Whoever of a team sat down there later
    has a place too, which is in no database. `match` is what was written at the desk of a match of two as a whole: see
    duels.py. `is_written`: at the desk, where what was written is taken out for a reader."""

    table: RoundTable
    places: tuple[RoundPlace, ...]
    got: Mapping[UUID, Got]
    match: DeskAct | None = None
    is_written: bool = False

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def sitting(self) -> Sitting | None:
        return self.table.sitting

    @property
    def state(self) -> str:
        """The phase of its sheet (`playing` where there is none), or `desk`: everybody's result was written there."""
        if self.is_written or self.match or (self.got and all(got.act for got in self.got.values())):
            return "desk"
        return self.sitting.phase if self.sitting else "playing"

    @property
    def is_final(self) -> bool:
        return self.state in {"closed", "desk"}

    def says_nothing_of(self, entrants: Iterable[UUID]) -> bool:
        """Whether neither a hand nor the desk has said anything of these yet."""
        has_hands = bool(self.sitting and self.sitting.head)
        return not has_hands and self.match is None and not any(self.got[entrant].act for entrant in entrants)

    @property
    def has_begun(self) -> bool:
        """Whether anything is known of it: a hand, or what was written at the desk."""
        is_written = self.match is not None or any(got.act for got in self.got.values())
        return is_written or bool(self.sitting and self.sitting.head)


class Once:
    """Reads the tables of each round once, however often they are asked for, for one page or one act: what is written
    meanwhile it does not see. With the `entrants` of each table their state alone is read (`states_of`)."""

    def __init__(self, entrants: Mapping[UUID, Iterable[UUID]] | None = None) -> None:
        self._entrants = entrants
        self._read: dict[UUID, list[Played]] = {}

    def __call__(self, rounds: Iterable[Round], *, named: bool = False) -> list[Played]:
        """As `tables_of`; without names, unless they were asked for before."""
        rounds = list(rounds)
        new = [round_ for round_ in rounds if round_.pk not in self._read]
        self._read |= {entrant.pk: [] for entrant in new}
        for played in self._fetched(new, named=named) if new else ():
            self._read[played.table.round_id].append(played)
        return [played for round_ in rounds for played in self._read[round_.pk]]

    def _fetched(self, rounds: Iterable[Round], *, named: bool) -> list[Played]:
        return tables_of(rounds, named=named) if self._entrants is None else states_of(rounds, self._entrants)


def nameless(rounds: Iterable[Round]) -> list[Played]:
    """The tables of these rounds for what only reckons."""
    return tables_of(rounds, named=False)


Read = Callable[[Iterable[Round]], list[Played]]
"""How the tables of rounds are read: `nameless`, or `Once` for several who ask for the same."""


def tables_of(rounds: Iterable[Round], *, named: bool = True) -> list[Played]:
    """The tables of these rounds in the order of rounds and numbers, with their sheets read; see `read_tables`."""
    by_pk = {round_.pk: round_ for round_ in rounds}
    found = read_tables(RoundTable.objects.filter(round__in=list(by_pk)), named=named)
    for played in found:
        played.table.round = by_pk[played.table.round_id]
    return found


def states_of(rounds: Iterable[Round], entrants: Mapping[UUID, Iterable[UUID]]) -> list[Played]:
    """The tables of these rounds in the order of rounds and numbers as far as their state goes: whether the sheet or
    the desk has said all. What they brought is not read, nor the places; `entrants` are those of each table. Two
    statements; of a thousand who play at 250 tables a quarter of the work of `tables_of`."""
    by_pk = {round_.pk: round_ for round_ in rounds}
    acts: dict[UUID, dict[UUID | None, DeskAct]] = defaultdict(dict)
    for act in DeskAct.objects.filter(**IN_FORCE, round__in=list(by_pk)).order_by("at", "pk"):
        if act.table_id:
            acts[act.table_id][act.entrant_id] = act
    found = []
    for table in (
        RoundTable.objects.filter(round__in=list(by_pk)).select_related("sitting").order_by("round__number", "number")
    ):
        table.round, written = by_pk[table.round_id], acts.get(table.pk, {})
        got = {entrant: Got(None, {}, written.get(entrant)) for entrant in entrants.get(table.pk, ())}
        found.append(Played(table, (), got, match=written.get(None)))
    return found


def read_tables(tables: QuerySet[RoundTable], *, named: bool = True, history: bool = False) -> list[Played]:
    """These tables in the order of rounds and numbers, with their sheets read, but without their rounds: what one keeps
    of its draw is as long as it has tables, and would be read again for each. `named`: with everybody's names too;
    what only reckons asks for none. `history`: each table has all that was `done` about its result, oldest first, with
    who did it."""
    places, seats, rows = RoundPlace.objects.order_by("seat"), Seat.objects.order_by("number"), tables
    if named:
        rows = tables.select_related("sitting__club")
        places, seats = places.select_related("player", "held_by"), seats.select_related("player")
    else:
        places, seats = places.only(*OF_A_PLACE), seats.only(*OF_A_SEAT)
    acts = DeskAct.objects.order_by("at", "pk")
    name = "done" if history else "written"
    acts = acts.filter(kind__in=OF_RESULTS).select_related("by") if history else acts.filter(**IN_FORCE)
    rows = rows.select_related("sitting").prefetch_related(
        Prefetch("places", queryset=places, to_attr="drawn"),
        Prefetch("sitting__seats", queryset=seats),
        Prefetch("acts", acts, to_attr=name),
    )
    at = list(rows.order_by("round__number", "number"))
    for table in at if history else ():
        done: list[DeskAct] = table.done  # type: ignore[attr-defined]  # asked for
        back = {act.of_id for act in done}
        table.written = [act for act in done if act.kind == Kind.RESULT and act.pk not in back]  # type: ignore[attr-defined]  # as without
    entrants = (
        with_players(Entrant.objects.filter(places__table__in=tables.values("pk")).distinct()).in_bulk()
        if named
        else {}
    )
    people = _people_of(at, entrants.values()) if named else _people_at(tables)
    joined = _joined(at, people)
    found = [_played(table, joined.get(table.pk, ()), people) for table in at]
    if named:
        _name(found, entrants, joined)
    return found


@dataclass(frozen=True, slots=True)
class _People:
    """Who plays or has played for each entrant, by their lines in the book, and whose lines those are by now."""

    of: Mapping[UUID, Sequence[UUID]]
    merged: Mapping[UUID, UUID]

    def person(self, line: UUID) -> UUID:
        return self.merged.get(line, line)

    def at(self, place: RoundPlace) -> list[UUID]:
        """The persons who have this place."""
        lines = [place.player_id] if place.player_id else self.of.get(place.entrant_id, ())
        return [self.person(line) for line in lines]


def _people_at(tables: QuerySet[RoundTable]) -> _People:
    of: dict[UUID, list[UUID]] = defaultdict(list)
    there = EntrantPlayer.objects.filter(entrant__places__table__in=tables.values("pk"))
    for entrant, line in there.values_list("entrant", "player").distinct():
        of[entrant].append(line)
    merged = Player.objects.filter(club__in=tables.values("club"), merged_into__isnull=False)
    return _People(of, {line: into for line, into in merged.values_list("pk", "merged_into") if into})


def _people_of(tables: Iterable[RoundTable], entrants: Iterable[Entrant]) -> _People:
    """The same of tables and entrants that were read with their names."""
    players = {each.player for entrant in entrants for each in entrant.players.all()}
    for table in tables:
        players |= {seat.player for seat in _seats(table)}
        players |= {place.player for place in table.drawn if place.player}  # type: ignore[attr-defined]  # of `read_tables`
    of = {entrant.pk: [each.player_id for each in entrant.players.all()] for entrant in entrants}
    return _People(of, {player.pk: player.merged_into_id for player in players if player.merged_into_id})


def _name(
    found: Iterable[Played], entrants: Mapping[UUID, Entrant], joined: Mapping[UUID, Sequence[RoundPlace]]
) -> None:
    """Each entrant is read once, at however many of these tables it sits."""
    came = {place.entrant_id for places in joined.values() for place in places} - entrants.keys()
    entrants_there = {**entrants, **(with_players(Entrant.objects.filter(pk__in=came)).in_bulk() if came else {})}
    for played in found:
        for place in played.places:
            place.entrant = entrants_there[place.entrant_id]
        by_number = {seat.number: seat.player for seat in _seats(played.table)}
        for place in joined.get(played.table.pk, ()):
            place.player = by_number[place.seat or 0]


def _joined(tables: Sequence[RoundTable], people: _People) -> dict[UUID, list[RoundPlace]]:
    """Of team events who has sat down at a table that was opened without them, for the team they are in: places that
    are in no database. One statement, and none where nobody has."""
    strangers = [(table, seat) for table in tables for seat in _strangers(table, people)]
    if not strangers:
        return {}
    drawn = strangers[0][0].drawn[0]  # type: ignore[attr-defined]  # of `read_tables`
    players = EntrantPlayer.objects.filter(entrant__tournament__entrants=drawn.entrant_id)
    lines = players.values_list("player", "player__merged_into", "entrant")
    team_of = {into or line: entrant for line, into, entrant in lines}
    found: dict[UUID, list[RoundPlace]] = defaultdict(list)
    for table, seat in strangers:
        if entrant := team_of.get(people.person(seat.player_id)):
            place = RoundPlace(club_id=table.club_id, round_id=table.round_id, table=table, entrant_id=entrant)
            place.player_id, place.seat = seat.player_id, seat.number
            found[table.pk].append(place)
    return found


def _strangers(table: RoundTable, people: _People) -> list[Seat]:
    """Who sits at a table of single players of teams and was not drawn there."""
    places: list[RoundPlace] = table.drawn  # type: ignore[attr-defined]  # of `read_tables`
    drawn = {person for place in places if place.player_id for person in people.at(place)}
    return [seat for seat in _seats(table) if people.person(seat.player_id) not in drawn] if drawn else []


def _seats(table: RoundTable) -> list[Seat]:
    return list(table.sitting.seats.all()) if table.sitting else []


def _played(table: RoundTable, joined: Sequence[RoundPlace], people: _People) -> Played:
    places: tuple[RoundPlace, ...] = (*table.drawn, *joined)  # type: ignore[attr-defined]  # of `read_tables`
    sums = _of_sheet(table.sitting, places, people)
    acts: dict[UUID | None, DeskAct] = {}
    for act in table.written:  # type: ignore[attr-defined]  # of `read_tables`
        acts[act.entrant_id] = act
    entrants = list(dict.fromkeys(place.entrant_id for place in places))
    got = {entrant: Got(*sums.get(entrant, (None, {})), acts.get(entrant)) for entrant in entrants}
    return Played(table, places, got, match=acts.get(None))


def _of_sheet(
    sitting: Sitting | None, places: Sequence[RoundPlace], people: _People
) -> dict[UUID, tuple[int | None, dict[str, int]]]:
    """What the sheet says of each entrant: of all who have sat there for it."""
    if sitting is None:
        return {}
    of_person = {person: place.entrant_id for place in places for person in people.at(place)}
    seats = list(sitting.seats.all())
    sums = totals(sitting, seats)
    found: dict[UUID, tuple[int | None, dict[str, int]]] = {}
    for seat in seats:
        entrant = of_person.get(people.person(seat.player_id))
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


def asked_of_equals(tournament: Tournament) -> dict[str, InUnits]:
    """The measures by which the game parts those with equal points, in its order, each with what it is counted in. Not
    one that is the points themselves."""
    blank = Sitting(game=tournament.game, rules=tournament.rules)
    weights = tournament.plays.weights(tournament.typed_rules)
    return {measure: blank.unit_of([measure]) for measure, _sign in tournament.plays.ranking if [*weights] != [measure]}


def to_be_accepted(tournament: Tournament) -> list[Sitting]:
    """Its sheets that phones with the code alone have signed, in the order of rounds and tables."""
    found = Sitting.objects.to_be_accepted().filter(
        club=tournament.club_id, round_table__round__stage__tournament=tournament
    )
    return list(
        found.order_by("round_table__round__stage__number", "round_table__round__number", "round_table__number")
    )


def signed_for_in(stage: Stage, entrant: UUID | None = None) -> dict[UUID, list[SignedFor]]:
    """Of each sheet of a stage, or of those of one who plays in it, for whom somebody else has signed it."""
    sheets = Sitting.objects.filter(round_table__round__stage=stage)
    if entrant:
        sheets = sheets.filter(
            pk__in=RoundPlace.objects.filter(entrant=entrant, round__stage=stage).values("table__sitting")
        )
    return signed_for(sheets)


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

    @property
    def unwritten(self) -> list[str]:
        """Of whom the desk has written nothing yet, where it has begun to write what an empty sheet does not say."""
        got, sheet = self.played.got, self.played.sitting
        if self.played.state != "playing" or (sheet and sheet.head) or not any(entry.act for entry in got.values()):
            return []
        waiting = [place for place in self.played.places if not (entry := got.get(place.entrant_id)) or not entry.act]
        return [isolated(called_at_table(place.entrant, place.player)) for place in waiting]


def shown_of(tables: Sequence[Played], reader: User) -> list[Shown]:
    """These tables for somebody who looks at them."""
    waiting = [table.sitting for table in tables if table.sitting and table.sitting.awaits_signatures]
    missing = unsigned_of(waiting)
    return [
        Shown(
            table,
            table_row(table.sitting, reader) if table.sitting else None,
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


def without_results(tables: Iterable[Shown]) -> list[Shown]:
    """The same tables for who may not read yet what they have brought: who sits where, and how far they are."""
    return [
        replace(table, played=emptied(table.played), row=replace(table.row, stands="") if table.row else None)
        for table in tables
    ]


def emptied(played: Played) -> Played:
    """The same table without anything that it has brought."""
    nothing = {entrant: Got(None, {}) for entrant in played.got}
    return replace(played, got=nothing, match=None, is_written=played.state == "desk")
