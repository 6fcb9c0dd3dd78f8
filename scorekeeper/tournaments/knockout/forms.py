"""What the desk fills in while a knock-out at tables is played."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext, ngettext

from scorekeeper.common.doing import KeyedForm
from scorekeeper.common.widgets import Boxes
from scorekeeper.tournaments.results.forms import ReasonForm

COLUMNS = 6  # ranks beside each other


class SeenForm(KeyedForm):
    """Which tables somebody has seen who says something of them."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31)

    def see(self, revision: int) -> None:
        """What was refused is asked again of the tables as its page shows them now."""
        self.data = {**dict(self.data.items()), "seen": str(revision)}  # one value of each: a QueryDict has lists


class OutForm(SeenForm):
    """Those of a table who went out in one hand, by their ids; of several also who began it with most. `others` are
    the tables where somebody went out just before, if that can have been the same hand."""

    with_last = forms.BooleanField(required=False)

    def __init__(self, data: Any = None, *, names: Mapping[UUID, str], others: Sequence[str] = (), seen: int) -> None:
        super().__init__(data, initial={"seen": seen})
        self.names = names
        if others:
            text = ngettext("In the same hand as {names}", "In the same hand as {names}", len(others))
            self.fields["with_last"].label = text.format(names=", ".join(others))
            self.fields["with_last"].help_text = gettext("At different tables: they share the place.")
        else:
            del self.fields["with_last"]
        many = len(names)
        for pk, name in names.items() if many > 1 else ():
            self.fields[f"rank-{pk}"] = forms.TypedChoiceField(
                label=name,
                coerce=int,
                choices=[(rank, str(rank)) for rank in range(1, many + 1)],
                widget=Boxes(min(many, COLUMNS)),
            )
        self.order_fields([*(f"rank-{pk}" for pk in names), "with_last", "seen", "key"])

    @property
    def out(self) -> list[tuple[UUID, int]]:
        """Each with what they had, as an order: more is more."""
        ranks = {pk: self.cleaned_data.get(f"rank-{pk}", 1) for pk in self.names}
        return [(pk, len(ranks) + 1 - rank) for pk, rank in ranks.items()]


class BackForm(SeenForm, ReasonForm):
    """Why a step is taken back; by somebody who has seen the tables as they are."""
