"""The page of a player, the records of a club, its ratings: what they say, to whom, and at what cost."""

import re
from html import unescape

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils.html import escape

from scorekeeper.clubs.records import Closing, ClubChange
from scorekeeper.clubs.services import change_club, close_club
from scorekeeper.common.errors import Refused
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.profiles.selectors.club import days_of, records_of
from scorekeeper.profiles.selectors.person import career, games_in, games_of, years_in, years_of
from scorekeeper.ratings.services import replay_stale
from tests import factories
from tests.factories.hands import hand_of
from tests.factories.ratings import closed, make_sheet
from tests.reading_pages import grid

pytestmark = pytest.mark.django_db
DAY = 24 * 60  # minutes


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def three(club):
    return [factories.player_of(factories.owner_of(club), club), *(factories.make_player(club) for _guest in range(2))]


@pytest.fixture
def played(club, three):
    """Three evenings: won by the first, by the first, by the second, whose Grand is the highest hand."""
    make_sheet(club, three, (0, 0, 1))
    make_sheet(club, three, (0,), now=factories.at(7 * DAY))
    make_sheet(club, three, (1, 1), now=factories.at(14 * DAY))
    sitting = factories.make_sitting(club, players=three, now=factories.at(14 * DAY + 60))
    grand = factories.played(1, contract="grand", matadors=4, hand=True)
    factories.record(sitting, grand, now=factories.at(14 * DAY + 61))
    closed(sitting, now=factories.at(14 * DAY + 70))
    replay_stale()


def page(client, club, name, *args, **query):
    return client.get(reverse(name, args=[club.pk, *args]), query)


def test_career_adds_up_what_the_closed_sheets_say(club, three, played):
    found = career(three[0], games_in(club)[0], None)

    assert (found.sheets, found.won, found.hands) == (4, 2, 7)
    assert [evening.sheets for evening in found.evenings] == [1, 1, 2]
    assert found.best.total >= found.evenings[1].total > found.worst.total
    assert (found.streak, found.streak_now) == (2, 0)
    role = next(facts for facts in found.facts if str(facts.title) == "By role")
    assert [(str(line.title), line.hands, line.won, line.lost, line.percent) for line in role.lines] == [
        ("Declarer", 3, 3, 0, 100),
        ("Defender", 4, 0, 4, 0),
    ]
    assert role.lines[0].brought == 3 * 24
    against = {other.player: (other.sheets, other.ahead, other.behind) for other in found.opponents}
    assert against[three[1]] == (4, 2, 2)
    assert found.opponents[0].equal == 0
    assert found.partners == []


def test_what_was_played_over_years_is_added_up_by_month(club, three):
    """Won in September, lost and won in October, won in January: one evening more of a guest who is somebody else."""
    for day, declarers in ((0, (0, 0)), (30, (1,)), (31, (0,)), (120, (0, 0, 0))):
        make_sheet(club, three, declarers, now=factories.at(day * DAY))
    replay_stale()
    skat = games_in(club)[0]

    found = career(three[0], skat, None)

    assert (found.sheets, found.won, found.streak, found.streak_now) == (4, 3, 2, 2)
    assert [evening.sheets for evening in found.evenings] == [1, 1, 1, 1]
    assert found.best.day == factories.at(120 * DAY).date()
    assert (found.records[0].figure, found.records[0].day) == (24, factories.NOW.date())
    assert {(other.player, other.sheets, other.ahead, other.behind) for other in found.opponents} == {
        (three[1], 4, 3, 1),
        (three[2], 4, 3, 0),
    }
    assert years_of(three[0], "skat") == years_in(club, "skat") == [2027, 2026]
    assert [career(three[0], skat, year).sheets for year in (2027, 2026)] == [1, 3]
    records = records_of(club, skat, 2026)
    assert (records.sheets, records.hands, records.streak) == (3, 4, None)
    assert (records.best.player, records.best.evening.day) == (three[0], factories.NOW.date())
    assert records_of(club, skat, None).streak.sheets == 2


def test_career_of_a_year_counts_that_year_alone(club, three, played):
    assert career(three[0], games_in(club)[0], 2026).sheets == 4
    assert career(three[0], games_in(club)[0], 2025) is None


def test_partners_stand_apart_from_opponents(club, three):
    players = [*three, factories.make_player(club)]
    sitting = factories.make_sitting(club, players=players, game="truco")
    factories.record(sitting, {"kind": "quick", "how": "played", "winner": "A", "value": 4})
    closed(sitting, now=factories.at(10))
    replay_stale()

    found = career(players[0], games_in(club)[0], None)

    assert [(other.player, other.sheets, other.won) for other in found.partners] == [(players[2], 1, 1)]
    assert {other.player for other in found.opponents} == {players[1], players[3]}


