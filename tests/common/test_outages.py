"""What is answered while the database is away or full, by page and by API; an error of the program stays one."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.utils import IntegrityError, OperationalError, ProgrammingError
from django.test import Client, RequestFactory

from scorekeeper.common.outages import SORT_ON_DISK, is_out_of_room, outage
from scorekeeper.common.problems import CONTENT_TYPE
from scorekeeper.common.views import NO_ROOM, server_error
from tests.faults.test_full_disks import Ballast, small_disk

pytestmark = pytest.mark.both_engines("errors of each engine", "common.views", "common.outages")


def raised(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (raised(of_sqlite(sqlite3.SQLITE_BUSY)), 503),
        (raised(of_sqlite(sqlite3.SQLITE_IOERR_WRITE)), 503),
        (raised(of_sqlite(sqlite3.SQLITE_FULL)), 507),
        (raised(psycopg.errors.DiskFull()), 507),
        (raised(psycopg.errors.AdminShutdown()), 503),
        (raised(psycopg.OperationalError("connection refused")), 503),
        (raised(of_sqlite(sqlite3.SQLITE_ERROR)), None),
        (IntegrityError(), None),
        (ValueError(), None),
        (None, None),
    ],
)
def test_only_what_the_database_is_to_blame_for_is_an_outage(error, status):
    found = outage(error)

    assert (found.status if found else None) == status


@pytest.mark.parametrize(
    ("path", "error", "status", "words"),
    [
        ("/clubs/", raised(of_sqlite(sqlite3.SQLITE_FULL)), 507, "The server’s disk is full."),
        ("/clubs/", ValueError("a secret"), 500, "Something broke"),
        ("/api/v1/clubs", raised(of_sqlite(sqlite3.SQLITE_BUSY)), 503, "The database cannot be reached."),
        ("/api/v1/clubs", ValueError("a secret"), 500, "log has the details"),
    ],
)
def test_an_error_is_told_as_a_page_or_as_a_problem(path, error, status, words):
    try:
        raise error
    except (ValueError, OperationalError):
        answer = server_error(RequestFactory().get(path))

    text = answer.content.decode()
    assert answer.status_code == status
    assert words in text
    assert "a secret" not in text
    assert ("Retry-After" in answer) == (status != 500)
    if path.startswith("/api/"):
        assert answer["Content-Type"] == CONTENT_TYPE
        assert json.loads(text)["status"] == status


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/tables/new/skat/", "/accounts/login/"])
def test_a_page_that_needs_the_database_says_that_it_is_away(address):
    def away(*_arguments: object) -> None:
        raise raised(of_sqlite(sqlite3.SQLITE_BUSY))

    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "abcdefghijklmnopqrstuvwxyz012345"
    with connection.execute_wrapper(away):
        answer = client.get(address)

    assert (answer.status_code, answer["Retry-After"]) == (503, "2")


@pytest.mark.django_db
def test_readiness_follows_the_database_and_health_does_not():
    def away(*_arguments: object) -> None:
        raise raised(of_sqlite(sqlite3.SQLITE_BUSY))

    def asked() -> list[tuple[int, str]]:
        answers = [Client().get(address) for address in ("/healthz", "/readyz")]
        return [(answer.status_code, answer.json()["status"]) for answer in answers]

    with connection.execute_wrapper(away):
        while_away = asked()

    assert while_away == [(200, "ok"), (503, "down")]
    assert asked() == [(200, "ok"), (200, "ok")]


@pytest.mark.django_db
def test_readiness_waits_for_a_migration():
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder(connection).migration_qs.filter(app="outbox").delete()

    answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["migrations"] >= 1


@pytest.mark.parametrize("path", ["/", "/api/v1/clubs"])
@pytest.mark.parametrize("is_waiting", [True, False])
def test_what_a_migration_has_yet_to_bring_is_awaited_and_anything_else_that_is_missing_is_an_error(
    path, is_waiting, monkeypatch
):
    """As new code on old tables meets it."""
    monkeypatch.setattr("scorekeeper.common.outages.waiting", lambda _connection: ["a migration"] * is_waiting)
    missing = of_sqlite(sqlite3.SQLITE_ERROR)
    missing.args = ("no such column: play_act.key",)
    of_postgresql = ProgrammingError("column does not exist")
    of_postgresql.__cause__ = psycopg.errors.UndefinedColumn()

    for error in (raised(missing), of_postgresql):
        try:
            raise error
        except (OperationalError, ProgrammingError):
            answer = server_error(RequestFactory().get(path))
        assert answer.status_code == (503 if is_waiting else 500)
        assert ("being brought up to date" in answer.content.decode()) == is_waiting
        assert ("Retry-After" in answer) == is_waiting


@pytest.mark.django_db
def test_a_disk_with_room_is_not_called_full():
    assert is_out_of_room(connection) is False


@pytest.mark.django_db
def test_ready_says_that_the_disk_is_full(monkeypatch):
    with full_disk(monkeypatch):
        answer = Client().get("/readyz")

    assert (answer.status_code, answer.json()["reason"]) == (503, NO_ROOM)


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A real one under SQLite; under PostgreSQL its error (tests/faults/test_full_disks.py fills that, `--long`)."""
    if connection.vendor == "postgresql":
        with connection.execute_wrapper(refuse_to_sort):
            yield
    else:
        with small_disk(1 << 20) as folder:
            Ballast(folder / "ballast").drop(leaving=8 * 1024)
            monkeypatch.setitem(connection.settings_dict, "NAME", str(folder / "one.sqlite3"))
            yield


def refuse_to_sort(execute: Any, sql: str, *arguments: Any) -> Any:
    if sql == SORT_ON_DISK:
        raise raised(psycopg.errors.DiskFull())
    return execute(sql, *arguments)
