"""The opening of a round is taken back as long as nothing was written down in it."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.core.record import dump
from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.draft.publishing import take_back_round
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.draft.scheduling import draw_or_ask
from scorekeeper.tournaments.draft.services import RoundDraw, draw_round
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.entries.attending import mark
from scorekeeper.tournaments.entries.records import EntrantMark
from scorekeeper.tournaments.entries.services import enter
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.instances import FIRST, OPENED, ahead_of, shown_before
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import Api, bearer
from tests.factories import NOW
from tests.factories.knockouts import make_knockout, out
from tests.factories.matches import SVOI, make_duels, make_pairs_cup, sides, wins
from tests.factories.tournaments import (
    come,
    draw,
    drop_draft,
    entry,
    leave,
    make_cup,
    misses,
    play,
    publish,
    saying,
    seen,
    sheet,
    undo_draft,
    write_points,
)
from tests.factories.tournaments import take_back as undo_act

pytestmark = pytest.mark.django_db


def take_back(stage: Stage, one: Round) -> Round:
    return take_back_round(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)


def drop(stage: Stage) -> None:
    drop_draft(stage_id=stage.pk, by=factories.owner_of(stage.club), seen=seen(stage.rounds.get(state="draft")))


def finish(one: Round) -> None:
    for table in one.tables.all():
        write_points(table, {place.entrant: 0 for place in table.places.all()})


def shown(stage: Stage, number: int) -> list[Any]:
    """Who people have seen at the tables of the rounds from this one on."""
    return [[set(table) for table in one.tables] for one in shown_before(Stage.objects.get(pk=stage.pk), number)]


def tables(one: Round) -> list[Any]:
    return [{str(place.entrant_id) for place in table.places.all()} for table in one.tables.order_by("number")]


def taken_back_and_dropped(style: Any = "mix") -> tuple[Stage, list[Any]]:
    """The second of three rounds was open, is no more, and there is no draft of it; and what people had seen of it."""
    stage = make_cup(people=16, plan=TablesPlan(rounds=3, style=style))
    finish(publish(stage))
    second = publish(stage, draw(stage, seed=2))
    was = tables(second)
    take_back(stage, second)
    drop(stage)
    return stage, was


def seats(one: Round) -> list[Any]:
    return list(one.places.order_by("table__number", "seat").values_list("table__number", "seat", "entrant"))


def test_it_is_the_draft_that_it_was_and_opens_again():
    stage = make_cup(people=16, plan=TablesPlan(rounds=3))
    draft = draw(stage)
    was, ahead = seats(draft), ahead_of(draft)
    one = publish(stage, draft)

    back = take_back(stage, one)

    assert (back.pk, back.state, back.published_at, seats(back), ahead_of(back)) == (
        *(one.pk, Round.State.DRAFT, None),
        *(was, ahead),
    )
    assert (back.seed, back.facts, back.engine) == (draft.seed, draft.facts, draft.engine)
    assert not Sitting.objects.filter(closed_at=None).exists()
    assert take_back(stage, back).pk == back.pk  # said twice
    again = publish(stage, back)
    assert Sitting.objects.filter(closed_at=None).count() == 4
    assert {sheet(table).is_open for table in again.tables.all()} == {True}


def test_who_came_late_is_drawn_into_it_with_few_changes():
    changed = {}
    for few in (False, True):
        stage = make_cup(people=16, plan=TablesPlan(rounds=3))
        take_back(stage, publish(stage))
        come(stage, "Late")
        leave(stage.tournament.entrants.get(number=1))
        drawn = draw(stage, seed=4, wish=RoundDraw(few_changes=few))
        changed[few] = drawn.report["schedule"]["mates_changed"]
        assert any("announced" in reason for reason in explained(drawn).explanation.reasons)
        again = draw(stage, seed=5, wish=RoundDraw(few_changes=few))
        assert again.report["schedule"]["mates_changed"] is not None  # still against what people have seen
        assert again.places.filter(entrant__number=17).count() == 1
    assert 0 < changed[True] < changed[False]


@pytest.mark.parametrize("style", ["mix", pytest.param("random", marks=pytest.mark.long), "seeded"])
def test_what_people_have_seen_outlives_the_draft(style: Any):
    changed, seats = {}, {}
    for few in (False, True):
        stage, was = taken_back_and_dropped(style)
        assert shown(stage, 2)[0] == was
        come(stage, "Late")
        leave(stage.tournament.entrants.get(number=1))

        drawn = draw(stage, seed=4, wish=RoundDraw(few_changes=few))

        schedule = drawn.report["schedule"]
        changed[few], seats[few] = schedule["mates_changed"], schedule["seats_changed"]
        assert schedule["few_changes"] == few
        assert any("announced" in reason for reason in explained(drawn).explanation.reasons)
        drop(stage)
        again = draw(stage, seed=5)
        assert again.report["schedule"]["mates_changed"] > 0
    assert 0 < changed[True] < changed[False]
    assert seats[True] < seats[False]


def test_who_left_meanwhile_is_no_change():
    stage, was = taken_back_and_dropped()
    for entrant in stage.tournament.entrants.filter(pk__in=was[-1]):
        leave(entrant)

    drawn = draw(stage, wish=RoundDraw(few_changes=True))

    assert drawn.report["schedule"]["mates_changed"] == 0
    assert tables(drawn) == was[:-1]


def test_the_first_round_is_known_too():
    stage = make_cup(people=16, plan=TablesPlan(rounds=2))
    first = publish(stage)
    was = tables(first)
    take_back(stage, first)
    drop(stage)

    kept = draw(stage, seed=7, wish=RoundDraw(few_changes=True))

    assert (tables(kept), kept.report["schedule"]["mates_changed"]) == (was, 0)
    assert draw(stage, seed=8).report["schedule"]["mates_changed"] > 0


def test_the_round_as_it_was_planned_says_how_far_it_is_from_the_one_that_was_seen():
    stage = make_cup(people=16, plan=TablesPlan(rounds=3))
    first = publish(stage)
    finish(first)
    by = factories.owner_of(stage.club)
    planned = draw_round(stage_id=stage.pk, by=by, now=NOW)
    assert planned.report["schedule"]["seats_changed"] is None  # nobody has seen it otherwise
    changed = {}
    for is_planned in (True, False):
        take_back(stage, publish(stage, planned if is_planned else draw(stage, seed=6)))
        drop(stage)

        planned = draw_round(stage_id=stage.pk, by=by, now=NOW)

        assert tables(planned) == [set(table) for table in ahead_of(first)[0].tables]
        changed[is_planned] = planned.report["schedule"]["seats_changed"]
    assert changed[True] == 0 < changed[False]


def test_another_draw_and_the_draw_before_it_know_what_was_seen():
    stage = make_cup(people=16, plan=TablesPlan(rounds=2))
    first = publish(stage)
    was = tables(first)
    take_back(stage, first)
    draft = draw(stage, seed=3)
    draft = undo_draft(stage_id=stage.pk, by=factories.owner_of(stage.club), seen=seen(draft))
    assert tables(draft) == was
    drop(stage)
    assert shown(stage, 1)[0] == was
    assert draw(stage, seed=4).report["schedule"]["mates_changed"] > 0


def test_a_round_that_is_opened_again_is_known_as_it_is_then():
    stage, was = taken_back_and_dropped()
    second = publish(stage, draw(stage, seed=9))
    assert tables(second) != was
    stage.refresh_from_db()
    assert stage.seen is None
    assert shown(stage, 3) == [[set(table) for table in one.tables] for one in ahead_of(second)]

    take_back(stage, second)

    assert shown(stage, 2) == [tables(second), *([set(table) for table in one.tables] for one in ahead_of(second))]


def test_two_rounds_are_taken_back_one_after_the_other():
    stage = make_cup(people=16, plan=TablesPlan(rounds=3))
    for entrant in stage.tournament.entrants.all():  # each plays one of the first two, so that both can be open
        misses(stage, entrant, 1 if entrant.number > 8 else 2)
    first = publish(stage)
    second = publish(stage, draw(stage, seed=2))
    was = [tables(first), tables(second), *([set(table) for table in one.tables] for one in ahead_of(second))]
    take_back(stage, second)
    drop(stage)
    take_back(stage, first)
    drop(stage)
    assert shown(stage, 1) == was
    assert (len(was), *(Stage.objects.get().seen[name] for name in (FIRST, OPENED))) == (3, 1, 2)

    again = publish(stage, draw(stage, seed=5))

    ahead = [[set(table) for table in one.tables] for one in ahead_of(again)]
    assert shown(stage, 2) == [was[1], *ahead[1:]]  # the second as it was open, the third as it is planned now
    assert Stage.objects.get().seen[OPENED] == 1
    assert draw(stage, seed=6).report["schedule"]["mates_changed"] > 0
    drop(stage)
    publish(stage, draw(stage, seed=7, wish=RoundDraw(few_changes=True)))
    assert Stage.objects.get().seen is None


def test_what_an_earlier_release_leaves_behind_counts_for_no_other_round():
    stage, _was = taken_back_and_dropped()
    left = Stage.objects.get().seen
    second = publish(stage, draw(stage, seed=9))
    Stage.objects.update(seen=left)  # an earlier release that opens the round knows nothing of it

    assert shown(stage, 3) == [[set(table) for table in one.tables] for one in ahead_of(second)]

    take_back(stage, second)
    assert shown(stage, 2)[0] == tables(second)
    assert Stage.objects.get().seen[OPENED] == 1


def test_what_was_written_down_keeps_it():
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    play(one.tables.get(number=1))
    with pytest.raises(Conflict, match="Something has been recorded in this round"):
        take_back(stage, one)
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    table = one.tables.get(number=1)
    write_points(table, {place.entrant: 0 for place in table.places.all()})
    with pytest.raises(Conflict, match="Something has been recorded in this round"):
        take_back(stage, one)


def test_only_the_newest_round_is_taken_back_and_only_at_the_desk():
    stage = make_cup(people=8, plan=TablesPlan(rounds=3))
    first = publish(stage)
    with pytest.raises(PermissionDenied):
        take_back_round(round_id=first.pk, by=factories.make_member(stage.club), now=NOW)
    leave_open = draw_or_ask(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW, patience=60)
    assert isinstance(leave_open, Round)
    with pytest.raises(Conflict):
        take_back(stage, first)


def test_the_page_of_a_round_takes_it_back(client: Client):
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    address, back = reverse("round_detail", args=[one.pk]), reverse("round_back", args=[one.pk])
    client.force_login(factories.make_member(stage.club))
    assert "Undo the opening" not in client.get(address).content.decode()
    assert client.post(back).status_code == 403
    client.force_login(factories.make_member(stage.club, Role.SCORER))
    assert "Undo the opening" in client.get(address).content.decode()

    assert client.post(back)["Location"] == reverse("stage_draw", args=[stage.pk])

    page = client.get(reverse("stage_draw", args=[stage.pk])).content.decode()
    assert "Draw with as few changes as possible" in page
    opened = publish(stage, Round.objects.get())
    play(opened.tables.get(number=1))
    assert "Undo the opening" not in client.get(address).content.decode()
    assert client.post(back).status_code == 409
    owner = factories.owner_of(stage.club)
    client.force_login(owner)
    log = client.get(reverse("club_log", args=[stage.club.pk]), {"group": "tournaments"}).content.decode()
    assert "took the opening of round 1 of <a" in log


def test_the_draft_page_knows_what_was_seen_though_the_draft_is_gone(client: Client):
    stage, was = taken_back_and_dropped()
    client.force_login(factories.owner_of(stage.club))
    address, few = reverse("stage_draw", args=[stage.pk]), "Draw with as few changes as possible"
    assert few in client.get(address).content.decode()

    client.post(address, {"few_changes": "1"})

    page = client.get(address).content.decode()
    assert "announced, and 0 have different table mates." in page
    assert "The draw changed as little as possible" in page
    assert tables(stage.rounds.get(state="draft")) == was


@pytest.mark.parametrize("style", ["mix", "manual"])
def test_few_changes_are_offered_only_where_a_draw_can_make_few(client: Client, style: Any):
    stage = make_cup(people=8, plan=TablesPlan(rounds=2, style=style))
    one = publish(stage)
    client.force_login(factories.owner_of(stage.club))
    page = client.get(reverse("round_detail", args=[one.pk])).content.decode()
    assert "undo the opening and draw again" in page
    assert ("with as few changes" in page) == (style == "mix")

    take_back(stage, one)

    for draft in (True, False):
        page = client.get(reverse("stage_draw", args=[stage.pk])).content.decode()
        assert ("Draw with as few changes" in page) == (style == "mix")
        if draft:
            drop(stage)


def test_who_came_in_with_an_opening_that_was_taken_back_is_in_no_standing():
    stage = make_cup(people=8, plan=TablesPlan(rounds=3, absent=-100))
    misses(stage, away := stage.tournament.entrants.get(number=8), 1)
    finish(publish(stage))
    late = come(stage, "Late Lotte")
    second = publish(stage, draw(stage, seed=2))
    assert {line.entrant: line.total for line in standing_of(stage).lines}[late] == -100

    take_back(stage, second)

    assert late not in {line.entrant for line in standing_of(stage).lines}
    mark(EntrantMark(act="cancelled"), entrant_id=late.pk, by=factories.owner_of(stage.club), now=NOW)
    publish(stage, draw(stage, seed=3))
    totals = {line.entrant: line.total for line in standing_of(stage).lines}
    assert late not in totals
    assert (len(totals), totals[away]) == (8, -100)
    assert sorted(stage.entrants.values_list("line", flat=True)) == list(range(1, 9))


def test_who_came_in_with_it_and_stays_is_absent_once_it_is_opened_again():
    stage = make_cup(people=8, plan=TablesPlan(rounds=3, absent=-100))
    finish(publish(stage))
    late = come(stage, "Late Lotte")
    one = publish(stage, draw(stage, seed=2))

    again = publish(stage, take_back(stage, one))

    assert {line.entrant: line.total for line in standing_of(stage).lines}[late] == -100
    assert again.places.filter(entrant=late).exists()
    assert stage.entrants.get(entrant=late).line == 9


def test_of_a_first_round_that_was_taken_back_nobody_is_left():
    stage = make_cup(people=8, plan=TablesPlan(rounds=3))
    one = publish(stage)
    who = stage.tournament.entrants.get(number=3)

    take_back(stage, one)
    mark(EntrantMark(act="cancelled"), entrant_id=who.pk, by=factories.owner_of(stage.club), now=NOW)
    publish(stage, draw(stage, seed=4))

    assert who not in {line.entrant for line in standing_of(stage).lines}
    assert sorted(stage.entrants.values_list("line", flat=True)) == list(range(1, 8))


PLANS: list[Any] = [TablesPlan(rounds=2), SwissPlan(rounds=2), RoundRobinPlan(), SinglePlan(), DoublePlan()]


def make_stage(plan: Any, people: int = 8) -> Stage:
    if isinstance(plan, TablesPlan):
        return make_cup(people=people, plan=plan)
    return make_duels(plan, people, game="palace_poker" if isinstance(plan, KnockoutPlan) else SVOI)


def lines(stage: Stage) -> list[Any]:
    return list(stage.entrants.values_list("entrant__number", "group", "line").order_by("group", "line"))


def states(stage: Stage) -> tuple[str, str]:
    found = Stage.objects.select_related("tournament").get(pk=stage.pk)
    return found.state, found.tournament.state


@pytest.mark.parametrize("plan", [*PLANS, KnockoutPlan(seats=4)], ids=lambda plan: plan.kind)
def test_the_opening_of_any_format_is_undone_to_the_last_line(plan: Any):
    stage = make_stage(plan)
    draft = draw(stage, seed=5)
    was, before = seats(draft), dict(draft.before)

    back = take_back(stage, publish(stage, draft))

    assert (seats(back), back.before, back.facts, lines(stage)) == (was, before, draft.facts, [])
    assert states(stage) == ("planned", "planned")
    assert not Sitting.objects.filter(closed_at=None).exists()
    call_command("verify")
    again = publish(stage, back)
    assert (seats(again), again.pk, states(stage)) == (was, back.pk, ("running", "running"))


@pytest.mark.parametrize(
    "plan",
    [
        RoundRobinPlan(groups=2, takes=Taken(best=6)),
        SinglePlan(takes=Taken(best=6)),
        SwissPlan(rounds=2, takes=Taken(best=6)),
    ],
    ids=lambda plan: plan.kind,
)
def test_a_later_stage_gets_the_lines_back_that_it_began_with(plan: Any):
    stage = make_cup(people=8, plan=TablesPlan(rounds=1), game=SVOI)
    later = Stage.objects.create(club=stage.club, tournament=stage.tournament, number=2, plan=dump(plan), seed=1)
    play_by_hand(stage, publish(stage))
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    was = lines(later)
    assert len(was) == 6
    away = later.entrants.order_by("-line")[0].entrant
    leave(away, state="entered")

    take_back(later, publish(later))

    assert (lines(later), states(later)) == (was, ("planned", "running"))
    leave(away, state="here")
    assert draw(later).places.filter(entrant=away).exists()


def play_by_hand(stage: Stage, one: Round) -> None:
    for table in one.tables.all():
        write_points(table, {place.entrant: 10 * place.entrant.number for place in table.places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)


@pytest.mark.parametrize("plan", PLANS[1:], ids=lambda plan: plan.kind)
def test_a_match_that_was_written_down_keeps_its_round(plan: Any):
    stage = make_stage(plan)
    one = publish(stage)
    table = one.tables.order_by("number")[0]
    act = wins(table, sides(table)[0])
    with pytest.raises(Conflict, match="Something has been recorded in this round"):
        take_back(stage, one)
    undo_act(act_id=act.pk, say=saying(stage.club))
    with pytest.raises(Conflict, match="Something has been recorded in this round"):
        take_back(stage, one)


def test_a_knockout_in_which_somebody_is_out_goes_on():
    one = make_knockout(8, 4)
    out(one, 1)
    with pytest.raises(Conflict, match="Something has been recorded in this round"):
        take_back(one.stage, one)


def test_a_pair_that_comes_a_minute_after_the_opening_is_drawn_into_the_swiss():
    stage = make_pairs_cup(SwissPlan(rounds=3), 4)
    by = factories.owner_of(stage.club)
    take_back(stage, publish(stage))
    names = ("Late Lena", "Late Leo")
    who = [Sitter(factories.make_player(stage.club, name).pk) for name in names]
    wanted = entry(*who)
    late = enter(wanted.model_copy(update={"here": True}), tournament_id=stage.tournament_id, by=by, now=NOW).entrant

    one = publish(stage, draw(stage, seed=3))

    assert one.places.filter(entrant=late).exists()
    assert lines(stage) == [(number, 1, number) for number in range(1, 6)]
    call_command("verify")


def test_a_late_one_of_a_later_swiss_round_is_absent_from_nothing_again():
    stage = make_duels(SwissPlan(rounds=3), 4)
    first = publish(stage)
    for table in first.tables.all():
        wins(table, sides(table)[0])
    late = come(stage, "Late Lotte")
    second = publish(stage, draw(stage, seed=2))
    assert first.places.filter(entrant=late, kind="absent").exists()

    take_back(stage, second)

    assert not first.places.filter(entrant=late).exists()
    assert lines(stage) == [(number, 1, number) for number in range(1, 5)]
    assert states(stage) == ("running", "running")


def test_who_came_back_for_a_round_is_absent_from_the_one_before_only_while_it_is_open():
    stage = make_cup(people=9, plan=TablesPlan(rounds=3))
    finish(publish(stage))
    away = stage.tournament.entrants.get(number=9)
    leave(away)
    second = publish(stage, draw(stage, seed=2))
    finish(second)
    leave(away, state="here")
    third = publish(stage, draw(stage, seed=3))
    assert second.places.get(entrant=away).kind == "absent"

    take_back(stage, third)

    assert not second.places.filter(entrant=away).exists()
    assert stage.entrants.filter(entrant=away).exists()


def test_programs_take_the_opening_of_a_swiss_back():
    stage = make_duels(SwissPlan(rounds=2), 4)
    one = publish(stage)
    api = Api(bearer(factories.owner_of(stage.club)))

    assert api.post(f"rounds/{one.pk}/take-back")["state"] == "draft"
    opened = publish(stage, Round.objects.get())
    table = opened.tables.order_by("number")[0]
    wins(table, sides(table)[0])
    assert api.post(f"rounds/{one.pk}/take-back", expected=409)["code"] == "round_played"


@pytest.mark.parametrize("best", [4, None])
def test_a_stage_that_waits_again_takes_the_best_of_those_who_are_left(best: int | None):
    stage = make_cup(people=8, plan=TablesPlan(rounds=1))
    plan = dump(TablesPlan(rounds=1, takes=Taken(best=best)))
    final = Stage.objects.create(club=stage.club, tournament=stage.tournament, number=2, plan=plan, seed=1)
    one, by = publish(stage), factories.owner_of(stage.club)
    for table in one.tables.all():
        write_points(table, {place.entrant: -place.entrant.number for place in table.places.all()})
    make_official(round_id=one.pk, by=by, now=NOW)
    end_stage(stage_id=stage.pk, by=by, now=NOW)
    opened, second = publish(final), stage.tournament.entrants.get(number=2)
    was = list(final.entrants.values_list("entrant__number", flat=True).order_by("line"))
    mark(EntrantMark(act="withdrew"), entrant_id=second.pk, by=by, now=NOW)

    take_back(final, opened)

    goes_on = final.entrants.values_list("entrant__number", flat=True).order_by("line")
    assert list(goes_on) == ([1, 3, 4, 5] if best else was)
    mark(EntrantMark(act="returned"), entrant_id=second.pk, by=by, now=NOW)
    assert list(goes_on.all()) == was


def test_a_round_that_says_nothing_of_what_its_opening_made_stays_open():
    stage = make_duels(SwissPlan(rounds=2), 4)
    one = publish(stage)
    del one.before["took_in"]
    one.save()
    with pytest.raises(Conflict):
        take_back(stage, one)
