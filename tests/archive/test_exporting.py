"""An archive holds the whole club as it was at one moment, nothing of another one, and no secret."""

import hashlib
import json
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.archive.carried import (
    ACCOUNTS,
    CARRIED,
    CLUB,
    COLUMNS_LEFT_OUT,
    LEFT_OUT,
    MANIFEST,
    SCHEMA,
    carried,
    model_of,
    ways_to_club,
)
from scorekeeper.archive.columns import schema
from scorekeeper.archive.writing import Counted, document, snapshot, write_archive
from scorekeeper.clubs.models import Club, Invitation
from scorekeeper.clubs.records import Closing, Inviting
from scorekeeper.clubs.services import close_club, invite
from scorekeeper.jobs.models import Job, State
from scorekeeper.jobs.services import Asked, ask, cancel, drain
from scorekeeper.play.models import TablePass
from scorekeeper.sharing.models import Link
from tests import factories
from tests.archive.worlds import MEMBERS_ADDRESS, OWNERS_ADDRESS, World
from tests.factories import NOW

ROOT = Path(__file__).resolve().parents[2]


def archive_of(club: Club, *, using: str = "default") -> ZipFile:
    file = BytesIO()
    write_archive(club, file, using=using, now=NOW, count=Counted(lambda _done, _total: None))
    return ZipFile(file)


def rows(archive: ZipFile, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in archive.read(name).split(b"\n") if line]


@pytest.fixture
def page(client: Client, owner: Any) -> Client:
    client.force_login(owner)
    return client


def test_every_table_that_belongs_to_a_club_is_carried_or_left_out_for_a_reason():
    known = [*CARRIED, *LEFT_OUT]

    assert sorted(known) == sorted(ways_to_club()), "say in archive/carried.py whether it is carried, or why not"
    assert all(LEFT_OUT.values())
    for label, columns in COLUMNS_LEFT_OUT.items():
        assert columns.keys() <= {field.name for field in model_of(label)._meta.concrete_fields}
        assert all(columns.values())


def test_the_schema_is_that_of_its_version():
    """Whoever writes rows otherwise raises the version, and says what is made of archives of the one before."""
    kept = (ROOT / "docs" / "archive.schema.json").read_bytes()

    assert kept == document(schema()), (
        "archives would be written otherwise: raise the version in archive/carried.py where one has been"
        " made by anybody, and write docs/archive.schema.json with `manage.py import_club --schema`"
    )
    assert json.loads(kept)["version"] == CLUB.version


