"""The sum of an evening, a season and a tournament of a game in which everything comes to nothing together."""

import pytest
from django.urls import reverse

from games import game
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.report.reads import outcomes_of
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from tests import factories
from tests.acting import words
from tests.factories.evenings import come, make_draw, make_evening, publish
from tests.factories.money import won
from tests.factories.tournaments import make_cup, write_points
from tests.factories.tournaments import publish as open_round

pytestmark = pytest.mark.django_db
TONK = {"catch_extra": "all", "stake": 50}


def test_games_say_what_their_totals_come_to():
    palace = game("palace_poker")
    rules, state = palace.rules(), palace.start(palace.rules(), 4)

    assert game("tonk").sum_at(game("tonk").rules(), None) == 0
    assert palace.sum_at(rules, state.model_copy(update={"carry": 3})) == -3
    assert palace.sum_at(rules.model_copy(update={"rake_bp": 100}), state) is None
    assert game("skat").sum_at is None


def test_the_report_of_an_evening_says_its_sum_and_names_the_table_that_is_off(client, club, owner):
    evening = make_evening(club, game="tonk", rules=TONK)
    come(evening, 3)
    publish(evening, make_draw(evening))
    (sitting,) = sittings_of(evening)
    factories.record(sitting, won(0))
    client.force_login(owner)

    assert "Sum 0" in words(client.get(reverse("evening_report", args=[evening.pk])))
    assert "Sum 0" in outcomes_of(evening, sittings_of(evening))[0].sums.note

    factories.penalise(Sitting.objects.get(pk=sitting.pk))
    said = words(client.get(reverse("evening_report", args=[evening.pk])))
    assert "These tables do not add up: " in said
    assert sitting.name in said


def test_an_evening_of_skat_has_no_such_sum(club):
    evening = make_evening(club)
    come(evening, 4)
    publish(evening, make_draw(evening))

    assert outcomes_of(evening, sittings_of(evening))[0].sums is None


def season_of(club):
    return factories.make_season(club, "Nets", game="tonk", system="net")


def test_a_season_says_its_sum_on_the_page_and_in_the_file(client, club, owner):
    season = season_of(club)
    sitting = factories.make_sitting(club, players=3, game="tonk", rules=TONK, seasons=[season])
    factories.record(sitting, won(0))
    client.force_login(owner)
    page, file = reverse("season_detail", args=[season.pk]), f"/seasons/{season.pk}/standings.csv"

    assert "Sum 0" in words(client.get(page))

    factories.penalise(Sitting.objects.get(pk=sitting.pk))
    said = words(client.get(page))
    assert "These tables do not add up" in said
    assert sitting.name in said
    assert client.get(file).status_code == 200


def test_a_tournament_says_the_sum_of_its_tables(club):
    stage = make_cup(club, people=4, plan=TablesPlan(rounds=1), game="tonk")
    one = open_round(stage)
    table = one.tables.get()
    write_points(
        table, dict(zip((place.entrant for place in table.places.all()), (300, -100, -100, -100), strict=True))
    )
    group = format_of(stage).standing(stage, official=False).groups[0]
    assert (group.notes, group.warnings) == (("Sum 0.",), ())

    write_points(table, dict(zip((place.entrant for place in table.places.all()), (300, -100, -100, 0), strict=True)))
    group = format_of(stage).standing(stage, official=False).groups[0]
    assert "round 1, table 1" in group.warnings[0]
    assert group.warnings[0] in format_of(stage).standing_list(stage, official=False).over
