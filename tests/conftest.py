"""What every test stands on: its part of the suite, its database, and how hard Hypothesis looks."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from scorekeeper.common.garbage import settle
from tests import costs, databases
from tests.tools import PARTS, RUN_URL, available, must_run_all, part_of_file
from tests.worlds import takes_what_is_long_to_make

# The same examples in each run, so that what is green stays green; chance has its turn where it has time for it.
for profile, examples in (("usual", 20), ("long", 2000)):
    hypothesis_settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )

TRANSACTIONAL = {
    "transactional_db",
    "live_server",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
}
URL = os.environ.get(RUN_URL, "")
LEAVING_OUT = {"rules", "app"}  # parts of which a run on one's own machine leaves out what is dear


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-examples", action="store_true", help="write the examples of the API document anew")
    parser.addoption("--long", action="store_true", help="run the full sizes too (tests marked `long`)")
    parser.addoption("--dear", action="store_true", help="run the tests that are left to the build server too")
    parser.addoption("--part", choices=PARTS, help="run only this part of the suite; the command makes a run of each")
    parser.addoption("--costs", type=Path, help="write here what each test cost, in CPU seconds")


def pytest_configure(config: pytest.Config) -> None:
    """How many examples of each property are tried; and the databases that the processes of this run will copy."""
    hypothesis_settings.load_profile("long" if config.getoption("--long", default=False) else "usual")
    if path := config.getoption("--costs", default=None):
        config.pluginmanager.register(costs.Plugin(config, path), "costs")
    if not hasattr(config, "workerinput"):
        databases.sweep()
        if config.getoption("numprocesses", default=None) and config.getoption("--part") != "rules":
            databases.prepare(URL)  # once, not by each process side by side


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file with nothing for this part is not even read: to import them all takes seconds in each process."""
    part = config.getoption("--part")
    if part is None or collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    if part == "engine":
        return None if config.getoption("--long") or _is_marked(collection_path, ENGINE) else True
    return None if part in part_of_file(collection_path) else True


def _is_marked(path: Path, markers: set[str]) -> bool:
    text = path.read_text(encoding="utf-8")
    return any(f"mark.{marker}" in text for marker in markers)


ENGINE = {"both_engines", "postgresql"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What belongs to another run, or to a machine with more on it, is left out; a build server leaves nothing out.

    What reads every page of the app comes first, module after module: each process of a run begins with a stretch of
    the tests in their order, so that one process makes these pages, and not each of them.
    """
    has = {"long": config.getoption("--long"), **available()}
    if must_run_all():
        has |= dict.fromkeys(available(), True)
    has["postgresql"] = URL.startswith("postgres")  # these need a run of their own
    part = config.getoption("--part")
    dear = _dear(config)
    left_out = [
        item
        for item in items
        if costs.name_of(item.nodeid) in dear
        or not _belongs(item, part, whole=config.getoption("--long"))
        or any(item.get_closest_marker(name) for name in has if not has[name])
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
    items.sort(key=_comes_later)


def _comes_later(item: pytest.Item) -> bool:
    module = item.getparent(pytest.Module)
    return module is None or not takes_what_is_long_to_make(module.obj)


def _dear(config: pytest.Config) -> set[str]:
    """The tests that a run of a whole part leaves to the build server; who names a place gets all that is there."""
    all_wanted = must_run_all() or config.getoption("--long") or config.getoption("--dear")
    if all_wanted or config.getoption("--part") not in LEAVING_OUT:
        return set()
    return set(costs.read_dear())


def _belongs(item: pytest.Item, part: str | None, *, whole: bool) -> bool:
    """Whether a test belongs to this part: on the second engine run those marked for it, or all with a database."""
    if part == "engine":
        return any(item.get_closest_marker(name) for name in ENGINE) or (whole and _needs_database(item))
    if part is None:
        return True
    return (part == "browser") == bool(item.get_closest_marker("journey"))


def pytest_collection_finish() -> None:
    """A run is a process that stays: to look through all that is loaded again and again would take part of its time."""
    settle()


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


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """A copy of the migrated template for this process. What a test commits is gone after it: the copy is made anew,
    which is quicker than to empty its tables, and needs no trigger to step aside."""
    from django.db import connection
    from django.test import TransactionTestCase

    lent = databases.lend(connection, URL)
    with django_db_blocker.unblock():
        next(lent)
    TransactionTestCase._fixture_teardown = lambda case: databases.restore(connection, URL)
    yield
    with django_db_blocker.unblock():
        next(lent, None)


@pytest.fixture(scope="session", autouse=True)
def folded_pages() -> Iterator[None]:
    """Whoever asks for a page in a test reads it as a browser does, however its template is broken into lines."""
    from django.test import Client

    from tests.pages import folded

    request = Client.request

    def request_and_fold(client: Any, **environ: Any) -> Any:
        response = request(client, **environ)
        is_page = response.get("Content-Type", "").startswith("text/html") and "Content-Encoding" not in response
        if is_page and not response.streaming:
            response.content = folded(response.content.decode())
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", request_and_fold)
        yield


@pytest.fixture(scope="session", autouse=True)
def promised_codes() -> Iterator[None]:
    """Whichever test calls the API: each code of a problem is one that the document promises of the operation."""
    from django.test import Client

    request, api = Client.request, "/api/v1/"

    def request_and_hold(client: Any, **environ: Any) -> Any:
        response = request(client, **environ)
        path = environ.get("PATH_INFO", "")
        if response.status_code in range(400, 500) and path.startswith(api):
            from tests.acting import has_known_codes

            has_known_codes(environ["REQUEST_METHOD"], path.removeprefix(api), response)
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", request_and_hold)
        yield


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Throttles, revisions and the language of the last request of one test are none of the next one's."""
    yield
    from django.core.cache import caches
    from django.utils import translation

    translation.deactivate()
    for cache in caches.all(initialized_only=True):
        cache.clear()


@pytest.fixture(autouse=True)
def patient_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page waits for its draw however busy the machine is: what becomes of one that takes longer has tests of its
    own, which say so."""
    from scorekeeper.tournaments.draft import scheduling

    monkeypatch.setitem(scheduling.draw_or_ask.__kwdefaults__, "patience", 60.0)


@pytest.fixture
def club(db: None) -> Any:
    from tests import factories

    return factories.make_club()


@pytest.fixture
def owner(club: Any) -> Any:
    """The founder of `club`."""
    return club.memberships.get(role="owner").user
