"""What is filled in about points and matches at the desk of a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, TypeAlias
from uuid import UUID

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.core.game import Duel
from games.core.settling import InUnits
from scorekeeper.common.doing import KeyedForm, NumberField
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import isolated, translated
from scorekeeper.common.widgets import PersonSelect
from scorekeeper.tournaments.matches.play import Pair
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.results.records import MOST, MOST_SCORED, MatchWon
from scorekeeper.tournaments.rounds.results import asked_of_equals, unit_of


def amount_field(unit: InUnits, *, label: str, required: bool = True, help_text: str = "") -> forms.DecimalField:
    """Points, or an amount in the unit that the tables are counted in."""
    most = Decimal(MOST).scaleb(-unit.decimals)
    field = NumberField if unit.decimals else forms.DecimalField
    return field(
        label=label,
        required=required,
        help_text=help_text,
        decimal_places=unit.decimals,
        min_value=-most,
        max_value=most,
    )


class ReasonForm(KeyedForm):
    """Why; everybody in the club can read it."""

    reason = forms.CharField(
        label=pgettext_lazy("field", "Why"), max_length=200, help_text=_("Everybody in the club can read it.")
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """A figure that is written of everybody at a table: the points (`name` empty), or a measure that the game asks of
    equals."""

    name: str
    title: str
    unit: InUnits

    def field(self, pk: UUID) -> str:
        return f"{self.name or 'points'}-{pk}"


def asked_of(tournament: Tournament) -> list[Asked]:
    """What is written of everybody at a table: the points, and what the game asks of equals."""
    titles = tournament.plays.titles(tournament.typed_rules)
    asked = [Asked(name, translated(titles[name]), unit) for name, unit in asked_of_equals(tournament).items()]
    return [Asked("", pgettext("field", "Points"), unit_of(tournament)), *asked]


Known: TypeAlias = Mapping[str, int]
"""{measure, or empty for the points: what a hand or the desk has said of somebody}"""


class ResultForm(ReasonForm):
    """What each at a table has, and why it is said at the desk where something is known already. Who is left empty
    keeps what the sheet says; `known` has nobody of whom neither a hand nor the desk has said anything yet, so that 0
    is a figure too."""

    def __init__(
        self, data: Any = None, *, names: Mapping[UUID, str], known: Mapping[UUID, Known], asked: Sequence[Asked]
    ) -> None:
        super().__init__(data)
        self.names, self.known, self.asked = names, known, asked
        for pk, name in names.items():
            for each in asked:
                label = f"{isolated(name)}: {each.title}" if len(asked) > 1 else name
                field: forms.Field = amount_field(each.unit, label=label, required=False)
                if each.name and not each.unit.unit:
                    field = forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST)
                self.fields[each.field(pk)] = field
                amount = known.get(pk, {}).get(each.name)
                if amount is not None:
                    self.initial[each.field(pk)] = Decimal(amount).scaleb(-each.unit.decimals)
        if known:
            self.fields["reason"].required = False  # of whom nothing is known yet needs none
        else:
            del self.fields["reason"]
        self.order_fields([*(each.field(pk) for pk in names for each in asked), "reason", "key"])

    def people(self) -> list[tuple[str, list[tuple[str, forms.BoundField]]]]:
        """Everybody with their fields by title, for the page."""
        return [(name, [(each.title, self[each.field(pk)]) for each in self.asked]) for pk, name in self.names.items()]

    def clean(self) -> dict[str, Any] | None:
        given = super().clean()
        if self.errors:
            return given
        if not self.changed:
            self.add_error(f"points-{next(iter(self.names))}", gettext("Enter how many points somebody has."))
        for pk in self.changed:
            if "" not in self._said(pk):
                self.add_error(f"points-{pk}", gettext("Enter the points too."))
        if not self.cleaned_data.get("reason") and self.known.keys() & {*self.changed}:
            self.add_error("reason", self.fields["reason"].error_messages["required"])
        return given

    @property
    def changed(self) -> list[UUID]:
        """Of whom something was said otherwise than it is known."""
        known = self.known
        return [
            pk
            for pk in self.names
            if any(amount != known.get(pk, {}).get(name) for name, amount in self._said(pk).items())
        ]

    @property
    def points(self) -> dict[UUID, int]:
        return {pk: self._said(pk)[""] for pk in self.changed}

    @property
    def got(self) -> list[dict[str, Any]]:
        """What is written of each, as the record has it."""
        measures = self.measures
        return [
            {"entrant": pk, "points": points, "measures": measures.get(pk, {})} for pk, points in self.points.items()
        ]

    @property
    def measures(self) -> dict[UUID, dict[str, int]]:
        """What the game asks of equals, of those who are written down."""
        said = {pk: {name: amount for name, amount in self._said(pk).items() if name} for pk in self.changed}
        return {pk: amounts for pk, amounts in said.items() if amounts}

    def _said(self, pk: UUID) -> dict[str, int]:
        given = {each: self.cleaned_data.get(each.field(pk)) for each in self.asked}
        return {
            each.name: int(Decimal(amount).scaleb(each.unit.decimals))
            for each, amount in given.items()
            if amount is not None
        }


class EntrantPointsForm(ReasonForm):
    """A penalty or a bonus for one entrant."""

    def __init__(
        self, data: Any = None, *, unit: InUnits, in_halves: bool = False, by_team: bool = False, **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.unit, self.in_halves = InUnits(decimals=2) if in_halves else unit, in_halves
        help_text = gettext("Less than 0 for a penalty; halves are possible: −0.5.")
        if not in_halves:
            help_text = gettext("Less than 0 for a penalty.")
        if by_team:
            help_text += " " + gettext("This counts for the points, not for the team points.")
        self.fields["points"] = amount_field(self.unit, label=pgettext("field", "Points"), help_text=help_text)
        self.order_fields(["points", "reason", "key"])

    def clean_points(self) -> Decimal:
        amount: Decimal = self.cleaned_data["points"]
        if self.in_halves and amount * 2 % 1:
            raise forms.ValidationError(gettext("Whole points and halves only."))
        return amount

    @property
    def points(self) -> int:
        """In the unit of the tables; of matches in half points."""
        if self.in_halves:
            return int(self.cleaned_data["points"] * 2)
        return int(self.cleaned_data["points"].scaleb(self.unit.decimals))


class PointsForm(EntrantPointsForm):
    """A penalty or a bonus for an entrant of a stage, who is chosen."""

    entrant = forms.ChoiceField(label=pgettext_lazy("field", "For whom"), widget=PersonSelect)

    def __init__(self, data: Any = None, *, names: Sequence[tuple[str, str]], **more: Any) -> None:
        super().__init__(data, **more)
        by_name = sorted(names, key=lambda name: alphabetical(name[1]))
        self.fields["entrant"].choices = [("", pgettext("choice", "choose")), *by_name]  # type: ignore[attr-defined]
        self.order_fields(["entrant", "points", "reason", "key"])


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
        counts = (("sets", duel and duel.sets), ("scored", by_points or (duel and duel.scored)))
        self.counts = [name for name, is_known in counts if is_known]
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
