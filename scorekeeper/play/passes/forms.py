"""Joining a table with another phone, and the code that the table shows for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.common.charts import qr_code
from scorekeeper.common.doing import ActForm
from scorekeeper.common.names import public_names
from scorekeeper.common.widgets import Boxes
from scorekeeper.play.models import Sitting, TablePass
from scorekeeper.play.passes.reads import Place
from scorekeeper.play.passes.records import Joining
from scorekeeper.play.passes.services import current_pass, find_pass, is_worn_out, link_secret, short_code

NO_SEAT = "none"


class CodeForm(forms.Form):
    """The short code, in any case and spacing."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=20,
        help_text=_("Six letters and digits, like K7F-M2Q. You find it beside the QR code on the scorer’s phone."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
        error_messages={"required": _("Type the code beside the QR code.")},
    )

    def find(self, address: str, now: datetime) -> TablePass | None:
        """The pass behind the code. Raises LockedOut."""
        if not self.is_valid():
            return None
        found = find_pass(secret=self.cleaned_data["code"], address=address, now=now)
        if found is None:
            self.add_error("code", _("No open table has this code. Check it, or ask for a new code."))
        return found


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat that this phone cannot take by itself, as it is called in front of those who are no members: another phone
    holds it (by its number), its player has an account, or the account on this phone sits elsewhere at the table."""

    name: str
    holder: int | None
    has_account: bool


class JoinForm(ActForm):
    """Who this phone is: at one of the free seats, or somebody who only records. `taken` are the other seats."""

    asks = Joining
    seat = forms.ChoiceField(
        label=_("Where do you sit?"),
        widget=Boxes(columns=2),
        error_messages={
            "required": _("Choose your seat, or “No seat”."),
            "invalid_choice": _("This seat is not free. Choose another seat, or “No seat” and then ask for it."),
        },
    )
    name = forms.CharField(
        label=pgettext_lazy("field", "Your name"),
        required=False,
        max_length=80,
        help_text=_("Required without a seat, so the others know whose phone this is."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def __init__(self, *args: Any, places: Sequence[Place], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = public_names({place.seat.number: place.seat.player.name for place in places})
        choices = [(str(place.seat.number), names[place.seat.number]) for place in places if place.is_open]
        self.fields["seat"].choices = [*choices, (NO_SEAT, pgettext_lazy("field", "No seat"))]  # type: ignore[attr-defined]
        self.taken = [
            Taken(names[place.seat.number], place.holder, place.has_account) for place in places if not place.is_open
        ]

    def answers(self) -> dict[str, Any]:
        seat = self.cleaned_data["seat"]
        return {"seat": None if seat == NO_SEAT else int(seat), "name": self.cleaned_data["name"]}


@dataclass(frozen=True, slots=True)
class Shown:
    """A table pass as it is shown: a QR code of the link, and the short code, which may be worn out by others who tried
    codes out."""

    link: str
    code: str
    qr: SafeString
    expires_at: datetime
    is_worn_out: bool


def shown_pass(sitting: Sitting, now: datetime, absolute: Callable[[str], str]) -> Shown | None:
    """The pass in force, if there is one."""
    table_pass = current_pass(sitting, now)
    if table_pass is None:
        return None
    link = absolute(reverse("join_link", args=[link_secret(table_pass)]))
    return Shown(link, short_code(table_pass), qr_code(link), table_pass.expires_at, is_worn_out(table_pass))
