"""One code of a table and as many windows as one likes: nobody confirms, signs or records in another's name.

Every address of a table, by page and by API, is found in the URL resolver and tried by each window for every seat.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from scorekeeper.payouts.models import BankAct
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.models import Device, Hand, HandMark, Signature, Sitting
from scorekeeper.play.passes.services import link_secret, make_pass, short_code
from scorekeeper.play.records import PerhapsReasoned
from tests import factories
from tests.acting import csrf
from tests.factories.money import tonk, with_money

pytestmark = pytest.mark.django_db

SEATS = range(3)
OF_A_TABLE = re.compile("<uuid:sitting_id>|sittings/<uuid:sitting>|hands/<uuid:hand>")
OF_A_SEAT = re.compile("<int:number>|signatures$|bank-requests$|bank/$")  # tried for every seat, others for the own


@dataclass(frozen=True, slots=True)
class Place:
    """A table: the owner and a member of its club with their accounts, and a guest."""

    sitting: Sitting
    hand: Hand
    link: str
    code: str


def make_place(game: str, *, ended: bool) -> Place:
    club = factories.make_club()
    now, member = timezone.now(), factories.make_member(club)
    players = [
        factories.player_of(factories.owner_of(club), club),
        factories.player_of(member, club),
        factories.make_player(club),
    ]
    if game == "tonk":
        sitting = tonk(with_money(club), players)
        hand = factories.record(sitting, {"kind": "discard_out", "by": 0}, now=now).hand
    else:
        sitting = factories.make_sitting(club, players=players, seasons=[factories.make_season(club)], now=now)
        hand = factories.record(sitting, now=now).hand
    keeper = factories.keeper_of(sitting)
    table_pass = make_pass(sitting_id=sitting.pk, by=keeper, now=now)
    if ended:
        end_list(PerhapsReasoned(reason="the time is up"), sitting_id=sitting.pk, by=keeper, now=now)
    sitting.refresh_from_db()
    return Place(sitting, hand, link_secret(table_pass), short_code(table_pass))


def routes(patterns: Any = None, prefix: str = "") -> Iterator[tuple[str, bool]]:
    """Every address that speaks of a table or of a hand, and whether a program asks there."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        path = prefix + str(pattern.pattern)
        if not isinstance(pattern, URLPattern):
            yield from routes(pattern.url_patterns, path)
        elif OF_A_TABLE.search(path):
            yield path, path.startswith("api/")


def filled(path: str, place: Place, number: int, device: Device | None) -> str:
    """The address for a seat and for the phone that asks."""
    ids = {
        "act_id": uuid4(),
        "phone": device.pk if device else uuid4(),
        "club_id": place.sitting.club_id,
        "device_id": device.pk if device else uuid4(),
        "act": "approve",
        "table": "sheet",
        "kind": "csv",
    }
    ids |= dict.fromkeys(("sitting_id", "sitting"), place.sitting.pk) | dict.fromkeys(
        ("hand_id", "hand"), place.hand.pk
    )
    path = re.sub("<int:[a-z]+>", str(number), path)
    return "/" + re.sub("<[a-z]+:([a-z_]+)>", lambda found: str(ids[found[1]]), path)


def sent_by_a_program(path: str, place: Place, number: int) -> dict[str, Any]:
    """What is sent to an address of the API; an address without a line here fails."""
    reason, key = {"reason": "because"}, path.rstrip("/").rpartition("/")[2]
    record = {"kind": "discard_out", "by": 0} if place.sitting.game == "tonk" else factories.passed()
    bodies: dict[str, Any] = {
        "hands": {"record": record},
        "preview": {"record": record},
        "undo": {"hand": str(place.hand.pk)},
        "dealer": {"seat": number},
        "signatures": {"seat": number, "head": place.sitting.head},
        "accept": {},
        "close": reason,
        "reopen": reason,
        "adjustments": {"kind": "penalty", "seat": number, "points": -50, **reason},
        "reversals": {"act": str(uuid4()), **reason},
        "swaps": {"seats": [0, 2], **reason},
        "substitutes": {"seat": number, "name": "Late"},
        "corrections": {"record": record, **reason},
        "void": reason,
        "confirm": {},
        "dispute": reason,
        "withdraw": {},
        "decide": reason,
        "call": {"words": "please"},
        "passes": {},
        "link": {},
        "make": {},
        "phones": {},
        "end": {},
        "refuse": {},
        "seat": {"seat": number},
        "bank": {},
        "bank-requests": {"move": "buy_in", "seat": number, "amount": 500},
        "bank-answers": {"request": str(uuid4()), "answer": "approve"},
        "<uuid:sitting>": {},
    }
    return dict(bodies[key])


def sent_by_a_page(place: Place, number: int) -> dict[str, Any]:
    """The fields of all forms at once: what a form does not know it leaves."""
    return {
        "seat": str(number),
        "head": place.sitting.head,
        "reason": "because",
        "key": str(uuid4()),
        "name": "Late",
        "kind": "discard_out" if place.sitting.game == "tonk" else "passed",
        "by": "0",
        "number": "2",
        "move": "buy_in",
        "amount": "5",
        "version": "1",
        "confirmed": "1",
    }


