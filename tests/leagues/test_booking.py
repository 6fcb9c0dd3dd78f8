"""Evenings in the money book: fees with the closing, ticks with the box, all of it back with a reason."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connections
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.settling import InUnits
from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Attendance, Collected, Evening
from scorekeeper.leagues.money.reads import differences, dues_of, owed_still, standing_at
from scorekeeper.leagues.money.services import DuesTick, EveningReopening, collect, reopen_evening
from scorekeeper.leagues.people.services import EveningSignUp, PresenceMark, mark, sign_up
from scorekeeper.payouts.book.services import BookingReversal
from scorekeeper.payouts.book.services import reverse as book_back
from scorekeeper.payouts.care.reads import Sight
from scorekeeper.payouts.history.files import statement_text
from scorekeeper.payouts.history.reads import period
from scorekeeper.payouts.kinds import of_evening
from scorekeeper.payouts.models import Booking
from scorekeeper.payouts.payments.services import PaidOutside, say_paid
from scorekeeper.payouts.settling.reads import settled_of
from scorekeeper.people.services import Merging, merge_players, undo_merge
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import close, come, end_all, make_evening, playing
from tests.factories.money import CASH, EURO, FEES, balances, of, shape, with_money
from tests.rows import undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db
FINED = {"loss_fee": {"each": 50, "from_fourth": 100}}


@pytest.fixture
def club(club):
    return with_money(club)


def ticked(evening, player, amount=300, *, is_paid=True):
    collect(
        DuesTick(player=player.pk, amount=amount, **dict(evening.money), paid=is_paid),
        evening_id=evening.pk,
        by=factories.owner_of(evening.club),
        now=NOW,
    )


def opened(evening, reason="too early"):
    return reopen_evening(
        EveningReopening(reason=reason), evening_id=evening.pk, by=factories.owner_of(evening.club), now=NOW
    )


def came(club, count=3, **more):
    """An evening with a fee, and who came; nothing is played."""
    evening = make_evening(club, **{"fee": 300, "unit": "€", **more})
    return evening, come(evening, count)


def is_sound():
    return [str(difference) for difference in verify(Count())] == []


def test_closing_books_the_fee_of_each_who_came(club):
    evening, players = came(club)

    close(evening)
    close(evening)

    (booking,) = Booking.objects.all()
    assert shape(booking) == ("entry", {**{of(one): -300 for one in players}, FEES: 900})
    assert (booking.source_kind, booking.source) == ("evening", evening.pk)
    assert booking.by_user == factories.owner_of(club)
    assert is_sound()


def test_who_signed_up_and_did_not_come_owes_no_fee(club):
    evening, players = came(club)
    expected, cancelled = factories.make_member(club), factories.make_member(club)
    for member in (expected, cancelled):
        sign_up(EveningSignUp(comes=True), evening_id=evening.pk, by=member, now=NOW)
    sign_up(EveningSignUp(comes=False), evening_id=evening.pk, by=cancelled, now=NOW)
    by = factories.owner_of(club)
    mark(
        PresenceMark(player=players[2].pk, state="signed_up"), evening_id=evening.pk, by=by, now=NOW
    )  # a mis-tap at the door
    here = players[:2]

    asked = {one.player: one.due for one in dues_of(evening).owing}
    stands = standing_at(evening, ())
    close(evening)

    assert asked == dict.fromkeys(here, 300)
    assert stands == {(one.pk, "€", 2): -300 for one in here}
    assert balances(club) == {**{of(one): -300 for one in here}, FEES: 600}
    assert is_sound()


def test_opening_it_again_books_back_with_a_reason_and_closing_books_as_it_stands(club):
    evening, players = came(club)
    close(evening)

    with pytest.raises(Refused) as refused:
        opened(evening, "")
    assert refused.value.problems[0].code == "reason_missing"
    assert close(evening).is_closed
    opened(evening, "Zoe was left out")
    assert balances(club) == {}
    back = Booking.objects.get(kind="reversal")
    assert (back.reason, back.by_user) == ("Zoe was left out", factories.owner_of(club))
    (zoe,) = come(Evening.objects.get(), 1, "Zoe")
    close(evening)

    assert balances(club) == {**{of(one): -300 for one in [*players, zoe]}, FEES: 1200}
    assert is_sound()


def test_who_paid_everything_is_even_once_it_is_closed(club):
    evening = playing(club, 3, fee=300, unit="€", rules=FINED)
    end_all(evening, [factories.played(1, declarer_points=40), factories.played(0)])
    owing = {one.player: one.due for one in dues_of(evening).owing}
    assert sorted(owing.values()) == [300, 300, 350]

    first, second, third = owing
    for player in (first, second):
        ticked(evening, player, owing[player])
    close(evening)

    in_the_box = owing[first] + owing[second]
    assert balances(club) == {of(third): -owing[third], FEES: 950, CASH: -in_the_box}
    sittings = [sitting.pk for sitting in sittings_of(evening)]
    assert [(unit.unit, people) for unit, people in owed_still(evening, sittings, Sight())] == [
        ("€", [(third, owing[third])])
    ]
    (plan,) = settled_of(club, of_evening(evening.pk, tuple(sittings)))
    assert [(one.payer, one.getter, one.amount) for one in plan.transfers] == [(third, None, owing[third])]
    ticked(evening, third, owing[third])
    assert owed_still(evening, sittings, Sight()) == []
    assert balances(club) == {FEES: 950, CASH: -950}
    assert is_sound()


def test_a_tick_is_booked_once_and_taken_back_with_it(club):
    evening, (player, *_others) = came(club)

    ticked(evening, player)
    ticked(evening, player)

    tick = Collected.objects.get()
    assert shape(tick.booking) == ("collected", {of(player): 300, CASH: -300})
    assert Booking.objects.count() == 1
    ticked(evening, player, is_paid=False)
    ticked(evening, player, is_paid=False)
    assert balances(club) == {}
    assert Booking.objects.get(kind="reversal").reason
    assert Booking.objects.count() == 2
    assert is_sound()


def test_another_amount_takes_the_place_of_the_first(club):
    evening = playing(club, 3, fee=300, unit="€", rules=FINED)
    player = factories.seats_of(sittings_of(evening)[0])[1].player
    ticked(evening, player)
    factories.record(sittings_of(evening)[0], factories.played(1, declarer_points=40))

    ticked(evening, player, 350)

    assert balances(club) == {of(player): 350, CASH: -350}
    assert is_sound()


def test_nothing_is_booked_where_the_club_plays_for_points():
    club = factories.make_club(unit="")
    evening, (player, *_others) = came(club)

    ticked(evening, player)
    close(evening)

    assert not Booking.objects.exists()
    assert Collected.objects.get().booking is None
    assert opened(evening, "").is_open


def test_a_fee_without_a_label_is_in_the_unit_of_the_club(club):
    evening, (player, *_others) = came(club, unit="")

    ticked(evening, player)
    close(evening)

    assert balances(club)[CASH] == -300
    assert player not in {whose.of for whose in balances(club)}


def test_nothing_of_an_evening_that_was_called_off(club):
    evening = make_evening(club, fee=300, unit="€")

    close(evening)

    assert not Booking.objects.exists()


def test_ticks_from_before_the_club_kept_money_are_booked_with_the_closing():
    club = factories.make_club(unit="")
    evening, players = came(club)
    ticked(evening, players[0])
    assert Collected.objects.get().booking is None
    with_money(club)

    close(evening)

    assert balances(club) == {of(players[1]): -300, of(players[2]): -300, FEES: 900, CASH: -300}
    assert is_sound()


def test_a_tick_at_an_evening_that_is_not_in_the_book_books_nothing():
    club = factories.make_club(unit="")
    evening, players = came(club)
    close(evening)
    with_money(club)

    ticked(evening, players[0])

    assert dues_of(evening).owing[0].is_settled
    assert not Booking.objects.exists()


def test_merging_and_taking_apart_leave_what_is_booked(club):
    evening, (first, second, third) = came(club)
    owner = factories.owner_of(club)
    merge = merge_players(Merging(kept=first.pk), club=club, by=owner, gone=second.pk, now=NOW)
    close(evening)
    assert is_sound()
    assert sum(amount for whose, amount in balances(club).items() if whose != FEES) == -600

    undo_merge(club=club, by=owner, merge=merge.pk, now=NOW)

    assert is_sound()
    assert third.pk in {whose.of for whose in balances(club)}


def test_what_follows_from_an_evening_is_not_booked_back_by_hand(club):
    evening, (player, *_others) = came(club)
    ticked(evening, player)
    close(evening)

    for booking in Booking.objects.all():
        with pytest.raises(Conflict) as conflict:
            book_back(
                BookingReversal(reason="so"), club=club, booking_id=booking.pk, by=factories.owner_of(club), now=NOW
            )
        assert conflict.value.code == "of_an_evening"


def test_verify_finds_what_is_not_booked_as_it_stands(club):
    evening, (player, other, _third) = came(club)
    ticked(evening, player)
    close(evening)
    tick = Collected.objects.get()

    def found():
        return [what for _where, what in differences(club.pk)]

    assert found() == []
    Evening.objects.update(fee=200)
    assert found() == ["its entry fee is 200, booked are [-300, -300, -300, 900]"]
    Evening.objects.update(fee=300, state="open", closed_at=None)
    assert found() == ["it is not closed, but its entry fees are booked"]
    Evening.objects.update(state="closed", closed_at=NOW)
    Attendance.objects.filter(player=other).update(came_at=None, state="cancelled")
    assert found() == ["an entry fee is booked of 1 who did not come"]
    Attendance.objects.filter(player=other).update(came_at=NOW, state="here")
    Attendance.objects.create(
        club=club, evening=evening, player=factories.make_player(club), state="here", at=NOW, came_at=NOW
    )
    assert found() == ["no entry fee is booked of 1 who came"]
    Attendance.objects.order_by("pk").last().delete()
    Collected.objects.update(amount=200)
    assert found() == [f"booking {tick.booking_id} is not what was ticked off"]
    Collected.objects.all().delete()
    assert found() == ["nobody ticked off at an evening what it says"]


def test_dues_of_sheets_are_in_the_unit_they_are_booked_in(club):
    evening = playing(club, 3, fee=300, unit="Taler", rules=FINED)
    end_all(evening, [factories.played(1, declarer_points=40), factories.played(0)])

    owing = [(one.unit.unit, one.due) for one in dues_of(evening).owing]

    assert owing == [("Taler", 300)] * 3 + [("€", 50)]
    loser = next(one.player for one in dues_of(evening).owing if one.unit.unit == "€")
    collect(
        DuesTick(player=loser.pk, amount=50, **dict(EURO), paid=True),
        evening_id=evening.pk,
        by=factories.owner_of(club),
        now=NOW,
    )
    assert balances(club) == {FEES: 50, CASH: -50}


def test_a_unit_that_the_club_gives_up_stays_in_the_book(club):
    evening, players = came(club, 1)
    close(evening)
    change_club(ClubChange(unit="", decimals=2, for_minors=False), club=club, by=factories.owner_of(club))

    opened(evening)

    assert balances(club) == {}
    close(evening)
    assert balances(club) == {}
    assert players


steps = st.lists(
    st.one_of(
        st.tuples(st.just("tick"), st.integers(0, 3)),
        st.tuples(st.just("untick"), st.integers(0, 3)),
        st.tuples(st.just("turn")),
        st.tuples(st.just("come")),
    ),
    min_size=4,
    max_size=14,
)


@settings(
    max_examples=examples(5, part=5),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(done=steps)
def test_balances_are_the_fold_whatever_is_done_at_the_evening(db, done):
    with undone():
        club = with_money()
        evening, players = came(club, 2)
        paid = set()
        for name, *said in done:
            evening.refresh_from_db()
            if name == "turn":
                opened(evening) if evening.is_closed else close(evening)
            elif name == "come":
                players += [] if evening.is_closed else come(evening, 1, f"More {len(players)}")
            elif said[0] < len(players):
                ticked(evening, players[said[0]], is_paid=name == "tick")
                (paid.add if name == "tick" else paid.discard)(said[0])
            evening.refresh_from_db()
            fee = 300 if evening.is_closed else 0
            nets = {of(one): 300 * (place in paid) - fee for place, one in enumerate(players)}
            model = {**nets, FEES: fee * len(players), CASH: -300 * len(paid)}
            assert balances(club) == {whose: amount for whose, amount in model.items() if amount}
        assert is_sound()


@pytest.mark.django_db(transaction=True)
def test_four_who_tick_at_once_book_once():
    club = with_money()
    evening, (player, *_others) = came(club)
    directors = [factories.owner_of(club), *(factories.make_member(club, "director") for _other in range(3))]
    start = Barrier(len(directors))

    def tick(director):
        start.wait(30)
        try:
            collect(
                DuesTick(player=player.pk, amount=300, **dict(InUnits(unit="€", decimals=2)), paid=True),
                evening_id=evening.pk,
                by=director,
                now=NOW,
            )
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(tick, directors))

    assert balances(club) == {of(player): 300, CASH: -300}
    assert Booking.objects.count() == 1


def test_what_was_collected_in_part_is_not_asked_for_whole_again(club):
    evening = playing(club, 3, fee=300, unit="€", rules=FINED)
    for one in dues_of(evening).owing:
        ticked(evening, one.player)
    end_all(evening, [factories.played(1, declarer_points=40), factories.played(0)])

    (loser,) = (one for one in dues_of(evening).owing if not one.is_settled)
    (total,) = dues_of(evening).sums

    assert (loser.due, loser.collected, loser.left, total.left) == (350, 300, 50, 50)
    ticked(evening, loser.player, 350)
    close(evening)
    assert balances(club) == {FEES: 950, CASH: -950}
    assert is_sound()


def test_lists_and_files_say_which_evening_and_with_whom(club, client):
    evening, (ann, bob, _cy) = came(club)
    ticked(evening, ann)
    close(evening)
    two = {"payer": ann.pk, "getter": bob.pk}
    owner = factories.owner_of(club)
    say_paid(
        club=club, by=owner, paid=PaidOutside(**two, amount=120, reason="seen", **dict(EURO)), key=uuid4(), now=NOW
    )
    client.force_login(owner)
    history = reverse("money_history", args=[club.pk])
    statement, mine = (reverse(name, args=[club.pk, ann.pk]) for name in ("money_statement", "money_account"))
    query = f"?since={NOW.date()}&until={NOW.date()}"

    pages = [client.get(page).content.decode() for page in (history, statement + query, mine)]
    files = (f"{history}?as=csv", f"{statement}{query}&as=csv")
    lines = [client.get(page).content.decode().splitlines() for page in files]
    unit = period(ann, EURO, NOW.date(), NOW.date())

    assert [page.count(evening.name) for page in pages] == [2, 2, 2]
    assert [sum(evening.name in line for line in told) for told in lines] == [6, 2]
    assert all(f"with {bob.name}" in told for told in (*pages[1:], "\n".join(lines[1]), statement_text(unit)))
    assert statement_text(unit).count(evening.name) == 2
