"""What a match of two has brought: from its sheet, or as it was written at the desk."""

from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Refused
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.matches.play import Outcome, outcome_of, undecided_tables
from scorekeeper.tournaments.models import DeskAct, Round, RoundPlace, RoundTable, Stage
from scorekeeper.tournaments.results.records import MatchWon
from scorekeeper.tournaments.rounds.field import active
from scorekeeper.tournaments.rounds.results import Played, tables_of
from tests import factories
from tests.factories import NOW
from tests.factories.matches import (
    deal,
    game_won,
    make_duels,
    make_pairs_cup,
    match_result,
    plays,
    sides,
    wins,
    write_match,
)
from tests.factories.tournaments import make_cup, publish, saying, sheet, take_back, write_result

pytestmark = pytest.mark.django_db

WIN, LOSS, HALF = Fraction(1), Fraction(0), Fraction(1, 2)


def a_match(stage: Stage) -> RoundTable:
    """The first two entrants against each other, with their sheet open."""
    by = factories.owner_of(stage.club)
    one = Round.objects.create(
        club=stage.club,
        stage=stage,
        number=1,
        state=Round.State.PUBLISHED,
        seed=1,
        engine="",
        facts="",
        made_by=by,
        made_at=NOW,
        published_by=by,
        published_at=NOW,
    )
    table = RoundTable.objects.create(club=stage.club, round=one, number=1)
    two = list(stage.tournament.entrants.order_by("number")[:2])
    for seat, entrant in enumerate(two):
        RoundPlace.objects.create(club=stage.club, round=one, table=table, seat=seat, entrant=entrant)
    people = [player for players in zip(*map(active, two), strict=True) for player in players]
    rules = stage.tournament.rules
    table.sitting = factories.make_sitting(stage.club, players=people, game=stage.tournament.game, rules=rules)
    table.save(update_fields=["sitting"])
    return table


def played(table: RoundTable) -> Played:
    return tables_of([table.round])[0]


def outcome(table: RoundTable) -> Outcome | None:
    return outcome_of(played(table), table.round.stage.tournament.plays)


def svoi(plan: StagePlan | None = None) -> RoundTable:
    return a_match(make_duels(plan or RoundRobinPlan(), 2))


def truco(plan: StagePlan | None = None) -> RoundTable:
    return a_match(make_pairs_cup(plan or SwissPlan(), 2))


def code(table: RoundTable, result: MatchWon) -> str:
    with pytest.raises(Refused) as refused:
        write_match(table_id=table.pk, result=result, say=saying(table.club))
    return refused.value.problems[0].code


def test_nothing_is_decided_before_the_first_deal() -> None:
    table = svoi()
    assert outcome(table) is None
    factories.finish(sheet(table))
    assert outcome(table) is None
    assert undecided_tables(table.round) == [1]


def test_who_has_more_on_the_sheet_wins_and_the_same_is_a_draw() -> None:
    table = svoi()
    home, away = sides(table)
    factories.record(sheet(table), deal(1))
    leading = outcome(table)
    assert leading
    assert (leading.winner, leading.loser, leading.is_final) == (away.pk, home.pk, False)
    assert undecided_tables(table.round) == [1]
    factories.record(sheet(table), deal(0))
    factories.finish(sheet(table))
    drawn = outcome(table)
    assert drawn
    assert (drawn.of_home, drawn.of_away, drawn.winner, drawn.is_final) == (HALF, HALF, None, True)
    assert drawn.scored == (2, 2)
    assert undecided_tables(table.round) == []


def test_a_match_of_pairs_has_its_winner_once_it_is_decided() -> None:
    table = truco()
    home, away = sides(table)
    factories.record(sheet(table), game_won(0))
    assert outcome(table) is None
    factories.record(sheet(table), game_won(1))
    assert outcome(table) is None
    factories.record(sheet(table), game_won(1))
    factories.sign_all(sheet(table))
    won = outcome(table)
    assert won
    assert (won.winner, won.of(home.pk), won.of(away.pk)) == (away.pk, LOSS, WIN)
    assert won.sets == (1, 2)
    assert won.scored == (12, 24)
    assert won.is_final


def test_a_sheet_that_is_closed_without_a_winner_waits_for_the_desk() -> None:
    table = truco()
    factories.record(sheet(table), game_won(0))
    factories.finish(sheet(table))
    assert played(table).is_final
    assert undecided_tables(table.round) == [1]
    wins(table, sides(table)[0], sets=(1, 0))
    assert undecided_tables(table.round) == []


def test_the_desk_says_who_has_won_whatever_the_sheet_says() -> None:
    table = truco()
    home, away = sides(table)
    plays(table, 1)
    act = wins(table, home, sets=(2, 1), scored=(30, 20))
    said = outcome(table)
    assert said
    assert (said.winner, said.sets, said.scored, said.act) == (home.pk, (2, 1), (30, 20), act)
    take_back(act_id=act.pk, say=saying(table.club))
    back = outcome(table)
    assert back
    assert (back.winner, back.act) == (away.pk, None)


