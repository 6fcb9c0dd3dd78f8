"""Team points in tournaments of two to four teams: 3, 2, 1 and 0 for the places in each round."""

import re
from collections.abc import Sequence

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games.core.record import dump
from scorekeeper.common.errors import Refused
from scorekeeper.sharing.screens import screen_of
from scorekeeper.tournaments.formats.format import format_named, format_of
from scorekeeper.tournaments.formats.next_round import entering
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.planning.forms import StageForm
from scorekeeper.tournaments.planning.reads import plan_problems
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.words import plan_words
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import (
    come,
    draw,
    give_points,
    leave,
    make_cup,
    misses,
    publish,
    saying,
    sheet,
    write_points,
)
from tests.pages import folded

pytestmark = pytest.mark.django_db
PLAN = TablesPlan(rounds=4, style="team", counts="team_points")


def make_teams(teams: int = 4, plan: TablesPlan = PLAN, size: int = 4) -> Stage:
    """Full teams, all of them here."""
    stage = make_cup(people=0, plan=plan, of=Tournament.Of.TEAMS, team_size=size)
    for number in range(1, teams + 1):
        come(stage, *(f"Player {number}{slot}" for slot in range(1, size + 1)), entrant=f"Team {number}")
    return stage


def plays(one: Round, sums: Sequence[int]) -> Round:
    """Each team, by its number, has this sum over the tables of the round, and it is official."""
    for table in one.tables.all():
        is_first = table.number == 1
        there = {place.entrant: place.entrant.number for place in table.places.select_related("entrant")}
        write_points(table, {entrant: sums[number - 1] if is_first else 0 for entrant, number in there.items()})
    return make_official(round_id=one.pk, by=factories.owner_of(one.club), now=NOW)


def table_of(stage: Stage) -> list[tuple[str, str, int, int]]:
    return [(line.name, line.team_said, line.total, line.won) for line in standing_of(stage).lines]


def test_each_round_gives_team_points_and_they_come_before_points():
    stage = make_teams()
    plays(publish(stage), [1000, 30, 20, 10])
    plays(publish(stage), [0, 30, 20, 10])
    plays(publish(stage), [0, 5, 20, 10])

    assert table_of(stage) == [
        ("Team 2", "6", 65, 1),
        ("Team 3", "6", 60, 1),
        ("Team 1", "3", 1000, 1),
        ("Team 4", "3", 30, 0),
    ]
    second = standing_of(stage).lines[1]
    assert second.why == ("Level on team points with Team 2.", "Points: 60 against 65.")
    assert [cell.team_points for cell in second.cells] == [2, 4, 6]
    official = standing_of(stage, official=True)
    assert official.by_team
    assert official.totals == {str(line.entrant.pk): line.total for line in official.lines}


def test_equal_sums_share_the_points_of_their_places():
    stage = make_teams()
    plays(publish(stage), [50, 50, 20, 20])

    assert table_of(stage) == [
        ("Team 1", "2½", 50, 0),
        ("Team 2", "2½", 50, 0),
        ("Team 3", "½", 20, 0),
        ("Team 4", "½", 20, 0),
    ]
    assert [line.rank for line in standing_of(stage).lines] == [1, 1, 3, 3]


def test_level_on_points_too_it_goes_by_the_rounds_won():
    stage = make_teams(3)
    plays(publish(stage), [30, 20, 10])
    plays(publish(stage), [10, 20, 25])

    assert table_of(stage) == [("Team 1", "4", 40, 1), ("Team 2", "4", 40, 0), ("Team 3", "4", 35, 1)]
    second = standing_of(stage).lines[1]
    assert second.why == (
        "Level on team points with Team 1, Team 3.",
        "Points: 40 against 35.",
        "Rounds won: 0 against 1.",
    )


def test_a_penalty_counts_among_the_points_alone():
    stage = make_teams()
    plays(publish(stage), [40, 30, 20, 10])
    winner = stage.tournament.entrants.get(number=1)
    give_points(stage_id=stage.pk, entrant_id=winner.pk, points=-100, say=saying(stage.club))

    assert table_of(stage)[0] == ("Team 1", "3", -60, 1)


def test_a_round_counts_from_its_first_hand_on():
    stage = make_teams()
    one = publish(stage)
    assert [line.team_points for line in standing_of(stage).lines] == [0, 0, 0, 0]
    assert standing_of(stage).lines[0].cells[0].team_points is None

    factories.record(sheet(one.tables.order_by("number")[0]), factories.played(1))

    shares = sorted(line.team_points or 0 for line in standing_of(stage).lines)
    assert sum(shares) == 12
    assert shares[-1] == 6


