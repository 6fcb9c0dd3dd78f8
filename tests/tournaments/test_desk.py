"""The director's desk: a tournament on one screen, its next step as one button, and what waits for the director."""

import re
from cProfile import Profile
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs.models import Player, Role
from scorekeeper.notices.models import Notice
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.tournaments.clock.reads import open_calls
from scorekeeper.tournaments.clock.services import CallWords, ClockLength, call_director, set_clock
from scorekeeper.tournaments.desk.reads import (
    course_of,
    rounds_of,
    rounds_planned,
    stage_on,
    stages_in_order,
    stamps_of,
    standing_of,
)
from scorekeeper.tournaments.desk.steps import needs_of, next_step
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant, Round, RoundTable, Stage, Tournament
from tests import factories
from tests.acting import as_role, text
from tests.factories import NOW
from tests.factories.knockouts import make_knockout
from tests.factories.matches import make_bracket, make_duels, next_round, won
from tests.factories.tournaments import (
    add_final,
    come,
    fill_stage,
    leave,
    make_cup,
    official,
    publish,
    sheet,
    write_points,
)
from tests.tournaments.test_entries_in_place import with_fees

pytestmark = pytest.mark.django_db
WHO_ASKS, MOST_STATEMENTS = 4, 12  # the session, the person, the tournament, the role; of the desk itself
MOST_CALLS, MOST_CALLS_FIRST = 800, 11_000  # of one table of four
LATER = NOW + timedelta(minutes=14)


def desk(stage: Stage, role: str = Role.OWNER) -> str:
    return text(as_role(stage, role).get(reverse("tournament_desk", args=[stage.tournament_id])))


def step_of(stage: Stage, *, may_plan: bool = True) -> Any:
    stages = stages_in_order(Tournament.objects.get(pk=stage.tournament_id))
    on = next((found for each in stages if each.state != "ended" and (found := rounds_of(each, NOW, "stamp"))), None)
    stage_now = stage_on(stages)
    planned = rounds_planned(stage_now, stamps_of(stage.tournament)) if stage_now else 0
    return next_step(stages[0].tournament, stages, on, planned, may_plan=may_plan)


def write_all(one: Round, points: int = 0) -> None:
    for table in one.tables.all():
        write_points(table, {place.entrant: points for place in table.places.all()})


def one_hand(table: RoundTable) -> Sitting:
    factories.record(sheet(table), factories.played(1))
    return sheet(table)


def take(stage: Stage, step: Any, role: str = Role.OWNER) -> Any:
    return as_role(stage, role).post(reverse("stage_step", args=[stage.pk]), {"do": step.does})


# --- who is led where


def test_the_tournament_leads_directors_to_the_desk_players_to_their_table_and_others_to_the_plan() -> None:
    stage = make_cup(people=8)
    publish(stage)
    enter = reverse("tournament_enter", args=[stage.tournament_id])
    member = as_role(stage, Role.MEMBER)
    at = {
        name: reverse(name, args=[stage.tournament_id])
        for name in ("tournament_desk", "tournament_mine", "tournament_detail")
    }
    assert as_role(stage, Role.SCORER).get(enter)["Location"] == at["tournament_desk"]
    assert member.get(enter)["Location"] == at["tournament_detail"]
    assert member.get(at["tournament_desk"]).status_code == 403
    own = Player.objects.get(club=stage.club, user=member.session["_auth_user_id"])
    stage.tournament.entrants.all()[0].players.update(player=own)
    assert member.get(enter)["Location"] == at["tournament_mine"]
    assert "My table" in text(member.get(at["tournament_detail"]))


def test_the_desk_of_what_has_ended_is_its_overview() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    write_all(publish(stage))
    client = as_role(stage)
    assert client.post(reverse("stage_end", args=[stage.pk])).status_code == 302
    answer = client.get(reverse("tournament_desk", args=[stage.tournament_id]))
    assert answer["Location"] == reverse("tournament_detail", args=[stage.tournament_id])