def test_the_empty_sheet_of_a_match_is_closed_with_the_result_of_the_desk() -> None:
    table = publish(make_duels(SwissPlan(), 2)).tables.get()
    act = wins(table, sides(table)[0], forfeit=True)
    assert not sheet(table).is_open
    take_back(act_id=act.pk, say=saying(table.club))
    assert sheet(table).is_open


def test_who_does_not_come_loses_and_both_can() -> None:
    table = svoi()
    home, away = sides(table)
    wins(table, away, forfeit=True)
    one = outcome(table)
    assert one
    assert (one.winner, one.is_forfeit, one.is_final) == (away.pk, True, True)
    wins(table, None, forfeit=True)
    both = outcome(table)
    assert both
    assert (both.winner, both.loser, both.of(home.pk), both.of(away.pk)) == (None, None, LOSS, LOSS)


def test_a_draw_is_written_only_where_there_is_one() -> None:
    table = svoi()
    wins(table, None)
    drawn = outcome(table)
    assert drawn
    assert drawn.of_home == HALF
    assert code(truco(), match_result(None)) == "no_draw"
    assert code(svoi(DoublePlan()), match_result(None)) == "no_draw"


def test_what_the_desk_writes_is_checked() -> None:
    table = truco()
    home, away = sides(table)
    assert code(table, match_result(uuid4())) == "entrant_unknown"
    assert code(table, match_result(home.pk, forfeit=True, sets=(2, 0))) == "not_played"
    assert code(table, match_result(home.pk, sets=(1, 2))) == "sets_contradict"
    assert code(table, match_result(home.pk, scored=(-1, 2))) == "too_much"
    for impossible in ((3, 0), (2, 2), (7, 2)):  # two of three win a match
        assert code(table, match_result(home.pk, sets=impossible)) == "sets_too_many"
    assert code(table, match_result(away.pk, sets=(0, 3))) == "sets_too_many"
    write_match(table_id=table.pk, result=match_result(home.pk), say=saying(table.club, " "))
    with pytest.raises(Refused) as refused:
        write_match(table_id=table.pk, result=match_result(away.pk), say=saying(table.club, " "))
    assert refused.value.problems[0].code == "reason_missing"
    scorer = factories.make_member(table.club, Role.SCORER)
    with pytest.raises(PermissionDenied):
        write_match(table_id=table.pk, result=match_result(home.pk), say=saying(table.club, by=scorer))


def test_points_are_not_written_for_a_match_nor_a_winner_for_a_table() -> None:
    table = svoi()
    with pytest.raises(Refused) as refused:
        write_result(table_id=table.pk, points={sides(table)[0].pk: 5}, say=saying(table.club))
    assert refused.value.problems[0].code == "is_match"
    stage = make_cup(people=3, plan=TablesPlan())
    at_table = publish(stage).tables.get()
    somebody = stage.tournament.entrants.all()[0]
    assert code(at_table, match_result(somebody.pk)) == "no_match"


def test_twice_is_once() -> None:
    table = svoi()
    say = saying(table.club)
    for _time in range(2):
        write_match(table_id=table.pk, result=match_result(sides(table)[0].pk), say=say)
    assert DeskAct.objects.filter(table=table).count() == 1


def desk(table: RoundTable) -> tuple[Client, str, dict[str, Any]]:
    client = Client()
    client.force_login(factories.owner_of(table.club))
    return client, reverse("table_result", args=[table.pk]), {"reason": "no sheet", "key": str(uuid4())}


def test_the_page_asks_who_has_won() -> None:
    table = truco()
    home, away = sides(table)
    client, address, sent = desk(table)
    page = client.get(address).content.decode()
    assert "Pair 01 won" in page.replace("\u2068", "").replace("\u2069", "").replace("&#x27;", "’")
    assert "A draw" not in page
    assert "Sets of" in page
    wrong = client.post(address, sent)
    assert wrong.status_code == 422
    assert "Tap who has won." in wrong.content.decode()
    half = client.post(address, {**sent, "winner": "home", "sets_home": "2"})
    assert "Fill in both, or neither." in half.content.decode()
    contradicts = client.post(address, {**sent, "winner": "home", "sets_home": "1", "sets_away": "2"})
    assert contradicts.status_code == 422
    assert client.post(address, {**sent, "winner": "away", "sets_home": "1", "sets_away": "2"}).status_code == 302
    won = outcome(table)
    assert won
    assert (won.winner, won.sets) == (away.pk, (1, 2))
    again = {**sent, "winner": "no_away"}  # somebody has gone back to the page, and taps another button
    assert client.post(address, again).status_code == 302
    assert client.post(address, again).status_code == 302
    assert DeskAct.objects.filter(table=table).count() == 2, "sent twice it is said once"
    won = outcome(table)
    assert won
    assert (won.winner, won.is_forfeit) == (home.pk, True)


def test_the_page_offers_a_draw_where_there_is_one() -> None:
    table = svoi()
    client, address, sent = desk(table)
    page = client.get(address).content.decode()
    assert "A draw" in page
    assert "Sets of" not in page
    assert client.post(address, {**sent, "winner": "draw"}).status_code == 302
    drawn = outcome(table)
    assert drawn
    assert drawn.of_away == HALF
