"""What other rules would have made of tables that were played: judged again in memory. Writes nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, Prefetch

from games.core.game import AnyGame
from games.core.record import Record, load
from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import InvalidRecord, Problem, Table
from scorekeeper.clubs.house_rules import as_agreed, in_force
from scorekeeper.clubs.models import Club, HouseRules
from scorekeeper.common.texts import Names
from scorekeeper.play.ledger import difference
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.moves import sides_of, weighed
from scorekeeper.play.replaying import opening_size, stored
from scorekeeper.play.sheet.rows import seats_with_players
from scorekeeper.standings.ranking import Entry, ranked
from scorekeeper.standings.services import added

MOST_TABLES: Final = 40
MOST_HANDS: Final = 1_500
MOST_SHOWN: Final = 8  # hands of one table


@dataclass(frozen=True, slots=True)
class RejudgedHand:
    """A hand and what is said of it, as it was and as it would be; `problems` where it could not be."""

    hand: Hand
    before: Text
    after: Text | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A side's total and place, as they are and as they would be."""

    seats: tuple[Seat, ...]
    total_before: int
    total_after: int
    rank_before: int
    rank_after: int


@dataclass(slots=True)
class TriedTable:
    """One table under other rules. `beyond` hands would have come after its end; `refused` says why it cannot be
    judged by them at all."""

    sitting: Sitting
    changed: list[RejudgedHand] = field(default_factory=list)
    impossible: list[RejudgedHand] = field(default_factory=list)
    beyond: int = 0
    lines: list[Line] = field(default_factory=list)
    refused: Text | None = None

    @property
    def unit(self) -> InUnits:
        """What its totals are counted in."""
        return self.sitting.unit_of(self.sitting.plays.weights(self.sitting.typed_rules))

    @property
    def names(self) -> Names:
        """Who sat there, for the sentences of its hands."""
        return Names({seat.number: seat.player.name for seat in self.sitting.seats.all()}, self.sitting.unit)

    @property
    def shown(self) -> list[RejudgedHand]:
        return self.changed[:MOST_SHOWN]

    @property
    def more(self) -> int:
        return len(self.changed) - len(self.shown)

    @property
    def moves(self) -> bool:
        """Whether a total or a place would be another."""
        return any((line.total_before, line.rank_before) != (line.total_after, line.rank_after) for line in self.lines)

    @property
    def other_winner(self) -> bool:
        return any((line.rank_before == 1) != (line.rank_after == 1) for line in self.lines)

    @property
    def is_touched(self) -> bool:
        return bool(self.refused or self.changed or self.impossible or self.beyond or self.moves)


@dataclass(frozen=True, slots=True)
class Trial:
    """Tables that were looked at, of how many there are; `of_these` are only those that play by the house rules."""

    tables: list[TriedTable]
    hands: int
    there: int
    of_these: bool

    @property
    def touched(self) -> list[TriedTable]:
        return [table for table in self.tables if table.is_touched]

    @property
    def is_all(self) -> bool:
        return len(self.tables) == self.there


def tried(club: Club, game: AnyGame, rules: Mapping[str, Any], house: HouseRules | None = None) -> Trial:
    """The newest tables of the game judged by other rules: those that play by these house rules, or all if none does.

    Tables that played by other rules than the house rules' are judged by the version in force and by the other rules,
    so that only what would change between these two shows. At most so many tables and hands are judged; `there` says
    how many tables there are.
    """
    found = Sitting.objects.filter(club=club, game=game.name, next_number__gt=1)  # at which hands stand
    mine = found.filter(house_version__house=house) if house else found.none()
    of_these = mine.exists()
    found = mine if of_these else found
    there = found.count()
    newest = found.order_by("-opened_at", "-pk").values_list("pk", flat=True)[:MOST_TABLES]
    first = Hand.objects.filter(sitting__in=list(newest), version=1).order_by()
    sizes = dict(first.values_list("sitting").annotate(Count("pk")))
    chosen: list[UUID] = []
    hands = 0
    for pk in newest:
        size = sizes.get(pk, 0)
        if chosen and hands + size > MOST_HANDS:
            break
        hands += size
        chosen.append(pk)
    instead_of = in_force(house).rules if house and not of_these else None
    return Trial([_tried(table, game, rules, instead_of) for table in _read(chosen)], hands, there, of_these)


def _read(pks: Sequence[UUID]) -> Sequence[Sitting]:
    """With seats, acts and standing hands, in a few queries for all."""
    whole = Sitting.objects.filter(pk__in=pks).select_related("club")
    read = whole.prefetch_related(
        seats_with_players(),
        "acts",
        Prefetch("hands", Hand.objects.standing().order_by("number"), to_attr="standing_hands"),
    )
    by_pk = {table.pk: table for table in read}
    return [by_pk[pk] for pk in pks]


