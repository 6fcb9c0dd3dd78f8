"""What a director says of a ceremony."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.common.doing import ActForm
from scorekeeper.sharing.records import CeremonyStart, CeremonyTurn


class StartForm(ActForm):
    """With which place it begins."""

    asks = CeremonyStart
    since = forms.IntegerField(
        label=_("Begin with place"),
        required=False,
        help_text=_("Leave empty to begin with the last place."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, data: Any = None, *, most: int) -> None:
        super().__init__(data)
        self.fields["since"].widget.attrs |= {"min": 1, "max": most}


class TurnForm(ActForm):
    """How many turns are revealed, as the buttons of the page say it."""

    asks = CeremonyTurn
    turn = forms.IntegerField(min_value=0)
