"""Our own forms about an account: what signing up asks beyond allauth, the name, the look, tokens."""

from allauth.account.models import EmailAddress  # noqa: F401 loads allauth's models before its forms
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.accounts.models import Scope, User
from scorekeeper.accounts.records import NewToken, OwnName
from scorekeeper.accounts.services import rename
from scorekeeper.common import doing
from scorekeeper.common.doing import ActForm
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import LONGEST, clean_name
from scorekeeper.common.widgets import Boxes, CheckBoxes


class NameForm(forms.Form):
    """Added to allauth's sign-up form."""

    name = forms.CharField(
        label=pgettext_lazy("field", "Your name"),
        max_length=LONGEST,
        help_text=_("The name that others at the table know you by."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ["name", "email", "password1", "password2"]

    def clean_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["name"], "name")
        except Refused as refused:
            raise forms.ValidationError(doing.sentence(refused)) from refused

    def signup(self, request: HttpRequest, user: User) -> None:
        rename(OwnName(name=self.cleaned_data["name"]), by=user)


class RenameForm(ActForm):
    """The same name, later."""

    asks = OwnName
    name = NameForm.declared_fields["name"]


class LookForm(forms.Form):
    """How this reader wants to see pages; kept in cookies of this device."""

    theme = forms.ChoiceField(
        label=_("Light or dark"),
        choices=[
            ("system", _("Same as the device")),
            ("light", pgettext_lazy("field", "Light")),
            ("dark", pgettext_lazy("field", "Dark")),
        ],
        widget=Boxes(3),
    )
    suits = forms.ChoiceField(
        label=_("Colours of the suits"),
        choices=[("two", pgettext_lazy("field", "Two colours")), ("four", pgettext_lazy("field", "Four colours"))],
        widget=Boxes(2),
    )


class TokenForm(ActForm):
    """A new API token."""

    asks = NewToken

    name = forms.CharField(
        label=_("What is the token for?"), max_length=LONGEST, help_text=_("Helps you know later which one to revoke.")
    )
    scopes = forms.MultipleChoiceField(label=_("What it may do"), choices=Scope.choices, widget=CheckBoxes(1))