def test_records_name_the_highest_hand_the_best_evening_and_the_longest_streak(club, three, played):
    found = records_of(club, games_in(club)[0], None)

    value, matadors = found.records
    assert (value.player, value.record.figure, value.record.number) == (three[1], 24 * 6, 1)
    assert (matadors.player, matadors.record.figure) == (three[1], 4)
    assert found.best.player == three[1]
    assert found.best.evening.sheets == 2
    assert (found.streak.player, found.streak.sheets) == (three[0], 2)
    assert {str(share.title): share.hands for share in found.shares} == {"Clubs": 6, "Grand": 1}


def test_attendance_counts_people_not_seats(club, three, played):
    assert [(day.people, day.sheets) for day in days_of(club, None)] == [(3, 1), (3, 1), (3, 2)]
    assert days_of(club, 2025) == []


def test_lines_that_are_one_person_have_one_page(client, club, three, played):
    guest = factories.make_player(club)
    owner = factories.owner_of(club)
    make_sheet(club, [guest, *three[1:]], now=factories.at(20 * DAY))
    merge_players(Merging(kept=three[0].pk), club=club, by=owner, gone=guest.pk, now=factories.at(21 * DAY))
    replay_stale()

    assert [(one.sheets, one.evenings) for one in games_of(three[0])] == [(5, 4)]
    client.force_login(owner)
    answer = page(client, club, "player_page", guest.pk)
    assert answer.url == reverse("player_page", args=[club.pk, three[0].pk])


@pytest.mark.parametrize("game", ["skat", "truco", "tonk", "palace_poker", "svoi_kozyri"])
def test_every_game_has_a_page_of_a_player_and_records(client, club, three, game):
    from games.core.values import Table

    players = [*three, factories.make_player(club)] if game == "truco" else three
    sitting = factories.make_sitting(club, players=players, game=game)
    for number in (1, 2):
        seats = tuple(range(len(players)))
        factories.record(sitting, hand_of(game, Table(seats, number, number - 1, None)))
    closed(sitting, now=factories.at(10))
    replay_stale()
    client.force_login(factories.owner_of(club))

    for answer in (
        page(client, club, "player_page", three[0].pk),
        page(client, club, "club_records", game=game),
        page(client, club, "rating_list", game=game),
    ):
        assert answer.status_code == 200
        assert escape(three[0].name) in answer.text or game == "palace_poker"


def test_pages_of_a_club_without_a_closed_sheet_say_so(client, club, three):
    client.force_login(factories.owner_of(club))

    assert "There is nothing to show yet" in page(client, club, "player_page", three[0].pk).text
    assert "No records yet" in page(client, club, "club_records").text
    assert "Nobody has a rating yet" in page(client, club, "rating_list").text


def test_what_is_asked_for_and_is_not_there_shows_what_is(client, club, three, played):
    client.force_login(factories.owner_of(club))

    for name, args in (("player_page", [three[0].pk]), ("club_records", []), ("rating_list", [])):
        answer = page(client, club, name, *args, game="chess", year="never")
        assert answer.status_code == 200
        assert answer.context["game"].name == "skat"


@pytest.mark.parametrize("name", ["player_page", "club_records", "rating_list"])
def test_pages_are_for_members_alone(client, club, three, played, name):
    client.force_login(factories.make_user())

    args = [three[0].pk] if name == "player_page" else []
    assert page(client, club, name, *args).status_code == 404


def test_a_member_takes_themselves_out_of_the_ratings_and_back_in(client, club, three, played):
    owner = factories.owner_of(club)
    client.force_login(owner)
    choose = reverse("rating_choose", args=[club.pk, three[0].pk])

    client.post(choose, {"wants": "0"})
    replay_stale()
    listed = grid(page(client, club, "rating_list")).column("Player")
    assert sorted(listed) == sorted(player.name for player in three[1:])
    assert "You have chosen to have no rating." in page(client, club, "player_page", three[0].pk).text

    client.post(choose, {"wants": "1"})
    replay_stale()
    assert len(grid(page(client, club, "rating_list")).rows) == 3


@pytest.mark.parametrize(("role", "status"), [("member", 403), ("scorer", 403), ("director", 302)])
def test_guests_are_taken_out_by_who_keeps_the_book(client, club, three, played, role, status):
    client.force_login(factories.make_member(club, role))

    assert client.post(reverse("rating_choose", args=[club.pk, three[1].pk]), {"wants": "0"}).status_code == status


def test_nobody_chooses_for_a_member(client, club, three, played):
    client.force_login(factories.make_member(club, "director"))

    assert client.post(reverse("rating_choose", args=[club.pk, three[0].pk]), {"wants": "0"}).status_code == 403


