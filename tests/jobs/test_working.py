"""A job is done once, whoever dies over it, and stops when somebody says so."""

from datetime import datetime, timedelta
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command

from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated
from scorekeeper.jobs.models import Job, Piece, State
from scorekeeper.jobs.services import (
    BROKEN,
    FILE_LIFETIME,
    LEASE,
    MAX_ATTEMPTS,
    MOST_OPEN,
    Asked,
    ask,
    cancel,
    contents,
    drain,
    forget_jobs,
)
from tests import factories
from tests.factories import NOW
from tests.jobs.handlers import SIX, Died, Plan

pytestmark = pytest.mark.django_db


def names(club: Any, *, kind: str = "test_names", key: UUID | None = None, by: Any = None) -> Job:
    return ask(Asked(kind, key or uuid4()), by=by or factories.owner_of(club), club=club, now=NOW)


def run(now: datetime = NOW) -> int:
    return drain(lambda: now)


def written(club: Any) -> list[str]:
    return sorted(club.players.filter(name__startswith="Name").values_list("name", flat=True))


def die(_work: object) -> None:
    raise Died


ALL = [f"Name {number}" for number in range(SIX)]


def test_a_job_is_run_once_and_says_what_it_did(club):
    job = names(club)

    assert [run(), run()] == [1, 0]

    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.attempts, job.ended_at) == (State.DONE, SIX - 1, SIX, 1, NOW)
    assert job.sentences == ["6 names are written."]
    assert b"".join(contents(job)).decode().splitlines() == ALL
    assert written(club) == ALL


def test_the_same_key_is_the_same_job(club):
    key = uuid4()

    assert names(club, key=key) == names(club, key=key)

    with pytest.raises(PermissionDenied):
        names(club, key=key, by=factories.make_member(club, "director"))
    assert Job.objects.count() == 1


def test_it_works_on_the_file_it_was_given(club):
    owner = factories.owner_of(club)
    job = ask(Asked("test_back", uuid4(), file=[b"\x00one", b"two\xff"]), by=owner, club=None, now=NOW)

    run()

    job.refresh_from_db()
    assert b"".join(contents(job)) == b"\x00onetwo\xff"
    assert job.facts == {"size": 8}


@pytest.mark.parametrize("step", range(SIX))
def test_whoever_dies_over_it_is_followed_by_another(club, step):
    job = names(club)
    Plan.steps = {(1, step): die}

    with pytest.raises(Died):
        run()
    assert run(NOW + LEASE - timedelta(seconds=1)) == 0
    job.refresh_from_db()
    assert (job.state, job.done) == (State.RUNNING, step)
    assert run(NOW + LEASE) == 1

    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.DONE, 2)
    assert written(club) == ALL
    assert b"".join(contents(job)).decode().splitlines() == ALL


def test_what_kills_every_worker_is_given_up(club):
    job = names(club)
    Plan.steps = {(attempt, 1): die for attempt in range(1, MAX_ATTEMPTS + 1)}

    for turn in range(MAX_ATTEMPTS):
        with pytest.raises(Died):
            run(NOW + turn * LEASE)
    run(NOW + MAX_ATTEMPTS * LEASE)

    job.refresh_from_db()
    assert job.state == State.FAILED
    assert job.sentences == ["The task was interrupted 3 times and has stopped. Start it again later."]


def test_who_was_taken_for_dead_and_wakes_again_writes_nothing(club):
    """The first one sleeps longer than its term; a second one does the job meanwhile."""
    job = names(club)
    Plan.steps = {(1, 3): lambda _work: run(NOW + LEASE)}

    run()

    job.refresh_from_db()
    assert (job.state, job.attempts, job.ended_at) == (State.DONE, 2, NOW + LEASE)
    assert b"".join(contents(job)).decode().splitlines() == ALL
    assert written(club) == ALL


def test_an_error_is_tried_again_and_told_in_the_end(club):
    job = names(club)

    def break_(_work: object) -> None:
        raise ZeroDivisionError

    Plan.steps = {(attempt, 2): break_ for attempt in range(1, MAX_ATTEMPTS + 1)}
    for turn in range(MAX_ATTEMPTS):
        assert run(NOW + timedelta(minutes=turn)) == 1

    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.FAILED, MAX_ATTEMPTS)
    assert job.sentences == [translated(BROKEN)]
    assert not job.has_file(NOW)


def test_one_that_waits_is_stopped_at_once(club, owner):
    job = names(club)

    cancel(job=job, by=owner, now=NOW)

    assert run() == 0
    job.refresh_from_db()
    assert (job.state, written(club)) == (State.CANCELLED, [])


def test_one_that_runs_is_stopped_at_its_next_step(club, owner):
    job = names(club)
    Plan.steps = {(1, 2): lambda work: cancel(job=work.job, by=owner, now=NOW)}

    run()

    job.refresh_from_db()
    assert (job.state, written(club)) == (State.CANCELLED, ALL[:3])
    cancel(job=job, by=owner, now=NOW)
    job.refresh_from_db()
    assert job.state == State.CANCELLED


def test_one_whose_worker_died_is_stopped_by_the_next(club, owner):
    job = names(club)
    Plan.steps = {(1, 2): die}
    with pytest.raises(Died):
        run()

    cancel(job=job, by=owner, now=NOW)
    run(NOW + LEASE)

    job.refresh_from_db()
    assert (job.state, written(club)) == (State.CANCELLED, ALL[:2])


def test_a_refusal_is_no_reason_to_try_again(club):
    job = names(club, kind="test_refuse")

    run()

    job.refresh_from_db()
    assert (job.state, job.sentences, job.attempts) == (State.FAILED, ["Not with these."], 1)


def test_one_job_does_not_stop_the_next(club):
    names(club, kind="test_refuse")
    names(club)

    assert run() == 2
    assert written(club) == ALL


@pytest.mark.both_engines("locks rows", "jobs.services")
def test_a_kind_that_is_gone_is_told(club):
    job = names(club)
    Job.objects.update(kind="of an older version")

    run()

    job.refresh_from_db()
    assert (job.state, job.title) == (State.FAILED, "of an older version")


def test_nobody_keeps_the_others_waiting(club):
    for _job in range(MOST_OPEN):
        names(club)

    with pytest.raises(Refused, match="10 tasks are already waiting"):
        names(club)
    names(factories.make_club())


def test_who_may_ask_and_stop(club):
    scorer, director = factories.make_member(club, "scorer"), factories.make_member(club, "director")
    job = names(club)

    for by in (scorer, factories.make_user()):
        with pytest.raises(PermissionDenied):
            names(club, by=by)
        with pytest.raises(PermissionDenied):
            cancel(job=job, by=by, now=NOW)
    with pytest.raises(PermissionDenied):
        names(club, kind="test_back")
    with pytest.raises(PermissionDenied):
        ask(Asked("test_names", uuid4()), by=factories.owner_of(club), club=None, now=NOW)
    cancel(job=job, by=director, now=NOW)


def test_files_and_old_jobs_are_forgotten(club):
    job = names(club)
    run()

    assert forget_jobs(now=NOW + FILE_LIFETIME - timedelta(seconds=1)) == 0
    assert forget_jobs(now=NOW + FILE_LIFETIME) > 0

    job.refresh_from_db()
    assert not job.has_file(NOW + FILE_LIFETIME)
    assert not Piece.objects.exists()
    forget_jobs(now=NOW + timedelta(days=91))
    assert not Job.objects.exists()


def test_tick_runs_them(club):
    job = names(club)

    call_command("tick", stdout=StringIO())

    job.refresh_from_db()
    assert job.state == State.DONE
