"""What a tournament puts on the page of one of its tables: see play/beside.py."""

from django.urls import reverse

from scorekeeper.play.actors import Actor
from scorekeeper.play.beside import Beside
from scorekeeper.play.models import Sitting
from scorekeeper.play.policies import Standpoint
from scorekeeper.tournaments.models import Round, RoundTable
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.services.calling import plays_at


def call_beside(sitting: Sitting, by: Actor, who: Standpoint) -> Beside | None:
    """The way to call the director, for those of a table of a round that is played. Tables that nothing has opened by
    a key are of no tournament."""
    if sitting.key is None or by.user is None or not sitting.is_open:
        return None
    tables = RoundTable.objects.filter(sitting=sitting, round__state=Round.State.PUBLISHED)
    table = tables.select_related("round__stage__tournament__club").first()
    if table is None or not (can_desk(who.role) or plays_at(table, by.user)):
        return None
    return Beside("tournaments/_call.html", "", {}, page=reverse("table_call", args=[table.pk]))
