"""Databases to be troubled: each test gets its own copy of one that is migrated and has a club with open tables."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.databases import copy_sqlite, migrate
from tests.faults.cluster import Cluster, postgresql
from tests.faults.load import seed
from tests.serving import environ_for

LONG = pytest.mark.long
# A fact is tried on one engine in the usual run, on both with `--long`; over the tests each engine has its turn.
SQLITE_FIRST = ("sqlite", pytest.param("postgresql", marks=LONG))
POSTGRESQL_FIRST = (pytest.param("sqlite", marks=LONG), "postgresql")
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Place:
    """The address of a database with what `seed` makes, and that of one where nothing is."""

    url: str
    made: dict[str, Any]
    elsewhere: str

    @property
    def environ(self) -> dict[str, str]:
        return environ_for(self.url)


Size: TypeAlias = Callable[[int, int], int]
NewPlace: TypeAlias = Callable[[str], Place]


@pytest.fixture(scope="session")
def size(request: pytest.FixtureRequest) -> Size:
    """How much is tried: the first number, with `--long` the second."""
    is_long = request.config.getoption("--long")
    return lambda usual, full: full if is_long else usual


@pytest.fixture(scope="session")
def sqlite_made(tmp_path_factory: pytest.TempPathFactory, size: Size) -> tuple[Path, dict[str, Any]]:
    path = tmp_path_factory.mktemp("made") / "made.sqlite3"
    return path, seed(environ_for(copy_sqlite(path)), size(16, 64))


@pytest.fixture(scope="session")
def whole_cluster() -> Iterator[Cluster]:
    with postgresql() as running:
        yield running


@pytest.fixture
def cluster(whole_cluster: Cluster) -> Cluster:
    """The PostgreSQL of this run of the tests; one that a failed test has left stopped is started again."""
    whole_cluster.start_again()
    return whole_cluster


@pytest.fixture(scope="session")
def postgresql_made(whole_cluster: Cluster, size: Size) -> dict[str, Any]:
    return seed(environ_for(migrate(whole_cluster.create("made"))), size(16, 64))


@pytest.fixture(scope="session")
def new_place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> NewPlace:
    """A place on the database of this kind, of the caller's own."""

    def on_sqlite() -> Place:
        path, made = request.getfixturevalue("sqlite_made")
        folder = tmp_path_factory.mktemp("place")
        shutil.copy(path, folder / "one.sqlite3")
        return Place(f"sqlite:///{folder / 'one.sqlite3'}", made, f"sqlite:///{folder / 'other.sqlite3'}")

    def on_postgresql() -> Place:
        made = request.getfixturevalue("postgresql_made")
        running: Cluster = request.getfixturevalue("whole_cluster")
        running.start_again()
        name = f"place{next(_numbers)}"
        return Place(running.create(name, "made"), made, running.create(f"{name}_other"))

    return lambda kind: on_sqlite() if kind == "sqlite" else on_postgresql()


@pytest.fixture
def place(request: pytest.FixtureRequest, new_place: NewPlace) -> Place:
    """On the engine that the test asks for: `@pytest.mark.parametrize("place", SQLITE_FIRST, indirect=True)`."""
    return new_place(request.param)


@pytest.fixture
def sqlite_place(new_place: NewPlace) -> Place:
    return new_place("sqlite")


@pytest.fixture
def postgresql_place(cluster: Cluster, new_place: NewPlace) -> Place:
    return new_place("postgresql")


@pytest.fixture
def faulty(tmp_path: Path) -> dict[str, str]:
    """The environment of an app that dies where the file `FAULTS` says."""
    return {"DJANGO_SETTINGS_MODULE": "tests.faults.settings", "FAULTS": os.fspath(tmp_path / "orders")}
