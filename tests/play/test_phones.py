"""The phones of a table: a seat is asked for, given, moved and ended; what each did; who joined side by side."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list, sign
from scorekeeper.play.models import Act, Device, Sitting
from scorekeeper.play.passes.reads import SIDE_BY_SIDE, phone_rows, places_of, side_by_side
from scorekeeper.play.passes.services import (
    MOST_PHONES,
    PASS_LIFETIME,
    Joining,
    SeatWanted,
    ask_for_seat,
    end_phone,
    give_seat,
    join_table,
    link_secret,
    make_pass,
    refuse_seat,
    take_seat,
)
from scorekeeper.play.records import PerhapsReasoned, Signing
from scorekeeper.play.upkeep.rebuilding import forget_addresses
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.acting import csrf, holding
from tests.factories.tables import refreshed
from tests.rows import everything

pytestmark = pytest.mark.django_db

NOW = factories.NOW
HERE, ELSEWHERE = "192.0.2.7", "198.51.100.9"


@pytest.fixture
def sitting() -> Sitting:
    """The first seat has an account, the others are guests."""
    club = factories.make_club()
    account = factories.player_of(factories.make_member(club), club)
    return factories.make_sitting(club, players=[account, factories.make_player(club), factories.make_player(club)])


def joined(sitting: Sitting, seat: int | None = None, *, now: Any = NOW, **more: Any) -> Device:
    table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=now)
    return join_table(Joining(name="Toni", seat=seat), table_pass=table_pass, now=now, **more)


def given(sitting: Sitting, device: Device, seat: int, *, by: Actor | None = None) -> Device:
    keeper = by or factories.keeper_of(sitting)
    return give_seat(SeatWanted(seat=seat), sitting_id=sitting.pk, by=keeper, device_id=device.pk, now=NOW)


def refused(act: Any, *arguments: Any, **named: Any) -> list[str]:
    """The codes of a refusal that has written nothing."""
    before = everything()
    with pytest.raises(Refused) as caught:
        act(*arguments, **named)
    assert everything() == before
    return [problem.code for problem in caught.value.problems]


def acts(sitting: Sitting) -> list[Any]:
    return list(Act.objects.filter(sitting=sitting).order_by("id").values_list("kind", "seat__number", "by_user"))[1:]


@pytest.mark.both_engines("locks rows", "play.passes.services")
def test_one_seat_is_held_by_one_phone(sitting):
    joined(sitting, 1)
    without = joined(sitting)

    assert refused(joined, sitting, 1) == ["seat_not_free"]
    assert refused(take_seat, SeatWanted(seat=1), sitting_id=sitting.pk, by=Actor(device=without), now=NOW) == [
        "seat_not_free"
    ]


def test_the_seat_of_an_account_is_taken_by_that_account_alone(sitting):
    account, stranger = sitting.seats.get(number=0).player.user, factories.make_user()
    joined(sitting)  # there is a pass

    assert refused(joined, sitting, 0) == refused(joined, sitting, 0, user=stranger) == ["seat_of_account"]
    assert joined(sitting, 0, user=account).seat.number == 0


def test_a_phone_takes_no_second_seat(sitting):
    phone = joined(sitting, 1)

    with pytest.raises(PermissionDenied):
        take_seat(SeatWanted(seat=2), sitting_id=sitting.pk, by=Actor(device=phone), now=NOW)
    with pytest.raises(PermissionDenied):
        ask_for_seat(SeatWanted(seat=2), sitting_id=sitting.pk, by=Actor(device=phone))


def test_who_sits_at_the_table_by_account_takes_no_seat_of_a_guest_besides(sitting):
    account = sitting.seats.get(number=0).player.user
    without = joined(sitting, user=account)
    by = Actor(user=account, device=without)

    assert refused(joined, sitting, 1, user=account) == ["seat_second"]
    assert refused(take_seat, SeatWanted(seat=1), sitting_id=sitting.pk, by=by, now=NOW) == ["seat_second"]
    assert [place.is_open for place in places_of(sitting, account, NOW)] == [True, False, False]


def test_the_page_to_join_says_why_who_sits_there_already_gets_no_other_seat(sitting):
    account = sitting.seats.get(number=0).player.user
    table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())

    own, stranger = (
        signed_in(user).get(reverse("join_link", args=[link_secret(table_pass)])).content.decode()
        for user in (account, factories.make_user())
    )

    assert [f'value="{seat}"' in own for seat in (0, 1, 2)] == [True, False, False]
    assert [f'value="{seat}"' in stranger for seat in (0, 1, 2)] == [False, True, True]
    assert own.count("you already sit here") == 2
    assert stranger.count("you already sit here") == 0


def test_a_phone_with_the_seat_of_a_guest_speaks_for_one_seat_once_its_account_sits_elsewhere(sitting):
    """It joined first and signed in after, or was let in: either way two seats would be one person."""
    account = sitting.seats.get(number=0).player.user
    phone = joined(sitting, 1)
    by = Actor(user=account, device=phone)
    factories.record(sitting, by=Actor(device=factories.make_device(sitting, 2)))
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    head, named = refreshed(sitting).head, {"sitting_id": sitting.pk, "by": by, "now": NOW}

    with pytest.raises(PermissionDenied):
        sign(Signing(seat=1, head=head), **named)
    sign(Signing(seat=0, head=head), **named)

    assert list(sitting.signatures.values_list("seat__number", "by_user")) == [(0, account.pk)]


def test_who_keeps_the_sheet_lets_a_phone_in_with_one_act(sitting):
    phone = joined(sitting)
    ask_for_seat(SeatWanted(seat=0), sitting_id=sitting.pk, by=Actor(device=phone))
    phone.refresh_from_db()
    asked = phone.asks_for.number

    given(sitting, phone, 0)

    phone.refresh_from_db()
    assert (asked, phone.seat.number, phone.asks_for) == (0, 0, None)
    assert acts(sitting) == [("let_in", 0, sitting.opened_by_user_id)]
    recorded = factories.record(sitting, by=Actor(device=phone)).hand
    assert (recorded.via, recorded.by_device) == ("code", phone)


def test_who_keeps_the_sheet_refuses_a_phone_its_seat_once(sitting):
    phone = joined(sitting)
    ask_for_seat(SeatWanted(seat=0), sitting_id=sitting.pk, by=Actor(device=phone))

    for _time in range(2):
        refuse_seat(sitting_id=sitting.pk, by=factories.keeper_of(sitting), device_id=phone.pk, now=NOW)

    phone.refresh_from_db()
    assert (phone.seat, phone.asks_for, phone.revoked_at) == (None, None, None)
    assert acts(sitting) == [("refused", 0, sitting.opened_by_user_id)]
    assert Act.objects.get(kind="refused").detail == {"phone": str(phone.pk)}
    assert list(verify(Count())) == []
    ask_for_seat(SeatWanted(seat=1), sitting_id=sitting.pk, by=Actor(device=phone))


def test_a_taken_seat_is_moved_to_another_phone_and_the_old_one_is_out(sitting):
    old = joined(sitting, 1)
    hand = factories.record(sitting, by=Actor(device=old)).hand
    new = joined(sitting)

    given(sitting, new, 1)

    old.refresh_from_db()
    assert (old.revoked_at, old.seat.number) == (NOW, 1)
    assert acts(sitting) == [("moved", 1, sitting.opened_by_user_id)]
    assert Act.objects.get(kind="moved").detail == {"phone": str(new.pk), "from": str(old.pk)}
    with pytest.raises(Sitting.DoesNotExist):
        factories.record(sitting, by=Actor(device=old))
    assert sitting.hands.get() == hand


def test_given_twice_it_is_given_once(sitting):
    phone = joined(sitting)
    given(sitting, phone, 1)
    before = everything()

    given(sitting, Device.objects.get(pk=phone.pk), 1)

    assert everything() == before


def test_a_phone_that_ended_gets_no_seat(sitting):
    phone = joined(sitting)
    end_phone(sitting_id=sitting.pk, by=factories.keeper_of(sitting), device_id=phone.pk, now=NOW)

    with pytest.raises(Conflict) as caught:
        given(sitting, phone, 1)

    assert caught.value.code == "phone_ended"


def test_nobody_sits_at_a_seat_that_is_none(sitting):
    phone = joined(sitting)

    assert refused(given, sitting, phone, 7) == ["seat_unknown"]


def test_ending_one_phone_leaves_the_others(sitting):
    one, other = joined(sitting, 1), joined(sitting, 2)

    for _time in range(2):
        end_phone(sitting_id=sitting.pk, by=factories.keeper_of(sitting), device_id=one.pk, now=NOW)

    assert acts(sitting) == [("phone_out", 1, sitting.opened_by_user_id)]
    assert factories.record(sitting, by=Actor(device=other)).is_new
    assert joined(sitting, 1).seat.number == 1


def test_the_phone_that_keeps_a_guest_sheet_is_not_ended_by_another():
    sitting, host = factories.make_guest_table()
    take_seat(SeatWanted(seat=0), sitting_id=sitting.pk, by=host, now=NOW)
    table_pass = make_pass(sitting_id=sitting.pk, by=host, now=NOW)
    phone = join_table(Joining(name="Toni", seat=None), table_pass=table_pass, now=NOW)

    given(sitting, phone, 0, by=host)

    host.device.refresh_from_db()
    assert (host.device.seat, host.device.revoked_at) == (None, None)
    with pytest.raises(Device.DoesNotExist):
        end_phone(sitting_id=sitting.pk, by=host, device_id=host.device.pk, now=NOW)


@pytest.mark.parametrize("act", [give_seat, refuse_seat, end_phone])
def test_only_who_keeps_the_sheet_gives_and_ends(sitting, act):
    phone, other = joined(sitting), joined(sitting, 1)
    asked = [SeatWanted(seat=2)] if act is give_seat else []

    for by in (Actor(device=other), Actor(user=factories.make_member(sitting.club))):
        with pytest.raises(PermissionDenied):
            act(*asked, sitting_id=sitting.pk, by=by, device_id=phone.pk, now=NOW)


def test_a_seat_whose_phone_has_run_out_is_free(sitting):
    joined(sitting, 1)
    later = NOW + PASS_LIFETIME

    assert joined(sitting, 1, now=later).seat.number == 1


def test_a_table_has_room_for_so_many_phones(sitting):
    table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    Device.objects.bulk_create(
        Device(club=sitting.club, sitting=sitting, table_pass=table_pass, name="a phone", made_at=NOW)
        for _phone in range(MOST_PHONES)
    )

    assert refused(joined, sitting) == ["phones_too_many"]


def test_phones_that_join_from_one_address_within_minutes_are_shown_together(sitting):
    moments = [NOW, NOW + SIDE_BY_SIDE, NOW + 2 * SIDE_BY_SIDE + timedelta(seconds=1)]
    phones = [joined(sitting, now=now, address=HERE) for now in moments]
    joined(sitting, now=NOW, address=ELSEWHERE)
    ended = joined(sitting, now=NOW, address=HERE)
    end_phone(sitting_id=sitting.pk, by=factories.keeper_of(sitting), device_id=ended.pk, now=NOW)

    groups = side_by_side(phone_rows(sitting, NOW))

    assert [[row.device for row in group] for group in groups] == [phones[:2]]


def test_where_a_phone_joined_from_is_kept_as_long_as_its_pass(sitting):
    phone = joined(sitting, address=HERE)

    kept = [forget_addresses(now=NOW + PASS_LIFETIME + timedelta(seconds=more)) for more in (0, 1, 2)]

    assert (HERE in phone.address, kept) == (False, [0, 1, 0])


# On pages


def page(client: Client, name: str, *of: Any) -> str:
    return " ".join(strip_tags(client.get(reverse(name, args=of)).content.decode()).split())


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_keepers_page_says_what_each_phone_did_and_ends_it():
    sitting = factories.make_sitting(now=timezone.now())
    one, other = (factories.make_device(sitting, seat, now=timezone.now()) for seat in (0, 1))
    hand = factories.record(sitting, by=Actor(device=one), now=timezone.now()).hand
    client = holding(other)
    client.post(reverse("hand_confirm", args=[sitting.pk, hand.pk]), headers=csrf(client))
    keeper = signed_in(factories.owner_of(sitting.club))

    before = page(keeper, "table_pass", sitting.pk)
    keeper.post(reverse("phone_end", args=[sitting.pk, one.pk]))

    assert "recorded hands: 1" in before
    assert "confirmed hands: 1" in before
    assert "End phone 1" in before
    after = page(keeper, "table_pass", sitting.pk)
    assert ("End phone 1" in after, "End phone 2" in after) == (False, True)
    assert "phone ended" in page(keeper, "sitting_detail", sitting.pk)


def test_a_phone_asks_and_its_keeper_gives_with_one_tap():
    sitting = factories.make_sitting(now=timezone.now())
    old = factories.make_device(sitting, 0, now=timezone.now())
    new = factories.make_device(sitting, now=timezone.now())
    client, keeper = holding(new), signed_in(factories.owner_of(sitting.club))

    asks = page(client, "sitting_seats", sitting.pk)
    client.post(reverse("seat_ask", args=[sitting.pk, 0]), headers=csrf(client))
    told = page(keeper, "sitting_detail", sitting.pk)
    offered = page(keeper, "table_pass", sitting.pk)
    keeper.post(reverse("phone_seat", args=[sitting.pk, new.pk, 0]))

    assert "phone 1 has this seat" in asks
    assert "1 phone asks for a seat" in told
    assert "That phone then loses the seat and keeps its unsent hands." in offered
    new.refresh_from_db()
    assert new.seat.number == 0
    gone = holding(old).get(reverse("sitting_detail", args=[sitting.pk]))
    assert gone.status_code == 403
    assert "moved its seat to another phone" in gone.content.decode()
    assert "Unsent hands stay on this phone." in gone.content.decode()


def test_many_that_ask_take_one_line_of_the_table_and_each_is_let_in_or_not_on_the_page_of_the_phones():
    sitting = factories.make_sitting(now=timezone.now())
    phones = [factories.make_device(sitting, now=timezone.now()) for _phone in range(4)]
    for phone, seat in zip(phones, (0, 0, 1, 2), strict=True):
        ask_for_seat(SeatWanted(seat=seat), sitting_id=sitting.pk, by=Actor(device=phone))
    keeper = signed_in(factories.owner_of(sitting.club))

    table = page(keeper, "sitting_detail", sitting.pk)
    before = page(keeper, "table_pass", sitting.pk)
    keeper.post(reverse("phone_refuse", args=[sitting.pk, phones[0].pk]))
    after = page(keeper, "table_pass", sitting.pk)

    assert "4 phones ask for a seat" in table
    assert "asks for the seat" not in table
    assert [before.count(words) for words in ("Let in", "Not this one")] == [4, 4]
    assert [after.count(words) for words in ("Let in", "Not this one")] == [3, 3]
    assert "phone not let in to the seat" in page(keeper, "sitting_detail", sitting.pk)


def test_a_phone_reads_what_a_seat_means_only_where_one_is_free_for_it(sitting):
    """The seats that are left may be of accounts, or held: nothing is promised of those."""
    phone = joined(sitting, now=timezone.now())
    before = page(holding(phone), "sitting_seats", sitting.pk)
    for seat in (1, 2):
        joined(sitting, seat, now=timezone.now())
    after = page(holding(phone), "sitting_seats", sitting.pk)

    assert ["this phone can sign and confirm" in words for words in (before, after)] == [True, False]
    assert "No seat is free." in after


def test_the_page_to_join_offers_free_seats_and_shows_the_taken_ones(client, club):
    account = factories.player_of(factories.make_member(club), club)
    players = [account, factories.make_player(club, "Ali"), factories.make_player(club, "Bea")]
    sitting = factories.make_sitting(club, players=players, now=timezone.now())
    factories.make_device(sitting, 1, now=timezone.now())
    table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
    link = reverse("join_link", args=[link_secret(table_pass)])

    shown = client.get(link).content.decode()
    words = page(client, "join_link", link_secret(table_pass))
    answer = client.post(link, {"seat": "1"})
    own = signed_in(account.user)

    assert ['value="0"' in shown, 'value="1"' in shown, 'value="2"' in shown] == [False, False, True]
    assert "Ali taken by phone 1" in words
    assert "has an account" in words
    assert answer.status_code == 422
    assert "This seat is not free." in answer.content.decode()
    assert 'value="0"' in own.get(link).content.decode()


def test_ids_of_another_table_and_of_none_are_not_found():
    sitting, other = (factories.make_sitting(now=timezone.now()) for _table in range(2))
    foreign = factories.make_device(other, now=timezone.now())
    keeper = signed_in(factories.owner_of(sitting.club))
    before = everything()

    for device in (foreign.pk, sitting.pk):
        assert keeper.post(reverse("phone_seat", args=[sitting.pk, device, 0])).status_code == 404
        assert keeper.post(reverse("phone_refuse", args=[sitting.pk, device])).status_code == 404
        assert keeper.post(reverse("phone_end", args=[sitting.pk, device])).status_code == 404

    assert everything() == before
