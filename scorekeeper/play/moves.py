"""What a correction or an act would move, said before anything is written."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.core.settling import InUnits
from games.core.text import Text
from scorekeeper.play.ledger import difference
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.parties import parties
from scorekeeper.play.replaying import Judged, Replayed, replayed_with
from scorekeeper.standings.counting import Brought
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import Entry, ranked
from scorekeeper.standings.selectors.table import book_of
from scorekeeper.standings.services import added

Measures = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A seat's total and rank in the list before and after. `side` are those who score as one with it."""

    seat: Seat
    side: tuple[Seat, ...]
    total_before: int
    total_after: int
    rank_before: int
    rank_after: int

    @property
    def total(self) -> tuple[int, int]:
        """Before and after."""
        return self.total_before, self.total_after

    @property
    def rank(self) -> tuple[int, int]:
        """Before and after."""
        return self.rank_before, self.rank_after

    @property
    def by(self) -> int:
        return self.total_after - self.total_before


@dataclass(frozen=True, slots=True)
class SeasonMove:
    """A player's points and rank in an open season before and after; no rank: too little was played to have one."""

    competition: Competition
    seat: Seat
    points_before: int
    points_after: int
    rank_before: int | None
    rank_after: int | None

    @property
    def points(self) -> tuple[int, int]:
        """Before and after."""
        return self.points_before, self.points_after

    @property
    def rank(self) -> tuple[int | None, int | None]:
        """Before and after."""
        return self.rank_before, self.rank_after


@dataclass(frozen=True, slots=True)
class OfficialMove:
    """A player's official points and rank before and after; no points: not among them any more."""

    seat: Seat
    points_before: int
    points_after: int | None
    rank_before: int | None
    rank_after: int | None

    @property
    def points(self) -> tuple[int, int | None]:
        """Before and after."""
        return self.points_before, self.points_after

    @property
    def rank(self) -> tuple[int | None, int | None]:
        """Before and after."""
        return self.rank_before, self.rank_after


@dataclass(frozen=True, slots=True)
class OfficialSeason:
    competition: Competition
    moves: tuple[OfficialMove, ...]


@dataclass(frozen=True, slots=True)
class Official:
    """What leaves the official standings of each season, ended ones too; and what else moves, a sentence each."""

    seasons: tuple[OfficialSeason, ...]
    beside: tuple[Text, ...] = ()
    is_official: bool = True


@dataclass(frozen=True, slots=True)
class Shift:
    """Who moves, in the list and in its seasons, those too that have ended. Totals are in `unit`."""

    unit: InUnits
    seats: tuple[SeatMove, ...]
    seasons: tuple[SeasonMove, ...]

    @property
    def sides(self) -> tuple[SeatMove, ...]:
        """The moves of those who score as one, told once."""
        return tuple(move for move in self.seats if move.seat is move.side[0])

    @property
    def changes_nothing(self) -> bool:
        return not self.seasons and all(move.by == 0 and move.rank_before == move.rank_after for move in self.seats)


@dataclass(frozen=True, slots=True)
class Moves(Shift):
    """The hand as it would stand (None: struck), the later hands that follow, and who moves."""

    hand: Hand
    judged: Judged | None
    followers: tuple[Judged, ...]

    @property
    def changes_nothing(self) -> bool:
        return not self.followers and all(move.by == 0 for move in self.seats)


def moves(sitting: Sitting, hand: Hand, record: Mapping[str, Any] | None) -> Moves:
    """What another record (None: striking it) for this version of a hand would move.

    Raises:
        Refused: the record is refused, or a later hand would become impossible.
    """
    after = replayed_with(sitting, hand, record)
    moved = _moved(after)
    found = shift(sitting, after.seats, [with_more(seat, moved[seat.number]) for seat in after.seats])
    return Moves(found.unit, found.seats, found.seasons, hand, after.judged, after.followers)


def reopening(sitting: Sitting) -> Official:
    """What opening a closed sitting again takes out of the official standings."""
    seats = list(sitting.seats.select_related("player"))
    found = [OfficialSeason(season, _leaving(season, sitting, seats)) for season in sitting.competitions.all()]
    beside = tuple(sentence for party in parties() for sentence in party.moves(sitting))
    return Official(tuple(season for season in found if season.moves), beside)


def _leaving(season: Competition, sitting: Sitting, seats: Sequence[Seat]) -> tuple[OfficialMove, ...]:
    people = {seat.player_id: seat.player.identity for seat in seats}
    sealed = season.results.filter(source=sitting.pk, is_sealed=True)
    results = {people[result.player_id]: result for result in sealed if result.player_id in people}
    book = book_of(season, official=True)
    before, after = book.table(), book.without(sitting.pk, results).table()
    ranks_before, ranks_after = before.ranks, after.ranks
    return tuple(
        OfficialMove(
            seat,
            before.accounts[person].points,
            after.accounts[person].points if person in after.accounts else None,
            ranks_before.get(person),
            ranks_after.get(person),
        )
        for seat in seats
        if (person := seat.player.identity) in results and person in before.accounts
    )


