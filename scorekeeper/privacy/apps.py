from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class PrivacyConfig(AppConfig):
    name = "scorekeeper.privacy"
    label = "privacy"

    def ready(self) -> None:
        from scorekeeper.clubs.models import Role
        from scorekeeper.jobs.kinds import Kind, register

        data, cleaning = "scorekeeper.privacy.exporting", "scorekeeper.privacy.cleaning"
        register(
            Kind("own_data", pgettext_lazy("heading", "Your data"), f"{data}.run", needed=None, again=f"{data}.again")
        )
        register(
            Kind(
                "retention",
                _("Remove old names"),
                f"{cleaning}.run",
                needed=Role.OWNER,
                again=f"{cleaning}.again",
                stops_whole=False,
            )
        )
