"""Hands, what each moved, and what was said of them: confirmed, disputed, official."""

from datetime import UTC
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from games.core.text import Text
from scorekeeper.chains.models import Salted
from scorekeeper.clubs.models import Club
from scorekeeper.common.ids import digest
from scorekeeper.common.models import Row
from scorekeeper.play.models.sittings import Act, Seat, Sitting, Via


class HandQuerySet(models.QuerySet["Hand"]):
    def newest(self) -> "HandQuerySet":
        """Of each hand the version in force."""
        later = Hand.objects.filter(
            club=models.OuterRef("club"),
            sitting=models.OuterRef("sitting"),
            number=models.OuterRef("number"),
            version__gt=models.OuterRef("version"),
        )
        return self.filter(~models.Exists(later))

    def standing(self) -> "HandQuerySet":
        """The hands that count: newest versions that are not void."""
        return self.newest().exclude(kind=Hand.Kind.VOIDED)


class Hand(Salted, Row):
    """One version of one hand.

    `record` is what was seen at the table, `table` where the sitting stood ({"seats": [...], "dealer": n}), `outcome`
    what the rules of version `rules_version` made of it. `key` comes from the phone and makes sending twice harmless;
    `facts` is the hash of what was sent under it. `via` is the door by which it came, empty where that was not kept
    yet. `hash` covers the version and the hash before it in the sitting.
    """

    class Kind(models.TextChoices):
        RECORDED = "recorded", pgettext_lazy("state", "recorded")
        CORRECTED = "corrected", pgettext_lazy("state", "corrected")
        VOIDED = "voided", pgettext_lazy("state", "struck")
        FOLLOWED = "followed", pgettext_lazy("choice", "follows from an earlier hand")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField()
    version = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.UUIDField()
    facts = models.CharField(max_length=64)
    record = models.JSONField()
    table = models.JSONField()
    outcome = models.JSONField()
    rules_version = models.CharField(max_length=20)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_device = models.ForeignKey("play.Device", on_delete=models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=10, choices=Via.choices, blank=True, default="", db_default="")
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects: ClassVar[HandQuerySet] = HandQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_hand_a_key"),
            models.UniqueConstraint(fields=["club", "sitting", "seq"], name="one_hand_a_seq"),
            models.UniqueConstraint(fields=["club", "sitting", "number", "version"], name="one_hand_a_version"),
        ]

    def content_hash(self) -> str:
        """The hash that this version should carry: ids and records, no names."""
        content = {
            "sitting": str(self.sitting_id),
            "seq": self.seq,
            "number": self.number,
            "version": self.version,
            "kind": str(self.kind),
            "key": str(self.key),
            "facts": self.facts,
            "record": self.record,
            "table": self.table,
            "outcome": self.outcome,
            "rules_version": self.rules_version,
            "reason": self.reason_covered,
            "at": self.at.astimezone(UTC).isoformat(),
            "by": came_by(self),
            "previous": self.previous,
        }
        return digest(content)

    @property
    def is_void(self) -> bool:
        return self.kind == Hand.Kind.VOIDED

    @property
    def is_from_no_seat(self) -> bool:
        """Whether it came from a phone of which nobody knows whose it is: it has no account and no seat."""
        return self.by_user_id is None and self.by_device is not None and self.by_device.seat_id is None

    @property
    def said(self) -> Text:
        """The sentence a scorer says."""
        return Text.from_json(self.outcome["said"])

    @property
    def moved(self) -> dict[tuple[int, str], int]:
        """What this version makes due: {(seat number, measure): amount}. A void hand moves nothing, and neither do
        lines that cancel each other out, as a bet that comes back."""
        sums: dict[tuple[int, str], int] = {}
        for seat, measure, amount, _reason in self.outcome.get("lines", []):
            sums[seat, measure] = sums.get((seat, measure), 0) + amount
        return {key: amount for key, amount in sums.items() if amount}


def came_by(row: Any) -> list[str]:
    """Who wrote a row and by which door, for its hash; of a row from before the door was kept, who alone."""
    return [str(row.by_user_id), str(row.by_device_id), *([str(row.via)] if row.via else [])]


class LedgerEntry(Row):
    """An amount of one measure moved for one seat by one version of a hand, or by an act: a penalty, an adjustment, a
    swap of seats."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="entries")
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, null=True, related_name="entries")
    act = models.ForeignKey(Act, on_delete=models.PROTECT, null=True, related_name="entries")
    measure = models.CharField(max_length=20)
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "hand", "seat", "measure"], name="one_entry_a_measure"),
            models.UniqueConstraint(fields=["club", "act", "seat", "measure"], name="one_entry_an_act"),
            models.CheckConstraint(
                condition=models.Q(hand=None, act__isnull=False) | models.Q(hand__isnull=False, act=None),
                name="entry_has_one_cause",
            ),
            models.CheckConstraint(condition=~models.Q(amount=0), name="entry_moves_something"),
        ]


def act_hash(act: Act) -> str:
    """The hash that an act in the chain should carry: ids and facts, no names."""
    return digest(
        {
            "sitting": str(act.sitting_id),
            "seq": act.seq,
            "kind": str(act.kind),
            "key": str(act.key),
            "facts": act.facts,
            "seat": str(act.seat_id),
            "player": str(act.player_id),
            "reverses": str(act.reverses_id),
            "detail": act.detail,
            "reason": act.reason_covered,
            "at": act.at.astimezone(UTC).isoformat(),
            "by": [str(act.by_user_id), str(act.by_device_id)],
            "previous": act.previous,
        }
    )


class State(models.TextChoices):
    """How far a version of a hand binds."""

    RECORDED = "recorded", pgettext_lazy("state", "recorded")
    CONFIRMED = "confirmed", pgettext_lazy("of a hand", "confirmed")
    DISPUTED = "disputed", pgettext_lazy("state", "disputed")
    OFFICIAL = "official", pgettext_lazy("state", "official")
    REPLACED = "replaced", pgettext_lazy("choice", "replaced by a later version")


class HandMark(Salted, Row):
    """A seat confirms a hand, disputes it or takes that back; a director decides.

    `hand` is the version that stood, `after` the newest seq of the sitting's hands at that moment. `hash` covers the
    mark and the one before it in the sitting.
    """

    class Kind(models.TextChoices):
        CONFIRMED = "confirmed", pgettext_lazy("of a hand", "confirmed")
        DISPUTED = "disputed", pgettext_lazy("state", "disputed")
        WITHDRAWN = "withdrawn", pgettext_lazy("choice", "dispute taken back")
        DECIDED = "decided", pgettext_lazy("choice", "decided")

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
