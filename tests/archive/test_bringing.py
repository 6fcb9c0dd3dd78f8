"""A club that is brought along is the club that was taken along, to the last byte; whatever is not whole stays out."""

import json
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from scorekeeper.accounts.models import User
from scorekeeper.archive.bringing import Brought, Owner, bring
from scorekeeper.archive.carried import ACCOUNTS, MANIFEST, carried
from scorekeeper.archive.carried import CLUB as OF_CLUB
from scorekeeper.archive.reading import opened
from scorekeeper.clubs.models import Club, Invitation, Membership, Player
from scorekeeper.clubs.records import Inviting, Joining
from scorekeeper.clubs.services import (
    REOPENED_WITHIN,
    accept_invitation,
    hand_over,
    invite,
    remove_member,
    reopen_club,
)
from scorekeeper.common.errors import Refused
from scorekeeper.play.models import Hand
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.privacy.services import clubs_left_alone
from tests import factories
from tests.acting import code_of
from tests.archive.packing import changed, files_of, packed, rows, sealed, standings_of, zipped
from tests.archive.worlds import MEMBER, OWNER
from tests.factories import NOW, at

pytestmark = pytest.mark.django_db

NOWHERE = "0199c0de-0000-7000-8000-000000000000"
CLUB, PLAYER, HAND = "clubs.club.jsonl", "clubs.player.jsonl", "play.hand.jsonl"
SITTING, SEAT = "play.sitting.jsonl", "play.seat.jsonl"
ENTRY, ACT = "play.ledgerentry.jsonl", "play.act.jsonl"


def brought(file: BytesIO, *, owner: Owner | None = None, keep: bool = True, now: Any = NOW) -> Brought:
    with opened(file) as archive:
        return bring(archive, owner=owner, now=now, keep=keep)


def there() -> int:
    """How many rows there are of any table an archive carries, and of accounts."""
    return User.objects.count() + sum(table.model._base_manager.count() for table in carried())


def refusal(file: BytesIO, **how: Any) -> tuple[str, str]:
    """The code and the words of what is said, after nothing was written."""
    before = there()
    with pytest.raises(Refused) as found:
        brought(file, **how)
    assert there() == before
    return found.value.problems[0].code, str(found.value.problems[0].message)


def test_what_comes_along_is_what_was_taken_along():
    made = packed()

    done = brought(zipped(made.files))

    again = files_of(done.club)
    assert again.keys() == made.files.keys()
    assert [name for name in again if again[name] != made.files[name] and name != MANIFEST] == []
    assert json.loads(again[MANIFEST])["files"] == json.loads(made.files[MANIFEST])["files"]
    assert standings_of(done.club) == made.standings
    assert len(made.standings[0][2][0]) > 3
    assert list(verify(Count())) == []
    assert done.rows == sum(len(rows(content)) for name, content in made.files.items() if name.endswith("l")) - 2
    with pytest.raises(DatabaseError), transaction.atomic():
        Hand.objects.update(reason="another")


def test_people_play_on():
    club = brought(zipped(packed().files), owner=Owner("renate@new.example", OWNER)).club
    season = club.competitions.get(name="Herbstliga")

    factories.finish(factories.record(factories.make_sitting(club, seasons=[season], now=at(200))).hand.sitting)

    assert list(verify(Count())) == []


def test_trying_it_writes_nothing():
    done = brought(zipped(packed().files), keep=False)

    assert done.tables["play.Hand"] > 5
    assert there() == 0


def test_accounts_come_locked_and_those_known_here_stay_as_they_are():
    pk, _name = packed().member
    here = factories.make_user("Jürgen of here")
    User.objects.filter(pk=here.pk).delete()
    here.pk = pk
    here.save(force_insert=True)

    done = brought(zipped(packed().files))

    assert (done.there, done.awaited) == (["Jürgen of here"], [OWNER])
    locked = User.objects.get(pk=packed().owner[0])
    assert (locked.is_active, locked.is_awaited, locked.has_usable_password()) == (False, True, False)
    known = User.objects.get(pk=pk)
    assert (known.name, known.email, known.is_active) == (here.name, here.email, True)


