"""Amounts as people write them."""

from contextlib import suppress
from decimal import Decimal

import pytest
from django import forms
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.common.doing import NumberField
from scorekeeper.languages.names import NAMES
from scorekeeper.play.forms import NotAnAmount, smallest, written
from scorekeeper.play.templatetags.table import as_typed


@pytest.mark.parametrize(
    ("text", "decimals", "amount"),
    [
        ("10", 0, 10),
        (" 10 ", 0, 10),
        ("0", 0, 0),
        ("0.50", 2, 50),
        ("0,50", 2, 50),
        (".5", 2, 50),
        ("0,5", 2, 50),
        ("1", 2, 100),
        ("1.", 2, None),
        ("12.34", 2, 1234),
        ("0.05", 2, 5),
    ],
)
def test_typed_amounts_are_whole_numbers_of_the_smallest_unit(text, decimals, amount):
    if amount is None:
        with pytest.raises(NotAnAmount):
            smallest(text, decimals)
    else:
        assert smallest(text, decimals) == amount


@pytest.mark.parametrize(
    ("text", "decimals", "says"),
    [
        ("0.50", 0, "whole amounts"),
        ("0.505", 2, "two digits"),
        ("1,000", 2, "two digits"),
        ("ten", 0, "Write a number."),
        ("ten", 2, "like 0.50"),
        ("-1", 0, "Write a number."),
        ("1e3", 0, "Write a number."),
        ("1.2.3", 2, "like 0.50"),
        (".", 2, "like 0.50"),
        ("٣", 0, "Write a number."),
        ("9" * 13, 0, "too large"),
        ("9" * 5000, 2, "too large"),
        (f"{'9' * 13}.50", 2, "too large"),
        ("", 2, "like 0.50"),
    ],
)
def test_what_is_no_amount_is_told_what_to_write(text, decimals, says):
    with pytest.raises(NotAnAmount) as error:
        smallest(text, decimals)

    assert says in str(error.value.message)


@given(st.integers(0, 10**9), st.sampled_from([0, 2]), st.sampled_from(list(NAMES)))
def test_an_amount_is_shown_as_it_can_be_typed(amount, decimals, language):
    with translation.override(language):
        assert smallest(written(amount, decimals), decimals) == amount


@pytest.mark.parametrize(
    ("language", "mark"), [("en", "."), ("de", ","), ("pt-br", ","), ("es", ","), ("ru", ","), ("pa", "."), ("gu", ".")]
)
def test_boxes_have_the_mark_of_the_language_and_take_either(language, mark):
    class Form(forms.Form):
        percent = NumberField(decimal_places=1, min_value=0)
        penalty = NumberField(decimal_places=2)

    with translation.override(language):
        assert as_typed(25, 2) == f"0{mark}25"
        shown = str(Form(initial={"percent": Decimal("12.5"), "penalty": Decimal("-0.50")}))
        assert f'value="12{mark}5"' in shown
        assert f'value="-0{mark}50"' in shown
        for percent, penalty in (("12.5", "-0.5"), ("12,5", "−0,5")):
            form = Form({"percent": percent, "penalty": penalty})
            assert form.is_valid(), form.errors
            assert form.cleaned_data == {"percent": Decimal("12.5"), "penalty": Decimal("-0.5")}


@given(st.text(max_size=20), st.sampled_from([0, 2]))
def test_any_text_is_an_amount_or_refused(text, decimals):
    with suppress(NotAnAmount):
        assert 0 <= smallest(text, decimals) < 10**15


def test_a_number_that_is_no_amount_stands_as_it_was_typed():
    assert [as_typed(typed, 2) for typed in ("150", "9" * 5000, "x")] == ["1.50", "9" * 5000, "x"]
