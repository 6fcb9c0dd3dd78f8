from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class PrivacyConfig(AppConfig):
    name = "scorekeeper.privacy"
    label = "privacy"

    def ready(self) -> None:
        from scorekeeper.clubs.models import Role
        from scorekeeper.jobs.models import Kind, register

        jobs = "scorekeeper.privacy.jobs"
        register(
            Kind(
                "own_data",
                pgettext_lazy("heading", "Your data"),
                f"{jobs}.export",
                needed=None,
                again=f"{jobs}.export_again",
            )
        )
        register(
            Kind(
                "retention",
                _("Remove old names"),
                f"{jobs}.clean",
                needed=Role.OWNER,
                again=f"{jobs}.clean_again",
                stops_whole=False,
            )
        )
