"""What people fill in about a round robin."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.widgets import Boxes
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.matches.fields import counting_field, tie_fields


def fields_of(plan: RoundRobinPlan, who: Entering) -> dict[str, forms.Field]:
    """How often each meets each, in how many groups, what counts."""
    return {
        "legs": forms.TypedChoiceField(
            label=_("How often everybody meets"),
            choices=[(1, pgettext("field", "once")), (2, pgettext("field", "twice"))],
            coerce=int,
            widget=Boxes(2),
            initial=plan.legs,
        ),
        "groups": forms.IntegerField(
            label=pgettext("field", "Groups"),
            min_value=1,
            max_value=26,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            help_text=_("Enter 1 for a single group."),
            initial=plan.groups,
        ),
        "counting": counting_field(plan),
        **tie_fields(plan, who.game),
    }
