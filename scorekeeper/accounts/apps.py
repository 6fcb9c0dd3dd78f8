from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "scorekeeper.accounts"
    label = "accounts"

    def ready(self) -> None:
        """allauth offers nothing but signals for what happens between its steps."""
        from allauth.account.signals import authentication_step_completed, email_changed

        from scorekeeper.accounts.proving import renew_session
        from scorekeeper.accounts.services import offer_way_back

        authentication_step_completed.connect(renew_session)
        email_changed.connect(offer_way_back)
