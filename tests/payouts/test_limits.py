"""The most that somebody wants to lose in a month: theirs alone, lowered at once, raised from tomorrow on."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from scorekeeper.common.errors import Refused
from scorekeeper.payouts.bank.services import BankAnswer, answer_bank
from scorekeeper.payouts.book.services import BookingReversal
from scorekeeper.payouts.book.services import reverse as book_back
from scorekeeper.payouts.care.reads import care_of, lost_in_month
from scorekeeper.payouts.care.services import ChosenLimit, set_limit
from scorekeeper.payouts.models import BankAct, Limit, PoolAct
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.actors import Actor
from tests import factories
from tests.factories.money import CLUB, EURO, Pool, bank, booked, of, tonk, with_money

pytestmark = pytest.mark.django_db
NOW = factories.NOW
TODAY = NOW.date()


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def member(club):
    return factories.make_member(club)


@pytest.fixture
def mine(club, member):
    return factories.player_of(member, club)


def limit(club, user, amount, now=NOW):
    return set_limit(ChosenLimit.read({"most": amount, **dict(EURO)}), club=club, by=user, now=now)


def refusal(act):
    with pytest.raises(Refused) as caught:
        act()
    (problem,) = caught.value.problems
    return problem.code, str(problem.message)


def test_lower_holds_at_once_and_higher_from_the_next_day(club, member):
    days = [TODAY + timedelta(days=ahead) for ahead in range(2)]

    assert [limit(club, member, 5_000).on(day) for day in days] == [5_000, 5_000]
    assert [limit(club, member, 2_000).on(day) for day in days] == [2_000, 2_000]
    assert [limit(club, member, 9_000).on(day) for day in days] == [2_000, 9_000]
    assert [limit(club, member, None).on(day) for day in days] == [2_000, None]
    assert [limit(club, member, 1_000).on(day) for day in days] == [1_000, 1_000]
    limit(club, member, None)
    later = limit(club, member, 700, now=NOW + timedelta(days=2))
    assert (later.amount, later.next_on) == (700, None)
    assert Limit.objects.count() == 1


def test_a_higher_one_is_shown_as_to_come_until_its_day(club, member):
    limit(club, member, 1_000)
    limit(club, member, 3_000)

    shown = [care_of(member, NOW + timedelta(days=ahead), only_set=True) for ahead in range(2)]

    assert [(care.most, care.next_most) for (care,) in shown] == [(1_000, 3_000), (3_000, None)]


def test_the_day_is_the_clubs(club, member):
    club.time_zone = "Pacific/Auckland"
    club.save()
    late = NOW.replace(hour=20)  # the next morning there
    limit(club, member, 100, now=late)

    assert limit(club, member, 500, now=late).next_on == TODAY + timedelta(days=2)


def test_what_was_lost_by_playing_counts_and_what_was_paid_does_not(club, member, mine):
    before = NOW - timedelta(days=40)
    booked(club, {of(mine): -9_000, CLUB: 9_000}, kind="result", now=before)
    booked(club, {of(mine): -500, CLUB: 500}, kind="result")
    booked(club, {of(mine): -30, CLUB: 30}, kind="lost")
    booked(club, {of(mine): -1_000, CLUB: 1_000}, kind="buy_in")
    booked(club, {of(mine): 400, CLUB: -400}, kind="cash_out")
    booked(club, {of(mine): 700, CLUB: -700}, kind="settled")
    booked(club, {of(mine): -70, CLUB: 70}, kind="transfer")
    wrong = booked(club, {of(mine): -2_000, CLUB: 2_000}, kind="entry")[0]
    book_back(BookingReversal(reason="no"), club=club, booking_id=wrong.pk, by=factories.owner_of(club), now=NOW)

    assert lost_in_month(club, member, EURO, TODAY) == 1_130
    booked(club, {of(mine): 5_000, CLUB: -5_000}, kind="stake")
    assert lost_in_month(club, member, EURO, TODAY) == 0


def test_an_entry_for_prizes_counts_and_is_refused_beyond_it(club, member, mine):
    season = factories.make_season(club)
    factories.import_evening(season, {mine: {"points": 3}})
    pool = Pool((), season=season, entry_price=2_000, rebuy_price=2_000)
    limit(club, member, 3_000)

    pool.enter(mine)
    assert lost_in_month(club, member, EURO, TODAY) == 2_000
    code, told = refusal(lambda: pool.pay("rebuy", mine))
    assert (code, "30.00" in told) == ("limit_passed", False)
    pool.end().award()

    assert lost_in_month(club, member, EURO, TODAY) == 0


@pytest.mark.both_engines("locks rows", "payouts.care.services", "payouts.pools.services")
def test_of_several_who_enter_at_once_those_beyond_it_are_named(club, member, mine):
    season = factories.make_season(club)
    other = factories.make_player(club)
    pool = Pool((), season=season, entry_price=2_000)
    limit(club, member, 1_000)

    code, told = refusal(lambda: pool.enter(mine, other))

    assert code == "limit_passed"
    assert mine.name in told
    assert lost_in_month(club, member, EURO, TODAY) == 0
    assert not PoolAct.objects.exists()


def test_lines_that_are_one_person_count_together(club, member, mine):
    guest = factories.make_player(club, "Same")
    booked(club, {of(guest): -500, CLUB: 500}, kind="result")
    merge_players(Merging(kept=mine.pk), club=club, by=factories.owner_of(club), gone=guest.pk, now=NOW)

    assert lost_in_month(club, member, EURO, TODAY) == 500


def test_a_buy_in_beyond_it_is_refused_and_nobody_else_is_told_how_much(club, member, mine):
    sitting = tonk(club, [mine, factories.make_player(club, "Bob")])
    limit(club, member, 2_000)
    booked(club, {of(mine): -500, CLUB: 500}, kind="result")

    bank(sitting, "buy_in", 1_500)
    own = refusal(lambda: bank(sitting, "buy_in", 1, by=Actor(user=member)))
    others = refusal(lambda: bank(sitting, "buy_in", 1))

    assert own[0] == others[0] == "limit_passed"
    assert own[1].startswith("This would exceed the monthly limit")
    assert "has set a personal limit that this would exceed" in others[1]
    assert "20" not in others[1]
    bank(sitting, "buy_in", 9_999, 1)
    bank(sitting, "cash_out", 500)
    bank(sitting, "buy_in", 500)
    assert BankAct.objects.filter(kind="asked").count() == 4


def test_what_was_asked_for_is_looked_at_again_when_it_is_approved(club, member, mine):
    sitting = tonk(club, [mine, factories.make_player(club, "Bob")])
    asked = bank(sitting, "buy_in", 1_500, by=Actor(user=member))
    limit(club, member, 1_000)

    by = Actor(user=factories.owner_of(club))
    given = BankAnswer(request=asked.pk, answer="approve")
    code, _text = refusal(lambda: answer_bank(given, sitting_id=sitting.pk, by=by, now=NOW))

    assert code == "limit_passed"
    assert not asked.answers.exists()


def test_strangers_set_none_and_nonsense_is_refused(club, member):
    with pytest.raises(PermissionDenied):
        limit(club, factories.make_user(), 5)
    assert refusal(lambda: limit(club, member, -1))[0] == "amount_wrong"
    chips = ChosenLimit(most=5, unit="chips", decimals=2)
    assert refusal(lambda: set_limit(chips, club=club, by=member, now=NOW))[0] == "unit_unknown"


def test_it_is_set_on_the_own_page_and_told_there_and_on_the_first(client, club, member, mine):
    client.force_login(member)
    at = reverse("account_money")
    form = {"club": club.pk, "of": "2€", "most": "20"}

    assert at in client.get(reverse("account")).content.decode()
    assert client.post(at, {**form, "most": "much"}).status_code == 422
    assert client.post(at, {**form, "club": uuid4()}).status_code == 404
    assert client.post(at, form, follow=True).context["messages"]
    (care,) = care_of(member, timezone.now())
    assert (care.most, care.is_passed) == (2_000, False)
    assert "your limit is" not in client.get("/").content.decode()
    booked(club, {of(mine): -2_001, CLUB: 2_001}, kind="result", now=timezone.now())
    for page in ("/", reverse("account"), at):
        assert "20.01" in client.get(page).content.decode()
    client.force_login(factories.owner_of(club))
    assert "20.01" not in client.get("/").content.decode()
    assert "Your limit" not in client.get(at).content.decode()


def test_who_has_no_club_with_money_reads_so(client):
    client.force_login(factories.make_user())

    assert "nothing to set" in client.get(reverse("account_money")).content.decode()
