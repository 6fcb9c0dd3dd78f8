"""All rounds of a stage drawn together: at once, in the background, and again where people come or go."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.jobs.models import Job, State
from scorekeeper.jobs.services import Cancelled, Work, cancel, drain
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.pairing.schedules.planning import meetings
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.draft.scheduling import draw_or_ask, unless_stopped
from scorekeeper.tournaments.draft.services import RoundDraw, draw_round
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.instances import ahead_of, coming_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant, EntrantPlayer, PairRule, Round, RoundPlace, Stage
from scorekeeper.tournaments.pairs.services import PairOut, PairWanted, keep_pair, let_pair
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import come, draw, leave, make_cup, misses, publish, seen, swap_places, write_points

pytestmark = pytest.mark.django_db


def go_on(stage: Stage) -> Round:
    """The next round drawn as the page draws it, and its tables opened and their results written."""
    made = draw_or_ask(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW, patience=60)
    assert isinstance(made, Round)
    opened = publish(stage, made)
    for table in opened.tables.all():
        write_points(table, {place.entrant: 0 for place in table.places.all()})
    return opened


def tables_of(one: Round) -> list[list[str]]:
    found: dict[Any, list[str]] = {}
    for place in one.places.filter(kind=RoundPlace.Kind.SEAT).order_by("table__number", "seat"):
        found.setdefault(place.table_id, []).append(str(place.entrant_id))
    return list(found.values())


def repeats(rounds: Iterable[Round]) -> int:
    met = Counter(frozenset(pair) for one in rounds for table in tables_of(one) for pair in combinations(table, 2))
    return sum(times - 1 for times in met.values())


def test_rounds_that_were_drawn_together_follow_one_another():
    stage = make_cup(people=16, plan=TablesPlan(rounds=5))

    first = go_on(stage)
    planned = [[list(table) for table in one.tables] for one in ahead_of(first)]
    later = [go_on(stage) for _number in range(4)]

    assert [tables_of(one) for one in later] == planned
    assert repeats([first, *later]) == 0
    assert {one.seed for one in later} == {first.seed}
    assert ahead_of(later[-1]) == []


def test_the_same_seed_draws_the_same_schedule():
    stage = make_cup(people=11, plan=TablesPlan(rounds=4))
    one = draw(stage, seed=7)
    was = tables_of(one), ahead_of(one), one.facts

    again = draw(stage, seed=7)

    assert (tables_of(again), ahead_of(again), again.facts) == was
    assert ahead_of(draw(stage, seed=8)) != was[1]


def test_who_comes_late_or_leaves_has_the_rest_drawn_anew_and_what_was_played_stays():
    stage = make_cup(people=13, plan=TablesPlan(rounds=4))
    first = go_on(stage)
    was = tables_of(first)
    late = come(stage, "Late")
    gone = stage.tournament.entrants.get(number=1)
    leave(gone)

    second = go_on(stage)

    there = {key for table in tables_of(second) for key in table}
    assert str(late.pk) in there
    assert str(gone.pk) not in there
    assert tables_of(first) == was
    assert second.seed != first.seed
    assert second.report["together"]["first"] == 2
    third, last = go_on(stage), go_on(stage)
    assert third.seed == second.seed
    assert repeats([first, second, third, last]) == second.report["together"]["repeats"]


def say(stage: Stage, kind: str, *keys: str) -> PairRule:
    """Of two entrants of one player each."""
    one, other = (EntrantPlayer.objects.get(entrant=key).player_id for key in keys)
    by = factories.owner_of(stage.club)
    return keep_pair(PairWanted(kind=kind, one=one, other=other), tournament_id=stage.tournament_id, by=by, now=NOW)


def apart_in(stage: Stage, rounds: Iterable[Seated]) -> tuple[str, str]:
    """Two who meet in none of these."""
    people = sorted(str(pk) for pk in stage.tournament.entrants.values_list("pk", flat=True))
    met = meetings(rounds)
    return next(pair for pair in combinations(people, 2) if not met[pair])


def test_who_is_kept_apart_after_the_first_round_has_the_rest_drawn_anew_where_it_is_planned_otherwise():
    stage = make_cup(people=16, plan=TablesPlan(rounds=3))
    first = go_on(stage)
    last = ahead_of(first)[1].tables[0]
    first.report.pop("rules")  # as an earlier release drew it
    first.save()
    say(stage, "apart", *last[:2])

    second = go_on(stage)

    assert second.seed != first.seed
    assert not set(last[:2]) <= set(next(table for table in ahead_of(second)[0].tables if last[0] in table))
    assert go_on(stage).seed == second.seed


def test_who_should_meet_by_what_was_said_after_the_first_round_does():
    stage = make_cup(people=16, plan=TablesPlan(rounds=3))
    first = go_on(stage)
    pair = apart_in(stage, [*_seated(first), *ahead_of(first)])
    say(stage, "together", *pair)

    second = go_on(stage)

    assert second.seed != first.seed
    assert pair in meetings([*_seated(second), *ahead_of(second)])


def _seated(one: Round) -> list[Seated]:
    return [Seated(tuple(tuple(table) for table in tables_of(one)))]


@pytest.mark.parametrize("known", [True, False])
def test_what_was_said_before_and_stands_leaves_the_plan(known: bool):
    stage = make_cup(people=16, plan=TablesPlan(rounds=4))
    going = Entrant.objects.filter(tournament=stage.tournament)[0]
    misses(stage, going, 2)
    keys = [str(one.pk) for one in stage.tournament.entrants.all()]
    rules = [say(stage, "apart", keys[0], keys[1]), say(stage, "apart", keys[2], keys[3])]
    first = draw(stage)
    one, other = first.places.get(table__number=1, seat=0), first.places.get(table__number=2, seat=0)
    by = factories.owner_of(stage.club)
    first = swap_places(stage_id=stage.pk, by=by, seen=seen(first), places=(one.pk, other.pk), now=NOW, despite=True)
    first = publish(stage, first)
    for table in first.tables.all():
        write_points(table, {place.entrant: 0 for place in table.places.all()})
    if not known:
        first.report.pop("rules")
        first.save()

    later = [go_on(stage) for _number in range(2)]

    assert {one.seed for one in later} == {first.seed}
    let_pair(PairOut(pair=rules[1].pk), tournament_id=stage.tournament_id, by=by, now=NOW)
    assert (go_on(stage).seed == first.seed) == (not known)


def test_who_misses_a_later_round_is_not_planned_for_it():
    stage = make_cup(people=9, plan=TablesPlan(rounds=3, size=3))
    who = stage.tournament.entrants.get(number=4)
    misses(stage, who, 2)

    first = draw(stage)

    second, third = ahead_of(first)
    assert not any(str(who.pk) in table for table in second.tables)
    assert any(str(who.pk) in table for table in third.tables)


def test_clubs_are_kept_apart_in_all_rounds():
    stage = make_cup(people=0, plan=TablesPlan(rounds=3, apart="hard"))
    club = {}
    for number in range(16):
        entrant = come(stage, f"Player {number:02}", origin=f"Club {number % 4}")
        club[str(entrant.pk)] = entrant.origin

    first = draw(stage)

    for table in [*tables_of(first), *(table for one in ahead_of(first) for table in one.tables)]:
        assert len({club[key] for key in table}) == len(table)


def test_hands_are_kept_and_the_rest_is_drawn_around_them():
    stage = make_cup(people=8, plan=TablesPlan(rounds=3))
    draft = draw(stage)
    one, other = draft.places.get(table__number=1, seat=0), draft.places.get(table__number=2, seat=0)
    moved = swap_places(
        stage_id=stage.pk, by=factories.owner_of(stage.club), seen=seen(draft), places=(one.pk, other.pk), now=NOW
    )

    again = draw(stage, seed=9)

    assert again.places.get(entrant=one.entrant).table.number == 2
    assert moved.report["together"]["rounds"] == again.report["together"]["rounds"] == 3


def test_other_styles_are_drawn_round_by_round():
    for style in ("random", "manual", "seeded"):
        stage = make_cup(people=8, plan=TablesPlan(style=style))
        assert "together" not in draw(stage).report


def test_the_page_says_how_good_all_rounds_are_and_lists_them(client: Client):
    stage = make_cup(people=7, plan=TablesPlan(rounds=4, size=3))
    draft = draw(stage)
    client.force_login(factories.owner_of(stage.club))

    page = client.get(reverse("stage_draw", args=[stage.pk])).content.decode()

    assert "Rounds 1 to 4 were drawn together." in page
    assert "Later rounds" in page
    told = draft.report["together"]
    assert told["repeats"] >= told["bound"] > 0  # seven who sit at tables of 3 and 4 four times have to meet again
    reasons = explained(draft).explanation.reasons
    assert any(f"It cannot be done with fewer than {told['bound']}." in reason for reason in reasons)
    assert [one.number for one in coming_of(draft)] == [2, 3, 4]


def test_that_no_schedule_has_fewer_than_no_meetings_is_not_said():
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    draft = draw(stage)
    draft.report["together"] |= {"repeats": 2, "bound": 0}
    said = " ".join(explained(draft).explanation.reasons)
    assert "2 meetings are repeated." in said
    assert "It cannot be done with fewer" not in said


def test_draw_that_takes_long_is_a_job_that_writes_the_draft(client: Client):
    stage = make_cup(people=17, plan=TablesPlan(rounds=6))
    by = factories.owner_of(stage.club)

    job = draw_or_ask(stage_id=stage.pk, by=by, now=NOW, patience=0)

    assert isinstance(job, Job)
    assert not stage.rounds.exists()
    assert draw_or_ask(stage_id=stage.pk, by=by, now=NOW) == job
    client.force_login(by)
    assert "The next round is being drawn." in client.get(reverse("stage_draw", args=[stage.pk])).content.decode()

    waits = {"path": reverse("job_detail", args=[job.pk]), "headers": {"HX-Request": "true"}}
    assert "HX-Redirect" not in client.get(**waits)
    drain(timezone.now)
    job.refresh_from_db()

    assert job.state == State.DONE
    assert job.link == reverse("stage_draw", args=[stage.pk])
    assert client.get(**waits)["HX-Redirect"] == job.link, "who has waited there is led on to the draft"
    assert "Go on" in client.get(waits["path"]).content.decode()
    draft = stage.rounds.get()
    assert str(draft.seed) == job.arguments["seed"]
    assert len(ahead_of(draft)) == 5


@pytest.mark.parametrize("given", [False, True])
def test_a_round_that_is_planned_already_never_waits_for_a_job(given: bool):
    stage = make_cup(people=16, plan=TablesPlan(rounds=3))
    first, by = go_on(stage), factories.owner_of(stage.club)
    wish = RoundDraw(seed=first.seed) if given else RoundDraw()

    made = draw_or_ask(stage_id=stage.pk, by=by, now=NOW, patience=0, wish=wish)

    assert isinstance(made, Round)
    assert tables_of(made) == [list(table) for table in ahead_of(first)[0].tables]


def test_draw_in_the_background_can_be_stopped():
    stage = make_cup(people=17, plan=TablesPlan(rounds=6))
    by = factories.owner_of(stage.club)
    job = draw_or_ask(stage_id=stage.pk, by=by, now=NOW, patience=0)
    assert isinstance(job, Job)

    cancel(job=job, by=by, now=NOW)
    drain(timezone.now)

    job.refresh_from_db()
    assert job.state == State.CANCELLED
    assert not stage.rounds.exists()


@pytest.mark.parametrize("keep", [True, False])
def test_a_round_that_is_drawn_by_itself_and_takes_long_is_a_job_too(keep: bool):
    stage = make_cup(people=8, plan=SwissPlan(rounds=3), game="svoi_kozyri")
    by = factories.owner_of(stage.club)
    draft = draw(stage)
    one, other = draft.places.order_by("table__number", "seat")[1:3]
    swap_places(stage_id=stage.pk, by=by, seen=seen(draft), places=(one.pk, other.pk), now=NOW)
    by_hand = {place.entrant_id for place in stage.rounds.get().places.filter(by_hand=True)}

    job = draw_or_ask(stage_id=stage.pk, by=by, now=NOW, patience=0, wish=RoundDraw(keep=keep))
    assert isinstance(job, Job)
    drain(timezone.now)

    job.refresh_from_db()
    draft = stage.rounds.get()
    assert (job.state, str(draft.seed)) == (State.DONE, job.arguments["seed"])
    assert job.total == 0, "nobody can say how far it was"
    kept = {place.entrant_id for place in draft.places.filter(by_hand=True)}
    assert by_hand
    assert kept == (by_hand if keep else set())


def test_a_round_that_is_drawn_by_itself_leaves_nothing_where_it_is_stopped():
    stage = make_cup(people=8, plan=SwissPlan(rounds=3), game="svoi_kozyri")
    by = factories.owner_of(stage.club)
    job = draw_or_ask(stage_id=stage.pk, by=by, now=NOW, patience=0)
    assert isinstance(job, Job)
    Job.objects.filter(pk=job.pk).update(state=State.RUNNING, attempts=1, wants_cancel=True)
    job.refresh_from_db()

    with pytest.raises(Cancelled):
        draw_round(stage_id=stage.pk, by=by, now=NOW, stop=unless_stopped(Work(job, timezone.now)))

    assert not stage.rounds.exists()


def test_draw_in_the_background_that_was_overtaken_says_so():
    stage = make_cup(people=17, plan=TablesPlan(rounds=6))
    by = factories.owner_of(stage.club)
    job = draw_or_ask(stage_id=stage.pk, by=by, now=NOW, patience=0)
    assert isinstance(job, Job)
    publish(stage, draw_round(stage_id=stage.pk, by=by, now=NOW, seed=3))

    drain(timezone.now)

    job.refresh_from_db()
    assert job.state == State.FAILED
    assert "Draw again." in job.sentences[0]
    assert stage.rounds.get().state == Round.State.PUBLISHED


def test_members_do_not_see_what_is_planned(client: Client):
    stage = make_cup(people=8, plan=TablesPlan(rounds=3))
    publish(stage, draw(stage))
    member = factories.make_member(stage.club)
    client.force_login(member)

    assert client.get(reverse("stage_draw", args=[stage.pk])).status_code == 403
    assert Entrant.objects.count() == 8
