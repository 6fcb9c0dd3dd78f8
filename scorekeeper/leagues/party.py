"""How evenings take part in the acts of their tables and in `verify`: see play/parties.py."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.leagues.awards import award_leagues, drop_of_seasons
from scorekeeper.leagues.models import DrawnTable, MatchDay
from scorekeeper.leagues.money.booked import differences
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Party

OF_A_MATCH_DAY = gettext_noop(
    "This table belongs to a match day of a team league, and its teams need it. Play the table or end it."
)


class Evenings(Party):
    """Lets go of a table of a draw that was opened by mistake; says where the money book is not what closed evenings
    and their ticks say."""

    def may_withdraw(self, sitting: Sitting) -> Iterator[Problem]:
        """Refuses `of_a_match_day`."""
        if MatchDay.objects.filter(evening__draws__tables__sitting=sitting).exists():
            yield Problem("of_a_match_day", "", Text(OF_A_MATCH_DAY))

    def withdrawn(self, sitting: Sitting) -> None:
        """Who sat there is at no table of that draw any more; a draw without tables was none."""
        table = DrawnTable.objects.filter(sitting=sitting).select_related("draw").first()
        if table is None:
            return
        draw = table.draw
        table.delete()
        if not draw.tables.exists():
            draw.delete()

    def differences(self, club_id: UUID | None) -> Iterator[tuple[str, str]]:
        yield from differences(club_id)

    def reopened(self, sitting: Sitting, by: Actor, reason: str, now: datetime) -> None:
        drop_of_seasons(list(sitting.competitions.values_list("pk", flat=True)))

    def work(self, now: datetime) -> int:
        return award_leagues()
