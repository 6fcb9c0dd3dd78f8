"""Those above play who take part in its acts, named in settings: payouts, ratings, leagues, tournaments."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting


class Party:
    """Asked and told inside the transaction of the act, in the order of the settings. What a party does not say
    otherwise is none of its business."""

    def may_close(self, sitting: Sitting) -> Iterable[Problem]:
        """Why the sitting can't be closed yet."""
        return ()

    def closed(self, sitting: Sitting, by: Actor, now: datetime) -> None:
        """The closed sitting has just become official by this actor: closed by hand, with the last signature, or
        accepted afterwards. Nobody did where new rules are rolled out."""

    def reopened(self, sitting: Sitting, by: Actor, reason: str, now: datetime) -> None:
        """The official sitting is being opened again; `closed_at` still says when it was closed."""

    def moves(self, sitting: Sitting) -> Iterable[Text]:
        """What opening it again would move beyond the standings, a sentence each."""
        return ()

    def may_withdraw(self, sitting: Sitting) -> Iterable[Problem]:
        """Why the sitting can't be withdrawn, though no hand was played."""
        return ()

    def withdrawn(self, sitting: Sitting) -> None:
        """The sitting has been withdrawn: it is as if it had never been opened."""

    def work(self, now: datetime) -> int:
        """Do in the background what acts have left to do; returns how much that was. Safe to run twice."""
        return 0

    def differences(self, club_id: UUID | None) -> Iterable[tuple[str, str]]:
        """Where what is kept is not what the sheets say, anywhere or in one club: (where, what). Reads only."""
        return ()

    def rebuild(self, club_id: UUID | None, *, write: bool) -> Iterable[tuple[str, str, bool]]:
        """Make sums that are kept anew from what they are the sum of, and write them where told to: (where, what
        differs, whether it is sure); what is not sure is left as it is."""
        return ()


def parties() -> list[Party]:
    """All parties, ready to be asked."""
    return [import_string(path)() for path in settings.SCOREKEEPER_PARTIES]
