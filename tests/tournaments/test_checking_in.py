"""Who checks in before each round where the plan asks for it, and who comes in later."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.tournaments.desk.services import open_next_matches
from scorekeeper.tournaments.entries.attending import all_here, come_in, comes_late, mark, undo_all_here
from scorekeeper.tournaments.entries.reads import coming_round, expected_at_the_door
from scorekeeper.tournaments.entries.records import ComingIn, DeskStep, EntrantMark, LateEntry
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, RoundPlace, Stage
from scorekeeper.tournaments.papers.services import door_of
from scorekeeper.tournaments.planning.records import StageDetails
from scorekeeper.tournaments.planning.services import change_stage
from scorekeeper.tournaments.rounds.field import field_of
from tests import factories
from tests.acting import as_role, text
from tests.factories import NOW
from tests.factories.matches import make_bracket, make_duels, next_round, numbers, wins
from tests.factories.tournaments import come, draw, leave, make_cup, play_round, publish, publish_round, seen

pytestmark = pytest.mark.django_db


def asked(people=5, rounds=3, **more):
    """A cup whose rounds are all checked in for; the first one is played."""
    stage = make_cup(people=people, plan=TablesPlan(rounds=rounds, check_in=True, size=3, **more))
    play_round(stage, publish(stage))
    return stage


def by(stage):
    return factories.owner_of(stage.club)


def entrants(stage):
    return list(stage.tournament.entrants.order_by("number"))


def undone(stage, came):
    """Who is expected again, once that all are here was taken back."""
    step = DeskStep(step=came.step)
    return undo_all_here(step, tournament_id=stage.tournament_id, by=by(stage), now=NOW).entrants


def say(stage, entrant, act):
    return mark(EntrantMark(act=act), entrant_id=entrant.pk, by=by(stage), now=NOW)


def codes(stage):
    return [one.code for one in format_of(stage).next_round(stage).obstacles]


def test_being_here_is_enough_for_the_first_round():
    stage = make_cup(people=4, plan=TablesPlan(check_in=True))
    assert len(field_of(stage).here) == 4
    assert not coming_round(stage.tournament).asks


def test_each_round_after_it_begins_with_nobody_here():
    stage = asked()
    field = field_of(stage)
    assert (field.number, field.here, len(field.unseen), field.excused) == (2, (), 5, ())
    assert "too_few" in codes(stage)
    names = next(one.text for one in format_of(stage).next_round(stage).obstacles if one.code == "not_checked_in")
    assert names.startswith("5 are not checked in and miss this round: Guest 01, ")


def test_who_is_checked_in_plays_and_the_others_miss_the_round():
    stage = asked()
    first, second, third, fourth, fifth = entrants(stage)
    for one in (first, second, third, fourth):
        say(stage, one, "came")
    say(stage, fourth, "not_here")
    say(stage, fifth, "not_here")
    say(stage, first, "came")

    field = field_of(stage)
    assert ([*field.here], [*field.unseen]) == ([first, second, third], [fourth, fifth])
    assert DeskAct.objects.filter(entrant=first, kind="came").count() == 1, "said twice it is said once"
    assert {one.state for one in entrants(stage)} == {"here"}, "they are in the tournament all the same"
    two = publish(stage)
    assert set(two.places.filter(kind=RoundPlace.Kind.ABSENT).values_list("entrant", flat=True)) == {
        fourth.pk,
        fifth.pk,
    }
    assert len(field_of(stage).unseen) == 5, "the third round begins with nobody here"


def test_whoever_checks_in_once_it_is_drawn_makes_it_drawn_again():
    stage = asked(people=6)
    for one in entrants(stage)[:3]:
        say(stage, one, "came")
    drafted = draw(stage)
    say(stage, entrants(stage)[3], "came")
    with pytest.raises(Conflict) as conflict:
        publish_round(stage_id=stage.pk, by=by(stage), seen=seen(drafted), now=NOW)
    assert conflict.value.code == "people_changed"


def test_all_are_checked_in_by_one_tap_but_who_misses_the_round_and_undo_takes_it_back(django_assert_max_num_queries):
    stage = asked(people=6)
    first, second, *_others = entrants(stage)
    comes_late(LateEntry(round=3), entrant_id=second.pk, by=by(stage), now=NOW)
    say(stage, first, "came")
    with django_assert_max_num_queries(24):
        came = all_here(tournament_id=stage.tournament_id, by=by(stage), now=NOW)
    assert len(came.entrants) == 4
    assert [one.number for one in field_of(stage).here] == [1, 3, 4, 5, 6]
    assert all_here(tournament_id=stage.tournament_id, by=by(stage), now=NOW).entrants == ()

    assert len(undone(stage, came)) == 4
    assert [*field_of(stage).here] == [first]
    assert undone(stage, came) == ()


def test_undo_of_a_round_that_is_played_does_nothing():
    stage = asked(people=6, rounds=3)
    came = all_here(tournament_id=stage.tournament_id, by=by(stage), now=NOW)
    play_round(stage, publish(stage))
    assert undone(stage, came) == ()


def test_at_the_door_undo_leaves_those_who_have_played():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    Entrant.objects.update(state="entered")
    came = all_here(tournament_id=stage.tournament_id, by=by(stage), now=NOW)
    late = come(stage, "Late")
    leave(late, "entered")
    publish(stage)
    assert undone(stage, came) == ()
    came = all_here(tournament_id=stage.tournament_id, by=by(stage), now=NOW)
    assert undo_all_here(
        DeskStep(step=came.step), tournament_id=stage.tournament_id, by=by(stage), now=NOW
    ).entrants == (late,)
    late.refresh_from_db()
    assert late.state == "entered"


def test_the_code_at_the_door_checks_in_for_the_coming_round(client):
    stage = asked()
    first = entrants(stage)[0]
    assert len(expected_at_the_door(stage.tournament)) == 5
    door = reverse("tournament_come", args=[stage.tournament_id, door_of(stage.tournament_id)])
    answer = client.post(door, {"entrant": str(first.pk)}, follow=True)
    assert "is checked in" in answer.content.decode()
    assert [*field_of(stage).here] == [first]
    assert len(expected_at_the_door(stage.tournament)) == 4
    come_in(ComingIn(entrant=first.pk), tournament_id=stage.tournament_id, by=None, now=NOW)
    assert DeskAct.objects.filter(kind="came").count() == 1


def test_who_comes_in_new_or_again_is_checked_in_for_the_round():
    stage = asked()
    first, second, *_others = entrants(stage)
    leave(second, "withdrawn")
    say(stage, second, "returned")
    late = come(stage, "Late")
    leave(late, "entered")
    say(stage, late, "came")
    assert {one.pk for one in field_of(stage).here} == {second.pk, late.pk}
    assert first.pk not in {one.pk for one in field_of(stage).here}


def test_a_later_stage_is_checked_in_for_from_its_first_round():
    stage = asked(rounds=1)
    Stage.objects.update(number=2)
    stage.refresh_from_db()
    stage.rounds.all().update(number=2)
    assert not field_of(stage, 1).here
    assert len(field_of(stage, 1).unseen) == 5


def test_a_swiss_counts_its_rounds_by_all_and_pairs_who_is_here():
    stage = make_duels(SwissPlan(rounds=3, check_in=True), 6)
    next_round(stage)
    for one in entrants(stage)[:4]:
        say(stage, one, "came")
    two = publish(stage)
    assert two.tables.count() == 2
    assert two.places.filter(kind="absent").count() == 2


def test_a_round_robin_says_whose_matches_wait():
    stage = make_duels(RoundRobinPlan(check_in=True), 4)
    next_round(stage)
    for one in entrants(stage)[:3]:
        say(stage, one, "came")
    text_of = {one.code: one.text for one in format_of(stage).next_round(stage).obstacles}
    assert text_of["not_checked_in"].startswith("Not checked in for this round: Guest 04")
    assert "absent" not in text_of


def test_whoever_comes_late_misses_the_rounds_before():
    stage = make_cup(people=4, plan=TablesPlan(rounds=4, size=3))
    late = come(stage, "Late")
    leave(late, "entered")
    comes_late(LateEntry(round=3), entrant_id=late.pk, by=by(stage), now=NOW)
    coming = coming_round(stage.tournament)
    assert (coming.missed[late.pk], coming.back_in(late)) == ((1, 2), 3)
    assert field_of(stage).expected == (), "nobody waits for them in round 1"
    assert all_here(tournament_id=stage.tournament_id, by=by(stage), now=NOW).entrants == ()

    comes_late(LateEntry(round=2), entrant_id=late.pk, by=by(stage), now=NOW)
    assert coming_round(stage.tournament).missed[late.pk] == (1,)
    assert comes_late(LateEntry(round=2), entrant_id=late.pk, by=by(stage), now=NOW) == []
    publish(stage)
    assert field_of(stage).expected == (late,)
    comes_late(LateEntry(round=4), entrant_id=late.pk, by=by(stage), now=NOW)
    comes_late(LateEntry(round=2), entrant_id=late.pk, by=by(stage), now=NOW)
    assert coming_round(stage.tournament).missed == {}
    for wrong in (1, 5):
        with pytest.raises(Refused):
            comes_late(LateEntry(round=wrong), entrant_id=late.pk, by=by(stage), now=NOW)


def test_nobody_comes_in_late_where_no_numbered_round_is_left():
    stage = make_bracket(4, SinglePlan())
    one = entrants(stage)[0]
    with pytest.raises(Conflict) as conflict:
        comes_late(LateEntry(round=2), entrant_id=one.pk, by=by(stage), now=NOW)
    assert conflict.value.code == "no_round"
    Stage.objects.update(state="ended")
    assert coming_round(stage.tournament) is None


def test_a_plan_asks_only_for_what_its_format_has_a_place_for():
    bracket, knockout = make_bracket(4, SinglePlan()), make_cup(people=9, plan=KnockoutPlan(), game="palace_poker")
    for stage, plan, field in (
        (bracket, SinglePlan(substitutes="own_points"), "substitutes"),
        (knockout, KnockoutPlan(check_in=True), "check_in"),
    ):
        version = stage.tournament.version
        with pytest.raises(Refused) as refused:
            change_stage(StageDetails(plan=plan, version=version), stage_id=stage.pk, by=by(stage), now=NOW)
        assert [one.field for one in refused.value.problems] == [f"plan.{field}"]
    asks = text(as_role(bracket).get(reverse("stage_edit", args=[bracket.tournament_id, bracket.pk])))
    assert "Everybody checks in again before each match" in asks
    assert "A substitute" not in asks
    asks = text(as_role(knockout).get(reverse("stage_edit", args=[knockout.tournament_id, knockout.pk])))
    assert (
        "Players do not check in before each round. This stage has one round. Everybody who is here gets a seat."
        in asks
    )


def test_the_form_of_a_stage_asks_for_it_and_the_plan_says_it():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    page, address = as_role(stage), reverse("stage_edit", args=[stage.tournament_id, stage.pk])
    shown = text(page.get(address))
    assert "Everybody checks in again before each round" in shown
    sent = {
        "name": "", "version": stage.tournament.version, "rounds": "2", "size": "4", "style": "mix", "apart": "soft",
        "absent": "", "bye": "", "check_in": "on", "substitutes": "own_points",
    }  # fmt: skip
    answer = page.post(address, sent)
    assert answer.status_code == 302, answer.content.decode()
    stage.refresh_from_db()
    assert (stage.typed_plan.check_in, stage.typed_plan.substitutes) == (True, "own_points")
    shown = text(page.get(reverse("tournament_detail", args=[stage.tournament_id])))
    assert "Everybody checks in again before each round." in shown
    assert "A substitute starts new: only their own points count." in shown


def test_a_member_at_the_door_checks_in_again_for_the_next_round(client):
    stage = asked()
    member = factories.make_member(stage.club)
    mine = entrants(stage)[0]
    mine.players.update(player=factories.player_of(member, stage.club))
    client.force_login(member)
    door = reverse("tournament_come", args=[stage.tournament_id, door_of(stage.tournament_id)])
    assert "I’m here" in client.get(door).content.decode()
    client.post(door, {"entrant": str(mine.pk)})
    shown = client.get(door).content.decode()
    assert "You are checked in" in shown
    assert "I’m here" not in shown


def semi_finals(plan=None):
    """A bracket of four pairs whose matches are all checked in for; its first two are played: 1 and 2 have won."""
    stage = make_bracket(4, plan or DoublePlan(check_in=True))
    assert numbers(next_round(stage)) == {"W1.1": (1, 4), "W1.2": (2, 3)}
    return stage


def open_next(stage):
    return open_next_matches(stage_id=stage.pk, by=by(stage), now=NOW)


def desk(stage):
    return text(as_role(stage).get(reverse("tournament_desk", args=[stage.tournament_id])))


def test_a_match_of_a_bracket_waits_until_both_are_checked_in():
    stage = semi_finals()
    first, second, third, fourth = entrants(stage)
    assert "nothing_open" in codes(stage)
    shown = desk(stage)
    assert "4 are not checked in, and their matches wait" in shown
    assert "waits: Pair 01, Pair 02 are not checked in." in shown
    for one in (third, fourth, first):
        say(stage, one, "came")
    shown = desk(stage)
    assert "Open the next match" in shown
    assert "The pairings follow from the results so far." in shown
    assert "waits: Pair 02 is not checked in." in shown

    assert set(numbers(open_next(stage)).values()) == {(4, 3)}
    coming = coming_round(stage.tournament)
    assert coming.is_unseen(second)
    assert not coming.is_unseen(first), "who waits for somebody else has not to do it again"
    assert not coming.is_unseen(third), "of whom nobody knows yet whom they meet"
    say(stage, second, "came")
    assert set(numbers(open_next(stage)).values()) == {(1, 2)}


def test_all_who_are_asked_are_checked_in_by_one_tap_for_their_matches():
    stage = semi_finals(SinglePlan(check_in=True))
    came = all_here(tournament_id=stage.tournament_id, by=by(stage), now=NOW)
    assert [one.number for one in came.entrants] == [1, 2], "who is out is asked no more"
    undo_all_here(DeskStep(step=came.step), tournament_id=stage.tournament_id, by=by(stage), now=NOW)
    assert "nothing_open" in codes(stage)


def test_a_director_has_who_does_not_check_in_lose_that_match_alone():
    stage = semi_finals()
    first, second, third, fourth = entrants(stage)
    listed = as_role(stage).get(reverse("tournament_entries", args=[stage.tournament_id])).content.decode()
    assert listed.count('value="forfeits"') == 4
    scorer = factories.make_member(stage.club, role="scorer")
    with pytest.raises(PermissionDenied):
        mark(EntrantMark(act="forfeits"), entrant_id=second.pk, by=scorer, now=NOW)
    for one in (first, third):
        say(stage, one, "came")
    say(stage, second, "forfeits")
    say(stage, fourth, "forfeits")
    say(stage, fourth, "not_here")
    opened = open_next(stage)
    (table,) = opened.tables.all()
    assert table.sitting is None, "nobody plays it"
    result = table.acts.get(kind="result")
    assert result.detail == {"winner": str(first.pk), "forfeit": True}
    second.refresh_from_db()
    assert second.state == "here", "they lose this match and no other"
    say(stage, fourth, "came")
    (table,) = open_next(stage).tables.all()
    wins(table, third)
    assert coming_round(stage.tournament).is_unseen(second), "of the next match they are asked again"
    with pytest.raises(Conflict) as conflict:
        say(stage, fourth, "forfeits")
    assert conflict.value.code == "no_match_waits"


def test_a_later_bracket_has_all_who_came_into_it_and_waits_for_those_who_do_not_check_in():
    stage = make_bracket(4, SinglePlan(check_in=True))
    Stage.objects.update(number=2)
    for line, one in enumerate(entrants(stage), 1):
        stage.entrants.create(club=stage.club, entrant=one, line=line)
    stage.refresh_from_db()
    for one in entrants(stage)[:3]:
        say(stage, one, "came")
    look = format_of(stage).next_round(stage)
    assert {"bracket_closes", "not_checked_in"} <= {one.code for one in look.obstacles}
    assert (look.may_draw, len(look.sizes)) == (True, 1)
    assert numbers(publish(stage)) == {"W1.2": (2, 3)}
    assert stage.entrants.count() == 4
