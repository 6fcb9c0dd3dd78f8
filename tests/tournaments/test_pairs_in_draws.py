"""What draws of each format make of who is kept apart, and what they say of it beforehand."""

from itertools import combinations

import pytest

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.pairing import dutch
from scorekeeper.tournaments.draft.reads import explained, unsaid_in
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant, Round, Stage
from scorekeeper.tournaments.pairs.services import PairWanted, keep_pair
from tests import factories
from tests.factories import NOW
from tests.factories.knockouts import at, make_knockout, move, out, running, seat
from tests.factories.matches import make_bracket, make_duels, make_pairs_cup, next_round, sides, wins
from tests.factories.tournaments import (
    come,
    draw,
    hold_place,
    make_cup,
    play_round,
    publish,
    seen,
    swap_places,
    undo_draft,
)

pytestmark = pytest.mark.django_db


def kept_apart(stage: Stage, *pairs: tuple[int, int]) -> None:
    """By the first players of these entrants, by their numbers."""
    found = {one.number: one for one in stage.tournament.entrants.all()}
    for one, other in pairs:
        who = [found[number].players.order_by("order")[0].player_id for number in (one, other)]
        by = factories.owner_of(stage.club)
        keep_pair(PairWanted(kind="apart", one=who[0], other=who[1]), tournament_id=stage.tournament_id, by=by, now=NOW)


def met(one: Round) -> set[tuple[int, int]]:
    found = set()
    for table in one.tables.all():
        numbers = table.places.values_list("entrant__number", flat=True)
        found.update(combinations(sorted(numbers), 2))
    return found


def told(stage: Stage, code: str = "kept_apart") -> list[str]:
    stage = Stage.objects.select_related("tournament__club").get(pk=stage.pk)
    return [one.text for one in format_of(stage).next_round(stage).obstacles if one.code == code]


def decided(stage: Stage, one: Round) -> None:
    for table in one.tables.all():
        wins(table, min(sides(table), key=lambda entrant: entrant.number))


@pytest.mark.parametrize("system", ["matching", "dutch"])
def test_who_is_kept_apart_never_meets_in_a_swiss(system):
    if system == "dutch":
        pytest.importorskip("py4swiss")
    stage = make_duels(SwissPlan(system=system, rounds=4), 8)
    pairs = {(1, 5), (2, 6), (1, 2), (3, 4)}
    kept_apart(stage, *pairs)

    for _round in range(4):
        one = publish(stage)
        assert not met(one) & pairs
        decided(stage, one)


def test_pairs_are_kept_apart_in_a_swiss_by_anybody_of_them():
    stage = make_pairs_cup(SwissPlan(first="seeds"), 4)
    kept_apart(stage, (1, 3))

    assert (1, 3) not in met(publish(stage))


def test_where_nobody_can_be_paired_the_pairs_are_named():
    stage = make_duels(SwissPlan(), 4)
    kept_apart(stage, (1, 2), (1, 3))
    assert told(stage, "unpairable") == []
    kept_apart(stage, (1, 4), (2, 3))

    (said,) = told(stage, "unpairable")

    assert "Kept apart: Guest 01 and Guest 02; Guest 01 and Guest 03. Let one of these pairs meet" in said
    with pytest.raises(Refused) as refused:
        draw(stage)
    assert [problem.code for problem in refused.value.problems] == ["unpairable"]


def test_where_no_single_pair_leaves_a_way_all_are_named():
    stage = make_duels(SwissPlan(), 3)
    kept_apart(stage, (1, 2), (1, 3))
    assert told(stage, "unpairable") == []
    kept_apart(stage, (2, 3))
    assert "Guest 02 and Guest 03" in told(stage, "unpairable")[0]
    stage = make_duels(SwissPlan(), 6)
    kept_apart(stage, *combinations(range(1, 6), 2))

    (said,) = told(stage, "unpairable")

    assert said.count(" and ") == 6
    assert "4 more pairs" in said


def test_where_it_is_not_for_the_pairs_they_are_not_named():
    pytest.importorskip("py4swiss")
    stage = make_duels(SwissPlan(system="dutch", rounds=9), 2)
    decided(stage, publish(stage))

    assert told(stage, "unpairable") == ["FIDE’s Dutch system cannot pair everybody for another round."]
    assert dutch.MOST


def test_a_round_robin_says_who_meets_all_the_same():
    stage = make_duels(RoundRobinPlan(), 4)
    assert told(stage) == []
    kept_apart(stage, (1, 2))
    assert told(stage) == ["Everybody meets everybody, even players kept apart: Guest 01 and Guest 02."]

    for number in range(3):
        said, one = told(stage), publish(stage)
        decided(stage, one)
        if number:
            assert said == ["Kept apart but meeting in this round: Guest 01 and Guest 02."] * ((1, 2) in met(one))