def _tried(
    sitting: Sitting, game: AnyGame, wanted: Mapping[str, Any], instead_of: Mapping[str, Any] | None
) -> TriedTable:
    """The table by the wanted rules instead of these, or of its own."""
    table = TriedTable(sitting)
    size = opening_size(sitting)
    new = _agreed(table, game, wanted, size)
    old = sitting.typed_rules if instead_of is None else _agreed(table, game, instead_of, size)
    if old is None or new is None:
        return table
    hands: list[Hand] = sitting.standing_hands  # type: ignore[attr-defined]
    own = Fold(game, sitting.typed_rules, size, hands)
    before = own if instead_of is None else Fold(game, old, size, hands)
    after = Fold(game, new, size, hands)
    for hand in hands:
        was = before.outcomes.get(hand.pk)
        said = Text.from_json((was or hand.outcome)["said"])
        if hand.pk in after.beyond and hand.pk not in before.beyond:
            table.beyond += 1
        elif hand.pk in after.problems and hand.pk not in before.problems:
            table.impossible.append(RejudgedHand(hand, said, problems=after.problems[hand.pk]))
        elif before.moved(hand) != after.moved(hand):
            would = after.outcomes.get(hand.pk)
            table.changed.append(RejudgedHand(hand, said, Text.from_json(would["said"]) if would else None))
    by = (old, _moved(hands, own, before)), (new, _moved(hands, own, after))
    table.lines = _lines(sitting, game, *by)
    return table


def _agreed(table: TriedTable, game: AnyGame, wanted: Mapping[str, Any], size: int) -> Record | None:
    """These rules with what the table had agreed on; None where it could not play by them, which is then said."""
    try:
        rules: Record = load(game.rules, as_agreed(game, wanted, table.sitting.rules))
    except InvalidRecord as error:
        table.refused = error.problems[0].message
        return None
    if problems := game.rules_problems(rules, size):
        table.refused = problems[0].message
        return None
    return rules


class Fold:
    """The hands of a sitting by some rules: what each comes to; one that cannot be is left out, and so are those that
    come after the end."""

    def __init__(self, game: AnyGame, rules: Record, size: int, hands: Iterable[Hand]) -> None:
        self.outcomes: dict[Any, dict[str, Any]] = {}
        self.problems: dict[Any, tuple[Problem, ...]] = {}
        self.beyond: set[Any] = set()
        state, is_over = game.start(rules, size), False
        for hand in hands:
            if is_over:
                self.beyond.add(hand.pk)
                continue
            table = Table(tuple(hand.table["seats"]), hand.number, hand.table["dealer"], state)
            try:
                _read_hand, outcome = game.judge(hand.record, rules, table)
            except InvalidRecord as error:
                self.problems[hand.pk] = error.problems
                continue
            state, is_over = outcome.state, outcome.over
            self.outcomes[hand.pk] = stored(outcome)

    def moved(self, hand: Hand) -> dict[tuple[int, str], int]:
        """What the hand makes due by these rules."""
        outcome = self.outcomes.get(hand.pk)
        return Hand(outcome=outcome).moved if outcome else {}


def _moved(hands: Iterable[Hand], before: Fold, after: Fold) -> dict[int, dict[str, int]]:
    """{seat number: {measure: difference}} of all hands."""
    moved: dict[int, dict[str, int]] = {}
    for hand in hands:
        for (number, measure), amount in difference(after.moved(hand), before.moved(hand)).items():
            moved[number] = added(moved.get(number, {}), {measure: amount})
    return moved


def _lines(sitting: Sitting, game: AnyGame, *by: tuple[Record, Mapping[int, Mapping[str, int]]]) -> list[Line]:
    """Totals and places by each of two rules, which come with how they move the tallies of the sheet."""
    seats = list(sitting.seats.all())
    sides = sides_of(sitting, seats)
    totals, ranks = [], []
    for rules, moved in by:
        tally = {seat.number: added(seat.tally, moved.get(seat.number, {})) for seat in seats}
        weights = game.weights(rules)
        rows = [Entry(side[0].number, weighed(tally[side[0].number], weights), tally[side[0].number]) for side in sides]
        totals.append({row.row: row.points for row in rows})
        ranks.append({row.row: row.rank for row in ranked(rows, game.ranking)})
    return [
        Line(side, *(figures[side[0].number] for figures in (*totals, *ranks)))
        for side in sorted(sides, key=lambda side: ranks[0][side[0].number])
    ]
