"""allauth's forms in our words: labels above instead of placeholders inside."""

from typing import Any, Final

from allauth.account import forms
from allauth.account.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django.core.exceptions import ValidationError
from django.forms import CharField, HiddenInput, JSONField, TextInput
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from scorekeeper.accounts.second_factor import name_of_key
from scorekeeper.accounts.tries import Purpose
from scorekeeper.common.names import LONGEST

WORDS = {
    "login": pgettext_lazy("heading", "E-mail"),
    "email": pgettext_lazy("heading", "E-mail"),
    "password": pgettext_lazy("heading", "Password"),
    "password1": pgettext_lazy("heading", "Password"),
    "password2": _("Repeat the password"),
    "oldpassword": pgettext_lazy("heading", "Current password"),
    "code": pgettext_lazy("heading", "Code"),
}
LONGEST_NAME = 80
# A sentence that allauth's forms say themselves: where our catalogue has it, it is ours that is shown.
SAME_PASSWORD: Final = gettext_noop("You must type the same password each time.")
PASSWORD_HELP = _("At least ten characters. Three or four words in a row work well.")


class Plain:
    """Takes the placeholders away and says what each field is."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = WORDS.get(name, field.label)
        if "password1" in self.fields and "password2" in self.fields:
            self.fields["password1"].help_text = PASSWORD_HELP
        if "code" in self.fields:
            self.fields["code"].widget.attrs["autocapitalize"] = "characters"


def plain(form: Any) -> Any:
    """One of allauth's forms with our words."""
    return type(form.__name__, (Plain, form), {})


class SentCodes(Plain):
    """A form that has a code sent: codes to one address are few, and who asks for many keeps nobody else from one."""

    cleaned_data: dict[str, Any]

    def clean_email(self) -> str:
        get_adapter().count_try(Purpose.SEND, self.cleaned_data["email"])
        return str(super().clean_email())  # type: ignore[misc]  # of the form it is mixed with


class CountedCode(Plain):
    """A form for a code of an app or a recovery code, with our count of wrong ones in the place of allauth's."""

    user: Any
    purpose: Purpose

    def clean_code(self) -> str:
        this_try = get_adapter().count_try(self.purpose, self.user.email)
        code = str(super().clean_code())  # type: ignore[misc]  # of the form it is mixed with
        this_try.delete()
        return code


class SecondFactorCode(CountedCode, AuthenticateForm):  # type: ignore[misc]  # allauth has no types
    purpose = Purpose.SECOND_FACTOR


class ReauthenticateByCode(CountedCode, ReauthenticateForm):  # type: ignore[misc]
    purpose = Purpose.AGAIN


class RequestLoginCode(SentCodes, forms.RequestLoginCodeForm):  # type: ignore[misc]
    """Asks for a code to sign in with."""


class ResetPassword(SentCodes, forms.ResetPasswordForm):  # type: ignore[misc]
    """Asks for a code to set a new password with."""


class Signup(Plain, forms.SignupForm):  # type: ignore[misc]
    """An address is all it takes. The name is asked where others see it; a password or a passkey can come later."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password1"]


class Login(Plain, forms.LoginForm):  # type: ignore[misc]
    """Whoever leaves the password empty, or asks for it (`by_code`), gets a code by mail: an account may have none."""

    data: Any
    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].required = False

    def clean_password(self) -> str:
        return "" if "by_code" in self.data else str(self.cleaned_data["password"])

    def _clean_without_password(self, email: str | None, phone: str | None) -> dict[str, Any]:
        get_adapter().count_try(Purpose.SEND, email)
        cleaned: dict[str, Any] = super()._clean_without_password(email, phone)
        return cleaned


class ChangePassword(Plain, forms.ChangePasswordForm):  # type: ignore[misc]
    """The old password is not asked for: the page wants a recent sign-in, which may have been by a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["oldpassword"]
        self.fields["password1"].label = pgettext_lazy("field", "New password")


class ResetPasswordKey(Plain, forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password, after a code by mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = pgettext_lazy("field", "New password")


class AddEmail(Plain, forms.AddEmailForm):  # type: ignore[misc]
    """Another address in the place of the present one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")


class NamedKey(Plain):
    """A form with the name of a passkey."""

    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the passkey")
        self.fields["name"].widget.attrs["maxlength"] = LONGEST_NAME
        self.fields["name"].help_text = _("A name you will recognise later, such as “My phone”.")


class Credential(JSONField):
    """What the browser says of a key: text that is no JSON Python can read is refused, whatever is wrong with it."""

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except (ValueError, RecursionError):  # a number of thousands of digits
            raise ValidationError(self.error_messages["invalid"], code="invalid", params={"value": "…"}) from None


class LoginByPasskey(LoginWebAuthnForm):  # type: ignore[misc]
    credential = Credential(required=True, widget=HiddenInput)


class ReauthenticateByPasskey(ReauthenticateWebAuthnForm):  # type: ignore[misc]
    credential = Credential(required=True, widget=HiddenInput)


class AddPasskey(NamedKey, AddWebAuthnForm):  # type: ignore[misc]
    """Every key is one that can sign in by itself: a passkey."""

    user: Any
    credential = Credential(required=True, widget=HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]

    def clean_name(self) -> str:
        number = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN).count() + 1
        return str(self.cleaned_data["name"]).strip()[:LONGEST_NAME] or name_of_key(number)


class RenamePasskey(NamedKey, EditWebAuthnForm):  # type: ignore[misc]
    """Another name for a passkey."""


SetPassword = plain(forms.SetPasswordForm)
Reauthenticate = plain(forms.ReauthenticateForm)
ConfirmLoginCode = plain(forms.ConfirmLoginCodeForm)
ConfirmEmailCode = plain(forms.ConfirmEmailVerificationCodeForm)
ConfirmPasswordResetCode = plain(forms.ConfirmPasswordResetCodeForm)
ChangeEmail = plain(forms.ChangeEmailForm)
ActivateTotp = plain(ActivateTOTPForm)
ProofCode = plain(forms.BaseConfirmCodeForm)


def own_name_field(initial: str = "") -> CharField:
    """Asks what a person is called."""
    return CharField(
        label=pgettext_lazy("field", "Your name"),
        max_length=LONGEST,
        initial=initial,
        help_text=_("The name that others at the table know you by."),
        widget=TextInput(attrs={"autocomplete": "name"}),
    )
