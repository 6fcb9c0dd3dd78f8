"""What every test stands on: the guarded tables around a flush, and how hard Hypothesis looks."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from scorekeeper.common.garbage import settle
from tests.tools import PARTS, RUN_URL, available, must_run_all

hypothesis_settings.register_profile("dev", max_examples=50, deadline=None)
for profile, examples in (("ci", 200), ("long", 2000)):
    hypothesis_settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )

TRANSACTIONAL = {
    "transactional_db",
    "live_server",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the full sizes too (tests marked `long`)")
    parser.addoption("--part", choices=PARTS, help="run only this part of the suite; the command makes a run of each")


def pytest_configure(config: pytest.Config) -> None:
    """How many examples of each property are tried: what a build server has time for, or the full size."""
    usual = "ci" if must_run_all() else "dev"
    hypothesis_settings.load_profile("long" if config.getoption("--long", default=False) else usual)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What belongs to another run, or to a machine with more on it, is left out; a build server leaves nothing out."""
    has = {"long": config.getoption("--long"), **available()}
    if must_run_all():
        has |= dict.fromkeys(available(), True)
    has["postgresql"] = os.environ.get(RUN_URL, "").startswith("postgres")  # these need a run of their own
    has["one_engine"] = not has["postgresql"]
    part = config.getoption("--part")
    left_out = [
        item
        for item in items
        if part not in {None, part_of(item)}
        or any(item.get_closest_marker(name) for name in has if not has[name])
        or (has["postgresql"] and _shows_pages(item))
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def _shows_pages(item: pytest.Item) -> bool:
    """Pages ask the services that are tried on both engines: what they make of the answers is tried on SQLite alone."""
    return any(word in item.path.stem.split("_") for word in ("views", "screens"))


def pytest_collection_finish() -> None:
    """A run is a process that stays: to look through all that is loaded again and again would take part of its time."""
    settle()


def part_of(item: pytest.Item) -> str:
    """Each test belongs to one part: what a browser shows, what depends on the database it runs on, or the rest."""
    if item.get_closest_marker("journey"):
        return "browser"
    return "database" if _needs_database(item) else "rest"


def _needs_database(item: pytest.Item) -> bool:
    wanted = {"db", *TRANSACTIONAL}
    marked = any(item.get_closest_marker(name) for name in ("django_db", "postgresql"))
    return marked or not wanted.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """On a build server a test that skips itself has failed."""
    report = yield
    if report.skipped and must_run_all() and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but CI=true asks for everything: {report.longrepr}"
    return report


def is_transactional(request: pytest.FixtureRequest) -> bool:
    """Whether the database is emptied after this test instead of rolled back."""
    marker = request.node.get_closest_marker("django_db")
    marked = bool(marker) and bool(marker.kwargs.get("transaction") or marker.kwargs.get("reset_sequences"))
    return marked or not TRANSACTIONAL.isdisjoint(request.fixturenames)


@pytest.fixture(autouse=True)
def guarded_tables(request: pytest.FixtureRequest) -> Iterator[None]:
    """The append-only tables refuse to be emptied too, so their triggers step aside for the flush after a
    transactional test. Such tests run last; each finds the triggers standing."""
    if not is_transactional(request):
        yield
        return
    request.getfixturevalue("_django_db_helper")

    from django.db import connection

    from scorekeeper.common.append_only import protect, unprotect
    from scorekeeper.play.models import APPEND_ONLY

    protect(connection, APPEND_ONLY)
    yield
    connection.close_if_unusable_or_obsolete()
    unprotect(connection, APPEND_ONLY)


@pytest.fixture(autouse=True)
def empty_caches() -> Iterator[None]:
    """Throttles and revisions of one test are none of the next one's."""
    yield
    from django.core.cache import caches

    for cache in caches.all(initialized_only=True):
        cache.clear()


@pytest.fixture(autouse=True)
def patient_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page waits for its draw however busy the machine is: what becomes of one that takes longer has tests of its
    own, which say so."""
    from scorekeeper.tournaments.services import scheduling

    monkeypatch.setitem(scheduling.draw_or_ask.__kwdefaults__, "patience", 60.0)


@pytest.fixture
def club(db: None) -> Any:
    from tests import factories

    return factories.make_club()


@pytest.fixture
def owner(club: Any) -> Any:
    """The founder of `club`."""
    return club.memberships.get(role="owner").user
