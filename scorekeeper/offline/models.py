"""Where a phone without a connection had shown something else than the rules say."""

from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.play.models import Hand, Sitting


class Difference(Row):
    """What a phone had shown for a hand before the server judged it, where that was something else.

    The server's word stands; a row is a fault of the phone's copy of the scoring to be found. `shown` is
    {"lines": [[seat, measure, amount], ...], "dealer": n}.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="+")
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="+")
    version = models.CharField(max_length=20)  # of the rules as the phone knew them
    shown = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "hand"], name="one_difference_a_hand")]
