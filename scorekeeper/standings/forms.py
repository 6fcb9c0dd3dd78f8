"""What a director fills in about a season."""

from django import forms
from django.utils.translation import gettext_lazy as _

import games
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import translated
from scorekeeper.common.widgets import Boxes


def counting() -> list[tuple[str, str]]:
    """Every game with every way to count it: "skat:seeger_fabian"."""
    return [
        (f"{game.name}:{system}", f"{translated(game.title)}, {translated(game.system_titles[system])}")
        for game in games.all_games().values()
        for system in game.systems
    ]


class SeasonForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the season"), max_length=LONGEST, help_text=_("For example: Autumn league 2026")
    )
    counting = forms.ChoiceField(
        label=_("What is played, and how points are counted"),
        choices=counting,
        help_text=_("The season counts by this, whatever system a single sheet was played by."),
        widget=Boxes(2),
    )

    def split(self) -> tuple[str, str]:
        """Game and system."""
        game, _colon, system = self.cleaned_data["counting"].partition(":")
        return game, system
