from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.models import User
from scorekeeper.privacy.models import Retention


class RetentionForm(forms.Form):
    """For how long names are kept after the last game."""

    years = forms.TypedChoiceField(
        label=_("Names are kept after the last game"),
        choices=[("", _("for ever")), *Retention.Years.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )
    is_automatic = forms.BooleanField(
        label=_("Remove old names by itself"),
        help_text=_(
            "Two weeks before, the owners are told by a notice and by mail whom it concerns, and can put it off."
        ),
        required=False,
        label_suffix="",
    )


class GiveUpForm(forms.Form):
    """The own address typed once more: nobody gives up an account by a slip."""

    email = forms.CharField(label=_("Your e-mail address"), max_length=254)

    def __init__(self, data: Any, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean_email(self) -> str:
        typed = str(self.cleaned_data["email"]).strip()
        if typed.casefold() != self.user.email.casefold():
            raise forms.ValidationError(_("This is not the address of your account."))
        return typed
