"""Whoever hides their amounts is told of nowhere: a member goes through everything the club shows them."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.leagues.models import ReportReader
from scorekeeper.leagues.money.services import DuesTick, close_evening, collect
from scorekeeper.leagues.people.services import Arrival, check_in
from scorekeeper.payouts.box.services import BoxMove, move
from scorekeeper.payouts.care.services import hide_of_club, hide_own
from scorekeeper.payouts.models import Account, Booking, PoolAct
from scorekeeper.payouts.payments.services import PaidOutside, PaymentAnswer, confirm_payment, say_paid
from tests import factories
from tests.acting import bearer, send
from tests.factories.evenings import make_evening
from tests.factories.money import EURO, Pool, booked, of, with_money

pytestmark = pytest.mark.django_db
NOW = factories.NOW
# As no id or day has them by chance; the fee is asked of everybody and is no secret.
MOVED, PAID, FEE, ENTRY, GUARANTEE, PUT_IN = 98_765_432, 87_654_321, 876_543, 6_543_217, 765_432_198, 5_432_176
MOST_PAGES = 500


class World:
    """A club in which Ann has moved something of every kind; a guest is part of all of it, the reader of nothing but
    an entry fee."""

    def __init__(self, role):
        self.club = with_money()
        self.owner = factories.owner_of(self.club)
        self.ann_user, self.reader = factories.make_member(self.club), factories.make_member(self.club, role)
        self.ann = factories.player_of(self.ann_user, self.club)
        self.guest = factories.make_player(self.club, "Guest")
        booked(self.club, {of(self.ann): -MOVED, of(self.guest): MOVED})
        paid = PaidOutside(payer=self.ann.pk, amount=PAID, reason="cash", **dict(EURO))
        said = say_paid(club=self.club, by=self.owner, paid=paid, key=uuid4(), now=NOW)
        confirm_payment(PaymentAnswer(), club=self.club, payment_id=said.pk, by=self.ann_user, now=NOW)
        moved = BoxMove(act="put_in", amount=PUT_IN, reason="a gift", **dict(EURO))
        move(moved, club=self.club, by=self.owner, key=uuid4(), now=NOW)
        self.evening = self._evening()
        self.season = self._prizes()

    def _evening(self):
        evening = make_evening(self.club, fee=FEE, unit="€")
        mine = factories.player_of(self.reader, self.club)
        for one in (self.ann, self.guest, mine):
            check_in(Arrival(player=one.pk), evening_id=evening.pk, by=self.owner, now=NOW)
        for one in (self.ann, self.guest):
            tick = DuesTick(player=one.pk, amount=FEE, **dict(evening.money))
            collect(tick, evening_id=evening.pk, by=self.owner, now=NOW)
        ReportReader.objects.create(club=self.club, user=self.reader)
        return close_evening(evening_id=evening.pk, by=self.owner, now=NOW)

    def _prizes(self):
        season = factories.make_season(self.club)
        factories.import_evening(season, {self.ann: {"points": 50}, self.guest: {"points": 40}})
        pool = Pool((), season=season, entry_price=ENTRY, guarantee=GUARANTEE, weights=[60, 40])
        pool.enter(self.ann, self.guest)
        pool.end().award()
        return season

    @property
    def figures(self):
        """All that is Ann's, and each sum that would tell it."""
        prizes = [leg.amount for one in Booking.objects.filter(kind="prize") for leg in one.legs.all()]
        stands = list(Account.objects.filter(club=self.club).exclude(balance=0).values_list("balance", flat=True))
        # What the evening asks of all three is no secret, and the fee is the reader's own.
        sums = {2 * FEE, 2 * ENTRY, GUARANTEE, GUARANTEE - 2 * ENTRY, *prizes, *stands} - {-FEE, FEE, 3 * FEE}
        return {abs(one) for one in (MOVED, PAID, *sums)}


def spelled(amount):
    whole, cents = divmod(amount, 100)
    return f"{whole:,}.{cents:02}", f"{whole}.{cents:02}", str(amount)


def found_in(text, figures):
    return {amount for amount in figures if any(word in text for word in spelled(amount))}


def text_of(answer):
    return (b"".join(answer) if answer.streaming else answer.content).decode(errors="replace")


