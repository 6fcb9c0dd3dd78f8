"""The money book for programs."""

import pytest

from scorekeeper.payouts.models import Booking
from tests import factories
from tests.acting import bearer, send
from tests.factories.money import CASH, CLUB, booked, of, with_money

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def director(club):
    return bearer(factories.owner_of(club))


def test_balances_are_told_by_unit(club, director):
    ann = factories.make_player(club, "Ann")
    booked(club, {of(ann): 350, CLUB: -300, CASH: -50})

    told = send(f"clubs/{club.pk}/money", None, director, method="GET").json()

    assert told == {
        "unit": "€",
        "decimals": 2,
        "balances": [
            {
                "unit": "€",
                "decimals": 2,
                "people": [{"player": str(ann.pk), "name": "Ann", "balance": 350}],
                "accounts": [
                    {"kind": "cash", "name": "Cash box", "balance": -50},
                    {"kind": "club", "name": "The club", "balance": -300},
                ],
            }
        ],
    }


def test_a_booking_is_read_and_booked_back(club, director):
    ann = factories.make_player(club, "Ann")
    booking = booked(club, {of(ann): 350, CLUB: -350})[0]

    made = send(f"bookings/{booking.pk}/reverse", {"reason": "it was Bob"}, director)
    again = send(f"bookings/{booking.pk}/reverse", {"reason": "it was Bob"}, director)
    told = send(f"bookings/{booking.pk}", None, director, method="GET").json()

    reversal = Booking.objects.get(kind="reversal")
    assert (made.status_code, again.status_code, again.json()["code"]) == (201, 409, "booked_back")
    assert (made.json()["reverses"], told["reversed_by"]) == (str(booking.pk), str(reversal.pk))
    assert sorted((leg["kind"], leg["amount"], leg["balance"]) for leg in made.json()["legs"]) == [
        ("club", 350, 0),
        ("player", -350, 0),
    ]


def test_an_account_is_read_page_by_page(club, director):
    ann = factories.make_player(club, "Ann")
    for amount in range(1, 53):
        booked(club, {of(ann): amount, CLUB: -amount})

    first = send(f"players/{ann.pk}/account", None, director, method="GET").json()
    second = send(f"players/{ann.pk}/account?before={first['older']}", None, director, method="GET").json()

    amounts = [entry["amount"] for entry in (*first["entries"], *second["entries"])]
    assert amounts == [*range(52, 0, -1)]
    assert (first["balance"], second["entries"][-1]["balance"], second["older"]) == (1378, 1, "")


@pytest.mark.parametrize(
    ("address", "code", "field"),
    [
        ("players/{player}/account?since=2026-01-01", "field_unknown", "since"),
        ("players/{player}/account?decimals=3", "invalid_choice", "decimals"),
        ("players/{player}/statement?unit=1234567890123", "max_length", "unit"),
        ("clubs/{club}/bookings?player=ann", "invalid", "player"),
        ("clubs/{club}/bookings?kind=gift", "invalid_choice", "kind"),
        ("clubs/{club}/settle-up?coin=7", "invalid_choice", "coin"),
        ("clubs/{club}/settle-up?days=7", "field_unknown", "days"),
    ],
)
def test_what_an_address_cannot_ask_is_refused_at_its_parameter(club, director, address, code, field):
    player = factories.make_player(club)

    answer = send(address.format(club=club.pk, player=player.pk), None, director, method="GET")

    assert answer.status_code == 422
    assert [(problem["code"], problem["field"]) for problem in answer.json()["errors"]] == [(code, field)]
