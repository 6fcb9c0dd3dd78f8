"""A file is looked at, taken over as a whole, once, and taken back."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

import games
from scorekeeper.clubs.models import Invitation, Player
from scorekeeper.clubs.services import MOST_INVITATIONS
from scorekeeper.common.errors import Refused
from scorekeeper.journal.models import Entry
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Import, Result
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.selectors.looking import inviting, look_at
from scorekeeper.transfer.services.keeping import KEPT, keep
from scorekeeper.transfer.services.taking import take_import_back, take_over
from tests import factories
from tests.factories.files import answered, file_sent

pytestmark = pytest.mark.django_db

TOTALS = "Spieler;03.03.2025;10.03.2025\nAnna Klein;100;50\nBrandt, Jürgen;-48;\nZoe Neu;30;x\nGuenther Wolf;7;\n"
NOW = factories.NOW + timedelta(days=365)


@pytest.fixture
def club():
    club = factories.make_club()
    for name in ("Anna Klein", "Jürgen Brandt", "Günter Wolf"):
        factories.make_player(club, name)
    return club


def sent(club, text, *, kind="totals", season=None, by=None):
    by = by or factories.owner_of(club)
    file = file_sent(text, kind, season=season.pk if season else None, name="last year.csv")
    return keep(file, club=club, by=by, now=NOW)


def taken(upload, by=None):
    by = by or factories.owner_of(upload.club)
    return take_over(upload=upload, by=by, now=NOW, link=lambda secret: f"https://example.org/{secret}")


def said(upload, **said):
    return answered(upload, now=NOW, **said)


def numbers(upload):
    """How many are new, invited and invited later."""
    return {name: number for name, number in upload.said.items() if name != "written_in"}


def named(club, name):
    return Player.objects.get(club=club, name=name)


def points(season):
    return {row.player.name: row.points for row in season.standings.select_related("player")}


def test_the_dry_run_says_who_is_who_and_what_is_refused(club):
    look = look_at(sent(club, TOTALS, season=factories.make_season(club)), NOW)

    assert [one.name for one in look.matching.known] == ["Anna Klein", "Jürgen Brandt"]
    assert [(one.name, [player.name for player in one.alike]) for one in look.matching.asked] == [
        ("Guenther Wolf", ["Günter Wolf"])
    ]
    assert [(fault.number, str(fault.message)) for fault in look.plan.faults] == [(4, "“x” is not a whole number.")]
    assert [(one.match.name, one.total.evenings, one.total.total) for one in look.sums] == [
        ("Anna Klein", 2, 150), ("Guenther Wolf", 1, 7), ("Jürgen Brandt", 1, -48),
    ]  # fmt: skip
    assert str(look.obstacle) == "First choose who each person is."
    assert Player.objects.filter(club=club).count() == 4
    assert not Result.objects.exists()


def test_taken_over_as_a_whole_once_and_back(club):
    season = factories.make_season(club)
    upload = said(
        sent(club, TOTALS, season=season),
        people={"Guenther Wolf": str(named(club, "Günter Wolf").pk)},
        leave_out=True,
    )

    first = taken(upload)
    assert taken(upload).imported_id == first.imported_id
    with pytest.raises(Refused, match="already imported or left out"):
        taken(said(sent(club, TOTALS, season=season), **upload.said))

    assert points(season) == {"Anna Klein": 150, "Jürgen Brandt": -48, "Günter Wolf": 7}
    assert [str(found) for found in verify(Count())] == []
    assert bytes(Upload.objects.get(pk=upload.pk).data) == b""

    take_import_back(Reasoned(reason="the wrong year"), imported=first.imported, by=factories.owner_of(club), now=NOW)

    assert set(points(season).values()) == {0}
    assert [str(found) for found in verify(Count())] == []
    kinds = Entry.objects.filter(club=club, thing=season.pk).order_by("pk").values_list("kind", flat=True)
    assert list(kinds)[-2:] == ["imported", "import_taken_back"]


def test_nothing_is_taken_over_before_all_is_said(club):
    season = factories.make_season(club)
    unsaid = sent(club, TOTALS, season=season)
    ambiguous = sent(club, "Name;3/4/2025\nAnna Klein;1\n", season=season)
    empty = sent(club, "Name;3.4.2025\nAnna Klein;x\n", season=season)

    for upload in (unsaid, ambiguous, empty):
        with pytest.raises(Refused):
            taken(upload)

    assert not Import.objects.exists()
    assert taken(said(ambiguous, order="day")).imported.results.get().played_on.isoformat() == "2025-04-03"


def test_two_names_of_one_evening_are_never_one_person(club):
    season = factories.make_season(club)
    text = "Name;3.3.2025\nGuenther Wolf;1\nGünter Wolf;2\n"
    upload = said(sent(club, text, season=season), people={"Guenther Wolf": str(named(club, "Günter Wolf").pk)})

    with pytest.raises(Refused):
        taken(upload)

    taken(said(upload, people={"Guenther Wolf": "new"}))
    assert points(season) == {"Guenther Wolf": 1, "Günter Wolf": 2}


def test_people_are_written_in_once_and_members_invited(club):
    berta = "Berta Neu;berta@example.org;Mitglied"
    text = f"Name;E-Mail;Art\nAnna Klein;;Gast\n{berta}\n{berta.lower()}\nC. Dorn;kein;Gast\n"
    upload = sent(club, text, kind="people")
    assert [(fault.number, str(fault.message)) for fault in look_at(upload, NOW).plan.faults] == [
        (4, "berta neu is already on line 3, with the same details."),
        (5, "“kein” is not an e-mail address."),
    ]

    done = taken(said(upload, leave_out=True))

    assert numbers(done) == {"people": 1, "invited": 1, "later": 0}
    assert Player.objects.filter(club=club, name="Berta Neu").count() == 1
    assert Invitation.objects.get(club=club).player == named(club, "Berta Neu")
    again = taken(said(sent(club, text, kind="people"), leave_out=True))
    assert numbers(again) == {"people": 0, "invited": 0, "later": 0}
    assert Invitation.objects.filter(club=club).count() == 1


def test_who_finds_no_room_among_the_open_invitations_is_told_before_and_invited_by_the_same_file_later(club):
    owner, later = factories.owner_of(club), NOW + timedelta(days=1)
    rows = [
        Invitation(club=club, role="member", made_by=owner, made_at=NOW, hash=f"{n}", expires_at=later)
        for n in range(MOST_INVITATIONS - 1)
    ]
    Invitation.objects.bulk_create(rows)
    text = "Name;Mail;Kind\n" + "".join(f"{name};{name}@example.org;member\n" for name in ("Ada", "Bea", "Cid"))
    upload = sent(club, text, kind="people")

    look = look_at(upload, NOW)
    told = inviting(club, owner, look.people, look.matching.chosen, NOW)
    done = taken(upload)
    Invitation.objects.filter(player=None).delete()
    again = taken(sent(club, text, kind="people"))

    assert ([one.name for one in told.now], [one.name for one in told.later]) == (["Ada"], ["Bea", "Cid"])
    assert numbers(done) == {"people": 3, "invited": 1, "later": 2}
    assert numbers(again) == {"people": 0, "invited": 2, "later": 0}


def test_the_dry_run_says_whom_it_invites_only_later(club, client, monkeypatch):
    monkeypatch.setattr("scorekeeper.transfer.selectors.looking.MOST_INVITATIONS", 2)
    client.force_login(factories.owner_of(club))
    text = "Name;Mail;Kind\n" + "".join(f"{name};{name}@example.org;member\n" for name in ("Ada", "Bea", "Cid"))
    upload = sent(club, text, kind="people")

    page = client.get(f"/clubs/{club.pk}/imports/files/{upload.pk}/").content.decode()

    assert "2 members with an address are invited by mail." in page
    assert "1 is not invited yet: a club has at most 2 open invitations." in page


@pytest.mark.both_engines("locks rows", "transfer.services.taking")
def test_a_director_writes_people_in_and_invites_nobody(club):
    director = factories.make_member(club, "director")
    upload = sent(club, "Name,Mail,Kind\nBerta,berta@example.org,member\n", kind="people", by=director)

    assert numbers(taken(upload, by=director)) == {"people": 1, "invited": 0, "later": 0}
    assert not Invitation.objects.filter(club=club, used_at=None).exists()


def test_who_may(club):
    season, scorer = factories.make_season(club), factories.make_member(club, "scorer")
    upload = sent(club, TOTALS, season=season)

    with pytest.raises(PermissionDenied):
        sent(club, TOTALS, season=season, by=scorer)
    with pytest.raises(PermissionDenied):
        answered(upload, by=scorer, now=NOW)
    with pytest.raises(PermissionDenied):
        taken(upload, by=scorer)


def test_what_is_no_table_or_has_no_season_is_refused(club):
    elsewhere = factories.make_season(factories.make_club())
    tonk = factories.make_season(club, game="tonk", system=next(iter(games.game("tonk").systems)))

    for text, kind, season in (
        ("", "totals", factories.make_season(club)),
        (TOTALS, "totals", None),
        (TOTALS, "totals", elsewhere),
        (TOTALS, "lists", tonk),
        (TOTALS, "else", None),
    ):
        with pytest.raises(Refused):
            sent(club, text, kind=kind, season=season)
    assert not Upload.objects.exists()


def test_files_that_nobody_took_over_go_after_a_week(club):
    season = factories.make_season(club)
    old = sent(club, TOTALS, season=season)
    Upload.objects.filter(pk=old.pk).update(at=NOW - KEPT - timedelta(minutes=1))

    fresh = sent(club, TOTALS, season=season)

    assert list(Upload.objects.values_list("pk", flat=True)) == [fresh.pk]
