"""The pages of jobs: who sees what, how far it is, and the file."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.jobs.models import Job, State
from scorekeeper.jobs.services import Asked, ask, cancel, drain
from tests import factories
from tests.acting import client_of
from tests.jobs.handlers import Plan

pytestmark = pytest.mark.django_db


def made(club: Any) -> Job:
    return ask(Asked("test_names", uuid4()), by=factories.owner_of(club), club=club, now=timezone.now())


def test_a_job_from_waiting_to_its_file(club, owner):
    job, client = made(club), client_of(owner)
    seen = []

    assert b"The task is waiting for its turn." in client.get(f"/jobs/{job.pk}/").content
    Plan.steps = {(1, 2): lambda _work: seen.append(client.get(f"/jobs/{job.pk}/").content.decode())}
    drain(timezone.now)

    (page,) = seen
    assert "2 of 6" in page
    assert 'hx-trigger="every 2s"' in page
    assert "Refresh the page" in page
    over = client.get(f"/jobs/{job.pk}/").content.decode()
    assert "6 names are written." in over
    assert "hx-trigger" not in over
    file = client.get(f"/jobs/{job.pk}/file/")
    assert file["Content-Disposition"] == 'attachment; filename="names.txt"'
    assert file.getvalue().decode().splitlines()[-1] == "Name 5"
    assert "Write names" in client.get(f"/clubs/{club.pk}/jobs/").content.decode()


def test_what_a_job_has_to_say_is_read_before_it_leads_on(club, owner):
    job = made(club)
    drain(timezone.now)
    Job.objects.update(link="/elsewhere/")
    answer = client_of(owner).get(f"/jobs/{job.pk}/", headers={"HX-Request": "true"})
    assert "HX-Redirect" not in answer
    assert 'href="/elsewhere/">Go on' in answer.content.decode()


def test_stopping(club, owner):
    job, client = made(club), client_of(owner)

    assert client.get(f"/jobs/{job.pk}/stop/").status_code == 405
    answer = client.post(f"/jobs/{job.pk}/stop/", follow=True)

    assert "The task was stopped." in answer.content.decode()
    assert Job.objects.get().state == State.CANCELLED
    assert client.get(f"/jobs/{job.pk}/file/").status_code == 404


def test_a_file_is_gone_after_its_time(club, owner):
    job = made(club)
    drain(timezone.now)
    Job.objects.update(file_until=timezone.now())

    assert client_of(owner).get(f"/jobs/{job.pk}/file/").status_code == 404
    assert "no longer stored" in client_of(owner).get(f"/jobs/{job.pk}/").content.decode()


def test_one_that_failed_says_why_and_leads_to_where_it_is_begun_again(club, owner):
    job = ask(Asked("test_refuse", uuid4()), by=owner, club=club, now=timezone.now())
    drain(timezone.now)
    link = f'href="/clubs/{club.pk}/">Start again'

    page = client_of(owner).get(f"/jobs/{job.pk}/").content.decode()
    club.closed_at = timezone.now()
    club.save()
    closed = client_of(owner).get(f"/jobs/{job.pk}/").content.decode()

    assert "Not with these." in page
    assert link in page
    assert link not in closed


def test_what_was_written_by_then_is_no_file(club, owner):
    """Nor does it stay: of one that was stopped nothing can be taken."""
    job = made(club)
    Plan.steps = {(1, 4): lambda work: cancel(job=work.job, by=owner, now=timezone.now())}

    drain(timezone.now)

    job.refresh_from_db()
    assert (job.state, job.pieces.count()) == (State.CANCELLED, 0)


def test_who_sees_what(club, owner):
    job = made(club)
    own = ask(Asked("test_back", uuid4()), by=owner, club=None, now=timezone.now())
    drain(timezone.now)
    director, scorer = factories.make_member(club, "director"), factories.make_member(club, "scorer")
    answers = {}

    for name, user in {"owner": owner, "director": director, "scorer": scorer, "other": factories.make_user()}.items():
        client = client_of(user)
        addresses = [f"/jobs/{one.pk}/{part}" for one in (job, own) for part in ("", "file/")]
        answers[name] = [client.get(address).status_code for address in [f"/clubs/{club.pk}/jobs/", *addresses]]

    assert answers == {
        "owner": [200, 200, 200, 200, 200],
        "director": [200, 200, 200, 404, 404],
        "scorer": [403, 404, 404, 404, 404],
        "other": [404, 404, 404, 404, 404],
    }
    assert Client().get(f"/jobs/{job.pk}/").status_code == 302


def test_the_list_costs_the_same_however_long(club, owner, django_assert_num_queries):
    client = client_of(owner)
    for many in (1, 8):
        for _job in range(many):
            made(club)
        with django_assert_num_queries(5):
            client.get(f"/clubs/{club.pk}/jobs/")
