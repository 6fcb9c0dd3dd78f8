from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchiveConfig(AppConfig):
    name = "scorekeeper.archive"
    label = "archive"

    def ready(self) -> None:
        from scorekeeper.clubs.models import Role
        from scorekeeper.jobs.models import Kind, register

        run = "scorekeeper.archive.writing.run"
        again = "scorekeeper.archive.writing.again"
        register(
            Kind("club_archive", _("Archive of the club"), run, needed=Role.OWNER, is_for_closed=True, again=again)
        )
