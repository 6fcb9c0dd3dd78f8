from django.apps import AppConfig


class CommonConfig(AppConfig):
    name = "scorekeeper.common"
    label = "common"

    def ready(self) -> None:
        from scorekeeper.celery import app

        app.set_default()
