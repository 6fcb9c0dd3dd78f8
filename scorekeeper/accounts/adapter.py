from allauth.account.adapter import DefaultAccountAdapter


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """allauth as we use it; the name comes from our own sign-up form."""
