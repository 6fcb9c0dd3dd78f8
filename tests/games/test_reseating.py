"""Two change seats: a hand told by the new numbers is worth the same to the same people."""

from dataclasses import replace
from random import Random

import pytest

from games import all_games
from games.core.record import dump, load_kind, reseated
from games.core.values import InvalidRecord
from tests.agreement.cases import cases

HANDS = 150


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_told_by_the_new_numbers_it_is_worth_the_same_to_the_same_people(game):
    chance, accepted = Random(f"seats of {game.name}"), 0
    for case in cases(chance, game, HANDS):
        one, other = chance.sample(range(max(case.table.seats) + 1), 2)
        new = {one: other, other: one}
        seats = tuple(new.get(seat, seat) for seat in case.table.seats)
        dealer = new.get(case.table.dealer, case.table.dealer)
        table = replace(case.table, seats=seats, dealer=dealer, state=reseated(case.table.state, new))
        try:
            hand, before = game.judge(case.data, case.rules, case.table)
        except InvalidRecord:
            continue
        accepted += 1

        _same, after = game.judge(dump(reseated(hand, new)), case.rules, table)

        assert sorted((line.seat, line.measure, line.amount) for line in after.lines) == sorted(
            (new.get(line.seat, line.seat), line.measure, line.amount) for line in before.lines
        )
        assert (after.dealer, after.over) == (new.get(before.dealer, before.dealer), before.over)
    assert accepted > HANDS / 3


def test_names_somebody_only_where_a_seat_is_meant():
    game = all_games()["svoi_kozyri"]
    deal = {"kind": "deal", "trumps": ["clubs", "hearts", "spades"], "finished": [2, 0], "result": "loss", "loser": 1}

    told = dump(reseated(load_kind(game.hands, deal), {0: 1, 1: 0}))

    assert (told["finished"], told["loser"], told["trumps"]) == ([2, 1], 0, deal["trumps"])
