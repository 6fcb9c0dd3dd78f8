"""What people fill in for the club's box."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.common.doing import asked_for
from scorekeeper.payouts.box.records import BoxMove, BoxSaving
from scorekeeper.payouts.forms import AmountForm


class BoxForm(AmountForm):
    """What went in or out (`act`), and why. The key makes sending it twice one booking."""

    asks = BoxMove
    reason = asked_for(
        BoxMove, "reason", pgettext_lazy("field", "What for"), _("Required. Every member can read it."), required=True
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, act: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.act = act

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), "act": self.act}


class TargetForm(AmountForm):
    """What the box is saved for; without an amount for nothing."""

    asks = BoxSaving
    what = asked_for(BoxSaving, "what", pgettext_lazy("field", "Saved for"))

    field_order = ("what", "amount", "unit")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["amount"].required = False
        self.fields["amount"].help_text = _("Leave empty if the club is not saving for anything.")

    def answers(self) -> dict[str, Any]:
        given = super().answers()
        return {**given, "amount": given["amount"] or 0}
