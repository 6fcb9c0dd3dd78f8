"""What waits for somebody at the demo's tables: links that let others look, and a hand that a director decides."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.selectors import directors
from scorekeeper.notices.models import Channel, Kind
from scorekeeper.notices.records import NoticesChoice, NoticeSwitch
from scorekeeper.notices.services import choose
from scorekeeper.play.actors import Actor
from scorekeeper.play.marks.services import dispute_hand
from scorekeeper.play.models import HandMark, Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.sharing.services import share_table

SHARED: Final = ("4 September, table 1", "Tonight, table 1")
TABLE: Final = "Tonight, table 2"
NUMBER: Final = 2
WHO: Final = "Thomas Brandt"
REASON: Final = "Truco was said before the card lay on the table."


def links(club: Club, users: Mapping[str, User], *, now: datetime) -> None:
    """A finished sheet and a table that is played, each with its link."""
    for sitting in Sitting.objects.filter(club=club, name__in=SHARED):
        share_table(sitting_id=sitting.pk, by=Actor(user=users["Renate Vogt"]), now=now)


def disputed_hand(club: Club, users: Mapping[str, User], *, now: datetime) -> None:
    """Once. The directors are told on their first page only: nobody of the demo has a mailbox."""
    table = Sitting.objects.get(club=club, name=TABLE)
    if HandMark.objects.filter(sitting=table).exists() or not table.is_open:
        return
    for director in directors(club):
        choose(NoticesChoice(off=(NoticeSwitch(kind=Kind.DISPUTE, channel=Channel.MAIL),)), by=director)
    hand = table.hands.standing().get(number=NUMBER)
    dispute_hand(Reasoned(reason=REASON), sitting_id=table.pk, by=Actor(user=users[WHO]), hand_id=hand.pk, now=now)
