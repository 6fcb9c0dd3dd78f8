"""The pages of a season."""

from uuid import uuid4

import pytest
from django.urls import reverse

from games import all_games
from scorekeeper.common.errors import Refused
from scorekeeper.common.tables.values import RichCell
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.services import end_season
from tests import factories


def test_totals_with_unsigned_sheets_are_underlined(client, club):
    season = factories.make_season(club)
    signed = factories.make_sitting(club, seasons=[season])
    factories.record(signed, factories.played(0))
    factories.finish(signed)
    unsigned = factories.make_sitting(club, seasons=[season])
    factories.record(unsigned, factories.played(0))
    client.force_login(factories.owner_of(club))
    address = reverse("season_detail", args=[season.pk])

    page, official = client.get(address), client.get(address, {"count": "official"})

    of_signed = {seat.player_id for seat in factories.seats_of(signed)}
    rows = page.context["standing"].rows
    assert {row.entrant for row in rows if not isinstance(row.cells[-1], RichCell)} == of_signed
    html = page.content.decode()
    assert 'num tot"><span class="pen">74<' in html
    assert 'num tot">74<' in html
    assert '<span class="pen">underlined</span>: not official yet' in html
    assert "Provisional." in html
    for words in ('class="pen"', "Provisional."):
        assert words not in official.content.decode()


def test_a_season_of_signed_sheets_has_no_legend(client, club):
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season])
    factories.record(sitting, factories.played(0))
    factories.finish(sitting)
    client.force_login(factories.owner_of(club))

    html = client.get(reverse("season_detail", args=[season.pk])).content.decode()

    assert 'class="pen"' not in html
    assert "not official yet" not in html


def test_a_season_counts_any_game_in_any_of_its_ways(client, club):
    client.force_login(factories.owner_of(club))
    address = reverse("season_new", args=[club.pk])

    html = client.get(address).content.decode()

    ways = [(game, system) for game in all_games().values() for system in game.systems]
    for game, system in ways:
        group = html.partition(f">{game.title}</p>")[2].partition('role="group"')[0]
        assert f'value="{game.name}:{system}"' in group
        client.post(address, {"name": f"{game.name} {system}", "counting": f"{game.name}:{system}"})
    assert set(Competition.objects.values_list("game", "system")) == {(game.name, system) for game, system in ways}


def test_a_season_is_first_of_the_game_that_was_played_last(client, club):
    client.force_login(factories.owner_of(club))
    address = reverse("season_new", args=[club.pk])

    before = client.get(address).content.decode()
    factories.make_sitting(club)
    after = client.get(address).content.decode()

    assert " checked" not in before.partition("<details")[0]
    assert 'value="skat:seeger_fabian"' in after.partition(" checked")[0].rpartition("<input")[2]


def test_a_season_needs_a_way_to_count(client, club):
    client.force_login(factories.owner_of(club))

    answer = client.post(reverse("season_new", args=[club.pk]), {"name": "Autumn"})

    assert answer.status_code == 422
    assert not Competition.objects.exists()


def tonk(club, season, **rules):
    return factories.make_sitting(club, game="tonk", seasons=[season], rules={"stake": 150, **rules})


def test_a_season_for_amounts_is_told_in_the_unit_of_its_first_table(client, club):
    season = factories.make_season(club, game="tonk", system="net")
    sitting = tonk(club, season, unit="€", decimals=2)
    factories.record(sitting, {"kind": "discard_out", "by": 0})
    client.force_login(factories.owner_of(club))
    winner = factories.seats_of(sitting)[0].player_id

    page = client.get(reverse("season_detail", args=[season.pk]), {"why": str(winner)}).content.decode()
    told = client.get(f"/api/v1/seasons/{season.pk}/standings").json()

    assert ">3.00<" in page
    assert "\N{MINUS SIGN}1.50<" in page
    assert '<th scope="col" class="num tot">€</th>' in page
    assert (told["unit"], told["decimals"], told["standings"][0]["points"]) == ("€", 2, 300)


@pytest.mark.parametrize("rules", [{}, {"unit": "€"}, {"unit": "chips", "decimals": 2}])
def test_two_units_never_count_for_one_season(club, rules):
    season = factories.make_season(club, game="tonk", system="net")
    factories.record(tonk(club, season, unit="€", decimals=2), {"kind": "discard_out", "by": 0})

    with pytest.raises(Refused) as refused:
        tonk(club, season, **rules)

    assert [problem.code for problem in refused.value.problems] == ["season_unit"]
    assert season.sittings.count() == 1