def windows(place: Place) -> list[Client]:
    """Three of one person: each joins with the code and wants the seat of its number, in whatever way there is."""
    found = []
    for number in SEATS:
        client = Client(enforce_csrf_checks=True)
        headers = csrf(client)
        client.post(reverse("join"), {"code": place.code}, headers=headers)
        for seat in (str(number), "none"):
            client.post(reverse("join_link", args=[place.link]), {"seat": seat, "name": "Renate"}, headers=headers)
        client.post(reverse("seat_take", args=[place.sitting.pk, number]), headers=headers)
        found.append(client)
    return found


def act(client: Client, place: Place, own: int, device: Device) -> None:
    """Everything that this window may try, for its seat and for those of others."""
    asked = [(path, is_api, number) for path, is_api in routes() for number in SEATS]
    for path, is_api, number in asked:
        if number != own and not OF_A_SEAT.search(path):
            continue
        address, headers = filled(path, place, number, device), csrf(client)
        if is_api:
            headers |= {"Idempotency-Key": str(uuid4())}
            body = sent_by_a_program(path, place, number)
            client.post(address, body, content_type="application/json", headers=headers)
        else:
            client.post(address, sent_by_a_page(place, number), headers=headers)


def in_another_name(place: Place) -> list[str]:
    """What was written, or can be, as if somebody else had done it."""
    found = [f"a phone holds the seat of {seat}" for seat in _seats_of_accounts_held(place)]
    marks = HandMark.objects.filter(sitting=place.sitting, seat__player__user__isnull=False)
    found += [f"{mark.kind} for the account at seat {mark.seat.number}" for mark in marks if mark.by_user is None]
    for signature in Signature.objects.filter(sitting=place.sitting).select_related("seat__player", "by_device"):
        if signature.seat.player.user_id and signature.by_user_id is None:
            found.append(f"signed for the account at seat {signature.seat.number}")
        elif not signature.on_behalf and signature.by_device.seat_id != signature.seat_id:
            found.append(f"signed for seat {signature.seat.number} by a phone that does not hold it")
    for bank_act in BankAct.objects.filter(sitting=place.sitting, seat__player__user__isnull=False):
        found.append(f"asked the bank for the account at seat {bank_act.seat.number}")
    hands = Hand.objects.filter(sitting=place.sitting, by_device__seat__player__user__isnull=False)
    found += [f"hand {hand.number} as the account at seat {hand.by_device.seat.number}" for hand in hands]
    return found


def _seats_of_accounts_held(place: Place) -> list[int]:
    held = Device.objects.filter(sitting=place.sitting, revoked_at=None, seat__player__user__isnull=False)
    return list(held.values_list("seat__number", flat=True))


@pytest.mark.parametrize(("game", "ended"), [("skat", False), ("skat", True), ("tonk", False)])
def test_three_windows_with_one_code_act_in_nobody_elses_name(game, ended):
    place = make_place(game, ended=ended)

    clients = windows(place)
    devices = list(Device.objects.filter(sitting=place.sitting).order_by("pk"))
    for number, (client, device) in enumerate(zip(clients, devices, strict=True)):
        act(client, place, number, device)

    assert in_another_name(place) == []
    assert [device.seat.number if device.seat else None for device in devices] == [None, None, 2]
    assert Device.objects.filter(sitting=place.sitting, seat__number=2, revoked_at=None).count() <= 1
    place.sitting.refresh_from_db()
    assert place.sitting.is_open


@pytest.mark.parametrize("ended", [False, True])
def test_a_phone_that_was_let_in_records_there_and_neither_confirms_nor_signs(ended):
    place = make_place("skat", ended=ended)
    client = windows(place)[0]
    device = Device.objects.filter(sitting=place.sitting).order_by("pk")[0]
    keeper = Client()
    keeper.force_login(factories.owner_of(place.sitting.club))
    keeper.post(reverse("phone_seat", args=[place.sitting.pk, device.pk, 1]))

    act(client, place, 1, device)

    device.refresh_from_db()
    said = set(HandMark.objects.filter(seat__number=1).values_list("kind", "via"))
    assert device.seat.number == 1
    assert said <= {("disputed", "code"), ("withdrawn", "code")}
    assert not Signature.objects.exists()
    assert set(Hand.objects.filter(by_device=device).values_list("via", flat=True)) == {"code"}


@pytest.mark.parametrize(("game", "ended"), [("skat", True), ("tonk", False)])
def test_an_account_that_sits_at_the_table_acts_for_no_guest_besides(game, ended):
    """Its phone took the seat of the guest before anybody signed in on it."""
    place = make_place(game, ended=ended)
    client = windows(place)[2]
    device = Device.objects.get(sitting=place.sitting, seat__number=2)
    client.force_login(place.sitting.seats.get(number=1).player.user)

    for number in SEATS:  # first: what it may record afterwards makes it another sheet
        signing = reverse("seat_sign", args=[place.sitting.pk, number])
        client.post(signing, {"head": place.sitting.head}, headers=csrf(client))
    act(client, place, 2, device)

    for model in (HandMark, Signature, BankAct):
        assert not model.objects.filter(sitting=place.sitting, seat__number=2).exists(), model


def test_every_address_of_a_table_is_tried():
    place = make_place("skat", ended=False)
    found = [filled(path, place, 0, None) for path, _is_api in routes()]

    assert len(found) > 60
    assert not any("<" in address for address in found)
