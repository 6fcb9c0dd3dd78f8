"""What apps above this one add to a table: they take part in its acts, in `verify`, and put pieces on its page and its
paper. They are named in settings: payouts, ratings, leagues, tournaments."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.tables.serving import Tables
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.policies import Standpoint


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


@dataclass(frozen=True, slots=True)
class Beside:
    """A piece: its templates where it has them, and what these are given as `piece`: `template` below the sheet,
    `paper` on the printed one, `above` over the entry (with `script`, a module it needs), `item` in the menu of the
    table. `waits` is what somebody at this phone is to answer, `page` where; with `settles` it says who has won what,
    in the place of the sheet. `tables` are those that its template shows, for their files."""

    template: str = ""
    paper: str = ""
    holds: Mapping[str, Any] = field(default_factory=dict)
    page: str = ""
    waits: str = ""
    settles: bool = False
    above: str = ""
    item: str = ""
    script: str = ""
    tables: Tables = field(default_factory=dict)


def beside(sitting: Sitting, by: Actor, who: Standpoint) -> list[Beside]:
    """What stands beside this sheet, in the order of the settings."""
    found = (import_string(path)(sitting, by, who) for path in settings.SCOREKEEPER_BESIDE)
    return [piece for piece in found if piece is not None]
