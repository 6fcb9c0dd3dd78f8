"""Marks of prize groups at the desk: an entrant gets them where it stands in the list of entries, and prizes follow."""

from typing import Any

import pytest

from scorekeeper.journal.models import Entry
from scorekeeper.payouts.models import PrizeMark
from scorekeeper.payouts.pools.reads import PoolNow, marks_of, outlook, ranking_of
from scorekeeper.payouts.pools.records import GroupPrize, PoolTerms
from scorekeeper.payouts.pools.services import set_up_pool
from scorekeeper.tournaments.fees.services import open_prizes
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import Stage, Tournament
from tests import factories
from tests.factories import NOW
from tests.factories.matches import make_pairs_cup
from tests.factories.money import with_money
from tests.factories.tournaments import make_cup, publish, write_points
from tests.tournaments.test_entries_in_place import HTMX, Desk, plain

pytestmark = pytest.mark.django_db


def with_prize_for(stage: Stage, mark: str) -> Any:
    with_money(stage.club)
    by = factories.owner_of(stage.club)
    season = open_prizes(tournament_id=stage.tournament_id, by=by)
    group = GroupPrize(name=f"best {mark}", mark=mark, amount=500)
    wanted = PoolTerms(version=0, guarantee=2000, weights=(100,), groups=(group,))
    set_up_pool(wanted, competition=season, by=by, now=NOW)
    return season


def marked(stage: Stage) -> dict[str, set[str]]:
    book = {player.player.identity: player.player.name for player in players(stage)}
    return {mark: {book[who] for who in people} for mark, people in marks_of(stage.club_id).items()}


def players(stage: Stage) -> list[Any]:
    return [each for one in stage.tournament.entrants.all() for each in one.players.select_related("player")]


def beside(desk: Desk, number: int) -> str:
    return plain(desk.client.get(desk.at("entrant_detail", desk.number(number)), headers=HTMX))


def mark(desk: Desk, number: int, **sent: str) -> Any:
    return desk.client.post(desk.at("entrant_marks", desk.number(number)), sent, headers=desk.headers)


def test_a_mark_given_in_the_list_decides_who_wins_the_prize_of_the_group() -> None:
    stage = make_cup(people=4)
    season = with_prize_for(stage, "lady")
    table = publish(stage).tables.get()
    write_points(table, {place.entrant: 10 * place.entrant.number for place in table.places.all()})
    desk = Desk(stage, scripts=True)
    shown = beside(desk, 2)
    assert "Prize groups" in shown
    assert 'value="lady"' in shown, "the mark of a prize is offered though nobody has it yet"

    answer = mark(desk, 2, marks="lady")
    assert answer["HX-Retarget"] == "#entry-2", "the row is where it was"
    assert "Prize groups: lady" in beside(desk, 2)
    assert "Prize groups: lady" not in beside(desk, 1)

    pool = PoolNow(season.prize_pool)
    given = outlook(pool, ranking_of(season, pool.entrants, official=False)).given
    assert given
    [won] = given.specials
    assert (won.cause, won.amount, won.player) == ("best lady", 500, desk.number(2).players.get().player_id)


def test_marks_are_given_and_taken_and_those_of_others_stay() -> None:
    stage = make_cup(people=3)
    with_money(stage.club)
    desk = Desk(stage)
    names = {each.entrant.number: each.player.name for each in players(stage)}
    mark(desk, 1, name=" junior ")
    mark(desk, 2, marks="junior", name="lady")
    assert marked(stage) == {"junior": {names[1], names[2]}, "lady": {names[2]}}
    assert mark(desk, 2, marks="lady").status_code == 302
    assert marked(stage) == {"junior": {names[1]}, "lady": {names[2]}}
    said = Entry.objects.filter(kind="prize_marks")
    assert said.count() == 3
    assert all((entry.player, entry.detail) == (None, {}) for entry in said), "the log does not say of whom"
    assert Tournament.objects.get(pk=stage.tournament_id).competition_id, "prizes can follow"


def test_all_of_a_pair_have_it_and_what_one_of_them_had_before_stays() -> None:
    stage = make_pairs_cup(SwissPlan(rounds=1), 2)
    with_money(stage.club)
    desk = Desk(stage)
    first, second = (each.player for each in desk.number(1).players.select_related("player"))
    PrizeMark.objects.create(club=stage.club, player=first, name="junior", at=NOW, by=factories.owner_of(stage.club))
    mark(desk, 1, name="newcomer")
    assert marked(stage) == {"junior": {first.name}, "newcomer": {first.name, second.name}}
    mark(desk, 1)
    assert marked(stage) == {"junior": {first.name}}


def test_a_mark_that_is_too_long_is_said_where_it_was_typed() -> None:
    stage = make_cup(people=3)
    with_money(stage.club)
    desk = Desk(stage, scripts=True)
    answer = mark(desk, 1, name="x" * 41)
    assert answer.status_code == 422
    assert "at most 40 characters" in plain(answer)
    assert "x" * 41 in plain(answer)
    assert not PrizeMark.objects.exists()


@pytest.mark.parametrize("role", ["scorer", "member"])
def test_only_who_keeps_the_money_reads_and_gives_marks(role: str) -> None:
    stage = make_cup(people=3)
    with_money(stage.club)
    desk = Desk(stage, role)
    assert mark(desk, 1, name="lady").status_code == 403
    if role == "scorer":
        assert "Prize groups" not in beside(desk, 1)


def test_a_club_that_plays_for_points_has_no_prize_groups() -> None:
    stage = make_cup(people=3)
    stage.club.unit = ""
    stage.club.save()
    desk = Desk(stage)
    assert "Prize groups" not in beside(desk, 1)
    assert mark(desk, 1, name="lady").status_code in {409, 422}
    assert not PrizeMark.objects.exists()
