"""The second role of the database, as the guide for operators grants it: with it the app works, and without a single
trigger nothing that was recorded can be changed."""

import re
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction

from scorekeeper.common.append_only import missing, unprotect
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import APPEND_ONLY
from scorekeeper.play.services.closing import reopen_sitting
from scorekeeper.play.services.ending import end_list, resume_list
from scorekeeper.play.services.marking import confirm_hand, dispute_hand, withdraw_dispute
from scorekeeper.play.verifying import Count, verify
from tests import factories
from tests.rows import everything

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "operating.md"
ROLE = "scorekeeper_app"
CHANGES = (
    "UPDATE {table} SET club_id = club_id",
    "DELETE FROM {table}",
    "TRUNCATE {table} CASCADE",
    "INSERT INTO {table} SELECT * FROM {table} ON CONFLICT (id) DO UPDATE SET club_id = EXCLUDED.club_id",
    "SELECT * FROM {table} FOR UPDATE",
)


def execute(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def granted() -> list[str]:
    """The statements of the guide, one after the other."""
    text = GUIDE.read_text()
    return re.findall(rf"^    ((?:GRANT|REVOKE) [^;]*{ROLE});$", text, re.MULTILINE)


@pytest.fixture
def role():
    """The rest of the test is done by the role of the app; a server of somebody's own may have it already."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [ROLE])
        if not cursor.fetchone():
            cursor.execute("SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = CURRENT_USER")
            if not cursor.fetchone()[0]:
                pytest.skip("the role of TEST_DATABASE_URL may make no roles: ALTER ROLE ... CREATEROLE")
            cursor.execute(f"CREATE ROLE {ROLE}")
            cursor.execute(f"GRANT {ROLE} TO CURRENT_USER")
        for statement in granted():
            cursor.execute(statement)
        cursor.execute(f"SET LOCAL ROLE {ROLE}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")


def play() -> None:
    """An evening with something of everything."""
    club = factories.make_club()
    sitting = factories.make_sitting(club, seasons=[factories.make_season(club)])
    named = {"sitting_id": sitting.pk, "by": factories.keeper_of(sitting), "now": factories.NOW}
    phone = Actor(device=factories.make_device(sitting, 1))
    said = {"sitting_id": sitting.pk, "by": phone, "now": factories.NOW}
    first, second, third = factories.record_list(sitting, [factories.played(seat) for seat in range(3)])
    confirm_hand(**said, hand_id=first.pk)
    dispute_hand(**said, hand_id=second.pk, reason="wrong")
    withdraw_dispute(**said, hand_id=second.pk)
    factories.correct(first, factories.null(2))
    factories.correct(second, None)
    factories.undo(third)
    factories.take_back(factories.penalise(sitting))
    factories.swap(sitting, 0, 1)
    end_list(**named, reason="late")
    resume_list(**named)
    factories.finish(sitting)
    reopen_sitting(**named, reason="an error")
    factories.finish(sitting)


def test_the_app_works_by_the_role_of_the_guide(role):
    play()

    assert list(verify(Count())) == []
    assert missing(connection, APPEND_ONLY) == []


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_without_any_trigger_the_role_still_changes_nothing(table, request):
    play()
    unprotect(connection, APPEND_ONLY)
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    request.getfixturevalue("role")
    before = everything()

    for statement in CHANGES:
        with pytest.raises(DatabaseError, match=f"permission denied for table {table}"):
            execute(statement.format(table=table))
    with pytest.raises(DatabaseError, match="must be owner of"):
        execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
    with pytest.raises(DatabaseError, match="must be owner of"):
        execute(f"DROP TABLE {table}")

    assert everything() == before
