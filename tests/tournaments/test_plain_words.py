"""Sentences that are true for the round, the plan and the people they are about."""

import re
from typing import Literal

import pytest
from django.urls import reverse

import games
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.formats.bracket.bracket import bracket_of
from scorekeeper.tournaments.formats.bracket.picture import parts_of
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.bracket.standing import came_from
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.words import plan_words, stage_words
from tests import factories
from tests.factories.matches import make_bracket, make_duels
from tests.factories.tournaments import add_final, come, draw, make_cup, play_round, publish

pytestmark = pytest.mark.django_db


def reasons(stage: Stage) -> str:
    return " ".join(explained(draw(stage)).explanation.reasons).replace("\u2068", "").replace("\u2069", "")


def test_a_plan_says_nothing_that_is_not_so() -> None:
    truco, svoi = games.game("truco"), games.game("svoi_kozyri")
    assert "A win counts 1, a defeat 0." in plan_words(SwissPlan(), 1, truco)
    assert "A win counts 1, a draw ½, a defeat 0." in plan_words(SwissPlan(), 1, svoi)
    assert not any("club" in one for one in plan_words(TablesPlan(style="manual", apart="soft")))
    assert "Players from the same club never meet, unless the club is too large for that." in plan_words(
        TablesPlan(apart="hard")
    )


def test_who_goes_on_is_said_of_the_groups_there_are() -> None:
    stage = make_duels(RoundRobinPlan(groups=2), 8)
    add_final(stage.tournament, plan=SinglePlan(takes=Taken(best=2)))
    add_final(stage.tournament, plan=SinglePlan(takes=Taken(best=1)))
    told = [sentences[-1] for _stage, sentences in stage_words(stage.tournament)]
    assert told[1:] == [
        "The best 2 of each group of the previous stage go on.",
        "The best one of the previous stage goes on.",
    ]


@pytest.mark.parametrize(("apart", "is_said"), [("off", False), ("soft", True)])
def test_that_two_come_from_one_club_is_said_only_where_it_is_asked(
    apart: Literal["off", "soft"], is_said: bool
) -> None:
    stage = make_duels(SwissPlan(apart=apart), 0)
    for name in ("Anna", "Bert"):
        come(stage, name, origin="Dorf")
    assert ("Both come from one club" in reasons(stage)) == is_said


def test_of_three_full_teams_nothing_is_said_of_four_and_nobody_is_at_a_smaller_table_than_others() -> None:
    stage = make_cup(people=0, of="teams", team_size=4, plan=TablesPlan(style="team"))
    for team in range(3):
        come(stage, *[f"Player {team} {number}" for number in range(4)], entrant=f"Team {team}")
    play_round(stage, publish(stage))
    said = reasons(stage)
    assert "squares of team leagues" in said
    assert "Four full teams" not in said
    assert "At a smaller table" not in said


def test_of_one_table_it_is_not_said_that_people_have_to_sit_together() -> None:
    stage = make_cup(people=0, plan=TablesPlan(apart="soft"))
    for name in ("Anna", "Bert", "Cora"):
        come(stage, name, origin="Dorf")
    assert "origin_too_large" not in {one.code for one in format_of(stage).next_round(stage).obstacles}


def test_a_draft_of_a_bracket_names_its_matches_and_who_has_a_bye(client) -> None:
    stage = make_bracket(6, SinglePlan())
    said = reasons(stage)
    assert "have a bye and move on without a match: Pair 01, Pair 02." in said
    client.force_login(factories.owner_of(stage.club))
    page = client.get(reverse("stage_draw", args=[stage.pk])).content.decode()
    assert "Quarter-finals, match 2 (W1.2)" in page
    assert "Good to know" in page
    assert "Before you draw" not in page
    publish(stage, stage.rounds.get())
    assert (
        "2 matches, opened on" in client.get(reverse("tournament_rounds", args=[stage.tournament_id])).content.decode()
    )


def test_columns_of_a_bracket_are_called_as_in_lists() -> None:
    state = bracket_of(make_bracket(4, DoublePlan()))
    assert state
    heads = [one.short for part in parts_of(state) for one in part.rounds]
    assert heads == ["Round 1", "Final of the upper bracket", "Round 1", "Final of the lower bracket", "Final"]
    assert not any("bye" in one for one in came_from(state))


def test_lists_to_change_places_begin_with_nobody(client) -> None:
    stage = make_cup(people=8)
    draw(stage)
    client.force_login(factories.owner_of(stage.club))
    page = client.get(reverse("stage_draw", args=[stage.pk])).content.decode()
    assert len(re.findall('required[^>]*><option value="">–</option>', page)) == 2
