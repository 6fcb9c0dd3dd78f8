"""A reason that everybody at the table can read later."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting


class ReasonForm(forms.Form):
    """Why the list is ended, closed or opened again."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        help_text=_("Needed. Everybody at the table can read it."),
        widget=forms.TextInput(attrs={"required": True}),
    )

    def need_none(self) -> None:
        """Let the reason be left out."""
        field = self.fields["reason"]
        field.help_text = _("If you like. Everybody at the table can read it.")
        field.widget.attrs.pop("required", None)

    def save(self, service: Callable[..., Any], sitting: Sitting, by: Actor, now: datetime) -> bool:
        """Call the service with the reason; what it refuses becomes an error of a field."""
        if not self.is_valid():
            return False
        try:
            service(sitting_id=sitting.pk, by=by, reason=self.cleaned_data["reason"], now=now)
        except Refused as error:
            for problem in error.problems:
                self.add_error("reason" if problem.field == "reason" else None, translated(problem.message))
            return False
        return True
