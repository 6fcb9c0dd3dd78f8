"""A database of before `0001_release`: taken over as it is when it had everything, refused when it stopped half-way."""

import io
from collections import Counter
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q
from django.test import Client

from scorekeeper.common.outages import refusal, waiting
from scorekeeper.play.upkeep.backups import Failed, back_up, put_back, summary_here
from tests import factories

BASE = "0001_release"
REPLACED = {  # how many there were
    "accounts": 6,
    "archive": 1,
    "chains": 3,
    "clubs": 7,
    "jobs": 1,
    "journal": 2,
    "leagues": 5,
    "notices": 2,
    "offline": 1,
    "outbox": 3,
    "payouts": 5,
    "play": 6,
    "privacy": 1,
    "ratings": 1,
    "sharing": 3,
    "spreadsheets": 1,
    "standings": 5,
    "tournaments": 8,
    "transfer": 5,
}


def forget(app: str, after: str) -> None:
    """The migrations of an app that come behind this number have not been applied, nor what stands for them all."""
    noted = MigrationRecorder(connection).migration_qs.filter(app=app)
    noted.filter(Q(name__gt=after) | Q(name=BASE)).delete()


def without_the_last() -> None:
    forget("leagues", "0004")
    forget("payouts", "0004")


def older_still() -> None:
    """Clubs had those that `0001_base` stood for, and none of what came after."""
    recorder = MigrationRecorder(connection)
    forget("clubs", "0000")
    recorder.record_applied("clubs", "0001_initial")


HALF_WAY = pytest.mark.parametrize(
    ("undo", "apps"), [(without_the_last, "leagues, payouts"), (older_still, "clubs")], ids=["half", "older"]
)


@pytest.fixture
def before(db: None) -> None:
    """What the database notes is what it noted then."""
    MigrationRecorder(connection).migration_qs.filter(name=BASE, app__in=REPLACED).delete()


def noted() -> Counter[str]:
    ours = MigrationRecorder(connection).migration_qs.filter(app__in=REPLACED).values_list("app", "name")
    today = MigrationLoader(None).disk_migrations
    return Counter(app for app, name in ours if (app, name) not in today)


def migrations_of(app: str) -> list[tuple[str, str]]:
    """Those that this app has today, the first one first."""
    return sorted(key for key in MigrationLoader(None).disk_migrations if key[0] == app)


def test_what_had_all_migrations_is_taken_over_as_it_is(before):
    assert noted() == REPLACED
    out = io.StringIO()

    call_command("migrate", "--plan", stdout=out)
    assert "No planned migration operations." in out.getvalue()
    call_command("migrate", stdout=out)

    assert "No migrations to apply." in out.getvalue()
    assert waiting(connection) == []
    now = MigrationLoader(connection).applied_migrations
    assert {app for app, name in now if name == BASE} >= REPLACED.keys()
    assert noted() == REPLACED
    assert Client().get("/readyz").status_code == 200


@HALF_WAY
def test_what_stopped_half_way_is_refused_in_a_sentence(before, undo: Callable[[], None], apps: str):
    undo()
    sentence = (
        f"the database stopped half-way through migrations that are no longer here ({apps}): "
        "finish them with the version of Scorekeeper that began them, then use this one"
    )
    was = noted()

    with pytest.raises(CommandError) as refused:
        call_command("migrate", skip_checks=False)
    answer = Client().get("/readyz")

    assert str(refused.value) == sentence
    assert (answer.status_code, answer.json()) == (503, {"status": "down", "reason": sentence})
    assert noted() == was
    assert [app for app, _name in waiting(connection)] == apps.split(", ")


def test_what_was_begun_with_these_migrations_goes_on(before):
    """As a first `migrate` that was broken off leaves it: an app has all of its tables, or none."""
    forget("transfer", "0000")

    assert refusal(connection) == ""
    assert waiting(connection) == migrations_of("transfer")
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["migrations"]) == (503, len(migrations_of("transfer")))


@pytest.mark.both_engines("each engine has a backup of its own", "play.upkeep.backups")
def test_the_backup_of_one_that_stopped_half_way_is_not_put_back(transactional_db, tmp_path):
    factories.record(factories.make_sitting())
    forget("leagues", "0004")
    back_up(tmp_path / "copy")
    factories.record(factories.make_sitting())
    here = summary_here()

    with pytest.raises(Failed, match=r"copy can't be put back: the database stopped half-way .*\(leagues\)"):
        put_back(tmp_path / "copy", force=True)

    assert summary_here() == here
