"""Results of rounds of tables: from sheets and from the desk, the standing, what is official, lots, corrections."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.reasons import corrected
from scorekeeper.tournaments.formats.tables.totals import Line, standing_of
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, Stage
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.rounds.results import tables_of
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import (
    come,
    draw,
    draw_lots,
    give_points,
    leave,
    make_cup,
    play,
    play_round,
    publish,
    saying,
    sheet,
    take_back,
    write_points,
    write_result,
)

pytestmark = pytest.mark.django_db


def line(stage: Stage, entrant: Entrant, **more: bool) -> Line:
    return next(one for one in standing_of(stage, **more).lines if one.entrant == entrant)  # type: ignore[arg-type]


def ranks(stage: Stage) -> dict[int, int]:
    return {one.entrant.number: one.rank for one in standing_of(stage).lines}


def at_desk(one: Round, *points: int) -> list[Entrant]:
    """The one table of a round, its points entered at the desk in the order of the list; who has them."""
    table = one.tables.get()
    entrants = sorted((place.entrant for place in table.places.all()), key=lambda entrant: entrant.number)
    write_points(table, dict(zip(entrants, points, strict=True)))
    return entrants


def test_results_come_from_the_sheets_as_they_are_played() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    table = one.tables.get()
    declarer = table.places.get(seat=1).entrant
    assert not standing_of(stage).is_final
    factories.record(sheet(table), factories.played(1))
    assert line(stage, declarer).total > 0
    assert not line(stage, declarer).cells[0].is_final
    factories.finish(sheet(table))
    assert standing_of(stage).is_final
    assert line(stage, declarer).rank == 1


def test_a_round_is_official_once_all_of_it_is_in() -> None:
    stage = make_cup(people=6)
    one = publish(stage)
    by = factories.owner_of(stage.club)
    first, second = one.tables.all()
    play(first)
    with pytest.raises(Refused) as refused:
        make_official(round_id=one.pk, by=by, now=NOW)
    assert refused.value.problems[0].code == "results_missing"
    assert "2" in str(refused.value.problems[0].message.values["numbers"])
    write_points(second, {place.entrant: 10 * place.entrant.number for place in second.places.all()})
    assert standing_of(stage, official=True).lines[0].cells == ()
    done = make_official(round_id=one.pk, by=by, now=NOW)
    assert done.state == Round.State.OFFICIAL
    assert make_official(round_id=one.pk, by=by, now=NOW).pk == done.pk
    assert sorted(done.report["official"].values()) == sorted(one.total for one in standing_of(stage).lines)


def test_rounds_become_official_in_order() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    factories.finish(sheet(one.tables.get()))
    two = publish(stage)
    factories.finish(sheet(two.tables.get()))
    with pytest.raises(Refused) as refused:
        make_official(round_id=two.pk, by=factories.owner_of(stage.club), now=NOW)
    assert refused.value.problems[0].code == "round_before"


def test_the_desk_says_otherwise_than_the_sheet_and_takes_it_back() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    table = one.tables.get()
    play(table)
    entrant = table.places.get(seat=1).entrant
    before = line(stage, entrant).total
    say = saying(stage.club, "a hand was booked twice")
    act = write_result(table_id=table.pk, points={entrant.pk: 5}, say=say)[0]
    assert write_result(table_id=table.pk, points={entrant.pk: 5}, say=say)[0].pk == act.pk
    assert line(stage, entrant).total == 5
    assert tables_of([one])[0].got[entrant.pk].sheet == before
    back = take_back(act_id=act.pk, say=saying(stage.club, "it was not"))
    assert take_back(act_id=act.pk, say=saying(stage.club)).pk == back.pk
    assert line(stage, entrant).total == before


def test_an_empty_sheet_is_closed_with_the_last_result_written_for_it_and_opened_again_when_that_is_taken_back() -> (
    None
):
    stage = make_cup(people=3)
    table = publish(stage).tables.get()
    one, *others = [place.entrant for place in table.places.all()]
    write_points(table, {one: 10})
    assert sheet(table).is_open, "the others have no result yet"
    write_points(table, dict.fromkeys(others, 5))
    assert not sheet(table).is_open

    act = DeskAct.objects.filter(kind=DeskAct.Kind.RESULT, entrant=one).get()
    take_back(act_id=act.pk, say=saying(stage.club))

    assert sheet(table).is_open
    factories.record(sheet(table), factories.played(1))
    write_points(table, {one: 10})
    assert sheet(table).is_open, "what was recorded is signed, or closed by somebody who looks at it"


def test_penalties_count_with_their_reason_until_taken_back() -> None:
    stage = make_cup(people=3)
    publish(stage)
    entrant = stage.tournament.entrants.all()[0]
    act = give_points(stage_id=stage.pk, entrant_id=entrant.pk, points=-50, say=saying(stage.club, "looked at a card"))
    own = line(stage, entrant)
    assert (own.total, own.extra, own.given[0].reason) == (-50, -50, "looked at a card")
    take_back(act_id=act.pk, say=saying(stage.club))
    assert line(stage, entrant).total == 0


@pytest.mark.parametrize(
    ("points", "reason", "code"), [(0, "x", "no_points"), (5, " ", "reason_missing"), (10**8, "x", "max_value")]
)
def test_points_need_a_figure_and_a_reason(points: int, reason: str, code: str) -> None:
    stage = make_cup(people=3)
    publish(stage)
    entrant = stage.tournament.entrants.all()[0]
    with pytest.raises(Refused) as refused:
        give_points(stage_id=stage.pk, entrant_id=entrant.pk, points=points, say=saying(stage.club, reason))
    assert refused.value.problems[0].code == code


def test_what_is_missed_or_sat_out_counts_as_the_plan_says() -> None:
    stage = make_cup(people=5, plan=TablesPlan(absent=-30, bye=70))
    one = publish(stage)
    out = one.places.get(kind="bye").entrant
    play_round(stage, one)
    assert line(stage, out).total == 70
    late = come(stage, "Late")
    leave(out)
    publish(stage)
    assert line(stage, late).cells[0].points == -30
    assert line(stage, out).total == 70
    assert line(stage, out).cells[1].kind == ""


def test_equal_points_go_by_the_ties_of_the_game_and_say_so() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    table = one.tables.get()
    sitting = sheet(table)
    factories.record(sitting, factories.played(0))
    factories.finish(sitting)
    winner, *others = [place.entrant for place in table.places.all()]
    write_points(table, dict.fromkeys((winner, *others), 100))
    assert line(stage, winner).rank == 1
    assert any("1 against 0" in sentence for sentence in line(stage, winner).why)
    assert [line(stage, other).rank for other in others] == [2, 2]
    assert line(stage, others[0]).is_shared


def test_only_lots_part_those_who_are_equal_in_everything() -> None:
    stage = make_cup(people=4)
    one = publish(stage)
    at_desk(one, 80, 50, 50, 20)
    assert ranks(stage) == {1: 1, 2: 2, 3: 2, 4: 4}
    tied = [entrant.pk for entrant in stage.tournament.entrants.filter(number__in=[2, 3])]
    first = stage.tournament.entrants.get(number=1)
    with pytest.raises(Refused) as refused:
        draw_lots(stage_id=stage.pk, entrants=[tied[0], first.pk], say=saying(stage.club))
    assert refused.value.problems[0].code == "not_tied"
    act = draw_lots(stage_id=stage.pk, entrants=tied, say=saying(stage.club, key=uuid4()), seed=7)
    assert act.detail["seed"] == "7"
    first = stage.tournament.entrants.get(pk=act.detail["order"][0])
    assert line(stage, first).rank == 2
    assert sorted(ranks(stage).values()) == [1, 2, 3, 4]
    assert "The lot decided." in line(stage, first).why
    take_back(act_id=act.pk, say=saying(stage.club))
    assert sorted(ranks(stage).values()) == [1, 2, 2, 4]


def test_a_correction_after_the_next_draw_says_what_it_would_have_moved() -> None:
    stage = make_cup(people=8, plan=TablesPlan(style="seeded", rounds=2))
    one = publish(stage)
    for table in one.tables.all():
        write_points(table, {place.entrant: 100 - place.entrant.number for place in table.places.all()})
    two = publish(stage, draw(stage))
    assert corrected(two) is None
    before = list(two.places.values_list("entrant", "table", "seat"))
    last = stage.tournament.entrants.get(number=8)
    place = one.places.get(entrant=last)
    assert place.table
    write_points(place.table, {last: 500})
    two.refresh_from_db()
    found = corrected(two)
    assert found
    assert [(each.name, each.before, each.now) for each in found.changed] == [("Guest 08", 92, 500)]
    assert ("Guest 08", 2, 1) in [(who.name, who.table, who.would_be) for who in found.moved]
    assert list(two.places.values_list("entrant", "table", "seat")) == before


def test_a_correction_moves_nothing_where_points_were_not_asked() -> None:
    stage = make_cup(people=4)
    one = publish(stage)
    at_desk(one, 1, 2, 3, 4)
    two = publish(stage)
    at_desk(one, 9, 2, 3, 4)
    found = corrected(two)
    assert found
    assert (found.by_points, found.moved) == (False, ())


@pytest.mark.parametrize("style", ["seeded", "mix"])
def test_a_penalty_that_came_after_the_draw_is_no_correction(style: Any) -> None:
    stage = make_cup(people=8, plan=TablesPlan(style=style, rounds=3))
    one = publish(stage)
    for table in one.tables.all():
        write_points(table, {place.entrant: 900 - 10 * place.entrant.number for place in table.places.all()})
    two = publish(stage, draw(stage))
    last = stage.tournament.entrants.get(number=8)
    after = saying(stage.club, now=NOW + timedelta(minutes=1))

    give_points(stage_id=stage.pk, entrant_id=last.pk, points=-100, say=after)

    assert corrected(two) is None
    table = one.places.get(entrant=last).table
    assert table
    write_points(table, {last: 830})
    found = corrected(two)
    assert found
    assert [(each.name, each.before, each.now) for each in found.changed] == [("Guest 08", 820, 830)]
    assert found.moved == ()


def test_a_penalty_that_the_draw_knew_and_that_is_taken_back_is_one() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    who, *_others = at_desk(publish(stage), 900, 2, 3, 4)
    act = give_points(stage_id=stage.pk, entrant_id=who.pk, points=-100, say=saying(stage.club))
    two = publish(stage, draw(stage))
    assert corrected(two) is None

    take_back(act_id=act.pk, say=saying(stage.club))

    found = corrected(two)
    assert found
    assert [(each.before, each.now) for each in found.changed] == [(800, 900)]


def test_a_team_has_what_its_players_have() -> None:
    stage = make_cup(people=0, of="teams", team_size=3, plan=TablesPlan(size=3, style="team"))
    for team in range(3):
        come(stage, *[f"Player {team} {number}" for number in range(3)], entrant=f"Team {team}")
    one = publish(stage)
    for table in one.tables.all():
        play(table)
    standing = standing_of(stage)
    assert len(standing.lines) == 3
    assert all(len(own.cells[0].tables) == 3 for own in standing.lines)
    assert sum(own.total for own in standing.lines) == sum(
        got.points or 0 for table in tables_of([one]) for got in table.got.values()
    )


def test_only_directors_say_anything_of_points() -> None:
    stage = make_cup(people=3)
    one = publish(stage)
    table = one.tables.get()
    entrant = table.places.all()[0].entrant
    scorer = factories.make_member(stage.club, Role.SCORER)
    say = saying(stage.club, by=scorer)
    act = give_points(stage_id=stage.pk, entrant_id=entrant.pk, points=1, say=saying(stage.club))
    for attempt in (
        lambda: write_result(table_id=table.pk, points={entrant.pk: 1}, say=say),
        lambda: give_points(stage_id=stage.pk, entrant_id=entrant.pk, points=1, say=say),
        lambda: take_back(act_id=act.pk, say=say),
        lambda: make_official(round_id=one.pk, by=scorer, now=NOW),
        lambda: draw_lots(stage_id=stage.pk, entrants=[entrant.pk, uuid4()], say=say),
    ):
        with pytest.raises(PermissionDenied):
            attempt()


def test_of_a_draft_nothing_is_said() -> None:
    stage = make_cup(people=3)
    table = draw(stage).tables.get()
    entrant = table.places.all()[0].entrant
    with pytest.raises(Conflict):
        write_result(table_id=table.pk, points={entrant.pk: 1}, say=saying(stage.club))
    with pytest.raises(Conflict):
        make_official(round_id=table.round_id, by=factories.owner_of(stage.club), now=NOW)
    assert not DeskAct.objects.exists()
