"""Statements between two days, as pages, files and mail; and what a year came to."""

import csv
from datetime import timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, pgettext

from games.core.settling import InUnits
from scorekeeper.accounts.services import OwnLanguage, choose_language
from scorekeeper.payouts.book.services import BookingReversal
from scorekeeper.payouts.book.services import reverse as book_back
from scorekeeper.payouts.history.reads import period, year_of, years_of
from scorekeeper.payouts.history.views import MAILS
from scorekeeper.payouts.models import Account
from scorekeeper.people.services import Merging, merge_players
from tests import factories
from tests.factories.money import CLUB, EURO, booked, of, with_money

pytestmark = pytest.mark.django_db
TODAY = factories.NOW.date()


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def ann(club):
    return factories.make_player(club, "Ann")


def days(number):
    return timedelta(days=number)


def told(found):
    return found.opening, [(entry.leg.amount, entry.balance) for entry in found.entries], found.closing, found.count


def test_a_statement_leads_from_where_it_stood_to_where_it_stands(club, ann):
    annie = factories.make_player(club, "Annie")
    for nth, line in enumerate((ann, annie, ann, annie, ann)):
        booked(club, {of(line): 10**nth, CLUB: -(10**nth)}, now=factories.NOW + days(nth))
    merge_players(Merging(kept=ann.pk), club=club, by=factories.owner_of(club), gone=annie.pk, now=factories.NOW)

    whole = period(ann, EURO, TODAY, TODAY + days(9))

    assert told(whole) == (0, [(1, 1), (10, 11), (100, 111), (1000, 1111), (10000, 11111)], 11111, 5)
    assert told(period(ann, EURO, TODAY + days(1), TODAY + days(2))) == (1, [(10, 11), (100, 111)], 111, 2)
    assert told(period(ann, EURO, TODAY + days(1), TODAY + days(3), most=1)) == (1, [(10, 11)], 1111, 3)
    assert told(period(ann, EURO, TODAY - days(9), TODAY - days(1))) == (0, [], 0, 0)
    assert told(period(ann, EURO, TODAY + days(8), TODAY + days(9))) == (11111, [], 11111, 0)
    balances = Account.objects.filter(player__in=[ann, annie]).values_list("balance", flat=True)
    assert whole.closing == sum(balances)


def test_a_statement_comes_as_a_page_and_as_files_that_say_the_same(client, club, ann):
    booked(club, {of(ann): 350, CLUB: -350})
    booked(club, {of(ann): -100, CLUB: 100}, now=factories.NOW + days(1))
    client.force_login(factories.owner_of(club))
    at, asked = reverse("money_statement", args=[club.pk, ann.pk]), {"since": TODAY + days(1), "until": TODAY + days(1)}

    page = client.get(at, asked)
    rows = list(csv.reader(StringIO(b"".join(client.get(at, {**asked, "as": "csv"})).decode("utf-8-sig"))))
    printed = client.get(at, {**asked, "as": "pdf"})

    assert (page.context["found"].opening, page.context["found"].closing) == (350, 250)
    assert rows[0][3:] == ["What changed", "Owes (€)", "Is owed (€)", "Owes after it (€)", "Is owed after it (€)"]
    assert [[cell.replace("\xa0", " ") for cell in row[3:]] for row in rows[1:]] == [
        ["", "", "", "0.00", "3.50"],
        ["owes 1.00 €", "1.00", "", "0.00", "2.50"],
        ["", "", "", "0.00", "2.50"],
    ]
    assert "is owed 2.50\xa0€" in page.content.decode()
    assert printed["Content-Type"] == "application/pdf"
    assert printed.content.startswith(b"%PDF")


def test_a_statement_is_read_by_its_player_and_by_who_directs(client, club, mailoutbox):
    member, other = factories.make_member(club), factories.make_member(club)
    me = factories.player_of(member, club)
    booked(club, {of(me): 350, CLUB: -350})
    at = reverse("money_statement", args=[club.pk, me.pk])

    found = []
    for user in (member, other, factories.owner_of(club), factories.make_user()):
        client.force_login(user)
        found.append((client.get(at).status_code, client.post(f"{at}mail/").status_code))

    assert found == [(200, 302), (403, 403), (200, 302), (404, 404)]
    assert [mail.to for mail in mailoutbox if mail.subject.startswith("Statement")] == [[member.email]] * 2


