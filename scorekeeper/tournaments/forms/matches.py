"""What is filled in about a match of two at the desk."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.core.game import Duel
from scorekeeper.common.texts import isolated
from scorekeeper.tournaments.forms.points import ReasonForm
from scorekeeper.tournaments.matches.results import Pair
from scorekeeper.tournaments.results.records import MOST_SCORED, MatchWon

SIDES: Final = ("home", "away")
DRAW, NO_HOME, NO_AWAY, NOBODY = "draw", "no_home", "no_away", "nobody"
COUNTS: Final = {"sets": gettext_lazy("Sets of {name}"), "scored": gettext_lazy("Points of {name}")}


class MatchForm(ReasonForm):
    """Who has won, said by the button that is tapped; what each side has counted, where the game counts it. A first
    result asks for no reason."""

    def __init__(
        self,
        data: Any = None,
        *,
        sides: Sequence[tuple[UUID, str]],
        duel: Duel | None,
        may_draw: bool,
        is_first: bool = False,
    ) -> None:
        super().__init__(data)
        if is_first:
            del self.fields["reason"]
        self.sides = [pk for pk, _name in sides]
        self.may_draw = may_draw
        by_points = duel is not None and duel.by == "points"
        known = (("sets", duel and duel.sets), ("scored", by_points or (duel and duel.scored)))
        self.counts = [name for name, is_known in known if is_known]
        least = -MOST_SCORED if by_points else 0
        for name in self.counts:
            for side, (_pk, called) in zip(SIDES, sides, strict=True):
                label = COUNTS[name].format(name=isolated(called))
                self.fields[f"{name}_{side}"] = forms.IntegerField(
                    label=label, required=False, min_value=least, max_value=MOST_SCORED
                )
        self.order_fields(["reason", *(f"{name}_{side}" for name in self.counts for side in SIDES), "key"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["winner"] = self.said  # so that another button is another act (`once`)
        if self.said not in {*SIDES, NO_HOME, NO_AWAY, NOBODY, *([DRAW] if self.may_draw else [])}:
            self.add_error(None, gettext("Tap who has won."))
        for name in self.counts:
            given = [data.get(f"{name}_{side}") is not None for side in SIDES]
            if any(given) and not all(given):
                self.add_error(f"{name}_{SIDES[given.index(False)]}", gettext("Fill in both, or neither."))
        return data

    @property
    def said(self) -> str:
        """By which button."""
        return str(self.data.get("winner", ""))

    @property
    def result(self) -> MatchWon:
        home, away = self.sides
        winner = {"home": home, NO_AWAY: home, "away": away, NO_HOME: away}.get(self.said)
        forfeit = self.said in {NO_HOME, NO_AWAY, NOBODY}
        return MatchWon(winner=winner, forfeit=forfeit, sets=self._pair("sets"), scored=self._pair("scored"))

    def _pair(self, name: str) -> Pair | None:
        home, away = (self.cleaned_data.get(f"{name}_{side}") for side in SIDES)
        return None if home is None or away is None else (home, away)
