"""Settling up through the services: few payments, all even once they are booked, and nobody is told otherwise."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.settling import InUnits
from scorekeeper.clubs.models import Player
from scorekeeper.payouts.book.services import BookingReversal
from scorekeeper.payouts.book.services import reverse as book_back
from scorekeeper.payouts.forms import unit_key
from scorekeeper.payouts.kinds import Kind, Scope, meant, of_evening, of_period, plain, signed
from scorekeeper.payouts.payments.services import PaidOutside, say_paid
from scorekeeper.payouts.settling.reads import Transfer, by_tables, planned, settled_of
from scorekeeper.payouts.settling.views import picture_of
from tests import factories
from tests.factories.evenings import make_evening
from tests.factories.money import CASH, CLUB, EURO, FEES, balances, bank, booked, of, tonk, waiting_payment, with_money
from tests.strategies import examples

pytestmark = pytest.mark.django_db

BALANCES = Scope()
NETS = st.lists(st.integers(-5_000, 5_000), min_size=1, max_size=15)


def plan(club, scope=BALANCES, coin=1):
    """[(payer, getter, amount)] by name, None for the club."""
    return [
        (one.payer and one.payer.name, one.getter and one.getter.name, one.amount)
        for unit in settled_of(club, scope, coin)
        for one in unit.transfers
    ]


def pay(club, one, scope=BALANCES, now=factories.NOW):
    """The only director books a payment between guests and the club."""
    payer, getter = (club.players.filter(name=name).first() if name else None for name in one[:2])
    paid = PaidOutside(
        payer=payer and payer.pk,
        getter=getter and getter.pk,
        amount=one[2],
        evening=scope.evening,
        since=scope.since,
        until=scope.until,
        reason="both told me",
        **dict(EURO),
    )
    return say_paid(club=club, by=factories.owner_of(club), paid=paid, key=uuid4(), now=now)


def people(club, count):
    return [factories.make_player(club, f"P{number:02}") for number in range(count)]


@settings(max_examples=examples(5, part=10), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(amounts=NETS, data=st.data())
def test_all_are_even_once_all_is_paid_in_whatever_order(db, amounts, data):
    club = with_money()
    lines = people(club, len(amounts))
    booked(club, {CLUB: 10**6, CASH: -(10**6)})
    booked(club, {**{of(line): net for line, net in zip(lines, amounts, strict=True)}, CLUB: -sum(amounts)}) if any(
        amounts
    ) else None

    open_ones = plan(club)
    uneven = sum(1 for net in [*amounts, -sum(amounts)] if net)
    assert len(open_ones) <= max(uneven - 1, 0)
    while open_ones:
        one = data.draw(st.sampled_from(open_ones))
        pay(club, one)
        left = [other for other in open_ones if other != one]
        assert plan(club) == left
        open_ones = left

    assert {whose: amount for whose, amount in balances(club).items() if whose.kind == "player"} == {}
    assert sum(balances(club).values()) == 0


@given(amounts=NETS, coin=st.sampled_from([10, 50, 100]))
def test_rounded_plan_is_in_whole_coins_and_gives_nobody_a_coin(amounts, coin):
    now = {**dict(enumerate(amounts)), None: -sum(amounts)}

    found, gains = planned(now, [], coin)

    assert all(amount % coin == 0 for _payer, _getter, amount in found.payments)
    assert (sum(gains.values()), max(map(abs, gains.values())) < coin) == (0, True)


def test_what_was_not_in_the_plan_makes_it_anew():
    ann, bob, cid = uuid4(), uuid4(), uuid4()
    now = {ann: -60, bob: 20, cid: 40, None: 0}

    found, _gains = planned(now, [(bob, cid, 20)], 1)

    assert found.payments == ((ann, bob, 20), (ann, cid, 40))


def test_who_has_paid_in_part_is_asked_for_the_rest_of_the_same_payment():
    ann, bob, cid, dee = (uuid4() for _person in range(4))
    before = {ann: -30, bob: -20, cid: 25, dee: 25, None: 0}
    after = {ann: -25, bob: -20, cid: 20, dee: 25, None: 0}  # anew it could be done with two payments

    first, _gains = planned(before, [], 1)
    left, _gains = planned(after, [(ann, cid, 5)], 1)

    assert first.payments == ((ann, cid, 25), (ann, dee, 5), (bob, dee, 20))
    assert left.payments == ((ann, cid, 20), (ann, dee, 5), (bob, dee, 20))


def test_club_stands_for_its_box_and_its_fees():
    club = with_money()
    ann, bob = people(club, 2)
    booked(club, {of(ann): -300, FEES: 300}, {of(bob): 100, CASH: -100})

    first = plan(club)
    for one in first:
        pay(club, one)

    assert sorted(first, key=str) == [("P00", "P01", 100), ("P00", None, 200)]
    assert balances(club) == {FEES: 300, CASH: -300}
    assert plan(club) == []


def test_evening_counts_its_own_tables_and_what_was_paid_for_it():
    club = with_money()
    ann, bob = people(club, 2)
    sitting = factories.make_sitting(club, players=[ann, bob, factories.make_player(club)])
    booked(club, {of(ann): -40, of(bob): 40}, sitting_id=sitting.pk)
    booked(club, {of(ann): 500, CLUB: -500})
    evening = of_evening(make_evening(club).pk, (sitting.pk,))

    before = plan(club, evening)
    pay(club, ("P00", "P01", 40))
    other = plan(club, evening)
    payment = pay(club, ("P00", "P01", 40), evening)
    after = plan(club, evening)
    book_back(
        BookingReversal(reason="no"),
        club=club,
        booking_id=payment.booking_id,
        by=factories.owner_of(club),
        now=factories.at(9),
    )

    assert (before, other, after) == ([("P00", "P01", 40)], [("P00", "P01", 40)], [])
    assert plan(club, evening) == [("P00", "P01", 40)]


def test_period_counts_its_days_and_what_was_paid_for_it_later():
    club = with_money()
    ann, bob = people(club, 2)
    booked(club, {of(ann): -40, of(bob): 40})
    booked(club, {of(ann): -7, of(bob): 7}, now=factories.NOW + timedelta(days=1))
    day = factories.NOW.date()
    period = of_period(day, day)

    first = plan(club, period)
    pay(club, first[0], period, now=factories.NOW + timedelta(days=3))

    assert (first, plan(club, period)) == ([("P00", "P01", 40)], [])
    assert plan(club, of_period(day, day + timedelta(days=3))) == [("P00", "P01", 47)]
    assert plain(period.about) == period


def test_scope_is_read_only_as_a_page_of_the_club_has_signed_it():
    club, other = with_money(), with_money()
    evening = of_evening(uuid4(), ())

    secret = signed(club, evening)

    assert (meant(club, secret), meant(other, secret), meant(club, "x")) == (evening, Scope(), Scope())


def test_two_lines_of_one_person_are_settled_as_one():
    club = with_money()
    ann, bob, old = people(club, 3)
    booked(club, {of(ann): -100, of(bob): 60, of(old): 40})
    type(old).objects.filter(pk=old.pk).update(merged_into=ann, name=ann.name)

    assert plan(club) == [("P00", "P01", 60)]


def test_page_offers_members_their_own_payments_only(client):
    club = with_money()
    user = factories.make_member(club)
    own = factories.player_of(user, club)
    ann, bob = people(club, 2)
    booked(club, {of(own): -30, of(ann): 30}, {of(bob): -70, CLUB: 70})
    client.force_login(user)

    page = client.get(reverse("money_settle", args=[club.pk]))
    text = page.content.decode()
    links = [link for one in page.context["plans"] for _row, link, _opens in one["rows"] if link]

    assert (page.status_code, len(links)) == (200, 1)
    assert "No plan needs fewer." in text
    form = client.get(links[0]).context["form"]
    said = {name: form[name].value() for name in ("payer", "getter", "amount", "unit")}
    assert said == {"payer": str(own.pk), "getter": str(ann.pk), "amount": "0.30", "unit": unit_key(EURO)}


def test_every_link_of_the_page_answers_whoever_reads_it(client):
    """Others' payments that wait are words to a member, whose reading of them would be refused."""
    club = with_money()
    user, other = factories.make_member(club), factories.make_member(club)
    own, theirs, (ann, bob) = factories.player_of(user, club), factories.player_of(other, club), people(club, 2)
    booked(club, {of(own): -30, of(ann): 30}, {of(theirs): -70, of(bob): 70})
    waiting_payment(club, ann, 10, by=user)
    waiting_payment(club, bob, 70, by=other)

    links = {}
    for reader in (user, factories.owner_of(club)):
        client.force_login(reader)
        page = client.get(reverse("money_settle", args=[club.pk])).content.decode()
        links[reader] = re.findall(rf'href="({reverse("money_payments", args=[club.pk])}[0-9a-f-]{{36}}/)"', page)
        assert (len(re.findall("0.10.€ reported, waiting", page)), page.count("waiting for confirmation")) == (1, 2)
        assert [client.get(link).status_code for link in links[reader]] == [200] * len(links[reader])

    assert (len(links[user]), len(links[factories.owner_of(club)])) == (1, 2)


