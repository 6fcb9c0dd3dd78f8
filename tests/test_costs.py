"""What a run cost, beside what it may: folders are summed, a fifth more is too much, little things may grow."""

import re
import subprocess
import sys

from tests import changed, costs
from tests.costs import Costs, grown, multiples

WORKING = Costs({"tests/play/test_a.py::test_x": 3.0, "tests/play/test_b.py::test_y": 1.0, "tests/test_c.py::z": 2.0})


def test_tests_are_summed_by_folder():
    assert WORKING.by_folder() == {"tests/play": 4.0, "tests/test_c.py": 2.0}
    assert WORKING.slowest(1) == [("tests/play/test_a.py::test_x", 3.0)]


def test_costs_are_multiples_of_the_loop_of_the_same_run():
    assert multiples(Costs(WORKING.tests, whole=8.0, loop=0.1)) == {
        "all": 80.0,
        "tests/play": 40.0,
        "tests/test_c.py": 20.0,
    }


def test_a_process_is_paid_while_it_runs_by_whoever_keeps_it_busy():
    """Not by the test at whose end it is stopped: that is the last one of a process, whichever that is."""
    loop = "input(); sum(range(4_000_000)); print(flush=True); input()"
    begin = costs.cpu()
    with subprocess.Popen([sys.executable, "-c", loop], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"\n")
        process.stdin.flush()
        process.stdout.readline()
        running = costs.cpu()
        process.communicate(b"\n")
    stopped = costs.cpu()

    assert running - begin > 0.02
    assert stopped - running < running - begin


def test_a_process_that_ends_while_it_is_asked_has_started_none_and_costs_nothing_more():
    """The browser and the servers start and end processes all the time: one of them must not end the whole run."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass

    assert list(costs.started(process.pid)) == []
    assert costs.seconds_of(process.pid) == 0.0


def test_more_than_a_fifth_over_what_is_written_is_named():
    written = {"all": 1000.0, "tests/play": 500.0, "tests/api": 100.0}

    assert grown(written, {"all": 1190.0, "tests/play": 590.0, "tests/api": 110.0}) == []
    assert grown(written, {"all": 1250.0, "tests/play": 750.0, "tests/api": 110.0}) == [
        "all costs 1250 loops, where 1000 are written down",
        "tests/play costs 750 loops, where 500 are written down",
    ]


def test_a_folder_may_grow_while_the_whole_does_not():
    assert grown({"all": 1000.0, "tests/jobs": 100.0}, {"all": 1100.0, "tests/jobs": 300.0}) == []


def test_what_is_not_written_may_cost_little():
    assert grown({}, {"all": costs.LITTLE, "tests/jobs": costs.LITTLE}) == []
    assert grown({}, {"all": 130.0, "tests/jobs": 30.0}) == ["all costs 130 loops, where 0 are written down"]


def test_each_file_that_python_does_not_import_stands_in_the_map():
    """What stands nowhere chooses everything: right, but slow, so it is better decided."""
    patterns = [re.compile(pattern) for pattern, _places in changed.MAP]

    assert [name for name in changed.files() if not any(pattern.fullmatch(name) for pattern in patterns)] == []


def test_what_the_map_chooses_is_there():
    places = {place for name in changed.files() for place in changed.tests_of(name) or ()}

    assert [place for place in sorted(places) if not (changed.ROOT / place).exists()] == []


def test_a_stranger_chooses_everything():
    assert changed.chosen(["games/skat/README.md", "scorekeeper/new.toml"]) is None
    assert changed.chosen(["games/skat/README.md"]) == ["tests/test_docs.py"]
    assert changed.chosen([]) == []


def test_files_that_came_went_or_changed_are_changes():
    assert changed.changes({"a": "1", "b": "1", "c": "1"}, {"a": "1", "b": "2", "d": "1"}) == {"b", "c", "d"}


def test_tests_that_cost_much_are_written_down_and_those_that_no_run_had_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(costs, "DEAR", tmp_path / "dear.json")
    costs.DEAR.write_text('["tests/journeys/test_j.py::test_j", "tests/play/test_b.py::test_y"]')
    found = Costs({"tests/play/test_a.py::test_x[1]": 0.1, "tests/play/test_a.py::test_x[2]": 3.0})

    costs.write_dear([found, Costs({"tests/play/test_b.py::test_y": costs.MUCH})])

    assert costs.read_dear() == ["tests/journeys/test_j.py::test_j", "tests/play/test_a.py::test_x"]


def test_each_test_that_costs_much_is_there():
    """Who renames one renames it here too, else it is run everywhere again."""
    for dear in costs.read_dear():
        place, *_class, name = dear.split("::")
        assert f"def {name}(" in (changed.ROOT / place).read_text(), dear