# --- the steps


def test_each_step_is_one_button_that_says_what_it_waits_for() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    step = step_of(stage)
    assert (step.words, step.is_ready, step.sentences) == ("Draw round 1", True, ("8 players: 2 tables of 4.",))
    assert take(stage, step)["Location"] == reverse("stage_draw", args=[stage.pk])
    step = step_of(stage)
    assert (step.words, step.address) == ("Open round 1", reverse("stage_draw", args=[stage.pk]))
    one = publish(stage, stage.rounds.get())
    step = step_of(stage)
    assert (step.words, step.is_ready) == ("Draw round 2", False)
    assert step.sentences == ("Possible when tables 1 and 2 are official.",)
    write_all(one)
    step = step_of(stage)
    assert step.words == "Make round 1 official and draw round 2"
    assert take(stage, step)["Location"] == reverse("stage_draw", args=[stage.pk])
    assert [each.state for each in stage.rounds.order_by("number")] == ["official", "draft"]
    write_all(publish(stage, stage.rounds.get(number=2)))
    step = step_of(stage)
    assert (step.words, step.address) == (
        "Make the last round official and end the tournament",
        reverse("stage_end", args=[stage.pk]),
    )
    page = text(as_role(stage).get(step.address))
    assert "Round 2 becomes official." in page
    assert "The first places" in page
    assert as_role(stage).post(step.address)["Location"] == reverse("tournament_detail", args=[stage.tournament_id])
    assert Tournament.objects.get(pk=stage.tournament_id).is_ended


def test_a_scorer_is_told_that_a_director_makes_it_official() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    write_all(publish(stage))
    step = step_of(stage, may_plan=False)
    assert not step.is_ready
    assert step.sentences == ("All results are in. A director makes round 1 official first.",)
    answer = as_role(stage, Role.SCORER).post(reverse("stage_step", args=[stage.pk]), {"do": "official"})
    assert answer.status_code == 403
    assert stage.rounds.get().state == Round.State.PUBLISHED


def test_a_round_is_official_also_where_the_next_draw_is_refused_and_the_desk_says_why() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    write_all(publish(stage))
    for entrant in stage.tournament.entrants.all()[:3]:
        leave(entrant)
    page = text(take(stage, step_of(stage)), 422)
    assert "Present: 1. A table needs at least 3" in page
    assert stage.rounds.get().state == Round.State.OFFICIAL


def test_nothing_is_made_official_while_a_result_is_missing() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    write_points(one.tables.all()[0], {place.entrant: 1 for place in one.tables.all()[0].places.all()})
    page = text(as_role(stage).post(reverse("stage_step", args=[stage.pk]), {"do": "official"}), 422)
    assert "These tables have no final result yet: 2." in page
    assert stage.rounds.get().state == Round.State.PUBLISHED


def test_an_unknown_step_is_no_page() -> None:
    stage = make_cup(people=4)
    assert as_role(stage).post(reverse("stage_step", args=[stage.pk]), {"do": "all"}).status_code == 404


def test_a_bracket_goes_on_with_one_button_to_its_end() -> None:
    stage = make_bracket(5)
    steps = [step_of(stage).words]
    assert take(stage, step_of(stage))["Location"] == reverse("stage_draw", args=[stage.pk])
    publish(stage, stage.rounds.get())
    for _wave in range(20):
        for table in [each for one in stage.rounds.all() for each in one.tables.all() if not each.acts.exists()]:
            won(table)
        step = step_of(stage)
        steps.append(step.words)
        if step.address:
            break
        assert take(stage, step)["Location"] == reverse("tournament_desk", args=[stage.tournament_id])
    rounds = stage.rounds.count()
    assert steps[0] == "Draw round 1"
    assert set(steps[1:-1]) <= {"Open the next match", "Open the next 2 matches", "Open the next 3 matches"}
    assert steps[-1] == f"Make all {rounds} rounds official and end the tournament"
    assert as_role(stage).post(step.address).status_code == 302
    assert Tournament.objects.get(pk=stage.tournament_id).is_ended
    assert not stage.rounds.exclude(state=Round.State.OFFICIAL).exists()


