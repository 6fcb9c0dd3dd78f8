"""The database itself refuses what does not balance, whatever writes it (promise 16)."""

import random
from collections.abc import Callable
from datetime import date
from uuid import uuid4

import pytest
from django.core.checks import run_checks
from django.db import DatabaseError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.payouts.guards import missing, protect
from scorekeeper.payouts.models import Account, Booking, Leg
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.factories.money import CASH, CLUB, FEES, booked, with_money

pytestmark = pytest.mark.django_db

ROUNDS = 25  # of each way to write what does not balance


def plain(value: object) -> object:
    """A value as the database keeps it."""
    return value.hex if connection.vendor == "sqlite" and hasattr(value, "hex") else value


def insert(table: str, **values: object) -> None:
    columns, marks = ", ".join(f'"{name}"' for name in values), ", ".join(["%s"] * len(values))
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", [plain(one) for one in values.values()])


def leg(booking, account: Account, amount: int, **more: object) -> None:
    account.refresh_from_db()
    number = Leg.objects.filter(account=account).count() + 1
    insert(
        "payouts_leg",
        **{
            "id": uuid4(),
            "club_id": account.club_id,
            "booking_id": booking,
            "account_id": account.pk,
            "number": number,
            "amount": amount,
            "balance": amount,
            **more,
        },
    )


def posting(booking, club, **more: object) -> None:
    values = {
        "id": booking,
        "club_id": club.pk,
        "unit": "€",
        "decimals": 2,
        "kind": "transfer",
        "at": factories.NOW.replace(tzinfo=None) if connection.vendor == "sqlite" else factories.NOW,
        "on": date(2026, 9, 4),
        "source_kind": "",
        "detail": "{}",
        "reason": "",
    }
    insert("payouts_booking", **{**values, **more})


def refused(write: Callable[[], None]) -> str:
    """What the database says to it, at the latest when the transaction ends."""
    with pytest.raises(DatabaseError) as caught:
        commit(write)
    return str(caught.value)


@transaction.atomic
def commit(write: Callable[[], None]) -> None:
    write()
    connection.check_constraints()


@pytest.fixture
def club():
    return with_money()


@pytest.fixture
def accounts(club):
    """Three accounts with something on them, and one each of another unit and another club."""
    booked(club, {CASH: 30, CLUB: -20, FEES: -10})
    booked(club, {CASH: 1, CLUB: -1}, unit=type(club.money)(unit="chips", decimals=0))
    booked(with_money(), {CASH: 1, CLUB: -1})
    own = list(Account.objects.filter(club=club, unit="€").order_by("pk"))
    return own, Account.objects.get(club=club, unit="chips", kind="cash"), Account.objects.exclude(club=club).first()


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
def test_what_balances_is_taken(club, accounts):
    own, pk = accounts[0], uuid4()

    leg(pk, own[0], 7)
    leg(pk, own[1], -7)
    posting(pk, club)

    assert Booking.objects.get(pk=pk).legs.count() == 2


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
def test_what_does_not_balance_is_refused_always(club, accounts):
    chance, before = random.Random(16), Leg.objects.count()
    said = set()

    for _round in range(ROUNDS):
        size = chance.randint(1, 3)
        amounts = [chance.choice([-1, 1]) * chance.randint(1, 10**12) for _leg in range(size)]
        if not sum(amounts):
            amounts[0] += 1
        said.add(refused(lambda amounts=amounts: unbalanced(club, accounts[0], amounts)).split("\n")[0])

    assert said == {"payouts_booking: its legs do not sum to zero in its club and unit"}
    assert Leg.objects.count() == before


