"""What people fill in for the club's box."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.units import InUnits
from scorekeeper.common.texts import translated
from scorekeeper.payouts.forms import unit_key
from scorekeeper.payouts.services.box import Moved
from scorekeeper.play.forms.amounts import NotAnAmount, smallest

MONEY = {"inputmode": "decimal", "autocomplete": "off"}


class _InUnit(forms.Form):
    """An amount in one of the club's units; where there is but one it is not asked for."""

    amount = forms.CharField(label=_("How much"), max_length=20, widget=forms.TextInput(attrs=MONEY))
    unit = forms.ChoiceField(label=_("Counted in"))

    def __init__(
        self, data: Mapping[str, Any] | None, *, units: Sequence[InUnits], initial: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.units = {unit_key(one): one for one in units}
        labels = [(key, one.unit or _("without a label")) for key, one in self.units.items()]
        self.fields["unit"].choices = labels  # type: ignore[attr-defined]
        if len(labels) == 1:
            self.fields["unit"].widget, self.fields["unit"].initial = forms.HiddenInput(), labels[0][0]
            self.fields["amount"].label = _("How much, in {unit}").format(unit=labels[0][1])

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        unit = self.units.get(given.get("unit", ""))
        if unit and given.get("amount"):
            try:
                given["amount"] = smallest(given["amount"], unit.decimals)
            except NotAnAmount as error:
                self.add_error("amount", translated(error.message))
        return given

    @property
    def in_unit(self) -> InUnits:
        """The unit, once the form is valid."""
        return self.units[self.cleaned_data["unit"]]


class BoxForm(_InUnit):
    """What went in or out, and why. The key makes sending it twice one booking."""

    reason = forms.CharField(
        label=_("What for"),
        required=False,
        help_text=_("Needed. Every member can read it."),
        widget=forms.TextInput(attrs={"required": True, "autocomplete": "off"}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    @property
    def moved(self) -> Moved:
        """What is said, once the form is valid."""
        given = self.cleaned_data
        return Moved(amount=given["amount"], unit=self.in_unit, reason=given["reason"])


class TargetForm(_InUnit):
    """What the box is saved for; without an amount for nothing."""

    what = forms.CharField(label=_("Saved for"), required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    field_order = ("what", "amount", "unit")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["amount"].required = False
        self.fields["amount"].help_text = _("Leave it empty to save for nothing.")
