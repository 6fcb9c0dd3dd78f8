"""The pages of the money book: where everybody stands, an account, a booking, booking one back."""

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.common.texts import isolated
from scorekeeper.payouts.book import reads as reading
from scorekeeper.payouts.models import Booking
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting
from scorekeeper.play.records import Reasoned
from tests import factories
from tests.factories.evenings import come, make_evening
from tests.factories.money import CASH, CLUB, EURO, FEES, balances, bank, booked, of, tonk, with_money, won
from tests.reading_pages import NOT_SEEN, grid

pytestmark = pytest.mark.django_db
NOTHING_MOVES = "The app moves no money."


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def page(client, club):
    client.force_login(factories.owner_of(club))
    return client


def html(client, name, *args, **query):
    return client.get(reverse(name, args=args), query).content.decode()


def test_members_see_who_owes_whom(client, club):
    ann, bob = factories.make_player(club, "Ann"), factories.make_player(club, "Bob")
    booked(club, {of(ann): 350, of(bob): -300, CASH: -20, FEES: -30})
    client.force_login(factories.make_member(club))

    answer = client.get(reverse("money_overview", args=[club.pk]))

    (found,) = answer.context["units"]
    assert [(one.player.name, one.amount) for one in found.people] == [("Ann", 350), ("Bob", -300)]
    assert sorted(found.named) == [("Cash box", 20), ("Fees", -30)]
    assert NOTHING_MOVES in answer.content.decode()
    lines = grid(answer, "Who is owed")
    assert {name: (lines.cell(name, "Owes in €"), lines.cell(name, "Is owed in €")) for name in ("Ann", "Bob")} == {
        "Ann": ("", "3.50"),
        "Bob": ("3.00", ""),
    }


def test_what_lies_in_a_bank_and_in_the_box_is_shown_above_zero(page, club):
    sitting = tonk(club, 2)
    bank(sitting, "buy_in", 500)
    booked(club, {CASH: -20, CLUB: 20})

    (found,) = reading.overview(club)

    assert sorted(found.named) == [(f"Bank of {isolated(sitting.name)}", 500), ("Cash box", 20), ("The club", 20)]


def test_a_club_for_points_says_so(page):
    club = factories.make_club(owner=factories.make_user(), unit="")
    page.force_login(factories.owner_of(club))

    assert "plays for points, so no money is booked" in html(page, "money_overview", club.pk)


def test_lines_of_one_person_stand_together(page, club):
    ann, annie, bob = (factories.make_player(club, name) for name in ("Ann", "Annie", "Bob"))
    booked(club, {of(ann): 100, of(bob): -100})
    booked(club, {of(annie): 30, of(bob): -30})
    booked(club, {of(ann): -5, CLUB: 5})

    merge_players(Merging(kept=ann.pk), club=club, by=factories.owner_of(club), gone=annie.pk, now=factories.NOW)

    (found,) = reading.overview(club)
    assert [(one.player.name, one.amount) for one in found.people] == [("Ann", 125), ("Bob", -130)]
    rows = reading.statement(ann, EURO).rows
    assert [(row.leg.amount, row.balance) for row in rows] == [(-5, 125), (30, 130), (100, 100)]


def test_an_account_is_read_page_by_page(page, club, monkeypatch, django_assert_num_queries):
    ann = factories.make_player(club, "Ann")
    for amount in range(1, 8):
        booked(club, {of(ann): amount, CLUB: -amount})
    monkeypatch.setattr(reading, "A_PAGE", 3)

    seen, cursor = [], ""
    while True:
        found = reading.statement(ann, EURO, cursor)
        seen.append([(row.leg.amount, row.balance) for row in found.rows])
        cursor = found.older
        if not cursor:
            break

    assert seen == [[(7, 28), (6, 21), (5, 15)], [(4, 10), (3, 6), (2, 3)], [(1, 1)]]
    assert [row.balance for row in reading.statement(ann, EURO, "no cursor").rows] == [28, 21, 15]
    with django_assert_num_queries(2):
        reading.statement(ann, EURO, "3")


def test_files_of_account_box_and_transaction_have_numbers_beside_the_words(page, club):
    ann = factories.make_player(club, "Ann")
    (booking,) = booked(club, {of(ann): 250, CASH: -250})
    booked(club, {of(ann): -400, CLUB: 400})

    def lines(name, *args):
        answer = page.get(reverse(f"{name}_files", args=[club.pk, *args]))
        return [line.split(",") for line in b"".join(answer).decode("utf-8-sig").replace("\xa0", " ").splitlines()]

    account = lines("money_account", ann.pk, "account", "csv")
    box, legs = lines("money_box", "box", "csv"), lines("money_booking", booking.pk, "legs", "csv")

    assert [line[-2:] for line in account] == [
        ["Change (€)", "Balance after (€)"],
        ["-4.00", "-1.50"],
        ["2.50", "2.50"],
    ]
    assert [line[-2:] for line in box] == [["Change (€)", "Balance of the cash box (€)"], ["2.50", "2.50"]]
    assert {line[0]: line[-1] for line in legs} == {"Account": "Change (€)", "Ann": "2.50", "Cash box": "2.50"}


