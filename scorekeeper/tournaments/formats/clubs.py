"""Entrants who come from one club: how far a draw keeps them apart."""

from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.common.widgets import Boxes

APART: Final = {
    "off": gettext_lazy("May meet like everybody else"),
    "soft": gettext_lazy("Kept apart where possible"),
    "hard": gettext_lazy("Never meet, unless a club is too large for that"),
}


def apart_field(chosen: str) -> forms.Field:
    """The question how far they are kept apart."""
    return forms.ChoiceField(
        label=_("Players from the same club"), choices=list(APART.items()), widget=Boxes(1), initial=chosen
    )


def apart_sentences(apart: str) -> list[str]:
    """How far they are kept apart, in sentences."""
    return {
        "off": [],
        "soft": [_("Players from the same club are kept apart where possible.")],
        "hard": [_("Players from the same club never meet, unless the club is too large for that.")],
    }[apart]