def test_who_misses_a_round_gets_none_and_the_others_share_what_three_have():
    plan = TablesPlan(rounds=4, style="team", counts="team_points", absent=500)
    stage = make_teams(plan=plan)
    misses(stage, stage.tournament.entrants.get(number=1), 1)
    plays(publish(stage), [0, 30, 20, 10])

    assert table_of(stage) == [
        ("Team 2", "3", 30, 1),
        ("Team 3", "2", 20, 0),
        ("Team 4", "1", 10, 0),
        ("Team 1", "0", 500, 0),
    ]


def test_five_teams_get_four_to_none():
    stage = make_teams(5)
    plays(publish(stage), [50, 40, 30, 20, 10])

    assert [row[1] for row in table_of(stage)] == ["4", "3", "2", "1", "0"]


def test_six_teams_are_too_many_before_anything_is_drawn():
    stage = make_teams(6)
    assert [one.code for one in format_of(stage).next_round(stage).obstacles if one.stops] == ["teams_many"]
    with pytest.raises(Refused, match="team points work for at most five"):
        draw(stage)

    leave(stage.tournament.entrants.get(number=6))

    assert format_of(stage).next_round(stage).may_draw
    by_points = make_teams(6, plan=TablesPlan(style="team"))
    assert format_of(by_points).next_round(by_points).may_draw


def test_only_teams_count_team_points():
    single = make_cup(people=4)
    assert [one.code for one in plan_problems(TablesPlan(counts="team_points"), entering(single.tournament))] == [
        "counts_unsuited"
    ]
    assert not plan_problems(PLAN, entering(make_teams().tournament))
    assert "counts" not in StageForm(None, tournament=single.tournament, format_=format_named("tables")).fields


def test_the_form_asks_teams_and_the_plan_says_it():
    stage = make_teams(plan=TablesPlan(rounds=4, style="team"))
    form = StageForm(None, tournament=stage.tournament, format_=format_named("tables"), stage=stage)
    data = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = StageForm(
        {**data, "name": "", "counts": "team_points"},
        tournament=stage.tournament,
        format_=format_named("tables"),
        stage=stage,
    )

    assert sent.is_valid(), sent.errors
    assert sent.answers()["plan"] == dump(PLAN.model_copy(update={"apart": stage.typed_plan.apart}))
    said = "Each round gives 3, 2, 1 and 0 team points for the places of the teams. With five teams, 4 to 0."
    assert said in plan_words(PLAN)
    assert said not in plan_words(TablesPlan(style="team"))


def test_lists_the_room_and_programs_say_team_points(client: Client):
    stage = make_teams()
    plays(publish(stage), [50, 50, 20, 10])
    client.force_login(factories.owner_of(stage.club))

    paper = format_of(stage).standing_list(stage, official=True)
    assert paper.heads[-3:] == ["Rounds won", "Team points", "Total"]
    assert [row[-2] for row in paper.rows] == ["2½", "2½", "1", "0"]
    page = client.get(reverse("stage_standing", args=[stage.pk]), {"why": stage.tournament.entrants.get(number=1).pk})
    assert "team points 2½" in page.content.decode()
    assert re.search(r'<bdi>Player 1\d</bdi> <b class="num">50</b>', page.content.decode()), "who sat where, for what"
    lines = client.get(f"/api/v1/stages/{stage.pk}/standing").json()["lines"]
    assert [(line["team_points"], line["won"], line["cells"][0]["team_points"]) for line in lines] == [
        (5, 0, 5),
        (5, 0, 5),
        (2, 0, 2),
        (0, 0, 0),
    ]
    shown = [screen_of(stage.tournament, number, NOW) for number in (1, 2)]
    seats = folded(render_to_string("sharing/_screen.html", {"shown": shown[0], "now": NOW}))
    assert seats.count('<small class="team"><bdi>Team 1</bdi></small>') == 4, "one of each team at each table"
    (standing,) = (one for one in shown if one.what == "standing")
    assert [(row.said, row.by_team) for row in standing.rows] == [("2½", True), ("2½", True), ("1", True), ("0", True)]


def test_points_at_the_desk_say_where_they_count(client: Client):
    stage, plain = make_teams(), make_teams(plan=TablesPlan(style="team"))
    for one, is_said in ((stage, True), (plain, False)):
        client.force_login(factories.owner_of(one.club))
        page = client.get(reverse("stage_points", args=[one.pk])).content.decode()
        assert ("not for the team points" in page) is is_said
