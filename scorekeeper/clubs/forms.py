"""What people fill in about a club."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import games
from scorekeeper.accounts.entry import own_name_field
from scorekeeper.accounts.models import User
from scorekeeper.clubs import records
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.services import LONGEST_UNIT
from scorekeeper.common.acts import Asked
from scorekeeper.common.doing import ActForm, asked_for
from scorekeeper.common.names import LONGEST, alphabetical, name_key
from scorekeeper.common.texts import isolated, translated
from scorekeeper.common.widgets import Boxes, PersonSelect
from scorekeeper.languages.choice import language_of_page, offered
from scorekeeper.languages.cities import REGIONS, cities_of, known_zones, renamed
from scorekeeper.languages.spoken import words_for


def time_zones() -> list[tuple[str, Any]]:
    """The places people name, by part of the world, in the reader's language: {Europe: Berlin, ...}. Each once."""
    parts: list[tuple[str, Any]] = [("UTC", "UTC")]
    for region, title in REGIONS.items():
        places = cities_of([name for name in known_zones() if name.startswith(f"{region}/") and name not in renamed()])
        parts.append((str(title), sorted(places.items(), key=lambda place: alphabetical(place[1]))))
    return parts


class ZoneField(forms.ChoiceField):
    """A time zone by its place. One that is known by an old name, as Asia/Calcutta, is that which has its new one."""

    def prepare_value(self, value: Any) -> Any:
        return renamed().get(value, value)

    def to_python(self, value: Any) -> str:
        zone: str = super().to_python(value)
        return renamed().get(zone, zone)