def test_groups_of_a_round_robin_part_whom_the_seeds_part():
    stage = make_duels(RoundRobinPlan(groups=2), 8)
    kept_apart(stage, (1, 2), (1, 4))

    (said,) = told(stage)

    assert "Guest 01 and Guest 04." in said
    assert "Guest 02" not in said
    assert "Other seeds" in said


@pytest.mark.parametrize("plan", [SinglePlan(), DoublePlan()])
def test_a_bracket_says_who_meets_and_who_may(plan):
    stage = make_bracket(4, plan)
    kept_apart(stage, (1, 4), (2, 4))

    first, later = told(stage)

    assert ": Pair 01 and Pair 04 should be kept apart but meet here." in first
    assert later == "Seeds and results decide the pairings, even for players kept apart: Pair 02 and Pair 04."


def test_a_bracket_that_has_begun_says_who_meets_now():
    stage = make_bracket(4, SinglePlan())
    kept_apart(stage, (1, 2), (3, 4))
    next_round(stage)

    assert next(text.partition(": ")[2] for text in told(stage)).startswith(
        "Pair 01 and Pair 02 should be kept apart but meet here."
    )


def test_seats_of_a_knock_out_are_drawn_apart():
    stage = make_cup(people=12, plan=KnockoutPlan(seats=4), game="palace_poker")
    free = met(draw(stage, seed=3))
    pairs = sorted(free)[:4]
    kept_apart(stage, *pairs)

    one = draw(stage, seed=3)

    assert not met(one) & set(pairs)
    assert one.facts != draw(stage, seed=4).facts
    (said,) = told(stage)
    assert "Kept apart when seats are drawn" in said


def test_a_knock_out_without_pairs_is_drawn_as_ever():
    stage = make_cup(people=12, plan=KnockoutPlan(seats=4), game="palace_poker")
    before = met(draw(stage, seed=3))
    kept_apart(stage, next(two for two in combinations(range(1, 13), 2) if two not in before))

    assert met(draw(stage, seed=3)) == before


def test_one_table_holds_everybody():
    knockout = make_cup(people=4, plan=KnockoutPlan(seats=9), game="palace_poker")
    skat = make_cup(people=4, plan=TablesPlan(rounds=1))
    for stage in (knockout, skat):
        kept_apart(stage, (1, 2))

    assert told(knockout) == ["All sit at one table, even players kept apart: Guest 01 and Guest 02."]
    assert told(skat) == ["Kept apart, but there is only one table: Guest 01 and Guest 02."]


def test_more_who_are_all_kept_apart_than_there_are_tables_are_named():
    stage = make_cup(people=8, plan=TablesPlan(rounds=1))
    kept_apart(stage, (1, 2), (1, 3), (1, 8), (3, 7), (4, 5))
    assert told(stage) == []

    kept_apart(stage, (2, 3))

    (said,) = told(stage)
    names = said.replace("\u2068", "").replace("\u2069", "")
    assert names == "None of these should sit together, but there are only 2 tables: Guest 01, Guest 02, Guest 03."


def test_the_people_of_a_broken_table_draw_seats_apart():
    one = make_knockout(9, 4)
    first, second, third = (at(one, table) for table in (1, 2, 3))
    kept_apart(one.stage, (third[0], first[0]), (third[1], second[0]), (third[0], third[1]))
    out(one, third[-1])

    moved = move(one)

    state = running(one).course.state
    tables = {who: table.number for table in state.tables for who in table.seats.values()}
    assert len(moved) == 2
    assert tables[third[0]] == 2
    assert tables[third[1]] == 1


def test_who_comes_late_to_a_knock_out_sits_apart():
    one = make_knockout(8, 5)
    late = come(one.stage, "Late Lotte")
    kept_apart(one.stage, (late.number, at(one, 1)[0]))

    seat(one, Entrant.objects.get(pk=late.pk))

    assert late.number in at(one, 2)


def test_a_round_of_tables_is_official_before_the_next():
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    kept_apart(stage, (1, 2))
    one = publish(stage)
    assert (1, 2) not in met(one)
    play_round(stage, one)
    assert (1, 2) not in met(publish(stage))


