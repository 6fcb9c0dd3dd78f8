"""Who may do what: every service asked by every kind of caller."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import RequestFactory

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict
from scorekeeper.play import actors
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import accept_sheet, close_sitting, end_list, reopen_sitting, resume_list, sign
from scorekeeper.play.marks.services import confirm_hand, decide_dispute, dispute_hand, withdraw_dispute
from scorekeeper.play.models import Act, Device, Hand, Sitting
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.passes.services import (
    PASS_LIFETIME,
    Joining,
    SeatWanted,
    ask_for_seat,
    end_phone,
    give_seat,
    join_table,
    make_pass,
    revoke_pass,
    take_seat,
)
from scorekeeper.play.policies import seen_by
from scorekeeper.play.records import PerhapsReasoned, Reasoned, Signing
from scorekeeper.play.seats.records import Dealer, Latecomer, Leaving
from scorekeeper.play.seats.services import seat_leaves, seat_player, set_dealer
from tests import factories
from tests.rows import Notice, everything, undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

NOW = factories.NOW
MAY, MAY_NOT, SEES_NOTHING = "may", "may not", "sees nothing"
CALLERS = (
    "anonymous",
    "stranger",
    "another_clubs_owner",
    "former_member_who_sits",
    "member",
    "seated_member",
    "member_who_opened",
    "scorer",
    "director",
    "owner",
    "device_without_seat",
    "device_with_seat",
    "device_let_in",
    "device_of_another_table",
    "host_device",
    "revoked_device",
)
OUTSIDE = {
    "anonymous",
    "stranger",
    "another_clubs_owner",
    "former_member_who_sits",
    "device_of_another_table",
    "revoked_device",
}
KEEPERS = {"member_who_opened", "scorer", "director", "owner", "host_device"}
SCORERS = {"scorer", "director", "owner"}
RECORDERS = KEEPERS | {"seated_member", "device_without_seat", "device_with_seat", "device_let_in"}
DIRECTORS = {"director", "owner", "host_device"}


@dataclass
class Table:
    """A table of four with two hands and everybody who could come near it."""

    sitting: Sitting
    hand: Hand
    last: Hand
    act: Act
    callers: dict[str, Actor] = field(default_factory=dict)


@pytest.fixture
def table(db) -> Table:
    return laid(make_table)


def make_table() -> Table:
    club = factories.make_club()
    owner = factories.owner_of(club)
    founder, seated, gone = (factories.make_member(club) for _member in range(3))
    players = [factories.make_player(club), *(factories.player_of(user, club) for user in (seated, gone))]
    sitting = factories.make_sitting(club, by=founder, players=[*players, factories.make_player(club)])
    hand, last = factories.record_list(sitting, [factories.played(1), factories.played(2)])
    club.memberships.filter(user=gone).delete()
    revoked = factories.make_device(sitting, 0)
    revoke_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    return Table(
        sitting,
        hand,
        last,
        factories.penalise(sitting),
        {
            "anonymous": Actor(),
            "stranger": Actor(user=factories.make_user()),
            "another_clubs_owner": Actor(user=factories.owner_of(factories.make_club())),
            "former_member_who_sits": Actor(user=gone),
            "member": Actor(user=factories.make_member(club)),
            "seated_member": Actor(user=seated),
            "member_who_opened": Actor(user=founder),
            "scorer": Actor(user=factories.make_member(club, "scorer")),
            "director": Actor(user=factories.make_member(club, "director")),
            "owner": Actor(user=owner),
            "device_without_seat": Actor(device=factories.make_device(sitting)),
            "device_with_seat": Actor(device=factories.make_device(sitting, 0)),
            "device_let_in": Actor(device=factories.make_device(sitting, 1, let_in=True)),
            "device_of_another_table": Actor(device=factories.make_device(factories.make_sitting(club))),
            "host_device": Actor(
                device=Device.objects.create(club=club, sitting=sitting, name="host", is_host=True, made_at=NOW)
            ),
            "revoked_device": Actor(device=Device.objects.get(pk=revoked.pk)),
        },
    )


def ended(table: Table) -> None:
    end_list(
        PerhapsReasoned(reason="late"), sitting_id=table.sitting.pk, by=factories.keeper_of(table.sitting), now=NOW
    )


def head(table: Table) -> str:
    return Sitting.objects.get(pk=table.sitting.pk).head


def phone_of(table: Table) -> UUID:
    """The phone that has joined without a seat."""
    device = table.callers["device_without_seat"].device
    assert device
    return device.pk


ACTS: dict[str, tuple[Callable[[Table, Actor], object], set[str]]] = {
    "record": (lambda table, by: factories.record(table.sitting, factories.played(3), by=by), RECORDERS),
    "undo": (lambda table, by: factories.undo(table.last, by=by), RECORDERS),
    "correct": (lambda table, by: factories.correct(table.hand, factories.played(3), by=by), KEEPERS),
    "void": (lambda table, by: factories.correct(table.hand, None, by=by), KEEPERS),
    "seat": (
        lambda table, by: seat_player(Latecomer(name="late"), sitting_id=table.sitting.pk, by=by, now=NOW),
        KEEPERS,
    ),
    "leave": (
        lambda table, by: seat_leaves(Leaving(seat=3, reason="late"), sitting_id=table.sitting.pk, by=by, now=NOW),
        KEEPERS,
    ),
    "dealer": (lambda table, by: set_dealer(Dealer(seat=2), sitting_id=table.sitting.pk, by=by, now=NOW), KEEPERS),
    "end": (
        lambda table, by: end_list(PerhapsReasoned(reason="late"), sitting_id=table.sitting.pk, by=by, now=NOW),
        KEEPERS,
    ),
    "resume": (lambda table, by: resume_list(sitting_id=table.sitting.pk, by=by, now=NOW), KEEPERS),
    "make_pass": (lambda table, by: make_pass(sitting_id=table.sitting.pk, by=by, now=NOW), KEEPERS),
    "revoke_pass": (lambda table, by: revoke_pass(sitting_id=table.sitting.pk, by=by, now=NOW), KEEPERS),
    "sign_seat_1": (
        lambda table, by: sign(Signing(seat=1, head=head(table)), sitting_id=table.sitting.pk, by=by, now=NOW),
        KEEPERS | {"seated_member"},
    ),
    "sign_seat_0": (
        lambda table, by: sign(Signing(seat=0, head=head(table)), sitting_id=table.sitting.pk, by=by, now=NOW),
        KEEPERS | {"device_with_seat"},
    ),
    "confirm": (
        lambda table, by: confirm_hand(sitting_id=table.sitting.pk, by=by, hand_id=table.hand.pk, now=NOW),
        {"seated_member", "device_with_seat"},
    ),
    "dispute": (
        lambda table, by: dispute_hand(
            Reasoned(reason="wrong"), sitting_id=table.sitting.pk, by=by, hand_id=table.hand.pk, now=NOW
        ),
        {"seated_member", "device_with_seat", "device_let_in"},
    ),
    "withdraw": (
        lambda table, by: withdraw_dispute(sitting_id=table.sitting.pk, by=by, hand_id=table.hand.pk, now=NOW),
        {"seated_member", "device_with_seat", "device_let_in"},
    ),
    "decide": (
        lambda table, by: decide_dispute(
            Reasoned(reason="seen"), sitting_id=table.sitting.pk, by=by, hand_id=table.hand.pk, now=NOW
        ),
        DIRECTORS,
    ),
    "swap": (lambda table, by: factories.swap(table.sitting, 0, 1, by=by), KEEPERS),
    "substitute": (lambda table, by: factories.play_for(table.sitting, 0, Sitter(name="late"), by=by), KEEPERS),
    "penalise": (lambda table, by: factories.penalise(table.sitting, by=by), KEEPERS),
    "take_back": (lambda table, by: factories.take_back(table.act, by=by), KEEPERS),
    "close": (
        lambda table, by: close_sitting(Reasoned(reason="late"), sitting_id=table.sitting.pk, by=by, now=NOW),
        DIRECTORS,
    ),
    "accept": (lambda table, by: accept_sheet(sitting_id=table.sitting.pk, by=by, now=NOW), SCORERS),
    "take_seat": (
        lambda table, by: take_seat(SeatWanted(seat=3), sitting_id=table.sitting.pk, by=by, now=NOW),
        {"device_without_seat", "host_device"},
    ),
    "ask_for_seat": (
        lambda table, by: ask_for_seat(SeatWanted(seat=1), sitting_id=table.sitting.pk, by=by),
        {"device_without_seat"},
    ),
    "give_seat": (
        lambda table, by: give_seat(
            SeatWanted(seat=3), sitting_id=table.sitting.pk, by=by, device_id=phone_of(table), now=NOW
        ),
        KEEPERS,
    ),
    "end_phone": (
        lambda table, by: end_phone(sitting_id=table.sitting.pk, by=by, device_id=phone_of(table), now=NOW),
        KEEPERS,
    ),
    "reopen": (
        lambda table, by: reopen_sitting(Reasoned(reason="late"), sitting_id=table.sitting.pk, by=by, now=NOW),
        DIRECTORS,
    ),
}


def came_of(act: Callable[[Table, Actor], object], table: Table, by: Actor) -> str:
    """How the service met this caller."""
    try:
        act(table, by)
    except Sitting.DoesNotExist:
        return SEES_NOTHING
    except PermissionDenied:
        return MAY_NOT
    return MAY


def expected(caller: str, allowed: set[str]) -> str:
    if caller in OUTSIDE:
        return SEES_NOTHING
    return MAY if caller in allowed else MAY_NOT


@pytest.mark.parametrize("name", ACTS)
def test_service_lets_in_whom_it_should(table, name):
    act, allowed = ACTS[name]
    prepare(table, name)
    before, met = everything(), {}

    for caller in CALLERS:
        with undone(), Notice() as notice:
            met[caller] = came_of(act, table, table.callers[caller])
            assert met[caller] == MAY or not notice.noticed or everything() == before, caller

    assert met == {caller: expected(caller, allowed) for caller in CALLERS}


def prepare(table: Table, name: str) -> None:
    """Bring the table to where the act can succeed."""
    if name == "seat":
        seat_leaves(Leaving(seat=3, reason="late"), sitting_id=table.sitting.pk, by=table.callers["owner"], now=NOW)
    if name.startswith("sign") or name == "resume":
        ended(table)
    if name in {"withdraw", "decide"}:
        by = table.callers["seated_member"]
        dispute_hand(Reasoned(reason="wrong"), sitting_id=table.sitting.pk, by=by, hand_id=table.hand.pk, now=NOW)
    if name in {"reopen", "accept"}:
        close_sitting(Reasoned(reason="late"), sitting_id=table.sitting.pk, by=table.callers["owner"], now=NOW)


def test_table_is_seen_by_whom_it_should(table):
    found = {
        caller for caller in CALLERS if seen_by(Sitting.objects.filter(pk=table.sitting.pk), table.callers[caller])
    }

    assert found == set(CALLERS) - OUTSIDE


def test_every_caller_is_asked(table):
    assert tuple(table.callers) == CALLERS


def test_device_adds_to_what_its_user_may(table):
    both = Actor(table.callers["member"].user, table.callers["device_with_seat"].device)

    recorded = factories.record(table.sitting, factories.played(3), by=both).hand

    assert (recorded.by_user, recorded.by_device) == (both.user, both.device)


def cookie_actor(device: Device, sitting: Sitting, user: User | None = None) -> Actor:
    """Who a request with this phone's cookie is at a table."""
    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpResponse

    request, response = RequestFactory().get("/"), HttpResponse()
    request.user = user or AnonymousUser()
    actors.remember(request, response, device)
    request.COOKIES[actors.COOKIE] = response.cookies[actors.COOKIE].value
    return actors.actor_for(request, sitting.pk)