def test_an_account_of_the_archive_gets_the_address_of_its_owner(client):
    done = brought(zipped(packed().files), owner=Owner("Renate@New.example", OWNER))

    assert done.owner
    assert (done.owner.pk, done.owner.email, done.owner.is_active) == (packed().owner[0], "renate@new.example", True)
    asked = client.post("/accounts/login/code/", {"email": "renate@new.example"})
    client.post(asked.url, {"code": code_of(mail.outbox[-1])})
    page = client.get(f"/clubs/{done.club.pk}/members/").content.decode()
    assert page.count("not here yet") == 1  # the member is


def test_somebody_of_here_takes_the_place_of_the_owner():
    here = factories.make_user("Renate", email="renate@new.example")

    club = brought(zipped(packed().files), owner=Owner("renate@new.example", OWNER)).club

    assert Player.objects.people().get(club=club, user=here).name == OWNER
    assert Membership.objects.get(club=club, user=here).role == "owner"
    assert not Membership.objects.filter(club=club, user=packed().owner[0]).exists()
    assert list(verify(Count())) == []


def test_somebody_of_here_becomes_owner_beside_the_others():
    here = factories.make_user("Bettina", email="bettina@new.example")

    club = brought(zipped(packed().files), owner=Owner("BETTINA@new.example")).club

    assert set(Membership.objects.filter(club=club, role="owner").values_list("user", flat=True)) == {
        here.pk,
        packed().owner[0],
    }
    assert Player.objects.get(club=club, user=here).name == "Bettina"


@pytest.mark.parametrize(
    ("owner", "code"),
    [
        (Owner("nobody@new.example"), "owner_unknown"),
        (Owner("no address", OWNER), "address_invalid"),
        (Owner("renate@new.example", "Renate"), "place_unknown"),
    ],
)
def test_an_owner_that_leads_to_nobody(owner, code):
    assert refusal(zipped(packed().files), owner=owner)[0] == code


def test_who_is_not_here_yet_owns_no_club_for_the_others():
    here = factories.make_user(email="bettina@new.example")
    club = brought(zipped(packed().files), owner=Owner("bettina@new.example")).club
    mine, theirs = (Membership.objects.get(club=club, user=pk) for pk in (here.pk, packed().owner[0]))

    with pytest.raises(Refused, match="needs an owner"):
        remove_member(club=club, by=here, membership=mine)
    with pytest.raises(Refused, match="has not joined yet"):
        hand_over(club=club, by=here, membership=Membership.objects.get(club=club, user=packed().member[0]))
    assert clubs_left_alone(here) == [club]
    remove_member(club=club, by=here, membership=theirs)


@pytest.mark.both_engines("capitals and small letters", "archive.bringing")
def test_the_others_come_back_by_an_invitation_to_their_line():
    club = brought(zipped(packed().files), owner=Owner("renate@new.example", OWNER)).club
    owner = User.objects.get(email="renate@new.example")
    line = Player.objects.people().get(club=club, name=MEMBER)
    here = factories.make_user("J. Kowalski")

    secret = invite(Inviting(role="scorer", player=line.pk), club=club, by=owner, now=NOW).secret
    accept_invitation(Joining(secret=secret), by=here, now=NOW)

    line.refresh_from_db()
    assert line.user == here
    assert dict(Membership.objects.filter(club=club).values_list("user", "role")) == {
        owner.pk: "owner",
        here.pk: "scorer",
    }
    assert line.seats.exists()


def test_their_page_offers_the_invitation(client):
    club = brought(zipped(packed().files), owner=Owner("renate@new.example", OWNER)).club
    client.force_login(User.objects.get(email="renate@new.example"))
    line = Player.objects.people().get(club=club, name=MEMBER)

    page = client.get(f"/clubs/{club.pk}/people/{line.pk}/").content.decode()

    assert f"/clubs/{club.pk}/people/{line.pk}/invite/" in page
    form = client.get(f"/clubs/{club.pk}/people/{line.pk}/invite/").context["form"]
    assert form["role"].value() == "scorer"  # as before
    mine = Player.objects.people().get(club=club, name=OWNER)
    assert "/invite/" not in client.get(f"/clubs/{club.pk}/people/{mine.pk}/").content.decode()


