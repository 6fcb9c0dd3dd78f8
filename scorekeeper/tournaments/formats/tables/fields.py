"""What people fill in about rounds at tables."""

from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scorekeeper.common.widgets import Boxes
from scorekeeper.play.offers import LengthsField, usual_hands
from scorekeeper.tournaments.formats.clubs import apart_field
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Tournament

STYLES: Final = {
    "mix": gettext_lazy("Meet as many others as possible"),
    "seeded": gettext_lazy("By points, from round 2 on"),
    "team": gettext_lazy("One of each team at a table"),
    "random": gettext_lazy("Purely by chance"),
    "manual": pgettext_lazy("heading", "By hand"),
}
COUNTS: Final = {
    "points": gettext_lazy("The points of all rounds, added up"),
    "team_points": gettext_lazy("Team points, as on match days"),
}
LEAST, MOST = -10_000, 10_000  # points


def styles_of(who: Entering) -> tuple[str, ...]:
    """In which styles rounds can be drawn for them."""
    return ("team", "manual") if who.of == Tournament.Of.TEAMS else ("mix", "seeded", "random", "manual")


def fields_of(plan: TablesPlan, who: Entering) -> dict[str, forms.Field]:
    """How many rounds at which tables, who sits with whom, and what counts."""
    sizes = [(size, str(size)) for size in who.sizes]
    found: dict[str, forms.Field] = {
        "rounds": forms.IntegerField(
            label=pgettext("field", "Rounds"),
            min_value=1,
            max_value=MOST_ROUNDS,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            initial=plan.rounds,
        ),
        "size": forms.TypedChoiceField(
            label=_("Players at a table, if possible"),
            choices=sizes,
            coerce=int,
            widget=Boxes(min(3, len(sizes))),
            initial=plan.size,
        ),
        "style": forms.ChoiceField(
            label=_("Who sits with whom"),
            choices=[(style, str(STYLES[style])) for style in styles_of(who)],
            widget=Boxes(1),
            initial=plan.style,
        ),
    }
    if who.game.of_length:
        found["lengths"] = LengthsField(plan.lengths, usual_hands(who.game, who.rules, plan.size))
    found |= {
        "apart": apart_field(plan.apart),
        "absent": _points_field(_("Value of a missed round"), plan.absent),
        "bye": _points_field(_("Value of a round without a table"), plan.bye),
    }
    if who.of == Tournament.Of.TEAMS:
        found["counts"] = forms.ChoiceField(
            label=pgettext("field", "First criterion"),
            choices=list(COUNTS.items()),
            widget=Boxes(1),
            help_text=_(
                "Team points are for two to five teams: 3, 2, 1 and 0 for the places in each round; with five "
                "teams, 4 to 0."
            ),
            initial=plan.counts,
        )
    return found


def _points_field(label: str, points: int) -> forms.Field:
    return forms.IntegerField(label=label, required=False, min_value=LEAST, max_value=MOST, initial=points)
