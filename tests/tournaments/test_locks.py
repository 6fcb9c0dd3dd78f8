"""Drafts of tables that people work on: locks, what is told of them, the draw before, and changing little."""

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.texts import translated
from scorekeeper.draws.selectors.why import MOST
from scorekeeper.draws.services.drafts import DEEPEST
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import drain
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.draft.scheduling import draw_or_ask
from scorekeeper.tournaments.draft.services import RoundDraw
from scorekeeper.tournaments.draft.shown import why_of
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.instances import ahead_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import PairRule, Round, RoundPlace, Stage
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import (
    come,
    draw,
    hold_place,
    leave,
    make_cup,
    publish,
    publish_round,
    seen,
    swap_places,
    undo_draft,
    write_points,
)
from tests.strategies import examples

pytestmark = pytest.mark.django_db


def at(one: Round, table: int, seat: int = 0) -> RoundPlace:
    return one.places.get(table__number=table, seat=seat)


def swap(stage: Stage, draft: Round, one: RoundPlace, other: RoundPlace, **more: Any) -> Round:
    by = factories.owner_of(stage.club)
    return swap_places(stage_id=stage.pk, by=by, seen=seen(draft), places=(one.pk, other.pk), now=NOW, **more)


def hold(stage: Stage, draft: Round, place: RoundPlace, *, held: bool = True) -> Round:
    by = factories.owner_of(stage.club)
    return hold_place(stage_id=stage.pk, by=by, seen=seen(draft), place=place.pk, held=held, now=NOW)


def undo(stage: Stage, draft: Round) -> Round:
    return undo_draft(stage_id=stage.pk, by=factories.owner_of(stage.club), seen=seen(draft))


def told(one: Round) -> Any:
    """All that there is of a draft."""
    places = one.places.order_by("table__number", "seat", "entrant").values_list(
        *("table__number", "seat", "entrant", "kind", "by_hand", "holds_seat", "held_by", "held_at")
    )
    return one.seed, one.engine, one.facts, one.report, one.made_at, list(places)


def plain(text: str) -> str:
    """Without what keeps the direction of a name apart."""
    return text.replace("\u2068", "").replace("\u2069", "")


def finish(one: Round) -> None:
    for table in one.tables.all():
        write_points(table, {place.entrant: 0 for place in table.places.all()})


def test_what_was_swapped_stays_and_all_rounds_are_still_drawn_together():
    stage = make_cup(people=16, plan=TablesPlan(rounds=4))
    draft = draw(stage)
    one, other = at(draft, 1), at(draft, 2)

    swapped = swap(stage, draft, one, other)

    place = swapped.places.get(entrant=one.entrant)
    assert (place.table.number, place.held_by, place.held_at) == (2, factories.owner_of(stage.club), NOW)
    for seed in range(3):
        again = draw(stage, seed=seed)
        assert again.places.get(entrant=one.entrant).table.number == 2
        assert again.places.get(entrant=other.entrant).table.number == 1
        assert again.places.get(entrant=one.entrant).held_at == NOW
        assert len(ahead_of(again)) == 3
        assert again.report["together"]["repeats"] == 0
        assert again.report["schedule"]["locks_honoured"] == 2
        assert again.engine.startswith("schedule ")
    free = draw(stage, seed=1, wish=RoundDraw(keep=False))
    assert not free.places.filter(by_hand=True).exists()


def test_what_a_swap_does_to_all_rounds_is_told_at_once():
    stage = make_cup(people=16, plan=TablesPlan(rounds=4))
    draft = draw(stage)
    assert draft.report["schedule"]["repeats"] == 0

    swapped = swap(stage, draft, at(draft, 1), at(draft, 2))

    schedule = swapped.report["schedule"]
    assert schedule["repeats"] == swapped.report["together"]["repeats"] > 0
    assert {each["reason"] for each in schedule["repeated"]} <= {"lock", "search"}
    assert "lock" in {each["reason"] for each in schedule["repeated"]}
    assert len(ahead_of(swapped)) == 3


