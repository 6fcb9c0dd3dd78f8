from django.apps import AppConfig


class CommonConfig(AppConfig):
    name = "scorekeeper.common"
    label = "common"

    def ready(self) -> None:
        from django.db.backends.signals import connection_created

        from scorekeeper.celery import app
        from scorekeeper.common import checks  # noqa: F401 registers the system check
        from scorekeeper.common.form_words import speak_plainly
        from scorekeeper.common.names import teach

        connection_created.connect(teach)
        speak_plainly()

        app.set_default()
        app.autodiscover_tasks(force=True)  # a web process must know them by name too, not only a worker
