"""What programs are told of every format: who stands where and why, what a draw went by, what corrections would have
moved."""

from typing import Any

import pytest

from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Stage
from tests.acting import program
from tests.factories.knockouts import make_knockout, out
from tests.factories.matches import make_bracket, make_duels, next_round, sides, wins
from tests.factories.tournaments import make_cup, publish, write_points

pytestmark = pytest.mark.django_db


def standing(stage: Stage) -> Any:
    return program(stage).get(f"stages/{stage.pk}/standing")


def played(plan: Any, people: int = 6) -> Stage:
    """One round of it, won by whoever is at home."""
    stage = make_duels(plan, people)
    for table in publish(stage).tables.all():
        wins(table, sides(table)[0])
    return stage


@pytest.mark.parametrize(
    "plan", [SwissPlan(rounds=2), RoundRobinPlan(groups=2), SinglePlan(third_place=True), DoublePlan()], ids=str
)
def test_everybody_has_a_line_with_their_match_and_where_they_stand(plan):
    stage = played(plan)
    told = standing(stage)

    by_place = [(one["entrant"], group["group"]) for group in told["groups"] for one in group["places"]]
    assert sorted((line["entrant"], line["group"]) for line in told["lines"]) == sorted(by_place)
    assert {one["entrant"]: one["first"] for group in told["groups"] for one in group["places"]} == {
        line["entrant"]: line["rank"] for line in told["lines"]
    }
    one = stage.rounds.get()
    for table in one.tables.all():
        home, away = sides(table)
        cells = {
            line["entrant"]: cell
            for line in told["lines"]
            for cell in line["cells"]
            if cell["tables"] == [str(table.pk)]
        }
        assert {pk: (cell["opponent"], cell["is_home"], cell["round"]) for pk, cell in cells.items()} == {
            str(home.pk): (str(away.pk), True, str(one.pk)),
            str(away.pk): (str(home.pk), False, str(one.pk)),
        }
        worth = 2 if told["counts"] == "half_points" else 1
        assert [cells[str(who.pk)]["points"] for who in (home, away)] == [worth, 0]


def test_points_of_matches_are_halves_with_what_parts_who_is_level():
    stage = played(SwissPlan(rounds=2), 5)
    told = standing(stage)

    assert (told["format"], told["counts"], told["is_final"]) == ("swiss", "half_points", True)
    assert [key["name"] for key in told["keys"]] == ["BH_C1", "BH", "SB"]
    assert [line["total"] for line in told["lines"]] == [2, 2, 2, 0, 0]
    bye = next(cell for line in told["lines"] for cell in line["cells"] if cell["kind"] == "bye")
    assert (bye["points"], bye["opponent"], bye["is_home"], bye["tables"]) == (2, None, None, [])
    first = told["lines"][0]
    assert set(first["figures"]) == {"BH_C1", "BH", "SB"}
    assert any("Buchholz" in sentence for sentence in first["why"])


def test_a_bracket_is_told_round_by_round():
    stage = make_bracket(6, DoublePlan())
    before = standing(stage)
    assert [(line["seed"], line["rank"], line["is_shared"]) for line in before["lines"]] == [
        (seed, 1, True) for seed in range(1, 7)
    ]
    next_round(stage)
    told = standing(stage)
    upper = told["bracket"][0]
    assert (upper["part"], upper["name"], [match["state"] for match in upper["matches"]]) == (
        "upper",
        "W1",
        ["bye", "played", "bye", "played"],
    )
    two = upper["matches"][1]
    assert [(side["seed"], side["has_won"]) for side in two["sides"]] == [(4, True), (5, False)]
    assert (two["code"], two["round"]) == ("W1.2", str(stage.rounds.get().pk))
    loser = next(line for line in told["lines"] if line["seed"] == 5)
    assert loser["why"] == ["Upper bracket, round 1, match 2: lost against Pair 04."]
    assert [(cell["code"], cell["kind"], cell["points"]) for cell in loser["cells"]] == [
        ("W1.2", "match", 0),
        ("L1.1", "bye", 1),
    ]
    assert "second defeat" in " ".join(told["why"])