def test_cookie_of_a_phone_counts_at_its_table_only():
    club = factories.make_club()
    now = actors.timezone.now()
    one, other = factories.make_sitting(club, now=now), factories.make_sitting(club, now=now)
    device = factories.make_device(one, 0, now=now)

    found = [cookie_actor(device, sitting) for sitting in (one, other)]

    assert found == [Actor(device=device), Actor()]


def test_cookie_ends_with_its_pass():
    sitting = factories.make_sitting()
    long_ago = actors.timezone.now() - PASS_LIFETIME - timedelta(seconds=1)
    expired = factories.make_device(sitting, 0, now=long_ago)
    revoked = factories.make_device(sitting, 1, now=actors.timezone.now())
    revoke_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=actors.timezone.now())

    assert cookie_actor(expired, sitting) == Actor()
    assert cookie_actor(revoked, sitting) == Actor()


def test_cookie_of_a_host_outlives_every_pass():
    sitting, host = factories.make_guest_table()

    assert cookie_actor(host.device, sitting) == host


@pytest.mark.parametrize("value", ["", "nonsense", "eyJhIjoiYiJ9:1:x"])
def test_forged_cookie_is_nobody(value):
    sitting = factories.make_sitting()
    request = RequestFactory().get("/")
    request.user = None
    request.COOKIES[actors.COOKIE] = value

    assert actors.actor_for(request, sitting.pk) == Actor()


def test_phone_cannot_be_sent_to_a_closed_table():
    sitting = factories.make_sitting()
    table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    factories.finish(sitting)

    device = join_table(Joining(name="a phone"), table_pass=table_pass, now=NOW)

    with pytest.raises(Conflict):
        factories.record(sitting, by=Actor(device=device), key=uuid4())


def test_phone_without_an_account_holds_no_guests_seat():
    sitting = factories.make_sitting()
    phone = Actor(device=factories.make_device(sitting))

    assert seen_by(Sitting.objects.all(), phone).get().my_seat is None
