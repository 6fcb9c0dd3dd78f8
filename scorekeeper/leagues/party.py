"""How evenings take part in what `verify` looks through: see play/parties.py. Closing a sheet is none of theirs."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from uuid import UUID

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.leagues.selectors.booked import differences
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting


class Evenings:
    """Says where the money book is not what closed evenings and their ticks say."""

    def may_close(self, sitting: Sitting) -> Iterable[Problem]:
        return ()

    def closed(self, sitting: Sitting, by: Actor, now: datetime) -> None:
        return

    def reopened(self, sitting: Sitting, by: Actor, reason: str, now: datetime) -> None:
        return

    def moves(self, sitting: Sitting) -> Iterable[Text]:
        return ()

    def work(self, now: datetime) -> int:
        return 0

    def differences(self, club_id: UUID | None) -> Iterator[tuple[str, str]]:
        yield from differences(club_id)

    def rebuild(self, club_id: UUID | None, *, write: bool) -> Iterable[tuple[str, str, bool]]:
        return ()  # the money book makes its own balances anew
