"""Entering, coming, leaving, waiting and being played for: each is an act, and none changes what was played."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import override_settings
from django.utils import timezone

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.notices.models import Notice
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.acting import asked
from scorekeeper.tournaments.entries.attending import all_here, come_in, mark, miss_round, substitute
from scorekeeper.tournaments.entries.reads import absences_of, entry_list, seeded
from scorekeeper.tournaments.entries.records import (
    ComingIn,
    EntrantChange,
    EntrantMark,
    Miss,
    PlaysFor,
    SeedOrder,
    SeedPlace,
    SignUp,
)
from scorekeeper.tournaments.entries.services import (
    EntryWanted,
    change_entrant,
    enter,
    enter_several,
    set_seed,
    set_seeds,
    sign_off,
    sign_up,
)
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, Stage, Tournament
from scorekeeper.tournaments.records import DeskActBody
from tests import factories
from tests.acting import problems_of
from tests.factories import NOW
from tests.factories.matches import make_pairs_cup, sides, wins
from tests.factories.tournaments import (
    come,
    enter_names,
    enter_players,
    entry,
    give_points,
    leave,
    make_cup,
    make_pairs,
    make_planned,
    make_teams,
    make_tournament,
    person,
    publish,
    saying,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def owner(club):
    return factories.owner_of(club)


def kinds(entrant):
    return list(DeskAct.objects.filter(entrant=entrant).order_by("at", "pk").values_list("kind", flat=True))


def marked(entrant, act, by, **more):
    return mark(EntrantMark(act=act, **more), entrant_id=entrant.pk, by=by, now=NOW)


def states(tournament):
    return dict(Entrant.objects.filter(tournament=tournament).values_list("number", "state"))


def running(tournament, published=True):
    """As if its first round had been published."""
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    Stage.objects.filter(tournament=tournament, number=1).update(state="running")
    if published:
        Round.objects.filter(stage__tournament=tournament).update(state="published", published_at=NOW)
    tournament.refresh_from_db()


def test_whoever_enters_gets_a_number_and_an_act(club, owner):
    made = make_planned(club)
    anna, ben = enter_names(made, "Anna", "Ben")
    assert (anna.number, ben.number, anna.state) == (1, 2, "entered")
    assert kinds(anna) == ["entered"]
    assert DeskAct.objects.get(entrant=anna).by == owner
    assert [line.name for line in entry_list(made).expected] == ["Anna", "Ben"]


def test_a_key_enters_once_and_for_one_tournament(club, owner):
    made, other = make_planned(club), make_planned(club)
    key, wanted = uuid4(), entry(Sitter(name="Anna"))
    first = enter(wanted, tournament_id=made.pk, by=owner, now=NOW, key=key)
    again = enter(wanted, tournament_id=made.pk, by=owner, now=NOW, key=key)
    assert (first.is_new, again.is_new, first.entrant) == (True, False, again.entrant)
    with pytest.raises(Conflict) as somebody_else:
        enter(entry(Sitter(name="Ben")), tournament_id=made.pk, by=owner, now=NOW, key=key)
    assert somebody_else.value.code == "key_used"
    act = DeskAct.objects.get(key=key)
    assert "asked" in act.detail
    with override_settings(SECRET_KEY="another installation"):
        assert asked(key, wanted) != act.detail, "nobody else can guess a name by it"
    assert not DeskActBody.of(DeskAct.objects.get(key=key)).detail, "the mark is nobody's business"
    with pytest.raises(Conflict) as conflict:
        enter(wanted, tournament_id=other.pk, by=owner, now=NOW, key=key)
    assert conflict.value.code == "key_used"


def test_nobody_is_entered_under_the_key_of_another_act(club, owner):
    stage = make_cup(club, people=4)
    key, whom, wanted = uuid4(), stage.tournament.entrants.all()[0], entry(Sitter(name="Zoe"))
    publish(stage)
    give_points(stage_id=stage.pk, entrant_id=whom.pk, points=-5, say=saying(club, key=key))
    with pytest.raises(Conflict) as conflict:
        enter(wanted, tournament_id=stage.tournament_id, by=owner, now=NOW, key=key)
    assert conflict.value.code == "key_used"


def test_nobody_enters_twice_under_any_of_their_lines(club, owner):
    made = make_pairs(club)
    anna = factories.make_player(club, "Anna")
    enter_players(made, [Sitter(anna.pk), Sitter(name="Ben")])
    with pytest.raises(Refused) as refused:
        enter_players(made, [Sitter(name="Carl"), Sitter(anna.pk)])
    assert problems_of(refused) == [("entered_already", "name")]
    assert made.entrants.count() == 1


@pytest.mark.both_engines("locks rows", "tournaments.acting")
@pytest.mark.parametrize(
    ("make", "who", "name", "problem"),
    [
        (make_planned, [""], "", ("name_missing", "who.0")),
        (make_planned, ["Anna", "Ben"], "", ("players_many", "who.1")),
        (make_pairs, ["Anna"], "", ("players_missing", "who.1")),
        (make_teams, ["Anna"], " ", ("team_unnamed", "name")),
        (make_teams, [], "Eagles", ("players_missing", "who.0")),
    ],
)
def test_an_entry_that_is_not_whole_says_what_is_missing(club, make, who, name, problem):
    made = make(club)
    with pytest.raises(Refused) as refused:
        enter_players(made, [Sitter(name=one) for one in who], name=name)
    assert problems_of(refused) == [problem]
    assert not made.entrants.exists()


def test_several_enter_together_or_not_at_all(club, owner):
    made = make_planned(club)
    several = [EntryWanted(who=[Sitter(name=name)]) for name in ("Anna", " ", "Ben")]
    with pytest.raises(Refused) as refused:
        enter_several(tournament_id=made.pk, by=owner, several=several, now=NOW)
    assert problems_of(refused) == [("name_missing", "1.who.0")]
    assert not made.entrants.exists()
    enter_several(tournament_id=made.pk, by=owner, several=[several[0], several[2]], now=NOW)
    assert states(made) == {1: "entered", 2: "entered"}


def test_who_comes_after_the_last_place_waits_and_moves_up_and_is_told(club, owner):
    made = make_planned(club, most=2, starts_at=timezone.now() + timedelta(days=3))
    anna, _ben = enter_names(made, "Anna", "Ben")
    member = factories.make_member(club)
    waits = enter_players(made, [Sitter(factories.player_of(member, club).pk)])
    last = enter_names(made, "Dora")[0]
    assert states(made) == {1: "entered", 2: "entered", 3: "waiting", 4: "waiting"}
    marked(anna, "cancelled", owner)
    assert states(made) == {1: "cancelled", 2: "entered", 3: "entered", 4: "waiting"}
    assert kinds(waits) == ["waits", "moved_up"]
    assert Notice.objects.get().user == member
    with pytest.raises(Conflict) as conflict:
        marked(last, "moved_up", owner)
    assert conflict.value.code == "no_room"


def test_who_has_waited_longest_moves_up_first_whatever_their_number(club, owner):
    made = make_planned(club, most=2)
    there, _ben, carl, dora, emil = enter_names(made, "Anna", "Ben", "Carl", "Dora", "Emil")
    for minute, waiting in enumerate((dora, emil, carl)):
        Entrant.objects.filter(pk=waiting.pk).update(entered_at=factories.at(minute))

    shown = [line.name for line in entry_list(made).waiting]
    moved = []
    for leaving in (there, dora, emil):
        marked(leaving, "cancelled", owner)
        moved += [line.name for line in entry_list(made).expected if line.name != "Ben"]

    assert shown == moved == ["Dora", "Emil", "Carl"]


def test_who_enters_again_waits_behind_those_who_have_waited_meanwhile(club, owner):
    made = make_planned(club, most=2)
    there, _ben, carl, dora = enter_names(made, "Anna", "Ben", "Carl", "Dora")
    marked(carl, "cancelled", owner)
    again = entry(Sitter(carl.players.get().player_id))
    enter(again, tournament_id=made.pk, by=owner, now=factories.at(1))

    marked(there, "cancelled", owner)

    assert states(made) == {1: "cancelled", 2: "entered", 3: "waiting", 4: "entered"}
    assert kinds(dora) == ["waits", "moved_up"]


def test_more_room_moves_people_up(club, owner):
    made = make_planned(club, most=2)
    enter_names(made, "Anna", "Ben", "Carl")
    from tests.tournaments.test_planning import change

    change(made, owner, most=3)
    assert states(made) == {1: "entered", 2: "entered", 3: "entered"}


def test_every_mis_tap_is_taken_back_by_another_tap(club, owner):
    made = make_planned(club)
    anna = enter_names(made, "Anna")[0]
    for act in ("came", "came", "not_here", "cancelled", "returned", "not_here", "waits", "moved_up", "came"):
        marked(anna, act, owner)
    assert kinds(anna) == [
        "entered", "came", "not_here", "cancelled", "returned", "waits", "moved_up", "came",
    ]  # fmt: skip
    assert states(made) == {1: "here"}


def test_who_comes_after_all_is_expected_until_somebody_has_seen_them(club, owner):
    anna = enter_names(make_planned(club), "Anna")[0]
    for _twice in range(2):
        marked(anna, "cancelled", owner)
        for _tapped_twice in range(2):
            assert marked(anna, "returned", owner).state == "entered"
    assert kinds(anna) == ["entered", *2 * ["cancelled", "returned"]]
    marked(anna, "cancelled", owner)
    assert marked(anna, "came", owner).state == "here"


@pytest.mark.parametrize(("format_", "after"), [("tables", "entered"), ("round_robin", "waiting")])
def test_nobody_moves_up_into_what_takes_nobody_new(club, owner, format_, after):
    made = make_planned(club, format_=format_, game="svoi_kozyri", most=3)
    anna, _ben, _carl, waits = enter_names(made, "Anna", "Ben", "Carl", "Dora")
    all_here(tournament_id=made.pk, by=owner, now=NOW)
    running(made)
    marked(anna, "withdrew", owner)
    waits.refresh_from_db()
    assert (waits.state, states(made)[1]) == (after, "withdrawn")


def test_everybody_is_checked_in_at_once_and_each_has_an_act(club, owner):
    made = make_planned(club, most=3)
    anna, ben, carl, waits = enter_names(made, "Anna", "Ben", "Carl", "Dora")
    marked(ben, "came", owner)
    with pytest.raises(PermissionDenied):
        all_here(tournament_id=made.pk, by=factories.make_member(club), now=NOW)
    for count in (2, 0):
        assert len(all_here(tournament_id=made.pk, by=owner, now=NOW).entrants) == count
    assert states(made) == {1: "here", 2: "here", 3: "here", 4: "waiting"}
    assert [kinds(one) for one in (anna, ben, carl)] == 3 * [["entered", "came"]]
    assert kinds(waits) == ["waits"]


def test_who_enters_at_the_desk_can_be_here_already(club, owner):
    made = make_planned(club, most=2)
    for name, state in (("Anna", "here"), ("Ben", "here"), ("Carl", "waiting")):
        wanted = entry(Sitter(name=name))
        assert (
            enter(wanted.model_copy(update={"here": True}), tournament_id=made.pk, by=owner, now=NOW).entrant.state
            == state
        )


def test_a_new_name_is_an_act_that_keeps_the_old_one(club, owner):
    team = enter_players(make_teams(club, size=2), [Sitter(name="Anna")], name="Eagles")
    for name, origin in (("Falcons", ""), ("Falcons", "Nord"), ("Falcons", "Nord")):
        change_entrant(EntrantChange(name=name, origin=origin, rating=None), entrant_id=team.pk, by=owner, now=NOW)
    acts = DeskAct.objects.filter(kind="changed").order_by("pk")
    assert [act.detail for act in acts] == [
        {"changed": {"name": ["Eagles", "Falcons"]}},
        {"changed": {"origin": ["", "Nord"]}},
    ]


@pytest.mark.parametrize(
    ("before", "act", "code"),
    [
        ((), "not_here", None),
        ((), "withdrew", "not_begun"),
        (("cancelled",), "not_here", "not_so"),
        (("cancelled",), "moved_up", "not_so"),
        (("came",), "waits", "not_so"),
    ],
)
def test_acts_that_do_not_go_together_with_how_they_stand(club, owner, before, act, code):
    anna = enter_names(make_planned(club), "Anna")[0]
    for one in before:
        marked(anna, one, owner)
    if code is None:
        assert marked(anna, act, owner).state == "entered"  # said already
        return
    with pytest.raises(Conflict) as conflict:
        marked(anna, act, owner)
    assert conflict.value.code == code


def test_what_was_played_stays_whoever_leaves(club, owner):
    made = make_tournament(club)
    running(made)
    anna = made.entrants.first()
    Entrant.objects.update(state="here")
    places = list(anna.places.values_list("pk", "seat"))
    for act in ("not_here", "cancelled"):
        with pytest.raises(Conflict) as conflict:
            marked(anna, act, owner)
        assert conflict.value.code == "has_played"
    marked(anna, "withdrew", owner, reason=" has to  catch a train ")
    assert states(made)[1] == "withdrawn"
    assert DeskAct.objects.get(kind="withdrew").reason == "has to catch a train"
    assert list(anna.places.values_list("pk", "seat")) == places
    marked(anna, "returned", owner)
    assert states(made)[1] == "here"


def test_late_entries_as_far_as_the_format_takes_them(club, owner):
    made = make_tournament(club)
    running(made)
    assert enter_names(made, "Late")[0].state == "entered"
    pairs = make_pairs(club)
    running(pairs)
    with pytest.raises(Conflict) as conflict:
        enter_players(pairs, [Sitter(name="Anna"), Sitter(name="Ben")])
    assert conflict.value.code == "entries_closed"
    swiss = make_pairs(club, format_="swiss")
    running(swiss)
    assert isinstance(swiss.stages.get().typed_plan, SwissPlan)
    assert enter_players(swiss, [Sitter(name="Carla"), Sitter(name="Dora")]).state == "entered"


def test_members_enter_by_themselves_with_whom_they_name(club):
    made = make_pairs(club)
    member = factories.make_member(club)
    one = sign_up(SignUp(others=(person(Sitter(name="Guest")),)), tournament_id=made.pk, by=member, now=NOW)
    again = sign_up(SignUp(others=(person(Sitter(name="Other")),)), tournament_id=made.pk, by=member, now=NOW)
    assert (one, one.players.count()) == (again, 2)
    for _twice in range(2):
        sign_off(tournament_id=made.pk, by=member, now=NOW)
    assert kinds(one) == ["entered", "cancelled"]
    guest = one.players.get(order=1).player
    back = sign_up(SignUp(others=(person(Sitter(guest.pk)),)), tournament_id=made.pk, by=member, now=NOW)
    assert (back, back.number, kinds(back)) == (one, 1, ["entered", "cancelled", "entered"])


def test_nobody_enters_by_themselves_where_the_desk_does_it_or_a_round_runs(club):
    member, stranger = factories.make_member(club), factories.make_user("Stranger")
    for made in (make_planned(club, signs_up=False), make_planned(club)):
        if made.signs_up:
            running(made)
        with pytest.raises(Conflict) as conflict:
            sign_up(SignUp(), tournament_id=made.pk, by=member, now=NOW)
        assert conflict.value.code == "sign_up_closed"
    with pytest.raises(PermissionDenied):
        sign_up(SignUp(), tournament_id=make_planned(club).pk, by=stranger, now=NOW)


def test_only_the_desk_marks_and_enters(club):
    made = make_planned(club)
    anna = enter_names(made, "Anna")[0]
    member, scorer = factories.make_member(club), factories.make_member(club, "scorer")
    with pytest.raises(PermissionDenied):
        marked(anna, "came", member)
    with pytest.raises(PermissionDenied):
        enter(entry(Sitter(name="Ben")), tournament_id=made.pk, by=member, now=NOW)
    assert marked(anna, "came", scorer).state == "here"


def test_the_door_lets_in_who_has_entered_and_nobody_else(club):
    made, other = make_planned(club, most=2), make_planned(club)
    anna, _ben, waits = enter_names(made, "Anna", "Ben", "Carl")
    stranger = enter_names(other, "Dora")[0]
    for _twice in range(2):
        assert come_in(ComingIn(entrant=anna.pk), tournament_id=made.pk, by=None, now=NOW).state == "here"
    assert kinds(anna) == ["entered", "came"]
    for one in (waits, stranger):
        with pytest.raises(Refused) as refused:
            come_in(ComingIn(entrant=one.pk), tournament_id=made.pk, by=None, now=NOW)
        assert problems_of(refused) == [("entrant_unknown", "entrant")]


def test_missing_a_round_and_playing_it_after_all(club, owner):
    made = make_tournament(club)
    anna, stage = made.entrants.first(), made.stages.get()

    def miss(number, *, misses=True):
        return miss_round(Miss(stage=stage.pk, round=number, misses=misses), entrant_id=anna.pk, by=owner, now=NOW)

    assert miss(2).detail == {"round": 2}
    assert miss(2) is None
    assert absences_of(anna) == {(stage.pk, 2): "absent"}
    miss(2, misses=False)
    assert absences_of(anna) == {(stage.pk, 2): "present"}
    assert miss(3, misses=False) is None
    running(made)
    with pytest.raises(Conflict) as conflict:
        miss(1)
    assert conflict.value.code == "round_published"


def test_a_substitute_plays_from_then_on_and_the_first_comes_back(club, owner):
    made = make_pairs(club)
    pair = enter_players(made, [Sitter(name="Anna"), Sitter(name="Ben")])
    ben = pair.players.get(order=1).player

    def play(who, out):
        return substitute(PlaysFor(who=person(who), instead_of=out), entrant_id=pair.pk, by=owner, now=NOW)

    cleo = play(Sitter(name="Cleo"), ben.pk).player
    assert [one.player.name for one in pair.players.filter(is_active=True)] == ["Anna", "Cleo"]
    with pytest.raises(Refused) as refused:
        play(Sitter(name="Dora"), ben.pk)
    assert problems_of(refused) == [("player_unknown", "instead_of")]
    play(Sitter(ben.pk), cleo.pk)
    assert [one.player.name for one in pair.players.filter(is_active=True)] == ["Anna", "Ben"]
    assert kinds(pair) == ["entered", "substitute", "substitute"]


def test_a_short_team_is_filled_up(club, owner):
    made = make_teams(club, size=2)
    team = enter_players(made, [Sitter(name="Anna")], name="Eagles")
    substitute(PlaysFor(who=person(Sitter(name="Ben"))), entrant_id=team.pk, by=owner, now=NOW)
    with pytest.raises(Refused) as refused:
        substitute(PlaysFor(who=person(Sitter(name="Cleo"))), entrant_id=team.pk, by=owner, now=NOW)
    assert problems_of(refused) == [("no_place", "instead_of")]


def test_seeds_are_by_rating_until_somebody_is_moved(club, owner):
    made = make_planned(club)
    anna, ben, carl = enter_names(made, "Anna", "Ben", "Carl")
    change_entrant(EntrantChange(name="", origin="Nord", rating=1500), entrant_id=carl.pk, by=owner, now=NOW)
    change_entrant(EntrantChange(name="", origin="", rating=1600), entrant_id=ben.pk, by=owner, now=NOW)
    assert seeded(made) == [ben, carl, anna]
    assert {line.name: line.seed for line in entry_list(made).expected} == {"Ben": 1, "Carl": 2, "Anna": 3}
    set_seed(SeedPlace(place=1), entrant_id=anna.pk, by=owner, now=NOW)
    assert seeded(made) == [anna, ben, carl]
    set_seeds(SeedOrder(order=(carl.pk,)), tournament_id=made.pk, by=owner, now=NOW)
    assert seeded(made) == [carl, anna, ben]
    late = enter_names(made, "Late")[0]
    assert [(line.name, line.seed) for line in entry_list(made).expected] == [
        ("Anna", 2), ("Ben", 3), ("Carl", 1), ("Late", 4),
    ]  # fmt: skip
    assert set_seeds(SeedOrder(order=()), tournament_id=made.pk, by=owner, now=NOW) == [ben, carl, anna, late]
    assert kinds(carl).count("seeded") == 4  # a rating, twice a place, and none


def test_seeds_that_cannot_be(club, owner):
    made = make_planned(club)
    anna = enter_names(made, "Anna")[0]
    for order in ([uuid4()], [anna.pk, anna.pk]):
        with pytest.raises(Refused):
            set_seeds(SeedOrder(order=tuple(order)), tournament_id=made.pk, by=owner, now=NOW)
    with pytest.raises(Refused):
        set_seed(SeedPlace(place=2), entrant_id=anna.pk, by=owner, now=NOW)
    with pytest.raises(Refused):
        EntrantChange.read({"rating": 10**7})
    running(made)
    with pytest.raises(Conflict) as conflict:
        set_seed(SeedPlace(place=1), entrant_id=anna.pk, by=owner, now=NOW)
    assert conflict.value.code == "seeds_drawn"


def test_nothing_is_done_at_the_desk_of_what_has_ended(club, owner):
    made = make_planned(club)
    anna = enter_names(made, "Anna")[0]
    Tournament.objects.update(state="ended", ended_at=NOW)
    with pytest.raises(Conflict) as conflict:
        marked(anna, "came", owner)
    assert conflict.value.code == "tournament_ended"
    with pytest.raises(Conflict):
        come_in(ComingIn(entrant=anna.pk), tournament_id=made.pk, by=None, now=NOW)


@pytest.mark.parametrize("plan", [SwissPlan(rounds=3), RoundRobinPlan(), DoublePlan()], ids=lambda plan: plan.kind)
def test_seeds_stay_as_they_were_drawn_when_somebody_leaves(plan):
    stage = make_pairs_cup(plan, 4)
    publish(stage)
    leave(stage.tournament.entrants.get(number=2))

    found = {line.entrant.number: line.seed for line in entry_list(stage.tournament).lines}

    assert found == {1: 1, 2: 2, 3: 3, 4: 4}


def test_who_comes_late_has_no_seed_until_they_are_drawn():
    stage = make_cup(people=4, plan=SwissPlan(rounds=3), game="svoi_kozyri")
    first = publish(stage)
    leave(stage.tournament.entrants.get(number=2))
    late = come(stage, "Late")
    Entrant.objects.filter(pk=late.pk).update(rating=2000)

    def seeds():
        return {line.entrant.number: line.seed for line in entry_list(stage.tournament).here}

    assert seeds() == {1: 1, 3: 3, 4: 4, 5: 0}
    for table in first.tables.all():
        wins(table, sides(table)[0])
    publish(stage)
    assert seeds() == {1: 1, 3: 3, 4: 4, 5: 5}