def unbalanced(club, own, amounts):
    pk = uuid4()
    for account, amount in zip(own, amounts, strict=False):
        leg(pk, account, amount)
    posting(pk, club)


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
def test_a_booking_without_legs_is_refused(club):
    assert "do not sum to zero" in refused(lambda: posting(uuid4(), club))


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
def test_legs_without_a_booking_are_refused(accounts):
    def write():
        pk = uuid4()
        leg(pk, accounts[0][0], 7)
        leg(pk, accounts[0][1], -7)

    assert "foreign key" in refused(write).lower()


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
@pytest.mark.parametrize("stranger", [1, 2])
def test_units_and_clubs_do_not_mix_in_one_booking(club, accounts, stranger):
    def write():
        pk = uuid4()
        leg(pk, accounts[0][0], 7)
        leg(pk, accounts[stranger], -7)
        posting(pk, club)

    assert "in its club and unit" in refused(write)


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
def test_a_leg_is_of_the_club_of_its_account(club, accounts):
    own, _chips, stranger = accounts

    def write():
        pk = uuid4()
        leg(pk, own[0], 7)
        leg(pk, own[1], -7, club_id=stranger.club_id)
        posting(pk, club)

    assert "in its club and unit" in refused(write)


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
def test_no_leg_is_added_to_a_booking_that_stands(accounts):
    booking = Booking.objects.first()

    said = refused(lambda: leg(booking.pk, Account.objects.filter(kind="fees").first(), 5))

    assert "append-only" in said


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
@pytest.mark.parametrize("amounts", [(29, -19, -10), (-30, 20), (30, -20, -10)])
def test_a_reversal_is_exactly_the_other_way_round(club, accounts, amounts):
    booking = Booking.objects.get(club=club, unit="€")

    def write():
        pk = uuid4()
        for account, amount in zip(accounts[0], amounts, strict=False):
            leg(pk, account, amount)
        posting(pk, club, kind="reversal", reason="wrong", reverses_id=booking.pk)

    said = refused(write)

    assert "payouts_booking" in said


@pytest.mark.parametrize(
    ("model", "other"),
    [(Booking, {"reason": "forged"}), (Leg, {"booking_id": uuid4()}), (Leg, {"booking_id": uuid4(), "id": uuid4()})],
    ids=["booking", "leg", "leg by its number"],
)
def test_nothing_is_put_in_the_place_of_what_stands(accounts, model, other):
    """It would take the row away without asking the trigger of DELETE."""
    stands, table = model.objects.first(), model._meta.db_table
    columns = [field.column for field in model._meta.concrete_fields]
    into, taken = (", ".join(f'"{name}"' for name in columns), ", ".join(mark(name, other) for name in columns))
    values = [plain(other[name]) for name in columns if name in other]

    def write():
        with connection.cursor() as cursor:
            said = f"INSERT OR REPLACE INTO {table} ({into}) SELECT {taken} FROM {table} WHERE id = %s"
            cursor.execute(said, [*values, plain(stands.pk)])

    assert f"{table} is append-only: one like it stands already" in refused(write)


def mark(name: str, other: dict[str, object]) -> str:
    return "%s" if name in other else f'"{name}"'


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
def test_a_leg_moves_something(club, accounts):
    def write():
        pk = uuid4()
        leg(pk, accounts[0][0], 0)
        leg(pk, accounts[0][1], 0)
        posting(pk, club)

    assert "leg_moves_something" in refused(write)


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
@pytest.mark.parametrize("name", ["payouts_booking_sums_to_zero", "payouts_booking_mirrors"])
def test_dropped_trigger_is_reported_by_check_and_verify(name):
    with connection.cursor() as cursor:
        on = " ON payouts_booking" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER {name}{on}")

    found = [error.id for error in run_checks(databases=["default"]) if error.id == "payouts.E001"]

    assert found == ["payouts.E001"]
    assert [str(difference) for difference in verify(Count())] == [f"database: the trigger {name} is missing"]
    protect(connection)
    assert missing(connection) == []


@pytest.mark.both_engines("triggers hold a booking in balance", "payouts.guards")
def test_a_trigger_that_a_migration_still_brings_does_not_keep_it_from_running():
    with connection.cursor() as cursor:
        on = " ON payouts_booking" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER payouts_booking_mirrors{on}")
    MigrationRecorder(connection).migration_qs.filter(app="payouts").delete()

    assert [error.id for error in run_checks(databases=["default"]) if error.id == "payouts.E001"] == []
