"""My table where one plays against one, in a bracket, and in a knock-out at tables."""

import pytest

from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import EntrantPlayer
from tests import factories
from tests.acting import Api, bearer
from tests.factories.knockouts import make_knockout, out
from tests.factories.matches import make_duels, make_pairs_cup, plays, sides, wins
from tests.factories.tournaments import make_cup, publish, saying, take_back, write_points
from tests.tournaments.test_mine import join, look, seen_by

pytestmark = pytest.mark.django_db


def playing(stage, number):
    """A member of the club who plays for the entrant with this number."""
    user = factories.make_member(stage.club)
    mine = stage.tournament.entrants.get(number=number)
    EntrantPlayer.objects.create(club=stage.club, entrant=mine, player=factories.player_of(user, stage.club), order=9)
    return user, mine


def match_of(one, entrant):
    return one.places.get(entrant=entrant).table


def test_a_match_says_against_whom_on_which_side_and_how_it_ended():
    stage = make_duels(SwissPlan(rounds=3), people=5)
    user = factories.make_member(stage.club)
    mine = join(stage, user)
    cup, one = stage.tournament, publish(stage)
    table = match_of(one, mine)
    home, away = sides(table)
    other = away if home == mine else home
    page = look(user, cup).content.decode()
    assert f"Table {table.number}" in page
    assert ("at home" if home == mine else "away") in page
    assert seen_by(user, cup, mine).now.others[0].entrant == other

    plays(table, 0 if home == mine else 1)

    found = seen_by(user, cup, mine)
    assert (found.now.result, found.now.written) == ("won", None)
    assert (found.place.first, found.place.of, found.place.stage) == (1, 6, stage.pk)
    assert "You have won" in look(user, cup).content.decode()


def test_who_came_late_sees_half_a_bye_for_the_last_round_they_missed():
    stage = make_duels(SwissPlan(rounds=5, late="half"), people=6)
    for _round in range(2):
        for table in publish(stage).tables.all():
            plays(table, 0)
    user = factories.make_member(stage.club)
    mine = join(stage, user)
    publish(stage)
    found = seen_by(user, stage.tournament, mine)
    assert [part.is_half for part in (found.now, *found.past)] == [False, True, False]
    assert look(user, stage.tournament).content.decode().count("joined later: half a bye") == 1


def test_what_was_written_at_the_desk_of_a_match_shows_until_it_is_taken_back():
    stage = make_duels(SwissPlan(rounds=3), people=5)
    user = factories.make_member(stage.club)
    mine = join(stage, user)
    cup, one = stage.tournament, publish(stage)
    table = match_of(one, mine)
    other = next(side for side in sides(table) if side != mine)
    stamps = [stamp_of(cup)]

    act = wins(table, other, forfeit=True)
    stamps.append(stamp_of(cup))
    found, page = seen_by(user, cup, mine), look(user, cup).content.decode()
    assert (found.now.result, found.now.written, found.now.is_over) == ("lost", act, True)
    assert "You have lost" in page
    assert "You did not come" in page
    assert "Entered at the desk" in page

    take_back(act_id=act.pk, say=saying(stage.club))
    stamps.append(stamp_of(cup))
    found = seen_by(user, cup, mine)
    assert (found.now.result, found.now.written, found.now.is_over) == ("", None, False)
    assert len(set(stamps)) == 3, "every page that asks again is told"

    wins(table, None)
    assert seen_by(user, cup, mine).now.result == "drawn"
    assert "A draw" in look(user, cup).content.decode()


def test_a_result_at_the_desk_shows_for_rounds_at_tables_too():
    stage = make_cup(people=3, plan=TablesPlan(rounds=2))
    user = factories.make_member(stage.club)
    mine = join(stage, user)
    table = match_of(publish(stage), mine)
    write_points(table, {place.entrant: 7 for place in table.places.all()})

    page = look(user, stage.tournament).content.decode()

    assert "You got 7" in page
    assert "Entered at the desk" in page


def test_a_bye_is_said_as_such_with_what_it_counts():
    stage = make_duels(SwissPlan(rounds=3, bye=1), people=5)
    one = publish(stage)
    mine = one.places.get(kind="bye").entrant
    user, mine = playing(stage, mine.number)

    page = look(user, stage.tournament).content.decode()

    assert "You have a bye" in page
    assert "Your bye counts ½." in page


