"""What people fill in about a Swiss system."""

from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from scorekeeper.common.texts import halves
from scorekeeper.common.widgets import Boxes
from scorekeeper.tournaments.formats.clubs import apart_field
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.matches.fields import counting_field, tie_fields

WITHOUT: Final = {
    "win": pgettext_lazy("in a line", "as much as a win"),
    "draw": pgettext_lazy("in a line", "as much as a draw"),
    "0": pgettext_lazy("in a line", "nothing"),
}
"""What a round without an opponent counts."""


def fields_of(plan: SwissPlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
    """How many rounds, how they are paired, what counts; `late` is asked of the first stage alone, for nobody new comes
    into a later one."""
    return {
        "rounds": forms.IntegerField(
            label=pgettext("field", "Rounds"),
            required=False,
            min_value=1,
            max_value=MOST_ROUNDS,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            help_text=_("If empty: the usual number for this many people."),
            initial=plan.rounds,
        ),
        "first": forms.ChoiceField(
            label=_("The first round"),
            choices=[("seeds", pgettext("field", "By seeds")), ("random", pgettext("field", "By chance"))],
            widget=Boxes(2),
            initial=plan.first,
        ),
        "system": forms.ChoiceField(
            label=pgettext("field", "Pairing system"),
            choices=[("matching", _("The best of all pairings")), ("dutch", _("FIDE’s Dutch system"))],
            widget=Boxes(2),
            initial=plan.system,
        ),
        "apart": apart_field(plan.apart),
        "counting": counting_field(plan),
        "without": _without_field(plan),
        **({"late": _late_field(plan)} if is_first else {}),
        **tie_fields(plan, who.game),
    }


def bye_in(without: str, draw: int) -> int | None:
    """What a round without an opponent counts in the plan; None: as much as a win, whatever that counts."""
    return {"win": None, "draw": draw}[without] if without in {"win", "draw"} else int(without)


def _without_field(plan: SwissPlan) -> forms.Field:
    answers = {plan.draw: "draw", 0: "0", plan.win: "win", None: "win"}
    chosen = answers.get(plan.bye, str(plan.bye))
    other = [] if chosen in WITHOUT else [(chosen, halves(int(chosen)))]
    choices = [*((answer, str(text)) for answer, text in WITHOUT.items()), *other]
    return forms.ChoiceField(
        label=_("Value of a round without an opponent"), choices=choices, widget=Boxes(3), initial=chosen
    )


def _late_field(plan: SwissPlan) -> forms.Field:
    return forms.ChoiceField(
        label=_("Players who join after the first round"),
        choices=[
            ("zero", pgettext("field", "get nothing for missed rounds")),
            ("half", pgettext("field", "get half a bye, once")),
        ],
        widget=Boxes(2),
        initial=plan.late,
    )
