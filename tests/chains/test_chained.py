"""What is chained, how rows from before get their links, and what a file of anchors is compared with."""

import logging
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from scorekeeper.chains.models import ANCHOR, Chain, Link, Salt, Waiting, chained
from scorekeeper.common.append_only import Guard
from scorekeeper.play.models import APPEND_ONLY, Hand, Signature
from scorekeeper.play.upkeep.anchors import Since, Unreadable, anchor, compared, lines, mark_of
from scorekeeper.play.upkeep.backups import anchored
from tests import factories
from tests.chains.tampering import unguarded
from tests.factories import NOW, at
from tests.rows import discrepancies, undone

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines("what waits, and its locks", "chains.services")]

# Append-only tables whose rows have no links, and what holds them instead.
ELSEWHERE = {
    "play_hand": "the chain of its sitting, whose end is linked",
    "play_handmark": "the chain of what was said of the sitting's hands, whose end is linked",
    "play_ledgerentry": "made anew from the hands by `verify`",
    "chains_link": "the links themselves",
}


def test_every_table_that_is_only_added_to_is_chained():
    linked = {model._meta.db_table for model in chained()}

    assert set(APPEND_ONLY) - linked == set(ELSEWHERE)
    assert guarded() == set(APPEND_ONLY)


def guarded() -> set[str]:
    """The tables that a migration protects."""
    loader = MigrationLoader(connection)
    guards = [step for found in loader.disk_migrations.values() for step in found.operations if isinstance(step, Guard)]
    asked = [dict(zip(step.make.__code__.co_freevars, step.make.__closure__ or (), strict=True)) for step in guards]
    return {table for cells in asked if "tables" in cells for table in cells["tables"].cell_contents}


def test_a_hand_waits_for_no_chain_and_its_place_is_linked_in_the_background():
    sitting = factories.make_sitting()
    anchor(now=NOW)
    factories.record(sitting)
    assert not Waiting.objects.exists()

    assert anchor(now=at(1)) == 1  # the anchor of the club
    assert anchor(now=at(2)) == 0

    end = Link.objects.filter(owner=sitting.club_id, table=ANCHOR).latest("number")
    assert end.detail == {"ends": {}, "heads": {sitting.pk.hex: [1, Hand.objects.get().hash, 0, ""]}}
    assert discrepancies() == []


def test_rows_from_before_the_chains_are_linked_the_first_time():
    sitting = factories.make_sitting()
    factories.record(sitting)
    factories.finish(sitting)
    for model in (Waiting, Salt):
        model.objects.all().delete()
    assert any("are from before the chains: run `tick`" in found for found in discrepancies())

    anchor(now=NOW)

    assert discrepancies() == []
    assert Link.objects.filter(table="play_signature", owner=sitting.pk).count() == Signature.objects.count()
    with undone(), unguarded():
        Signature.objects.update(head="f" * 64)
        Link.objects.filter(table="play_signature")._raw_delete("default")
        anchor(now=at(1))
        assert any(found.startswith("chain") for found in discrepancies())
        assert any("nobody has written it" in found for found in discrepancies())


def test_a_club_whose_chains_were_tampered_with_does_not_keep_the_others_from_theirs(caplog):
    spoilt, other = factories.make_sitting(), factories.make_sitting()
    anchor(now=NOW)
    Chain.objects.filter(pk=spoilt.pk).update(number=0)
    for sitting in (spoilt, other):
        factories.record(sitting)
        factories.finish(sitting)

    with caplog.at_level(logging.ERROR):
        anchor(now=at(1))

    assert {row.club_id for row in Waiting.objects.all()} == {spoilt.club_id}
    assert str(spoilt.club_id) in caplog.text
    assert f"chain {spoilt.pk}: it ends at link" in "\n".join(discrepancies())


def test_a_chain_that_lost_its_end_is_found_by_the_anchors_of_its_club():
    sitting = factories.make_sitting()
    anchor(now=NOW)
    end = Chain.objects.get(pk=sitting.pk)
    with undone(), unguarded():
        Link.objects.filter(owner=sitting.pk, number=end.number)._raw_delete("default")
        before = Link.objects.get(owner=sitting.pk, number=end.number - 1)
        Chain.objects.filter(pk=sitting.pk).update(number=before.number, hash=before.hash)
        found = [what for what in discrepancies() if what.startswith(f"chain {sitting.pk}")]

    assert found == [f"chain {sitting.pk}: link {end.number} is not the one that was anchored (link 3 of the club)"]


def test_verify_compares_with_marks_as_they_stand_on_paper(tmp_path, capsys):
    sitting = factories.make_sitting()
    factories.record(sitting)
    sitting.refresh_from_db()
    anchor(now=NOW)
    paper = tmp_path / "marks.txt"
    paper.write_text(f"\nCheck mark: {sitting.code} {mark_of(sitting).lower()}\n")
    factories.record(sitting)

    call_command("verify", anchors=[paper])

    assert "no difference in 1 sittings" in capsys.readouterr().out
    paper.write_text(f"{sitting.code} 1 0123456789ABCDEF")
    with pytest.raises(CommandError, match="1 differences"):
        call_command("verify", anchors=[paper])
    assert f"sheet {sitting.code}: it is not what was printed" in capsys.readouterr().out
    paper.write_text("no mark")
    with pytest.raises(CommandError, match="line 1 is no check mark: it looks like"):
        call_command("verify", anchors=[paper])


@pytest.mark.parametrize(
    "content",
    [b'{"format": "another"}\n', b'{"format": "scorekeeper anchors", "version": 1}\n', b"[]\n"],
)
def test_what_is_no_file_of_anchors_is_refused(tmp_path, content):
    path = tmp_path / "anchors"
    path.write_bytes(content)

    with pytest.raises(Unreadable):
        list(compared(path, Since()))


def test_a_file_that_is_not_there_and_a_zip_without_anchors_are_refused(tmp_path):
    with ZipFile(tmp_path / "empty.zip", "w"):
        pass

    for name in ("nowhere", "empty.zip"):
        with pytest.raises(Unreadable, match="can't be read"):
            list(compared(tmp_path / name, Since()))


def test_what_is_written_after_the_anchors_is_no_difference(tmp_path):
    sitting = factories.make_sitting()
    factories.record(sitting)
    anchor(now=NOW)
    path = tmp_path / "anchors"
    path.write_bytes(b"".join(lines(now=NOW)))
    factories.record(sitting)
    factories.make_sitting(sitting.club)
    anchor(now=at(10))

    assert list(compared(path, Since())) == []


def test_anchors_are_written_beside_a_backup(tmp_path: Path, capsys):
    factories.record(factories.make_sitting())
    with anchored(tmp_path / "x.backup", NOW) as path:
        assert not path.exists()

    assert path == tmp_path / "x.backup.anchors"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(compared(path, Since())) == []
    assert not Waiting.objects.exists()
    with pytest.raises(RuntimeError), anchored(tmp_path / "y.backup", NOW) as path:
        raise RuntimeError
    assert not path.exists()
