from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.utils.translation import gettext_lazy as _


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """allauth as we use it, with our words for its refusals; the name comes from our own sign-up form."""

    error_messages: dict[str, Any] = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _("This address and this password do not belong together."),
        "too_many_login_attempts": _("Too many tries. Wait five minutes, or have a code sent."),
        "email_taken": _("There is an account with this address."),
        "enter_current_password": _("Type the password you have used until now."),
        "incorrect_password": _("This is not the password."),
        "incorrect_code": _("This is not the code, or it is too old."),
        "unverified_primary_email": _("Confirm the address first."),
        "same_as_current": _("Choose another address than the present one."),
    }
