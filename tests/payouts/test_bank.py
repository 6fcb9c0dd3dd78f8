"""The bank of a table: who asks and who approves, what is booked, and a sheet that closes only when in is out."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scorekeeper.clubs.models import Player, Role
from scorekeeper.common.append_only import unprotect
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.texts import translated
from scorekeeper.payouts.bank.reads import bank_of
from scorekeeper.payouts.bank.services import BankAnswer, BankMove, answer_bank, ask_bank
from scorekeeper.payouts.book.services import BookingReversal, reverse
from scorekeeper.payouts.models import BankAct, Booking, Whose
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting, reopen_sitting
from scorekeeper.play.models import Sitting
from scorekeeper.play.moves import reopening
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.records import Reasoned
from tests import factories
from tests.factories.money import CARRY, CLUB, balances, bank, of, shape, tonk, with_money, won
from tests.rows import discrepancies

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def people(club) -> list[Player]:
    return [factories.make_player(club, name) for name in ("Ann", "Bob", "Cy")]


@pytest.fixture
def sitting(club, people) -> Sitting:
    """A table of three with a stake of 0.50."""
    return tonk(club, people)


def owner(sitting: Sitting) -> Actor:
    return Actor(user=factories.owner_of(sitting.club))


def phone(sitting: Sitting, seat: int) -> Actor:
    """The phone that holds a seat; it joins when it is first asked for."""
    held = sitting.devices.filter(seat__number=seat, revoked_at=None).first()
    return Actor(device=held or factories.make_device(sitting, seat))


def close(sitting: Sitting) -> Sitting:
    return close_sitting(Reasoned(reason="late"), sitting_id=sitting.pk, by=owner(sitting), now=factories.at(60))


def reopen(sitting: Sitting) -> Sitting:
    return reopen_sitting(
        Reasoned(reason="a hand is wrong"), sitting_id=sitting.pk, by=owner(sitting), now=factories.at(70)
    )


def refused(sitting: Sitting) -> list[tuple[str, str]]:
    """Why it does not close."""
    with pytest.raises(Refused) as caught:
        close(sitting)
    return [(problem.code, translated(problem.message)) for problem in caught.value.problems]


def answer(act: BankAct, how: str, by: Actor | None = None, **more):
    given = BankAnswer(request=act.pk, answer=how, **more)
    return answer_bank(given, sitting_id=act.sitting_id, by=by or owner(act.sitting), now=factories.at(5))


def pot(sitting: Sitting) -> Whose:
    return Whose("pot", sitting.pk)


def plain(text: str) -> str:
    """Without the marks that keep a name apart from what stands around it."""
    return text.replace("\u2068", "").replace("\u2069", "").replace("\xa0", " ")


def test_what_a_phone_asks_for_is_booked_when_the_organiser_approves(sitting, people):
    asked = bank(sitting, "buy_in", 1000, 1, by=phone(sitting, 1))
    before = balances(sitting.club)

    answer(asked, "approve")

    assert before == {}
    assert balances(sitting.club) == {of(people[1]): -1000, pot(sitting): 1000}
    assert discrepancies() == []


def test_the_organiser_approves_by_asking(sitting, people):
    bank(sitting, "buy_in", 1000, 2)
    bank(sitting, "cash_out", 400, 2)

    assert balances(sitting.club) == {of(people[2]): -600, pot(sitting): 600}
    assert [shape(booking)[0] for booking in Booking.objects.order_by("pk")] == ["buy_in", "cash_out"]


@pytest.mark.parametrize("how", ["approve", "refuse"])
def test_an_answer_given_twice_is_one_answer(sitting, how):
    asked = bank(sitting, "buy_in", 1000, 1, by=phone(sitting, 1))
    more = {"reason": "no more tonight"} if how == "refuse" else {}

    first, second = answer(asked, how, **more), answer(asked, how, **more)

    assert (first.newest, first.is_new, second.is_new) == (second.newest, True, False)
    assert BankAct.objects.count() == 2


def test_asking_twice_under_a_key_asks_once_and_another_amount_is_refused(sitting):
    key, by = uuid4(), phone(sitting, 1)
    act = {"sitting_id": sitting.pk, "by": by, "key": key, "now": factories.NOW}

    first = ask_bank(BankMove(move="buy_in", seat=1, amount=1000), **act)
    again = ask_bank(BankMove(move="buy_in", seat=1, amount=1000), **act)
    with pytest.raises(Conflict) as conflict:
        ask_bank(BankMove(move="buy_in", seat=1, amount=2000), **act)

    assert (first.newest, first.is_new, again.is_new, conflict.value.code) == (again.newest, True, False, "key_reused")


def test_who_asked_takes_it_back_and_nobody_else(sitting):
    mine = phone(sitting, 1)
    asked = bank(sitting, "buy_in", 1000, 1, by=mine)

    with pytest.raises(PermissionDenied):
        answer(asked, "withdraw", by=phone(sitting, 2))
    answer(asked, "withdraw", by=mine)
    with pytest.raises(Conflict) as conflict:
        answer(asked, "approve")

    assert conflict.value.code == "answered"
    assert balances(sitting.club) == {}


@pytest.mark.parametrize("role", [Role.SCORER, Role.MEMBER])
def test_only_the_organiser_approves(sitting, role):
    asked = bank(sitting, "buy_in", 1000, 1, by=phone(sitting, 1))
    other = Actor(user=factories.make_member(sitting.club, role))

    for how, more in (("approve", {}), ("refuse", {"reason": "no"}), ("undo", {"reason": "no"})):
        with pytest.raises(PermissionDenied):
            answer(asked, how, by=other, **more)

    assert [request.waits for request in bank_of(sitting).requests] == [True]


def test_a_phone_asks_for_its_own_seat_and_brings_no_chips(sitting):
    for move, seat in (("buy_in", 2), ("carry", None)):
        with pytest.raises(PermissionDenied):
            bank(sitting, move, 1000, seat, by=phone(sitting, 1))

    assert not BankAct.objects.exists()


@pytest.mark.parametrize(
    ("wanted", "codes"),
    [
        (("buy_in", 0, 0), ["amount_missing"]),
        (("buy_in", None, 0), ["seat_unknown", "amount_missing"]),
        (("buy_in", 0, 10**16), ["amount_too_large"]),
        (("loan", 9, 5), ["invalid_choice"]),
        (("buy_in", 9, 5), ["seat_unknown"]),
        (("carry", 0, 5), ["seat_given"]),
        (("cash_out", 0, 5), ["bank_short"]),
        (("carry", None, 5), ["carry_short"]),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(sitting, wanted, codes):
    sent = dict(zip(("move", "seat", "amount"), wanted, strict=True))
    by = owner(sitting)
    with pytest.raises(Refused) as caught:
        ask_bank(BankMove.read(sent), sitting_id=sitting.pk, by=by, key=uuid4(), now=factories.NOW)

    assert [problem.code for problem in caught.value.problems] == codes


def test_a_bank_pays_out_its_last_unit_and_not_one_more(sitting, people):
    bank(sitting, "buy_in", 1000, 0)
    bank(sitting, "cash_out", 400, 1)

    with pytest.raises(Refused) as refusal:
        bank(sitting, "cash_out", 601, 2)
    bank(sitting, "cash_out", 600, 2)

    assert [problem.code for problem in refusal.value.problems] == ["bank_short"]
    assert balances(sitting.club) == {of(people[0]): -1000, of(people[1]): 400, of(people[2]): 600}


def test_a_table_for_points_has_no_bank(club, people):
    for sitting in (tonk(club, people, unit=""), factories.make_sitting(club, players=people)):
        with pytest.raises(Conflict) as conflict:
            bank(sitting, "buy_in", 1000)

        assert conflict.value.code == "no_bank"


def test_after_closing_everybody_stands_at_their_net_and_nothing_is_booked_twice(sitting, people):
    for seat in range(3):
        bank(sitting, "buy_in", 1000, seat)
    factories.record(sitting, won(0))
    for seat, stack in enumerate((1100, 950, 950)):
        bank(sitting, "cash_out", stack, seat)

    close(sitting)

    ann, bob, cy = map(of, people)
    assert balances(sitting.club) == {ann: 100, bob: -50, cy: -50}
    assert not Booking.objects.filter(kind="result").exists()
    assert discrepancies() == []


def test_a_forgotten_cash_out_keeps_the_sheet_open_and_is_named(sitting):
    bank(sitting, "buy_in", 1000, 0)
    bank(sitting, "buy_in", 1000, 1)
    bank(sitting, "buy_in", 1000, 2)
    factories.record(sitting, won(0))
    bank(sitting, "cash_out", 1100, 0)
    bank(sitting, "cash_out", 950, 2)

    assert [(code, plain(text)) for code, text in refused(sitting)] == [
        (
            "stack_left",
            "The bank does not balance: Bob still has 9.50 € on the table. "
            "Cash out the chips, or correct the wrong hand.",
        )
    ]

    bank(sitting, "cash_out", 950, 1)
    assert not close(sitting).is_open


def test_whoever_lost_without_buying_in_or_took_too_much_is_named(sitting):
    bank(sitting, "buy_in", 1000, 0)
    factories.record(sitting, won(0))
    bank(sitting, "cash_out", 1000, 0)

    assert [code for code, _text in refused(sitting)] == ["stack_left", "stack_short", "stack_short"]


def test_a_request_that_waits_keeps_the_sheet_open(sitting):
    bank(sitting, "buy_in", 1000, 1, by=phone(sitting, 1))

    assert [(code, plain(text)) for code, text in refused(sitting)] == [
        ("bank_waits", "Bob has asked for a buy-in of 10.00 €. Approve or refuse it first.")
    ]


def test_without_hands_the_bank_alone_says_who_has_won(sitting, people):
    bank(sitting, "buy_in", 1000, 0)
    bank(sitting, "buy_in", 1000, 1)
    bank(sitting, "cash_out", 1700, 1)
    assert [code for code, _text in refused(sitting)] == ["bank_not_empty"]

    bank(sitting, "cash_out", 300, 0)
    close(sitting)

    assert balances(sitting.club) == {of(people[0]): -700, of(people[1]): 700}
    assert discrepancies() == []


def palace(club, people) -> Sitting:
    """A hand of 0.75 of which 0.07 is raked, 0.66 is shared and 0.02 stays."""
    rules = {"unit": "€", "decimals": 2, "small_bet": 50, "rake_bp": 1000, "odd_chips": "carry"}
    sitting = factories.make_sitting(club, players=people, game="palace_poker", rules=rules)
    for seat in range(3):
        bank(sitting, "buy_in", 100, seat)
    factories.record(sitting, {"kind": "quick", "contributions": [25, 25, 25], "ranking": [1, 1, 1]})
    for seat in range(3):
        bank(sitting, "cash_out", 97, seat)
    return sitting


def test_a_rake_and_chips_that_stay_leave_the_bank_and_come_back_to_it(club, people):
    sitting = palace(club, people)

    close(sitting)
    closed = balances(club)
    told = [plain(translated(text)) for text in reopening(Sitting.objects.get(pk=sitting.pk)).beside]
    reopen(sitting)

    each = {of(player): -3 for player in people}
    assert closed == {**each, CARRY: 2, CLUB: 7}
    assert balances(club) == {**each, pot(sitting): 9}
    assert any("0.07 € goes back to the table’s bank" in text for text in told)
    assert discrepancies() == []


def test_chips_of_an_earlier_table_are_won_at_the_next_or_go_back(club, people):
    close(palace(club, people))
    for winner, left in ((1, 1), (0, 1)):  # one takes a chip more than the sheet gives; then nobody does
        sitting = tonk(club, people)
        bank(sitting, "carry", balances(club)[CARRY], None)
        for seat in range(3):
            bank(sitting, "buy_in", 100, seat)
        factories.record(sitting, won(0))
        for seat, stack in enumerate((200 + winner, 50, 50)):
            bank(sitting, "cash_out", stack, seat)

        close(sitting)

        assert balances(club)[CARRY] == left
    assert discrepancies() == []


def test_of_chips_of_an_earlier_table_no_more_is_brought_than_is_there(club, people):
    close(palace(club, people))
    sitting = tonk(club, people)

    with pytest.raises(Refused) as refusal:
        bank(sitting, "carry", 3, None)
    bank(sitting, "carry", 2, None)

    told = [(problem.code, plain(translated(problem.message))) for problem in refusal.value.problems]
    assert told == [("carry_short", "Only 0.02 € from earlier tables is available.")]
    assert balances(club)[pot(sitting)] == 2
    assert CARRY not in balances(club)


def test_what_was_approved_is_booked_back_once_with_a_reason(sitting, people):
    asked = bank(sitting, "buy_in", 1000, 0)

    first = answer(asked, "undo", reason="typed twice")
    again = answer(asked, "undo", reason="typed twice")

    assert (first.newest, again.is_new) == (again.newest, False)
    assert balances(sitting.club) == {}
    assert not bank_of(sitting).is_used
    assert discrepancies() == []


def test_the_bank_is_put_right_at_the_table_and_not_in_the_book(sitting):
    asked = bank(sitting, "buy_in", 1000, 0)
    booking = asked.answers.get().booking

    with pytest.raises(Conflict) as conflict:
        reverse(
            BookingReversal(reason="wrong"),
            club=sitting.club,
            booking_id=booking.pk,
            by=owner(sitting).user,
            now=factories.at(9),
        )

    assert conflict.value.code == "of_a_bank"


def test_nothing_is_done_at_the_bank_of_a_closed_sheet(sitting):
    asked = bank(sitting, "buy_in", 1000, 0)
    bank(sitting, "cash_out", 1000, 0)
    close(sitting)

    for act in (lambda: bank(sitting, "buy_in", 5), lambda: answer(asked, "undo", reason="late")):
        with pytest.raises(Conflict) as conflict:
            act()
        assert conflict.value.code == "sitting_closed"


def test_money_follows_who_bought_in_through_swaps_and_substitutes(sitting, people, club):
    bank(sitting, "buy_in", 1000, 0)
    bank(sitting, "buy_in", 1000, 1)
    bank(sitting, "buy_in", 1000, 2)
    factories.swap(sitting, 0, 1)
    factories.play_for(sitting, 2, Sitter(factories.make_player(club, "Dee").pk))
    factories.record(sitting, won(2))

    stacks = {line.seat.player.name: line.stack for line in bank_of(sitting).lines}
    for line in bank_of(sitting).lines:
        bank(sitting, "cash_out", line.stack, line.seat.number)
    close(sitting)

    assert stacks == {"Ann": 950, "Bob": 950, "Cy": 1100}
    assert balances(club) == {of(people[0]): -50, of(people[1]): -50, of(people[2]): 100}
    assert discrepancies() == []


def test_a_line_merged_while_chips_lie_on_the_table_cashes_out_on_its_own_account(sitting, people, club):
    bank(sitting, "buy_in", 1000, 0)
    other = factories.make_player(club, "Annie")
    merge_players(Merging(kept=other.pk), club=club, by=factories.owner_of(club), gone=people[0].pk, now=factories.NOW)

    bank(sitting, "cash_out", 1000, 0)
    close(sitting)

    assert balances(club) == {}
    assert discrepancies() == []


def test_a_club_that_keeps_no_more_money_still_empties_its_bank(sitting, club):
    bank(sitting, "buy_in", 1000, 0)
    with_money(club, unit="")

    assert [code for code, _text in refused(sitting)] == ["bank_not_empty"]
    bank(sitting, "cash_out", 1000, 0)
    assert not close(sitting).is_open


def test_verify_finds_a_bank_that_is_not_empty_and_a_booking_nobody_approved(sitting, club, people):
    bank(sitting, "buy_in", 1000, 0)
    Sitting.objects.filter(pk=sitting.pk).update(closed_at=factories.NOW)
    from django.db import connection

    unprotect(connection, ["payouts_bankact"])
    BankAct.objects.filter(booking__isnull=False)._raw_delete(using="default")

    found = discrepancies()

    assert any("1000 lies in its bank" in text for text in found)
    assert any("nobody approved it" in text for text in found)
