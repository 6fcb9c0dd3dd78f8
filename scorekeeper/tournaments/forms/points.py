"""What is filled in about points at the desk of a tournament."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.units import InUnits
from scorekeeper.common.names import alphabetical
from scorekeeper.common.once import KeyedForm
from scorekeeper.common.widgets import PersonSelect
from scorekeeper.tournaments.services.results import MOST


def amount_field(unit: InUnits, *, label: str, required: bool = True, help_text: str = "") -> forms.DecimalField:
    """Points, or an amount in the unit that the tables are counted in."""
    most = Decimal(MOST).scaleb(-unit.decimals)
    return forms.DecimalField(
        label=label,
        required=required,
        help_text=help_text,
        decimal_places=unit.decimals,
        min_value=-most,
        max_value=most,
    )


class ReasonForm(KeyedForm):
    """Why; everybody in the club can read it."""

    reason = forms.CharField(label=_("Why"), max_length=200, help_text=_("Everybody in the club can read it."))


class ResultForm(ReasonForm):
    """What each at a table has, and why it is said at the desk. Who is left empty keeps what the sheet says; `known` is
    None where neither a hand nor the desk has said anything yet, so that 0 is a figure too."""

    def __init__(
        self, data: Any = None, *, names: Mapping[UUID, str], known: Mapping[UUID, int | None], unit: InUnits
    ) -> None:
        super().__init__(data)
        self.unit = unit
        for pk, name in names.items():
            self.fields[f"points-{pk}"] = amount_field(unit, label=name, required=False)
            points = known.get(pk)
            if points is not None:
                self.initial[f"points-{pk}"] = Decimal(points).scaleb(-unit.decimals)
        self.order_fields([*(f"points-{pk}" for pk in names), "reason", "key"])
        self.names = names
        self.known = known

    def clean(self) -> dict[str, Any] | None:
        given = super().clean()
        if not self.errors and not self.points:
            self.add_error(f"points-{next(iter(self.names))}", gettext("Say how many points somebody has."))
        return given

    @property
    def points(self) -> dict[UUID, int]:
        """What was said otherwise than it is known."""
        said = {pk: self.cleaned_data.get(f"points-{pk}") for pk in self.names}
        found = {pk: int(amount.scaleb(self.unit.decimals)) for pk, amount in said.items() if amount is not None}
        return {pk: amount for pk, amount in found.items() if amount != self.known.get(pk)}


class PointsForm(ReasonForm):
    """A penalty or a bonus for an entrant."""

    entrant = forms.ChoiceField(label=_("For whom"), widget=PersonSelect)

    def __init__(
        self,
        data: Any = None,
        *,
        names: Sequence[tuple[str, str]],
        unit: InUnits,
        in_halves: bool = False,
        by_team: bool = False,
    ) -> None:
        super().__init__(data)
        self.unit, self.in_halves = InUnits(decimals=2) if in_halves else unit, in_halves
        by_name = sorted(names, key=lambda one: alphabetical(one[1]))
        self.fields["entrant"].choices = [("", gettext("choose")), *by_name]  # type: ignore[attr-defined]
        help_text = gettext("Less than 0 for a penalty; halves are possible: −0.5.")
        if not in_halves:
            help_text = gettext("Less than 0 for a penalty.")
        if by_team:
            help_text += " " + gettext("It counts among the points, not among the team points.")
        self.fields["points"] = amount_field(self.unit, label=gettext("Points"), help_text=help_text)
        self.order_fields(["entrant", "points", "reason", "key"])

    def clean_points(self) -> Decimal:
        amount: Decimal = self.cleaned_data["points"]
        if self.in_halves and amount * 2 % 1:
            raise forms.ValidationError(gettext("Whole points and halves only."))
        return amount

    @property
    def points(self) -> int:
        """In the unit of the tables; of matches in half points."""
        if self.in_halves:
            return int(self.cleaned_data["points"] * 2)
        return int(self.cleaned_data["points"].scaleb(self.unit.decimals))
