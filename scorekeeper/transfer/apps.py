from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TransferConfig(AppConfig):
    name = "scorekeeper.transfer"
    label = "transfer"

    def ready(self) -> None:
        from scorekeeper.clubs.models import Role
        from scorekeeper.jobs.kinds import Kind, register

        here = "scorekeeper.transfer.services.running"
        register(
            Kind(
                "import",
                _("Imported file"),
                f"{here}.run",
                Role.DIRECTOR,
                tidy=f"{here}.tidy",
                again=f"{here}.again",
            )
        )
