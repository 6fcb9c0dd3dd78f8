"""How hands, confirmations and signatures came to a table: by an account, a phone with the code, or a program;
who has signed the sheet as it stands, and who may."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.template.defaultfilters import date as date_words
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.texts import isolated
from scorekeeper.play.models import Act, Device, Hand, HandMark, Signature, Sitting, Via
from scorekeeper.play.policies import Standpoint, can_sign, signs_for_self
from scorekeeper.play.sheet.rows import Column


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone of a table, as it is called there: by the number in which it joined, from 1."""

    number: int
    device: Device

    @property
    def name(self) -> str:
        return self.device.name


Phones = Mapping[UUID, Phone]


def phones_by_id(sitting: Sitting) -> dict[UUID, Phone]:
    """Every phone that ever joined, with its pass and the seat that it asks for. One query."""
    found = Device.objects.filter(sitting=sitting).select_related("table_pass", "asks_for__player").order_by("pk")
    return {device.pk: Phone(number, device) for number, device in enumerate(found, 1)}


def origin_words(row: Any, phones: Phones) -> str:
    """By which door a hand, a mark or a signature came, with the person and the phone. It comes with its person."""
    phone = phones.get(row.by_device_id)
    person = isolated(str(row.by_user)) if row.by_user_id else ""
    words = {
        Via.PROGRAM: pgettext("note", "a program of {person}"),
        Via.ACCOUNT: _("{person}, by account on phone {number}") if phone else _("{person}, by account"),
        Via.CODE: pgettext("note", "phone {number} with the code (“{phone}”), signed in as {person}")
        if person
        else pgettext("note", "phone {number} with the code (“{phone}”)"),
        Via.KEEPER: pgettext("note", "the phone that keeps the sheet"),
        "": pgettext("note", "the app"),
    }[via_of(row, phones)]
    return words.format(
        person=person, number=phone.number if phone else "", phone=isolated(phone.name) if phone else ""
    )


def via_of(row: Any, phones: Phones) -> str:
    """The door as it was kept; of rows from before it was, what who wrote them says of it."""
    if via := getattr(row, "via", ""):  # of acts the door is not kept
        return str(via)
    phone = phones.get(row.by_device_id)
    if row.by_user_id:
        return Via.ACCOUNT
    if phone is None:
        return ""
    return Via.KEEPER if phone.device.is_host else Via.CODE


def signatures_of(sitting: Sitting) -> QuerySet[Signature]:
    """Those under the sheet as it stands: what is said of it now makes them void."""
    return Signature.objects.filter(sitting=sitting, head=sitting.head, reopenings=sitting.reopenings)


def confirmations_of(sitting: Sitting) -> list[HandMark]:
    """In their order, with seats and people; also those of versions that stand no longer. No query where nothing was
    said of a hand."""
    if not sitting.marked:
        return []
    marks = HandMark.objects.filter(club=sitting.club_id, sitting=sitting, kind=HandMark.Kind.CONFIRMED)
    return list(marks.select_related("seat", "by_user").order_by("seq"))


def origins_of(sitting: Sitting, hands: Iterable[Hand], names: Mapping[int, str], phones: Phones) -> list[str]:
    """Sentences: who recorded the versions in force, which come with their people, by which door, and who confirmed
    them, in order of the first hand. One query, for what was confirmed."""
    hands = list(hands)
    numbers = {hand.pk: hand.number for hand in hands}
    confirmations = [mark for mark in confirmations_of(sitting) if mark.hand_id in numbers]
    recorded: dict[str, set[int]] = {}
    for hand in hands:
        recorded.setdefault(origin_words(hand, phones), set()).add(hand.number)
    doors: dict[str, list[HandMark]] = {}
    for mark in confirmations:
        doors.setdefault(origin_words(mark, phones), []).append(mark)
    confirmed = {
        f"{', '.join(names[seat] for seat in _seats(marks))} ({door})": {numbers[mark.hand_id] for mark in marks}
        for door, marks in doors.items()
    }
    texts = [
        (_("Hands recorded by {people}."), recorded),
        (pgettext("hands", "Confirmed by {people}."), confirmed),
    ]
    return [
        text.format(people="; ".join(f"{people}: {ranges(own)}" for people, own in found.items()))
        for text, found in texts
        if found
    ]


def _seats(rows: Iterable[Any]) -> list[int]:
    return sorted({row.seat.number for row in rows if getattr(row, "seat", None)})


def ranges(numbers: Iterable[int]) -> str:
    """Numbers as one writes them: "1–4, 7"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


@dataclass(frozen=True, slots=True)
class Box:
    """The signature box of one seat."""

    column: Column
    signature: Signature | None
    can_sign: bool
    for_self: bool
    words: str = ""

    @property
    def signed_at(self) -> datetime | None:
        return self.signature.at if self.signature else None


def signature_boxes(sitting: Sitting, columns: Sequence[Column], who: Standpoint, phones: Phones) -> list[Box]:
    """One box a seat. What is disputed is not signed."""
    by_seat = {signature.seat_id: signature for signature in signatures_of(sitting).select_related("by_user")}
    may_sign = sitting.awaits_signatures and not sitting.disputed
    return [
        Box(
            column,
            by_seat.get(column.seat.pk),
            can_sign=may_sign and column.seat.pk not in by_seat and can_sign(who, column.seat),
            for_self=signs_for_self(who, column.seat),
            words=signed_words(by_seat[column.seat.pk], phones) if column.seat.pk in by_seat else "",
        )
        for column in columns
    ]


def signed_words(signature: Signature, phones: Phones) -> str:
    """When and how a seat was signed for: who signed in its place is named."""
    time = date_words(localtime(signature.at), "TIME_FORMAT")
    phone = phones.get(signature.by_device_id) if signature.by_device_id else None
    if signature.is_by_code and phone and via_of(signature, phones) == Via.CODE:
        words = pgettext("note", "signed at the table by code at {time}, phone {number} (“{phone}”)")
        return words.format(time=time, number=phone.number, phone=isolated(phone.name))
    words = (
        pgettext("note", "signed at {time} on behalf, by {origin}")
        if signature.on_behalf
        else pgettext("note", "signed at {time}: {origin}")
    )
    return words.format(time=time, origin=origin_words(signature, phones))


def is_signed(sitting: Sitting) -> bool:
    """Whether somebody has signed the sheet as it stands: what is said of it now makes that void."""
    return signatures_of(sitting).exists()


def last_act(sitting: Sitting, kind: str) -> Act | None:
    """The newest act of a kind, with who did it."""
    return sitting.acts.filter(kind=kind).select_related("by_user", "by_device").order_by("-id").first()
