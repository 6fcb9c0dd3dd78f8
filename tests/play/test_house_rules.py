"""The rules of a new table: what the boxes of the form stand for, and how rules come back into them."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from games import all_games, game
from games.core.record import Record, dump, load
from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Preset
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import OWN_RULES
from scorekeeper.play.house_rules.choice import OWN, RulesChoice, read_rules, rule_texts
from scorekeeper.play.opening.reads import Earlier
from tests.acting import controls
from tests.strategies import rules as any_rules

SKAT = game("skat")


class Stakes(InUnits):
    """Rules with each kind of field that a form can have trouble with."""

    stake: int = 10
    limit: int | None = 49
    face_values: str = "10"
    discard: bool = True
    offset: int = 0
    ladder: tuple[int, ...] = (2, 4)


HOUSE = Preset("house", Text("House"), Text("As at home"), {})
CHIPS = Preset("chips", Text("Chips"), Text("For chips"), {"stake": 50, "decimals": 2, "limit": None})
MONEY = replace(
    SKAT, rules=Stakes, presets=(HOUSE, CHIPS), amounts=frozenset({"stake"}), asked=(), rules_problems=lambda *_: ()
)
ASKING = replace(MONEY, asked=("face_values",))


def house_of(game: Any, query: str = "", earlier: Earlier | None = None, money: InUnits | None = None) -> RulesChoice:
    """What a visitor chooses; with `money` what is chosen at a table of a club."""
    return RulesChoice(game, QueryDict(query), earlier, money=money)


def problems_of(house: RulesChoice) -> dict[str, str]:
    with pytest.raises(Refused) as refused:
        house.read()
    return {problem.field: str(problem.message) for problem in refused.value.problems}


def test_the_first_preset_is_chosen_at_first():
    house = house_of(MONEY)

    assert (house.preset, house.name, house.read()) == ("house", "House", {})
    assert house.texts["stake"] == "10"


def test_amounts_stand_in_the_form_with_their_decimals():
    assert house_of(MONEY, "preset=chips").texts["stake"] == "0.50"


@pytest.mark.parametrize(
    ("texts", "read"),
    [
        ({"stake": "0,50", "decimals": "2"}, {"stake": 50, "decimals": 2}),
        ({"stake": "12", "decimals": "0"}, {"stake": 12, "decimals": 0}),
        ({"limit": ""}, {"limit": None}),
        ({"stake": "", "unit": "€"}, {"unit": "€"}),
        ({"face_values": "10", "unit": "5"}, {"face_values": "10", "unit": "5"}),
        ({"discard": "false"}, {"discard": False}),
        ({"offset": "-2"}, {"offset": -2}),
        ({"offset": "\N{MINUS SIGN}2"}, {"offset": -2}),
        ({"ladder.0": "1", "ladder.1": "", "ladder.2": "6"}, {"ladder": [1, 6]}),
    ],
)
def test_a_box_is_read_as_its_rule_wants_it(texts, read):
    values = read_rules(MONEY, texts)

    assert {name: value for name, value in values.items() if name in read} == read
    load(Stakes, values)


def test_an_amount_that_is_none_is_refused_at_its_field_and_stays_as_typed():
    house = house_of(MONEY, "preset=own&rules.stake=ten&rules.decimals=2")

    assert problems_of(house) == {"rules.stake": "This is not an amount. Write it like 0.50."}
    assert house.texts["stake"] == "ten"


def test_a_checkbox_that_is_off_sends_its_opposite_and_the_last_of_a_name_counts():
    off, on = "rules.discard=false", "rules.discard=false&rules.discard=true"

    assert house_of(MONEY, f"preset=own&{off}").read() == {"discard": False}
    assert house_of(MONEY, f"preset=own&{on}").read() == {"discard": True}


def drawn(rule: str, rules: dict[str, str]) -> list[tuple[str, str]]:
    """What a choice sends, drawn as templates draw it."""
    source = "{% load table %}{% rule rules " + rule + " %}"
    return controls(Template(source).render(Context({"rules": rules})))


def test_a_choice_sends_what_it_stands_for():
    on, off = {"limit": "4"}, {}

    assert (drawn('"limit" "4"', on), drawn('"limit" "4"', off)) == ([("rules.limit", "4")], [])
    assert (drawn('"limit" ""', on), drawn('"limit" ""', off)) == ([], [("rules.limit", "")])


def test_what_a_club_chooses_itself_is_in_no_preset_and_begins_with_the_word_of_the_game():
    house = house_of(ASKING, money=InUnits())

    assert "face_values" not in house.texts_of(HOUSE)
    assert house.texts["face_values"] == ASKING.rules().face_values
    own = house_of(ASKING, "preset=own&rules.stake=5", money=InUnits()).read()
    assert (own["stake"], own["face_values"]) == (5, ASKING.rules().face_values)


@pytest.mark.parametrize("preset", ["house", "chips"])
def test_what_a_club_chooses_joins_whichever_preset_is_chosen(preset):
    house = house_of(ASKING, f"preset={preset}&rules.face_values=11&rules.stake=99")

    chosen = next(one for one in ASKING.presets if one.slug == preset)
    assert house.read() == {**chosen.rules, "face_values": "11"}


def test_the_last_choice_is_filled_in():
    earlier = Earlier(Stakes(face_values="11", stake=7), "Ours", 3)

    house = house_of(ASKING, earlier=earlier)

    assert house.texts["face_values"] == "11"
    assert house_of(ASKING, "preset=house", earlier).read()["face_values"] == "11"
    assert house_of(ASKING, "preset=house&rules.face_values=12", earlier).read()["face_values"] == "12"


def test_rules_of_the_last_time_are_the_first_preset():
    earlier = Earlier(Stakes(stake=7), "Ours", 3)

    house = house_of(MONEY, earlier=earlier)

    first = house.presets[0]
    assert [str(first.title), str(first.about)] == ["As last time", "Ours"]
    assert (house.preset, house.name) == (first.slug, "Ours")
    assert load(Stakes, house.read()) == earlier.rules
    assert house.presets[1:] == MONEY.presets


@pytest.mark.parametrize("rules", [Stakes(), Stakes(face_values="11")])
def test_a_preset_played_last_time_is_chosen_rather_than_repeated(rules):
    chips = Earlier(Stakes(**{**rules.model_dump(), **CHIPS.rules}), "Chips", 3)

    house = house_of(ASKING, earlier=chips)

    assert (house.presets, house.preset, house.name) == (ASKING.presets, "chips", "Chips")


def test_rules_that_are_no_longer_the_last_are_not_taken_for_the_new_last():
    before = house_of(MONEY, earlier=Earlier(Stakes(stake=7), "Ours", 3))

    after = house_of(MONEY, f"preset={before.preset}", Earlier(Stakes(stake=8), "Ours", 3))

    assert problems_of(after) == {"preset": "These rules are no longer offered. Choose again."}


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
@given(data=st.data())
def test_rules_go_through_their_boxes_unchanged(game, data):
    rules: Record = data.draw(any_rules(game))

    empty = {name: "" for name, value in dump(rules).items() if value is None}
    again = load(game.rules, read_rules(game, {**empty, **rule_texts(game, rules)}))
    assert dump(again) == dump(rules) | {name: sorted({*dump(rules)[name]}) for name in several(game)}


def several(game) -> list[str]:
    """The options of which any number can be chosen: in no order, and each answer once."""
    return [option.name for group in game.effects for option in group.options if option.several]


@pytest.mark.parametrize(("ticked", "is_own"), [((2, 3, 4), False), ((3, 4), True), ((2,), True)])
def test_a_box_that_was_unticked_makes_own_rules(ticked, is_own):
    """Without scripts the preset stays chosen, and an unticked box is not sent."""
    svoi = game("svoi_kozyri")
    preset = svoi.presets[0]
    texts = rule_texts(svoi, load(svoi.rules, preset.rules))
    kept = {key: text for key, text in texts.items() if not key.startswith("players.") or int(text) in ticked}
    sent = {f"rules.{key}": text for key, text in kept.items()} | {"preset": preset.slug, "shown": preset.slug}

    house = house_of(svoi, urlencode(sent))

    assert house.name == (OWN_RULES if is_own else str(preset.title))
    assert house.start == preset


def test_a_rule_changed_beside_a_preset_makes_own_rules_and_says_so():
    shown = "shown=house&rules.stake=10&rules.limit=49&rules.discard=false&rules.discard=true"

    kept, other = house_of(MONEY, f"preset=house&{shown}"), house_of(MONEY, f"preset=chips&{shown}")
    edited = house_of(MONEY, f"preset=chips&{shown}&rules.stake=20")

    assert (kept.read(), other.read()) == (HOUSE.rules, CHIPS.rules)
    assert problems_of(edited)["preset"].startswith("You changed a rule")
    assert (edited.preset, edited.texts["stake"]) == (OWN, "20")
    assert house_of(MONEY, f"preset=own&{shown}&rules.stake=20").read()["stake"] == 20


def test_own_rules_start_from_those_that_were_chosen():
    house = house_of(MONEY, "preset=chips&adopt=1")
    house.adopt()

    assert (house.preset, house.texts["stake"]) == (OWN, "0.50")
