"""Draws of tournaments in tests: how good a draw is is tried in tests/pairing, what becomes of it here."""

import pytest

from scorekeeper.pairing.schedules import drawing

QUICK = {"STARTS": 1, "MORE_STARTS": 1, "STEPS": 20, "MORE_STEPS": 10, "FEWEST_STEPS": 500, "REFINING": 80}


@pytest.fixture(autouse=True)
def quick_draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the search is enough for a handful of people; `@pytest.mark.whole_draws` asks for all of it."""
    if not request.node.get_closest_marker("whole_draws"):
        for name, value in QUICK.items():
            monkeypatch.setattr(drawing, name, value)
