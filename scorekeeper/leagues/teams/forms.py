"""What people fill in about a team league, its teams and its match days."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club
from scorekeeper.common.doing import ActForm, Mends
from scorekeeper.common.names import LONGEST
from scorekeeper.common.widgets import Boxes, PersonSelect
from scorekeeper.leagues.evenings.forms import Choice, offer_choices
from scorekeeper.leagues.models import TeamMember
from scorekeeper.leagues.teams.records import LeaguePlan, TeamJoining, TeamName
from scorekeeper.leagues.teams.services import team_game
from scorekeeper.pairing.teams import MOST_SERIES
from scorekeeper.play.house_rules.choice import offer_in
from scorekeeper.play.house_rules.reads import mends_of, offered_rules
from scorekeeper.play.opening.reads import of_this_name
from scorekeeper.spreadsheets.forms import who_is
from scorekeeper.spreadsheets.matching import Matching, answer_key
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.seasons import present_seasons

USUAL_SERIES = 3


class WhoIsForm(forms.Form):
    """Who is meant by the names of a list that are much like somebody's."""

    def __init__(self, matching: Matching) -> None:
        super().__init__()
        for found in matching.asked:
            self.fields[answer_key(found.name)] = who_is(found)


class LeagueForm(ActForm):
    """A team league for one of the club's seasons of the game that teams play, which has none yet."""

    asks = LeaguePlan

    name = forms.CharField(label=pgettext_lazy("field", "Name"), max_length=LONGEST)
    season = forms.ChoiceField(label=_("Season whose sheets count"), widget=Boxes(1))
    series = forms.TypedChoiceField(label=_("Series of a match day"), coerce=int, widget=Boxes(4))
    rules = forms.ChoiceField(label=_("House rules of its tables"), widget=Boxes(1))

    def __init__(self, data: Mapping[str, Any] | None, *, club: Club, seasons: Iterable[Competition]) -> None:
        self.club, self.offered = club, offered_rules(club, team_game())
        seasons = list(seasons)
        initial = {
            "name": pgettext("heading", "Team league"),
            "season": next((str(season.pk) for season in present_seasons(club, seasons, timezone.now())), ""),
            "series": str(USUAL_SERIES),
            "rules": self.offered.first,
        }
        super().__init__(data, initial=initial)
        offer_choices(self, "season", [(str(season.pk), season.name) for season in seasons])
        offer_choices(self, "series", [(str(number), str(number)) for number in range(1, MOST_SERIES + 1)])
        offer_in(self.fields["rules"], self.offered)

    @property
    def mends(self) -> Mends:
        """Where rules are mended that cannot be played."""
        chosen = self.offered.sets.get(self.cleaned_data.get("rules", ""))
        return mends_of(self.club, chosen.house_version if chosen else None)

    def answers(self) -> dict[str, Any]:
        sent = self.cleaned_data
        chosen = self.offered.sets[sent["rules"]]
        return {**super().answers(), "rules": chosen.rules, "rules_name": chosen.name}


class TeamForm(ActForm):
    """What a team is called."""

    asks = TeamName

    name = forms.CharField(label=_("Name of the team"), max_length=LONGEST)


class MemberForm(ActForm):
    """Somebody of the book or a guest by name, and what they are in the team. A name that one person of the book has is
    that person's."""

    asks = TeamJoining

    player = forms.ChoiceField(label=_("Somebody known to the club"), required=False, widget=PersonSelect)
    name = forms.CharField(
        label=_("Or a new name"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=pgettext_lazy("field", "Plays as"), choices=TeamMember.Role.choices, widget=Boxes(3))

    def __init__(self, data: Mapping[str, Any] | None, club: Club, players: Sequence[Choice], role: str) -> None:
        super().__init__(data, initial={"role": role})
        self.club = club
        offer_choices(self, "player", [("", pgettext("choice", "choose")), *players])

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or self.cleaned_data
        if sent.get("player") and sent.get("name"):
            self.add_error("name", gettext("Choose somebody known to the club or type a new name, not both."))
        return sent

    def answers(self) -> dict[str, Any]:
        chosen, sent = self.cleaned_data["player"], self.cleaned_data
        same = [] if chosen else of_this_name(self.club, sent["name"])
        if len(same) == 1:
            chosen = str(same[0].pk)
        who = {"player": UUID(chosen)} if chosen else {"name": sent["name"]}
        return {**who, "role": sent["role"]}
