"""What people fill in at the door of an evening."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.common.doing import ActForm
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.names import LONGEST
from scorekeeper.common.widgets import Boxes
from scorekeeper.leagues.people.records import Arrival


class DoorForm(ActForm):
    """Who has come in: somebody who signed up, or a name; and what they play, where `games` are several."""

    asks = Arrival

    player = forms.ChoiceField(label=pgettext_lazy("field", "Signed up"), required=False, widget=Boxes(2, people=True))
    name = forms.CharField(
        label=_("Or your name"),
        required=False,
        max_length=4 * LONGEST,  # the service says how long it may be
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    game = forms.ChoiceField(
        label=pgettext_lazy("field", "Plays"),
        required=False,
        widget=Boxes(2),
        help_text=_("Leave this empty if you chose a game when you signed up."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None, expected: Sequence[tuple[str, str]], games: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__(data)
        if games:
            self.fields["game"].choices = games  # type: ignore[attr-defined]
        else:
            del self.fields["game"]
        if expected:
            self.fields["player"].choices = expected  # type: ignore[attr-defined]
        else:
            del self.fields["player"]
            self.fields["name"].label = pgettext_lazy("field", "Your name")

    def answers(self) -> dict[str, Any]:
        picked = uuid_in(self.cleaned_data.get("player", ""))
        name = "" if picked else self.cleaned_data["name"]
        return {"player": picked, "name": name, "game": uuid_in(self.cleaned_data.get("game", ""))}
