"""Sentences in the reader's language: names in the places of seats, amounts with their unit."""

import copy
import json
import pickle
from collections.abc import Callable

import pytest
from django.utils.translation import override, trans_real

from games.core.settling import InUnits
from games.core.text import Amount, SeatName, Text, pgettext
from scorekeeper.common.texts import Names, amount_words, in_language, translated

PAYS = Text("{seat} pays {amount}", {"seat": SeatName(0), "amount": Amount(150)})


def test_sentence_names_the_person_and_the_unit_of_the_sitting():
    assert translated(PAYS, Names({0: "Ann"}, InUnits(unit="chips"))) == "Ann pays 150\N{NO-BREAK SPACE}chips"
    assert translated(PAYS) == "Seat 1 pays 150"


def test_name_from_right_to_left_leaves_the_figures_beside_it_where_they_are():
    said = translated(PAYS, Names({0: "דוד"}))

    assert said == "\N{FIRST STRONG ISOLATE}דוד\N{POP DIRECTIONAL ISOLATE} pays 150"


@pytest.mark.parametrize(
    ("units", "unit", "written"),
    [
        (150, InUnits(), "150"),
        (-150, InUnits(unit="€", decimals=2), "\N{MINUS SIGN}1.50\N{NO-BREAK SPACE}€"),
        (5, InUnits(unit="€", decimals=2), "0.05\N{NO-BREAK SPACE}€"),
        (0, InUnits(unit="chips"), "0\N{NO-BREAK SPACE}chips"),
    ],
)
def test_amount_is_written_with_its_decimals_and_label(units, unit, written):
    assert amount_words(units, unit) == written


def test_decimals_follow_the_language_of_the_reader():
    with override("de"):
        assert amount_words(150, InUnits(unit="€", decimals=2)) == "1,50\N{NO-BREAK SPACE}€"


@pytest.mark.parametrize(
    ("language", "unit", "written"),
    [
        ("pt-br", "R$", "\N{MINUS SIGN}R$\N{NO-BREAK SPACE}1,50"),
        ("es", "$", "\N{MINUS SIGN}$\N{NO-BREAK SPACE}1,50"),
        ("es", "€", "\N{MINUS SIGN}1,50\N{NO-BREAK SPACE}€"),
        ("pa", "₹", "\N{MINUS SIGN}₹1.50"),
        ("gu", "₹", "\N{MINUS SIGN}₹1.50"),
        ("gu", "€", "\N{MINUS SIGN}1.50\N{NO-BREAK SPACE}€"),
        ("en", "R$", "\N{MINUS SIGN}1.50\N{NO-BREAK SPACE}R$"),
    ],
)
def test_reais_pesos_and_rupees_stand_before_their_figure_in_their_languages(language, unit, written):
    with override(language):
        assert amount_words(-150, InUnits(unit=unit, decimals=2)) == written


@pytest.fixture
def german(monkeypatch) -> Callable[..., None]:
    """Gives German these sentences, {(context, message): words}, for the length of a test."""
    monkeypatch.setattr(trans_real, "_translations", {})

    def learns(words: dict[tuple[str, str], str]) -> None:
        catalogue = trans_real.translation("de")._catalog
        for (context, message), said in words.items():
            catalogue[f"{context}\x04{message}"] = said

    return learns


def test_word_of_a_game_is_looked_up_in_the_context_it_was_marked_in(german):
    german({("skat", "Clubs"): "Kreuz", ("doppelkopf", "Clubs"): "Treff"})
    skat, doppelkopf = Text(pgettext("skat", "Clubs")), Text(pgettext("doppelkopf", "Clubs"))

    with override("de"):
        assert [translated(skat), translated(doppelkopf)] == ["Kreuz", "Treff"]
        assert [in_language(skat.template), in_language(doppelkopf.template)] == ["Kreuz", "Treff"]
        assert translated(Text("{suit}.", {"suit": doppelkopf})) == "Treff."


def test_word_of_a_game_that_was_stored_is_looked_up_in_its_first_context(german):
    german({("skat: contract", "Grand in storage"): "Großspiel", ("skat", "Grand in storage"): "großes Spiel"})
    first = Text(pgettext("skat: contract", "Grand in storage"))
    pgettext("skat", "Grand in storage")

    stored = Text.from_json(json.loads(json.dumps(first.to_json())))

    assert stored == first
    with override("de"):
        assert translated(stored) == "Großspiel"


def test_context_of_a_message_is_not_part_of_what_is_stored():
    text = Text(pgettext("skat", "Grand"))

    assert text.to_json() == {"text": "Grand"}
    assert type(text.to_json()["text"]) is str


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda text: pickle.loads(pickle.dumps(text))])
def test_copy_of_a_message_keeps_its_context(german, copied):
    german({("doppelkopf", "Clubs"): "Treff"})
    pgettext("skat", "Clubs")

    with override("de"):
        assert translated(copied(Text(pgettext("doppelkopf", "Clubs")))) == "Treff"
