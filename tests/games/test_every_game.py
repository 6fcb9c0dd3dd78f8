"""What holds for every game there is."""

import json
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import all_games, game
from games.core.cases import answer
from games.core.facets import Facet, Peak
from games.core.game import AnyGame
from games.core.record import Record, dump, load, load_kind
from games.core.settling import UNIT
from games.core.text import SeatName, Text
from games.core.values import InvalidRecord, Outcome
from tests.agreement.cases import cases, respelled
from tests.strategies import any_json, examples, hands, rules, tables

every_game = pytest.mark.parametrize("game", all_games().values(), ids=all_games())
roomy = settings(
    max_examples=examples(10, part=4),  # each makes rules, a table and a hand
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def judged(game: AnyGame, data: Any, chosen: Any, table: Any) -> tuple[Record, Outcome[Any, Any]] | None:
    """What `judge` says, or None where it refuses with at least one problem."""
    problems = game.problems(data, chosen, table)
    if not problems:
        return game.judge(data, chosen, table)
    assert all(problem.code and str(problem.message) for problem in problems)
    with pytest.raises(InvalidRecord):
        game.judge(data, chosen, table)
    return None


def texts(value: Any) -> list[Text]:
    """A text and the texts in it."""
    return [value, *(inner for part in value.values.values() if isinstance(part, Text) for inner in texts(part))]


def test_game_is_found_by_its_slug():
    assert game("skat") is all_games()["skat"]


def test_game_that_is_not_there_is_a_key_error():
    with pytest.raises(KeyError):
        game("core")


@every_game
def test_names_and_systems_fit_together(game):
    tie_breaks = {measure for measure, _ in game.ranking}
    weighed = {measure for system in game.systems.values() for measure in system}

    assert "hands" in game.measures
    assert tie_breaks | weighed <= set(game.measures)
    assert set(game.weights(game.rules())) <= set(game.measures)
    assert game.hands.keys() == game.details.keys()
    assert str(game.title)
    assert game.version


@every_game
def test_presets_are_rules(game):
    loaded = [load(game.rules, dict(preset.rules)) for preset in game.presets]

    assert len({preset.slug for preset in game.presets}) == len(loaded)
    assert all(str(preset.title) and str(preset.about) for preset in game.presets)


@every_game
@roomy
@given(data=st.data())
def test_hand_stored_and_loaded_again_is_equal(game, data):
    chosen = data.draw(rules(game))
    table = data.draw(tables(game, chosen))

    found = judged(game, data.draw(hands(game)), chosen, table)

    if found is not None:
        hand, outcome = found
        again = json.loads(json.dumps(dump(hand)))
        assert load_kind(game.hands, again) == hand
        assert game.judge(again, chosen, table) == found
        assert load(game.state, json.loads(json.dumps(dump(outcome.state)))) == outcome.state
        assert load_kind(game.details, json.loads(json.dumps(dump(outcome.detail)))) == outcome.detail


@every_game
@roomy
@given(data=st.data())
def test_outcome_names_seats_and_measures_and_gives_reasons(game, data):
    chosen = data.draw(rules(game))
    table = data.draw(tables(game, chosen))

    found = judged(game, data.draw(hands(game)), chosen, table)

    if found is not None:
        outcome = found[1]
        assert {line.seat for line in outcome.lines} <= set(table.seats)
        assert {line.measure for line in outcome.lines} <= set(game.measures)
        assert all(str(line.reason) for line in outcome.lines)
        assert outcome.dealer in table.seats
        assert str(outcome.sentence)
        assert len(game.sheet([(found[0], outcome.detail)])) <= 1
        assert Text.from_json(json.loads(json.dumps(outcome.sentence.to_json()))) == outcome.sentence
        named = [part for text in texts(outcome.sentence) for part in text.values.values()]
        assert {part.seat for part in named if isinstance(part, SeatName)} <= set(table.seats)


@every_game
@roomy
@given(data=st.data())
def test_facets_are_of_who_sits_there_and_have_names(game, data):
    chosen = data.draw(rules(game))
    table = data.draw(tables(game, chosen))

    found = judged(game, data.draw(hands(game)), chosen, table)

    if found is not None:
        told = list(game.facets.of(found[0], found[1].detail, table.seats, table.dealer))
        facets = [one for one in told if isinstance(one, Facet)]
        assert told
        assert {one.seat for one in told} <= set(table.seats)
        assert all(str(game.facets.groups[one.group].called(one.name)) for one in facets)
        assert {one.name for one in told if isinstance(one, Peak)} <= set(game.facets.peaks)
        assert all(one.figure > 0 for one in told if isinstance(one, Peak))
        assert facets == list(dict.fromkeys(facets))


@every_game
def test_facets_of_a_group_stand_in_the_order_of_the_game(game):
    for group in game.facets.groups.values():
        names = list(group.names)
        assert [name for name in group.in_order(reversed(names)) if not name.isdecimal()] == [
            name for name in names if not name.isdecimal()
        ]
        if group.numbered:
            assert group.in_order(["12", "2"]) == ["2", "12"]
    assert game.facets.main in game.facets.groups
    assert game.facets.in_units <= set(game.facets.peaks)


@every_game
@roomy
@given(data=st.data())
def test_rules_stored_and_loaded_again_are_equal(game, data):
    chosen = data.draw(rules(game))

    again = json.loads(json.dumps(dump(chosen)))

    assert load(game.rules, again) == chosen


@every_game
@roomy
@given(data=st.data(), noise=any_json)
def test_any_json_is_judged_or_refused(game, data, noise):
    chosen = data.draw(rules(game))
    table = data.draw(tables(game, chosen))
    hand = data.draw(hands(game))
    field = data.draw(st.sampled_from([*hand, "surprise"]))

    for given_ in (noise, {**hand, field: noise}, {field: noise, "kind": hand["kind"]}):
        judged(game, given_, chosen, table)


@every_game
@roomy
@given(data=st.data(), noise=any_json)
def test_any_json_in_a_case_is_answered(game, data, noise):
    operation = data.draw(st.sampled_from(sorted(game.interchange)))
    hand = data.draw(hands(game))

    for given_ in (noise, hand, {**hand, data.draw(st.sampled_from(sorted(hand))): noise}):
        got = answer(game, {"op": operation, "input": given_})
        assert json.loads(json.dumps(got)) == got
        assert "error" not in got or got["problems"]


@every_game
@roomy
@given(data=st.data())
def test_choices_name_real_fields_and_give_reasons(game, data):
    chosen = data.draw(rules(game))
    table = data.draw(tables(game, chosen))
    hand = data.draw(hands(game))
    draft = {name: hand[name] for name in data.draw(st.sets(st.sampled_from(sorted(hand))))}

    found = game.choices(draft, chosen, table)

    fields = {field for record in game.hands.values() for field in record.model_json_schema()["properties"]}
    assert {field.split(".")[0] for field in found} <= fields
    assert all(str(reason) for reasons in found.values() for reason in reasons.values())


@every_game
@roomy
@given(data=st.data())
def test_active_seats_are_at_the_table_in_its_order(game, data):
    table = data.draw(tables(game, data.draw(rules(game))))

    active = game.active(table)

    assert active
    assert active == tuple(seat for seat in table.seats if seat in active)


@every_game
def test_progress_of_a_new_sitting_is_none_yet(game):
    chosen = game.rules()
    seats = tuple(range(game.seats[0]))

    done, length = game.progress(game.start(chosen, len(seats)), chosen, seats)

    assert done == 0
    assert length is None or length > 0


@every_game
def test_no_preset_says_what_the_club_or_the_table_says_itself(game):
    assert set(game.of_the_table) <= set(game.rules.model_fields)
    assert not [preset.slug for preset in game.presets if set(game.of_the_table) & set(preset.rules)]


def test_the_club_is_asked_before_its_first_table_and_each_table_agrees_the_rest():
    tonk = game("tonk")

    assert (tonk.asked, tonk.agreed) == (("catch_extra",), (*UNIT, "stake"))
    assert tonk.of_the_table == ("catch_extra", *UNIT, "stake")


def test_in_some_games_everybody_plays_alone_and_in_some_by_sides():
    assert game("skat").sides((0, 2, 5)) == ((0,), (2,), (5,))
    assert game("truco").sides((0, 1, 2, 3)) == ((0, 2), (1, 3))


def test_measures_are_called_by_their_game_unless_the_rules_say_otherwise():
    skat = game("skat")

    assert skat.titles(skat.rules()) == skat.measure_titles


@every_game
def test_summary_ends_with_the_total_of_the_weights(game):
    chosen = game.rules()
    totals = {measure: place for place, measure in enumerate(game.measures, start=1)}

    weights = game.weights(chosen)

    lines = game.summary(totals, weights)

    assert lines[-1].subtotal
    assert lines[-1].amount == sum(weights.get(measure, 0) * own for measure, own in totals.items())
    assert lines[-1].amount == sum(line.amount for line in lines if not line.subtotal)


@every_game
@roomy
@given(data=st.data())
def test_dues_are_those_of_the_seats(game, data):
    seats = tuple(data.draw(tables(game, chosen := data.draw(rules(game)))).seats)
    totals = {seat: data.draw(st.integers(-5000, 5000)) for seat in seats}
    tallies = {seat: dict.fromkeys(game.measures, data.draw(st.integers(0, 50))) for seat in seats}

    dues = game.dues(tallies, totals, chosen, game.start(chosen, len(seats)))

    labels = list(dict.fromkeys(due.label.template for due in dues))
    of_seats = [(due.label.template, due.who) for due in dues if isinstance(due.who, int)]
    assert of_seats == [(label, seat) for label in labels for seat in seats]


@every_game
def test_every_measure_and_system_has_a_title(game):
    assert set(game.measure_titles) == set(game.measures)
    assert set(game.systems) <= set(game.system_titles)
    assert {measure for measure, _sign in game.ranking} <= set(game.measures)


@every_game
@roomy
@given(st.integers(0, 2**32))
def test_hand_is_judged_alike_however_its_cards_are_written(game, seed):
    chance = Random(seed)
    for case in cases(chance, game, 5):
        other = respelled(chance, case.data)

        assert game.problems(other, case.rules, case.table) == game.problems(case.data, case.rules, case.table)
        if not game.problems(case.data, case.rules, case.table):
            hand, outcome = game.judge(case.data, case.rules, case.table)
            again, same = game.judge(other, case.rules, case.table)
            assert (dump(again), same) == (dump(hand), outcome)


@every_game
@roomy
@given(st.integers(0, 2**32))
def test_unfinished_hand_stands_alike_however_its_cards_are_written(game, seed):
    chance = Random(seed)
    for case in (case for case in cases(chance, game, 5) if isinstance(case.data, dict)):
        draft = {name: value for name, value in case.data.items() if chance.randrange(3)}
        other = respelled(chance, draft)

        assert game.choices(other, case.rules, case.table) == game.choices(draft, case.rules, case.table)
        if game.guide is not None:
            assert drawn(game.guide(other, case.rules, case.table)) == drawn(game.guide(draft, case.rules, case.table))


def drawn(guide: Any) -> dict[str, Any]:
    """What a screen shows of a guide; a grid of cards is made from the draft when it is opened."""
    return {
        name: [value.get(field) for field in ("hands.0", "spreads.0")] if name == "grids" else value
        for name, value in ((field.name, getattr(guide, field.name)) for field in fields(guide))
    }
