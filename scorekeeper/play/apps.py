from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "scorekeeper.play"
    label = "play"

    def ready(self) -> None:
        from scorekeeper.play import checks  # noqa: F401 registers the system check
