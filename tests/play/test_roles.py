"""The second role of the database, as `manage.py grants` makes it: with it the app works, and without a single trigger
nothing that was recorded can be changed."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.common.append_only import ERASED, missing, unprotect
from scorekeeper.common.rights import lacking, too_many
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list, reopen_sitting, resume_list
from scorekeeper.play.marks.services import confirm_hand, dispute_hand, withdraw_dispute
from scorekeeper.play.models import APPEND_ONLY, Act, Sitting
from scorekeeper.play.records import PerhapsReasoned, Reasoned
from scorekeeper.play.upkeep.anchors import anchor
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.privacy.services import give_up_account, make_nameless
from tests import factories
from tests.rows import everything

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

ROOT = Path(__file__).resolve().parents[2]
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


@pytest.fixture
def granted() -> None:
    """The role has its rights; a server of somebody's own may have it already."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = CURRENT_USER")
        if not cursor.fetchone()[0]:
            pytest.skip("the role of TEST_DATABASE_URL may make no roles: ALTER ROLE ... CREATEROLE")
    call_command("grants")
    execute(f"GRANT {ROLE} TO CURRENT_USER")


def become() -> None:
    """The rest of the test is done by the role of the app."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {ROLE}")


@pytest.fixture
def role(granted: None):
    become()
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")


def faults() -> set[str]:
    """What the system check says of the rights."""
    return {error.msg for error in run_checks(databases=["default"]) if error.id in {"play.E002", "play.E003"}}


def play() -> None:
    """An evening with something of everything."""
    club = factories.make_club()
    sitting = factories.make_sitting(club, seasons=[factories.make_season(club)])
    named = {"sitting_id": sitting.pk, "by": factories.keeper_of(sitting), "now": factories.NOW}
    phone = Actor(device=factories.make_device(sitting, 1))
    said = {"sitting_id": sitting.pk, "by": phone, "now": factories.NOW}
    first, second, third = factories.record_list(sitting, [factories.played(seat) for seat in range(3)])
    confirm_hand(**said, hand_id=first.pk)
    dispute_hand(Reasoned(reason="wrong"), **said, hand_id=second.pk)
    withdraw_dispute(**said, hand_id=second.pk)
    factories.correct(first, factories.null(2))
    factories.correct(second, None)
    factories.undo(third)
    factories.take_back(factories.penalise(sitting))
    factories.swap(sitting, 0, 1)
    end_list(PerhapsReasoned(reason="late"), **named)
    resume_list(**named)
    factories.finish(sitting)
    reopen_sitting(Reasoned(reason="an error"), **named)
    factories.finish(sitting)


def test_the_app_works_by_its_role(role):
    play()

    assert list(verify(Count())) == []
    assert missing(connection, APPEND_ONLY) == []
    assert faults() == set()
    assert Client().get("/readyz").status_code == 200


def test_rights_are_given_again_as_often_as_one_likes_and_put_right_what_was_wrong(granted):
    execute(f"GRANT UPDATE, TRUNCATE ON play_hand TO {ROLE}; REVOKE INSERT ON clubs_club FROM {ROLE}")
    execute("GRANT DELETE ON play_anchor TO PUBLIC")

    call_command("grants")
    become()

    assert lacking(connection, APPEND_ONLY) == too_many(connection, APPEND_ONLY) == []


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        ("UPDATE ON clubs_club", "UPDATE on clubs_club"),
        ("SELECT ON django_migrations", "SELECT on django_migrations"),
        ("INSERT ON django_session", "INSERT on django_session"),
        ("EXECUTE ON FUNCTION erase_text(text, text, uuid[])", "EXECUTE on erase_text"),
        ("USAGE ON SEQUENCE account_emailaddress_id_seq", "USAGE on account_emailaddress_id_seq"),
    ],
)
def test_a_right_that_is_missing_is_named_by_readiness_and_by_the_check(granted, taken, told):
    execute(f"REVOKE {taken} FROM {ROLE}")
    become()

    assert lacking(connection, APPEND_ONLY) == [told]
    if "django_migrations" not in taken:  # without it nothing can be checked at all
        assert faults() == {f"The role of the app lacks a right: {told}."}
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["rights"]) == (503, [told])
    assert "manage.py grants" in answer.json()["reason"]


def test_a_schema_that_may_not_be_used_is_named_too(granted):
    """Without that right no table is seen, so that none seems to lack anything."""
    execute(f"REVOKE USAGE ON SCHEMA public FROM {ROLE}, PUBLIC")
    become()

    assert lacking(connection, APPEND_ONLY) == ["USAGE on its schema"]
    assert faults() == {"The role of the app lacks a right: USAGE on its schema."}
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["rights"]) == (503, ["USAGE on its schema"])


@pytest.mark.parametrize("given", ["UPDATE", "DELETE", "TRUNCATE", "UPDATE (number)"])
def test_a_right_too_many_is_named_by_the_check(granted, given):
    execute(f"GRANT {given} ON play_hand TO {ROLE}")
    become()

    told = f"{given.split()[0]} on play_hand"
    assert too_many(connection, APPEND_ONLY) == [told]
    assert faults() == {f"The role of the app could change what must never change: {told}."}


def test_a_table_that_a_migration_makes_can_be_read_and_added_to_at_once_and_not_changed(granted):
    execute("CREATE TABLE made_later (id bigint GENERATED ALWAYS AS IDENTITY, number int)")
    become()

    execute("INSERT INTO made_later (number) VALUES (1)")
    execute("SELECT * FROM made_later")
    with pytest.raises(DatabaseError, match="permission denied"):
        execute("UPDATE made_later SET number = 2")


def test_no_other_role_erases_a_text(granted):
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_function_privilege('pg_monitor', 'erase_text(text, text, uuid[])', 'EXECUTE')")
        assert cursor.fetchone() == (False,)


def test_the_password_is_given_as_a_hash(granted, settings):
    settings.SCOREKEEPER_APP_PASSWORD = "it's long"

    with CaptureQueriesContext(connection) as asked:
        call_command("grants")

    sent = " ".join(query["sql"] for query in asked)
    assert "it's long" not in sent
    assert "PASSWORD 'SCRAM-SHA-256$" in sent


def test_who_owns_the_tables_is_no_role_for_the_app(granted):
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        owner = cursor.fetchone()[0]

    with pytest.raises(CommandError, match="name a role of the app's own"):
        call_command("grants", role=owner)
    become()
    with pytest.raises(CommandError, match="this is for whoever owns the tables"):
        call_command("grants")


def test_containers_run_the_app_by_that_role_and_grant_after_each_migration():
    services: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    owner = services["database"]["environment"]["POSTGRES_USER"]

    by = {
        name: services[name]["environment"]["DATABASE_URL"].split("//")[1].split(":")[0] for name in ("web", "worker")
    }

    assert by == {"web": ROLE, "worker": ROLE}
    assert owner != ROLE
    assert services["migrate"]["environment"]["DATABASE_URL"].split("//")[1].split(":")[0] == owner
    assert (
        services["migrate"]["environment"]["SCOREKEEPER_SECRET"] == services["web"]["environment"]["SCOREKEEPER_SECRET"]
    )
    assert "migrate --noinput && python manage.py grants" in services["migrate"]["command"][-1]


def test_the_role_chains_and_forgets_and_erases_nothing_else(role):
    play()
    anchor(now=factories.NOW)
    sitting = Sitting.objects.get()

    give_up_account(user=factories.make_member(sitting.club), now=factories.at(1))
    people = [seat.player_id for seat in factories.seats_of(sitting)]
    make_nameless(club=sitting.club, people=people, now=factories.at(1))

    assert Act.objects.filter(reason=ERASED).exists()
    assert list(verify(Count())) == []
    with pytest.raises(DatabaseError, match="is no text that somebody typed"):
        execute("SELECT erase_text('accounts_user', 'password', '{}')")


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
