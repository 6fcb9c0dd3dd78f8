"""Versions of hands: which is in force, and new ones as links of the sitting's chain, with what they move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.core.text import Text, pgettext
from scorekeeper.chains.models import keep_salts
from scorekeeper.common.errors import Conflict
from scorekeeper.common.ids import uuid7
from scorekeeper.journal.models import Kind
from scorekeeper.play.acting import dealing, tell
from scorekeeper.play.actors import Actor
from scorekeeper.play.ledger import difference, post
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.replaying import Judged, Replayed, replayed_with


def current_version(sitting: Sitting, hand_id: UUID) -> Hand:
    """The version in force that has this id.

    Raises:
        Hand.DoesNotExist: no version of this sitting has it.
        Conflict: `hand_changed`: it has been replaced since.
    """
    hand = sitting.hands.get(pk=hand_id)
    newest = sitting.hands.filter(number=hand.number).order_by("-version").first()
    if newest is None or newest.pk != hand.pk:
        raise changed(sitting, hand_id)
    return hand


def number_of(sitting: Sitting, hand_id: UUID) -> int:
    """The number of the hand that has a version of this id. Raises Hand.DoesNotExist."""
    return int(sitting.hands.values_list("number", flat=True).get(pk=hand_id))


def changed(sitting: Sitting, hand_id: UUID) -> Conflict:
    """The refusal to touch a version that is no longer in force."""
    number = number_of(sitting, hand_id)
    newest = sitting.hands.filter(number=number).order_by("-version").first()
    text = _("Hand {number} has been changed in the meantime.").format(number=number)
    return Conflict("hand_changed", text, newest)


VOID: dict[str, Any] = {
    "lines": [],
    "detail": None,
    "said": {"text": ""},
    "warnings": [],
    "over": False,
}


@dataclass(frozen=True, slots=True)
class Version:
    """The facts of a new version of a hand."""

    number: int
    version: int
    kind: str
    key: UUID
    facts: str
    record: Mapping[str, Any]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Another record for a hand, or None to strike it; `facts` is the hash of what was sent under `key`."""

    key: UUID
    facts: str
    record: Mapping[str, Any] | None
    reason: str


def append(
    sitting: Sitting,
    by: Actor,
    now: datetime,
    version: Version,
    *,
    table: Mapping[str, Any],
    outcome: Mapping[str, Any],
) -> Hand:
    """A new link of the sitting's chain, not yet written."""
    sitting.seq += 1
    row = Hand(
        club_id=sitting.club_id,
        sitting=sitting,
        number=version.number,
        version=version.version,
        seq=sitting.seq,
        kind=version.kind,
        key=version.key,
        facts=version.facts,
        record=version.record,
        table=table,
        outcome=outcome,
        rules_version=sitting.plays.version,
        reason=version.reason,
        at=now,
        previous=sitting.head,
        via=by.via,
        **by.marks,
    )
    row.salt()
    row.hash = row.content_hash()
    sitting.head = row.hash
    return row


def write_version(sitting: Sitting, by: Actor, now: datetime, hand: Hand, wanted: Wanted) -> Hand:
    """Write the new version of `hand` and of every later hand that follows from it, and post the differences. Raises
    Refused as `replayed_with`."""
    after = replayed_with(sitting, hand, wanted.record)
    row = append(
        sitting,
        by,
        now,
        Version(
            hand.number,
            hand.version + 1,
            Hand.Kind.VOIDED if wanted.record is None else Hand.Kind.CORRECTED,
            wanted.key,
            wanted.facts,
            hand.record if after.judged is None else after.judged.record,
            wanted.reason,
        ),
        table=hand.table,
        outcome=VOID if after.judged is None else after.judged.outcome,
    )
    reason = str(Text(pgettext("reason", "follows from hand {number}"), {"number": hand.number}))
    followers = [Anew(judged.hand, judged.hand, judged) for judged in after.followers]
    rows = [row, *(_told_anew(sitting, by, now, follower, reason) for follower in followers)]
    _stand_where(sitting, hand, after)
    _replace(sitting, [hand, *(judged.hand for judged in after.followers)], rows)
    if wanted.reason:  # a hand that was just taken back by its table is no decision
        kind = Kind.STRUCK if row.is_void else Kind.CORRECTED
        tell(sitting, kind, by, now, reason=wanted.reason, detail={"hand": str(row.pk), "number": row.number})
    return row


def follow(sitting: Sitting, by: Actor, now: datetime, followers: Sequence[Judged], reason: str) -> None:
    """Append new versions of hands whose outcome has changed without their record, and post the differences."""
    tell_anew(sitting, by, now, [Anew(judged.hand, judged.hand, judged) for judged in followers], reason)


@dataclass(frozen=True, slots=True)
class Anew:
    """A hand that nobody corrects but that reads otherwise: the version in force, the same with the record and the
    table that it has now, and what is judged of that (None: it is struck and stays so)."""

    before: Hand
    told: Hand
    judged: Judged | None


def tell_anew(sitting: Sitting, by: Actor, now: datetime, hands: Sequence[Anew], reason: str) -> None:
    """Append a new version of each of these hands, and post the differences."""
    rows = [_told_anew(sitting, by, now, hand, reason) for hand in hands]
    _replace(sitting, [hand.before for hand in hands], rows)


def _told_anew(sitting: Sitting, by: Actor, now: datetime, hand: Anew, reason: str) -> Hand:
    told, judged = hand.told, hand.judged
    kind, why = (Hand.Kind.FOLLOWED, reason) if judged else (Hand.Kind.VOIDED, told.reason)
    record = judged.record if judged else told.record
    version = Version(told.number, told.version + 1, kind, uuid7(), told.facts, record, why)
    return append(sitting, by, now, version, table=told.table, outcome=judged.outcome if judged else VOID)


def _replace(sitting: Sitting, before: Sequence[Hand], rows: Sequence[Hand]) -> None:
    sitting.revision += 1
    Hand.objects.bulk_create(rows)
    keep_salts(rows)
    sitting.save(
        update_fields=[
            "next_number",
            "state",
            "dealer",
            "is_over",
            "seq",
            "head",
            "revision",
        ]
    )
    posts = [(new, difference(new.moved, old.moved)) for new, old in zip(rows, before, strict=True)]
    post(sitting, list(sitting.seats.all()), posts, list(sitting.competitions.all()))


def _stand_where(sitting: Sitting, hand: Hand, after: Replayed) -> None:
    """Where the sitting stands after the change: a struck last hand gives its number and its deal back, and takes
    them again when it comes back."""
    sitting.state, sitting.is_over = after.replay.state, after.replay.is_over
    if after.judged is None:
        if hand.number == sitting.next_number - 1:
            sitting.next_number, sitting.dealer = hand.number, dealing(after.seats, hand.table["dealer"])
        return
    sitting.next_number = max(sitting.next_number, hand.number + 1)
    if after.is_last and (hand.is_void or after.replay.dealer != after.dealer_before):
        sitting.dealer = dealing(after.seats, after.replay.dealer)
