from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "scorekeeper.play"
    label = "play"

    def ready(self) -> None:
        from scorekeeper.clubs.calling import people_called
        from scorekeeper.common.navigation import keep_club_of
        from scorekeeper.play import checks  # noqa: F401 registers the system check
        from scorekeeper.play.home.reads import club_at_home
        from scorekeeper.play.passes.services import call_phones

        people_called.connect(call_phones)
        keep_club_of(club_at_home)
