"""Every option of every game says what each of its answers does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.core.effects import answers_of, effects_of
from games.core.game import AnyGame
from games.core.record import load

EVERY = pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.name)


@EVERY
def test_every_option_of_the_rules_is_told_once_and_no_other(game: AnyGame) -> None:
    told = [option.name for group in game.effects for option in group.options]

    assert sorted(told) == sorted(answers_of(game.rules))


@EVERY
def test_every_answer_has_a_sentence(game: AnyGame) -> None:
    untold = []
    for group in game.effects:
        for option in group.options:
            answers = answers_of(game.rules)[option.name]
            is_number = answers.least is not None and answers.most is not None
            least, most = answers.least or 0, answers.most or 0
            listed = [str(number) for number in range(least, most + 1)] if is_number and most - least < 10 else []
            one_by_one = answers.choices or ([] if option.given else listed)
            missing = [choice for choice in one_by_one if choice not in option.each]
            if answers.can_be_none and not (option.empty or "" in option.each):
                missing.append("none")
            if not answers.choices and not option.given and (answers.is_row or not listed):
                missing.append("a value")
            said_apart = {
                choice for choice in option.each if is_number and option.given and least <= int(choice) <= most
            }
            known = {*one_by_one, *said_apart, ""}
            strange = [] if option.several else [choice for choice in option.each if choice not in known]
            untold += [(option.name, choice) for choice in (*missing, *strange)]

    assert untold == []


@EVERY
def test_a_sentence_is_one(game: AnyGame) -> None:
    for group in game.effects:
        for option in group.options:
            sentences = [*([] if option.several else option.each.values()), option.given, option.empty]
            for sentence in filter(None, sentences):
                assert sentence[0].isupper() or sentence[0] in "2345“"
                assert sentence.endswith(".")
                assert "  " not in sentence
            assert not option.given or "{value}" in option.given


@EVERY
@given(st.data())
def test_any_rules_of_a_preset_are_told_whole(game: AnyGame, data: st.DataObject) -> None:
    preset = data.draw(st.sampled_from(game.presets))
    told = list(effects_of(game.effects, load(game.rules, preset.rules), game.amounts))

    assert all(str(sentence).strip() for _group, options in told for _option, sentence in options)
