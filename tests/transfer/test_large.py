"""A file of 20,000 lines, taken over in a process of its own: time and memory have bounds."""

import json

import pytest

from tests.bench.app import ENVIRON, prepared
from tests.bench.takeover import AIM, DAYS, MOST_GROWN, PEOPLE
from tests.serving import environ_for, run_python


@pytest.mark.long
def test_a_file_of_20_000_lines_is_taken_over_within_its_bounds(tmp_path):
    url = f"sqlite:///{tmp_path / 'large.sqlite3'}"
    prepared(url, "migrate")
    arguments = ["-m", "tests.bench.takeover", "taken_by_size", str(PEOPLE), json.dumps([DAYS])]
    [steps] = json.loads(run_python(arguments, environ_for(url, ENVIRON)).splitlines()[-1])
    assert len(steps) == 4
    assert max(step["cpu"] for step in steps.values()) < AIM
    assert max(step["grown"] for step in steps.values()) < MOST_GROWN
