"""The page of those who take part in a tournament: my table, and what I have so far."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.core.record import dump
from scorekeeper.clubs.records import Closing
from scorekeeper.clubs.services import close_club
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.clock.services import (
    CallWords,
    ClockLength,
    TableTime,
    call_director,
    give_table_time,
    set_clock,
    start_clock,
)
from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.mine.reads import part_of
from scorekeeper.tournaments.models import DeskAct, Entrant, EntrantPlayer, Stage, Tournament
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import holding
from tests.factories import NOW
from tests.factories.tournaments import (
    come,
    enter_players,
    leave,
    make_cup,
    make_planned,
    publish,
    saying,
    sheet,
    take_back,
    write_points,
)

pytestmark = pytest.mark.django_db


def join(stage, user, *more, entrant=""):
    """This member is here, alone or with others."""
    made = come(stage, *more, entrant=entrant)
    me = factories.player_of(user, stage.club)
    EntrantPlayer.objects.create(club=stage.club, entrant=made, player=me, order=len(more))
    return made


def taking_part(people=7, **more):
    """A stage of `people` guests and a member, who plays too."""
    stage = make_cup(people=people, plan=TablesPlan(rounds=2, **more))
    user = factories.make_member(stage.club)
    return stage, user, join(stage, user)


def seen_by(user, tournament, entrant):
    tournament.refresh_from_db()
    return part_of(tournament, entrant, user, NOW, stamp_of(tournament))


def look(user, tournament, htmx=False, **asked):
    client = Client()
    client.force_login(user)
    headers = {"HX-Request": "true"} if htmx else {}
    return client.get(reverse("tournament_mine", args=[tournament.pk]), asked, headers=headers)


def over(stage, one):
    for table in one.tables.all():
        write_points(table, {place.entrant: 10 * place.entrant.number for place in table.places.all()})
    return make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)


def test_before_the_first_round_everybody_is_told_where_they_stand():
    club = factories.make_club()
    cup, user = make_planned(club, most=2), factories.make_member(club)
    me = factories.player_of(user, club)
    others = [enter_players(cup, [Sitter(name=name)]) for name in ("Ada", "Ben", "Cem")]
    mine = enter_players(cup, [Sitter(me.pk)])

    assert "waiting list, in place 2" in look(user, cup).content.decode()
    assert [seen_by(user, cup, mine).waits, seen_by(user, cup, others[0]).waits] == [2, None]
    Entrant.objects.filter(pk=mine.pk).update(state=Entrant.State.ENTERED)
    assert "scan the code at the door" in look(user, cup).content.decode()
    Entrant.objects.filter(pk=mine.pk).update(state=Entrant.State.HERE)
    assert "You are checked in" in look(user, cup).content.decode()


def test_my_table_with_whom_i_play_and_the_way_to_the_sheet():
    stage, user, mine = taking_part()
    cup = stage.tournament
    one = publish(stage)
    place = one.places.get(entrant=mine)
    others = {at.entrant for at in one.places.filter(table=place.table).exclude(pk=place.pk)}

    found = seen_by(user, cup, mine)
    page = look(user, cup).content.decode()

    assert (found.now.table.number, found.now.seat) == (place.table.number, place.seat + 1)
    assert {other.entrant for other in found.now.others} == others
    assert reverse("sitting_detail", args=[sheet(place.table).pk]) in page
    assert reverse("table_call", args=[place.table.pk]) in page
    assert f"Table {place.table.number}" in page


def test_recording_page_has_the_clock_and_the_call_in_its_menu(client):
    stage, user, mine = taking_part()
    cup, owner = stage.tournament, factories.owner_of(stage.club)
    place = publish(stage).places.get(entrant=mine)
    sitting = sheet(place.table)
    address, clock = reverse("sitting_detail", args=[sitting.pk]), reverse("sitting_clock", args=[sitting.pk])
    client.force_login(user)
    assert clock not in client.get(address).content.decode(), "no clock was set"
    set_clock(ClockLength(seconds=600), tournament_id=cup.pk, by=owner)
    give_table_time(TableTime(seconds=60), table_id=place.table_id, by=owner)

    page = client.get(address).content.decode()
    phone = holding(factories.make_device(sitting, now=timezone.now()))

    assert 'data-left="660"' in page.split('id="entry"')[0]
    assert "js/clock.js" in page
    assert reverse("table_call", args=[place.table_id]) in page.split('id="table-doors"')[1]
    seen = phone.get(address).content.decode()
    assert clock in seen
    assert "Call the director" not in seen, "a phone with the code is not known to the desk"
    assert 'data-left="660"' in phone.get(clock).content.decode()
    assert Client().get(clock).status_code == 404
    over(stage, place.round)
    assert client.get(clock).content == b""


def test_the_round_that_is_over_makes_way_for_the_next_one():
    stage, user, mine = taking_part()
    cup = stage.tournament
    first = over(stage, publish(stage))
    assert "Round 1 is over for you" in look(user, cup).content.decode()
    found = seen_by(user, cup, mine)
    assert (found.now.round, found.now.points, found.past) == (first, 80, ())
    assert (found.place.first, found.place.last, found.place.of) == (1, 1, 8), "80 is the most"

    second = publish(stage)
    found = seen_by(user, cup, mine)
    assert (found.now.round, [part.round for part in found.past]) == (second, [first])

    over(stage, second)
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    page = look(user, cup).content.decode()
    assert "My final place" in page
    assert "hx-trigger" not in page, "what is over is asked for no more"


def test_of_several_open_rounds_the_first_that_is_not_over_is_shown_and_the_next_ones():
    stage, user, mine = taking_part()
    first = publish(stage)
    for table in first.tables.all():
        write_points(table, {place.entrant: 1 for place in table.places.all()})
    second = publish(stage)
    for act in DeskAct.objects.filter(kind=DeskAct.Kind.RESULT):
        take_back(act_id=act.pk, say=saying(stage.club))

    found = seen_by(user, stage.tournament, mine)

    assert (found.now.round, [part.round for part in found.coming]) == (first, [second])
    assert "Next" in look(user, stage.tournament).content.decode()


def test_who_sits_out_and_who_has_left_is_told_so():
    stage = make_cup(people=0, plan=TablesPlan(rounds=2))
    user = factories.make_member(stage.club)
    mine = join(stage, user)
    for name in ("Ada", "Ben", "Cem", "Dee"):
        come(stage, name)
    one = publish(stage)
    one.places.filter(entrant=mine).update(kind="absent", table=None, seat=None)
    assert "You miss this round" in look(user, stage.tournament).content.decode()

    leave(mine)
    assert "You have left" in look(user, stage.tournament).content.decode()
    leave(mine, Entrant.State.CANCELLED)
    assert "The desk can enter you again" in look(user, stage.tournament).content.decode()


def test_in_a_team_the_own_seat_counts_and_who_does_not_sit_sees_all_of_them():
    stage = make_cup(people=0, plan=TablesPlan(rounds=2, style="team", size=3), of="teams", team_size=2)
    user, away = factories.make_member(stage.club), factories.make_member(stage.club)
    mine = join(stage, user, "Ada", entrant="Aces")
    for team in ("Kings", "Queens"):
        come(stage, f"{team} one", f"{team} two", entrant=team)
    me = factories.player_of(user, stage.club)
    one = publish(stage)

    found = seen_by(user, stage.tournament, mine)
    everybody = seen_by(away, stage.tournament, mine)

    assert found.now.place == one.places.get(player=me)
    assert (len(everybody.past) + 1 + len(everybody.coming), found.past, found.coming) == (2, (), ())


def test_the_clock_my_extra_time_and_a_call():
    stage, user, mine = taking_part()
    cup, owner = stage.tournament, factories.owner_of(stage.club)
    table = publish(stage).places.get(entrant=mine).table
    set_clock(ClockLength(seconds=600), tournament_id=cup.pk, by=owner)
    start_clock(tournament_id=cup.pk, by=owner, now=NOW)
    give_table_time(TableTime(seconds=300), table_id=table.pk, by=owner)
    call_director(CallWords(words=""), table_id=table.pk, by=user, now=NOW)

    found = seen_by(user, cup, mine)
    page = look(user, cup).content.decode()

    assert (found.time.left, found.now.extra_seconds, found.called_at) == (600, 300, NOW)
    assert "Your table has 5:00 more" in page
    assert "The director was called at" in page


def test_asked_again_it_says_nothing_until_something_is_new():
    stage, user, mine = taking_part()
    cup, owner = stage.tournament, factories.owner_of(stage.club)
    said = [stamp_of(cup)]

    def is_new():
        cup.refresh_from_db()
        assert look(user, cup, htmx=True, since=said[-1]).status_code == 200
        said.append(stamp_of(cup))
        assert look(user, cup, htmx=True, since=said[-1]).status_code == 204

    one = publish(stage)
    is_new()
    table = one.places.get(entrant=mine).table
    factories.record(sheet(table), factories.passed())
    is_new()
    write_points(table, {place.entrant: 1 for place in table.places.all()})
    is_new()
    set_clock(ClockLength(seconds=600), tournament_id=cup.pk, by=owner)
    is_new()
    start_clock(tournament_id=cup.pk, by=owner, now=NOW + timedelta(seconds=5))
    is_new()
    call_director(CallWords(words=""), table_id=table.pk, by=user, now=NOW)
    is_new()
    assert len(set(said)) == 7
    piece = look(user, cup, htmx=True).content.decode()
    assert "my-part" in piece
    assert "<html" not in piece


def test_places_are_those_of_now():
    """They are kept for the next one who asks, and never beyond the result that changes them."""
    stage, user, mine = taking_part(people=3)
    table = publish(stage).tables.get()
    write_points(table, {place.entrant: 10 * place.entrant.number for place in table.places.all()})
    assert seen_by(user, stage.tournament, mine).place.first == 1

    write_points(table, {place.entrant: -place.entrant.number for place in table.places.all()})

    assert seen_by(user, stage.tournament, mine).place.first == 4


def test_what_comes_after_a_round_is_said_and_nothing_else_is_promised():
    """More rounds, the word that the end of the stage will bring, the final, or nothing."""
    stage = make_cup(people=7, plan=TablesPlan(rounds=2))
    cup, owner = stage.tournament, factories.owner_of(stage.club)
    plan = dump(TablesPlan(rounds=1, takes=Taken(best=4)))
    final = Stage.objects.create(club=stage.club, tournament=cup, number=2, name="Final", plan=plan, seed=2)
    first, last = factories.make_member(stage.club), factories.make_member(stage.club)
    mine = {user: join(stage, user) for user in (last, first)}

    def said(user):
        return seen_by(user, cup, mine[user]).after

    over(stage, publish(stage))
    assert said(first) == "Your next table appears here as soon as its round is open."
    over(stage, publish(stage))
    assert "Once it has ended, you see here who goes on to “Final”." in said(first)
    worst = {mine[last]: -1000}
    write_points(stage.rounds.get(number=2).places.get(entrant=mine[last]).table, worst)
    end_stage(stage_id=stage.pk, by=owner, now=NOW)
    assert said(first).startswith("You go on to “Final”.")
    assert said(last) == "“Final” goes on without you. That was your last round."
    one = publish(final)
    assert "Final" in look(first, cup).content.decode().split("where-i-sit")[0].split("my-table")[-1]
    over(final, one)
    assert said(first) == "That was your last round."
    assert "Your next table" not in look(first, cup).content.decode()
    end_stage(stage_id=final.pk, by=owner, now=NOW)
    assert said(first) == ""


def test_who_takes_no_part_is_told_and_strangers_find_nothing():
    stage, _user, _mine = taking_part()
    publish(stage)

    assert "taking part in this tournament" in look(factories.owner_of(stage.club), stage.tournament).content.decode()
    assert look(factories.make_user(), stage.tournament).status_code == 404


@pytest.mark.parametrize("people", [7, 39])
def test_a_phone_that_asks_again_costs_the_same_at_any_size(people, django_assert_num_queries):
    stage, user, _mine = taking_part(people=people)
    publish(stage)
    client = Client()
    client.force_login(user)
    address, stamp = reverse("tournament_mine", args=[stage.tournament_id]), stamp_of(Tournament.objects.get())

    with django_assert_num_queries(7):
        assert client.get(address, {"since": stamp}).status_code == 204


def test_the_first_page_and_the_tournament_lead_there_while_it_runs(client):
    stage, user, _mine = taking_part()
    cup, way = stage.tournament, reverse("tournament_mine", args=[stage.tournament_id])
    client.force_login(user)
    assert way not in client.get("/").content.decode(), "it has not begun"
    publish(stage)

    assert way in client.get("/").content.decode()
    assert way in client.get(reverse("tournament_detail", args=[cup.pk])).content.decode()
    client.force_login(factories.owner_of(stage.club))
    assert way not in client.get("/").content.decode()
    close_club(Closing(name=stage.club.name), club=stage.club, by=factories.owner_of(stage.club), now=NOW)
    client.force_login(user)
    assert way not in client.get("/").content.decode()
