"""What is asked of whoever opens the file of a tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import games
from scorekeeper.archive.opened import Opening
from scorekeeper.archive.records import TournamentFileAnswers, TournamentFileSent
from scorekeeper.common.doing import ActForm
from scorekeeper.common.names import alphabetical
from scorekeeper.common.parsers import SentFileField
from scorekeeper.common.texts import isolated, translated
from scorekeeper.spreadsheets.matching import NEW


class FileForm(ActForm):
    """A file to look at."""

    asks = TournamentFileSent
    file = SentFileField(
        label=_("File of a tournament"),
        max_length=200,
        help_text=_("ZIP or TRF, up to 900 kB. You see the contents first; nothing is opened yet."),
        widget=forms.FileInput(attrs={"accept": ".zip,.trf,.trfx,.txt"}),
    )


class WhoForm(ActForm):
    """What a file leaves open: what was played, and who is who of the names that may be one of several."""

    asks = TournamentFileAnswers

    def __init__(self, opening: Opening, *args: Any) -> None:
        super().__init__(*args)
        self.asked = opening.matching.asked
        if opening.games:
            titles = sorted(
                ((translated(games.game(name).title), name) for name in opening.games),
                key=lambda title: alphabetical(title[0]),
            )
            self.fields["game"] = forms.ChoiceField(
                label=pgettext_lazy("field", "Game"),
                choices=[("", pgettext_lazy("field", "please choose")), *((name, title) for title, name in titles)],
                initial=opening.game,
                required=False,
            )
        for number, one in enumerate(self.asked):
            alike = [(str(player.pk), isolated(player.name)) for player in one.alike]
            self.fields[f"who-{number}"] = forms.ChoiceField(
                label=_("Who is {name} among the club’s people?").format(name=isolated(one.name)),
                choices=[
                    ("", pgettext_lazy("field", "please choose")),
                    *alike,
                    (NEW, pgettext_lazy("field", "somebody new")),
                ],
                initial=one.said,
                required=False,
            )

    def answers(self) -> dict[str, Any]:
        people = {match.name: self.cleaned_data[f"who-{number}"] for number, match in enumerate(self.asked)}
        return {**super().answers(), "people": people}