def test_no_invitation_of_there_leads_in_here():
    club = brought(zipped(packed().files)).club

    assert set(Invitation.objects.filter(club=club).values_list("used_at", flat=True)) == {NOW}
    for kept in Invitation.objects.filter(club=club):
        assert not set(kept.hash) <= set("0123456789abcdef")


def test_a_closed_club_has_thirty_days_again():
    later = NOW + 3 * REOPENED_WITHIN
    file = changed(CLUB, lambda found: found[0].update(closed_at=NOW.isoformat()))

    club = brought(file, owner=Owner("renate@new.example", OWNER), now=later).club

    assert club.closed_at == later
    reopen_club(club=club, by=User.objects.get(email="renate@new.example"), now=later + REOPENED_WITHIN)


def test_a_club_comes_once():
    brought(zipped(packed().files))

    code, words = refusal(zipped(packed().files))

    assert code == "club_here"
    assert "Skatfreunde Lindenhof" in words


def test_an_id_that_is_something_else_here():
    club = factories.make_club()
    taken = rows(packed().files[PLAYER])[2]
    Player.objects.create(pk=taken["id"], club=club, name="Somebody else")

    code, words = refusal(zipped(packed().files))

    assert (code, words) == (
        "row_invalid",
        "clubs.player.jsonl, line 3, column id: something else here has this id. Export the archive again; it"
        " cannot be edited by hand.",
    )