def pages(client, club):
    """Every page that links lead to, from the club on: (address, what it says)."""
    waiting, seen = [reverse("club_detail", args=[club.pk]), reverse("home"), reverse("account_money")], set()
    while waiting:
        address = waiting.pop()
        if address in seen or len(seen) >= MOST_PAGES:
            continue
        seen.add(address)
        answer = client.get(address)
        if answer.status_code != 200:
            continue
        said = text_of(answer)
        yield address, said
        if answer["Content-Type"].startswith("text/html"):
            links = (unescape(one).partition("#")[0] for one in re.findall(r'href="(/[^"]*)"', said))
            waiting += [one for one in links if not re.search(r"logout|/static/|as=(xlsx|pdf|ods)", one)]


API = (
    "clubs/{club}/money", "clubs/{club}/bookings", "clubs/{club}/settle-up", "clubs/{club}/payments",
    "clubs/{club}/money/box", "seasons/{season}/prizes", "clubs/{club}",
)  # fmt: skip


def told_by(world, client):
    """Where which of the figures are told to the reader."""
    figures = world.figures
    client.force_login(world.reader)
    told = {address: found_in(said, figures) for address, said in pages(client, world.club)}
    paths = [path.format(club=world.club.pk, season=world.season.pk) for path in API]
    paths += [f"bookings/{pk}" for pk in Booking.objects.values_list("pk", flat=True)]
    for path in paths:
        answer = send(path, None, bearer(world.reader), method="GET")
        assert answer.status_code == 200, path
        told[path] = found_in(answer.content.decode(), figures)
    assert len(told) > 40
    return told


def must_be_among(told, world):
    """The pages that would tell most are among those that were looked at."""
    looked = "\n".join(told)
    assert PoolAct.objects.exists()
    for name, pk in (
        ("money_overview", world.club.pk), ("money_box", world.club.pk), ("money_settle", world.club.pk),
        ("money_history", world.club.pk), ("evening_report", world.evening.pk), ("evening_settle", world.evening.pk),
        ("season_prizes", world.season.pk),
    ):  # fmt: skip
        assert reverse(name, args=[pk]) in looked, name


@pytest.mark.parametrize(
    ("role", "of_all"),
    [
        (Role.MEMBER, True),
        (Role.SCORER, False),
        pytest.param(Role.MEMBER, False, marks=pytest.mark.long),
        pytest.param(Role.SCORER, True, marks=pytest.mark.long),
    ],
)
def test_no_figure_of_somebody_hidden_is_found_anywhere(client, role, of_all, mailoutbox):
    world = World(role)
    if of_all:
        hide_of_club(club=world.club, by=world.owner, hides=True, now=NOW)
    else:
        hide_own(club=world.club, user=world.ann_user, hides=True, now=NOW)

    told = told_by(world, client)

    must_be_among(told, world)
    assert {where: found for where, found in told.items() if found} == {}


def test_the_same_pages_tell_it_while_nobody_hides_it(client):
    world = World(Role.SCORER)

    told = told_by(world, client)

    must_be_among(told, world)
    assert world.figures - set().union(*told.values()) == set()


def test_the_mail_of_an_evening_says_nothing_of_what_was_paid(mailoutbox):
    world = World(Role.MEMBER)
    assert any("collected" in mail.body for mail in mailoutbox)
    hide_own(club=world.club, user=world.ann_user, hides=True, now=NOW)
    mailoutbox.clear()

    evening = make_evening(world.club, fee=FEE, unit="€", name="Next")
    check_in(Arrival(player=world.ann.pk), evening_id=evening.pk, by=world.owner, now=NOW)
    close_evening(evening_id=evening.pk, by=world.owner, now=NOW)

    (mail,) = mailoutbox
    assert "For the treasurer" in mail.body
    assert "collected" not in mail.body


def test_a_reader_sees_what_is_their_own_of_hidden_prizes(client):
    club = with_money()
    ann, bob = factories.make_member(club), factories.make_member(club)
    lines = [factories.player_of(one, club) for one in (ann, bob)]
    season = factories.make_season(club)
    factories.import_evening(season, {lines[0]: {"points": 50}, lines[1]: {"points": 40}})
    pool = Pool((), season=season, entry_price=1000, weights=[60, 40])
    pool.enter(*lines)
    pool.end().award()
    hide_own(club=club, user=ann, hides=True, now=NOW)
    client.force_login(bob)

    page = text_of(client.get(reverse("season_prizes", args=[season.pk])))
    body = send(f"seasons/{season.pk}/prizes", None, bearer(bob), method="GET").json()

    assert "8.00" in page
    assert not [one for one in ("12.00", "20.00") if one in page]
    assert (body["is_partly_hidden"], body["amount"]) == (True, None)
    assert [(one["player"], one["amount"]) for one in body["prizes"]] == [(str(lines[1].pk), 800)]
    assert {one["player"] for one in body["acts"]} == {str(lines[1].pk)}
