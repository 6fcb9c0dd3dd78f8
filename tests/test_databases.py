"""The databases: how they are set up, and how those of the tests are made once and copied."""

import ast
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from scorekeeper.settings.databases import Connections, database, postgresql
from tests import databases


def test_options_of_the_address_are_kept():
    found = database("postgres://ada:secret@db.example:5433/cards?sslmode=require", Path("unused"))

    assert (found["HOST"], found["PORT"], found["NAME"], found["CONN_MAX_AGE"]) == ("db.example", 5433, "cards", 0)
    assert found["OPTIONS"] == {**postgresql(Connections()), "sslmode": "require"}


def test_behind_a_pooler_nothing_is_kept_on_a_connection_from_one_transaction_to_the_next():
    found = database("postgres://db.example/cards", Path("unused"), Connections(prepare_after=0, is_pooled=True))

    assert found["OPTIONS"]["prepare_threshold"] is None
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is True


def test_sizes_and_times_of_the_pool_are_settings():
    found = database("postgres://db.example/cards", Path("unused"), Connections(most=1, wait=7, statement_seconds=30))

    pool = found["OPTIONS"]["pool"]
    assert (pool["min_size"], pool["max_size"], pool["timeout"]) == (1, 1, 7)
    assert found["OPTIONS"]["options"] == "-c statement_timeout=30s"


def test_address_names_the_application_or_the_app_does():
    plain = database("postgres://db.example/cards", Path("unused"))["OPTIONS"]
    named = database("postgres://db.example/cards?application_name=worker", Path("unused"))["OPTIONS"]

    assert (plain["fallback_application_name"], named["application_name"]) == ("scorekeeper", "worker")


def test_without_an_address_it_is_a_file_that_takes_the_write_lock_first():
    found = database("", Path("cards.sqlite3"))

    assert found["NAME"] == "cards.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in found["OPTIONS"]["init_command"]


@pytest.fixture
def templates(monkeypatch, tmp_path) -> list[str]:
    """A folder of templates of its own, and the addresses that were migrated: a table is all a migration makes here."""
    migrated: list[str] = []

    def migrate(url: str) -> str:
        migrated.append(url)
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as made, made:
            made.execute("CREATE TABLE card (suit TEXT)")
        return url

    monkeypatch.setattr(databases, "TEMPLATES", tmp_path / "templates")
    monkeypatch.setattr(databases, "migrate", migrate)
    return migrated


def tables(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as made:
        return [name for (name,) in made.execute("SELECT name FROM sqlite_master")]


def test_template_is_made_once_and_each_copy_is_empty_again(templates, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    databases.copy_sqlite(copy)
    with closing(sqlite3.connect(copy)) as made, made:
        made.execute("INSERT INTO card VALUES ('clubs')")

    databases.copy_sqlite(copy)

    with closing(sqlite3.connect(copy)) as made:
        assert made.execute("SELECT count(*) FROM card").fetchone() == (0,)
    assert len(templates) == 1


def test_template_that_a_killed_run_left_half_made_is_not_believed(templates, monkeypatch, tmp_path):
    whole = databases.migrate

    def killed(url: str) -> str:
        Path(url.removeprefix("sqlite:///")).write_bytes(b"half of a database")
        raise KeyboardInterrupt

    monkeypatch.setattr(databases, "migrate", killed)
    with pytest.raises(KeyboardInterrupt):
        databases.sqlite_template()
    databases.TEMPLATES.joinpath("half-of-a-run-that-had-no-time-to-tidy.sqlite3").write_bytes(b"half of a database")
    monkeypatch.setattr(databases, "migrate", whole)

    assert tables(databases.sqlite_template()) == ["card"]


def test_template_of_other_migrations_is_made_anew_beside_the_old_one(templates, monkeypatch):
    old = databases.sqlite_template()
    monkeypatch.setattr(databases, "fingerprint", lambda: "of another schema")
    monkeypatch.setattr(databases, "fingerprint_now", lambda: "of another schema")

    new = databases.sqlite_template()

    assert (old.exists(), new.exists(), len(templates)) == (True, True, 2)


def test_template_is_not_named_after_code_that_was_changed_while_it_was_made(templates, monkeypatch):
    monkeypatch.setattr(databases, "fingerprint_now", lambda: "of code that somebody has just changed")

    with pytest.raises(RuntimeError, match="start them again"):
        databases.sqlite_template()

    assert list(databases.TEMPLATES.iterdir()) == []


def test_templates_that_nobody_has_copied_for_a_day_go(templates, tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "ROOT", tmp_path)
    kept, old = databases.TEMPLATES / "kept.sqlite3", databases.TEMPLATES / "old.sqlite3"
    databases.TEMPLATES.mkdir()
    for path in (kept, old):
        path.touch()
    os.utime(old, (0, 0))

    databases.sweep()

    assert (kept.exists(), old.exists()) == (True, False)


@pytest.mark.postgresql
def test_what_killed_runs_left_on_the_server_goes_after_a_day(db):
    url = os.environ["SCOREKEEPER_TEST_RUN_URL"]
    with closing(psycopg.connect(url, autocommit=True)) as server:
        for name in ("left_yesterday", "left_today"):
            databases.drop_postgres(url, name)
            server.execute(f'CREATE DATABASE "{name}"')
            databases.date(server, name)
        server.execute(f"COMMENT ON DATABASE left_yesterday IS '{databases.DATED}0'")

        databases.sweep_postgres(server)

        there = [databases.exists(server, name) for name in ("left_yesterday", "left_today")]
        databases.drop_postgres(url, "left_today")
    assert there == [False, True]


def test_whatever_the_migrations_import_decides_which_template_it_is():
    files = set(databases.schema_files())
    migrations = [path for path in files if path.parent.name == "migrations"]
    named = {
        name
        for path in migrations
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scorekeeper")
        for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
    }
    imported = {databases.ROOT.joinpath(*str(name).split(".")).with_suffix(".py") for name in named}

    assert migrations
    assert [path for path in sorted(imported) if path.exists() and path not in files] == []


def test_files_of_killed_runs_are_swept_away_and_those_of_running_ones_stay(monkeypatch, tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    folder = tmp_path / "var"
    folder.mkdir()
    names = [f"test-{ended.pid}.sqlite3", f"test-{ended.pid}.sqlite3-journal", f"test-{os.getpid()}.sqlite3"]
    for name in names:
        folder.joinpath(name).touch()
    monkeypatch.setattr(databases, "ROOT", tmp_path)

    databases.sweep()

    assert [path.name for path in folder.iterdir()] == [f"test-{os.getpid()}.sqlite3"]