def test_a_season_nothing_was_played_for_takes_another_unit(club):
    season = factories.make_season(club, game="tonk", system="net")
    tonk(club, season, unit="chip")

    tonk(club, season, unit="chips")

    season.refresh_from_db()
    assert season.unit == "chips"


def test_a_season_of_hands_won_is_bound_to_no_unit(club):
    season = factories.make_season(club, game="palace_poker", system="hands_won")
    for unit in ("chips", "€"):
        factories.make_sitting(club, game="palace_poker", seasons=[season], rules={"unit": unit})

    assert season.sittings.count() == 2


def test_a_table_in_the_unit_of_the_season_counts(club):
    season = factories.make_season(club, game="tonk", system="net")
    tonk(club, season)
    tonk(club, season)

    assert season.sittings.count() == 2


@pytest.fixture
def played(client, club):
    """A season with one result, seen by its owner."""
    season = factories.make_season(club)
    factories.import_evening(season, {factories.make_player(club): {"points": 100}})
    client.force_login(factories.owner_of(club))
    return season


def winner(season):
    return season.standings.get().player


def test_a_bonus_without_a_reason_keeps_what_was_typed(client, played):
    address = reverse("bonus_new", args=[played.pk])
    sent = {"player": winner(played).pk, "kind": "penalty", "points": "30", "reason": " ", "key": uuid4()}

    answer = client.post(address, sent)

    assert answer.status_code == 422
    assert 'value="30"' in answer.content.decode()
    assert f'value="{sent["key"]}"' in answer.content.decode()
    assert not SeasonAct.objects.exists()


def test_a_bonus_is_taken_back_with_a_reason_only(client, played):
    act = factories.give(played, winner(played), 50)

    answer = client.post(reverse("bonus_take_back", args=[played.pk, act.pk]), {"reason": "", "key": uuid4()})

    assert answer.status_code == 422
    assert SeasonAct.objects.count() == 1


def test_what_was_no_bonus_is_no_page_to_take_back(client, played):
    factories.settle(played, Counts(best=1))

    assert client.get(reverse("bonus_take_back", args=[played.pk, SeasonAct.objects.get().pk])).status_code == 404


@pytest.mark.parametrize("button", ["", "save"])
def test_settings_that_cannot_be_are_said_at_their_field(client, played, button):
    sent = {"name": played.name, "which": "best", "many": "2", "tie_1": "evenings", "tie_2": "evenings"}

    answer = client.post(reverse("season_change", args=[played.pk]), {**sent, **({button: "1"} if button else {})})

    assert answer.status_code == 422
    assert "Choose each tie-break only once" in answer.content.decode()
    played.refresh_from_db()
    assert played.settings == {}


def test_an_ended_season_takes_no_bonus_and_no_settings(client, played):
    sent = {"player": winner(played).pk, "kind": "bonus", "points": "30", "reason": "late", "key": uuid4()}
    end_season(competition=played, by=factories.owner_of(played.club), now=factories.NOW)

    given = client.post(reverse("bonus_new", args=[played.pk]), sent)
    changed = client.post(reverse("season_change", args=[played.pk]), {"name": "Other", "save": "1"})

    for answer in (given, changed):
        assert answer.status_code == 422
        assert "This season has ended" in answer.content.decode()


@pytest.mark.parametrize("name", ["bonus_new", "season_change"])
def test_members_are_no_directors(client, club, played, name):
    client.force_login(factories.make_member(club, "member"))

    assert client.get(reverse(name, args=[played.pk])).status_code == 403


def test_everybody_of_the_club_reads_rounds_and_log_and_nobody_else(client, club, played):
    pages = [reverse(name, args=[played.pk]) for name in ("season_rounds", "season_log")]
    client.force_login(factories.make_member(club, "member"))
    assert [client.get(page).status_code for page in pages] == [200, 200]

    client.force_login(factories.make_user())

    assert [client.get(page).status_code for page in pages] == [404, 404]


@pytest.mark.parametrize("people", [3, 40])
@pytest.mark.parametrize(("counts", "asked"), [(Counts(), 11), (Counts(best=2), 12), (Counts(drop=1, least=1), 12)])
def test_a_season_asks_as_much_of_the_database_for_many_results(
    client, club, people, counts, asked, django_assert_num_queries
):
    """Where results are chosen each is read, by one statement more."""
    season, book = factories.make_season(club), [factories.make_player(club) for _one in range(people)]
    for _day in range(people // 3):
        factories.import_evening(season, {one: {"points": 7 + number} for number, one in enumerate(book)})
    if counts != Counts():
        factories.settle(season, counts)
    client.force_login(factories.owner_of(club))

    with django_assert_num_queries(asked):
        page = client.get(f"/seasons/{season.pk}/")

    assert page.content.decode().count('class="pl"') == people
