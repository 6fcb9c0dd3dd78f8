"""Taking a file over as a job: whole or not at all, once, and nothing where somebody stops it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scorekeeper.clubs.models import Invitation, Membership, Player
from scorekeeper.common.errors import Refused
from scorekeeper.jobs import services
from scorekeeper.jobs.models import Job, State
from scorekeeper.journal.models import Entry
from scorekeeper.outbox.services import drain as send_mail
from scorekeeper.standings.models import Import, Result
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.selectors.looking import look_at
from scorekeeper.transfer.services import running
from scorekeeper.transfer.services.keeping import keep
from tests import factories
from tests.factories.files import file_sent

pytestmark = pytest.mark.django_db

NOW = factories.NOW + timedelta(days=365)
HERE = running.From("https://cards.example/", "de")
TOTALS = "Name;03.03.2025\nAnna;100\nBruno;20\n"


@pytest.fixture
def club():
    return factories.make_club()


def sent(club, text=TOTALS, *, kind="totals", season=None, by=None):
    file = file_sent(text, kind, season=season.pk if season else None, name="last year.csv")
    return keep(file, club=club, by=by or factories.owner_of(club), now=NOW)


def asked(upload, *, by=None, key=None, shown=""):
    by = by or factories.owner_of(upload.club)
    key = key or uuid4()
    return running.ask_to_take_over(upload=upload, by=by, key=key, asked_from=HERE, now=NOW, shown=shown)


def drained(job, now=NOW):
    services.drain(lambda: now)
    job.refresh_from_db()
    return job


def nothing_left(club):
    return not (
        Import.objects.exists()
        or Result.objects.exists()
        or club.players.filter(name="Anna").exists()
        or Entry.objects.filter(kind="imported").exists()
    )


def test_it_is_taken_over_once_however_often_it_is_asked_for(club):
    season = factories.make_season(club)
    upload = sent(club, season=season)
    first = asked(upload)
    assert asked(upload) == first
    assert nothing_left(club)

    drained(first)
    with pytest.raises(Refused, match="already imported or left out"):
        asked(sent(club, season=season))

    assert (first.state, first.sentences) == (State.DONE, ["Imported: last year.csv."])
    assert first.link == f"/clubs/{club.pk}/imports/{Import.objects.get().pk}/"
    assert sorted(Result.objects.values_list("player__name", "points")) == [("Anna", 100), ("Bruno", 20)]


def test_whoever_looks_for_one_that_was_stopped_finds_it_by_the_name_of_its_file(club, client):
    job = asked(sent(club, season=factories.make_season(club)))
    services.cancel(job=job, by=factories.owner_of(club), now=NOW)
    client.force_login(factories.owner_of(club))

    pages = [client.get(page).content.decode() for page in (f"/clubs/{club.pk}/jobs/", f"/jobs/{job.pk}/")]

    assert all("last year.csv" in page for page in pages)


def test_a_job_that_is_run_again_after_its_commit_adds_nothing(club):
    job = drained(asked(sent(club, season=factories.make_season(club))))
    Job.objects.filter(pk=job.pk).update(state=State.RUNNING, due_at=NOW)

    assert drained(job).state == State.DONE
    assert job.attempts == 2
    assert Import.objects.count() == 1


@pytest.mark.parametrize("at", [1, 2])
def test_stopped_before_it_is_written_it_leaves_nothing(club, monkeypatch, at):
    """The first look is in the middle, the second when all is written and only the commit is missing."""
    job, looks = asked(sent(club, season=factories.make_season(club))), []
    go_on = services.Work.go_on

    def stopping(work):
        looks.append(work)
        if len(looks) == at:
            Job.objects.filter(pk=job.pk).update(wants_cancel=True)
            assert at == 1 or Result.objects.exists()
        go_on(work)

    monkeypatch.setattr(services.Work, "go_on", stopping)

    assert drained(job).state == State.CANCELLED
    assert len(looks) == at
    assert nothing_left(club)
    assert Upload.objects.get().done_at is None


def test_who_was_taken_for_dead_writes_nothing(club, monkeypatch):
    job = asked(sent(club, season=factories.make_season(club)))
    go_on = services.Work.go_on

    def taken_by_another(work):
        Job.objects.filter(pk=job.pk).update(attempts=2)
        go_on(work)

    monkeypatch.setattr(services.Work, "go_on", taken_by_another)
    drained(job)

    assert nothing_left(club)


def test_one_that_waits_is_stopped_and_asked_for_again(club):
    upload = sent(club, season=factories.make_season(club))
    services.cancel(job=asked(upload), by=factories.owner_of(club), now=NOW)

    services.drain(lambda: NOW)
    assert nothing_left(club)
    assert drained(asked(upload)).state == State.DONE


def test_invitations_lead_to_where_it_was_asked_for(club, mailoutbox):
    text = "Name;E-Mail;Art\nBerta;berta@example.org;Mitglied\nC;;Gast\n"

    job = drained(asked(sent(club, text, kind="people")))
    send_mail(now=NOW)

    assert job.sentences == ["New people: 2. Invitations sent: 1."]
    assert job.link == f"/clubs/{club.pk}/people/"
    assert Invitation.objects.filter(player=Player.objects.get(name="Berta")).count() == 1
    (mail,) = mailoutbox
    assert "https://cards.example/clubs/invitation/" in mail.body


def test_what_cannot_be_done_is_told(club):
    season, director = factories.make_season(club), factories.make_member(club, "director")
    with pytest.raises(Refused):
        asked(sent(club, "Name;3/4/2025\nAnna;1\n", season=season))
    with pytest.raises(PermissionDenied):
        asked(sent(club, season=season), by=factories.make_member(club, "scorer"))

    gone = asked(sent(club, season=season))
    Upload.objects.all().delete()
    left = asked(sent(club, season=factories.make_season(club), by=director), by=director)
    Membership.objects.filter(user=director).delete()

    assert drained(gone).sentences == ["The file is no longer stored. Send it again."]
    assert drained(left).sentences == ["The person who started the task no longer has permission for it."]
    assert nothing_left(club)


def test_one_file_at_a_time_is_taken_over_into_a_season(club):
    season, more = factories.make_season(club), "Name;04.03.2025\nAnna;1\n"
    first, other = asked(sent(club, season=season)), sent(club, more, season=season)

    with pytest.raises(Refused, match="Another file"):
        asked(other)
    drained(first)

    assert drained(asked(other)).state == State.DONE


def test_what_is_taken_over_is_what_was_shown(club):
    season = factories.make_season(club)
    upload = sent(club, season=season)
    shown = look_at(upload, NOW).shown
    drained(asked(sent(club, "Name;03.03.2025\nAnna;90\n", season=season)))

    with pytest.raises(Refused, match="result of this import has changed"):
        asked(upload, shown=shown)

    assert Import.objects.count() == 1
    assert drained(asked(upload, shown=look_at(upload, NOW).shown)).state == State.DONE
    assert sorted(Result.objects.values_list("player__name", "points")) == [("Anna", 100), ("Bruno", 20)]