def test_a_bracket_waits_for_the_matches_that_are_on() -> None:
    stage = make_bracket(4)
    publish(stage)
    step = step_of(stage)
    assert (step.words, step.is_ready) == ("End the tournament", False)
    assert step.sentences == ("Possible when tables 1 and 2 are official.",)


def previewed(stage: Stage, role: str = Role.OWNER) -> str:
    page = text(as_role(stage, role).get(reverse("stage_step", args=[stage.pk])))
    return " ".join(re.sub(r"<[^>]+>", " ", page.split('id="step-does"')[1].split("To the desk")[0]).split())


def test_each_button_says_first_all_that_it_does() -> None:
    stage = make_cup(people=9, plan=TablesPlan(rounds=2))
    late = come(stage, "Zoe Late")
    Entrant.objects.filter(pk=late.pk).update(state=Entrant.State.ENTERED)
    shown = previewed(stage)
    assert "Round 1 is drawn" in shown
    assert "9 players: 3 tables of 3." in shown
    assert "Meet as many others as possible." in shown
    assert "1 has entered but is not checked in and gets no seat: Zoe Late" in shown
    assert "Until you open the round" in shown
    assert "official" not in shown
    assert not stage.rounds.exists(), "reading does nothing"
    one = publish(stage)
    assert "Possible when tables 1, 2 and 3 are official." in previewed(stage)
    for number, table in enumerate(one.tables.all()):
        write_points(table, {place.entrant: 10 * number + place.seat for place in table.places.all()})
    best = one.places.get(table__number=3, seat=2).entrant.players.get().player.name
    shown = previewed(stage)
    assert "Round 1 becomes official" in shown
    assert best in shown.split("Round 2 is drawn")[0]
    assert "An official round stays official." in shown
    assert "Make round 1 official and draw round 2" in shown
    assert stage.rounds.get().state == Round.State.PUBLISHED
    assert "The desk" not in previewed(stage, Role.SCORER)
    assert as_role(stage, Role.MEMBER).get(reverse("stage_step", args=[stage.pk])).status_code == 403


def test_a_preview_says_that_the_round_becomes_official_though_nobody_can_be_drawn() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    write_all(publish(stage))
    for entrant in stage.tournament.entrants.all()[:3]:
        leave(entrant)
    shown = previewed(stage)
    assert "stops the draw" in shown
    assert "becomes official anyway" in shown


def test_the_matches_of_a_bracket_are_named_before_they_are_opened() -> None:
    stage = make_bracket(4)
    next_round(stage)
    shown = previewed(stage)
    assert "2 matches are opened Pair 01 – Pair 02 Pair 04 – Pair 03" in shown
    assert "The sheets of these matches open at once" in shown


def test_a_stage_leads_on_to_the_next_one() -> None:
    stage = make_cup(people=8, plan=TablesPlan(rounds=1))
    final = add_final(stage.tournament)
    final.plan = {**final.plan, "takes": {"best": 4}}
    final.save(update_fields=["plan"])
    one = publish(stage)
    for number, table in enumerate(one.tables.all()):
        write_points(table, {place.entrant: 10 * number + place.seat for place in table.places.all()})
    step = step_of(stage)
    assert (step.words, step.address) == ("End this stage", reverse("stage_end", args=[stage.pk]))
    desk_of_it = reverse("tournament_desk", args=[stage.tournament_id])
    assert as_role(stage).post(step.address)["Location"] == desk_of_it
    assert step_of(stage).words == "Draw round 1"


