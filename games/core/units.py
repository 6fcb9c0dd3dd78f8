"""What a sitting is played for: points, or a unit with a name."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal
from unicodedata import normalize

from pydantic import AfterValidator, Field

from games.core.record import Record


def _label(text: str) -> str:
    """One spelling of each label: composed, without space around it."""
    label = normalize("NFC", text).strip()
    if not label.isprintable():
        raise ValueError(text)
    return label


UNIT: Final = ("unit", "decimals")
"""What is played for is agreed at each table."""


class InUnits(Record):
    """Rules of a game that is played for amounts.

    `unit` is the label of the unit, empty for points. With `decimals` 2 an amount counts
    hundredths: 150 is written 1.50.
    """

    unit: Annotated[str, Field(max_length=12), AfterValidator(_label)] = ""
    decimals: Literal[0, 2] = 0


def unit_of_rules(rules: Mapping[str, Any]) -> InUnits:
    """What amounts by these plain rules are counted in; points where the game knows no unit."""
    return InUnits.model_construct(unit=rules.get("unit", ""), decimals=rules.get("decimals", 0))
