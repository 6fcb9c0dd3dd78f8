"""What people fill in about a knock-out at tables."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scorekeeper.common.names import LONGEST
from scorekeeper.common.widgets import Boxes
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.plan import MOST_TABLES


class NumbersField(forms.CharField):
    """Whole numbers from 1, with commas or spaces between them."""

    def __init__(self, *, most: int, **more: Any) -> None:
        super().__init__(max_length=LONGEST, **more)
        self.most = most

    def to_python(self, value: Any) -> Any:
        """Raises ValidationError: something else, or a number that no table has."""
        parts = str(value or "").replace(",", " ").split()
        if all(part.isascii() and part.isdecimal() and 0 < int(part[:9]) <= self.most for part in parts):
            return tuple(map(int, parts))
        text = _("Type whole numbers from 1 to {most} with commas between them, such as 3, 1.")
        raise forms.ValidationError(text.format(most=self.most))


def fields_of(plan: KnockoutPlan, who: Entering) -> dict[str, forms.Field]:
    """How many sit at a table, when tables are balanced, which are broken first."""
    sizes = [(size, str(size)) for size in who.sizes][1:]
    return {
        "seats": forms.TypedChoiceField(
            label=_("Most seats at a table"),
            choices=sizes,
            coerce=int,
            widget=Boxes(min(5, len(sizes))),
            initial=plan.seats,
        ),
        "balance_at": forms.TypedChoiceField(
            label=_("Balance tables that differ by"),
            choices=[(2, "2"), (3, "3")],
            coerce=int,
            widget=Boxes(2),
            initial=plan.balance_at,
        ),
        "breaks": NumbersField(
            label=_("Tables that are broken first"),
            required=False,
            most=MOST_TABLES,
            help_text=_(
                "Numbers in order, for example 3, 1. If empty: always the smallest table, or the last "
                "one if several are equal."
            ),
            initial=", ".join(map(str, plan.breaks)),
        ),
    }