@pytest.mark.django_db
def test_it_holds_the_whole_club_and_says_what_it_holds():
    world = World()
    other = World.__new__(World)
    other.club = factories.make_club("Another club")
    factories.make_sitting(other.club)

    archive = archive_of(world.club)

    manifest = json.loads(archive.read(MANIFEST))
    assert (manifest["format"], manifest["version"], manifest["app"]) == ("scorekeeper-club", CLUB.version, __version__)
    assert manifest["club"] == {"id": str(world.club.pk), "name": "Skatfreunde Lindenhof"}
    assert sorted(archive.namelist()) == sorted([*manifest["files"], MANIFEST])
    for name, said in manifest["files"].items():
        content = archive.read(name)
        assert (said["bytes"], said["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
        assert said.get("rows") == (content.count(b"\n") if name != SCHEMA else None)
    for table in carried():
        found = table.model._base_manager.filter(table.rows_of(world.club.pk)).count()
        assert manifest["files"][table.file]["rows"] == found > 0, f"{table.label}: the world of this test has none"
    assert str(other.club.pk) not in "".join(archive.read(name).decode() for name in archive.namelist())


@pytest.mark.django_db
def test_its_rows_are_what_its_schema_says():
    from jsonschema import Draft202012Validator

    archive = archive_of(World().club)
    defined = json.loads(archive.read(SCHEMA))["$defs"]

    for name, said in defined.items():
        Draft202012Validator.check_schema(said)
        validator = Draft202012Validator(said, format_checker=Draft202012Validator.FORMAT_CHECKER)
        for row in rows(archive, name):
            validator.validate(row)
    assert {name for name in archive.namelist() if name.endswith(".jsonl")} == defined.keys()


@pytest.mark.both_engines("locks rows", "payouts.care.services")
@pytest.mark.django_db
def test_it_holds_no_secret_and_no_address():
    world = World()
    invite(Inviting(role="member", note="for Bettina"), club=world.club, by=world.owner, now=NOW)

    archive = archive_of(world.club)

    whole = "".join(archive.read(name).decode() for name in archive.namelist())
    hashes = [*Invitation.objects.values_list("hash", flat=True), *Link.objects.values_list("hash", flat=True)]
    hashes += [hidden for pair in TablePass.objects.values_list("link_hash", "code_hash") for hidden in pair]
    assert len(hashes) > 4
    for hidden in (*hashes, OWNERS_ADDRESS, MEMBERS_ADDRESS, world.owner.password, "for Bettina"):
        assert hidden not in whole
    assert {row["name"] for row in rows(archive, ACCOUNTS)} == {world.owner.name, world.member.name}
    assert all(row.keys() == {"id", "name"} for row in rows(archive, ACCOUNTS))


@pytest.mark.django_db(transaction=True)
def test_an_owner_asks_for_it_and_takes_the_file(page, club):
    address = f"/clubs/{club.pk}/archive/"
    assert address in page.get(f"/clubs/{club.pk}/running/").content.decode()

    answer = page.post(address, {"key": str(uuid4())})
    drain(timezone.now)

    assert "The whole club" in page.get(answer["Location"]).content.decode()
    file = page.get(f"{answer['Location']}file/")
    assert file["Content-Type"] == "application/zip"
    archive = ZipFile(BytesIO(file.getvalue()))
    assert archive.testzip() is None
    assert rows(archive, "clubs.club.jsonl")[0]["name"] == club.name
    assert answer["Location"] in page.get(address).content.decode()


@pytest.mark.django_db(transaction=True)
def test_it_shows_one_moment_while_people_go_on(club):
    factories.record(factories.make_sitting(club))

    with snapshot() as using:
        factories.record(factories.make_sitting(club))
        archive = archive_of(club, using=using)

    assert len(rows(archive, "play.hand.jsonl")) == len(rows(archive, "play.sitting.jsonl")) == 1
    assert len(rows(archive_of(club), "play.hand.jsonl")) == 2


@pytest.mark.both_engines("SQL by hand", "archive.writing")
@pytest.mark.django_db(transaction=True)
def test_it_is_stopped(club, owner, monkeypatch):
    monkeypatch.setattr("scorekeeper.archive.writing.A_BATCH", 1)
    monkeypatch.setattr("scorekeeper.jobs.services.OFTEN", 0)
    job = ask(Asked("club_archive", uuid4()), by=owner, club=club, now=NOW)

    def stopped(*_said: Any) -> str:
        cancel(job=Job.objects.get(), by=owner, now=NOW)
        return "x.zip"

    monkeypatch.setattr("scorekeeper.archive.writing.file_name", stopped)
    drain(lambda: NOW)

    job.refresh_from_db()
    assert (job.state, job.has_file(NOW)) == (State.CANCELLED, False)


@pytest.mark.django_db
def test_only_owners_ask(client, club):
    for role, status in (("director", 403), ("member", 403), (None, 404)):
        user = factories.make_member(club, role) if role else factories.make_user()
        client.force_login(user)
        assert client.get(f"/clubs/{club.pk}/archive/").status_code == status
        with pytest.raises(PermissionDenied):
            ask(Asked("club_archive", uuid4()), by=user, club=club, now=NOW)
    assert not Job.objects.exists()


@pytest.mark.django_db
def test_the_owner_of_a_closed_club_takes_it_along(page, club, owner):
    close_club(Closing(name=club.name), club=club, by=owner, now=NOW)
    address = f"/clubs/{club.pk}/archive/"

    assert address in page.get(f"/clubs/{club.pk}/running/").content.decode()
    assert address in page.get(f"/clubs/{club.pk}/reopen/").content.decode()
    assert page.post(address, {"key": str(uuid4())}).status_code == 302
    assert Job.objects.get().kind == "club_archive"
    with pytest.raises(PermissionDenied):
        ask(Asked("retention", uuid4()), by=owner, club=club, now=NOW)


@pytest.mark.django_db
def test_a_guest_sheet_is_no_club_to_take_along(page, owner):
    club = factories.make_club(owner=owner)
    Club.objects.update(is_private=True)

    assert page.get(f"/clubs/{club.pk}/archive/").status_code == 404
