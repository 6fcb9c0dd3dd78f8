"""What no worked case says: lines, sentences, dealers, the course of a series, and laws that hold for any deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.record import dump, load
from games.core.values import Line, Table
from games.svoi_kozyri.hand import DealDetail
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.state import SeriesState
from tests.games.svoi_kozyri.table import (
    DRAW,
    FOUR,
    FOUR_DRAW,
    FOUR_LOSS,
    HOUSE,
    LOSS,
    SVOI,
    TWO,
    at,
    deals,
    judge,
    moved,
)

LOSSES = SvoiRules(mode="losses")
CARDS = SvoiRules(mode="cards_left")


@pytest.mark.parametrize(
    ("data", "rules", "table", "said"),
    [
        (LOSS, HOUSE, TWO, "seat 1 is out, seat 2 is left with 7 cards: 2 to seat 1"),
        ({**LOSS, "cards_left": 1}, HOUSE, TWO, "seat 1 is out, seat 2 is left with 1 card: 2 to seat 1"),
        ({**LOSS, "cards_left": None}, LOSSES, TWO, "seat 1 is out, seat 2 is left: 1 to seat 2"),
        (LOSS, SvoiRules(loss=-1), TWO, "seat 1 is out, seat 2 is left with 7 cards: 2 to seat 1, -1 to seat 2"),
        (DRAW, HOUSE, TWO, "seat 1 and seat 2 draw: 1 each to seat 1 and seat 2"),
        (DRAW, CARDS, TWO, "seat 1 and seat 2 draw"),
        (
            FOUR_LOSS,
            HOUSE,
            FOUR,
            "seat 3, seat 1 and seat 4 are out, seat 2 is left: 2 each to seat 3, seat 1 and seat 4",
        ),
        (
            FOUR_DRAW,
            HOUSE,
            FOUR,
            "seat 3 and seat 1 are out, seat 4 and seat 2 draw: "
            "2 each to seat 3 and seat 1, 1 each to seat 4 and seat 2",
        ),
        (
            {**FOUR_DRAW, "trumps": ["clubs", "spades", "hearts"], "finished": [4, 0]},
            HOUSE,
            at(0, 4, 7),
            "seat 5 is out, seat 1 and seat 8 draw: 2 to seat 5, 1 each to seat 1 and seat 8",
        ),
    ],
)
def test_deal_is_told_as_a_scorer_says_it(data, rules, table, said):
    assert str(judge(data, rules, table).sentence) == said


def test_loss_moves_points_results_and_cards():
    outcome = judge(LOSS)

    assert [(line.seat, line.measure, line.amount, str(line.reason)) for line in outcome.lines] == [
        (0, "points", 2, "Went out first"),
        (0, "won", 1, "Went out first"),
        (1, "lost", 1, "Left with 7 cards"),
        (1, "cards_left", 7, "Left with 7 cards"),
        (0, "hands", 1, "One deal of the series"),
        (1, "hands", 1, "One deal of the series"),
    ]


def test_draw_counts_no_cards():
    assert moved(judge(DRAW)) == {(0, "points"): 1, (1, "points"): 1, (0, "drawn"): 1, (1, "drawn"): 1}


def test_reasons_name_the_place_and_who_drew():
    reasons = {line.seat: str(line.reason) for line in judge(FOUR_DRAW, HOUSE, FOUR).lines if line.measure == "points"}

    assert reasons == {0: "Went out second", 1: "Drawn with seat 4", 2: "Went out first", 3: "Drawn with seat 2"}


@pytest.mark.parametrize(("cards", "reason"), [(None, "Left with cards"), (1, "Left with 1 card")])
def test_loser_is_told_the_cards(cards, reason):
    (lost,) = [line for line in judge({**LOSS, "cards_left": cards}).lines if line.measure == "lost"]

    assert str(lost.reason) == reason


def test_detail_and_state_are_records_as_they_would_be_read():
    outcome = judge(LOSS)

    assert load(DealDetail, dump(outcome.detail)) == outcome.detail
    assert load(SeriesState, dump(outcome.state)) == outcome.state
    assert outcome.detail == DealDetail(
        seats=(0, 1), dealer=0, winners=(0,), drawn=(), loser=1, cards_left=7, points=(2, 0)
    )


def test_loser_deals_next():
    assert judge(LOSS).dealer == 1
    assert judge({**LOSS, "finished": [1], "dealer": 1}).dealer == 0


def test_after_a_draw_the_seat_after_the_dealer_deals():
    table = at(2, 5, 9, 11, dealer=11)
    draw = {**FOUR_DRAW, "finished": [2, 5, 9]}

    assert judge(draw, HOUSE, table).dealer == 2
    assert judge({**draw, "dealer": 2}, HOUSE, table).dealer == 5


def test_dealer_out_of_turn_is_a_warning_but_at_the_first_deal():
    later = at(0, 1, deals=1)

    assert judge({**LOSS, "dealer": 1}).warnings == ()
    assert [notice.code for notice in judge({**LOSS, "dealer": 1}, HOUSE, later).warnings] == ["dealer_out_of_turn"]
    assert judge({**LOSS, "dealer": 0}, HOUSE, later).warnings == ()


def test_state_remembers_trumps_and_wins():
    before = at(3, 8, dealer=8, deals=4, wins=((3, 1),), trumps=((1, "clubs"), (3, "clubs"), (8, "hearts")))

    state = judge({**LOSS, "finished": [3]}, HOUSE, before).state

    assert state == SeriesState(deals=5, wins=((3, 2),), trumps=((1, "clubs"), (3, "spades"), (8, "hearts")))


def test_draw_wins_nothing_for_two():
    rules = SvoiRules(first_to=1)

    assert not judge(DRAW, rules).over
    assert judge(LOSS, rules).over


def test_series_of_a_number_of_deals_ends_with_the_last():
    rules = SvoiRules(max_deals=2)

    assert not judge(LOSS, rules).over
    assert judge(LOSS, rules, at(0, 1, deals=1)).over
    assert SVOI.progress(SeriesState(deals=1), rules, (0, 1)) == (1, 2)
    assert SVOI.progress(SeriesState(deals=1), HOUSE, (0, 1)) == (1, None)


def test_everybody_plays_the_dealer_too():
    assert SVOI.active(at(3, 1, 7, dealer=1)) == (3, 1, 7)


def test_series_stands_by_its_wins():
    table = at(4, 6, deals=3, wins=((6, 2),))

    assert str(SVOI.stands(SvoiRules(first_to=3), table)) == "seat 5 0 : 2 seat 7, to 3"
    assert SVOI.stands(SvoiRules(first_to=3), at(0, 1, 2)) is None
    assert SVOI.stands(HOUSE, table) is None


@given(st.data(), st.sampled_from([(0, 1), (3, 1, 7), (0, 1, 2, 3)]))
def test_identities_of_a_series(data, seats):
    table = Table(seats, 1, seats[0], SVOI.start(HOUSE, len(seats)))
    lines: list[Line] = []
    played = data.draw(st.lists(deals(seats), max_size=6))
    for number, deal in enumerate(played, start=1):
        outcome = SVOI.judge(deal, HOUSE, table)[1]
        lines += outcome.lines
        table = Table(seats, number + 1, outcome.dealer, outcome.state)

    def total(measure, seat=None):
        return sum(line.amount for line in lines if line.measure == measure and seat in {None, line.seat})

    losses = [deal for deal in played if deal["result"] == "loss"]
    assert total("lost") == len(losses)
    assert total("drawn") == 2 * (len(played) - len(losses))
    assert total("won") + total("drawn") + total("lost") == total("hands") == len(seats) * len(played)
    assert total("points") == 2 * total("won") + total("drawn")
    assert total("cards_left") == sum(deal["cards_left"] or 0 for deal in losses)
    assert dict(table.state.wins) == {seat: total("won", seat) for seat in sorted(seats) if total("won", seat)}


@given(st.data())
def test_modes_count_what_they_say(data):
    deal = data.draw(deals((0, 1, 2)).filter(lambda deal: deal["cards_left"]))
    table = at(0, 1, 2)

    by_losses, by_cards = judge(deal, LOSSES, table).detail, judge(deal, CARDS, table).detail

    lost = deal["result"] == "loss"
    assert sum(by_losses.points) == int(lost)
    assert sum(by_cards.points) == (deal["cards_left"] if lost else 0)
    assert by_cards.cards_left == (deal["cards_left"] if lost else None)
