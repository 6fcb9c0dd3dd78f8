"""What every test stands on: the guarded tables around a flush, and how hard Hypothesis looks."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

hypothesis_settings.register_profile("dev", max_examples=50, deadline=None)
hypothesis_settings.register_profile(
    "ci",
    max_examples=500,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") == "true" else "dev")

TRANSACTIONAL = {
    "transactional_db",
    "live_server",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the full sizes too (tests marked `long`)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The full sizes are another command, not something skipped."""
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


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


@pytest.fixture
def club(db: None) -> Any:
    from tests import factories

    return factories.make_club()


@pytest.fixture
def owner(club: Any) -> Any:
    """The founder of `club`."""
    return club.memberships.get(role="owner").user
