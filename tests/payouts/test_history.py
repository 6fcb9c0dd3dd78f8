"""What was booked: picked out, page by page, and as cheap in a large book as in a small one."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.urls import reverse

from games.core.settling import InUnits
from scorekeeper.payouts.book import reads as places
from scorekeeper.payouts.book.reads import begin_of, end_of, entries_before
from scorekeeper.payouts.book.services import BookingReversal
from scorekeeper.payouts.book.services import reverse as book_back
from scorekeeper.payouts.care.services import hide_own
from scorekeeper.payouts.history import reads as reading
from scorekeeper.payouts.history.reads import Search, Turn, history
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, Booking
from scorekeeper.people.services import Merging, merge_players
from tests import factories
from tests.effort import effort
from tests.factories.money import CLUB, FEES, booked, fill, of, with_money
from tests.reading_pages import NOT_SEEN

pytestmark = pytest.mark.django_db
CHIPS = InUnits(unit="chips", decimals=0)


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def ann(club):
    return factories.make_player(club, "Ann")


@pytest.fixture
def bob(club):
    return factories.make_player(club, "Bob")


def amounts(page):
    """What each booking moves, the newest first."""
    return [max(leg.amount for leg in booking.legs.all()) for booking in page.bookings]


def read_all(club, asked, *, is_newer=False, turn=None):
    """All pages one after the other, as their links lead on."""
    turn, pages = turn or Turn(), []
    while turn:
        page = history(club, asked, turn)
        pages.append(amounts(page))
        following = page.newer if is_newer else page.older
        turn = Turn(following, is_newer) if following else None
    return pages


def test_bookings_are_picked_out(club, ann, bob):
    season = factories.make_season(club)
    table = factories.make_sitting(club, seasons=[season])
    day = factories.NOW.date()
    booked(club, {of(ann): 1, CLUB: -1}, kind="deposit")
    booked(club, {of(bob): 2, CLUB: -2}, now=factories.NOW + timedelta(days=1), sitting_id=table.pk)
    booked(club, {of(ann): 3, of(bob): -3}, now=factories.NOW + timedelta(days=2), competition_id=season.pk)
    booked(club, {of(ann): 4, CLUB: -4}, now=factories.NOW + timedelta(days=3), unit=CHIPS)

    def found(**asked):
        return amounts(history(club, Search(**asked), Turn()))

    assert found() == [4, 3, 2, 1]
    assert found(player=ann) == [4, 3, 1]
    assert found(player=bob) == [3, 2]
    assert found(player=ann, unit=CHIPS) == [4]
    assert found(player=ann, kind="deposit") == [1]
    assert found(kind="deposit") == [1]
    assert found(unit=CHIPS) == [4]
    assert found(sitting=table.pk) == [2]
    assert found(competition=season.pk) == [3, 2]
    assert found(competition=season.pk, player=ann) == [3]
    assert found(since=day + timedelta(days=1), until=day + timedelta(days=2)) == [3, 2]
    assert found(player=ann, since=day + timedelta(days=1), until=day + timedelta(days=2)) == [3]


@pytest.mark.parametrize("kind", ["", "transfer"])
@pytest.mark.parametrize("of_whom", ["ann", ""])
def test_pages_follow_each_other_both_ways_while_more_is_booked(club, ann, kind, of_whom, monkeypatch):
    monkeypatch.setattr(reading, "A_PAGE", 3)
    asked = Search(player=ann if of_whom else None, kind=kind)
    for nth in range(1, 9):
        booked(club, {of(ann): nth, CLUB: -nth}, now=factories.NOW + timedelta(days=nth // 3))

    first = history(club, asked, Turn())
    booked(club, {of(ann): 100, CLUB: -100}, now=factories.NOW + timedelta(days=9))

    assert amounts(first) == [8, 7, 6]
    assert first.newer is None
    assert read_all(club, asked, turn=Turn(first.older)) == [[5, 4, 3], [2, 1]]
    second = history(club, asked, Turn(first.older))
    assert read_all(club, asked, is_newer=True, turn=Turn(second.newer, is_newer=True)) == [[8, 7, 6], [100]]


@pytest.mark.parametrize("of_whom", ["ann", ""])
def test_what_is_rare_is_looked_for_a_stretch_at_a_time(club, ann, of_whom, monkeypatch):
    monkeypatch.setattr(reading, "LOOKED_THROUGH", 4)
    booked(club, {of(ann): 1, CLUB: -1}, kind="deposit")
    for nth in range(2, 11):
        booked(club, {of(ann): nth, CLUB: -nth})

    pages = read_all(club, Search(kind="deposit", player=ann if of_whom else None))

    assert pages == [[], [], [1]]


def test_lines_of_one_person_are_read_as_one(club, ann, bob):
    annie = factories.make_player(club, "Annie")
    booked(club, {of(ann): 1, of(bob): -1})
    booked(club, {of(annie): 2, of(bob): -2})
    booked(club, {of(ann): 3, of(annie): -3})

    merge_players(Merging(kept=ann.pk), club=club, by=factories.owner_of(club), gone=annie.pk, now=factories.NOW)

    assert amounts(history(club, Search(player=ann), Turn())) == [3, 2, 1]


@pytest.mark.parametrize("probes", [2, 3, 32])
def test_a_day_is_found_in_an_account_of_any_length(club, ann, probes, monkeypatch):
    monkeypatch.setattr(places, "PROBES", probes)
    for nth in range(41):
        booked(club, {of(ann): 1, CLUB: -1}, now=factories.NOW + timedelta(days=nth // 4))
    account = Account.objects.get(player=ann)
    first = factories.NOW.date()

    for ahead in range(-2, 14):
        day = first + timedelta(days=ahead)
        before = min(max(4 * ahead, 0), 41)
        assert entries_before(account, begin_of(day)) == before
        assert entries_before(account, end_of(day)) == min(max(4 * (ahead + 1), 0), 41)
    assert entries_before(account, end_of(date.max)) == 41


QUESTIONS = {
    "everything": {},
    "player": {"player": "player"},
    "kind": {"kind": "deposit"},
    "period": {"since": date(2025, 1, 5), "until": date(2025, 1, 6)},
    "player and period": {"player": "player", "since": date(2025, 1, 5), "until": date(2025, 1, 6)},
}
MORE = {"sqlite": 1_500, "postgresql": 150}[connection.vendor]  # a probe more; whoever read it all would meet thousands


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_page_looks_at_no_more_in_a_large_book(club, ann, name, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(reading, "A_PAGE", 5)
    monkeypatch.setattr(reading, "LOOKED_THROUGH", 20)
    asked = Search(**{key: ann if value == "player" else value for key, value in QUESTIONS[name].items()})
    costs = []
    for entries in (300, 1_500):
        fill(club, ann, entries)
        costs.append(effort(lambda: history(club, asked, Turn())))

    with django_assert_max_num_queries(20):
        history(club, asked, Turn())
    assert costs[1] <= costs[0] + MORE


def test_members_look_for_themselves_and_who_directs_for_everybody(client, club, ann):
    member = factories.make_member(club)
    me = factories.player_of(member, club)
    booked(club, {of(ann): 350, of(me): -350}, reason="a round")
    at = reverse("money_history", args=[club.pk])

    client.force_login(member)
    assert "a round" in client.get(at).content.decode()
    assert client.get(at, {"player": me.pk}).status_code == 200
    assert client.get(at, {"player": ann.pk}).status_code == 403
    client.force_login(factories.owner_of(club))
    assert client.get(at, {"player": ann.pk}).status_code == 200
    client.force_login(factories.make_user())
    assert client.get(at).status_code == 404


def test_bookings_of_a_day_that_are_alike_stand_in_one_line_that_opens(client, club, ann, bob):
    season = factories.make_season(club, name="Cup")
    entered = [factories.make_player(club, f"P{number:02}") for number in range(11)]
    fees = booked(club, *({of(one): -1000, FEES: 1000} for one in entered), kind=Kind.ENTRY, competition_id=season.pk)
    booked(club, {of(ann): -350, of(bob): 350})
    book_back(
        BookingReversal(reason="left"), club=club, booking_id=fees[5].pk, by=factories.owner_of(club), now=factories.NOW
    )
    client.force_login(factories.owner_of(club))

    history_, overview = (client.get(reverse(name, args=[club.pk])) for name in ("money_history", "money_overview"))

    for page in (history_, overview):
        assert [len(row.lines) for row in page.context["rows"]] == [1, 1, 5, 1, 5]
        text = page.content.decode().translate(NOT_SEEN)
        assert text.count("5 × entry fee") == 2, "what was booked back stands alone"
        assert text.count("50.00 € in all") == 2
    assert history_.content.decode().count('class="item plain booked" href=') == 13, "and each can be opened"


def test_a_line_of_several_tells_no_sum_of_what_is_hidden(client, club):
    hides = [factories.make_member(club) for _member in range(3)]
    for user in hides:
        hide_own(club=club, user=user, hides=True, now=factories.NOW)
    lines = [factories.player_of(user, club) for user in hides]
    booked(club, *({of(line): -1000, CLUB: 1000} for line in lines))
    client.force_login(factories.make_member(club))

    page = client.get(reverse("money_history", args=[club.pk]))

    assert [len(row.lines) for row in page.context["rows"]] == [1, 1, 1]
    assert "in all" not in page.content.decode()


def test_what_was_booked_back_is_marked_and_the_file_has_every_leg(client, club, ann):
    booking = booked(club, {of(ann): 350, CLUB: -350})[0]
    owner = factories.owner_of(club)
    book_back(BookingReversal(reason="twice"), club=club, booking_id=booking.pk, by=owner, now=factories.NOW)
    client.force_login(owner)
    at = reverse("money_history", args=[club.pk])

    page = client.get(at)
    file = b"".join(client.get(at, {"as": "csv"})).decode()

    assert [(line["is_back"], line["title"]) for line in page.context["lines"]] == [
        (False, "reversed: transfer"),
        (True, "transfer"),
    ]
    assert [line.translate(NOT_SEEN).split(",")[3:7] for line in file.splitlines()[1:]] == [
        ["The club", "3.50 € to the club", "", "3.50"],
        ["Ann", "Ann owes 3.50 €", "3.50", ""],
        ["Ann", "Ann is owed 3.50 €", "", "3.50"],
        ["The club", "3.50 € from the club", "3.50", ""],
    ]


def test_days_the_wrong_way_round_are_told_at_their_field(client, club, ann):
    booked(club, {of(ann): 350, CLUB: -350})
    client.force_login(factories.owner_of(club))

    answer = client.get(reverse("money_history", args=[club.pk]), {"since": "2025-03-02", "until": "2025-03-01"})

    assert answer.status_code == 422
    assert answer.context["form"].errors == {"until": ["This date is before the start date. Choose a later one."]}


@pytest.mark.parametrize("cursor", ["x", "2025-01-01", "2025-01-01_", "_", "9999999-01-01_00"])
def test_a_place_that_means_nothing_is_the_newest_page(client, club, ann, cursor):
    booked(club, {of(ann): 350, CLUB: -350})
    client.force_login(factories.owner_of(club))

    for name in ("before", "after"):
        assert len(client.get(reverse("money_history", args=[club.pk]), {name: cursor}).context["lines"]) == 1
    assert Booking.objects.count() == 1


@pytest.mark.parametrize("query", ["since=2026-13-40", "kind=nonsense", "since=2026-02-02&until=2026-02-01"])
def test_what_is_asked_for_wrongly_is_never_answered_with_everything(client, club, ann, query):
    booked(club, {of(ann): 4_711, CLUB: -4_711})
    client.force_login(factories.owner_of(club))
    pages = [reverse("money_history", args=[club.pk])]
    if "kind" not in query:
        pages.append(reverse("money_statement", args=[club.pk, ann.pk]))

    for address in pages:
        for form in ("", "&as=csv", "&as=xlsx"):
            answer = client.get(f"{address}?{query}{form}")
            told = answer.content.decode()
            assert (answer.status_code, answer["Content-Type"]) == (422, "text/html; charset=utf-8")
            assert "47.11" not in told
            assert "Nothing is shown until then" in told


def test_a_year_says_what_each_kind_moved_in_all(client, club, ann, bob):
    booked(club, {of(ann): 350, CLUB: -350}, {of(bob): 125, CLUB: -125}, kind="prize")
    client.force_login(factories.owner_of(club))

    told = client.get(reverse("money_year", args=[club.pk, factories.NOW.year])).content.decode()

    assert '<dt>Prize</dt><dd class="num">4.75' in told