def test_who_is_knocked_out_stands_by_the_act_that_says_so():
    one = make_knockout(7, 5)
    (act,) = out(one, 3)
    told = standing(one.stage)

    assert (told["counts"], told["is_final"]) == ("places", False)
    assert [line["rank"] for line in told["lines"]] == [1] * 6 + [7]
    last = told["lines"][-1]
    assert [given["id"] for given in last["given"]] == [str(act.pk)]
    api = program(one.stage)
    assert api.get(f"rounds/{one.pk}/corrections")["counts"] == "places"


def test_a_swiss_round_says_whom_a_correction_would_have_moved():
    stage = played(SwissPlan(rounds=3), 6)
    one, two = stage.rounds.get(), publish(stage)
    api = program(stage)
    path = f"rounds/{two.pk}/corrections"
    nothing = api.get(path)
    assert (nothing["since_draw"], nothing["moved"], nothing["by_points"]) == ([], [], False)

    home, away = sides(one.tables.get(number=1))
    wins(one.tables.get(number=1), away)
    told = api.get(path)
    assert (told["counts"], told["by_points"]) == ("half_points", True)
    assert {who["entrant"]: (who["before"], who["now"]) for who in told["since_draw"]} == {
        str(home.pk): (2, 0),
        str(away.pk): (0, 2),
    }
    assert {str(home.pk), str(away.pk)} <= {who["entrant"] for who in told["moved"]}
    assert api.get(f"rounds/{one.pk}/corrections")["since_official"] == []  # it is not official yet


def test_a_bracket_says_which_open_match_a_correction_came_too_late_for():
    stage = make_bracket(4, SinglePlan())
    one = next_round(stage)
    final = publish(stage)
    table = one.tables.get(code="W1.1")
    first, last = sides(table)
    wins(table, last)
    api = program(stage)

    (late,) = api.get(f"rounds/{final.pk}/corrections")["matches"]
    assert (late["code"], late["into"]) == ("W1.1", "W2.1")
    assert (late["then"]["entrant"], late["now"]["entrant"]) == (str(first.pk), str(last.pk))
    assert (late["sits"]["entrant"], late["would_be"]["entrant"]) == (str(first.pk), str(last.pk))
    before = api.get(f"rounds/{one.pk}/corrections")
    assert before["matches"] == []
    assert {who["entrant"]: (who["before"], who["now"]) for who in before["since_official"]} == {
        str(first.pk): (1, 0),
        str(last.pk): (0, 1),
    }


def test_a_draw_says_as_plain_values_what_it_went_by():
    stage = played(SwissPlan(rounds=3), 5)
    two = publish(stage)
    why = program(stage).get(f"rounds/{two.pk}")["why"]
    assert why["by_points"]
    assert {(each["home"], each["away"]) for each in why["matches"]} == {
        tuple(str(who.pk) for who in sides(table)) for table in two.tables.all()
    }
    assert why["bye"]["entrant"] == str(two.places.get(table=None).entrant_id)

    tables = make_cup(people=5, plan=TablesPlan(rounds=1, size=4))
    one = publish(tables)
    assert program(tables).get(f"rounds/{one.pk}")["why"]["together"] == {
        "first": 1,
        "rounds": 1,
        "repeats": 0,
        "lower_bound": 0,
    }


def test_who_meets_again_is_named_with_the_table():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2, size=4, style="seeded"))
    one = publish(stage)
    write_points(one.tables.get(), {place.entrant: 1 for place in one.places.all()})
    two = publish(stage)
    met = [each for each in program(stage).get(f"rounds/{two.pk}")["why"]["broken"] if each["kind"] == "met"]
    assert [(each["table"], each["times"], len(each["who"])) for each in met] == [(1, 2, 2)] * 6


def test_a_knockout_that_has_not_begun_has_no_lines_yet():
    stage = make_cup(people=5, plan=KnockoutPlan(seats=4), game="palace_poker")
    assert standing(stage)["lines"] == []
