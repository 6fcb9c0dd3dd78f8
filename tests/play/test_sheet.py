"""What the sheet makes of sides, units and dues, whatever the game."""

from itertools import pairwise
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Counterpart
from scorekeeper.clubs.models import Player
from scorekeeper.common.charts import LABEL_HEIGHT, Chart
from scorekeeper.common.templatetags.scorekeeper import amount, change, figure, minus, play
from scorekeeper.common.texts import Names
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.models import Hand, Seat
from scorekeeper.play.records import PerhapsReasoned
from scorekeeper.play.sheet.money import DueLine, Money
from scorekeeper.play.sheet.reads import Sheet, chart_of, sheet_of
from scorekeeper.play.sheet.rows import Column, Row, Side, turns_of
from tests import factories

EURO = InUnits(unit="€", decimals=2)
MINUS = "\N{MINUS SIGN}"


def column(number: int, name: str, total: int = 0) -> Column:
    seat = Seat(number=number, player=Player(name=name))
    return Column(seat, name, name, total, rank=1, leads=False, tally={}, by_hands={})


def sheet(names: list[list[str]], totals: list[tuple[int, ...]], unit: InUnits) -> Sheet:
    """A sheet of these sides with these totals after each hand."""
    people = [column(number, name) for number, name in enumerate(name for side in names for name in side)]
    left = iter(people)
    return Sheet(
        columns=tuple(people),
        sides=tuple(Side(tuple(next(left) for _name in side)) for side in names),
        rows=tuple(Row(Hand(number=nth), None, (), after) for nth, after in enumerate(totals, 1)),
        parts=(),
        counts=(),
        beside=(),
        spans=(),
        names=Names({one.seat.number: one.short for one in people}, unit),
        titles={},
        unit=unit,
        chart_unit=unit,
        worth_unit=unit,
        totals_apart=False,
        shows_worth=False,
        money=None,
    )


def chart(*of: Any) -> Chart:
    drawn = chart_of(sheet(*of))
    assert drawn
    return drawn


def test_figures_of_a_unit_have_its_decimals_and_no_label():
    assert figure(1234, EURO) == "12.34"
    assert figure(-150, EURO) == f'<span class="minus">{MINUS}1.50</span>'
    assert figure(-3) == f'<span class="minus">{MINUS}3</span>'
    assert figure(None, EURO) == ""


def test_changes_have_their_sign_either_way():
    assert [change(5), change(-5), change(0), change(None)] == ["+5", f'<span class="minus">{MINUS}5</span>', "0", ""]
    assert change(50, EURO) == "+0.50"


def test_amounts_that_stand_alone_have_their_label():
    assert amount(-50, EURO) == f'<span class="minus">{MINUS}0.50\N{NO-BREAK SPACE}€</span>'
    assert amount(7, InUnits()) == "7"


def test_figures_on_paper_are_plain():
    assert [minus(-7), minus(-7, EURO)] == [f"{MINUS}7", f"{MINUS}0.07"]


@pytest.mark.parametrize(
    ("said", "played"), [("With 2, game 3: 33 to Anna", "With 2, game 3"), ("Passed", "Passed"), ("", "")]
)
def test_what_was_played_is_said_without_the_result(said, played):
    assert play(said) == played


def test_the_chart_writes_whole_units_without_decimals():
    assert [tick.text for tick in chart([["Ana"], ["Bia"]], [(100, -100), (300, -300)], EURO).across] == [
        f"{MINUS}3",
        f"{MINUS}2",
        f"{MINUS}1",
        "0",
        "1",
        "2",
        "3",
    ]


def test_the_chart_writes_parts_of_a_unit_with_decimals():
    ticks = chart([["Ana"], ["Bia"]], [(10, -10), (40, -40)], EURO).across

    assert [tick.text for tick in ticks][:2] == [f"{MINUS}0.40", f"{MINUS}0.20"]


@pytest.mark.parametrize("most", [1, 7, 60, 3000, 10**6, 10**9])
def test_the_chart_has_few_grid_lines_at_any_size(most):
    ticks = chart([["Ana"], ["Bia"]], [(0, 0), (most, -most)], InUnits()).across

    assert 2 <= len(ticks) <= 9
    assert ticks[-1].value >= most


def test_the_chart_names_all_of_a_side_one_under_the_other():
    sides = chart([["Ana", "Caio"], ["Bia", "Maximiliane"]], [(1, 1), (2, 2)], InUnits()).lines

    heights = sorted(float(y) for line in sides for _label, y in line.labels)
    assert all(lower - upper >= LABEL_HEIGHT for upper, lower in pairwise(heights))
    assert sorted(label for line in sides for label, _y in line.labels) == ["Ana", "Bia", "Caio", "Maximi…"]


