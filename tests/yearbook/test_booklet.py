"""A year of a club as a booklet: what it says, who reads it, and that every page of it can be read aloud."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from games import game
from games.core.settling import InUnits
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.leagues.people.services import Arrival, check_in
from scorekeeper.play.parties import parties
from scorekeeper.ratings.services import replay_stale
from scorekeeper.standings.awards import Ended, Winner, write_awards
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.importing import OldEvening, OldResults, import_results
from scorekeeper.standings.models import AwardedEvent
from scorekeeper.standings.records import SeasonReopening
from scorekeeper.standings.selectors.rounds import MOST_ROUNDS
from scorekeeper.standings.selectors.table import Book
from scorekeeper.standings.services import end_season, reopen_season
from scorekeeper.tournaments.ending.services import hold_back
from scorekeeper.tournaments.planning.records import HeldFrom
from scorekeeper.yearbook.drawings import booklet_pdf, booklet_words
from scorekeeper.yearbook.selectors import EveningWinners, Year, YearEvening, year_of, years_of_club
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import come, end_all, make_evening, playing
from tests.factories.ratings import closed, make_sheet
from tests.factories.teams import make_day, make_league_of, opened, play_series
from tests.papers import assert_tagged, read, tags, text_of
from tests.profiles.test_awards import ended_cup

pytestmark = pytest.mark.django_db
YEAR = NOW.year
DAY = 24 * 60  # minutes


@pytest.fixture
def three(club):
    return [factories.make_player(club, name) for name in ("Renate Vogt", "Ines Weber", "Star 7")]


def played(club, players, declarers, *, now, seasons=()):
    """A closed list on which these seats won a game each."""
    sitting = factories.make_sitting(club, players=players, seasons=list(seasons), now=now)
    for declarer in declarers:
        factories.record(sitting, factories.played(declarer), now=now)
    closed(sitting, now=now)
    return sitting


def found(club, year=YEAR) -> Year:
    replay_stale()
    return year_of(club, year, NOW)


def text(file: bytes) -> str:
    return "\n".join(text_of(page) for page in read(file).pages)


def booklet(client: Client, club, year=YEAR):
    return client.get(reverse("year_booklet", args=[club.pk, year]))


def test_each_day_has_its_winners_hands_and_people(club, three):
    make_sheet(club, three, (0, 0, 1))
    make_sheet(club, three, (1, 1), now=factories.at(7 * DAY))
    make_sheet(club, [*three[1:], factories.make_player(club, "Piotr Nowak")], (0,), now=factories.at(7 * DAY + 60))

    first, second = found(club).evenings

    assert (first.day, first.sheets, first.hands) == (NOW.date(), 1, 3)
    assert [player.name for won in first.winners for player in won.players] == ["Renate Vogt"]
    assert (second.sheets, second.hands) == (2, 3)
    assert [player.name for player in second.came] == ["Ines Weber", "Piotr Nowak", "Renate Vogt", "Star 7"]
    assert [player.name for won in second.winners for player in won.players] == ["Ines Weber"]


def test_an_evening_has_its_name_and_whoever_came_without_playing(club):
    evening = playing(club, 3)
    idle = factories.make_player(club, "Zora Idle")
    check_in(Arrival(player=idle.pk), evening_id=evening.pk, by=factories.owner_of(club), now=NOW)
    end_all(evening, [factories.played(0)])

    (only,) = found(club).evenings

    assert (only.name, only.hands, len(only.came)) == ("Friday", 1, 4)
    assert idle in only.came


def test_another_year_is_another_booklet(club, three):
    make_sheet(club, three, (0,))
    make_sheet(club, three, (0,), now=NOW + timedelta(days=365))

    assert [len(found(club, year).evenings) for year in (YEAR - 1, YEAR, YEAR + 1)] == [0, 1, 1]
    assert years_of_club(club, NOW + timedelta(days=365)) == [YEAR + 1, YEAR]


def test_a_season_stands_as_it_stood_at_the_end_of_the_year(club, three):
    season = factories.make_season(club)
    for week in range(3):
        played(club, three, (0, 0), now=factories.at(week * 7 * DAY), seasons=[season])
    played(club, three, (1,) * 12, now=NOW + timedelta(days=365), seasons=[season])

    (then,), (later,) = found(club).seasons, found(club, YEAR + 1).seasons

    assert (then.is_final, then.evenings, then.first[0].name) == (False, 3, "Renate Vogt")
    assert (later.evenings, later.first[0].name) == (1, "Ines Weber")
    assert then.chart
    assert [line.called for line in then.chart.lines][-1] == ("Renate V.",)


def test_the_champion_is_named_once_the_season_has_ended_and_all_is_official(club, three):
    season = factories.make_season(club, "Herbst")
    played(club, three, (0, 0, 1), now=NOW, seasons=[season])
    state = booklet_words(found(club))["seasons"]["seasons"][0]["state"]
    assert state.startswith("The season is not decided yet.")

    end_season(competition=season, by=factories.owner_of(club), now=NOW)
    for party in parties():
        party.work(NOW)

    words = booklet_words(found(club))["seasons"]["seasons"][0]
    assert words["state"].startswith("Champion: Renate Vogt. The season ended on")
    assert words["first"][0][:2] == ("1.", "Renate Vogt")


def test_a_tournament_has_its_first_places_unless_they_are_held_back(club):
    tournament, people = ended_cup(club)

    (honours,) = found(club).honours
    assert honours.name == tournament.name
    assert honours.places == (
        (1, (people[0].name,)),
        (2, tuple(sorted(player.name for player in people[1:3]))),
    )

    hold_back(HeldFrom(), tournament_id=tournament.pk, by=factories.owner_of(club), now=NOW)
    assert found(club).honours == ()


def test_two_teams_of_one_name_on_one_place_are_two(club):
    people = [factories.make_player(club, f"Player {number}") for number in range(4)]
    ended = Ended(club.pk, AwardedEvent.Kind.TOURNAMENT, uuid4(), "Pairs", NOW, "")
    winners = [Winner(player.pk, 1, 2, 6, side="Lindenhof") for player in people]

    write_awards(ended, winners)
    (shared,) = found(club).honours
    write_awards(ended, [replace(winner, last=1) for winner in winners])
    (alone,) = found(club).honours

    assert shared.places == ((1, ("Lindenhof (Player 0, Player 1)", "Lindenhof (Player 2, Player 3)")),)
    assert alone.places == ((1, ("Lindenhof (Player 0, Player 1, Player 2, Player 3)",)),)


def test_a_booklet_is_set_only_for_whoever_has_not_got_it(client, club, three, monkeypatch):
    make_sheet(club, three, (0, 0, 1))
    replay_stale()
    client.force_login(factories.owner_of(club))
    address = reverse("year_booklet", args=[club.pk, timezone.now().year])

    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    monkeypatch.setattr("scorekeeper.yearbook.views.BOOKLETS", 2)
    often = client.get(address)

    assert (first.status_code, first["Content-Type"]) == (200, "application/pdf")
    assert (again.status_code, again.content) == (304, b"")
    assert (often.status_code, int(often["Retry-After"]) > 0) == (429, True)


def test_more_evenings_ask_no_more(club, three, django_assert_num_queries):
    season = factories.make_season(club)
    for week in range(2):
        played(club, three, (0,), now=factories.at(week * 7 * DAY), seasons=[season])
    replay_stale()
    with CaptureQueriesContext(connection) as few:
        year_of(club, YEAR, NOW)
    for week in range(2, 6):
        more = [three[0], *(factories.make_player(club) for _number in range(2))]
        played(club, more, (0,), now=factories.at(week * 7 * DAY), seasons=[season])
    replay_stale()

    with django_assert_num_queries(len(few)):
        year_of(club, YEAR, NOW)


# The file


def test_the_booklet_is_a_tagged_pdf_in_the_language_of_its_reader(client: Client, club, three):
    season = factories.make_season(club, "Herbstliga")
    for week in range(3):
        played(club, three, (week % 2,), now=factories.at(week * 7 * DAY), seasons=[season])
    replay_stale()
    client.force_login(factories.owner_of(club))

    answer = client.get(reverse("year_booklet", args=[club.pk, YEAR]), headers={"Accept-Language": "de"})

    assert answer["Content-Type"] == "application/pdf"
    assert_tagged(answer.content, "de", f"{club.name}: das Jahr {YEAR}")
    kinds = list(tags(answer.content))
    assert kinds.count("H1") == 1
    assert kinds.count("Figure") == 2, "the season, and who came"
    said = text(answer.content)
    for words in (club.name, f"Das Jahr {YEAR}", "Herbstliga", "Renate Vogt", "Rekorde", "Abend für Abend"):
        assert words in said
    width, height = (float(side) for side in read(answer.content).pages[0].mediabox[2:])
    assert (round(width / 72 * 25.4), round(height / 72 * 25.4)) == (148, 210)


def test_a_year_in_which_nothing_was_played_has_one_page_that_says_so(client: Client, club):
    client.force_login(factories.owner_of(club))

    answer = booklet(client, club, YEAR - 1)

    assert len(read(answer.content).pages) == 1
    assert "No sheet was closed in this year" in text(answer.content)


def test_a_year_with_an_evening_each_day_has_a_line_for_each(club):
    people = tuple(Player(club=club, name=f"{'Untermeyer ' * (number % 2)}{number}") for number in range(40))
    winners = (EveningWinners(game("skat"), people[:2], 1234, InUnits()),)
    start = date(2024, 1, 1)
    days = [start + timedelta(days=number) for number in range(366)]
    evenings = tuple(YearEvening(day, "", winners, 3, 36, people) for day in days)

    with translation.override("en"):
        words = booklet_words(Year(club, 2024, (), (), (), evenings))
        file = booklet_pdf("2024", words, datetime(2025, 1, 1, tzinfo=UTC))

    said = text(file)
    assert all(day.strftime("%-d %b %Y") in said for day in (days[0], days[59], days[-1]))
    assert " ".join(said.split()).count("and 16 more") == 366
    assert list(tags(file)).count("TR") > 366


def test_a_code_name_stays_one(client: Client, club, three):
    Player.objects.filter(pk=three[0].pk).update(name="Herz 9", full_name="Renate Vogt")
    season = factories.make_season(club)
    played(club, three, (0,), now=NOW, seasons=[season])
    replay_stale()
    client.force_login(factories.owner_of(club))

    said = text(booklet(client, club).content)

    assert "Herz 9" in said
    assert "Vogt" not in said


# Who reads it


def test_members_find_the_booklet_and_strangers_nothing(client: Client, club, three):
    make_sheet(club, three)
    replay_stale()
    client.force_login(factories.make_member(club))
    standings = client.get(reverse("season_list", args=[club.pk])).content.decode()
    years = client.get(reverse("club_years", args=[club.pk])).content.decode()
    stranger = Client()
    stranger.force_login(factories.make_user())

    assert reverse("club_years", args=[club.pk]) in standings
    assert reverse("year_booklet", args=[club.pk, YEAR]) in years
    assert booklet(client, club).status_code == 200
    assert booklet(stranger, club).status_code == 404
    assert booklet(Client(), club).status_code == 302
    assert [booklet(client, club, year).status_code for year in (0, 1899, 9999)] == [404, 404, 404]


@pytest.mark.parametrize(("role", "status"), [("director", 200), ("scorer", 403), ("member", 403)])
def test_it_is_for_directors_where_members_see_their_own_page_only(client: Client, club, role, status):
    client.force_login(factories.make_member(club, role))
    change_club(ClubChange(pages_for="own"), club=club, by=factories.owner_of(club))

    assert booklet(client, club).status_code == status
    page = client.get(reverse("season_list", args=[club.pk])).content.decode()
    assert (reverse("club_years", args=[club.pk]) in page) == (status == 200)


def test_who_came_most_often_is_counted_over_all_evenings(club, three):
    make_sheet(club, three, (0,))
    evening = found(club).evenings[0]

    assert Year(club, YEAR, (), (), (), (evening, replace(evening, day=date(YEAR, 12, 1)))).most_evenings == [
        (player, 2) for player in evening.came
    ]


# Years that are known from other things than closed sheets, and years of long seasons

PLAIN = {"points": 10}


def import_days(season, days, *winners):
    """Old lists of these days: on each day each of these people brought as much home."""
    evenings = [OldEvening("Old list", day, {player.pk: PLAIN for player in winners}) for day in days]
    old = OldResults("old.csv", uuid4().hex, evenings)
    import_results(competition=season, by=factories.owner_of(season.club), old=old, now=NOW)


def days_from(start: date, many: int) -> list[date]:
    return [start + timedelta(days=number) for number in range(many)]


def test_a_year_of_old_lists_is_offered(client: Client, club, three):
    import_days(factories.make_season(club), [date(2019, 3, 3)], *three)
    client.force_login(factories.owner_of(club))

    assert years_of_club(club, NOW) == [2019]
    page = client.get(reverse("club_years", args=[club.pk])).content.decode()
    assert reverse("year_booklet", args=[club.pk, 2019]) in page
    assert len(found(club, 2019).seasons) == 1


def test_a_year_in_which_people_only_came_is_offered(club):
    come(make_evening(club), 2)

    assert years_of_club(club, NOW) == [YEAR]
    assert len(found(club).evenings) == 1


def test_an_evening_that_is_planned_only_offers_no_year(club):
    make_evening(club)

    assert years_of_club(club, NOW) == []


def test_the_year_in_which_a_team_league_runs_is_offered_with_who_leads(club):
    play_series(opened(make_day(make_league_of(club))), ["Adler"] * 4)
    replay_stale()
    later = NOW + timedelta(days=365)

    assert years_of_club(club, later) == [YEAR + 1, YEAR]
    assert [honours.name for honours in year_of(club, YEAR + 1, later).honours] == ["Liga"]


def test_a_year_that_has_not_begun_is_not_offered(club, three):
    make_sheet(club, three, (0,), now=NOW + timedelta(days=365))
    replay_stale()

    assert years_of_club(club, NOW) == []


@pytest.mark.parametrize("counts", [Counts(), Counts(best=99)], ids=["sums", "each result"])
def test_an_old_year_has_all_its_days_however_many_came_later(club, three, counts):
    season = factories.settle(factories.make_season(club), counts)
    import_days(season, days_from(date(2023, 1, 1), 3), three[0])
    import_days(season, days_from(date(2024, 1, 1), 304), *three[1:])

    (old,) = found(club, 2023).seasons
    (later,) = found(club, 2024).seasons

    assert (old.evenings, old.players, old.last_on) == (3, 1, date(2023, 1, 3))
    assert [(place.rank, place.name) for place in old.first] == [(1, "Renate Vogt")]
    assert (later.evenings, later.players, later.last_on) == (304, 2, date(2024, 10, 30))
    assert {place.name for place in later.first if place.rank == 1} == {"Ines Weber", "Star 7"}


def test_facts_and_order_of_seasons_are_of_the_year_alone(club, three):
    long, short = factories.make_season(club, "Long"), factories.make_season(club, "Short")
    import_days(long, days_from(date(2024, 1, 1), 20), *three)
    import_days(long, [date(2025, 1, 1)], three[0])
    import_days(short, days_from(date(2025, 2, 1), 2), *three[:2])

    words = booklet_words(found(club, 2025))["seasons"]["seasons"]

    assert [(season["name"], season["facts"]) for season in words] == [
        ("Short", "Skat, 2 evenings, 2 players."),
        ("Long", "Skat, 1 evening, 1 player."),
    ]


def state_of(club, year: int) -> str:
    (season,) = booklet_words(found(club, year))["seasons"]["seasons"]
    return season["state"]


def test_a_season_that_ended_later_was_not_decided_at_the_end_of_the_year(club, three):
    season = factories.make_season(club)
    import_days(season, [date(YEAR - 1, 3, 3)], *three)
    assert state_of(club, YEAR - 1).startswith("The season is not decided yet.")

    end_season(competition=season, by=factories.owner_of(club), now=NOW)
    for party in parties():
        party.work(NOW)

    assert state_of(club, YEAR - 1).startswith(f"The season was not decided at the end of {YEAR - 1}.")
    words = booklet_words(found(club))["seasons"]["seasons"][0]
    assert words["facts"] == "Skat."
    assert words["state"].startswith("Champions: ")


def test_between_the_end_of_a_season_and_its_awards_nobody_is_the_champion(club, three):
    season = factories.make_season(club)
    played(club, three, (0, 0, 1), now=NOW, seasons=[season])
    end_season(competition=season, by=factories.owner_of(club), now=NOW)

    assert state_of(club, YEAR).startswith("The season ended on ")

    for party in parties():
        party.work(NOW)
    asked = SeasonReopening(reason="too early")
    reopen_season(asked, competition=season, by=factories.owner_of(club), key=uuid4(), now=NOW)

    assert state_of(club, YEAR).startswith("The season is not decided yet.")


def test_no_more_tables_are_ranked_than_the_chart_shows(club, three, monkeypatch):
    import_days(factories.make_season(club), days_from(date(2024, 1, 1), 60), *three)
    ranked, table = [], Book.table
    monkeypatch.setattr(Book, "table", lambda book, known=None: ranked.append(book) or table(book, known))

    (season,) = found(club, 2024).seasons

    assert season.evenings == 60
    assert len(ranked) == MOST_ROUNDS