def test_a_knock_out_waits_until_one_is_left() -> None:
    stage = make_knockout(12, 6).stage
    step = step_of(stage)
    assert (step.words, step.is_ready) == ("End the tournament", False)
    assert "Needs you" in desk(stage)


# --- the tables


def at_desk(stage: Stage, now: Any = NOW) -> Any:
    found = rounds_of(stages_in_order(stage.tournament)[0], now, stamps_of(stage.tournament).entries)
    assert found
    return found


def test_a_table_is_one_row_with_its_seats_hands_and_state() -> None:
    stage = make_cup(people=7)
    one = publish(stage)
    four, three = one.tables.all()
    one_hand(four)
    tables = at_desk(stage).tables
    assert [(table.number, len(table.seats), table.cells[-1] == "") for table in tables] == [
        (1, 4, False),
        (2, 3, True),
    ]
    assert [(table.progress.played, table.progress.length) for table in tables] == [(1, 48), (0, 36)]
    assert [table.state for table in tables] == ["playing", "playing"]
    write_points(three, {place.entrant: 0 for place in three.places.all()})
    page = desk(stage)
    assert "entered at the desk" in page
    assert "1 of 2 tables official" in page


def test_a_table_without_news_is_quiet_and_waits_for_the_director() -> None:
    stage = make_cup(people=4)
    one = publish(stage)
    Sitting.objects.update(opened_at=NOW)
    (table,) = at_desk(stage, LATER).tables
    assert (table.state, table.note) == ("quiet", "no hand for 14 min")
    one_hand(one.tables.get())
    (table,) = at_desk(stage, Hand.objects.get().at + timedelta(minutes=9)).tables
    assert table.state == "playing"


def test_the_state_says_who_has_not_signed_and_one_tap_reminds_them() -> None:
    stage = make_cup(people=4)
    one = publish(stage)
    sitting = one_hand(one.tables.get())
    Sitting.objects.filter(pk=sitting.pk).update(is_over=True)
    (table,) = at_desk(stage).tables
    assert (table.state, table.words, table.note) == ("unsigned", "all hands in", "signed by 0 of 4")
    (need,) = needs(stage)
    assert need.title == "Table 1 is not signed"
    client = as_role(stage)
    answer = client.post(need.address, {need.posts: need.value})
    assert answer["Location"] == reverse("tournament_desk", args=[stage.tournament_id])
    assert "Nobody is left to remind" in text(client.get(answer["Location"]))
    seat = sitting.seats.all()[0]
    user = factories.make_member(stage.club)
    Player.objects.filter(user=user).update(user=None)
    seat.player.user = user
    seat.player.save(update_fields=["user"])
    client.post(need.address, {need.posts: need.value})
    assert Notice.objects.get(user=user).thing == sitting.pk
    page = text(client.get(answer["Location"]))
    assert "A reminder goes to 1 person." in page
    for fresh in (page, desk(stage, Role.SCORER)):
        assert re.search(r"Reminded at \d\d:\d\d\.", fresh), "another one who comes to the desk sees it"
        assert re.search(r"signed by 0 of 4, reminded at \d\d:\d\d", fresh)
    Sitting.objects.filter(pk=sitting.pk).update(reopenings=1)
    assert "Reminded at" not in desk(stage), "it was opened again since"


def needs(stage: Stage, now: Any = NOW, *, may_plan: bool = True) -> list[Any]:
    stages = stages_in_order(stage.tournament)
    on = rounds_of(stages[0], now, stamps_of(stage.tournament).entries)
    return needs_of(stage.tournament, stage, on, open_calls(stage.tournament), "stamp", may_plan=may_plan)


def test_calls_come_first_and_are_answered_from_the_desk() -> None:
    stage = make_cup(people=4)
    one = publish(stage)
    owner = factories.owner_of(stage.club)
    call_director(CallWords(words="a card is missing"), table_id=one.tables.get().pk, by=owner, now=NOW)
    first = needs(stage)[0]
    assert first.title == "Table 1 calls the director"
    assert first.text.startswith("a card is missing, since")
    answer = as_role(stage).post(first.address, {first.posts: first.value})
    assert answer["Location"] == reverse("tournament_desk", args=[stage.tournament_id])
    assert all(need.word != "I am here" for need in needs(stage))


