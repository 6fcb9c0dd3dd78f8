"""What people fill in for the club's box."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.payouts.box.services import Moved
from scorekeeper.payouts.forms import AmountForm


class BoxForm(AmountForm):
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


class TargetForm(AmountForm):
    """What the box is saved for; without an amount for nothing."""

    what = forms.CharField(label=_("Saved for"), required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    field_order = ("what", "amount", "unit")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["amount"].required = False
        self.fields["amount"].help_text = _("Leave it empty to save for nothing.")