@pytest.mark.parametrize(
    ("asked", "status", "told"),
    [
        ("", 200, "everybody is even"),
        ("?since=2026-09-01", 422, "Choose both dates"),
        ("?since=2026-09-02&until=2026-09-01", 422, "before the start date"),
        ("?coin=7", 422, "Please choose one of the options offered here."),
    ],
)
def test_page_says_what_it_can_not_show(client, asked, status, told):
    club = with_money()
    client.force_login(factories.owner_of(club))

    page = client.get(reverse("money_settle", args=[club.pk]) + asked)

    assert (page.status_code, told in page.content.decode()) == (status, True)


def test_chips_that_were_not_cashed_out_are_named(client):
    club = with_money()
    sitting, even = tonk(club, people(club, 2)), tonk(club, 2)
    bank(sitting, "buy_in", 1_500)
    bank(even, "buy_in", 300)
    bank(even, "cash_out", 300)
    client.force_login(factories.owner_of(club))

    told = client.get(reverse("money_settle", args=[club.pk])).content.decode()

    for scope in (BALANCES, of_evening(uuid4(), (sitting.pk,))):
        (found,) = settled_of(club, scope)
        assert [(one.sitting, one.amount) for one in found.banks] == [(sitting, 1_500)]
    assert "The bank of" in told
    assert f'<a href="{reverse("table_bank", args=[sitting.pk])}">Cash out first' in told
    bank(sitting, "cash_out", 1_500)
    assert "The bank of" not in client.get(reverse("money_settle", args=[club.pk])).content.decode()


