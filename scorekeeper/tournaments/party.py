"""How tournaments take part in the acts of their tables: see play/parties.py."""

from collections.abc import Iterator

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Party
from scorekeeper.tournaments.models import RoundTable

OF_A_ROUND = gettext_noop(
    "This table belongs to a round of a tournament. Its director takes the round back, or enters what was played."
)


class Rounds(Party):
    """A table of a round stays as long as its round."""

    def may_withdraw(self, sitting: Sitting) -> Iterator[Problem]:
        if RoundTable.objects.filter(sitting=sitting).exists():
            yield Problem("of_a_round", "", Text(OF_A_ROUND))
