"""The label of a unit: one spelling of each."""

import pytest

from games.core.record import load
from games.core.settling import InUnits
from games.core.values import InvalidRecord


@pytest.mark.parametrize(
    ("text", "label"), [(" chips ", "chips"), ("E\u0301", "\u00c9"), ("   ", ""), ("\u20ac", "\u20ac")]
)
def test_label_is_kept_in_one_spelling(text, label):
    assert load(InUnits, {"unit": text}).unit == label


@pytest.mark.parametrize("text", ["a\nb", "x\0y", "\u202eabc", "thirteen long"])
def test_label_nobody_could_read_is_refused(text):
    with pytest.raises(InvalidRecord) as refused:
        load(InUnits, {"unit": text})

    assert [problem.field for problem in refused.value.problems] == ["unit"]