def test_the_names_of_a_large_table_stay_beside_the_chart():
    level = tuple([-7] * 7 + [49])

    drawn = chart([[f"P{number}"] for number in range(8)], [level, level], InUnits())

    heights = sorted(float(y) for line in drawn.lines for _label, y in line.labels)
    assert heights[-1] <= drawn.height - 3
    assert all(lower - upper >= LABEL_HEIGHT for upper, lower in pairwise(heights))


def test_many_sides_are_told_one_under_the_other():
    few, many = (sheet([[f"P{number}"] for number in range(size)], [], InUnits()) for size in (4, 5))

    assert [few.is_wide, many.is_wide] == [False, True]


def test_dues_of_all_causes_are_paid_at_once():
    stake = DueLine(Text("Stake"), (30, -10, -20))
    fees = DueLine(Text("Fees"), (0, -5, 0), ((Counterpart.PURSE, 5),))

    money = Money((stake, fees), EURO, Names({0: "Ana", 1: "Bia", 2: "Caio"}), says_more=True, in_points=False)

    assert [(paid.payer, paid.getter, paid.amount) for paid in money.payments] == [
        ("Bia", "Ana", 15),
        ("Caio", "Ana", 15),
        ("Caio", "the purse", 5),
    ]
    assert money.are_fewest


def test_counterparts_of_one_name_are_one():
    lines = tuple(DueLine(Text(cause), (-5, -5), ((Counterpart.POT, 10),)) for cause in ("Ante", "Carry"))

    money = Money(lines, EURO, Names({0: "Ana", 1: "Bia"}), says_more=True, in_points=False)

    assert [(paid.payer, paid.getter, paid.amount) for paid in money.payments] == [
        ("Ana", "the pot", 10),
        ("Bia", "the pot", 10),
    ]


@pytest.mark.django_db
def test_somebody_who_left_keeps_a_column(club):
    sitting = factories.make_sitting(club, players=4)
    factories.record(sitting, factories.played(1))
    Seat.objects.filter(sitting=sitting, number=1).update(is_active=False)

    sides = sheet_of(sitting).sides

    assert [(side.number, side.is_active) for side in sides] == [(0, True), (1, False), (2, True), (3, True)]


@pytest.mark.django_db
def test_a_stake_says_who_pays_whom(client, club):
    rules = {"stake_per_point": 1, "loss_fee": {"each": 50, "from_fourth": 100}, "system": "classic"}
    players = [factories.make_player(club, name) for name in ("Anna", "Bernd", "Clara")]
    sitting = factories.make_sitting(club, players=players, rules=rules)
    factories.record_list(sitting, [factories.played(0), factories.null(1, won=False)])
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW)
    client.force_login(factories.owner_of(club))

    html = client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()
    paper = client.get(reverse("sitting_print", args=[sitting.pk])).content.decode()

    assert "<b>Bernd</b> to <b>the purse</b>" in html
    assert "it moves no money" in html
    assert "Bernd to the purse 0.50" in paper


def test_the_chart_marks_who_took_the_lead_and_the_largest_swing():
    after = [(48, 0), (48, 24), (48, 54), (48, 72), (-96, 72), (-96, 90), (-96, 108), (120, 108), (120, 118)]

    pins = chart([["Ana"], ["Bia"]], after, InUnits()).pins

    assert [pin.sentence for pin in pins] == [
        "Hand 3: the lead goes to Bia with 54.",
        f"Hand 5: a large swing, {MINUS}144 for Ana.",
        "Hand 8: the lead goes to Ana with 120.",
    ]


def test_the_chart_marks_no_hand_where_all_moved_alike():
    after = [(2 * nth, nth) for nth in range(1, 9)]

    assert chart([["Ana"], ["Bia"]], after, InUnits()).pins == ()


@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99), st.integers(-99, 99)), min_size=5, max_size=60))
def test_marks_of_a_chart_never_touch(after):
    pins = chart([["Ana"], ["Bia"], ["Caio"]], after, InUnits()).pins

    assert len(pins) <= 4
    assert all(float(right.x) - float(left.x) >= 43 for left, right in pairwise(pins))


def test_a_swing_that_a_penalty_made_is_not_a_hands():
    totals = [(1, 0), (2, 0), (3, 0), (3, -90), (4, -90), (5, -90)]

    assert [turn.place for turn in turns_of(totals)] == [3]
    assert turns_of(totals, {3}) == []
