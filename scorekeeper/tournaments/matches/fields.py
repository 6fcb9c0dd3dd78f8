"""What people fill in about a stage of matches: what a match counts, and what is asked of equals, in order."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext, pgettext_lazy

from games.core.game import AnyGame
from scorekeeper.common.texts import halves
from scorekeeper.common.widgets import Boxes
from scorekeeper.tournaments.matches.plan import MatchPlan
from scorekeeper.tournaments.matches.ties import PTS, TITLES, asked_ties, offered_ties, usual_ties

COUNTINGS: Final = ("2-1-0", "4-2-0", "6-2-0")  # what a win, a draw and a defeat count, in half points
IN_TURN: Final = (
    pgettext_lazy("in a line", "asked first"),
    pgettext_lazy("in a line", "then"),
    pgettext_lazy("in a line", "third"),
    pgettext_lazy("in a line", "fourth"),
    pgettext_lazy("in a line", "fifth"),
)
NAME: Final = "tie_"  # and the number of the choice


def counting_field(plan: MatchPlan) -> forms.Field:
    """What a win, a draw and a defeat count: the usual answers, and what the plan has."""
    counting = f"{plan.win}-{plan.draw}-{plan.loss}"
    choices = [(fromkey, _in_figures(fromkey)) for fromkey in dict.fromkeys((*COUNTINGS, counting))]
    label = gettext("Points for a win, a draw and a defeat")
    return forms.ChoiceField(label=label, choices=choices, widget=Boxes(3), initial=counting)


def counted(counting: str) -> dict[str, int]:
    """The answer, as a plan has it."""
    return dict(zip(("win", "draw", "loss"), map(int, counting.split("-")), strict=True))


def tie_fields(plan: MatchPlan, game: AnyGame) -> dict[str, forms.Field]:
    """What is asked of those who are level on points, one choice after the other: as many as there are words for, or as
    the plan has keys."""
    asked = asked_ties(plan, game)
    offered = dict.fromkeys((*offered_ties(plan, game), *asked))
    choices = [("", pgettext("choice", "nothing more")), *((name, str(TITLES[name])) for name in offered)]
    turns = [*map(str, IN_TURN), *(str(number) for number in range(len(IN_TURN) + 1, len(asked) + 1))]
    found: dict[str, forms.Field] = {
        f"{NAME}{number}": forms.ChoiceField(
            label=gettext("Level on points: {turn}").format(turn=turn),
            choices=choices,
            required=False,
            initial=asked[number] if number < len(asked) else "",
        )
        for number, turn in enumerate(turns)
    }
    usual = ", ".join(str(TITLES[name]) for name in usual_ties(plan, game))
    text = gettext("Usual here: {keys}. Players equal in every tie-break share the place.")
    found[f"{NAME}0"].help_text = text.format(keys=usual)
    return found


def asked_twice(sent: Mapping[str, Any]) -> dict[str, str]:
    """{name of a field: that what it asks is asked before}."""
    chosen = _chosen(sent)
    text = gettext("{title} is already used. Choose another tie-break.")
    return {
        name: text.format(title=TITLES[key])
        for place, (name, key) in enumerate(chosen)
        if key in [one for _name, one in chosen[:place]]
    }


def ties_in(sent: Mapping[str, Any], before: MatchPlan, game: AnyGame) -> tuple[str, ...]:
    """What is asked of equals: nothing said where it is as usual, and as it was where nobody has changed it."""
    chosen = [key for _name, key in _chosen(sent)]
    if chosen == asked_ties(before, game):
        return before.ties
    return () if chosen == usual_ties(before, game) else (PTS, *chosen)


def _chosen(sent: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, key) for name, key in sent.items() if name.startswith(NAME) and key]


def _in_figures(counting: str) -> str:
    """ "2-1-0" as people write it: 1 / ½ / 0."""
    return " / ".join(halves(int(points)) for points in counting.split("-"))