def truncated() -> BytesIO:
    whole = zipped(packed().files).getvalue()
    return BytesIO(whole[: len(whole) // 2])


def damaged() -> BytesIO:
    """Another byte in the middle of the largest file."""
    whole = bytearray(zipped(packed().files).getvalue())
    with ZipFile(BytesIO(whole)) as archive:
        at = archive.getinfo(HAND).header_offset + 500
    whole[at] ^= 0xFF
    return BytesIO(whole)


def bomb() -> BytesIO:
    return zipped({**packed().files, HAND: b" " * 30_000_000})


def without(name: str) -> BytesIO:
    return zipped({one: content for one, content in packed().files.items() if one != name})


def renamed(name: str, before: str) -> dict[str, bytes]:
    return {before if one == name else one: content for one, content in packed().files.items()}


def twice() -> BytesIO:
    file = zipped(packed().files)
    with ZipFile(file, "a", ZIP_DEFLATED) as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(PLAYER, b"")
    return file


def with_manifest(content: bytes) -> BytesIO:
    return zipped({**packed().files, MANIFEST: content})


FILES = {
    "no zip": (lambda: BytesIO(b"Name;3.3.2025\n"), "no_archive", "not a complete archive of a club"),
    "half of it": (truncated, "no_archive", "not a complete archive of a club"),
    "damaged": (damaged, "file_damaged", "play.hand.jsonl is damaged"),
    "a bomb": (bomb, "archive_too_large", "this file is far too large"),
    "another zip": (lambda: zipped({"xl/book.xml": b""}), "no_archive", "the manifest is missing"),
    "no manifest": (lambda: without(MANIFEST), "no_archive", "the manifest is missing"),
    "manifest is no JSON": (lambda: with_manifest(b"{"), "manifest_unreadable", "manifest.json cannot be read"),
    "manifest is deep": (lambda: with_manifest(b"[" * 90_000), "manifest_unreadable", "manifest.json cannot be read"),
    "manifest of something else": (lambda: with_manifest(b"[]"), "no_archive", "the manifest is missing"),
    "manifest says nothing": (
        lambda: with_manifest(b'{"format": "scorekeeper-club", "version": 1}'),
        "manifest_unreadable",
        "manifest.json cannot be read",
    ),
    "newer": (
        lambda: sealed(packed().files, version=OF_CLUB.version + 1, app="9.0"),
        "version_newer",
        "by Scorekeeper 9.0",
    ),
    "unknown": (lambda: sealed(packed().files, version="1"), "version_unknown", "the unknown version"),
    "files of before the first version": (
        lambda: sealed(renamed("clubs.keepapart.jsonl", "leagues.keepapart.jsonl")),
        "file_missing",
        "clubs.keepapart.jsonl is missing",
    ),
    "a version that is no number": (
        lambda: sealed(packed().files, version=True),
        "version_unknown",
        "the unknown version",
    ),
    "a file is missing": (lambda: without(SEAT), "file_missing", "play.seat.jsonl is missing"),
    "a file too many": (lambda: zipped({**packed().files, "../evil": b""}), "file_extra", "../evil does not belong"),
    "a file twice": (twice, "file_extra", "clubs.player.jsonl does not belong"),
    "a file was changed": (
        lambda: zipped({**packed().files, PLAYER: packed().files[PLAYER].replace(b"Ines", b"Anna")}),
        "file_changed",
        "clubs.player.jsonl was changed after the archive was made",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_not_whole_is_refused(name):
    make, code, part = FILES[name]

    found, words = refusal(make())

    assert found == code
    assert part in words


def put(**values: Any) -> Any:
    """Other values in the first row."""
    return lambda found: found[0].update(values)


def said(template: str, **values: Any) -> Any:
    """Another sentence said of the first hand."""
    return lambda found: found[0]["outcome"].update(said={"text": template, "values": values})


ROWS = {
    "a name too long": (PLAYER, put(name="x" * 81), "line 1, column name: it should be a text of at most 80"),
    "half a letter": (PLAYER, put(name="\ud800"), "column name: it should be a text of at most 80 characters, none"),
    "a NUL": (PLAYER, put(name="a\0"), "column name: it should be a text"),
    "no name": (PLAYER, put(name=None), "column name: it should be a text"),
    "no id": (PLAYER, put(id="{1}"), "column id: it should be an id like"),
    "no moment": (PLAYER, put(created_at="4.9.2026"), "column created_at: it should be a moment like"),
    "a moment too far": (
        PLAYER,
        put(created_at="0001-01-01T00:00:00+14:00"),
        "column created_at: it should be a moment",
    ),
    "no day": ("standings.result.jsonl", put(played_on="2026-02-30"), "column played_on: it should be a day like"),
    "a number too large": (SEAT, put(number=1 << 15), "column number: it should be a whole number from 0 to 32767"),
    "a fraction": (SEAT, put(number=1.0), "column number: it should be a whole number"),
    "truth for a number": (SEAT, put(number=True), "column number: it should be a whole number"),
    "a number for truth": (SEAT, put(is_active=1), "column is_active: it should be true or false"),
    "no choice": (ACT, put(kind="won"), "column kind: it should be one of these: opened, joined"),
    "a fraction inside": (
        SEAT,
        put(tally={"points": 0.5}),
        "it holds invalid text, a fraction",
    ),
    "a NUL inside": (SEAT, put(tally={"\0": 1}), "column tally: it holds invalid text"),
    "far too deep": (SEAT, put(tally=json.loads("[" * 60 + "]" * 60)), "values nested too deeply"),
    "a game of tomorrow": (SITTING, put(game="bridge"), "column game: bridge is not known here; update this"),
    "a time zone of nowhere": (CLUB, put(time_zone="Mars/Base"), "column time_zone: Mars/Base is not known here"),
    "a sentence that looks inside": (HAND, said("{a.__class__}", a=1), "column outcome: it holds invalid text"),
    "a sentence without end": (HAND, said("{a:>999999999}", a=1), "column outcome: it holds invalid text"),
    "a sentence without its value": (HAND, said("{b}", a=1), "column outcome: it holds invalid text"),
    "half a sentence": (HAND, said("{a", a=1), "column outcome: it holds invalid text"),
    "plain values": (SEAT, put(tally=3), "column tally: it should be an object or a list"),
    "a column too many": (SEAT, put(club="x"), "column club: there is no such column"),
    "a column is missing": (SEAT, lambda found: found[0].pop("tally"), "column tally: it is missing"),
    "an id twice": (SEAT, lambda found: found.append(found[0]), "column id: an earlier line has the same id"),
    "astray": (SEAT, put(player=NOWHERE), "refers to a row that is not in the archive"),
    "somebody of here": (
        ACT,
        put(by_user=NOWHERE),
        "line 1, column by_user: it refers to",
    ),
    "two clubs": (
        CLUB,
        lambda found: found.append({**found[0], "id": NOWHERE}),
        "does not match the club",
    ),
    "one seat number twice": (SEAT, lambda found: found[1].update(number=found[0]["number"]), "contradict each other"),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_that_can_not_be_is_refused(name):
    file, change, part = ROWS[name]

    _code, words = refusal(changed(file, change))

    assert file in words
    assert part in words


def test_lines_that_are_no_rows_are_told_together():
    code, _words = refusal(sealed({**packed().files, PLAYER: b"[]\n{\n" + b"[" * 90_000 + b"\n"}))
    with pytest.raises(Refused) as found:
        brought(sealed({**packed().files, PLAYER: b"[]\n" * 50}))

    assert code == "row_invalid"
    assert [problem.field for problem in found.value.problems] == [f"{PLAYER}:{line}" for line in range(1, 21)]


def forged(found: list[dict[str, Any]]) -> None:
    """A hand that was worth more, with the sums that fit it."""
    next(row for row in found if row["measure"] == "points")["amount"] += 1


def test_sums_that_the_hands_do_not_make_are_refused():
    code, words = refusal(changed(ENTRY, forged))
    chain = refusal(changed(HAND, put(reason="another")))
    standing = refusal(changed("standings.standing.jsonl", put(points=1)))

    assert code == chain[0] == standing[0] == "unsound"
    assert "do not match its hands" in words


@pytest.mark.parametrize(
    ("file", "values", "part"),
    [
        ("leagues.eveninggame.jsonl", {"rules": {"size": "huge"}}, "its rules"),
        ("leagues.eveninggame.jsonl", {"lengths": [0]}, "hands of its rounds"),
        ("clubs.houserulesversion.jsonl", {"rules": []}, "its rules"),
        ("leagues.teamleague.jsonl", {"rules": {"bock": 3}}, "its rules"),
        (SITTING, {"rules": []}, "be read"),
        (SITTING, {"state": []}, "the state kept is not"),
        ("standings.competition.jsonl", {"system": "by heart"}, "be read: KeyError"),
    ],
)
def test_what_the_app_could_not_read_is_refused(file, values, part):
    with pytest.raises(Refused) as found:
        brought(changed(file, put(**values)))

    assert any(part in str(problem.message) for problem in found.value.problems), found.value


def test_the_command_tries_first_and_writes_when_told(tmp_path: Path):
    path = tmp_path / "club.zip"
    path.write_bytes(zipped(packed().files).getvalue())

    def said(*options: str) -> str:
        out = StringIO()
        call_command("import_club", *options, stdout=out)
        return out.getvalue()

    tried = said(str(path))
    assert "Nothing was written" in tried
    assert f"Accounts that come along, locked: {MEMBER}, {OWNER}" in tried
    assert not Club.objects.exists()
    with pytest.raises(CommandError, match="They must sign up first"):
        said(str(path), "--write", "--owner", "nobody@new.example")
    assert "Owner here: Renate Vogt" in said(str(path), "--write", "--owner", "renate@new.example", "--as", OWNER)
    assert Club.objects.get().name == "Skatfreunde Lindenhof"
    with pytest.raises(CommandError, match="already exists here"):
        said(str(path))


@pytest.mark.parametrize(
    ("options", "words"),
    [([], "name the archive"), (["nowhere.zip"], "can't be opened"), (["x", "--as", OWNER], "name the address")],
)
def test_the_command_says_what_it_needs(options, words):
    with pytest.raises(CommandError, match=words):
        call_command("import_club", *options)


def test_accounts_are_read_like_rows():
    _code, words = refusal(changed(ACCOUNTS, put(email="x@example.org")))

    assert "accounts.jsonl, line 1, column email: there is no such column" in words
