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


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("rule", ["higher seed number wins", "Lower seed number wins", "", None, ["x"], {}, 1])
def test_unknown_way_to_decide_matches_is_refused(kind, rule):
    case = next(case for case in CASES if case["kind"] == kind)

    with pytest.raises(Unreadable, match=r"^winner_rule: .+ is not known \('lower seed number wins'"):
        list(differences({**case, "winner_rule": rule}))


@pytest.mark.parametrize("rule", sorted({case["winner_rule"] for case in CASES if "winner_rule" in case}))
def test_single_elimination_has_no_grand_finals_to_decide(rule):
    case = next(case for case in CASES if case["kind"] == "single_elimination")

    if "GF1" in rule:
        with pytest.raises(Unreadable, match="winner_rule"):
            list(differences({**case, "winner_rule": rule}))
    else:
        assert list(differences({**case, "winner_rule": rule})) == []


def test_winner_of_a_grand_final_is_that_of_the_rule_not_of_the_answer():
    case = next(case for case in CASES if case["id"] == "de-4-reset-lb")
    wrong = [[*match[:3], 1] if match[0] == "GF2" else match for match in case["matches"]]

    assert [path for path, _want, _got in differences({**case, "matches": wrong})] == ["matches"]


def test_command_names_the_field_and_goes_on(tmp_path):
    bracket = next(case for case in CASES if case["kind"] == "double_elimination")
    path = written(tmp_path / "cases.json", {**bracket, "winner_rule": "best hat wins"}, PAYOUT)
    out = StringIO()

    with pytest.raises(CommandError, match="1 of 2 cases differ"):
        call_command("check_pairing", str(path), stdout=out)

    assert out.getvalue().startswith(f"{bracket['id']}: winner_rule: 'best hat wins' is not known (")


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