CHIPS = InUnits(unit="chips", decimals=0)


def test_a_coin_is_one_of_the_clubs_own_unit_and_others_stay_exact(client):
    club = with_money()
    ann, bob = people(club, 2)
    booked(club, {of(ann): -123, of(bob): 123})
    booked(club, {of(ann): -57, of(bob): 57}, unit=CHIPS)
    client.force_login(factories.owner_of(club))

    address = reverse("money_settle", args=[club.pk])
    told, exact = (client.get(address + query).content.decode() for query in ("?coin=50", ""))

    assert plan(club, coin=50) == [("P00", "P01", 100), ("P00", "P01", 57)]
    assert (told.count("These amounts are exact"), exact.count("These amounts are exact")) == (1, 0)


def remainders(club, lines, on, rest=25):
    """An evening of one table in which four have 25 left over, two each way: who gains by rounding to 50."""
    sitting = factories.make_sitting(club, players=lines)
    signs = (1, 1, -1, -1)
    moves = {of(line): sign * rest for line, sign in zip(lines, signs, strict=True)}
    booked(club, moves, sitting_id=sitting.pk, now=on)
    return of_evening(make_evening(club).pk, (sitting.pk,))


def gained(club, scope):
    (found,) = settled_of(club, scope, 50)
    return {who.name: amount for who, amount in found.gains}


