from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchiveConfig(AppConfig):
    name = "scorekeeper.archive"
    label = "archive"

    def ready(self) -> None:
        from scorekeeper.clubs.models import Role
        from scorekeeper.jobs.kinds import Kind, register

        run = "scorekeeper.archive.exporting.run"
        again = "scorekeeper.archive.exporting.again"
        register(
            Kind("club_archive", _("Archive of the club"), run, needed=Role.OWNER, is_for_closed=True, again=again)
        )