def shift(sitting: Sitting, before: Sequence[Seat], after: Sequence[Seat]) -> Shift:
    """What it moves when the same seats stand as in `after`: with other tallies, or at other places."""
    return Shift(
        unit=sitting.unit_of(sitting.plays.weights(sitting.typed_rules)),
        seats=_seat_moves(sitting, before, after),
        seasons=tuple(
            move
            for competition in sitting.competitions.all()
            for move in _season_moves(competition, sitting, before, after)
        ),
    )


def with_more(seat: Seat, moved: Measures, number: int | None = None) -> Seat:
    """The seat as it would stand with so much more, and at another place."""
    other = copy(seat)
    other.tally = added(seat.tally, moved)
    other.number = seat.number if number is None else number
    return other


def totals(sitting: Sitting, seats: Sequence[Seat]) -> dict[int, int]:
    """Each seat's total by the sitting's own system."""
    weights = sitting.plays.weights(sitting.typed_rules)
    return {seat.number: weighed(seat.tally, weights) for seat in seats}


def weighed(measures: Measures, weights: Measures) -> int:
    """The linear rule: each measure times its weight."""
    return sum(weight * measures.get(name, 0) for name, weight in weights.items())


def sides_of(sitting: Sitting, seats: Iterable[Seat]) -> list[tuple[Seat, ...]]:
    """The seats that score as one, in the order of the table; who has left stands alone."""
    by_number = {seat.number: seat for seat in seats}
    sides = list(sitting.plays.sides([number for number, seat in by_number.items() if seat.is_active]))
    sides += [(number,) for number, seat in by_number.items() if not seat.is_active]
    return [tuple(by_number[number] for number in side) for side in sorted(sides)]


def list_ranks(sitting: Sitting, seats: Iterable[Seat], tallies: Mapping[int, Measures]) -> dict[int, int]:
    """The rank of each seat in the list: that of its side, equal ones sharing it."""
    weights = sitting.plays.weights(sitting.typed_rules)
    sides = {side[0].number: side for side in sides_of(sitting, seats)}
    rows = [Entry(number, weighed(tallies[number], weights), tallies[number]) for number in sides]
    ranks = {row.row: row.rank for row in ranked(rows, sitting.plays.ranking)}
    return {seat.number: ranks[number] for number, side in sides.items() for seat in side}


def _moved(after: Replayed) -> dict[int, dict[str, int]]:
    """{seat number: {measure: difference}} of the change and all that follows from it."""
    pairs = [(after.hand, after.judged), *((judged.hand, judged) for judged in after.followers)]
    moved: dict[int, dict[str, int]] = {seat.number: {} for seat in after.seats}
    for hand, judged in pairs:
        new = Hand(outcome=judged.outcome).moved if judged else {}
        for (number, measure), amount in difference(new, hand.moved).items():
            moved[number] = added(moved[number], {measure: amount})
    return moved


def _seat_moves(sitting: Sitting, before: Sequence[Seat], after: Sequence[Seat]) -> tuple[SeatMove, ...]:
    """Where places change, everybody for themselves: partners may not be partners any more."""
    weights = sitting.plays.weights(sitting.typed_rules)
    ranks_before, ranks_after = _ranks(sitting, before), _ranks(sitting, after)
    totals_after = {seat.pk: weighed(seat.tally, weights) for seat in after}
    stay = {seat.pk: seat.number for seat in before} == {seat.pk: seat.number for seat in after}
    sides = {seat.pk: side for side in sides_of(sitting, before) for seat in side} if stay else {}
    return tuple(
        SeatMove(
            seat,
            sides.get(seat.pk, (seat,)),
            weighed(seat.tally, weights),
            totals_after[seat.pk],
            ranks_before[seat.pk],
            ranks_after[seat.pk],
        )
        for seat in before
    )


def _ranks(sitting: Sitting, seats: Sequence[Seat]) -> dict[UUID, int]:
    seats = sorted(seats, key=lambda seat: seat.number)
    ranks = list_ranks(sitting, seats, {seat.number: seat.tally for seat in seats})
    return {seat.pk: ranks[seat.number] for seat in seats}


def _season_moves(
    competition: Competition, sitting: Sitting, seats: Sequence[Seat], later: Sequence[Seat]
) -> list[SeasonMove]:
    by_player = {seat.player.identity: seat for seat in seats}
    book = book_of(competition)
    now = {seat.player.identity: seat.tally for seat in later}
    moved = {person: added(now.get(person, {}), by_player[person].tally, -1) for person in by_player}
    here = {person: measures for person, measures in moved.items() if measures and person in book.held}
    sheet = Brought(0, {}, sitting.pk, sitting.played_on, is_sealed=False, game=sitting.game)
    before, after = book.table(), book.with_more(sheet, now, here).table()
    ranks_before, ranks_after = before.ranks, after.ranks
    found = []
    for person, seat in by_player.items():
        if person in before.accounts and person in after.accounts:
            points = before.accounts[person].points, after.accounts[person].points
            ranks = ranks_before.get(person), ranks_after.get(person)
            if points[0] != points[1] or ranks[0] != ranks[1]:
                found.append(SeasonMove(competition, seat, *points, *ranks))
    return found
