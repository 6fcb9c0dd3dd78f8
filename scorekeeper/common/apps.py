from django.apps import AppConfig


class CommonConfig(AppConfig):
    name = "scorekeeper.common"
    label = "common"

    def ready(self) -> None:
        from scorekeeper.celery import app
        from scorekeeper.common import checks  # noqa: F401 registers the system check

        app.set_default()
        app.autodiscover_tasks(force=True)  # a web process must know them by name too, not only a worker
