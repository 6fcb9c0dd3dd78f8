"""What the desk fills in about the clock."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_MINUTES = 24 * 60


class ClockForm(forms.Form):
    """How many minutes the clock is set to."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_MINUTES)


class TableTimeForm(forms.Form):
    """A table of the round that is played, and how many minutes it has more."""

    table = forms.ChoiceField(label=_("Table"))
    more = forms.IntegerField(label=_("Minutes more than the others"), min_value=0, max_value=MOST_MINUTES)

    def __init__(self, *args: Any, tables: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"] = forms.ChoiceField(label=_("Table"), choices=tables)