def test_in_groups_the_rank_is_that_of_the_own_group():
    stage = make_duels(RoundRobinPlan(groups=2), people=6)
    one = publish(stage)
    for table in one.tables.all():
        wins(table, sides(table)[0])
    winner = sides(one.tables.first())[0]
    user, mine = playing(stage, winner.number)

    place = seen_by(user, stage.tournament, mine).place

    assert (place.first, place.of, place.group > 0) == (1, 3, True)
    assert f"in group {place.group}" in look(user, stage.tournament).content.decode()


def test_in_a_bracket_one_is_still_in_with_what_comes_next_or_out_at_a_place():
    stage = make_pairs_cup(SinglePlan(), 6)
    cup, one = stage.tournament, publish(stage)
    favourite, first = playing(stage, 1)
    found, page = seen_by(favourite, cup, first), look(favourite, cup).content.decode()
    assert (found.now, found.place.is_in, found.place.last) == (None, True, 6)
    assert "You have a bye" in page
    assert "Your next match: Semi-finals, match 1, against the winner of “Quarter-finals, match 2”" in page

    table = one.tables.get(code="W1.2")
    winner, loser = sides(table)
    wins(table, winner)
    (ahead, second), (gone, last) = playing(stage, winner.number), playing(stage, loser.number)
    place = seen_by(gone, cup, last).place
    assert (place.is_out, place.is_in, place.words, place.of) == (True, False, "5–6", 6)
    page = look(gone, cup).content.decode()
    assert "Out, in place" in page
    assert "Your next match" not in page
    assert "Still in" in look(ahead, cup).content.decode()
    assert "Pair 01" in seen_by(ahead, cup, second).place.ahead
    assert "Your next match" in look(ahead, cup).content.decode()


def test_a_sheet_that_is_over_without_a_winner_waits_for_the_desk():
    stage = make_duels(SinglePlan(), people=4)
    table = publish(stage).tables.first()
    plays(table, None)
    user, mine = playing(stage, sides(table)[0].number)

    found = seen_by(user, stage.tournament, mine)

    assert (found.now.result, found.now.is_over) == ("level", False)
    assert "A director enters who has won" in look(user, stage.tournament).content.decode()


def test_in_a_knock_out_my_table_and_seat_of_now_or_my_place_when_out():
    one = make_knockout(people=7, seats=4)
    stage = one.stage
    user, mine = playing(stage, 1)
    mine.players.exclude(order=9).update(is_active=False)
    assert "Still in" in look(user, stage.tournament).content.decode()
    assert seen_by(user, stage.tournament, mine).now.seat

    out(one, 1)

    place = seen_by(user, stage.tournament, mine).place
    assert (place.is_out, place.first, place.of) == (True, 7, 7)
    assert "You are out, in place 7 of 7." in look(user, stage.tournament).content.decode()


def test_a_program_is_told_the_same():
    stage = make_duels(SwissPlan(rounds=3), people=5)
    user = factories.make_member(stage.club)
    mine = join(stage, user)
    api, path = Api(bearer(user)), f"tournaments/{stage.tournament_id}/mine"
    assert (api.get(path)["now"], api.get(path)["state"]) == (None, "here")
    one = publish(stage)
    table = match_of(one, mine)
    home, away = sides(table)
    wins(table, mine)

    told = api.get(path)
    now = told["now"]
    assert (now["table"], now["sitting"], now["result"]) == (str(table.pk), str(table.sitting_id), "won")
    assert (now["is_home"], [who["entrant"] for who in now["others"]]) == (
        home == mine,
        [str((away if home == mine else home).pk)],
    )
    assert now["act"]["detail"]["winner"] == told["entrant"] == str(mine.pk)
    assert (told["place"]["stage"], told["place"]["first"], told["place"]["of"]) == (str(stage.pk), 1, 6)
    Api(bearer(factories.make_member(stage.club))).get(path, 404)
    wins(table, None)
    assert api.get(path)["now"]["result"] == "drawn"


def test_a_program_is_told_at_which_place_it_went_out():
    one = make_knockout(7, 5)
    user, _mine = playing(one.stage, 3)
    out(one, 3)
    told = Api(bearer(user)).get(f"tournaments/{one.stage.tournament_id}/mine")
    assert (told["now"]["out"], told["now"]["table"], told["place"]["is_out"]) == (7, None, True)