def test_the_same_seed_and_locks_draw_the_same():
    stage = make_cup(people=13, plan=TablesPlan(rounds=3))
    draft = draw(stage)
    hold(stage, draft, at(draft, 3))
    one = told(draw(stage, seed=9))

    again = draw(stage, seed=9)

    assert told(again) == one
    assert told(draw(stage, seed=9, wish=RoundDraw(keep=False)))[2] != one[2]


def test_seats_that_were_swapped_at_a_table_stay():
    stage = make_cup(people=12, plan=TablesPlan(rounds=3))
    draft = draw(stage)
    one, other = at(draft, 2), at(draft, 2, 3)

    swap(stage, draft, one, other)

    for seed in range(4):
        again = draw(stage, seed=seed)
        assert (at(again, 2, 3).entrant, at(again, 2).entrant) == (one.entrant, other.entrant)


def test_somebody_is_held_without_a_move_and_released_again():
    stage = make_cup(people=16, plan=TablesPlan(rounds=2))
    draft = draw(stage)
    who = at(draft, 4).entrant

    held = hold(stage, draft, at(draft, 4))

    assert held.revision == 2
    assert held.report["schedule"]["locks_honoured"] == 1
    assert "1 lock was honoured." in explained(held).explanation.reasons
    again = [draw(stage, seed=seed).places.get(entrant=who).table.number for seed in range(5)]
    assert again == [4] * 5
    draft = stage.rounds.get()
    free = hold(stage, draft, draft.places.get(entrant=who), held=False)
    assert free.report["schedule"]["locks_honoured"] == 0
    place = free.places.get(entrant=who)
    assert (place.by_hand, place.held_by, place.held_at) == (False, None, None)
    assert {draw(stage, seed=seed).places.get(entrant=who).table.number for seed in range(5)} != {4}


def test_a_match_is_held_as_a_whole():
    stage = make_cup(people=6, plan=SwissPlan(rounds=3), game="svoi_kozyri")
    draft = draw(stage)

    hold(stage, draft, at(draft, 2))

    assert set(draft.places.filter(by_hand=True).values_list("table__number", flat=True)) == {2}
    assert draft.places.filter(by_hand=True).count() == 2


@pytest.mark.parametrize("style", ["mix", "random", "manual", "seeded"])
def test_who_was_put_out_by_hand_sits_out_again(style: Any):
    stage = make_cup(people=5, plan=TablesPlan(rounds=3, style=style))
    draft = draw(stage)
    seated, out = at(draft, 1), draft.places.get(kind=RoundPlace.Kind.BYE)

    swap(stage, draft, seated, out)

    again = draw(stage, seed=8)
    assert again.places.get(kind=RoundPlace.Kind.BYE).entrant == seated.entrant
    assert again.places.get(entrant=out.entrant).kind == RoundPlace.Kind.SEAT
    assert again.report["schedule"]["byes"][str(seated.entrant_id)] == 1


def test_locks_that_tables_no_longer_allow_make_way():
    stage = make_cup(people=12, plan=TablesPlan(rounds=2))
    draft = draw(stage)
    for seat in range(4):
        draft = hold(stage, draft, at(draft, 3, seat))
    for place in draft.places.filter(table__number__lt=3)[:3]:
        leave(place.entrant)

    again = draw(stage, seed=2)  # 9: three tables of 3

    assert again.places.filter(table__number=3, by_hand=True).count() == 3
    assert again.places.filter(by_hand=True).count() == 3


def test_a_draw_in_the_background_keeps_locks():
    stage = make_cup(people=17, plan=TablesPlan(rounds=5))
    draft = draw(stage)
    one, other = at(draft, 1), at(draft, 3)
    swap(stage, draft, one, other)

    job = draw_or_ask(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW, patience=0)
    assert isinstance(job, Job)
    drain(lambda: NOW)

    drawn = stage.rounds.get()
    assert str(drawn.seed) == job.arguments["seed"]
    assert drawn.places.get(entrant=one.entrant).table.number == 3
    assert len(ahead_of(drawn)) == 4


