"""What is filled in about two people of a tournament."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.forms import TwoPeopleForm
from scorekeeper.clubs.models import Player
from scorekeeper.common.doing import ActForm
from scorekeeper.common.widgets import Boxes
from scorekeeper.tournaments.models import PairRule
from scorekeeper.tournaments.pairs.records import PairWanted


class PairForm(ActForm, TwoPeopleForm):
    """Two people, and what draws do with them."""

    asks = PairWanted
    field_order = ("one", "other", "kind")

    kind = forms.ChoiceField(
        label=_("In draws"), choices=PairRule.Kind.choices, initial=PairRule.Kind.APART, widget=Boxes(2)
    )

    def __init__(self, data: Mapping[str, Any] | None, people: Sequence[tuple[Player, str]]) -> None:
        super().__init__(data, [(str(player.pk), name) for player, name in people])
        self.fields["one"].label, self.fields["other"].label = _("These two"), _("and")
