"""allauth's forms in our words: labels above instead of placeholders inside."""

from typing import Any

from allauth.account import forms
from django.utils.translation import gettext_lazy as _

WORDS = {
    "login": _("E-mail"),
    "email": _("E-mail"),
    "password": _("Password"),
    "password1": _("Password"),
    "password2": _("The password once more"),
    "oldpassword": _("The password until now"),
    "code": _("Code"),
}
PASSWORD_HELP = _("At least ten characters; three or four words in a row are good.")


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


Login = plain(forms.LoginForm)
Signup = plain(forms.SignupForm)
ChangePassword = plain(forms.ChangePasswordForm)
SetPassword = plain(forms.SetPasswordForm)
ResetPassword = plain(forms.ResetPasswordForm)
ResetPasswordKey = plain(forms.ResetPasswordKeyForm)
Reauthenticate = plain(forms.ReauthenticateForm)
RequestLoginCode = plain(forms.RequestLoginCodeForm)
ConfirmLoginCode = plain(forms.ConfirmLoginCodeForm)
ConfirmEmailCode = plain(forms.ConfirmEmailVerificationCodeForm)
ConfirmPasswordResetCode = plain(forms.ConfirmPasswordResetCodeForm)
ChangeEmail = plain(forms.ChangeEmailForm)
AddEmail = plain(forms.AddEmailForm)