def test_a_coin_goes_to_whoever_gained_least_by_rounding_before_and_paying_does_not_change_whose_it_is():
    club = with_money()
    lines = people(club, 4)
    first = remainders(club, lines, factories.NOW)
    before = gained(club, first)
    for one in plan(club, first, 50):
        pay(club, one, first)
    second = remainders(club, lines, factories.NOW + timedelta(days=1))
    then = gained(club, second)
    (payment, *_others) = plan(club, second, 50)
    pay(club, payment, second, now=factories.NOW + timedelta(days=1))
    booked(club, {of(lines[0]): -30, of(lines[1]): 30}, now=factories.NOW + timedelta(days=2))

    assert then == {name: -amount for name, amount in before.items()}
    assert (gained(club, second), gained(club, first)) == (then, before)


def test_equal_in_everything_they_take_turns_from_week_to_week():
    got = dict.fromkeys(("P00", "P01", "P02", "P03"), 0)
    for week in range(4):
        club = with_money()
        lines = people(club, 4)
        scope = remainders(club, lines, factories.NOW + timedelta(weeks=week))
        for name, amount in gained(club, scope).items():
            got[name] += amount

    assert set(got.values()) == {0}


def test_the_turn_goes_on_by_one_with_each_day_and_each_week():
    names = ["P00", "P01", "P02", "P03"]
    got = []
    for later in (timedelta(), timedelta(days=1), timedelta(weeks=1)):
        club = with_money()
        amounts = gained(club, remainders(club, people(club, 4), factories.NOW + later))
        got.append({name for name, amount in amounts.items() if amount > 0})

    today, tomorrow, next_week = got
    assert len(today) == 2
    assert tomorrow == next_week == {names[(names.index(name) + 1) % 4] for name in today}


def test_page_says_how_much_of_a_payment_waits_and_offers_the_rest(client):
    club = with_money()
    user = factories.make_member(club)
    mine, (bob,) = factories.player_of(user, club), people(club, 1)
    booked(club, {of(mine): -3300, of(bob): 3300})
    client.force_login(user)
    page = reverse("money_settle", args=[club.pk])
    waiting_payment(club, bob, 2300, by=user)

    told = client.get(page)
    ((row, link, _opens),) = told.context["plans"][0]["rows"]

    assert (row.amount, row.left) == (3300, 1000)
    seen = " ".join(re.sub("<[^>]+>|[\u2068\u2069\xa0]", " ", told.content.decode()).split())
    assert f"{mine.name} pays P00 23.00 € reported, waiting for confirmation 33.00 Mark the rest as paid" in seen
    assert client.get(reverse("money_settle_files", args=[club.pk, "payments-1", "csv"])).content.decode()[1:] == (
        f"Who pays,To,Amount (€),Waiting for confirmation (€)\r\n{mine.name},P00,33.00,23.00\r\n"
    )
    assert client.get(link).context["form"].initial["amount"] == "10.00"
    waiting_payment(club, bob, 1000, by=user)


def test_an_evening_offers_no_other_days(client):
    club = with_money()
    evening = make_evening(club, fee=300, unit="€")
    client.force_login(factories.owner_of(club))

    own, all_of_them = (
        client.get(reverse(*at)).content.decode()
        for at in (("evening_settle", None, [evening.pk]), ("money_settle", None, [club.pk]))
    )

    assert ("Choose other dates" in own, "Rounded to a coin" in own, "Choose other dates" in all_of_them) == (
        False,
        True,
        True,
    )


def test_the_picture_has_the_whole_of_a_long_name():
    names = "Maria-Magdalena von Sonnenschein", "Wolfeschlegelsteinhausenbergerdorff", "Ann"
    one, other, short = (Player(name=name) for name in names)

    found = picture_of([Transfer(one, other, 5), Transfer(short, None, 7)], "Skatfreunde Lindenhof 1911")

    told = [[line for line, _y in person.name] for person in (*found.payers, *found.getters)]
    assert told == [
        ["Maria-Magdalena", "von", "Sonnenschein"],
        ["Ann"],
        ["Wolfeschlegelst", "einhausenberger", "dorff"],
        ["Skatfreunde", "Lindenhof 1911"],
    ]
    for side in (found.payers, found.getters):
        heights = [float(y) for person in side for _line, y in person.name]
        assert heights == sorted(heights)
        assert found.height > max(heights)


