"""Entrants who come from one club: how far a draw keeps them apart."""

from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.common.widgets import Boxes

APART: Final = {
    "off": gettext_lazy("May meet like all others"),
    "soft": gettext_lazy("Kept apart where that is possible"),
    "hard": gettext_lazy("Never meet, unless a club is too large for that"),
}


def apart_field(chosen: str) -> forms.Field:
    """The question how far they are kept apart."""
    return forms.ChoiceField(
        label=_("Those who come from one club"), choices=list(APART.items()), widget=Boxes(1), initial=chosen
    )


def apart_sentences(apart: str) -> list[str]:
    """How far they are kept apart, in sentences."""
    return {
        "off": [],
        "soft": [_("Who comes from one club is kept apart where that is possible.")],
        "hard": [_("Who comes from one club never meets, unless a club is too large for that.")],
    }[apart]
