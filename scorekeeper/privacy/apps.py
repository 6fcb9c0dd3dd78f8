from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    name = "scorekeeper.privacy"
    label = "privacy"

    def ready(self) -> None:
        from scorekeeper.clubs.models import Role
        from scorekeeper.jobs.kinds import Kind, register

        register(Kind("own_data", _("All that is held about you"), "scorekeeper.privacy.exporting.run", needed=None))
        register(Kind("retention", _("Remove old names"), "scorekeeper.privacy.cleaning.run", needed=Role.OWNER))