def test_back_to_the_draw_before_bit_for_bit():
    stage = make_cup(people=13, plan=TablesPlan(rounds=3))
    draft = draw(stage)
    states = [told(draft)]
    draft = swap(stage, draft, at(draft, 1), at(draft, 2))
    states.append(told(draft))
    draft = draw(stage, seed=5)
    states.append(told(draft))
    draft = draw(stage, seed=6, wish=RoundDraw(keep=False))

    for was in reversed(states):
        before = draft.revision
        draft = undo(stage, draft)
        assert told(draft) == was
        assert draft.revision > before
    with pytest.raises(Conflict, match="no earlier draw"):
        undo(stage, draft)


def test_nobody_opens_or_changes_what_came_back_otherwise_than_they_saw_it():
    stage = make_cup(people=8)
    draft = draw(stage)
    stale = [seen(draft)]
    for one, other in ((0, 0), (1, 2), (3, 1)):
        draft = swap(stage, draft, at(draft, 1, one), at(draft, 2, other))
        stale.append(seen(draft))
    for seed in (5, 6):
        draft = draw(stage, seed=seed)
        stale.append(seen(draft))

    by = factories.owner_of(stage.club)
    for _step in range(5):
        draft = undo(stage, draft)
        assert seen(draft) not in stale
        for was in stale:
            with pytest.raises(Conflict, match="changed the draw"):
                publish_round(stage_id=stage.pk, by=by, seen=was, now=NOW)
        stale.append(seen(draft))
    assert publish(stage, draft).state == Round.State.PUBLISHED


@pytest.mark.parametrize("seed", range(4))
def test_who_is_held_at_a_table_that_is_no_more_is_held_no_more(seed):
    stage = make_cup(people=8)
    draft = draw(stage)
    place = at(draft, 2, 1)
    hold(stage, draft, place)
    for one in draft.places.exclude(pk=place.pk)[:3]:
        leave(one.entrant)

    again, free = (told(draw(stage, seed=seed, wish=wish)) for wish in (RoundDraw(), RoundDraw(keep=False)))

    assert again == free


def test_smaller_tables_hold_who_fits():
    stage = make_cup(people=5, plan=TablesPlan(rounds=1))
    draft = draw(stage)
    one, other = at(draft, 1), at(draft, 1, 3)
    swap(stage, draft, one, other)

    smaller = draw(stage, wish=RoundDraw(smaller=True))

    assert smaller.places.exclude(table=None).count() == 3
    assert smaller.places.get(entrant=other.entrant).seat == 0
    assert smaller.places.get(entrant=one.entrant).table is not None


def test_a_draft_remembers_so_many_draws_and_an_opened_round_none():
    stage = make_cup(people=8)
    draft = draw(stage)
    for seed in range(DEEPEST + 2):
        draft = draw(stage, seed=seed)
    assert len(draft.undo) == DEEPEST

    one = publish(stage, draft)

    assert one.undo == Round.objects.get().undo == []
    with pytest.raises(Conflict, match="changed the draw"):
        undo(stage, one)


def test_people_of_one_club_are_put_together_by_hand_only_after_a_warning():
    stage = make_cup(people=0, plan=TablesPlan(rounds=1, apart="hard"))
    for number in range(8):
        come(stage, f"Guest {number}", origin="Mill" if number < 2 else "")
    draft = draw(stage)
    one, other = draft.places.filter(entrant__origin="Mill")
    beside = draft.places.filter(table=other.table).exclude(pk=other.pk)[0]

    with pytest.raises(Refused) as refused:
        swap(stage, draft, one, beside)

    assert [problem.code for problem in refused.value.problems] == ["keeps_apart"]
    draft.refresh_from_db()
    assert draft.revision == 1
    done = swap(stage, draft, one, beside, despite=True)
    assert [each["kind"] for each in done.report["broken"]] == ["apart"]
    assert any("Guest 0 and Guest 1" in plain(reason) for reason in explained(done).explanation.reasons)