def test_who_is_kept_apart_sits_together_in_a_knock_out_after_a_warning_and_the_desk_reads_it():
    stage = make_cup(people=8, plan=KnockoutPlan(seats=4), game="palace_poker")
    draft = draw(stage)
    tables = [list(table.places.order_by("seat")) for table in draft.tables.order_by("number")]
    one, mate, other = tables[0][0], tables[0][1], tables[1][0]
    kept_apart(stage, (one.entrant.number, other.entrant.number))
    swap = {"stage_id": stage.pk, "by": factories.owner_of(stage.club), "now": NOW, "seen": seen(draft)}

    with pytest.raises(Refused) as refused:
        swap_places(**swap, places=(mate.pk, other.pk))
    assert [problem.code for problem in refused.value.problems] == ["keeps_apart"]
    changed = swap_places(**swap, places=(mate.pk, other.pk), despite=True)

    said = "sit together although they never should."
    assert said in " ".join(explained(changed, for_desk=True).explanation.reasons)
    assert said not in " ".join(explained(changed, for_desk=False).explanation.reasons)


@pytest.mark.parametrize(
    ("plan", "game"),
    [(TablesPlan(rounds=1), "skat"), (SwissPlan(rounds=1), "svoi_kozyri"), (KnockoutPlan(seats=4), "palace_poker")],
)
def test_who_is_kept_apart_since_the_draft_is_not_opened_together(plan: StagePlan, game: str):
    stage = make_cup(people=8, plan=plan, game=game)
    draft = draw(stage)
    pair = next(iter(sorted(met(draft))))
    assert unsaid_in(stage, draft) == ""
    kept_apart(stage, pair)

    assert unsaid_in(stage, draft).count(" and ") == 1
    with pytest.raises(Conflict) as conflict:
        publish(stage, draft)
    assert conflict.value.code == "pairs_changed"

    again = draw(stage)
    assert pair not in met(publish(stage, again))


@pytest.mark.parametrize(
    ("plan", "game"),
    [(TablesPlan(rounds=1), "skat"), (SwissPlan(rounds=1), "svoi_kozyri"), (KnockoutPlan(seats=4), "palace_poker")],
)
def test_a_change_by_hand_elsewhere_does_not_say_that_they_are_wanted_together(plan: StagePlan, game: str):
    stage = make_cup(people=12, plan=plan, game=game)
    draft = draw(stage)
    pair = min(met(draft))
    kept_apart(stage, pair)
    tables = [list(table.places.order_by("seat")) for table in draft.tables.order_by("number")]
    home = next(table for table in tables if {place.entrant.number for place in table} >= set(pair))
    one, other = [table[0] for table in tables if table != home][:2]
    desk = {"stage_id": stage.pk, "by": factories.owner_of(stage.club), "now": NOW}

    draft = hold_place(**desk, seen=seen(draft), place=one.pk, held=True)
    draft = swap_places(**desk, seen=seen(draft), places=(one.pk, other.pk))
    assert unsaid_in(stage, draft).count(" and ") == 1
    with pytest.raises(Conflict):
        publish(stage, draft)

    theirs = next(place.pk for place in home if place.entrant.number in pair)
    there = draft.places.exclude(table__number=home[0].table.number).exclude(table=None).first()
    draft = swap_places(**desk, seen=seen(draft), places=(theirs, there.pk), despite=True)
    assert unsaid_in(stage, draft) == ""
    draft = undo_draft(**{name: desk[name] for name in ("stage_id", "by")}, seen=seen(draft))
    assert unsaid_in(stage, draft).count(" and ") == 1


def test_that_they_have_met_before_does_not_say_that_they_are_kept_apart():
    stage = make_cup(people=8, plan=TablesPlan(rounds=3))
    one = publish(stage)
    before = met(one)
    play_round(stage, one)
    draft = draw(stage)
    kept_apart(stage, min(before & met(draft)))

    assert unsaid_in(stage, draft).count(" and ") == 1


@pytest.mark.parametrize(
    ("plan", "game"),
    [
        (TablesPlan(rounds=1, apart="soft"), "skat"),
        (TablesPlan(rounds=1, apart="hard"), "skat"),
        (SwissPlan(rounds=1, apart="off"), "svoi_kozyri"),
        (SwissPlan(rounds=1, apart="hard"), "svoi_kozyri"),
    ],
)
def test_that_they_are_of_one_club_does_not_say_that_they_are_kept_apart(plan: StagePlan, game: str):
    stage = make_cup(people=0, plan=plan, game=game)
    for number in range(8):
        come(stage, f"Guest {number}", origin="Home")
    draft = draw(stage)
    assert unsaid_in(stage, draft) == ""
    kept_apart(stage, min(met(draft)))

    assert unsaid_in(stage, draft).count(" and ") == 1
