"""From the boxes of a form to a record, and back."""

import json
from contextlib import suppress
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

import games
from games.core.record import InvalidRecord, dump, load_kind
from games.core.values import SumLine
from games.skat.rules import SkatRules
from scorekeeper.clubs.models import Player
from scorekeeper.play.forms import filled, flat, from_json, nested, plain, record_from
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.recording.forms import stepped_fields
from scorekeeper.play.sheet.reads import sheet_of
from scorekeeper.play.sheet.rows import full_names, short_names
from scorekeeper.play.templatetags.table import as_typed
from tests import factories

SKAT = games.game("skat")


def read(query: str):
    return record_from(QueryDict(query), SKAT)


def test_one_box_fills_several_fields():
    record = read(
        "set-who=kind%3Dplayed%26declarer%3D0&contract=spades&set-run=with%3Dtrue%26matadors%3D2&outcome.won=true"
    )

    assert record == {
        "kind": "played",
        "declarer": 0,
        "contract": "spades",
        "with": True,
        "matadors": 2,
        "outcome": {"won": True},
    }


def test_what_the_kind_knows_no_field_for_is_left_out():
    assert read("set-who=kind%3Dpassed&contract=clubs&hand=true&csrfmiddlewaretoken=x&key=y") == {"kind": "passed"}


def test_counted_points_stand_before_a_declared_outcome():
    record = read("contract=clubs&outcome.won=true&unless-declarer_points=outcome&declarer_points=61")

    assert record == {"kind": "played", "contract": "clubs", "declarer_points": 61}


def test_the_kind_says_whether_a_field_is_a_list():
    """Boxes for other kinds of hands stay filled: who knocked, and who declared a dealt tonk."""
    both = "by=2&by.0=0&by.1=1"
    tonk = games.game("tonk")

    for query in (f"kind=initial_tonk&{both}", f"{both}&kind=initial_tonk", "kind=initial_tonk&by.0=0&by.1=1&by=2"):
        assert record_from(QueryDict(query), tonk) == {"kind": "initial_tonk", "by": [0, 1]}
    assert record_from(QueryDict("kind=drop&by.0=0&by=2"), tonk) == {"kind": "drop", "by": 2}
    assert record_from(QueryDict("kind=drop&by=2&by.0=0"), tonk) == {"kind": "drop", "by": 2}


def test_an_unknown_kind_stays_to_be_refused():
    assert read("kind=poker") == {"kind": "poker"}


def test_lists_are_made_of_numbered_names():
    record = read(
        "set-who=kind%3Dramsch&points.0=60&points.1=40&points.2=10&tricks.0=6&tricks.1=3&tricks.2=1&skat_points=10"
    )

    assert record == {"kind": "ramsch", "points": [60, 40, 10], "tricks": [6, 3, 1], "skat_points": 10}


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("false", False), ("18", 18), ("-3", "-3"), ("spades", "spades"), ("9" * 11, "9" * 11)],
)
def test_plain_reads_what_a_text_stands_for(text, value):
    assert plain(text) == value


def test_a_list_with_gaps_says_where_they_are():
    assert nested({"points.0": 60, "points.2": 10}) == {"points": [60, None, 10]}


@pytest.mark.parametrize("name", ["points.20", "points.4000000000"])
def test_a_place_no_list_has_makes_no_list(name):
    assert isinstance(nested({name: 1})["points"], dict)


@pytest.mark.parametrize(
    ("text", "value"),
    [('[{"by":1}]', [{"by": 1}]), ("[{", "[{"), ("[" * 20_000 + "]" * 20_000, "[" * 20_000 + "]" * 20_000)],
)
def test_a_list_of_objects_stands_in_one_control(text, value):
    sent = QueryDict(mutable=True)
    sent.update({"json-points": text, "kind": "ramsch"})

    assert record_from(sent, SKAT) == {"kind": "ramsch", "points": value}


def test_a_list_of_objects_fills_its_one_control():
    assert flat({"actions": [{"by": 1, "do": "buy"}]}) == {"json-actions": '[{"by":1,"do":"buy"}]'}


def test_a_name_that_is_a_value_and_a_group_keeps_the_value():
    assert nested({"outcome": 1, "outcome.won": True}) == {"outcome": 1}


@pytest.mark.parametrize(
    "record",
    [
        factories.played(),
        factories.passed(),
        {"kind": "played", "declarer": 1, "contract": "null", "outcome": {"won": False}, "hand": True},
        {"kind": "ramsch", "points": [60, 40, 10], "tricks": [6, 3, 1], "skat_points": 10, "last_trick": 0},
    ],
)
def test_a_stored_record_fills_the_form_it_came_from(record):
    stored = dump(load_kind(SKAT.hands, record))
    data = QueryDict(mutable=True)
    data.update(flat(stored))

    assert load_kind(SKAT.hands, record_from(data, SKAT)) == load_kind(SKAT.hands, record)


def test_filled_leaves_out_what_is_empty():
    assert filled(QueryDict("bid=&declarer_points=61")) == {"declarer_points": "61"}


