"""Worked cases: all shared ones hold, and the command says where one does not."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.pairing.cases import KINDS, Unreadable, differences

VECTORS = Path(__file__).parent / "vectors.json"
CASES = json.loads(VECTORS.read_text())["cases"]
PAYOUT = next(case for case in CASES if case["kind"] == "payout")


def written(path: Path, *cases: object) -> Path:
    path.write_text(json.dumps({"cases": cases}))
    return path


def run(path: Path) -> str:
    out = StringIO()
    call_command("check_pairing", str(path), stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_shared_case_holds(case):
    assert list(differences(case)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_shared_case(kind):
    assert any(case["kind"] == kind for case in CASES)


@pytest.mark.parametrize(
    "case", [None, [], {}, {"kind": "raffle"}, {"kind": []}, {"kind": "payout"}, {"kind": "split34", "players": "x"}]
)
def test_what_is_no_case_is_said_to_be_none(case):
    with pytest.raises(Unreadable, match="not a case"):
        list(differences(case))


def test_command_says_that_nothing_differs(tmp_path):
    assert run(written(tmp_path / "cases.json", *CASES)) == f"{len(CASES)} cases, no difference\n"


def test_command_says_what_differs(tmp_path):
    wrong = {**PAYOUT, "id": "wrong", "expected": {**PAYOUT["expected"], "1": 4999}}
    out = StringIO()

    with pytest.raises(CommandError, match="2 of 3 cases differ") as told:
        call_command("check_pairing", str(written(tmp_path / "cases.json", PAYOUT, wrong, "what")), stdout=out)

    assert told.value.returncode == 1
    assert out.getvalue().splitlines()[0] == "wrong: expected.1: expected 4999, got 5000"
    assert out.getvalue().splitlines()[1].startswith("3: not a case")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cases": []}', '{"cases": 5}'])
def test_command_refuses_what_is_no_file_of_cases(tmp_path, text):
    path = tmp_path / "cases.json"
    path.write_text(text)

    with pytest.raises(CommandError, match=r"cases\.json") as told:
        run(path)

    assert told.value.returncode == 2