def test_who_left_a_table_is_named_and_many_quiet_tables_are_one_line() -> None:
    stage = make_cup(people=20)
    publish(stage)
    Sitting.objects.update(opened_at=NOW - timedelta(hours=1))
    leave(stage.tournament.entrants.all()[0])
    titles = [need.title for need in needs(stage)]
    assert any("has left table" in title for title in titles)
    assert "5 tables are quiet" in titles


def test_names_that_look_like_one_person_are_compared() -> None:
    stage = make_cup(people=3)
    come(stage, "Jürgen Kowalski")
    factories.make_player(stage.club, "Juergen Kowalski")
    (need,) = needs(stage)
    assert "may be" in need.title
    assert as_role(stage).get(need.address).status_code == 200


def test_who_owes_the_entry_is_named_until_it_is_ticked_off() -> None:
    stage = make_cup(people=3)
    with_fees(stage)
    (need,) = needs(stage)
    assert need.title == "3 have not paid"
    assert needs(stage, may_plan=False) == []
    entries = reverse("entrants_paid", args=[stage.tournament_id])
    assert as_role(stage).post(entries).status_code == 302
    assert needs(stage) == []


# --- the course


def test_the_course_names_each_round_and_shortens_many() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=3))
    one = publish(stage)
    write_all(one)
    official(one)
    publish(stage)
    stages = stages_in_order(stage.tournament)
    course = course_of(stages, rounds_of(stages[0], NOW, "stamp"), 3, has_prizes=True)
    assert [(step.title, step.state) for step in course] == [
        ("Round 1", "done"),
        ("Round 2", "now"),
        ("Round 3", "to_come"),
        ("Prizes", "to_come"),
    ]
    assert course[1].note == "0 of 1 table official"
    long = make_cup(people=4, plan=TablesPlan(rounds=12))
    publish(long)
    stages = stages_in_order(long.tournament)
    titles = [step.title for step in course_of(stages, rounds_of(stages[0], NOW, "stamp"), 12, has_prizes=False)]
    assert titles == ["Round 1", "Round 2", "Rounds 3–12"]


# --- how much is read


def statements(stage: Stage, people: int) -> int:
    fill_stage(stage, people)
    publish(stage)
    client, address = as_role(stage), reverse("tournament_desk", args=[stage.tournament_id])
    assert client.get(address).status_code == 200
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    return len(found)


def test_a_desk_of_many_tables_is_read_by_as_many_statements_as_one_of_few() -> None:
    of_tables = [make_cup(people=0, plan=TablesPlan(rounds=2)) for _each in range(2)]
    assert statements(of_tables[0], 60) == statements(of_tables[1], 8) <= WHO_ASKS + MOST_STATEMENTS
    swiss = [make_cup(people=0, plan=SwissPlan(), game="svoi_kozyri") for _each in range(2)]
    assert statements(swiss[0], 60) == statements(swiss[1], 6) <= WHO_ASKS + MOST_STATEMENTS + 1


def calls(act: Any) -> int:
    profile = Profile()
    profile.runcall(act)
    return sum(entry.callcount for entry in profile.getstats())


def work_of(tables: int) -> tuple[int, int]:
    """How many functions of Python the desk of so many tables of four calls for what it shows, when it is read again
    and the first time."""
    stage = make_cup(people=0, plan=TablesPlan(rounds=2, style="random"))
    fill_stage(stage, 4 * tables)
    publish(stage)

    def read() -> None:
        stages = stages_in_order(stage.tournament)
        on = rounds_of(stages[0], NOW, "stamp")
        needs_of(stage.tournament, stages[0], on, (), "stamp", may_plan=True)
        standing_of(stages, "stamp")

    read()
    again = calls(read)
    cache.clear()
    return again, calls(read)