class ClubForm(ActForm):
    """A club to be."""

    asks: ClassVar[type[Asked]] = records.ClubDetails

    name = forms.CharField(
        label=_("Name of the club"),
        max_length=LONGEST,
        help_text=_("Shown at the top of your sheets."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    time_zone = ZoneField(
        label=pgettext_lazy("field", "Location"),
        choices=time_zones,
        help_text=_("Evenings and times use this time zone."),
        initial="UTC",
    )
    language = forms.ChoiceField(
        label=pgettext_lazy("field", "Language"),
        required=False,
        choices=lambda: [("", _("As each browser asks")), *offered().items()],
        help_text=_("For members who chose none, and for public pages, prints and the projector."),
        initial=language_of_page,
    )
    ink = forms.ChoiceField(
        label=_("Colour of the sheets"),
        choices=Club.Ink.choices,
        initial=Club.Ink.PINE,
        widget=Boxes(2, swatches=True),
    )

    def suggest_zone(self) -> "ClubForm":
        """Let the browser choose its own zone to begin with (static/js/app.js)."""
        self.fields["time_zone"].widget.attrs |= {"data-zone": "own", "data-renamed": json.dumps(renamed())}
        return self


class NewClubForm(ClubForm):
    """A club to be; it asks its founder's name, where only an address has given one."""

    field_order = ("name", "own_name")

    def __init__(self, data: Mapping[str, Any] | None = None, *, by: User) -> None:
        super().__init__(data)
        if not by.is_named:
            self.fields["own_name"] = own_name_field(by.own_name)
            self.order_fields(self.field_order)


class ClubChangeForm(ClubForm):
    """What else a club that exists can choose."""

    asks = records.ClubChange

    confirm_after = forms.TypedChoiceField(
        label=_("Confirm undisputed hands automatically"),
        choices=Club.Confirming.choices,
        coerce=int,
        help_text=_(
            "A hand is confirmed sooner if someone in another seat confirms it. A confirmed hand "
            "cannot simply be undone."
        ),
    )
    pages_for = forms.ChoiceField(
        label=_("Player pages, records and ratings are visible to"),
        choices=Club.Pages.choices,
        help_text=_("Every member can always see sheets and standings, including the names on them."),
        widget=Boxes(1),
    )

    names = forms.ChoiceField(
        label=_("Others see people by"),
        choices=Club.Names.choices,
        help_text=_(
            "Scorers, directors and owners still find full names under People. You can choose a short or code "
            "name for one person there, too."
        ),
        widget=Boxes(1),
    )
    unit = forms.CharField(
        label=_("Your tables play for"),
        max_length=LONGEST_UNIT,
        required=False,
        help_text=_(
            "The label after every amount, for example € or chips. The club then keeps accounts: "
            "closing a sheet books who owes whom. The app only keeps records; it moves no money. "
            "Leave empty to play for points."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    decimals = forms.TypedChoiceField(
        label=_("Decimals in amounts"),
        choices=[(2, pgettext_lazy("field", "with decimals, like 0.50")), (0, pgettext_lazy("field", "whole amounts"))],
        coerce=int,
        widget=Boxes(2),
    )
    for_minors = forms.BooleanField(
        label=_("Club for minors"),
        required=False,
        help_text=_("The club plays for points, and no amounts are offered to anyone."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club) -> None:
        super().__init__(data, initial={name: getattr(club, name) for name in self.base_fields})
        for game in games.all_games().values():
            self.fields[_words_of(game.name)] = forms.ChoiceField(
                label=_("Language of {game}").format(game=translated(game.title)),
                required=False,
                initial=club.game_words.get(game.name, ""),
                choices=[("", _("The language of the page")), *words_for(game.name).items()],
            )
        first = next(name for name in self.fields if name.startswith(_words_of("")))
        self.fields[first].help_text = _("The words of a game can be in another language than the page.")

    def answers(self) -> dict[str, Any]:
        words = {game: self.cleaned_data[_words_of(game)] for game in games.all_games()}
        return {**super().answers(), "game_words": words}


def _words_of(game: str) -> str:
    """The field for the words of a game."""
    return f"words_{game}"


class FactorForm(ActForm):
    """Whether owners and directors are asked for a second factor: `asks` is 1 or 0."""

    asks = records.FactorWish

    def answers(self) -> dict[str, Any]:
        return {"asks": self.data.get("asks") == "1"}


class RoleForm(ActForm):
    """What a member is from now on."""

    asks = records.RoleChange

    role = asked_for(records.RoleChange, "role", pgettext_lazy("field", "Role"))


class InvitationForm(ActForm):
    """A new invitation: which role, and for whom. `guest` is somebody of the book, who is named by it."""

    asks = records.Inviting

    role = forms.ChoiceField(
        label=pgettext_lazy("field", "Role"), choices=Role.choices, initial=Role.MEMBER, widget=Boxes(2)
    )
    note = forms.CharField(
        label=_("Who is it for?"),
        max_length=LONGEST,
        required=False,
        help_text=_("Helps you tell your links apart. Only owners see it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("Send the invitation to (mail address)"),
        required=False,
        max_length=records.LONGEST_ADDRESS,
        help_text=_("Leave empty to get a link and a QR code."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, guest: Player | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.guest = guest
        if guest:
            del self.fields["note"]

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), "player": self.guest.pk if self.guest else None}


class JoinForm(ActForm):
    """Whether to come in by a link, and which of the book's guests somebody has been until now: none of them unless
    one has exactly their name; and their name, where only an address has given one. Where there is nobody to choose
    from and the name is given, it asks nothing."""

    asks = records.Joining

    player = forms.TypedChoiceField(
        label=_("Have you played here as one of these guests?"),
        coerce=UUID,
        empty_value=None,
        required=False,
        help_text=_("The guest’s results then become yours."),
        widget=Boxes(1),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        secret: str,
        guests: Sequence[Player],
        name: str,
        asks_name: bool = False,
    ) -> None:
        same = [guest for guest in guests if guest.name.casefold() == name.casefold()]
        super().__init__(data, initial={"player": str(same[0].pk) if len(same) == 1 else ""})
        self.secret = secret
        if guests:
            self.fields["player"].choices = [*map(_choice, guests), ("", _("None of them"))]  # type: ignore[attr-defined]
        else:
            del self.fields["player"]
        if asks_name:
            self.fields["own_name"] = own_name_field(name)
            self.order_fields(("own_name", "player"))

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), "secret": self.secret}


def _choice(guest: Player) -> tuple[str, str]:
    day = date_format(timezone.localtime(guest.created_at), "DATE_FORMAT")
    return str(guest.pk), gettext("{name}, known to the club since {day}").format(name=isolated(guest.name), day=day)


class CloseForm(ActForm):
    """The name of the club, typed to show that it is meant."""

    asks = records.Closing

    name = forms.CharField(
        label=_("Name of the club"),
        max_length=LONGEST,
        help_text=_("Type the name exactly as shown above."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club) -> None:
        super().__init__(data)
        self.club = club

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name_key(name) != name_key(self.club.name):
            raise forms.ValidationError(gettext("This is not the club’s name."))
        return name


class TwoPeopleForm(forms.Form):
    """Two of these people, each by the id of their line."""

    one = forms.ChoiceField(widget=PersonSelect)
    other = forms.ChoiceField(widget=PersonSelect)

    def __init__(self, data: Mapping[str, Any] | None, people: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        for name in ("one", "other"):
            self.fields[name].choices = [("", pgettext_lazy("choice", "choose")), *people]  # type: ignore[attr-defined]

    def pair(self) -> tuple[UUID, UUID]:
        """Whom they chose."""
        return UUID(self.cleaned_data["one"]), UUID(self.cleaned_data["other"])


class ApartForm(TwoPeopleForm):
    """Two players of the book who are kept apart."""

    def __init__(self, data: Mapping[str, Any] | None, players: Sequence[tuple[str, str]]) -> None:
        super().__init__(data, players)
        self.fields["one"].label, self.fields["other"].label = (
            _("Keep this person"),
            pgettext_lazy("field", "apart from this person"),
        )
