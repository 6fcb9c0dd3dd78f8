"""What the desk fills in about the clock."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

MOST_MINUTES = 24 * 60


def minutes_field(label: str, least: int) -> forms.IntegerField:
    """Whole minutes, and what to write where they are none."""
    said = _("Write whole minutes, from {least} to {most}.").format(least=least, most=MOST_MINUTES)
    errors = dict.fromkeys(("required", "invalid", "min_value", "max_value"), said)
    return forms.IntegerField(label=label, min_value=least, max_value=MOST_MINUTES, error_messages=errors)


class ClockForm(forms.Form):
    """How many minutes the clock is set to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"] = minutes_field(_("Minutes"), 1)


class TableTimeForm(forms.Form):
    """A table of the round that is played, and how many minutes it has more."""

    def __init__(self, *args: Any, tables: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"] = forms.ChoiceField(label=_("Table"), choices=tables)
        self.fields["more"] = minutes_field(_("Minutes more than the others"), 0)
