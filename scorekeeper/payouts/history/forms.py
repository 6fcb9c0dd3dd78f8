"""What is looked for in the money book. Everything stands in the address, so that it can be kept and gone back to."""

from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.amounts import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import Alphabetical
from scorekeeper.payouts.history.reads import Search
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account
from scorekeeper.payouts.scopes import EVENING
from scorekeeper.payouts.sources import Thing, thing
from scorekeeper.play.models import Sitting
from scorekeeper.standings.models import Competition


def unit_key(unit: InUnits) -> str:
    """A unit as addresses name it."""
    return f"{unit.decimals}{unit.unit}"


def units_in(club: Club) -> list[InUnits]:
    """The units something was booked in, the club's own first."""
    found = Account.objects.filter(club=club).values_list("unit", "decimals").order_by().distinct()
    ordered = sorted(found, key=lambda one: (one[0] != club.unit, one))
    return [InUnits.model_construct(unit=unit, decimals=decimals) for unit, decimals in ordered]


def people_in(club: Club) -> QuerySet[Player]:
    """Everybody who has an account in the book, by any of their lines."""
    lines = Player.objects.filter(pk__in=Account.objects.filter(club=club, player__isnull=False).values("player"))
    own, merged = lines.filter(merged_into=None), lines.filter(merged_into__isnull=False)
    theirs = Q(pk__in=own.values("pk")) | Q(pk__in=merged.values("merged_into"))
    return Player.objects.filter(theirs, club=club).order_by(Alphabetical("name"), "pk")


class _Days(forms.Form):
    """The days between which something is looked for."""

    since = forms.DateField(
        label=pgettext_lazy("field", "From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    until = forms.DateField(
        label=pgettext_lazy("field", "To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )

    def clean(self) -> dict[str, Any]:
        found = {**(super().clean() or {}), **self.cleaned_data}
        since, until = found.get("since"), found.get("until")
        if since and until and until < since:
            self.add_error("until", _("This date is before the start date. Choose a later one."))
        return found


class HistoryForm(_Days):
    """Which bookings. People are those that the reader may look for; a sheet or an evening is only ever
    linked to."""

    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=pgettext_lazy("field", "Player"),
        required=False,
        empty_label=pgettext_lazy("field", "everybody"),
    )
    kind = forms.ChoiceField(
        label=pgettext_lazy("field", "What for"),
        required=False,
        choices=[("", pgettext_lazy("field", "everything")), *Kind.choices],
    )
    season = forms.ModelChoiceField(
        Competition.objects.none(),
        label=pgettext_lazy("field", "Season"),
        required=False,
        empty_label=pgettext_lazy("field", "all seasons"),
    )
    unit = forms.ChoiceField(label=pgettext_lazy("field", "Unit"), required=False)
    sitting = forms.ModelChoiceField(Sitting.objects.none(), required=False, widget=forms.HiddenInput())
    evening = forms.UUIDField(required=False, widget=forms.HiddenInput())

    field_order = ("player", "since", "until", "kind", "season", "unit", "sitting", "evening")

    def __init__(self, data: Any, club: Club, people: QuerySet[Player]) -> None:
        super().__init__(data)
        self.club = club
        self.of_evening: Thing | None = None
        self.units = {unit_key(unit): unit for unit in units_in(club)}
        self._field("player").queryset = people
        self._field("season").queryset = Competition.objects.filter(club=club).order_by("-created_at", "-pk")
        self._field("sitting").queryset = Sitting.objects.filter(club=club)
        self._field("unit").choices = [
            ("", pgettext_lazy("choice", "all units")),
            *((key, unit.unit or pgettext_lazy("choice", "without a label")) for key, unit in self.units.items()),
        ]
        if len(self.units) < 2:
            del self.fields["unit"]

    def _field(self, name: str) -> Any:
        return self.fields[name]

    def clean_evening(self) -> UUID | None:
        named: UUID | None = self.cleaned_data["evening"]
        self.of_evening = thing(EVENING, named, self.club.pk) if named else None
        if named and self.of_evening is None:
            raise forms.ValidationError(_("This club has no such evening. Start from the page of an evening."))
        return named

    @property
    def asked(self) -> Search:
        """What is looked for, where the form holds."""
        found = self.cleaned_data
        sitting, season = found.get("sitting"), found.get("season")
        return Search(
            player=found.get("player"),
            sitting=sitting.pk if sitting else None,
            competition=season.pk if season else None,
            evening=found.get("evening"),
            tables=self.of_evening.sittings if self.of_evening else (),
            since=found.get("since"),
            until=found.get("until"),
            kind=found.get("kind", ""),
            unit=self.units.get(found.get("unit", "")),
        )


class PeriodForm(_Days):
    """The days of a statement, and its unit; what is left out is this year and the first unit."""

    unit = forms.ChoiceField(label=pgettext_lazy("field", "Unit"), required=False)

    def __init__(self, data: Any, units: dict[str, InUnits], today: date) -> None:
        super().__init__(data)
        self.units, self.today = units, today
        unit: Any = self.fields["unit"]
        unit.choices = [(key, one.unit or pgettext_lazy("choice", "without a label")) for key, one in units.items()]
        if len(units) < 2:
            del self.fields["unit"]

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last."""
        found = self.cleaned_data if self.is_valid() else {}
        until = found.get("until") or max(self.today, found.get("since") or self.today)
        return found.get("since") or min(date(self.today.year, 1, 1), until.replace(month=1, day=1)), until

    @property
    def in_unit(self) -> InUnits | None:
        """None where nothing was booked yet."""
        chosen = self.cleaned_data.get("unit") if self.is_valid() else ""
        return self.units.get(chosen or "") or next(iter(self.units.values()), None)
