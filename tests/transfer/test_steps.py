"""A file is taken over in steps that others watch and stop; wherever it ends, it counts as a whole or not at all."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.services import add_player
from scorekeeper.common.names import name_key
from scorekeeper.jobs import services
from scorekeeper.jobs.models import Job, State
from scorekeeper.journal.models import Entry
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings import importing
from scorekeeper.standings.models import Import, PreparedResult, Result, SeasonTally
from scorekeeper.transfer.models import PreparedPerson
from scorekeeper.transfer.services import running, taking
from scorekeeper.transfer.services.keeping import keep
from scorekeeper.transfer.services.taking import take_import_back
from tests import factories
from tests.factories.files import file_sent

pytestmark = pytest.mark.django_db

NOW = factories.NOW + timedelta(days=365)
FILE = "Name;03.03.2025;10.03.2025\nAnna;100;1\nBruno;20;2\nCarla;-7;3\n"
COUNTS = [("Anna", 101, 2), ("Bruno", 22, 2), ("Carla", -4, 2)]
TOLD = [(0, 0), (2, 9), (3, 9), (5, 9), (7, 9), (9, 9)]
STEPS = range(len(TOLD) + 2)  # and two looks in the last transaction


class Died(BaseException):
    """The process is killed: nothing behind this is run."""


@pytest.fixture
def season():
    return factories.make_season(factories.make_club())


@pytest.fixture
def at(monkeypatch):
    """What happens at which step: before it is told, so that what is said then is heard in it."""
    plan: dict[int, Callable[[services.Work], Any]] = {}
    report, go_on, step = services.Work.report, services.Work.go_on, iter(range(10_000))

    def then(real):
        def told(work, *how_far):
            if happens := plan.pop(next(step), None):
                happens(work)
            real(work, *how_far)

        return told

    monkeypatch.setattr(services, "OFTEN", 0)
    monkeypatch.setattr(importing, "A_STEP", 2)
    monkeypatch.setattr(taking, "A_STEP", 2)
    monkeypatch.setattr(services.Work, "report", then(report))
    monkeypatch.setattr(services.Work, "go_on", then(go_on))
    return plan


def asked(season):
    owner = factories.owner_of(season.club)
    upload = keep(file_sent(FILE, season=season.pk, name="old.csv"), club=season.club, by=owner, now=NOW)
    here = running.From("https://cards.example/", "en")
    return running.ask_to_take_over(upload=upload, by=owner, key=uuid4(), asked_from=here, now=NOW)


def drained(job, now=NOW):
    services.drain(lambda: now)
    job.refresh_from_db()
    return job


def elsewhere(ask: Callable[[], Any]) -> Any:
    """By another connection, as another process would."""

    def alone():
        try:
            return ask()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(alone).result()


def stop(job):
    services.cancel(job=Job.objects.get(pk=job.pk), by=job.by, now=NOW)


def counts():
    return sorted(SeasonTally.objects.values_list("player__name", "official_points", "sources"))


def is_nothing_there():
    written = Import.objects.exists() or Result.objects.exists() or SeasonTally.objects.exists()
    new = Entry.objects.filter(kind="imported").exists()
    return not (written or new or Player.objects.filter(name__in=["Anna", "Bruno", "Carla"]).exists())


def is_tidy():
    return not (PreparedResult.objects.exists() or PreparedPerson.objects.exists())


def die(_work):
    raise Died


@pytest.mark.django_db(transaction=True)
def test_others_see_how_far_it_is_and_nothing_of_what_comes(season, at):
    job, seen = asked(season), []

    def look(_work):
        seen.append(elsewhere(lambda: (Job.objects.values_list("done", "total").get(pk=job.pk), is_nothing_there())))

    at.update(dict.fromkeys(STEPS[1:-1], look))
    drained(job)

    assert seen == [(how_far, True) for how_far in TOLD]
    assert job.state == State.DONE
    assert counts() == COUNTS
    assert is_tidy()
    assert list(verify(Count())) == []


def test_after_many_new_rows_postgresql_counts_them(season, monkeypatch):
    def counted(many):
        monkeypatch.setattr(importing, "MANY", many)
        with CaptureQueriesContext(connection) as captured:
            drained(asked(season))
        return [query["sql"] for query in captured if query["sql"].startswith("ANALYZE")]

    assert counted(1_000) == []
    take_import_back(Reasoned(reason="x"), imported=Import.objects.get(), by=factories.owner_of(season.club), now=NOW)
    both = 'ANALYZE "standings_importedresult", "standings_result"'
    assert counted(6) == ([both] if connection.vendor == "postgresql" else [])


@pytest.mark.django_db(transaction=True)
def test_others_stop_it_while_it_runs(season, at):
    job = asked(season)
    at[4] = lambda _work: elsewhere(lambda: stop(job))

    assert drained(job).state == State.CANCELLED
    assert is_nothing_there()
    assert is_tidy()


@pytest.mark.parametrize("step", STEPS)
def test_stopped_at_any_step_it_leaves_nothing_and_can_be_begun_again(season, at, step):
    job = asked(season)
    at[step] = lambda _work: stop(job)

    assert drained(job).state == State.CANCELLED

    assert is_nothing_there()
    assert is_tidy()
    assert job.again.startswith(f"/clubs/{season.club_id}/imports/files/")
    assert drained(asked(season)).state == State.DONE
    assert counts() == COUNTS


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_step_it_is_done_once_by_the_next(season, at, step):
    job = asked(season)
    at[step] = die

    with pytest.raises(Died):
        drained(job)
    assert is_nothing_there()
    drained(job, NOW + services.LEASE)

    assert (job.state, job.attempts) == (State.DONE, 2)
    assert counts() == COUNTS
    assert is_tidy()


def test_killed_and_then_stopped_it_leaves_nothing(season, at):
    job = asked(season)
    at[4] = die
    with pytest.raises(Died):
        drained(job)
    assert not is_tidy()

    stop(job)
    drained(job, NOW + services.LEASE)

    assert job.state == State.CANCELLED
    assert is_nothing_there()
    assert is_tidy()


def test_what_somebody_left_who_died_while_tidying_up_goes_later(season, at):
    job = drained(asked(season))
    PreparedPerson.objects.create(club=season.club, run=job.pk, imported=uuid4(), name="Left")

    services.forget_jobs(now=NOW + timedelta(days=1))

    assert is_tidy()


@pytest.mark.parametrize("step", range(1, len(TOLD)))
def test_who_was_taken_for_dead_and_goes_on_counts_nothing(season, at, step):
    job = asked(season)
    at[step] = lambda _work: services.drain(lambda: NOW + services.LEASE)

    drained(job)

    assert (job.state, job.attempts) == (State.DONE, 2)
    assert Import.objects.count() == 1
    assert counts() == COUNTS
    assert is_tidy()


@pytest.mark.parametrize("step", range(1, len(TOLD)))
def test_who_is_written_in_meanwhile_is_asked_about_again(season, at, step):
    """It was shown with somebody new, who stands in the book by the time it counts: what is taken over is what was
    shown, so it is looked at again."""
    job = asked(season)
    at[step] = lambda _work: add_player(club=season.club, name="Carla", now=NOW)

    assert drained(job).state == State.FAILED
    assert job.sentences == [str(taking.CHANGED)]
    assert counts() == []
    assert is_tidy()

    assert drained(asked(season)).state == State.DONE
    names = [name_key(name) for name in season.club.players.values_list("name", flat=True)]
    assert names.count("carla") == 1
    assert counts() == COUNTS


def test_a_book_that_never_rests_is_told(season, at):
    job = asked(season)
    often = iter(range(10_000))
    at.update(
        {
            step: lambda _work: add_player(club=season.club, name=f"Guest number {next(often)}", now=NOW)
            for step in range(100)
        }
    )

    assert drained(job).state == State.FAILED

    assert job.sentences == [str(taking.BOOK_CHANGES)]
    assert Result.objects.count() == 0
    assert is_tidy()
