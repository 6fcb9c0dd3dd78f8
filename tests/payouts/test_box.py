"""The club's box: what lies in it, who puts in and takes out, and that never more goes out than lay there."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connections
from django.test import Client
from django.urls import reverse as address
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.settling import InUnits
from scorekeeper.clubs.records import Closing
from scorekeeper.clubs.services import close_club
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Entry
from scorekeeper.payouts.book.reads import A_PAGE
from scorekeeper.payouts.book.services import BookingReversal
from scorekeeper.payouts.book.services import reverse as book_back
from scorekeeper.payouts.box.services import BoxMove, BoxSaving, move, set_target
from scorekeeper.payouts.models import MOST, Booking, BoxTarget
from scorekeeper.payouts.payments.reads import box_page, boxes_of
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.acting import bearer, codes_of, send
from tests.factories import NOW
from tests.factories.money import CASH, CLUB, EURO, balances, booked, of, shape, with_money
from tests.rows import undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db
CHIPS = InUnits(unit="chips", decimals=0)
put_in, take_out = "put_in", "take_out"


@pytest.fixture
def club(club):
    return with_money(club)


def moved(club, act, amount, *, by=None, key=None, unit=EURO, reason="the raffle"):
    asked = BoxMove.read({"act": act, "amount": amount, "reason": reason, **dict(unit)})
    return move(asked, club=club, by=by or factories.owner_of(club), key=key or uuid4(), now=NOW)


def saved_for(club, amount, what, *, by=None):
    asked = BoxSaving.read({"amount": amount, "what": what, **dict(EURO)})
    return set_target(asked, club=club, by=by or factories.owner_of(club), now=NOW)


def holds(club):
    return {box.unit.unit: box.holds for box in boxes_of(club)}


def page_for(club, role=None):
    client = Client()
    client.force_login(factories.make_member(club, role) if role else factories.owner_of(club))
    return client


def test_what_is_put_in_lies_there_until_it_is_taken_out(club):
    first = moved(club, put_in, 5000).booking
    second = moved(club, take_out, 2000, reason="new cards").booking

    assert shape(first) == ("deposit", {CLUB: 5000, CASH: -5000})
    assert shape(second) == ("withdrawal", {CLUB: -2000, CASH: 2000})
    assert (second.reason, second.by_user) == ("new cards", factories.owner_of(club))
    assert holds(club) == {"€": 3000}
    told = [(one.amount, one.holds) for one in box_page(club, EURO).entries]
    assert told == [(-2000, 3000), (5000, 5000)]
    kinds = list(Entry.objects.filter(thing__in=[first.pk, second.pk]).order_by("pk").values_list("kind", "reason"))
    assert kinds == [("put_into_box", "the raffle"), ("taken_from_box", "new cards")]


def test_no_more_is_taken_out_than_lies_there_and_nothing_is_left_of_trying(club):
    moved(club, put_in, 5000)

    with pytest.raises(Refused) as refused:
        moved(club, take_out, 5001)

    assert codes_of(refused) == ["not_in_the_box"]
    assert "50.00\N{NO-BREAK SPACE}€" in str(refused.value.problems[0].message.values["amount"])
    assert Booking.objects.count() == 1
    moved(club, take_out, 5000)
    with pytest.raises(Refused):
        moved(club, take_out, 1)
    assert holds(club) == {"€": 0}


def test_each_unit_is_a_box_of_its_own(club):
    moved(club, put_in, 5000)
    club = with_money(club, "chips", 0)

    with pytest.raises(Refused):
        moved(club, take_out, 1, unit=CHIPS)
    moved(club, put_in, 7, unit=CHIPS)

    assert list(holds(club).items()) == [("chips", 7), ("€", 5000)]


def test_sent_twice_it_is_one_booking(club):
    key = uuid4()

    first, second = moved(club, put_in, 5000, key=key), moved(club, put_in, 5000, key=key)

    assert (first.is_new, second.is_new, first.booking) == (True, False, second.booking)
    for act, amount in ((put_in, 5001), (take_out, 5000)):
        with pytest.raises(Conflict) as conflict:
            moved(club, act, amount, key=key)
        assert conflict.value.code == "key_used"
    assert holds(club) == {"€": 5000}


def test_what_was_taken_out_since_is_not_booked_back_out_of_it(club):
    given = moved(club, put_in, 5000).booking
    taken = moved(club, take_out, 2000).booking
    by = factories.owner_of(club)

    def back(booking):
        return book_back(BookingReversal(reason="a mistake"), club=club, booking_id=booking.pk, by=by, now=NOW)

    with pytest.raises(Refused) as refused:
        back(given)
    assert codes_of(refused) == ["not_in_the_box"]
    assert "30.00" in str(refused.value.problems[0].message)
    assert holds(club) == {"€": 3000}
    page = page_for(club).post(address("money_reverse", args=[club.pk, given.pk]), {"reason": "a mistake"})
    assert (page.status_code, "is still in the cash box" in page.content.decode()) == (422, True)
    back(taken)
    back(given)
    assert holds(club) == {"€": 0}


def test_programs_say_what_it_is_saved_for(club):
    path, by = f"clubs/{club.pk}/money/box/target", bearer(factories.owner_of(club))

    said = send(path, {"amount": 5000, "what": "new tables"}, by)
    (box,) = said.json()["boxes"]
    wrong = send(path, {"amount": 5000}, by)
    gone = send(path, {"amount": 0}, by)

    assert (said.status_code, box["target"]) == (200, {"amount": 5000, "what": "new tables"})
    assert (wrong.status_code, [one["code"] for one in wrong.json()["errors"]]) == (422, ["what_missing"])
    assert gone.json()["boxes"][0]["target"] is None
    assert not BoxTarget.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"amount": 0}, "amount_wrong"),
        ({"amount": -5}, "amount_wrong"),
        ({"amount": MOST + 1}, "amount_wrong"),
        ({"reason": " "}, "reason_missing"),
        ({"unit": CHIPS}, "unit_unknown"),
    ],
)
def test_what_is_wrong_is_named(club, wrong, code):
    with pytest.raises(Refused) as refused:
        moved(club, put_in, **{"amount": 5, **wrong})

    assert codes_of(refused) == [code]
    assert not Booking.objects.exists()


def test_members_read_and_directors_write(club):
    member, director = factories.make_member(club), factories.make_member(club, "director")

    for act in (put_in, take_out):
        with pytest.raises(PermissionDenied):
            moved(club, act, 5, by=member)
    with pytest.raises(PermissionDenied):
        saved_for(club, 5, "Trip", by=member)
    moved(club, put_in, 5, by=director)
    close_club(Closing(name=club.name), club=club, by=factories.owner_of(club), now=NOW)
    with pytest.raises(PermissionDenied):
        moved(club, take_out, 5, by=director)


def test_a_target_is_changed_reached_and_taken_away(club):
    saved_for(club, 30000, "Summer trip")
    moved(club, put_in, 10100)
    (box,) = boxes_of(club)
    assert (box.target.what, box.percent, box.lacks) == ("Summer trip", 33, 19900)
    saved_for(club, 10000, "Cards")
    saved_for(club, 10000, "Cards")
    (box,) = boxes_of(club)
    assert (box.target.what, box.percent, box.lacks) == ("Cards", 100, 0)
    for said, code in (
        ({"what": ""}, "what_missing"),
        ({"what": "x" * 81}, "what_too_long"),
        ({"amount": -1}, "amount_wrong"),
    ):
        with pytest.raises(Refused) as refused:
            saved_for(club, **{"amount": 5, "what": "Trip", **said})
        assert codes_of(refused) == [code]
    saved_for(club, 0, "")
    assert not BoxTarget.objects.exists()
    assert Entry.objects.filter(kind="box_target").count() == 3


steps = st.lists(st.tuples(st.sampled_from(["in", "out", "collected"]), st.integers(1, 10**6)), min_size=3, max_size=15)


@settings(
    max_examples=examples(6, part=5),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(done=steps)
def test_the_box_is_the_fold_of_what_was_accepted_and_never_below_nothing(db, done):
    with undone():
        club = with_money()
        player, total, history = factories.make_player(club), 0, []
        for name, amount in done:
            if name == "out" and amount > total:
                with pytest.raises(Refused):
                    moved(club, take_out, amount)
                continue
            if name == "collected":
                booked(club, {of(player): amount, CASH: -amount}, kind="collected")
            else:
                moved(club, put_in if name == "in" else take_out, amount)
            total += -amount if name == "out" else amount
            history.append(total)
        assert -balances(club).get(CASH, 0) == total >= 0
        assert [one.holds for one in box_page(club, EURO).entries] == history[::-1]
        assert [str(difference) for difference in verify(Count())] == []


def test_the_page_goes_on_where_it_stopped(club, django_assert_max_num_queries):
    for amount in range(1, A_PAGE + 4):
        booked(club, {CLUB: amount, CASH: -amount}, kind="deposit", reason=f"no {amount}")
    client = page_for(club, "member")

    with django_assert_max_num_queries(30):
        first = client.get(address("money_box", args=[club.pk]))
    moved(club, put_in, 9)
    second = client.get(address("money_box", args=[club.pk]), {"before": first.context["older"]})

    assert [len(page.context["entries"]) for page in (first, second)] == [A_PAGE, 3]
    assert [one.amount for one in second.context["entries"]] == [3, 2, 1]
    assert second.context["older"] == ""
    for odd in ("x", "-1", "9" * 40, "٣"):
        assert client.get(address("money_box", args=[club.pk]), {"before": odd}).status_code == 200


def test_a_director_puts_in_and_takes_out_on_the_pages(club):
    owner, member = page_for(club), page_for(club, "member")
    put, take = address("money_box_put", args=[club.pk]), address("money_box_take", args=[club.pk])
    sent = {"amount": "12,50", "unit": "2€", "reason": "raffle", "key": uuid4()}

    assert member.post(put, sent).status_code == 403
    assert owner.post(put, {**sent, "reason": ""}).status_code == 422
    done = owner.post(put, sent, follow=True).content.decode().replace("\N{NO-BREAK SPACE}", " ")
    assert ("It holds 12.50 €." in done, "raffle" in done, "Take out money" in done) == (True, True, True)
    refused = owner.post(take, {**sent, "amount": "12.51", "key": uuid4()})
    assert refused.status_code == 422
    assert "The cash box holds only" in refused.content.decode()
    assert owner.post(take, sent).status_code == 409  # the key is that of what was put in
    assert owner.post(take, {**sent, "key": uuid4()}).status_code == 302
    read = member.get(address("money_box", args=[club.pk])).content.decode()
    assert ("It is empty." in read, "Take out money" in read) == (True, False)
    assert holds(club) == {"€": 0}


def test_what_it_is_saved_for_stands_on_the_page(club):
    owner, target = page_for(club), address("money_box_target", args=[club.pk])
    moved(club, put_in, 7500)

    wrong = owner.post(target, {"amount": "300", "what": "", "unit": "2€"})
    done = owner.post(target, {"amount": "300", "what": "Summer trip", "unit": "2€"}, follow=True).content.decode()

    assert wrong.status_code == 422
    assert '<progress class="wide" max="100" value="25"' in done
    assert "Summer trip" in done
    assert 'value="300.00"' in owner.get(target).content.decode()
    gone = owner.post(target, {"amount": "", "what": "", "unit": "2€"}, follow=True).content.decode()
    assert "<progress" not in gone


def test_a_club_for_points_has_none():
    club = factories.make_club(unit="")
    owner = page_for(club)

    for name in ("money_box", "money_box_put", "money_box_take", "money_box_target"):
        told = owner.get(address(name, args=[club.pk]))
        assert (told.status_code, "so it has no cash box" in told.content.decode()) == (200, True)
    assert owner.post(address("money_box_put", args=[club.pk]), {"amount": "1", "key": uuid4()}).status_code == 422


def test_programs_read_it_and_do_both(club):
    client, at = Client(), f"/api/v1/clubs/{club.pk}/money/box"
    by = bearer(factories.owner_of(club))
    key = {"Idempotency-Key": str(uuid4())}
    body = {"act": "put_in", "amount": 500, "reason": "raffle"}

    def send(said, **more):
        return client.post(f"{at}/entries", said, "application/json", headers={**by, **key, **more})

    assert client.post(f"{at}/entries", body, "application/json", headers=by).status_code == 422
    made, again = send(body), send(body)
    assert (made.status_code, again.status_code, made.json()["id"]) == (201, 200, again.json()["id"])
    other = {"Idempotency-Key": str(uuid4())}
    refused = send({"act": "take_out", "amount": 501, "reason": "cards"}, **other)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "not_in_the_box")
    assert send({"act": "take_out", "amount": 200, "reason": "cards"}, **other).status_code == 201
    saved_for(club, 600, "Trip")

    told = client.get(at, headers=by).json()

    assert told["boxes"] == [{"unit": "€", "decimals": 2, "holds": 300, "target": {"amount": 600, "what": "Trip"}}]
    assert [(one["kind"], one["amount"], one["holds"]) for one in told["entries"]] == [
        ("withdrawal", -200, 300),
        ("deposit", 500, 500),
    ]
    assert told["older"] == ""
    stranger = bearer(factories.make_user())
    assert client.get(at, headers=stranger).status_code == 404
    assert client.post(f"{at}/entries", {}, "application/json", headers=stranger).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_four_who_take_out_all_at_once_one_does():
    club = with_money()
    moved(club, put_in, 1000)
    directors = [factories.owner_of(club), *(factories.make_member(club, "director") for _other in range(3))]
    start = Barrier(len(directors))

    def take(director):
        start.wait(30)
        try:
            return moved(club, take_out, 1000, by=director).is_new
        except Refused as refused:
            return refused.problems[0].code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(take, directors))

    assert sorted(map(str, told)) == ["True", *["not_in_the_box"] * 3]
    assert holds(club) == {"€": 0}


def test_a_box_that_paid_out_more_than_it_held_says_so_once_and_without_a_sign(club):
    booked(club, {CLUB: -1250, CASH: 1250})

    shown = [page_for(club).get(address("money_box", args=[club.pk]))]
    shown += [page_for(club).get(address("money_box_take", args=[club.pk]))]

    for page in (answer.content.decode() for answer in shown):
        assert "12.50\u00a0€ more was paid out than it held." in page
        assert "−12.50\u00a0€ more" not in page
        assert "lies in it" not in page.split("<form")[0]