def test_a_statement_goes_to_the_players_own_address_and_not_too_often(client, club, ann, mailoutbox):
    cache.clear()
    owner = factories.owner_of(club)
    me = factories.player_of(owner, club)
    booked(club, {of(me): 350, of(ann): -350})
    client.force_login(owner)
    sent = {"since": str(TODAY), "until": str(TODAY), "to": "somebody@else.example"}

    guest = client.post(reverse("money_statement_mail", args=[club.pk, ann.pk]), sent, follow=True)
    at = reverse("money_statement_mail", args=[club.pk, me.pk])
    answers = [client.post(at, sent).status_code for _nth in range(MAILS + 1)]

    assert "has no account with a mail address" in guest.content.decode()
    assert answers == [302] * MAILS + [429]
    mails = [mail for mail in mailoutbox if mail.subject.startswith("Statement")]
    assert [mail.to for mail in mails] == [[owner.email]] * MAILS
    assert "3.50" in mails[0].body


def test_a_year_is_added_up_by_unit_kind_and_account(client, club, ann):
    annie, bob = factories.make_player(club, "Annie"), factories.make_player(club, "Bob")
    chips = InUnits(unit="chips", decimals=0)
    booked(club, {of(ann): 500, CLUB: -500}, kind="prize", now=factories.NOW - days(365))
    first = booked(club, {of(ann): 350, of(bob): -350})[0]
    booked(club, {of(annie): -50, of(bob): 50}, {of(ann): 7, CLUB: -7})
    booked(club, {of(ann): 3, CLUB: -3}, unit=chips)
    owner = factories.owner_of(club)
    book_back(BookingReversal(reason="twice"), club=club, booking_id=first.pk, by=owner, now=factories.NOW)
    merge_players(Merging(kept=ann.pk), club=club, by=owner, gone=annie.pk, now=factories.NOW)

    euros, of_chips = year_of(club, TODAY.year)

    assert years_of(club) == [TODAY.year, TODAY.year - 1]
    assert [(t.kind, t.account, t.player and t.player.name, t.got, t.given) for t in euros.totals] == [
        ("reversal", "player", "Ann", 0, 350),
        ("reversal", "player", "Bob", 350, 0),
        ("transfer", "player", "Ann", 357, 50),
        ("transfer", "player", "Bob", 50, 350),
        ("transfer", "club", None, 0, 7),
    ]
    assert sum(total.net for total in euros.totals) == 0
    assert [(t.account, t.got, t.given) for t in of_chips.totals] == [("player", 3, 0), ("club", 0, 3)]
    client.force_login(owner)
    at = reverse("money_year", args=[club.pk, TODAY.year])
    assert client.get(at).status_code == 200
    assert len(list(csv.reader(StringIO(b"".join(client.get(at, {"as": "csv"})).decode("utf-8-sig"))))) == 8
    assert client.get(reverse("money_year", args=[club.pk, TODAY.year - 2])).status_code == 404
    client.force_login(factories.make_member(club))
    assert client.get(at).status_code == 403


def test_a_club_without_bookings_says_so(client, club, ann):
    client.force_login(factories.owner_of(club))

    for name, args in (("money_history", []), ("money_statement", [ann.pk]), ("money_years", [])):
        assert "othing has been booked" in client.get(reverse(name, args=[club.pk, *args])).content.decode()
    assert years_of(club) == []


def test_a_statement_is_written_in_the_language_of_who_gets_it(client, club, mailoutbox):
    cache.clear()
    member = factories.make_member(club)
    choose_language(OwnLanguage(language="de"), by=member)
    me = factories.player_of(member, club)
    booked(club, {of(me): 350, CLUB: -350})
    client.force_login(factories.owner_of(club))

    answer = client.post(reverse("money_statement_mail", args=[club.pk, me.pk]), follow=True)

    assert "The statement was sent by mail." in answer.content.decode()
    (mail,) = (mail for mail in mailoutbox if mail.to == [member.email])
    with translation.override("de"):
        assert mail.subject == gettext("Statement of {player}").format(player=me.name) != f"Statement of {me.name}"
        assert pgettext("heading", "Opening balance") in mail.body
    assert "3,50" in mail.body
