"""What is filled in about the clock and when the director is called."""

from typing import Any, Final

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scorekeeper.common.doing import ActForm
from scorekeeper.draws.services.calling import LONGEST
from scorekeeper.tournaments.clock.records import CallWords, ClockLength, TableTime

MINUTE: Final = 60
MOST_MINUTES: Final = 24 * 60


def minutes_field(label: str, least: int) -> forms.IntegerField:
    """Whole minutes, and what to write where they are none."""
    sentence = _("Write whole minutes, from {least} to {most}.").format(least=least, most=MOST_MINUTES)
    errors = dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)
    return forms.IntegerField(label=label, min_value=least, max_value=MOST_MINUTES, error_messages=errors)


class ClockForm(ActForm):
    """How many minutes the clock is set to."""

    asks = ClockLength
    named = {"seconds": "minutes"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"] = minutes_field(pgettext("heading", "Minutes"), 1)

    def answers(self) -> dict[str, Any]:
        return {"seconds": MINUTE * self.cleaned_data["minutes"]}


class TableTimeForm(ActForm):
    """A table of the round that is played, and how many minutes it has more."""

    asks = TableTime
    named = {"seconds": "more"}

    def __init__(self, *args: Any, tables: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"] = forms.ChoiceField(label=pgettext("field", "Table"), choices=tables)
        self.fields["more"] = minutes_field(_("Minutes more than the others"), 0)

    def answers(self) -> dict[str, Any]:
        return {"seconds": MINUTE * self.cleaned_data["more"]}


class CallForm(ActForm):
    """What is wanted of the director."""

    asks = CallWords
    words = forms.CharField(
        required=False,
        max_length=LONGEST,
        error_messages={"max_length": format_lazy(gettext_lazy("At most {most} characters, please."), most=LONGEST)},
    )
