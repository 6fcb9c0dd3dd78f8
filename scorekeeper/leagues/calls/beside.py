"""What an evening puts on the page of one of its tables: see play/parties.py."""

from django.urls import reverse

from scorekeeper.leagues.models import DrawnTable, Evening
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Beside
from scorekeeper.play.policies import Standpoint, can_record


def call_beside(sitting: Sitting, _by: Actor, who: Standpoint) -> Beside | None:
    """The way to call the director, for whoever may record at a table of an open evening. Tables that nothing has
    opened by a key are of no evening."""
    if sitting.key is None or not sitting.is_open or not can_record(who):
        return None
    tables = DrawnTable.objects.filter(sitting=sitting, draw__evening__state=Evening.State.OPEN)
    if not tables.exists():
        return None
    return Beside(page=reverse("sitting_call", args=[sitting.pk]), item="play/_call_item.html")
