"""Whatever happens at a bank, in whatever order: the book is balanced, nothing is booked twice, a closed table is
empty."""

import pytest
from hypothesis import HealthCheck, event, example, given, settings
from hypothesis import strategies as st

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.payouts.bank.reads import bank_of
from scorekeeper.payouts.bank.services import BankAnswer, answer_bank
from scorekeeper.payouts.models import Booking
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting, reopen_sitting
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.factories.money import balances, bank, of, tonk, with_money, won
from tests.rows import undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db

SEATS, AMOUNTS = st.integers(0, 2), st.integers(1, 2000)
STEPS = st.one_of(
    st.tuples(st.just("bank"), st.sampled_from(["buy_in", "cash_out"]), SEATS, AMOUNTS),
    st.tuples(st.just("hand"), SEATS),
    st.tuples(st.just("undo"), st.integers(0, 9)),
    st.tuples(st.just("out")),
    st.tuples(st.just("close")),
    st.tuples(st.just("reopen")),
)
# A whole evening: a cash-out is missing, repaired, the sheet opened again and played on.
ALL_OF_IT = [
    ("bank", "buy_in", 0, 1000),
    ("bank", "buy_in", 1, 500),
    ("hand", 0),
    ("close",),
    ("out",),
    ("close",),
    ("bank", "buy_in", 2, 100),
    ("reopen",),
    ("undo", 0),
    ("hand", 1),
]


def step(sitting: Sitting, what: str, *more) -> None:
    """Do it, or be told why not."""
    act = {"sitting_id": sitting.pk, "by": Actor(user=factories.owner_of(sitting.club)), "now": factories.NOW}
    found = bank_of(Sitting.objects.get(pk=sitting.pk))
    if what == "bank":
        bank(sitting, more[0], more[2], more[1])
    elif what == "hand":
        factories.record(sitting, won(more[0]))
    elif what == "undo" and found.requests:
        asked = found.requests[more[0] % len(found.requests)].asked
        answer_bank(BankAnswer(request=asked.pk, answer="undo", reason="typed wrong"), **act)
    elif what == "out":
        everybody_out(sitting)
    elif what == "close":
        close_sitting(Reasoned(reason="late"), **act)
    elif what == "reopen":
        reopen_sitting(Reasoned(reason="a hand is wrong"), **act)


def everybody_out(sitting: Sitting) -> None:
    """Buy in what was lost, then cash out what lies there."""
    lines = bank_of(Sitting.objects.get(pk=sitting.pk)).lines
    for line in sorted((line for line in lines if line.stack), key=lambda line: line.stack):
        bank(sitting, "cash_out" if line.stack > 0 else "buy_in", abs(line.stack), line.seat.number)


@settings(max_examples=examples(5, part=10), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, max_size=14))
@example(steps=ALL_OF_IT)
def test_a_closed_bank_is_empty_and_everybody_stands_at_their_net(db, steps):
    with undone():
        club = with_money()
        sitting = tonk(club, [factories.make_player(club) for _seat in range(3)])

        for what, *more in steps:
            try:
                step(sitting, what, *more)
                event(f"{what} done")
            except (Conflict, Refused):
                event(f"{what} refused")
        if Sitting.objects.get(pk=sitting.pk).is_open:  # what ends it is never refused
            step(sitting, "hand", 0)
            everybody_out(sitting)
            step(sitting, "close")

        found = Sitting.objects.get(pk=sitting.pk)
        lines, used, stands = bank_of(found).lines, bank_of(found).is_used, balances(club)
        gained = {of(line.seat.player): line.net if used else line.result for line in lines}
        event("by its bank" if used else "by its sheet")
        assert not found.is_open
        assert bank_of(found).balance == 0
        assert not (used and any(line.stack for line in lines))
        assert stands == {who: amount for who, amount in gained.items() if amount}
        assert sum(stands.values()) == 0
        by_sheet = Booking.objects.filter(sitting=sitting, kind="result", reversal=None)
        assert by_sheet.exists() == (not used and any(gained.values()))
        assert [str(difference) for difference in verify(Count())] == []


def test_the_example_does_what_it_says(db):
    """So that what is asserted of histories is not asserted of empty ones only."""
    club = with_money()
    sitting = tonk(club, [factories.make_player(club) for _seat in range(3)])

    told = []
    for what, *more in ALL_OF_IT:
        try:
            step(sitting, what, *more)
            told.append(what)
        except (Conflict, Refused):
            told.append(f"{what} refused")

    assert told == ["bank", "bank", "hand", "close refused", "out", "close", "bank refused", "reopen", "undo", "hand"]
    assert bank_of(Sitting.objects.get(pk=sitting.pk)).is_used
    nets = [line.net for line in bank_of(Sitting.objects.get(pk=sitting.pk)).lines]
    assert len([net for net in nets if net]) > 1
