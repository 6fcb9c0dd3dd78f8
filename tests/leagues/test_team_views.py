"""The pages of a team league: from the first tap to the table, what they refuse, and how many statements they cost."""

import pytest
from django.urls import reverse
from django.utils.formats import date_format

from scorekeeper.leagues.match_days.reads import plan_of, teams_of
from scorekeeper.leagues.models import LineUp, MatchDay, Series, Team, TeamLeague, TeamMember
from scorekeeper.play.models import Sitting
from scorekeeper.standings.services import end_season
from tests import factories
from tests.acting import form_of, words
from tests.factories.teams import make_day, make_league_of, opened, play, play_series, tables_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, owner):
    client.force_login(owner)
    return client


def test_from_the_league_to_the_first_match_day(page, club):
    season = factories.make_season(club, "Autumn")
    new = reverse("league_new", args=[club.pk])
    made = page.post(new, {**form_of(page, new), "name": "Town league"})
    league = TeamLeague.objects.get()
    assert made["Location"] == reverse("league_teams", args=[league.pk])
    assert (league.name, league.season, league.series) == ("Town league", season, 3)

    for name in ("Adler", "Bussard"):
        there = page.post(reverse("league_teams", args=[league.pk]), {"name": name})["Location"]
        for player in "123":
            assert page.post(there, {**form_of(page, there), "name": f"{name} {player}"}).status_code == 302
    plan = reverse("match_day_new", args=[league.pk])
    there = page.post(plan, {**form_of(page, plan), "venue": "Inn"})["Location"]

    day = MatchDay.objects.get()
    assert there == reverse("match_day", args=[day.pk])
    assert day.evening.venue == "Inn"
    assert LineUp.objects.filter(day=day).count() == 6
    assert [one.role for one in TeamMember.objects.order_by("since")] == ["captain", "player", "player"] * 2
    assert "Open all 2 tables of series 1" in words(page.get(there))


def test_a_name_of_the_book_is_that_person_and_no_new_one(page, club):
    league = make_league_of(club, (1, 1))
    first, second = league.teams.order_by("pk")
    known, taken = factories.make_player(club), TeamMember.objects.filter(team=second)[0].player
    people, address = club.players.count(), reverse("team_detail", args=[first.pk])

    joined = page.post(address, {"name": f" {known.name.upper()} ", "role": "player"})
    elsewhere = page.post(address, {"name": taken.name, "role": "player"})
    both = page.post(address, {"player": str(known.pk), "name": "Somebody New", "role": "player"})

    assert (joined.status_code, elsewhere.status_code, both.status_code) == (302, 422, 422)
    assert TeamMember.objects.filter(team=first, player=known, until=None).exists()
    assert f"{taken.name} is in the team {second.name}" in words(elsewhere)
    assert "Choose somebody known to the club or type a new name, not both." in words(both)
    assert club.players.count() == people


def test_the_season_leads_to_its_team_league(page, club):
    league = make_league_of(club)

    assert (
        reverse("league_detail", args=[league.pk])
        in page.get(reverse("season_detail", args=[league.season_id])).content.decode()
    )
    assert "The team table" not in words(page.get(reverse("season_detail", args=[factories.make_season(club).pk])))


def test_free_tables_count_for_the_season_of_a_team_league_only_where_it_is_chosen(page, club):
    usual = factories.make_season(club)
    make_league_of(club)

    evening = page.get(reverse("evening_new", args=[club.pk, "skat"])).context["form"]
    table = page.get(reverse("sitting_new", args=[club.pk, "skat"])).context["form"]

    assert evening["seasons"].value() == [str(usual.pk)]
    assert table.chosen_seasons == [usual]


def test_one_tap_opens_all_tables(page, club):
    day = make_day(make_league_of(club))
    there = reverse("match_day", args=[day.pk])
    sent = {"series": "1", "seen": plan_of(teams_of(day), 1).hash}

    for _twice in range(2):
        assert page.post(reverse("match_day_open", args=[day.pk]), sent)["Location"] == there
    assert Sitting.objects.count() == 4
    assert "Series 1" in words(page.get(there))


@pytest.mark.parametrize(
    ("sent", "status"),
    [({"series": "1", "seen": "another"}, 409), ({"series": "2"}, 409), ({"series": "9" * 40}, 409), ({}, 409)],
)
def test_tables_nobody_has_seen_are_not_opened(page, club, sent, status):
    day = make_day(make_league_of(club))

    answer = page.post(reverse("match_day_open", args=[day.pk]), sent)

    assert answer.status_code == status
    assert not Series.objects.exists()


def test_line_up_keeps_what_was_chosen_when_it_is_refused(page, club):
    day = make_day(make_league_of(club))
    team = Team.objects.get(name="Adler")
    address = reverse("match_day_line_up", args=[day.pk, team.pk])
    two = form_of(page, address)["players"][:2]

    answer = page.post(address, {"players": two})

    assert answer.status_code == 422
    assert answer.context["form"]["players"].value() == two
    assert "at least 3 players" in words(answer)
    assert page.post(address, {"players": []}).status_code == 302
    assert "the team does not come" in words(page.get(reverse("match_day", args=[day.pk])))


