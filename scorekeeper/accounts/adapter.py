from allauth.account.adapter import DefaultAccountAdapter


class Adapter(DefaultAccountAdapter):
    """allauth as we use it; the name comes from our own sign-up form."""
