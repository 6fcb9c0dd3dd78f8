from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "scorekeeper.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        from scorekeeper.clubs.models import Role
        from scorekeeper.jobs.models import Kind, register

        here = "scorekeeper.tournaments.draft.scheduling"
        title, again = _("A drawn round"), f"{here}.again"
        register(Kind("tournament_draw", title, f"{here}.run", Role.SCORER, again=again, leads_on=True))
