"""What people fill in about a club."""

from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club, Role
from scorekeeper.common.names import LONGEST
from scorekeeper.common.widgets import Boxes

REGIONS = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


def time_zones() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """The places people name, by part of the world: {Europe: Berlin, ...}."""
    names = sorted(available_timezones())
    parts: list[tuple[str, str | list[tuple[str, str]]]] = [("UTC", "UTC")]
    for region in REGIONS:
        start = f"{region}/"
        places = [(name, _place(name)) for name in names if name.startswith(start)]
        parts.append((region, places))
    return parts


def _place(name: str) -> str:
    """America/Argentina/La_Rioja -> La Rioja, Argentina."""
    return ", ".join(reversed(name.replace("_", " ").split("/")[1:]))


class ClubForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the club"),
        max_length=LONGEST,
        help_text=_("As it stands above your sheets."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    time_zone = forms.ChoiceField(
        label=_("Where you play"),
        choices=time_zones,
        help_text=_("Evenings and times are counted by the clock there."),
        initial="UTC",
    )
    ink = forms.ChoiceField(
        label=_("Ink of the forms"),
        choices=Club.Ink.choices,
        initial=Club.Ink.PINE,
        widget=Boxes(3, swatches=True),
    )

    def suggest_zone(self) -> "ClubForm":
        """Let the browser choose its own zone to begin with (static/js/app.js)."""
        self.fields["time_zone"].widget.attrs["data-zone"] = "own"
        return self


class RoleForm(forms.Form):
    """Which role; for a new invitation."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.MEMBER, widget=Boxes(2))
