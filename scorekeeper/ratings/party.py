"""How ratings take part in closing and reopening sheets: see play/parties.py."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop

from games.core.text import Text, Value
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Party
from scorekeeper.ratings.models import Digest
from scorekeeper.ratings.selectors import differences
from scorekeeper.ratings.services import replay_stale, stale


class Ratings(Party):
    """Only ever notes what is to be done; the work itself is done after the transaction. What is worked out in the
    background is worked out anew by itself: nothing is rebuilt."""

    def closed(self, sitting: Sitting, by: Actor, now: datetime) -> None:
        self._from(sitting)

    def reopened(self, sitting: Sitting, by: Actor, reason: str, now: datetime) -> None:
        self._from(sitting)

    def moves(self, sitting: Sitting) -> Iterator[Text]:
        if sitting.closed_at is None or sitting.club.is_private:
            return
        later = Digest.objects.filter(club=sitting.club_id, game=sitting.game, at__gt=sitting.closed_at, hands__gt=0)
        values: dict[str, Value] = {"game": sitting.plays.title, "number": later.count()}
        text = gettext_noop("The ratings in {game} are recalculated from this sheet on. Later sheets: {number}.")
        yield Text(text, values)

    def work(self, now: datetime) -> int:
        return replay_stale()

    def differences(self, club_id: UUID | None) -> Iterator[tuple[str, str]]:
        yield from differences(club_id)

    def _from(self, sitting: Sitting) -> None:
        if sitting.closed_at is not None:
            stale(sitting.club_id, sitting.game, sitting.closed_at)
