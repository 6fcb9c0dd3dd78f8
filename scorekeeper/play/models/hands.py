"""Hands as recorded, version by version, and the ledger of what they moved. Both append-only."""

import hashlib
import json
from datetime import UTC
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.text import Text
from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row
from scorekeeper.play.models.sittings import Seat, Sitting


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


class Hand(Row):
    """One version of one hand.

    `record` is what was seen at the table, `table` where the sitting stood ({"seats": [...], "dealer": n}), `outcome`
    what the rules of version `rules_version` made of it. `key` comes from the phone and makes sending twice harmless;
    `facts` is the hash of what was sent under it. `hash` covers the version and the hash before it in the sitting.
    """

    class Kind(models.TextChoices):
        RECORDED = "recorded", _("recorded")
        CORRECTED = "corrected", _("corrected")
        VOIDED = "voided", _("struck")
        FOLLOWED = "followed", _("follows from an earlier hand")

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
            "reason": self.reason,
            "at": self.at.astimezone(UTC).isoformat(),
            "by": [str(self.by_user_id), str(self.by_device_id)],
            "previous": self.previous,
        }
        return digest(content)

    @property
    def is_void(self) -> bool:
        return self.kind == Hand.Kind.VOIDED

    @property
    def said(self) -> Text:
        """The sentence a scorer says."""
        return Text.from_json(self.outcome["said"])

    @property
    def moved(self) -> dict[tuple[int, str], int]:
        """What this version makes due: {(seat number, measure): amount}; a void hand nothing."""
        sums: dict[tuple[int, str], int] = {}
        for seat, measure, amount, _reason in self.outcome.get("lines", []):
            sums[seat, measure] = sums.get((seat, measure), 0) + amount
        return sums


class LedgerEntry(Row):
    """An amount of one measure moved for one seat by one version of a hand."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="entries")
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="entries")
    measure = models.CharField(max_length=20)
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "hand", "seat", "measure"], name="one_entry_a_measure"),
            models.CheckConstraint(condition=~models.Q(amount=0), name="entry_moves_something"),
        ]


def digest(content: Any) -> str:
    """SHA-256 of plain values in one canonical spelling."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