def test_a_table_more_is_little_work() -> None:
    few, many = work_of(6), work_of(18)
    again, first = ((most - least) / 12 for least, most in zip(few, many, strict=True))
    assert again < MOST_CALLS
    assert first < MOST_CALLS_FIRST


def test_the_desk_asks_again_and_hears_nothing_while_nothing_is_new() -> None:
    stage = make_cup(people=4)
    one = publish(stage)
    client = as_role(stage)
    address = client.get(reverse("tournament_desk", args=[stage.tournament_id])).context["asks_at"]
    assert client.get(address, headers={"HX-Request": "true"}).status_code == 204
    one_hand(one.tables.get())
    assert client.get(address, headers={"HX-Request": "true"}).status_code == 200


def test_time_is_added_from_the_desk() -> None:
    stage = make_cup(people=4)
    publish(stage)
    set_clock(ClockLength(seconds=600), tournament_id=stage.tournament_id, by=factories.owner_of(stage.club))
    answer = as_role(stage).post(reverse("tournament_room", args=[stage.tournament_id]), {"do": "five", "page": "desk"})
    assert answer["Location"] == reverse("tournament_desk", args=[stage.tournament_id])
    assert "15:00" in desk(stage)


def test_a_drawn_match_says_its_result_in_the_row() -> None:
    stage = make_duels(SwissPlan(), 4)
    one = publish(stage)
    won(one.tables.all()[0])
    first = at_desk(stage).tables[0]
    assert first.score in {"1 : 0", "0 : 1"}


def test_a_penalty_that_was_given_from_the_desk_leads_back_to_it() -> None:
    stage = make_cup(people=4)
    publish(stage)
    client = as_role(stage)
    found = re.search(r'href="([^"]*/points/[^"]*)"', desk(stage))
    assert found
    one = stage.tournament.entrants.get(number=1)
    sent = {"entrant": str(one.pk), "points": "-20", "reason": "phone", "key": str(uuid4())}
    assert client.post(found[1], sent)["Location"] == reverse("tournament_desk", args=[stage.tournament_id])
    elsewhere = reverse("stage_points", args=[stage.pk])
    assert client.post(elsewhere, {**sent, "key": str(uuid4())})["Location"] == reverse(
        "stage_standing", args=[stage.pk]
    )


def test_many_names_that_may_be_one_person_are_one_line() -> None:
    stage = make_cup(people=4)
    for each in stage.tournament.entrants.all():
        name = each.players.get().player.name
        factories.make_player(stage.club, f"{name}x")
    assert re.findall(r"<b>([^<]*name[^<]*)</b>", desk(stage)) == [
        "4 names are very similar to another name in the club"
    ]


@pytest.mark.parametrize(("minutes", "said"), [(119, "119 min"), (125, "2 h"), (3000, "2 days")])
def test_a_long_silence_is_not_counted_in_minutes(minutes: int, said: str) -> None:
    stage = make_cup(people=4)
    publish(stage)
    stages = stages_in_order(stage.tournament)
    on = rounds_of(stages[0], NOW + timedelta(minutes=minutes), "stamp")
    assert on
    assert on.tables[0].note == f"no hand for {said}"


def test_the_step_on_the_page_of_results_leads_to_the_other_rounds_alone() -> None:
    stage = make_cup(people=8)
    first = publish(stage)
    write_all(first)
    official(first)
    second = publish(stage)
    pages = {one.number: reverse("round_results", args=[one.pk]) for one in (first, second)}
    for one in (first, second):
        around = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{pages[one.number]}?check=1"}
        step = text(as_role(stage).get(reverse("tournament_step", args=[stage.tournament_id]), headers=around))
        assert re.findall(r'href="([^"]*/results/)"', step) == [pages[3 - one.number]]
