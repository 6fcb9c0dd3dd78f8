"""Balances that something outside the app has changed are reported, and made anew from their legs."""

import pytest
from django.db import connection

from scorekeeper.common.append_only import unprotect
from scorekeeper.payouts.book.verifying import differences
from scorekeeper.payouts.models import Account
from tests import factories
from tests.factories.money import CLUB, booked, of, with_money
from tests.play.verifying.tampering import command

pytestmark = pytest.mark.django_db


@pytest.fixture
def account():
    club = with_money()
    ann = factories.make_player(club, "Ann")
    for amount in (1, 2, 3):
        booked(club, {of(ann): amount, CLUB: -amount})
    return Account.objects.get(player=ann)


def rebuild(*options):
    """The exit code, and what it said."""
    return command("rebuild", *options)


def stands(account):
    account.refresh_from_db()
    return account.entries, account.balance


@pytest.mark.parametrize("spoilt", [{"balance": 700}, {"entries": 9}, {"balance": -1, "entries": 0}])
def test_a_spoilt_balance_is_reported_and_mended(account, spoilt):
    Account.objects.filter(pk=account.pk).update(**spoilt)
    broken = stands(account)

    assert [where for where, _what in differences(None)] == [f"account {account.pk}"]
    assert f"{broken[0]} entries and {broken[1]} become 3 and 6" in str(rebuild())
    assert stands(account) == broken
    rebuild("--write", "--club", str(account.club_id))
    assert stands(account) == (3, 6)
    assert list(differences(None)) == []


@pytest.mark.both_engines("locks rows", "payouts.book.verifying")
def test_what_is_right_stays(account):
    said = str(rebuild("--write"))

    assert "account" not in said
    assert stands(account) == (3, 6)


def test_an_account_whose_legs_have_a_gap_is_left_and_named(account):
    connection.check_constraints()  # what PostgreSQL still has to look at it looks at while all is there
    unprotect(connection, ["payouts_leg"])
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM payouts_leg WHERE account_id = %s AND number = 2", [_id(account)])

    assert "left as it is: its legs have a gap" in str(rebuild("--write"))
    assert stands(account) == (3, 6)


def _id(account):
    return account.pk.hex if connection.vendor == "sqlite" else account.pk
