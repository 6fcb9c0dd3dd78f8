"""Remind people of what waits for them at tables: a signature, a dispute, and how it was decided."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Final
from uuid import UUID

from django.db.models import Exists, F, IntegerField, OuterRef, Q
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import can_score, role_in
from scorekeeper.clubs.selectors import directors
from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.names import kept
from scorekeeper.notices.models import Kind, Notice
from scorekeeper.notices.services import News, tell
from scorekeeper.play.models import Act, Hand, HandMark, Seat, Signature, Sitting

AT_THE_TABLE: Final = timedelta(minutes=15)  # in which people sign by themselves
LONGEST: Final = timedelta(days=60)  # that an old sheet is asked for
MOST: Final = 200  # seats in one run


def remind_of_signatures(*, now: datetime) -> int:
    """Tell each member whose signature alone keeps a sheet from being closed, once it is over for a while; once, and
    once more where it was opened again. Safe to run twice; how many were told."""
    seats = sorted(_unsigned(now), key=lambda seat: seat.sitting_id)
    reminded = 0
    for _sitting, here in groupby(seats, key=lambda seat: seat.sitting_id):
        there = list(here)
        people = [seat.player.user for seat in there if seat.player.user]
        reminded += tell(partial(_signature_news, there[0].sitting, now), people, now)
    return reminded


def remind_who_has_not_signed(*, sitting_id: UUID, by: User | None, now: datetime) -> int:
    """Tell those members now whose signatures are missing under a sheet that is over; who was told before is not told
    again. How many were told.

    Raises:
        PermissionDenied: neither scorer nor director of the club.
        Conflict: `not_over`: it waits for no signature.
    """
    sitting = Sitting.objects.select_related("club").get(pk=sitting_id)
    require(can_score(role_in(by, sitting.club)))
    if not sitting.awaits_signatures:
        raise Conflict("not_over", _("This sheet needs no more signatures."))
    signed = Signature.objects.filter(sitting=sitting, head=sitting.head, reopenings=sitting.reopenings)
    seats = Seat.objects.filter(sitting=sitting, player__user__memberships__club=sitting.club_id)
    missing = seats.exclude(pk__in=signed.values("seat")).exclude(player__user=by).select_related("player__user")
    return tell(partial(_signature_news, sitting, now), [seat.player.user for seat in missing if seat.player.user], now)


def _unsigned(now: datetime) -> list[Seat]:
    """The seats of members who have not signed and were not told so."""
    ended = Sitting.objects.running().filter(
        Q(is_over=True) | Q(ended_at__isnull=False), club__is_private=False, club__closed_at=None
    )
    lately = {"sitting": OuterRef("pk"), "at__gt": now - AT_THE_TABLE}
    ended = ended.filter(opened_at__gt=now - LONGEST, disputed=0).exclude(Exists(Hand.objects.filter(**lately)))
    ended = ended.exclude(Exists(Act.objects.filter(**lately)))
    head, reopenings = OuterRef("sitting__head"), OuterRef("sitting__reopenings")
    signed = Signature.objects.filter(
        sitting=OuterRef("sitting"), seat=OuterRef("pk"), head=head, reopenings=reopenings
    )
    of_one_opening = Notice.objects.annotate(opened_again=Cast(KT("values__reopenings"), IntegerField()))
    before = of_one_opening.filter(
        user=OuterRef("player__user"), kind=Kind.SIGNATURE, thing=OuterRef("sitting"), opened_again=reopenings
    )
    seats = Seat.objects.filter(sitting__in=ended, player__user__memberships__club=F("club"))
    found = seats.exclude(Exists(signed)).exclude(Exists(before)).select_related("sitting__club", "player__user")
    return list(found.order_by("sitting", "number")[:MOST])


def _signature_news(sitting: Sitting, now: datetime) -> News:
    words = {"table": sitting.name, "club": sitting.club.name}
    return News(
        kind=Kind.SIGNATURE,
        club=sitting.club,
        key=f"signature:{sitting.pk}:{sitting.reopenings}",
        thing=sitting.pk,
        link=reverse("sitting_detail", args=[sitting.pk]),
        until=now + LONGEST,
        subject=_("Your signature is missing under {table}").format(**words),
        body=_("The sheet of {table} at {club} is over and waits for your signature to be closed.").format(**words),
        values={"table": kept(sitting.name), "reopenings": sitting.reopenings},
    )


def tell_directors(mark: HandMark, now: datetime) -> None:
    """Tell each director and owner of the club but whoever disputes the hand."""
    people = [user for user in directors(mark.sitting.club) if user.pk != mark.by_user_id]
    tell(partial(_dispute_news, mark, now), people, now)


def _dispute_news(mark: HandMark, now: datetime) -> News:
    sitting, hand = mark.sitting, mark.hand
    words = {
        "number": hand.number,
        "table": sitting.name,
        "club": sitting.club.name,
        "who": mark.seat.player.name if mark.seat else "",
        "reason": mark.reason,
    }
    body = _(
        "{who} disputes hand {number} ({table}, {club}):\n\n{reason}\n\n"
        "The hand is held, and the sheet can’t be closed, until a director decides. The club page lists it under "
        "“Disputed hands”."
    )
    return News(
        kind=Kind.DISPUTE,
        club=sitting.club,
        key=f"dispute:{mark.pk}",
        thing=hand.pk,
        link=reverse("hand_detail", args=[sitting.pk, hand.pk]),
        until=now + LONGEST,
        subject=_("Hand {number} of {table} is disputed").format(**words),
        body=body.format(**words),
        values={"table": kept(sitting.name), "number": hand.number},
    )


def tell_who_disputed(
    disputes: Iterable[HandMark], hand: Hand, decider: User | None, reason: str, now: datetime
) -> None:
    """Tell the members at whose seats a hand was disputed that it is decided, and why; whoever decided knows it."""
    sitting = hand.sitting
    seats = [mark.seat_id for mark in disputes if mark.seat_id]
    found = User.objects.filter(players__seats__in=seats, memberships__club=sitting.club_id).distinct()
    people = [user for user in found if decider is None or user.pk != decider.pk]
    tell(partial(_settled_news, hand, reason, now), people, now)


def _settled_news(hand: Hand, reason: str, now: datetime) -> News:
    sitting = hand.sitting
    words = {"number": hand.number, "table": sitting.name, "club": sitting.club.name, "reason": reason}
    body = _(
        "You disputed hand {number} ({table}, {club}). A director has decided it:\n\n{reason}\n\n"
        "The page of the hand shows the result and the whole history."
    )
    return News(
        kind=Kind.SETTLED,
        club=sitting.club,
        key=f"settled:{hand.pk}",
        thing=hand.pk,
        link=reverse("hand_detail", args=[sitting.pk, hand.pk]),
        until=now + LONGEST,
        subject=_("Hand {number} of {table} is decided").format(**words),
        body=body.format(**words),
        values={"table": kept(sitting.name), "number": hand.number},
    )
