"""The one field that signing up has beyond allauth's."""

from allauth.account.models import EmailAddress  # noqa: F401 loads allauth's models before its forms
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.models import User


class NameForm(forms.Form):
    """Added to allauth's sign-up form."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=80,
        help_text=_("As the others at the table know you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ["name", "email", "password1", "password2"]

    def signup(self, request: HttpRequest, user: User) -> None:
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
