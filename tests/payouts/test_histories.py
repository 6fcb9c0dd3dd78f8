"""Whatever is booked, booked back, closed, opened again and corrected, in whatever order: each unit sums to zero, each
balance is the fold of what was accepted, and what was booked back is as if it had never been (Hypothesis)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.settling import InUnits
from scorekeeper.common.errors import Conflict
from scorekeeper.payouts.book.services import BookingReversal, reverse
from scorekeeper.payouts.models import Account, Whose
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting, reopen_sitting
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.factories.money import CASH, CLUB, EURO, FEES, booked, of, tonk, with_money, won
from tests.rows import undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db

CHIPS = InUnits(unit="chips", decimals=0)
places = st.integers(0, 5)
amounts = st.integers(-(10**12), 10**12).filter(bool)
steps = st.one_of(
    st.tuples(st.just("move"), st.sampled_from([EURO, CHIPS]), places, places, amounts),
    st.tuples(st.just("share"), st.integers(2, 5), st.integers(1, 999)),
    st.tuples(st.just("reverse"), st.integers(0, 20)),
    st.tuples(st.just("sheet"), st.integers(0, 2)),
    st.tuples(st.just("turn"), st.integers(0, 5)),
    st.tuples(st.just("correct"), st.integers(0, 5), st.integers(0, 2)),
)


class Evening:
    """The book beside an oracle that only adds up."""

    def __init__(self) -> None:
        self.club = with_money()
        self.by = Actor(user=factories.owner_of(self.club))
        self.people = [factories.make_player(self.club) for _player in range(3)]
        self.whose: list[Whose] = [*map(of, self.people), CASH, CLUB, FEES]
        self.model: Counter[tuple[str, Whose]] = Counter()
        self.bookings: list[tuple[Any, str, dict[Whose, int], bool]] = []
        self.sheets: list[list[Any]] = []  # [sitting, who wins, whether closed]

    def add(self, unit: str, moves: dict[Whose, int], times: int = 1) -> None:
        for whose, amount in moves.items():
            self.model[unit, whose] += times * amount

    def move(self, unit: InUnits, one: int, other: int, amount: int) -> None:
        if one != other:
            self._book(unit, {self.whose[one]: amount, self.whose[other]: -amount})

    def share(self, many: int, amount: int) -> None:
        first, *others = self.whose[: many + 1]
        self._book(EURO, {first: amount * len(others), **dict.fromkeys(others, -amount)})

    def _book(self, unit: InUnits, moves: dict[Whose, int]) -> None:
        made = booked(self.club, moves, unit=unit)[0]
        self.bookings.append((made, unit.unit, moves, True))
        self.add(unit.unit, moves)

    def reverse(self, place: int) -> None:
        if place >= len(self.bookings):
            return
        made, unit, moves, stands = self.bookings[place]
        act = {"club": self.club, "booking_id": made.pk, "by": self.by.user, "now": factories.NOW}
        if not stands:
            with pytest.raises(Conflict, match="already"):
                reverse(BookingReversal(reason="wrong"), **act)
            return
        reverse(BookingReversal(reason="wrong"), **act)
        self.bookings[place] = made, unit, moves, False
        self.add(unit, moves, -1)

    def sheet(self, winner: int) -> None:
        sitting = tonk(self.club, self.people)
        factories.record(sitting, won(winner))
        self.sheets.append([sitting, winner, False])

    def turn(self, place: int) -> None:
        """A sheet is closed, or a closed one opened again."""
        if place >= len(self.sheets):
            return
        sitting, winner, is_closed = self.sheets[place]
        act = reopen_sitting if is_closed else close_sitting
        act(Reasoned(reason="so it is"), sitting_id=sitting.pk, by=self.by, now=factories.NOW)
        self.add("€", _net(self.whose, winner), -1 if is_closed else 1)
        self.sheets[place][2] = not is_closed

    def correct(self, place: int, winner: int) -> None:
        """Somebody else has won; a closed sheet is opened for that first."""
        if place >= len(self.sheets) or self.sheets[place][1] == winner:
            return
        if self.sheets[place][2]:
            self.turn(place)
        sitting = self.sheets[place][0]
        factories.correct(Sitting.objects.get(pk=sitting.pk).hands.newest().get(), won(winner))
        self.sheets[place][1] = winner

    def look(self) -> None:
        found = {(account.unit, account.whose): account.balance for account in Account.objects.all()}
        assert {key: amount for key, amount in found.items() if amount} == {k: v for k, v in self.model.items() if v}
        for unit in ("€", "chips"):
            assert sum(amount for (label, _whose), amount in found.items() if label == unit) == 0


def _net(whose: list[Whose], winner: int) -> dict[Whose, int]:
    return {one: 100 if place == winner else -50 for place, one in enumerate(whose[:3])}


few = settings(
    max_examples=examples(6, part=5),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@few
@given(played=st.lists(steps, min_size=4, max_size=14))
def test_the_book_is_the_fold_of_what_was_accepted(db, played):
    with undone():
        evening = Evening()
        for name, *said in played:
            getattr(evening, name)(*said)
            evening.look()
        assert [str(difference) for difference in verify(Count())] == []
