"""Our own forms about an account: the name, the look, tokens."""

from allauth.account.models import EmailAddress  # noqa: F401 loads allauth's models before its forms
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.accounts.models import Scope
from scorekeeper.accounts.records import NewToken, OwnLanguage, OwnName
from scorekeeper.common.doing import ActForm
from scorekeeper.common.names import LONGEST
from scorekeeper.common.widgets import Boxes, CheckBoxes
from scorekeeper.languages.choice import offered


def own_name_field(initial: str = "") -> forms.CharField:
    """Asks what a person is called."""
    return forms.CharField(
        label=pgettext_lazy("field", "Your name"),
        max_length=LONGEST,
        initial=initial,
        help_text=_("The name that others at the table know you by."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class RenameForm(ActForm):
    """What a person is called from now on."""

    asks = OwnName
    name = own_name_field()


class LanguageForm(ActForm):
    """The language of pages and mails."""

    asks = OwnLanguage
    language = forms.ChoiceField(
        label=pgettext_lazy("field", "Language"),
        required=False,
        choices=lambda: [("", _("Same as my club or browser")), *offered().items()],
    )


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
