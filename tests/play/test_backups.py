"""Copying the database and putting it back, in the process of the test; the drill under load is in tests/faults."""

import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scorekeeper.common.append_only import missing
from scorekeeper.play.models import APPEND_ONLY, Hand
from scorekeeper.play.upkeep import backups
from scorekeeper.play.upkeep.backups import Failed, back_up, put_back, summary_here
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_engines("each engine has a backup of its own", "play.upkeep.backups"),
]


def test_what_came_after_the_backup_is_gone_after_the_restore_and_all_else_is_there(tmp_path):
    sitting = factories.make_sitting(seasons=[])
    factories.record(sitting)
    copy = tmp_path / "copy"

    kept = back_up(copy)
    factories.record(sitting)
    with pytest.raises(Failed, match=r"has data .2 hands, 1 tables"):
        put_back(copy, force=False)
    assert Hand.objects.count() == 2
    restored = put_back(copy, force=True)

    assert restored == kept == summary_here()
    assert Hand.objects.count() == kept.counts["hands"] == 1
    assert missing(connection, APPEND_ONLY) == []
    assert list(verify(Count())) == []
    factories.record(sitting)
    assert summary_here().head != kept.head


def test_commands_say_what_is_in_the_copy_and_name_it_by_the_time(tmp_path):
    out = io.StringIO()
    factories.record(factories.make_sitting())

    call_command("backup", str(tmp_path), stdout=out)

    made, anchors = sorted(tmp_path.iterdir())
    assert anchors.name == f"{made.name}.anchors"
    assert made.name.startswith("scorekeeper-")
    assert out.getvalue().startswith(f"{made}: {made.stat().st_size} bytes, 1 hands, 1 tables, 4 players, 1 accounts")
    with pytest.raises(CommandError, match="has data"):
        call_command("restore", str(made))
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", str(made))
    call_command("restore", str(made), "--force", stdout=out)
    assert out.getvalue().rstrip().endswith("Now run migrate and verify.")


def test_what_stands_in_the_way_is_named(tmp_path):
    (tmp_path / "copy.part").touch()
    with pytest.raises(Failed, match="broke off"):
        back_up(tmp_path / "copy")
    with pytest.raises(Failed, match="there is no folder"):
        back_up(tmp_path / "none" / "copy")
    with pytest.raises(Failed, match="there is no file"):
        put_back(tmp_path / "none", force=True)


@pytest.mark.parametrize("what", ["text", "empty file", "another database", "damaged"])
def test_a_file_that_is_no_whole_backup_is_not_put_back(tmp_path, what):
    factories.make_club()
    copy = tmp_path / "copy"
    before = back_up(copy)
    spoil(copy, what)

    with pytest.raises(Failed):
        put_back(copy, force=True)

    assert summary_here() == before


def spoil(copy: Path, what: str) -> None:
    whole = copy.read_bytes()
    if what == "another database":
        copy.unlink()
        with closing(sqlite3.connect(copy)) as other:
            other.execute("CREATE TABLE something (id)")
    elif what == "damaged":
        copy.write_bytes(whole[: len(whole) // 2])
    else:
        copy.write_bytes(b"" if what == "empty file" else b"no database" * 1000)


def test_missing_programs_of_postgresql_are_named_with_their_package(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(backups, "DEBIAN", tmp_path)

    with pytest.raises(Failed, match=r"pg_dump is not installed.*postgresql-client"):
        backups._program("pg_dump")


def test_the_newest_backups_are_kept_and_nothing_else_is_deleted(tmp_path):
    old = [tmp_path / f"scorekeeper-2026010{day}-030000.backup" for day in (1, 2, 3)]
    others = [tmp_path / "scorekeeper-before-the-move.backup", tmp_path / "notes.txt"]
    for path in (*old, *others):
        path.touch()
        path.with_name(f"{path.name}.anchors").touch()
    out = io.StringIO()

    call_command("backup", str(tmp_path), "--keep", "2", stdout=out)

    there = {path.name for path in tmp_path.iterdir()}
    assert {path.name for path in (old[2], *others)} <= there
    assert not {name for path in old[:2] for name in (path.name, f"{path.name}.anchors")} & there
    assert len(list(tmp_path.glob(backups.NAMED_BY_TIME))) == 2
    assert f"{old[0]}: deleted" in out.getvalue()
    with pytest.raises(CommandError, match="--keep needs a folder"):
        call_command("backup", str(tmp_path / "one"), "--keep", "2")
