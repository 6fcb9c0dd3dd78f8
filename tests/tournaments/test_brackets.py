"""Single and double elimination as stages: matches that open as both sides are known, who has left, corrections."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.record import dump
from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.entries.attending import mark
from scorekeeper.tournaments.entries.records import EntrantMark
from scorekeeper.tournaments.formats.bracket.bracket import bracket_of, late_matches
from scorekeeper.tournaments.formats.bracket.picture import parts_of
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import DeskAct, Entrant, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.planning.reads import stages_of
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.standing.reads import final_lines
from tests import factories
from tests.factories import NOW
from tests.factories.matches import (
    game_won,
    make_bracket,
    make_duels,
    next_round,
    numbers,
    plays,
    sides,
    stronger,
    wins,
    won,
)
from tests.factories.tournaments import (
    come,
    draw,
    give_points,
    leave,
    misses,
    publish,
    saying,
    seen,
    sheet,
    swap_places,
    take_back,
)
from tests.strategies import examples, sized

pytestmark = pytest.mark.django_db


def codes(stage: Stage) -> list[str]:
    return [obstacle.code for obstacle in format_of(stage).next_round(stage).obstacles]


def standing(stage: Stage, *, official: bool = False) -> list[list[int]]:
    """The numbers of those who share each place."""
    number = dict(stage.tournament.entrants.values_list("pk", "number"))
    (group,) = format_of(stage).places(stage, official=official)
    return [sorted(number[pk] for pk in tied) for tied in group]


def end(stage: Stage) -> Stage:
    return end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)


def official(one: object) -> None:
    make_official(round_id=one.pk, by=factories.owner_of(one.club), now=NOW)  # type: ignore[attr-defined]


def test_a_double_elimination_of_six_goes_as_the_rules_say():
    stage = make_bracket(6)
    first = next_round(stage)
    assert numbers(first) == {"W1.2": (4, 5), "W1.4": (3, 6)}
    assert numbers(next_round(stage)) == {"W2.1": (1, 4), "W2.2": (2, 3)}
    assert numbers(next_round(stage)) == {"W3.1": (1, 2), "L2.1": (5, 3), "L2.2": (6, 4)}
    assert numbers(next_round(stage)) == {"L3.1": (3, 4)}
    assert numbers(next_round(stage)) == {"L4.1": (3, 2)}
    assert format_of(stage).open_question(stage)
    assert numbers(next_round(stage)) == {"GF1": (1, 2)}
    assert standing(stage) == standing(stage, official=True) == [[1], [2], [3], [4], [5, 6]]
    assert not format_of(stage).is_left(stage, 7)
    end(stage)
    assert Tournament.objects.get().is_ended
    assert [(line.first, line.last, line.entrant.number) for line in final_lines(stage.tournament, official=True)] == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 3),
        (4, 4, 4),
        (5, 6, 5),
        (5, 6, 6),
    ]


def test_who_comes_from_below_has_to_win_the_final_twice():
    stage = make_bracket(2)
    next_round(stage)
    one = next_round(stage, lambda one, two: max(one, two, key=lambda entrant: entrant.number))
    assert numbers(one) == {"GF1": (1, 2)}
    assert format_of(stage).open_question(stage)
    assert not stages_of(stage.tournament)[0].may_end
    with pytest.raises(Refused) as refused:
        end(stage)
    assert refused.value.problems[0].code == "undecided"
    assert numbers(next_round(stage)) == {"GF2": (1, 2)}
    assert stages_of(stage.tournament)[0].may_end
    end(stage)
    assert standing(stage) == [[1], [2]]


def test_it_says_who_had_a_bye_before_and_who_has_won_the_first_final() -> None:
    stage = make_bracket(5)
    first = explained(draw(stage)).explanation.reasons
    assert any(
        "Pair 02 (seed 2, with a bye in W1.3) against Pair 03 (seed 3, with a bye in W1.4)" in one for one in first
    )
    while next_round(stage).tables.get(number=1).code != "L4.1":
        pass
    next_round(stage, by=lambda one, two: max(one, two, key=lambda entrant: entrant.number))
    again = explained(draw(stage)).explanation.reasons
    assert "Second final: Pair 01 (loser of GF1) against Pair 02 (winner of GF1)." in again


def test_a_third_place_is_played_for_where_the_plan_says_so():
    stage = make_bracket(4, SinglePlan(third_place=True))
    next_round(stage)
    assert standing(stage) == [[1, 2, 3, 4]]
    assert set(numbers(next_round(stage))) == {"P3", "W2.1"}
    assert standing(stage) == [[1], [2], [3], [4]]


def test_the_next_match_opens_while_others_are_played():
    stage = make_bracket(8, SinglePlan())
    first = publish(stage)
    tables = {table.code: table for table in first.tables.all()}
    won(tables["W1.1"])
    with pytest.raises(Refused) as refused:
        draw(stage)
    assert refused.value.problems[0].code == "nothing_open"
    plays(tables["W1.2"], 0)
    second = publish(stage)
    assert numbers(second) == {"W2.1": (1, 4)}
    assert "others_wait" in codes(stage)
    won(tables["W1.3"])
    won(tables["W1.4"])
    assert numbers(publish(stage)) == {"W2.2": (2, 3)}


def test_seeds_are_those_who_are_here_with_the_first_round_and_nobody_comes_in_later():
    stage = make_bracket(4)
    leave(stage.tournament.entrants.get(number=2), Entrant.State.ENTERED)
    assert {"not_checked_in", "bracket_closes"} <= set(codes(stage))
    assert numbers(publish(stage)) == {"W1.2": (3, 4)}
    assert list(stage.entrants.order_by("line").values_list("entrant__number", "line")) == [(1, 1), (3, 2), (4, 3)]
    late = come(stage, "Late", "Later", entrant="Late ones")
    leave(stage.tournament.entrants.get(number=2), Entrant.State.HERE)
    won(stage.rounds.get().tables.get())
    assert set(numbers(publish(stage))) == {"W2.1"}
    state = bracket_of(stage)
    assert state
    assert late not in state.seeds


def test_a_bracket_takes_two():
    stage = make_bracket(1)
    with pytest.raises(Refused) as refused:
        draw(stage)
    assert [problem.code for problem in refused.value.problems] == ["too_few"]


def test_a_draft_of_what_is_not_so_any_more_is_not_opened():
    stage = make_bracket(4)
    first = publish(stage)
    tables = {table.code: table for table in first.tables.all()}
    for table in tables.values():
        won(table)
    draft = draw(stage)
    assert numbers(draft) == {"W2.1": (1, 2), "L1.1": (4, 3)}
    wins(tables["W1.1"], stage.tournament.entrants.get(number=4))
    with pytest.raises(Conflict) as conflict:
        publish(stage, draft)
    assert conflict.value.code == "results_changed"


def test_nobody_changes_places_by_hand():
    stage = make_bracket(4)
    draft = draw(stage)
    two = tuple(draft.places.values_list("pk", flat=True)[:2])
    with pytest.raises(Refused) as refused:
        swap_places(stage_id=stage.pk, by=factories.owner_of(stage.club), seen=seen(draft), places=two, now=NOW)
    assert refused.value.problems[0].code == "draw_follows"


def test_who_has_left_loses_every_match_that_is_not_decided():
    stage = make_bracket(5)
    first = publish(stage)
    assert numbers(first) == {"W1.2": (4, 5), "W2.2": (2, 3)}
    leave(stage.tournament.entrants.get(number=4))
    assert "left_open" in codes(stage)
    state = bracket_of(stage)
    assert state
    assert state.is_walkover("W1.2")
    assert (state.met["W2.1"].one, state.met["W2.1"].two) == (1, 5)
    table = first.tables.get(code="W1.2")
    with pytest.raises(Refused) as refused:
        publish(stage)
    assert refused.value.problems[0].code == "still_playing"
    wins(table, stage.tournament.entrants.get(number=5), forfeit=True)
    assert numbers(publish(stage)) == {"W2.1": (1, 5)}


def test_the_empty_sheet_of_who_has_left_is_closed_and_opened_again_when_they_are_back():
    stage = make_bracket(5)
    scorer = factories.make_member(stage.club, Role.SCORER)
    first = publish(stage)
    four, table = stage.tournament.entrants.get(number=4), first.tables.get(code="W1.2")

    mark(EntrantMark(act=DeskAct.Kind.WITHDREW), entrant_id=four.pk, by=scorer, now=NOW)
    assert not sheet(table).is_open
    assert "left_open" not in codes(stage)
    mark(EntrantMark(act=DeskAct.Kind.RETURNED), entrant_id=four.pk, by=scorer, now=NOW)
    assert sheet(table).is_open, "nobody sat down elsewhere: they play after all"
    mark(EntrantMark(act=DeskAct.Kind.WITHDREW), entrant_id=four.pk, by=scorer, now=NOW)

    assert numbers(publish(stage)) == {"W2.1": (1, 5)}, "the other one can sit down elsewhere"
    won(first.tables.get(code="W2.2"))
    make_official(round_id=first.pk, by=factories.owner_of(stage.club), now=NOW)


def test_the_sheet_of_who_has_left_stays_open_where_something_was_recorded():
    stage = make_bracket(5)
    table = publish(stage).tables.get(code="W1.2")
    factories.record(sheet(table), game_won(0))
    mark(
        EntrantMark(act=DeskAct.Kind.WITHDREW),
        entrant_id=sides(table)[0].pk,
        by=factories.owner_of(stage.club),
        now=NOW,
    )
    assert sheet(table).is_open
    assert "left_open" in codes(stage)
    state = bracket_of(stage)
    assert state
    words = {match.name: match.words for part in parts_of(state) for one in part.rounds for match in one.matches}
    assert words["W1.2"] == "somebody has left; the sheet stays open until a director enters the winner"


def test_who_comes_back_after_the_next_match_was_opened_stays_beaten():
    stage = make_bracket(5, SinglePlan())
    four = stage.tournament.entrants.get(number=4)
    first = publish(stage)
    assert numbers(first) == {"W1.2": (4, 5), "W2.2": (2, 3)}
    wins(first.tables.get(code="W1.2"), four)
    leave(four)
    state = bracket_of(stage)
    assert state
    assert state.met["W2.1"].winner == 1
    leave(four, Entrant.State.HERE)
    assert numbers(publish(stage)) == {"W2.1": (1, 4)}
    assert "W2.1" in {met.match.name for met in state.met.values() if met.is_played}


def test_where_both_leave_nobody_goes_on():
    stage = make_bracket(4, SinglePlan())
    first = publish(stage)
    for number in (1, 4):
        leave(stage.tournament.entrants.get(number=number))
    wins(first.tables.get(code="W1.1"), None, forfeit=True)
    won(first.tables.get(code="W1.2"))
    official(first)
    assert standing(stage, official=True) == [[2], [1, 3, 4]]
    end(stage)


def test_a_correction_after_the_next_match_moves_nothing_and_is_told():
    stage = make_bracket(4)
    first = publish(stage)
    tables = {table.code: table for table in first.tables.all()}
    for table in tables.values():
        won(table)
    second = publish(stage)
    wins(tables["W1.1"], stage.tournament.entrants.get(number=4))
    state = bracket_of(stage)
    assert state
    assert numbers(second) == {"W2.1": (1, 2), "L1.1": (4, 3)}
    assert (state.met["W2.1"].one, state.met["L1.1"].one) == (1, 4)
    late = [match for match in late_matches(state) if match.sits and match.would]
    seen = {(match.name, match.into, match.sits.number, match.would.number) for match in late}
    assert seen == {("W1.1", "W2.1", 1, 4), ("W1.1", "L1.1", 4, 1)}
    act = DeskAct.objects.filter(table=tables["W1.1"]).order_by("at", "pk").last()
    assert act
    take_back(act_id=act.pk, say=saying(stage.club))
    state = bracket_of(stage)
    assert state
    assert not late_matches(state)


def test_a_correction_before_the_next_match_counts():
    stage = make_bracket(4, SinglePlan())
    first = publish(stage)
    tables = {table.code: table for table in first.tables.all()}
    won(tables["W1.1"])
    wins(tables["W1.1"], stage.tournament.entrants.get(number=4))
    won(tables["W1.2"])
    assert numbers(publish(stage)) == {"W2.1": (4, 2)}


def test_a_match_that_ends_level_waits_for_the_director():
    stage = make_duels(SinglePlan(), 2)
    one = publish(stage)
    table = one.tables.get()
    plays(table, None)
    assert "drawn" in codes(stage)
    with pytest.raises(Refused) as refused:
        official(one)
    assert refused.value.problems[0].code == "results_missing"
    wins(table, stage.tournament.entrants.get(number=2))
    official(one)
    assert standing(stage, official=True) == [[2], [1]]


def test_who_misses_a_round_keeps_the_match_for_a_later_one():
    stage = make_bracket(4, SinglePlan())
    next_round(stage, stronger)
    misses(stage, stage.tournament.entrants.get(number=1), 2)
    assert {"nothing_open", "match_waits"} <= set(codes(stage))
    text = next(each.text for each in format_of(stage).next_round(stage).obstacles if each.code == "match_waits")
    assert "Pair 01 is not here" in text  # the other one is, and is not named
    assert "Pair 02" not in text
    misses(stage, stage.tournament.entrants.get(number=1), 2, DeskAct.Kind.PRESENT)
    assert numbers(publish(stage)) == {"W2.1": (1, 2)}


@pytest.mark.parametrize("plan", [SinglePlan(), DoublePlan()])
def test_nobody_is_given_points_that_count_for_nothing(plan):
    stage = make_bracket(4, plan)
    next_round(stage)
    one = stage.tournament.entrants.get(number=1)
    with pytest.raises(Refused) as refused:
        give_points(stage_id=stage.pk, entrant_id=one.pk, points=-1, say=saying(stage.club))
    assert refused.value.problems[0].code == "not_points"


def test_the_best_of_groups_are_crossed():
    stage = make_bracket(8, DoublePlan())
    final = Stage.objects.create(
        club=stage.club, tournament=stage.tournament, number=2, plan=dump(SinglePlan()), seed=2
    )
    for number, entrant in enumerate(stage.tournament.entrants.order_by("number")):
        StageEntrant.objects.create(
            club=stage.club, stage=stage, entrant=entrant, group=number % 4 + 1, line=number // 4 + 1
        )
        StageEntrant.objects.create(club=stage.club, stage=final, entrant=entrant, line=number + 1)
    one = draw(final)
    met = numbers(one)
    assert len(met) == 4
    assert all(first % 4 != second % 4 for first, second in met.values())
    assert [first for first, _second in met.values() if first <= 4] == [1, 4, 2, 3]


def test_rounds_become_official_in_order():
    stage = make_bracket(4, SinglePlan())
    first = publish(stage)
    for table in first.tables.all():
        won(table)
    second = publish(stage)
    won(second.tables.get())
    with pytest.raises(Refused) as refused:
        official(second)
    assert refused.value.problems[0].code == "round_before"
    assert standing(stage, official=True) == [[1, 2, 3, 4]]
    official(first)
    official(second)
    assert first.refresh_from_db() is None
    assert set(first.report["official"].values()) == {0, 1}
    assert standing(stage, official=True) == [[1], [2], [3, 4]]


@settings(max_examples=examples(4, part=20), deadline=None)
@given(many=st.integers(2, sized(6, 9)), is_double=st.booleans(), chance=st.randoms(use_true_random=False))
def test_any_evening_ends_with_one_winner_and_a_place_for_everybody(many, is_double, chance):
    """Matches in any order, somebody leaving now and then, rounds drawn as soon as anything is open."""
    stage = make_duels(DoublePlan() if is_double else SinglePlan(third_place=True), many)
    waiting = list(publish(stage).tables.all())
    people = list(stage.tournament.entrants.order_by("number"))
    while True:
        if chance.random() < 0.15:
            leave(chance.choice(people))
        if format_of(stage).next_round(stage).may_draw and chance.random() < 0.6 and not _held_up(stage):
            waiting += publish(stage).tables.all()
        elif waiting:
            table = waiting.pop(chance.randrange(len(waiting)))
            staying = [place.entrant for place in table.places.all() if not _is_gone(place.entrant)]
            wins(table, chance.choice(staying) if staying else None, forfeit=len(staying) < 2)
        elif not format_of(stage).next_round(stage).may_draw:
            break
    state = bracket_of(stage)
    assert state
    assert state.is_decided
    assert sorted(state.places) == list(range(1, many + 1))
    first = [seed for seed, place in state.places.items() if place == 1]
    assert len(first) == 1 or len(state.gone) > 1
    for one in stage.rounds.order_by("number"):
        official(one)
    end(stage)


def _is_gone(entrant: Entrant) -> bool:
    entrant.refresh_from_db()
    return entrant.state == Entrant.State.WITHDRAWN


def _held_up(stage: Stage) -> bool:
    """Whether somebody's table is still open though the other one has left."""
    return "left_open" in codes(stage)
