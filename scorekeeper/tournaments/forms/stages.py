"""What people fill in about a stage: the fields of its format."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.record import dump
from scorekeeper.common.names import LONGEST
from scorekeeper.common.once import OnceForm
from scorekeeper.common.widgets import Boxes
from scorekeeper.tournaments.forms.ties import NumbersField, asked_twice, tie_fields, ties_in
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.plans import (
    MOST_ROUNDS,
    MOST_TABLES,
    Format,
    Plan,
    RoundRobinPlan,
    SwissPlan,
    plan_of,
)
from scorekeeper.tournaments.selectors.fitting import entering, styles_of, usual_plan
from scorekeeper.tournaments.services.stages import StageWanted
from scorekeeper.tournaments.words import APART, COUNTS, FORMATS, STYLES, half_points

FIELDS: Final[Mapping[Format, tuple[str, ...]]] = {
    Format.TABLES: ("rounds", "size", "style", "counts", "apart", "absent", "bye"),
    Format.SWISS: ("rounds", "first", "system", "apart", "counting", "without", "late", "ties"),
    Format.ROUND_ROBIN: ("legs", "groups", "counting", "ties"),
    Format.SINGLE: ("third_place",),
    Format.DOUBLE: ("reset",),
    Format.KNOCKOUT: ("seats", "balance_at", "breaks"),
}
OF_FIRST: Final = ("late",)  # nobody new comes into a later stage
OF_TEAMS: Final = ("counts",)
ASKED: Final = frozenset(name for names in FIELDS.values() for name in names)
WITHOUT: Final = {"win": _("as much as a win"), "draw": _("as much as a draw"), "0": _("nothing")}
"""What a round without an opponent counts"""
COUNTINGS: Final = ("2-1-0", "4-2-0", "6-2-0")  # what a win, a draw and a defeat count, in half points
LEAST, MOST = -10_000, 10_000  # points
NUMBER: Final = {"inputmode": "numeric"}


class StageForm(OnceForm):
    """A stage of a tournament in one format; `stage` is the one that is changed. After the first it says who comes into
    it."""

    name = forms.CharField(
        label=_("Name"), required=False, max_length=LONGEST, help_text=_("For example: Final. Without one the format.")
    )
    best = forms.IntegerField(
        label=_("How many go on from the stage before it"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Of each of its groups; empty: everybody."),
        widget=forms.NumberInput(attrs=NUMBER),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, widget=forms.NumberInput(attrs=NUMBER)
    )
    size = forms.TypedChoiceField(label=_("Players at a table, if it works out"), coerce=int, widget=Boxes(3))
    style = forms.ChoiceField(label=_("Who sits with whom"), widget=Boxes(1))
    apart = forms.ChoiceField(label=_("Those who come from one club"), choices=list(APART.items()), widget=Boxes(1))
    absent = forms.IntegerField(
        label=_("What a round counts that somebody misses"), required=False, min_value=LEAST, max_value=MOST
    )
    bye = forms.IntegerField(
        label=_("What a round without a table counts"), required=False, min_value=LEAST, max_value=MOST
    )
    counts = forms.ChoiceField(
        label=_("What counts first"),
        choices=list(COUNTS.items()),
        widget=Boxes(1),
        help_text=_("Team points are for two to four teams: 3, 2, 1 and 0 for the places in each round."),
    )
    first = forms.ChoiceField(
        label=_("The first round"), choices=[("seeds", _("By seeds")), ("random", _("By chance"))], widget=Boxes(2)
    )
    system = forms.ChoiceField(
        label=_("How it is paired"),
        choices=[("matching", _("The best of all pairings")), ("dutch", _("FIDE’s Dutch system"))],
        widget=Boxes(2),
    )
    legs = forms.TypedChoiceField(
        label=_("How often each meets each"), choices=[(1, _("once")), (2, _("twice"))], coerce=int, widget=Boxes(2)
    )
    groups = forms.IntegerField(
        label=_("Groups"),
        min_value=1,
        max_value=26,
        widget=forms.NumberInput(attrs=NUMBER),
        help_text=_("1: all in one."),
    )
    counting = forms.ChoiceField(label=_("What a win, a draw and a defeat count"), widget=Boxes(3))
    without = forms.ChoiceField(label=_("What a round without an opponent counts"), widget=Boxes(3))
    late = forms.ChoiceField(
        label=_("Who begins after the first round"),
        choices=[("zero", _("gets nothing for what they missed")), ("half", _("gets half a bye, once"))],
        widget=Boxes(2),
    )
    third_place = forms.BooleanField(label=_("Play for third place"), required=False)
    reset = forms.BooleanField(
        label=_("A second final"), required=False, help_text=_("When who comes from below wins the first.")
    )
    seats = forms.TypedChoiceField(label=_("Seats at a table, at most"), coerce=int, widget=Boxes(5))
    balance_at = forms.TypedChoiceField(
        label=_("Balance tables that differ by"), choices=[(2, "2"), (3, "3")], coerce=int, widget=Boxes(2)
    )
    breaks = NumbersField(
        label=_("Tables that are broken first"),
        required=False,
        most=MOST_TABLES,
        help_text=_("Numbers in order, such as 3, 1. Without any: always the smallest, of equal ones the last."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None, *, tournament: Tournament, kind: Format, stage: Stage | None = None
    ) -> None:
        self.kind, self.stage = kind, stage
        self.is_first = stage is not None and stage.number == 1
        self.who = entering(tournament)
        before = stage.typed_plan if stage and stage.typed_plan.kind == kind else usual_plan(kind, self.who)
        self.before = before
        super().__init__(data, initial={**self._initial(before), "version": tournament.version})
        if isinstance(before, SwissPlan | RoundRobinPlan):
            self.fields.update(tie_fields(before, self.who.game))
        self.asked = [name for name in FIELDS[kind] if self._is_asked(name)]
        for name in ((ASKED & set(self.fields)) - set(self.asked)) | ({"best"} if self.is_first else set()):
            del self.fields[name]
        for name, choices in self._choices():
            self.fields[name].choices = choices  # type: ignore[attr-defined]
            boxes = self.fields[name].widget
            boxes.columns = min(boxes.columns, len(choices))  # no box stays empty
        if stage:
            del self.fields["key"]  # changing it twice is no harm
        if kind == Format.SWISS:
            self.fields["rounds"].required = False
            self.fields["rounds"].help_text = gettext("Empty: as many as are usual for as many as come.")

    def _is_asked(self, name: str) -> bool:
        if name in OF_TEAMS:
            return self.who.of == Tournament.Of.TEAMS
        return self.is_first or name not in OF_FIRST

    def clean(self) -> dict[str, Any]:
        """Nothing is asked twice."""
        for name, text in asked_twice(self.cleaned_data).items():
            self.add_error(name, text)
        return self.cleaned_data

    def wanted(self) -> StageWanted:
        """What was filled in."""
        return StageWanted(self.cleaned_data["name"], self._plan())

    def _plan(self) -> Plan:
        """What is not asked stays as it was."""
        sent = self.cleaned_data
        data = dump(self.before)
        for name in self.asked:
            if name == "counting":
                data |= dict(zip(("win", "draw", "loss"), map(int, sent[name].split("-")), strict=True))
            elif name == "without":
                data["bye"] = self._without(data, sent[name])
            elif name == "ties":
                assert isinstance(self.before, SwissPlan | RoundRobinPlan)  # noqa: S101 nobody else is asked
                data["ties"] = ties_in(sent, self.before, self.who.game)
            elif name in ("absent", "bye"):
                data[name] = sent[name] or 0
            else:
                data[name] = sent[name]
        if "best" in self.fields:
            data["takes"] = {"best": sent["best"]}
        return plan_of(data)

    def _without(self, plan: Mapping[str, Any], said: str) -> int | None:
        """What a round without an opponent counts, by what a match does."""
        return {"win": None, "draw": int(plan["draw"])}[said] if said in {"win", "draw"} else int(said)

    def _initial(self, before: Plan) -> dict[str, Any]:
        found = dump(before)
        found["name"] = self.stage.name if self.stage else ""
        found["best"] = found["takes"]["best"]
        if "win" in found:
            found["counting"] = "{win}-{draw}-{loss}".format(**found)
            said = {found["draw"]: "draw", 0: "0", found["win"]: "win", None: "win"}
            found["without"] = said.get(found.get("bye"), str(found.get("bye")))
        if "breaks" in found:
            found["breaks"] = ", ".join(map(str, found["breaks"]))
        return found

    def _choices(self) -> Iterator[tuple[str, list[tuple[Any, str]]]]:
        """Of the fields whose answers depend on the game, or on what stands there."""
        sizes = [(size, str(size)) for size in self.who.sizes]
        if "size" in self.fields:
            yield "size", sizes
        if "style" in self.fields:
            yield "style", [(one, str(STYLES[one])) for one in STYLES if one in styles_of(self.who)]
        if "seats" in self.fields:
            yield "seats", sizes[1:]
        if "counting" in self.fields:
            countings = dict.fromkeys((*COUNTINGS, str(self.initial["counting"])))
            yield "counting", [(one, _said(one)) for one in countings]
        if "without" in self.fields:
            was = str(self.initial["without"])
            other = [] if was in WITHOUT else [(was, half_points(int(was)))]
            yield "without", [*((one, str(text)) for one, text in WITHOUT.items()), *other]


def format_title(kind: Format) -> str:
    return str(FORMATS[kind])


def _said(counting: str) -> str:
    """ "2-1-0" as people say it: 1 / ½ / 0."""
    return " / ".join(half_points(int(one)) for one in counting.split("-"))