def test_row_opens_to_its_days_series_players_and_sheets(page, club):
    league = make_league_of(club)
    series = opened(make_day(league))
    play_series(series, ["Adler", "Adler", "Bussard", "Condor"])
    bussard = Team.objects.get(name="Bussard")

    answer = page.get(reverse("league_detail", args=[league.pk]), {"why": str(bussard.pk)})

    said = words(answer)
    assert "1½ team points from 1 series, 0 of them won" in said
    assert "Team points behind Adler: 1½." in said
    for sitting in tables_of(series):
        assert reverse("sitting_detail", args=[sitting.pk]) in answer.content.decode()
    assert "Provisional" not in said


def test_provisional_until_signed(page, club):
    league = make_league_of(club)
    play(tables_of(opened(make_day(league)))[0], "Adler")
    address = reverse("league_detail", args=[league.pk])

    assert "Provisional." in words(page.get(address))
    assert "Provisional." not in words(page.get(address, {"count": "official"}))


@pytest.mark.parametrize("why", ["", "nonsense", "00000000-0000-0000-0000-000000000000"])
def test_no_row_opens_for_a_team_that_is_none(page, club, why):
    league = make_league_of(club)

    assert page.get(reverse("league_detail", args=[league.pk]), {"why": why}).status_code == 200


def test_plan_on_paper_has_every_series(page, club):
    day = make_day(make_league_of(club))
    opened(day)

    said = words(page.get(reverse("match_day_print", args=[day.pk])))

    assert all(f"Series {number}" in said for number in (1, 2, 3))
    assert "Series 4" not in said


@pytest.mark.parametrize(("sizes", "has_fourth"), [((4, 4, 4, 4), True), ((3, 3, 3), False)])
def test_plan_on_paper_has_a_column_for_each_seat_and_no_empty_one(page, club, sizes, has_fourth):
    day = make_day(make_league_of(club, sizes))

    said = words(page.get(reverse("match_day_print", args=[day.pk])))

    assert "Seat 3" in said
    assert ("Seat 4" in said) == has_fourth


def test_ordinary_draw_leads_to_the_match_day(page, club):
    day = make_day(make_league_of(club))

    answer = page.get(reverse("evening_draw", args=[day.evening_id]))

    assert answer["Location"] == reverse("match_day", args=[day.pk])
    assert (
        reverse("match_day", args=[day.pk])
        in page.get(reverse("evening_detail", args=[day.evening_id])).content.decode()
    )


def test_a_match_day_of_an_ended_league_says_what_ended_and_who_opens_it_again(page, club, owner):
    league = make_league_of(club)
    day = make_day(league)
    address, reopen = reverse("match_day", args=[day.pk]), reverse("season_reopen", args=[league.season_id])
    plan = page.get(address).context["plan"]
    end_season(competition=league.season, by=owner, now=factories.NOW)

    shown = page.get(address)
    refused = page.post(reverse("match_day_open", args=[day.pk]), {"series": "1", "seen": plan.plan.hash})
    page.force_login(factories.make_member(club, "scorer"))
    to_scorer = page.get(address)

    ended = f"{league.season.name} ended on {date_format(factories.NOW, 'DATE_FORMAT')}"
    assert f"{ended}, so no more series can be opened for it. Reopen the season" in words(shown)
    assert reopen in shown.content.decode()
    assert reverse("match_day_open", args=[day.pk]) not in shown.content.decode()
    assert f"{ended}, so its league table cannot change. A director of the club can reopen the" in words(refused)
    assert "A director of the club can reopen the season." in words(to_scorer)
    assert reopen not in to_scorer.content.decode()


def test_members_read_and_change_nothing(client, club):
    league = make_league_of(club)
    day = make_day(league)
    team = Team.objects.all()[0]
    client.force_login(factories.make_member(club))

    for name, pk in (
        ("league_detail", league.pk),
        ("league_teams", league.pk),
        ("team_detail", team.pk),
        ("match_day", day.pk),
    ):
        answer = client.get(reverse(name, args=[pk]))
        assert answer.status_code == 200
        main = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
        assert 'method="post"' not in main, name
    assert client.post(reverse("league_teams", args=[league.pk]), {"name": "Mine"}).status_code == 403
    assert client.post(reverse("match_day_groups", args=[day.pk])).status_code == 403


def test_statements_do_not_grow_with_teams(page, club, django_assert_max_num_queries):
    counts = {}
    for size, name in ((3, "Small"), (8, "Large")):
        league = make_league_of(club, [4] * size, name=name)
        day = make_day(league)
        for sitting in tables_of(opened(day)):
            play(sitting, factories.seats_of(sitting)[1].player.name)
        for address in ("league_detail", "league_teams", "match_day", "match_day_print"):
            with django_assert_max_num_queries(60) as found:
                page.get(reverse(address, args=[(day if address.startswith("match") else league).pk]))
            counts.setdefault(address, []).append(len(found.captured_queries))

    assert {address: len(set(both)) for address, both in counts.items()} == dict.fromkeys(counts, 1), counts


def test_the_newest_match_day_says_who_went_up_and_down(page, club):
    league = make_league_of(club)
    play_series(opened(make_day(league)), ["Adler", "Adler", "Bussard", "Condor"])
    address = reverse("league_detail", args=[league.pk])
    assert "since the evening before" not in page.get(address).content.decode()

    play_series(opened(make_day(league, 2)), ["Dohle", "Dohle", "Dohle", "Bussard"])

    moved = {row.name: (row.first, row.movement) for row in page.get(address).context["standing"].rows}
    assert moved == {"Adler": (1, 0), "Bussard": (2, 0), "Dohle": (3, 1), "Condor": (4, -2)}
    assert "▲1 up" in words(page.get(address))
