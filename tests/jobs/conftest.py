from collections.abc import Iterator

import pytest

from scorekeeper.jobs import models, services
from tests.jobs.handlers import KINDS, Plan


@pytest.fixture(autouse=True)
def known_kinds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kinds of these tests, and every report is written down."""
    monkeypatch.setattr(services, "OFTEN", 0)
    for kind in KINDS:
        monkeypatch.setitem(models.KINDS, kind.name, kind)
    Plan.steps = {}
    yield
    Plan.steps = {}