def test_an_account_is_for_its_owner_and_directors(client, club):
    user = factories.make_member(club, Role.SCORER)
    mine, other = factories.player_of(user, club), factories.make_player(club, "Other")
    booked(club, {of(mine): 100, of(other): -100})
    client.force_login(user)

    own = client.get(reverse("money_account", args=[club.pk, mine.pk]))
    others = client.get(reverse("money_account", args=[club.pk, other.pk]))
    client.force_login(factories.owner_of(club))
    directors = client.get(reverse("money_account", args=[club.pk, other.pk]))

    assert (own.status_code, others.status_code, directors.status_code) == (200, 403, 200)
    assert "Is owed 1.00" in own.content.decode()
    assert "Owes 1.00" in directors.content.decode()


def test_a_booking_leads_to_its_sheet(page, club):
    sitting = tonk(club, [factories.make_player(club, name) for name in ("Ann", "Bob")])
    factories.record(sitting, won())
    by = Actor(user=factories.owner_of(club))
    close_sitting(Reasoned(reason="late"), sitting_id=sitting.pk, by=by, now=factories.NOW)
    booking = Booking.objects.get()

    told = html(page, "money_booking", club.pk, booking.pk)

    assert reverse("sitting_detail", args=[sitting.pk]) in told
    assert "Reverse this transaction" not in told
    refused = page.get(reverse("money_reverse", args=[club.pk, booking.pk]))
    assert (refused.status_code, "Reopen the sheet" in refused.content.decode()) == (409, True)


def test_a_director_books_back_with_a_reason(page, club):
    ann = factories.make_player(club, "Ann")
    booking = booked(club, {of(ann): 100, CLUB: -100}, reason="a round")[0]
    address = reverse("money_reverse", args=[club.pk, booking.pk])

    asked = page.get(address).content.decode()
    without = page.post(address, {"reason": " "})
    done = page.post(address, {"reason": "it was Bob"}, follow=True)
    again = page.post(address, {"reason": "it was Bob"})

    assert "What changes" in asked
    assert (without.status_code, list(without.context["form"].errors)) == (422, ["reason"])
    assert "it was Bob" in done.content.decode()
    assert (again.status_code, balances(club)) == (409, {})


def test_members_are_not_offered_to_book_back(client, club):
    booking = booked(club, {CASH: 5, CLUB: -5})[0]
    client.force_login(factories.make_member(club, Role.SCORER))

    assert "Reverse this transaction" not in html(client, "money_booking", club.pk, booking.pk)
    assert client.post(reverse("money_reverse", args=[club.pk, booking.pk]), {"reason": "x"}).status_code == 403


def test_pages_cost_the_same_with_more_in_them(page, club, django_assert_num_queries):
    players = [factories.make_player(club) for _player in range(9)]
    counts = []
    for many in (2, 9):
        booked(club, *({of(player): 10, CLUB: -10} for player in players[:many]))
        with django_assert_num_queries(8):
            html(page, "money_overview", club.pk)
        counts.append(many)

    assert counts == [2, 9]


def test_a_booking_of_another_club_is_not_there(page, club):
    booking = booked(with_money(), {CASH: 5, CLUB: -5})[0]

    for name in ("money_booking", "money_reverse"):
        assert page.get(reverse(name, args=[club.pk, booking.pk])).status_code == 404


@pytest.mark.parametrize("name", ["money_pay", "money_transfer", "money_box_target", "money_box_put"])
def test_every_page_with_money_says_that_none_is_moved(client, name):
    club = with_money()
    factories.make_player(club)
    client.force_login(factories.owner_of(club))

    assert "The app moves no money." in client.get(reverse(name, args=[club.pk])).content.decode()


def test_the_choices_about_money_say_that_none_is_moved(page):
    assert NOTHING_MOVES in page.get(reverse("account_money")).content.decode()


def test_the_overview_says_of_what_was_booked_last_whom_it_moved_by_how_much(page, club):
    ann = factories.make_player(club, "Ann")
    done = booked(club, {of(ann): 1234, CLUB: -1234}, kind="deposit", reason="a gift")[0]

    told = html(page, "money_overview", club.pk)

    last = told[told.index("Latest transactions") :]
    assert reverse("money_booking", args=[club.pk, done.pk]) in last
    assert "a gift" in last
    assert "Ann is owed 12.34 €" in last.translate(NOT_SEEN)
    assert ("+12.34" in last, "−12.34" in last) == (False, False)


def test_a_bank_and_the_report_of_an_evening_say_that_no_money_is_moved(page, club):
    evening, sitting = make_evening(club, fee=300, unit="€"), tonk(club, 2)
    come(evening, 1)

    for name, thing in (("table_bank", sitting), ("evening_report", evening)):
        assert "The app moves no money." in html(page, name, thing.pk)
