"""Whoever asks for a job wakes what runs it: the worker, or a thread of this server."""

import threading
from uuid import uuid4

import pytest
from kombu.exceptions import OperationalError

from scorekeeper.common.tasks import task_named
from scorekeeper.jobs.models import Job, State
from scorekeeper.jobs.services import Asked, ask
from tests import factories
from tests.factories import NOW

PATIENCE = 20.0


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_a_thread_runs_them(settings):
    settings.SCOREKEEPER_JOBS_THREAD = True
    club = factories.make_club()

    for _job in range(2):
        ask(Asked("test_names", uuid4()), by=factories.owner_of(club), club=club, now=NOW)

    for thread in [thread for thread in threading.enumerate() if thread.name == "jobs"]:
        thread.join(PATIENCE)  # it ends once nothing is left to do, and must not reach into the next test
    assert list(Job.objects.values_list("state", "attempts")) == [(State.DONE, 1)] * 2


def test_a_dead_broker_leaves_the_row_and_troubles_nobody(
    club, settings, monkeypatch, django_capture_on_commit_callbacks
):
    settings.CELERY_BROKER_URL = "redis://nowhere"

    def no_broker(*_: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(task_named("jobs.drain"), "delay", no_broker)

    with django_capture_on_commit_callbacks(execute=True):
        ask(Asked("test_names", uuid4()), by=factories.owner_of(club), club=club, now=NOW)

    assert Job.objects.get().state == State.WAITING


def test_with_a_broker_its_worker_is_woken(club, settings, monkeypatch, django_capture_on_commit_callbacks):
    settings.CELERY_BROKER_URL = "redis://somewhere"
    task = task_named("jobs.drain")
    monkeypatch.setattr(task, "delay", task.run)

    with django_capture_on_commit_callbacks(execute=True):
        ask(Asked("test_names", uuid4()), by=factories.owner_of(club), club=club, now=NOW)

    assert Job.objects.get().state == State.DONE
