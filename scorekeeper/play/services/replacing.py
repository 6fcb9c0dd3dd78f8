"""Put a hand in the place of the last one: two phones wrote the same hand, and the second says that theirs is right."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorekeeper.play.acting import at_table
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Hand
from scorekeeper.play.recording.services import Recorded, Sent, record_hand, undo_hand
from scorekeeper.play.services.versions import number_of


@transaction.atomic
def replace_last(*, sitting_id: UUID, by: Actor, hand_id: UUID, sent: Sent, now: datetime) -> Recorded:
    """Take the last hand back and record another under its number, both or neither. What is taken back stays
    readable; sending it again under the same key changes nothing.

    Raises:
        Whatever taking it back and recording raise.
    """
    sitting = at_table(sitting_id, by).sitting
    number = number_of(sitting, hand_id)
    if not Hand.objects.filter(club=sitting.club_id, key=sent.key).exists():
        undo_hand(sitting_id=sitting_id, by=by, hand_id=hand_id, now=now)
    return record_hand(sitting_id=sitting_id, by=by, sent=Sent(sent.key, sent.record, number), now=now)