FIELDS = st.sampled_from(
    ["kind", "contract", "declarer", "matadors", "with", "bid", "outcome", "points", "tricks", "hand", "unless-bid"]
)
PARTS = st.one_of(FIELDS, st.sampled_from(["", "0", "1", "won", "9" * 50, "\u0663"]), st.text(max_size=5))
NAMES = st.one_of(
    st.lists(PARTS, min_size=1, max_size=6).map(".".join),
    st.tuples(FIELDS, st.integers(1, 3000)).map(lambda deep: deep[0] + ".0" * deep[1]),
    st.tuples(FIELDS, st.integers(1, 6000)).map(lambda long: f"{long[0]}." + "7" * long[1]),
)
VALUES = st.one_of(st.sampled_from(["true", "false", "18", "played", "ramsch", "9" * 5000]), st.text(max_size=20))


@given(st.dictionaries(NAMES, VALUES, max_size=8), st.dictionaries(NAMES, VALUES, max_size=4))
def test_whatever_is_sent_is_a_record_or_refused(sent, in_a_box):
    data, box = QueryDict(mutable=True), QueryDict(mutable=True)
    box.update(in_a_box)
    data.update({**sent, "set-box": box.urlencode()})

    record = record_from(data, SKAT)

    with suppress(InvalidRecord):
        dump(load_kind(SKAT.hands, record))


ODD = ["0." * 3000 + "0", "9" * 5000, "0." + "9" * 5000, "x" * 61]


@pytest.mark.parametrize("tail", ODD)
@pytest.mark.django_db
def test_odd_names_are_no_fields(client, tail):
    names = {f"seats.{place}.name": name for place, name in enumerate(("Ali", "Bea", "Carl"))}
    sent = {**names, "form": "1", "preset": "own", f"rules.loss_fee.{tail}": "1", f"rules.seats.{tail}": "1"}

    assert read(f"kind=ramsch&points.{tail}=1") == {"kind": "ramsch"}
    answer = client.post(
        reverse("guest_table_new", args=["skat"]), urlencode(sent), "application/x-www-form-urlencoded"
    )
    assert answer.status_code == 302


def test_short_names_tell_players_apart():
    assert short_names({0: "Anna Kessler", 1: "Anna Wolff", 2: "Jürgen"}) == {0: "Anna K.", 1: "Anna W.", 2: "Jürgen"}


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Anna Meier", "Anna Maier", "Anna Kern"], ["Anna Meier", "Anna Maier", "Anna K."]),
        (["Anna", "Anna", "anna"], ["Anna (1)", "Anna (2)", "anna (3)"]),
        (["Anna Meier", "Anna Meier", "Anna"], ["Anna Meier (1)", "Anna Meier (2)", "Anna"]),
        (["Anna", "Anna", "Anna (2)"], ["Anna (1)", "Anna (2)", "Anna (2) (3)"]),
    ],
)
def test_short_names_grow_until_nobody_shares_one(names, called):
    assert list(short_names(dict(enumerate(names))).values()) == called


def test_namesakes_carry_their_seats():
    seats = [Seat(number=number, player=Player(name=name)) for number, name in enumerate(["Anna", "Bert", "Anna"])]

    assert full_names(seats) == {0: "Anna (1)", 1: "Bert", 2: "Anna (3)"}
    assert short_names(full_names(seats)) == full_names(seats)


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["seeger_fabian", "seeger", "classic", "bierlachs"])
def test_the_closing_block_says_what_the_game_says(system):
    sitting = factories.make_sitting(rules={"system": system})
    hands = [factories.played(0), factories.played(1, declarer_points=40, declarer_tricks=3), factories.passed()]
    factories.record_list(sitting, hands)
    sitting.refresh_from_db()

    sheet = sheet_of(sitting)

    weights = SKAT.weights(SkatRules(system=system))
    for column in sheet.columns:
        last: SumLine = SKAT.summary(column.seat.tally, weights)[-1]
        assert column.total == last.amount
        place = sheet.columns.index(column)
        assert column.total == sum(part.cells[place][1] for part in sheet.parts)


def test_amounts_with_decimals_fill_their_field_with_hundredths():
    fields = filled(QueryDict("cents-contributions.0=1.50&cents-contributions.1=2&cents-contributions.2=much"))

    assert fields == {"contributions.0": "150", "contributions.1": "200", "contributions.2": "much"}


def test_a_step_takes_a_value_from_a_box():
    sitting = Sitting(game="palace_poker")
    step = '{"add":{"by":0,"do":"battle","target":1,"bet":{"screen":"bet"}}}'

    filled_in = stepped_fields(sitting, QueryDict(urlencode({"kind": "log", "screen-bet": "15", "step": step})))
    left_empty = stepped_fields(sitting, QueryDict(urlencode({"kind": "log", "step": step})))

    assert json.loads(filled_in["json-actions"]) == [{"by": 0, "do": "battle", "target": 1, "bet": 15}]
    assert json.loads(left_empty["json-actions"])[0]["bet"] is None


@pytest.mark.parametrize(
    ("amount", "decimals", "typed"), [(150, 2, "1.50"), ("5", 0, "5"), ("5", 2, "0.05"), ("much", 2, "much")]
)
def test_amounts_stand_in_a_box_as_people_write_them(amount, decimals, typed):
    assert as_typed(amount, decimals) == typed


@pytest.mark.parametrize("text", ['{"a":"\\ud800"}', "[" + "9" * 30 + "]", "[NaN]", '{"a":1,"a":2}', "[1e999]"])
def test_json_no_record_can_hold_stays_a_text(text):
    assert from_json(text) == text


def test_box_of_too_many_fields_fills_none():
    box = QueryDict(mutable=True)
    box["set-box"] = "&".join(f"a{nth}=1" for nth in range(5000))

    assert filled(box) == {}
