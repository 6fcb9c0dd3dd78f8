"""Fields of a stage that hold an order: what is asked of equals, which tables are broken first."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.game import AnyGame
from scorekeeper.common.names import LONGEST
from scorekeeper.tournaments.ties import PTS, TITLES, Plan, asked_ties, offered_ties, usual_ties

IN_TURN: Final = (_("asked first"), _("then"), _("third"), _("fourth"), _("fifth"))
NAME: Final = "tie_"  # and the number of the choice


class NumbersField(forms.CharField):
    """Whole numbers from 1, with commas or spaces between them."""

    def __init__(self, *, most: int, **more: Any) -> None:
        super().__init__(max_length=LONGEST, **more)
        self.most = most

    def to_python(self, value: Any) -> Any:
        """Raises ValidationError: something else, or a number that no table has."""
        parts = str(value or "").replace(",", " ").split()
        if all(part.isascii() and part.isdecimal() and 0 < int(part[:9]) <= self.most for part in parts):
            return tuple(map(int, parts))
        text = gettext("Type whole numbers from 1 to {most} with commas between them, such as 3, 1.")
        raise forms.ValidationError(text.format(most=self.most))


def tie_fields(plan: Plan, game: AnyGame) -> dict[str, forms.Field]:
    """What is asked of those who are level on points, one choice after the other: as many as there are words for, or as
    the plan has keys."""
    asked = asked_ties(plan, game)
    offered = dict.fromkeys((*offered_ties(plan, game), *asked))
    choices = [("", gettext("nothing more")), *((name, str(TITLES[name])) for name in offered)]
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
    text = gettext("Usual here: {keys}. Who is equal in all that is asked shares the place.")
    found[f"{NAME}0"].help_text = text.format(keys=usual)
    return found


def asked_twice(sent: Mapping[str, Any]) -> dict[str, str]:
    """{name of a field: that what it asks is asked before}."""
    chosen = _chosen(sent)
    text = gettext("{title} is asked already. Choose another one.")
    return {
        name: text.format(title=TITLES[key])
        for place, (name, key) in enumerate(chosen)
        if key in [one for _name, one in chosen[:place]]
    }


def ties_in(sent: Mapping[str, Any], before: Plan, game: AnyGame) -> tuple[str, ...]:
    """What is asked of equals: nothing said where it is as usual, and as it was where nobody has changed it."""
    chosen = [key for _name, key in _chosen(sent)]
    if chosen == asked_ties(before, game):
        return before.ties
    return () if chosen == usual_ties(before, game) else (PTS, *chosen)


def _chosen(sent: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, key) for name, key in sent.items() if name.startswith(NAME) and key]