@pytest.mark.parametrize("name", ["player_page", "club_records", "rating_list"])
def test_more_sheets_and_people_ask_no_more(client, club, three, played, name, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.force_login(factories.owner_of(club))
    args = [three[0].pk] if name == "player_page" else []
    page(client, club, name, *args)
    with CaptureQueriesContext(
        connection,
    ) as few:
        page(client, club, name, *args)

    for week in range(3, 7):
        guests = [factories.make_player(club) for _guest in range(2)]
        make_sheet(club, [three[0], *guests], now=factories.at(week * 7 * DAY))
    replay_stale()

    with django_assert_num_queries(len(few)):
        page(client, club, name, *args)
    assert len(few) < 20


def test_sheet_standings_and_book_lead_to_the_page(client, club, three):
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, players=three, seasons=[season])
    factories.record(sitting)
    client.force_login(factories.owner_of(club))
    url = reverse("player_page", args=[club.pk, three[0].pk])

    pages = (
        client.get(reverse("sitting_detail", args=[sitting.pk])),
        client.get(reverse("season_detail", args=[season.pk]), {"why": str(three[0].pk)}),
        client.get(reverse("person_detail", args=[club.pk, three[0].pk])),
    )
    for answer in pages:
        assert url in answer.text


# Where the club shows members their own page only


@pytest.fixture
def members(club, three):
    """A director, a scorer and a member; a line that is part of the member's was played with."""
    scorer, member = (factories.make_member(club, role) for role in ("scorer", "member"))
    mine = factories.player_of(member, club)
    merge_players(Merging(kept=mine.pk), club=club, by=factories.owner_of(club), gone=three[1].pk, now=factories.NOW)
    change_club(ClubChange(pages_for="own"), club=club, by=factories.owner_of(club))
    return {"director": factories.make_member(club, "director"), "scorer": scorer, "member": member, "mine": mine}


LISTS = ("club_records", "rating_list")


@pytest.mark.parametrize(
    ("role", "statuses"),
    [("director", (200, 200, 200)), ("scorer", (403, 403, 403)), ("member", (403, 200, 403))],
)
@pytest.mark.usefixtures("played")
def test_own_pages_only_as_pages_and_as_files(client, club, three, members, role, statuses):
    client.force_login(members[role])
    lists, own, another = statuses
    mine = members["mine"]

    for more in ({}, {"as": "csv"}, {"as": "xlsx", "table": "hands"}):
        assert [page(client, club, name, **more).status_code for name in LISTS] == [lists, lists]
        assert page(client, club, "player_page", mine.pk, **more).status_code == own
        assert page(client, club, "player_page", three[0].pk, **more).status_code == another


@pytest.mark.parametrize("role", ["scorer", "member", "director"])
def test_a_closed_club_shows_what_it_showed(client, club, played, members, role):
    close_club(Closing(name=club.name), club=club, by=factories.owner_of(club), now=factories.NOW)
    client.force_login(members[role])

    expected = 200 if role == "director" else 403
    assert [page(client, club, name).status_code for name in LISTS] == [expected, expected]


def test_a_refused_page_says_why(client, club, three, played, members):
    client.force_login(members["member"])

    answer = page(client, club, "player_page", three[0].pk)

    assert "This club shows members only their own page." in answer.content.decode()


def test_a_member_follows_every_link_that_is_shown(client, club, three, played, members):
    """From the club, its book, a sheet, a season and their own page no link leads to a page that is refused."""
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, players=three, seasons=[season])
    factories.record(sitting, factories.played(0))
    client.force_login(members["member"])
    mine = members["mine"]
    pages = [
        reverse("club_detail", args=[club.pk]),
        reverse("season_list", args=[club.pk]),
        reverse("sitting_detail", args=[sitting.pk]),
        reverse("player_page", args=[club.pk, mine.pk]),
        *(reverse("person_detail", args=[club.pk, player.pk]) for player in (mine, three[0])),
        *(f"{reverse('season_detail', args=[season.pk])}?why={player.pk}" for player in (mine, three[0])),
    ]
    found = {address for one in pages for address in links(client, one)}
    of_players = {address for address in found if "/players/" in address or "/records/" in address}

    assert reverse("player_page", args=[club.pk, mine.pk]) in of_players
    assert {address: client.get(address, follow=True).status_code for address in of_players} == dict.fromkeys(
        of_players, 200
    )
    assert not any("/ratings/" in address for address in found)
    change_club(ClubChange(pages_for="members"), club=club, by=factories.owner_of(club))
    assert any("/ratings/" in address for one in pages for address in links(client, one))
    assert page(client, club, "player_page", three[0].pk).status_code == 200


def links(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    hrefs = re.findall(r'href="([^"]+)"', answer.content.decode())
    return {unescape(href).partition("#")[0].partition("?")[0] for href in hrefs if "export" not in href}


@pytest.mark.parametrize("role", ["scorer", "member"])
def test_only_directors_choose_who_reads_pages(club, role):
    with pytest.raises(PermissionDenied):
        change_club(ClubChange(pages_for="own"), club=club, by=factories.make_member(club, role))


def test_who_reads_pages_is_one_of_the_choices(club):
    with pytest.raises(Refused) as refused:
        ClubChange.read({"pages_for": "nobody"})

    assert [problem.code for problem in refused.value.problems] == ["pages_unknown"]
