"""How tournaments take part in the acts of their tables: see play/parties.py."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Party
from scorekeeper.standings.awards import drop_awards
from scorekeeper.standings.models import AwardedEvent
from scorekeeper.tournaments.models import RoundTable
from scorekeeper.tournaments.services.awards import award_tournaments

OF_A_ROUND = gettext_noop(
    "This table belongs to a round of a tournament. Its director takes the round back, or enters what was played."
)


class Rounds(Party):
    """A table of a round stays as long as its round; what people keep of a tournament goes where a sheet of it is
    opened again, and is worked out anew in the background."""

    def may_withdraw(self, sitting: Sitting) -> Iterator[Problem]:
        if RoundTable.objects.filter(sitting=sitting).exists():
            yield Problem("of_a_round", "", Text(OF_A_ROUND))

    def reopened(self, sitting: Sitting, by: Actor, reason: str, now: datetime) -> None:
        tournaments = RoundTable.objects.filter(sitting=sitting).values_list("round__stage__tournament", flat=True)
        drop_awards(AwardedEvent.Kind.TOURNAMENT, list(tournaments))

    def work(self, now: datetime) -> int:
        return award_tournaments()