def test_a_ribbon_is_as_thick_as_its_amount_and_a_balance_stands_beside_its_name():
    ann, bob = Player(name="Ann"), Player(name="Bob")

    found = picture_of([Transfer(ann, None, 60), Transfer(bob, None, 20)], "Lindenhof", [(ann, -60), (None, 80)])

    thick = [float(ribbon.post.partition("v")[2]) for ribbon in found.ribbons]
    assert thick[0] == pytest.approx(3 * thick[1], abs=0.2)
    assert [float(post.partition("v")[2]) for post in found.posts] == [pytest.approx(sum(thick), abs=0.2)]
    assert [person.balance for person in (*found.payers, *found.getters)] == [-60, None, 80]


@given(
    results=st.lists(st.integers(-900, 900), min_size=1, max_size=14),
    fees=st.lists(st.integers(0, 900), min_size=15, max_size=15),
)
def test_players_of_even_tables_pay_each_other_without_more_payments(results, fees):
    of_tables = {**dict(enumerate(results)), len(results): -sum(results)}
    nets = {who: amount - fees[who] for who, amount in of_tables.items()}
    nets[None] = -sum(nets.values())

    found, usual = by_tables(nets, of_tables), by_tables(nets, {})

    left = dict(nets)
    for payer, getter, amount in found.payments:
        assert left[payer] < 0 < left[getter]
        left[payer] += amount
        left[getter] -= amount
    assert not any(left.values())
    assert len(found.payments) <= len(usual.payments)
    assert found.are_fewest == usual.are_fewest


def test_what_a_table_made_due_is_paid_among_its_players_and_an_entry_fee_to_the_club():
    club = with_money()
    ann, bob, cid = people(club, 3)
    sitting = tonk(club, [bob, cid])
    booked(club, {of(ann): -800, of(bob): -500, FEES: 1300})

    booked(club, {of(bob): -300, of(cid): 300}, sitting_id=sitting.pk, kind=Kind.RESULT)

    assert plan(club) == [("P00", None, 800), ("P01", "P02", 300), ("P01", None, 500)]


@pytest.mark.parametrize("of_what", ["evening", "days"])
def test_page_warns_where_the_same_two_have_settled_something_else_since(client, of_what):
    club = with_money()
    ann, bob, cid = people(club, 3)
    day = factories.NOW.date()
    booked(club, {of(ann): -10, of(cid): 10}, now=factories.NOW - timedelta(days=9))
    pay(club, ("P00", "P02", 10), now=factories.NOW - timedelta(days=9))
    evening = make_evening(club, fee=0, unit="€")
    scope = of_evening(evening.pk, ()) if of_what == "evening" else of_period(day, day)
    booked(club, {of(ann): -100, of(bob): 60, of(cid): 40}, source=("evening", evening.pk))
    at = (
        reverse("evening_settle", args=[evening.pk])
        if of_what == "evening"
        else reverse("money_settle", args=[club.pk])
    )
    address = at if of_what == "evening" else f"{at}?since={day}&until={day}"
    client.force_login(factories.owner_of(club))

    before = client.get(address).context["plans"][0]
    mistaken = pay(club, ("P00", "P02", 40), now=factories.NOW)
    book_back(
        BookingReversal(reason="no"),
        club=club,
        booking_id=mistaken.booking_id,
        by=factories.owner_of(club),
        now=factories.NOW,
    )
    pay(club, ("P00", "P01", 60), now=factories.NOW)
    page = client.get(address)
    pay(club, ("P00", "P01", 60), scope, now=factories.NOW)
    pay(club, ("P00", "P02", 40), scope, now=factories.NOW)

    assert [len(before["rows"]), before["elsewhere"]] == [2, []]
    (told,) = page.context["plans"][0]["elsewhere"]
    assert (told.payer, told.getter, told.amount, told.waits) == (ann, bob, 60, False)
    assert (told.what_for, "before anything is paid twice" in page.content.decode()) == ("all balances", True)
    assert client.get(address).context["plans"] == []
