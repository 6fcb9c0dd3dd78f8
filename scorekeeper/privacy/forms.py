"""What is filled in about names that a club keeps, and about one's own account."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.accounts.models import User
from scorekeeper.common.doing import ActForm
from scorekeeper.common.ids import uuid_in
from scorekeeper.privacy.models import Retention
from scorekeeper.privacy.records import CleanUpWish, RetentionChoice


class RetentionForm(ActForm):
    """For how long names are kept after the last game."""

    asks = RetentionChoice
    clears = frozenset({"years"})

    years = forms.TypedChoiceField(
        label=_("Keep names after the last game for"),
        choices=[("", pgettext_lazy("field", "for ever")), *Retention.Years.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )
    is_automatic = forms.BooleanField(
        label=_("Remove old names automatically"),
        help_text=_(
            "Two weeks before, the owners receive a notice and a mail with the names, and can postpone the removal."
        ),
        required=False,
        label_suffix="",
    )


class CleanUpForm(ActForm):
    """Those who were shown, whose names are to go. The key makes sending it twice one job."""

    asks = CleanUpWish
    people = forms.CharField(widget=forms.HiddenInput, required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def clean_people(self) -> list[UUID]:
        found = (uuid_in(part) for part in self.cleaned_data["people"].split(","))
        return [person for person in found if person]


class GiveUpForm(forms.Form):
    """The own address typed once more: nobody gives up an account by a slip."""

    email = forms.CharField(label=_("Your e-mail address"), max_length=254)

    def __init__(self, data: Any, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean_email(self) -> str:
        typed = str(self.cleaned_data["email"]).strip()
        if typed.casefold() != self.user.email.casefold():
            raise forms.ValidationError(_("This is not your account’s address."))
        return typed