@pytest.mark.whole_draws
@settings(max_examples=examples(5, part=20), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_people_of_one_club_never_meet_where_there_are_tables_enough(data: st.DataObject):
    style: Any = data.draw(st.sampled_from(["mix", "random"]), "style")
    people = data.draw(st.integers(6, 20), "people")
    stage = make_cup(people=0, plan=TablesPlan(rounds=2, style=style, apart="hard"))
    origins = data.draw(st.lists(st.sampled_from(["", "", "A", "B", "C"]), min_size=people, max_size=people), "origins")
    for number, origin in enumerate(origins):
        come(stage, f"Guest {number:02}", origin=origin)

    one = draw(stage)

    often = Counter(origin for origin in origins if origin)
    too_large = [origin for origin, times in often.items() if times > one.tables.count()]
    together = {
        first.entrant.origin
        for table in one.tables.all()
        for first, second in combinations(table.places.select_related("entrant"), 2)
        if first.entrant.origin and first.entrant.origin == second.entrant.origin
    }
    assert together == set(too_large)
    assert len(one.report["schedule"]["clubs_too_large"]) == len(too_large)


def test_a_club_that_is_too_large_is_told_of():
    stage = make_cup(people=5, plan=TablesPlan(rounds=1, apart="hard"))
    for number in range(3):
        come(stage, f"Mill {number}", origin="Mill")

    reasons = explained(draw(stage)).explanation.reasons

    assert any(plain(reason).startswith("3 come from Mill, more than there are tables") for reason in reasons)


def test_who_comes_late_changes_little_where_that_is_asked():
    changed = {}
    for few in (False, True):
        stage = make_cup(people=16, plan=TablesPlan(rounds=4))
        first = publish(stage)
        finish(first)
        come(stage, "Late")
        drawn = draw(stage, seed=3, wish=RoundDraw(few_changes=few))
        schedule = drawn.report["schedule"]
        changed[few] = schedule["mates_changed"]
        assert schedule["mates_changed"] <= 16  # of this round
        assert schedule["seats_changed"] <= 16
        assert schedule["few_changes"] == few
        said = [reason for reason in explained(drawn).explanation.reasons if "announced, and" in reason]
        assert len(said) == 1
        assert str(schedule["seats_changed"]) in said[0]
    assert 0 < changed[True] < changed[False]


def test_of_what_was_never_planned_no_change_is_told():
    stage = make_cup(people=16, plan=TablesPlan(rounds=2))
    assert draw(stage).report["schedule"]["seats_changed"] is None
    assert draw(stage, seed=2).report["schedule"]["seats_changed"] is None


def test_many_repeats_are_folded_away():
    stage = make_cup(people=8, plan=TablesPlan(rounds=4))
    for _number in range(3):
        finish(publish(stage))

    last = explained(draw(stage))

    folded = {detail.title: detail.sentences for detail in last.explanation.details}
    assert len(folded["In this round"]) > MOST
    assert not any("sit together" in reason for reason in last.explanation.reasons)
    assert len(folded["Repeated meetings in all rounds"]) == len(last.draw.report["schedule"]["repeated"])
    assert any("unavoidable" in line for line in folded["Repeated meetings in all rounds"])


def test_teams_sit_apart_in_all_rounds_that_are_drawn_together():
    stage = make_cup(people=0, of="teams", team_size=4, plan=TablesPlan(rounds=4, style="team"))
    for team in range(4):
        come(stage, *[f"Player {team} {number}" for number in range(4)], entrant=f"Team {team}")

    first = draw(stage)

    team = {str(place.player_id): place.entrant_id for place in first.places.all()}
    for one in ahead_of(first):
        assert all(len({team[key] for key in table}) == 4 for table in one.tables)
    assert first.report["together"]["repeats"] == 0  # four series, every opponent once


def test_a_team_with_more_people_than_tables_sits_apart_as_far_as_can_be():
    stage = make_cup(people=0, of="teams", team_size=4, plan=TablesPlan(rounds=1, style="team"))
    for team in range(2):
        come(stage, *[f"Player {team} {number}" for number in range(4)], entrant=f"Team {team}")

    first = draw(stage)

    for table in first.tables.all():
        assert sorted(Counter(table.places.values_list("entrant", flat=True)).values()) == [2, 2]


def rule(stage: Stage, one: int, other: int, kind: str = PairRule.Kind.APART) -> None:
    """Of two entrants by their numbers."""
    players = (stage.tournament.entrants.get(number=number).players.get().player for number in (one, other))
    first, second = sorted(players, key=lambda player: player.pk)
    by = factories.owner_of(stage.club)
    where = {"club": stage.club, "tournament": stage.tournament}
    PairRule.objects.create(**where, kind=kind, one=first, other=second, made_by=by, made_at=NOW)


def together(stage: Stage, tables: Iterable[Collection[str]], one: int, other: int) -> int:
    """How often these two sit at one table."""
    keys = {str(stage.tournament.entrants.get(number=number).pk) for number in (one, other)}
    return sum(keys <= set(table) for table in tables)


def keys_of(one: Round) -> list[list[str]]:
    return [[str(place.entrant_id) for place in table.places.all()] for table in one.tables.all()]


@pytest.mark.parametrize("style", ["mix", "random", "seeded"])
def test_who_is_kept_apart_never_meets(style: Any):
    stage = make_cup(people=8, plan=TablesPlan(rounds=4, style=style))
    rule(stage, 1, 2)
    rule(stage, 3, 4)
    for _number in range(4):
        one = publish(stage)
        finish(one)
        tables = [*keys_of(one), *(table for seated in ahead_of(one) for table in seated.tables)]
        assert (together(stage, tables, 1, 2), together(stage, tables, 3, 4)) == (0, 0)


def test_where_no_way_is_found_the_draw_names_them_and_is_made_only_if_somebody_wants_it():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    rule(stage, 1, 2)

    with pytest.raises(Refused) as refused:
        draw(stage)

    assert [problem.code for problem in refused.value.problems] == ["cannot_part"]
    assert "Guest 01 and Guest 02" in translated(refused.value.problems[0].message)
    assert not stage.rounds.exists()
    drawn = draw(stage, wish=RoundDraw(despite=True))
    assert [each["kind"] for each in drawn.report["broken"]] == ["forbidden"]
    assert len(drawn.report["schedule"]["breaches"]) == 1
    assert draw(stage, wish=RoundDraw(despite=True)).facts == drawn.facts


def test_who_is_kept_apart_since_the_rounds_were_planned_does_not_meet_in_them():
    stage = make_cup(people=16, plan=TablesPlan(rounds=2))
    first = publish(stage)
    finish(first)
    one, other = ahead_of(first)[0].tables[0][:2]
    numbers = [stage.tournament.entrants.get(pk=key).number for key in (one, other)]
    rule(stage, *numbers)

    second = draw_or_ask(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW, patience=60)

    assert isinstance(second, Round)
    assert second.seed != first.seed
    assert together(stage, keys_of(second), *numbers) == 0


def test_who_should_meet_does():
    stage = make_cup(people=16, plan=TablesPlan(rounds=2))
    for one in (1, 3, 5):
        rule(stage, one, one + 1, PairRule.Kind.TOGETHER)

    first = draw(stage)

    tables = [*keys_of(first), *(table for seated in ahead_of(first) for table in seated.tables)]
    assert all(together(stage, tables, one, one + 1) for one in (1, 3, 5))
    assert first.report["schedule"]["wanted_unmet"] == []


def test_who_is_never_to_sit_together_is_told_to_the_desk_alone():
    stage = make_cup(people=8, plan=TablesPlan(rounds=1))
    rule(stage, 1, 2)
    draft = draw(stage)
    one, other = (draft.places.get(entrant__number=number) for number in (1, 2))
    beside = draft.places.filter(table=other.table).exclude(pk=other.pk)[0]
    with pytest.raises(Refused):
        swap(stage, draft, one, beside)
    done = swap(stage, draft, one, beside, despite=True)

    desk, others = explained(done, for_desk=True), explained(done)

    assert any("although they never should" in reason for reason in desk.explanation.reasons)
    assert "Never together, but at one table" in [detail.title for detail in desk.explanation.details]
    assert not any("never" in reason.lower() for reason in others.explanation.reasons)
    assert not any("never" in detail.title.lower() for detail in others.explanation.details)
    assert len(why_of(done, for_desk=True).model_dump()["schedule"]["breaches"]) == 1
    assert why_of(done, for_desk=False).model_dump()["schedule"]["breaches"] == []
    assert [each["kind"] for each in why_of(done, for_desk=True).model_dump()["broken"]] == ["forbidden"]
    assert why_of(done, for_desk=False).model_dump()["broken"] == []
