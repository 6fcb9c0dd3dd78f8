from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "scorekeeper.play"
    label = "play"

    def ready(self) -> None:
        from scorekeeper.common.navigation import keep_club_of
        from scorekeeper.play import checks  # noqa: F401 registers the system check
        from scorekeeper.play.home.reads import club_at_home

        keep_club_of(club_at_home)
