from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class TransferConfig(AppConfig):
    name = "scorekeeper.transfer"
    label = "transfer"

    def ready(self) -> None:
        from scorekeeper.clubs.models import Role
        from scorekeeper.jobs.models import Kind, register

        here = "scorekeeper.transfer.services.running"
        register(
            Kind(
                "import",
                pgettext_lazy("heading", "Imported file"),
                f"{here}.run",
                Role.DIRECTOR,
                tidy=f"{here}.tidy",
                again=f"{here}.again",
            )
        )
