"""What closing a sheet books, what opening it again books back, and what does not close."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.common.append_only import unprotect
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated
from scorekeeper.payouts.book.reads import booked_of
from scorekeeper.payouts.models import Account, Booking, Whose
from scorekeeper.payouts.party import MoneyBook
from scorekeeper.payouts.words import title_of, why_of
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting, reopen_sitting
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.moves import reopening
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.rebuilding import roll_out
from tests import factories
from tests.factories.money import CARRY, CLUB, FEES, STAKES, balances, of, shape, tonk, with_money, won
from tests.rows import discrepancies

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def people(club) -> list[Player]:
    return [factories.make_player(club, name) for name in ("Ann", "Bob", "Cy")]


def close(sitting: Sitting, **more) -> Sitting:
    act = {"by": Actor(user=factories.owner_of(sitting.club)), "now": factories.at(60), **more}
    return close_sitting(Reasoned(reason="late"), sitting_id=sitting.pk, **act)


def reopen(sitting: Sitting, **more) -> Sitting:
    act = {"by": Actor(user=factories.owner_of(sitting.club)), "now": factories.at(70)}
    return reopen_sitting(Reasoned(reason="hand 1 is wrong"), sitting_id=sitting.pk, **{**act, **more})


def shapes(sitting: Sitting) -> list[tuple[str, dict[Whose, int]]]:
    return [shape(booking) for booking in Booking.objects.filter(sitting=sitting).order_by("pk")]


def test_closing_books_what_a_table_has_won_and_lost(club, people):
    sitting = tonk(club, people)
    factories.record(sitting, won(0))

    close(sitting)

    ann, bob, cy = map(of, people)
    assert shapes(sitting) == [("result", {ann: 100, bob: -50, cy: -50})]
    booking = booked_of(sitting)[0]
    assert (booking.sitting, booking.by_user, str(booking.label)) == (sitting, factories.owner_of(club), "Net")
    assert discrepancies() == []


def test_stakes_and_fees_of_skat_are_booked_apart(club, people):
    sitting = factories.make_sitting(club, players=people, rules=STAKES)
    factories.record_list(sitting, [factories.played(0), factories.null(1, won=False)])

    close(sitting)

    ann, bob, cy = map(of, people)
    made = dict(shapes(sitting))
    assert made["lost"] == {bob: -50, FEES: 50}
    assert sum(made["stake"].values()) == 0
    assert made["stake"].keys() == {ann, bob, cy}
    assert {booking.in_unit.unit for booking in booked_of(sitting)} == {"€"}


def test_stakes_without_a_label_stay_apart_from_a_unit_without_hundredths(people):
    club = with_money(people[0].club, unit="chips", decimals=0)
    sitting = factories.make_sitting(club, players=people, rules=STAKES)
    factories.record(sitting, factories.null(1, won=False))

    close(sitting)

    assert {(booking.unit, booking.decimals) for booking in booked_of(sitting)} == {("", 2)}


def test_a_rake_goes_to_the_club_and_chips_that_stay_are_carried(club, people):
    rules = {"unit": "€", "decimals": 2, "small_bet": 50, "rake_bp": 1000, "odd_chips": "carry"}
    sitting = factories.make_sitting(club, players=people, game="palace_poker", rules=rules)
    factories.record(sitting, {"kind": "quick", "contributions": [25, 25, 25], "ranking": [1, 1, 1]})

    close(sitting)

    ann, bob, cy = map(of, people)
    assert shapes(sitting) == [("result", {ann: -3, bob: -3, cy: -3, CARRY: 2, CLUB: 7})]
    assert discrepancies() == []


def test_who_loses_a_match_of_truco_owes_the_stake(club, people):
    rules = {"unit": "€", "decimals": 2, "stake": 200, "best_of": 1, "target": 2, "special_at": None}
    pair = people[:2]
    sitting = factories.make_sitting(club, players=pair, game="truco", rules=rules)
    factories.record(sitting, {"kind": "quick", "winner": "A", "how": "played", "value": 2})

    factories.sign_all(sitting)

    ann, bob = map(of, pair)
    assert shapes(sitting) == [("stake", {ann: 200, bob: -200})]
    assert discrepancies() == []
    (booking,) = Booking.objects.filter(sitting=sitting)
    (opened,) = MoneyBook().moves(Sitting.objects.get(pk=sitting.pk))
    assert (title_of(booking), why_of(booking)) == ("stakes", "Stake: 2.00\xa0€ for the match")
    assert "(Stake: 2.00\xa0€ for the match)" in translated(opened)


@pytest.mark.parametrize("unit", ["", "€"])
def test_points_are_nobodys_money(unit):
    club = factories.make_club(unit=unit)
    people = [factories.make_player(club) for _seat in range(3)]
    in_points = [tonk(club, people, unit=""), factories.make_sitting(club, players=people)]
    for sitting, hand in zip(in_points, (won(), None), strict=True):
        factories.record(sitting, hand)

    for sitting in in_points:
        close(sitting)

    assert not Booking.objects.exists()
    assert not Account.objects.exists()


def test_a_club_without_money_books_nothing():
    club = with_money()
    sitting = tonk(club, [factories.make_player(club) for _seat in range(2)])
    factories.record(sitting, won())
    change_club(ClubChange(unit="", decimals=2, for_minors=True), club=club, by=factories.owner_of(club))

    close(sitting)

    assert not Booking.objects.exists()


def test_correcting_a_closed_sheet_books_back_and_anew(club, people):
    sitting = tonk(club, people)
    hand = factories.record(sitting, won(0)).hand
    ann, bob, cy = map(of, people)
    close(sitting)

    reopen(sitting)
    assert balances(club) == {}
    factories.correct(hand, won(1))
    close(sitting, now=factories.at(80))

    assert shapes(sitting) == [
        ("result", {ann: 100, bob: -50, cy: -50}),
        ("reversal", {ann: -100, bob: 50, cy: 50}),
        ("result", {ann: -50, bob: 100, cy: -50}),
    ]
    reversal = Booking.objects.get(kind="reversal")
    assert (reversal.reason, reversal.by_user) == ("hand 1 is wrong", factories.owner_of(club))
    assert balances(club) == {ann: -50, bob: 100, cy: -50}
    assert discrepancies() == []


def test_a_phone_that_signs_last_is_who_closed_it(club, people):
    sitting = tonk(club, people)
    factories.record(sitting, won(0))
    factories.finish(sitting)

    booking = booked_of(sitting)[0]

    assert (booking.by_user, booking.by_device) == (sitting.opened_by_user, None)


def test_what_reopening_books_back_is_said_beforehand(club, people):
    sitting = tonk(club, people)
    factories.record(sitting, won(0))
    close(sitting)

    said = [translated(text) for text in reopening(Sitting.objects.get(pk=sitting.pk)).beside]

    assert any("reversed" in text and "100" not in text and "1.00" in text for text in said)


def test_a_sheet_does_not_close_while_in_is_not_out(club, people):
    sitting = tonk(club, people)
    factories.record(sitting, won(0))
    seat = Seat.objects.get(sitting=sitting, number=0)
    Seat.objects.filter(pk=seat.pk).update(tally={**seat.tally, "net": 130})

    with pytest.raises(Refused) as refused:
        close(sitting)

    assert [problem.code for problem in refused.value.problems] == ["money_missing"]
    assert "0.30" in translated(refused.value.problems[0].message)
    assert Sitting.objects.get(pk=sitting.pk).is_open


def test_a_merged_line_is_read_as_the_person_and_its_account_stays(club, people):
    sitting = tonk(club, people)
    factories.record(sitting, won(0))
    close(sitting)
    other = factories.make_player(club, "Annie")

    merge_players(Merging(kept=other.pk), club=club, by=factories.owner_of(club), gone=people[0].pk, now=factories.NOW)

    account = Account.objects.select_related("player").get(player=people[0])
    assert (account.player.identity, account.balance) == (other.pk, 100)
    assert discrepancies() == []


def test_recording_costs_no_more_with_money(club, people):
    plain = tonk(factories.make_club(), 3, unit="")
    paid = tonk(club, people)
    counts = []
    for sitting in (plain, paid):
        factories.record(sitting, won(0))
        with CaptureQueriesContext(connection) as asked:
            factories.record(sitting, won(1))
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_closing_costs_a_bounded_number_of_statements(club, people):
    counts = {}
    for hands in (1, 6):
        sitting = tonk(club, people)
        for number in range(hands):
            factories.record(sitting, won(number % 3))
        factories.record(sitting, won(0))
        with CaptureQueriesContext(connection) as asked:
            close(sitting)
        counts[hands] = len(asked)

    assert counts[6] <= counts[1]


def test_verify_finds_a_sheet_that_is_not_what_was_booked(club, people):
    sitting = tonk(club, people)
    factories.record(sitting, won(0))
    close(sitting)

    Sitting.objects.filter(pk=sitting.pk).update(closed_at=None)

    assert any("it is not official, but what it makes due is booked" in found for found in discrepancies())


@pytest.mark.parametrize(("keeps_money", "made"), [(True, ["result", "reversal", "result"]), (False, [])])
def test_new_rules_book_anew_what_was_booked_and_nothing_else(club, people, keeps_money, made):
    sitting = tonk(club, people)
    hand = factories.record(sitting, won(0)).hand
    if not keeps_money:
        with_money(club, unit="")
    close(sitting)
    with_money(club)
    unprotect(connection, ["play_hand"])
    lines = [[0, "net", 70, {"text": "Net"}], [1, "net", -70, {"text": "Net"}]]
    Hand.objects.filter(pk=hand.pk).update(outcome={**hand.outcome, "lines": lines})

    roll_out(sitting_id=sitting.pk, now=factories.at(90))

    assert [kind for kind, _moves in shapes(sitting)] == made
