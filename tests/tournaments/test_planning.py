"""A tournament is planned, changed and called off; its stages with it."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

import games
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.format import all_formats, format_named
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.next_round import Entering, entering
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.planning.reads import formats_for, plan_problems
from scorekeeper.tournaments.planning.records import PlanSeen, StageDetails, TournamentChange
from scorekeeper.tournaments.planning.services import (
    add_stage,
    call_off,
    change_stage,
    change_tournament,
    is_called_off,
    plan_again,
    plan_tournament,
    remove_stage,
)
from scorekeeper.tournaments.words import plan_words
from tests import factories
from tests.acting import problems_of
from tests.factories import NOW
from tests.factories.tournaments import a_plan, add_final, make_pairs, make_planned, make_teams, make_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def owner(club):
    return factories.owner_of(club)


def change(tournament, by, *, version=None, **more):
    asked = TournamentChange.read({"version": tournament.version if version is None else version, **more})
    return change_tournament(asked, tournament_id=tournament.pk, by=by, now=NOW)


@pytest.mark.parametrize(
    ("game", "of", "usual"),
    [
        ("skat", "players", "tables"),
        ("truco", "pairs", "double"),
        ("svoi_kozyri", "players", "round_robin"),
        ("tonk", "players", "tables"),
        ("palace_poker", "players", "tables"),
    ],
)
def test_each_game_has_a_usual_tournament_that_can_be_played(club, game, of, usual):
    assert format_named(usual).is_usual(games.game(game))
    made = make_planned(club, format_=usual, game=game, of=of)
    assert formats_for(entering(made))[0].name == usual
    assert made.stages.get().typed_plan == format_named(usual).usual_plan(entering(made))
    assert plan_problems(made.stages.get().typed_plan, entering(made)) == []


def test_the_formats_are_those_that_the_tables_can_hold(club):
    skat = entering(make_planned(club))
    pairs = entering(make_pairs(club))
    poker = entering(make_planned(club, game="palace_poker"))
    duel = entering(make_planned(club, game="svoi_kozyri", format_="round_robin"))

    def names(who):
        return [format_.name for format_ in formats_for(who)]

    of_matches = [format_.name for format_ in all_formats().values() if format_.is_of_matches]
    assert names(skat) == ["tables"]
    assert names(pairs) == ["double", *(name for name in of_matches if name != "double")]
    assert set(names(poker)) == {"tables", "knockout"}
    assert set(names(duel)) == set(all_formats())
    assert format_named("knockout").usual_plan(poker) == KnockoutPlan(seats=9)
    assert format_named("knockout").usual_plan(duel) == KnockoutPlan(seats=4)


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        (SwissPlan(), ("format_unsuited", "plan.kind")),
        (KnockoutPlan(), ("format_unsuited", "plan.kind")),
        (TablesPlan(size=5), ("size_unknown", "plan.size")),
        (TablesPlan(style="team"), ("style_unsuited", "plan.style")),
    ],
)
def test_what_the_tables_of_skat_cannot_hold_is_refused(club, owner, plan, problem):
    with pytest.raises(Refused) as refused:
        plan_tournament(a_plan(plan=plan), club=club, by=owner, now=NOW)
    assert problems_of(refused) == [problem]
    assert not Tournament.objects.exists()


def test_pairs_and_teams_have_the_tables_that_suit_them(club):
    pairs, teams = entering(make_pairs(club)), entering(make_teams(club))
    poker = entering(make_planned(club, game="palace_poker"))

    def refused(plan, who):
        return [problem.code for problem in plan_problems(plan, who)]

    assert refused(TablesPlan(), pairs) == refused(KnockoutPlan(), pairs) == ["format_unsuited"]
    assert refused(TablesPlan(style="mix"), teams) == ["style_unsuited"]
    assert refused(TablesPlan(style="team"), teams) == []
    assert refused(SinglePlan(), teams) == ["format_unsuited"]
    assert refused(KnockoutPlan(seats=12), poker) == ["seats_unknown"]
    assert refused(SwissPlan(ties=("PTS", "HAIR")), pairs) == ["tie_unknown"]
    assert refused(RoundRobinPlan(ties=("PTS", "BH")), pairs) == ["tie_unsuited"]
    assert refused(SwissPlan(ties=("SB", "DE", "SB")), pairs) == ["tie_twice"]
    assert refused(KnockoutPlan(seats=4, breaks=(2, 3, 2)), poker) == ["break_twice"]
    svoi = entering(make_planned(club, game="svoi_kozyri"))
    assert refused(SwissPlan(ties=("SETS",)), svoi) == ["tie_unsuited"]
    assert refused(SwissPlan(ties=("point_difference", "FOR")), svoi) == []
    three = Entering(pairs.game, pairs.rules, "teams", 3)
    assert refused(DoublePlan(), three) == []


def test_it_is_planned_by_directors_and_told_in_the_journal(club, owner):
    scorer = factories.make_member(club, "scorer")
    with pytest.raises(PermissionDenied):
        plan_tournament(a_plan(), club=club, by=scorer, now=NOW)
    made = make_planned(club, venue=" Saal 2 ", note="Bring  cards", most=16)

    assert (made.name, made.venue, made.note, made.most, made.team_size) == ("Cup", "Saal 2", "Bring cards", 16, 1)
    entry = Entry.objects.get(thing=made.pk)
    assert (entry.kind, entry.by_user) == (Kind.TOURNAMENT_PLANNED, owner)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"name": " "}, ("name_missing", "name")),
        ({"starts_at": NOW.replace(year=2099)}, ("day_far", "starts_at")),
        ({"of": "crowds"}, ("of_unknown", "of")),
        ({"of": "teams", "team_size": 13}, ("team_size_unknown", "team_size")),
        ({"most": 1}, ("most_out_of_range", "most")),
        ({"note": "x" * 501}, ("note_too_long", "note")),
        ({"rules": {"bock": 7}}, ("bock_not_boolean", "rules")),
        ({"game": "skat", "house_version": uuid4()}, ("house_rules_unknown", "rules")),
    ],
)
def test_what_cannot_be_planned_is_refused_at_its_field(club, owner, more, problem):
    with pytest.raises(Refused) as refused:
        plan_tournament(a_plan(**more), club=club, by=owner, now=NOW)
    assert problem in problems_of(refused)


def test_a_plan_is_changed_by_who_has_seen_it(club, owner):
    made = make_planned(club)
    changed = change(made, owner, name="Cup of the year")
    assert (changed.name, changed.version) == ("Cup of the year", 2)
    with pytest.raises(Conflict) as conflict:
        change(made, owner, version=1, name="Mine")
    assert conflict.value.code == "changed_meanwhile"
    assert Tournament.objects.get().name == "Cup of the year"


def test_the_game_and_what_others_have_built_on_stay(club, owner):
    made = make_tournament(club)
    with pytest.raises(Refused) as refused:
        change(made, owner, game="truco")
    assert problems_of(refused) == [("field_unknown", "game")]
    with pytest.raises(Refused) as refused:
        change(made, owner, of="teams", team_size=4)
    assert problems_of(refused) == [("entrants_stay", "of")]
    Tournament.objects.update(state="running")
    with pytest.raises(Refused) as refused:
        change(made, owner, rules={**made.rules, "bock": not made.rules["bock"]})
    assert problems_of(refused) == [("rules_stay", "rules")]
    assert change(made, owner, rules=made.rules, name="Other").name == "Other"


def test_who_enters_changes_only_to_what_the_stages_can_hold(club, owner):
    made = make_planned(club)
    with pytest.raises(Refused) as refused:
        change(made, owner, of="teams", team_size=4)
    assert problems_of(refused) == [("stage_unsuited", "of")]
    stage = made.stages.get()
    Stage.objects.filter(pk=stage.pk).update(plan={**stage.plan, "style": "manual"})
    assert change(made, owner, of="teams", team_size=4).team_size == 4


def test_it_is_called_off_once_and_takes_place_after_all(club, owner):
    made = make_planned(club)
    for _twice in range(2):
        off = call_off(tournament_id=made.pk, by=owner, now=NOW)
    assert off.is_ended
    assert is_called_off(off)
    with pytest.raises(Conflict) as conflict:
        change(off, owner)
    assert conflict.value.code == "tournament_ended"
    for _twice in range(2):
        again = plan_again(tournament_id=made.pk, by=owner, now=NOW)
    assert (again.state, again.ended_at) == ("planned", None)
    kinds = list(Entry.objects.filter(thing=made.pk).order_by("pk").values_list("kind", flat=True))
    assert kinds == [Kind.TOURNAMENT_PLANNED, Kind.TOURNAMENT_CALLED_OFF, Kind.TOURNAMENT_PLANNED]


def test_what_runs_is_not_called_off_and_what_was_played_not_planned_again(club, owner):
    made = make_tournament(club)
    Tournament.objects.update(state="running")
    with pytest.raises(Conflict) as conflict:
        call_off(tournament_id=made.pk, by=owner, now=NOW)
    assert conflict.value.code == "tournament_running"
    Tournament.objects.update(state="ended", ended_at=NOW)
    Stage.objects.update(state="ended")
    with pytest.raises(Conflict) as conflict:
        plan_again(tournament_id=made.pk, by=owner, now=NOW)
    assert conflict.value.code == "tournament_played"


def test_stages_follow_each_other_and_close_the_gap(club, owner):
    made = make_planned(club)
    middle, last = add_final(made, "Middle"), add_final(made, "Last")
    version = Tournament.objects.get().version
    remove_stage(PlanSeen(version=version), stage_id=middle.pk, by=owner, now=NOW)

    assert list(made.stages.values_list("number", "name")) == [(1, ""), (2, "Last")]
    details = StageDetails(name="Final table", plan=TablesPlan(rounds=1, takes=Taken(best=4)), version=version + 1)
    change_stage(details, stage_id=last.pk, by=owner, now=NOW)
    last.refresh_from_db()
    assert (last.name, last.typed_plan.takes.best) == ("Final table", 4)
    with pytest.raises(Conflict):
        change_stage(details, stage_id=last.pk, by=owner, now=NOW)


def test_a_stage_that_is_drawn_and_the_only_one_stay(club, owner):
    made = make_tournament(club)
    stage = made.stages.get()
    details = StageDetails(plan=TablesPlan(), version=made.version)
    with pytest.raises(Conflict) as conflict:
        change_stage(details, stage_id=stage.pk, by=owner, now=NOW)
    assert conflict.value.code == "stage_begun"
    with pytest.raises(Conflict) as conflict:
        remove_stage(PlanSeen(version=made.version), stage_id=stage.pk, by=owner, now=NOW)
    assert conflict.value.code == "stage_begun"
    other = make_planned(club)
    with pytest.raises(Conflict) as conflict:
        remove_stage(PlanSeen(version=1), stage_id=other.stages.get().pk, by=owner, now=NOW)
    assert conflict.value.code == "last_stage"


def test_there_are_so_many_stages_at_most(club, owner):
    made = make_planned(club)
    for _each in range(7):
        add_final(made)
    with pytest.raises(Refused) as refused:
        add_final(made)
    assert problems_of(refused) == [("stages_full", "")]


def test_only_directors_touch_stages(club):
    made = make_planned(club)
    scorer = factories.make_member(club, "scorer")
    details = StageDetails(plan=TablesPlan(), version=made.version)
    with pytest.raises(PermissionDenied):
        add_stage(details, tournament_id=made.pk, by=scorer, now=NOW)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (TablesPlan(rounds=1), "1 round at tables of 4. Meet as many others as possible."),
        (SwissPlan(rounds=5, bye=1), "A win counts 1, a draw ½, a defeat 0. A round without an opponent counts ½."),
        (SwissPlan(win=6, draw=2, loss=1), "A win counts 3, a draw 1, a defeat ½."),
        (RoundRobinPlan(groups=3, legs=2), "Everybody plays everybody twice. In 3 groups."),
        (SinglePlan(third_place=True), "The loser is out. The losers of the semi-finals play for third place."),
        (DoublePlan(), "If the player from the lower bracket wins the final, a second final decides."),
        (KnockoutPlan(seats=6), "Tables of at most 6, broken as people go out."),
        (KnockoutPlan(breaks=(3, 1)), "Broken first, in this order: tables 3, 1; then the smallest."),
        (SwissPlan(win=6), "A round without an opponent counts 3."),
    ],
)
def test_a_plan_is_told_in_plain_words(plan, said):
    assert said in " ".join(plan_words(plan))


def test_a_plan_of_matches_tells_who_is_told_apart_how():
    truco, svoi = games.game("truco"), games.game("svoi_kozyri")
    usual = "Tie-breaks: direct encounter, set difference, point difference, points for."
    assert usual in plan_words(SwissPlan(), 1, truco)
    assert "Tie-breaks: direct encounter, Sonneborn-Berger, wins." in plan_words(RoundRobinPlan(), 1, svoi)
    assert "Players level on points share the place." in plan_words(SwissPlan(ties=("PTS",)), 1, svoi)


def test_later_stages_tell_who_goes_on():
    assert plan_words(SinglePlan(takes=Taken(best=2)), 2)[-1] == "The best 2 of the previous stage go on."
    assert plan_words(SinglePlan(), 2)[-1] == "Everybody from the previous stage goes on."
