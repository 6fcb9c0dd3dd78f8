"""What is said of a version of a hand by those who did not record it. Append-only."""

from datetime import UTC

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.chains.models import Salted
from scorekeeper.clubs.models import Club
from scorekeeper.common.hashing import digest
from scorekeeper.common.models import Row
from scorekeeper.play.models.hands import Hand, came_by
from scorekeeper.play.models.sittings import Seat, Sitting, Via


class State(models.TextChoices):
    """How far a version of a hand binds."""

    RECORDED = "recorded", _("recorded")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    OFFICIAL = "official", _("official")
    REPLACED = "replaced", _("replaced by a later version")


class HandMark(Salted, Row):
    """A seat confirms a hand, disputes it or takes that back; a director decides.

    `hand` is the version that stood, `after` the newest seq of the sitting's hands at that moment. `hash` covers the
    mark and the one before it in the sitting.
    """

    class Kind(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        WITHDRAWN = "withdrawn", _("dispute taken back")
        DECIDED = "decided", _("decided")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="marks")
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="marks")
    seq = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_device = models.ForeignKey("play.Device", on_delete=models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=10, choices=Via.choices, blank=True, default="", db_default="")
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["club", "sitting", "seq"], name="one_mark_a_seq")]

    def content_hash(self) -> str:
        """The hash that this mark should carry: ids, kinds and reasons, no names."""
        return digest(
            {
                "sitting": str(self.sitting_id),
                "hand": str(self.hand_id),
                "seq": self.seq,
                "after": self.after,
                "kind": str(self.kind),
                "seat": str(self.seat_id),
                "reason": self.reason_covered,
                "at": self.at.astimezone(UTC).isoformat(),
                "by": came_by(self),
                "previous": self.previous,
            }
        )
