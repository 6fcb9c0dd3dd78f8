"""`python -m games`, in a process of its own and in this one."""

import io
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from games.__main__ import main

ROOT = Path(__file__).parents[2]
VECTORS = Path(__file__).with_name("skat") / "vectors.json"
CASES = len(json.loads(VECTORS.read_text())["vectors"])
HAND = {"contract": "hearts", "matadors": 2, "with": True, "declarer_points": 75}
WON = {
    "won": True,
    "overbid": False,
    "game_value": 30,
    "multiplier": 3,
    "declarer_score": 30,
    "levels": ["matadors:2", "game"],
}


def score(text, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    code = main(["score", "skat"])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def check(file, capsys):
    code = main(["check", "skat", str(file)])
    return code, capsys.readouterr()


def test_commands_run_as_a_process():
    line = json.dumps({"id": 7, "op": "hand", "input": HAND})

    scored = subprocess.run(
        [sys.executable, "-m", "games", "score", "skat"],
        cwd=ROOT,
        input=line,
        text=True,
        capture_output=True,
        check=True,
    )
    checked = subprocess.run(
        [sys.executable, "-m", "games", "check", "skat", VECTORS], cwd=ROOT, text=True, capture_output=True, check=True
    )

    assert json.loads(scored.stdout) == {"id": 7, **WON}
    assert checked.stdout.splitlines() == [f"{CASES} of {CASES} agree"]


def test_module_is_a_command(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["games", "check", "skat", str(VECTORS)])

    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(ROOT / "games" / "__main__.py"), run_name="__main__")

    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"{CASES} of {CASES} agree\n"


def test_score_answers_each_line_in_order(monkeypatch, capsys):
    lines = [
        json.dumps({"id": {"a": [1]}, "op": "hand", "input": HAND}).encode(),
        b"[1]",
        b"",
        b"\xff",
        b'{"op": "hand", "input": NaN}',
        b'{"id": 1e999}',
        b'{"id": {"a": [0, -1e999]}}',
        b'{"id": 0, "op": "hand", "input": {"bid": ' + b"9" * 400 + b".0}}",
        b'{"id": [NaN]}',
        b'{"id": -Infinity}',
        b"[" * 100_000,
        b'{"id": ' + b"1" * 5000 + b"}",
        json.dumps({"op": "hand", "rules": {"passed": "ramsch"}, "input": {"contract": "passed"}}).encode(),
    ]

    code, answers = score(b"\n".join(lines), monkeypatch, capsys)

    assert code == 0
    assert answers[0] == {"id": {"a": [1]}, **WON}
    assert answers[1:12] == [{"error": "not_json"}] * 11
    assert answers[12]["game_value"] == 0


def test_numbers_that_are_finite_are_passed_through(monkeypatch, capsys):
    _, [answer] = score(b'{"id": [1.5, -1e300, 0.0, 1e-999]}', monkeypatch, capsys)

    assert answer["id"] == [1.5, -1e300, 0.0, 0.0]


@pytest.mark.parametrize(
    ("case", "code", "field"),
    [
        ({}, "unknown_op", "op"),
        ({"op": ["hand"]}, "unknown_op", "op"),
        ({"op": "deal", "input": HAND}, "unknown_op", "op"),
        ({"op": "hand", "rules": [], "input": HAND}, "rules_malformed", "rules"),
        ({"op": "hand", "rules": {"system": "leipzig"}, "input": HAND}, "system_unknown", "system"),
        ({"op": "hand"}, "not_an_object", ""),
        ({"op": "hand", "input": {**HAND, "surprise": 1}}, "field_unknown", "surprise"),
        ({"op": "ramsch", "input": {"skat_to": "nobody"}}, "ramsch_skat_to_unknown", "ramsch_skat_to"),
    ],
)
def test_score_refuses_with_all_problems(case, code, field, monkeypatch, capsys):
    _, [answer] = score(json.dumps(case).encode(), monkeypatch, capsys)

    assert answer["error"] == code
    assert (answer["problems"][0]["code"], answer["problems"][0]["field"]) == (code, field)
    assert answer["problems"][0]["message"]


def test_ramsch_options_may_stand_in_the_input(monkeypatch, capsys):
    given = {"points": [50, 30, 30], "tricks": [4, 3, 3], "skat_points": 10, "last_trick": 2, "pushes": 1}
    case = {"op": "ramsch", "input": {**given, "skat_to": "last_trick", "tie": "all"}}

    _, [answer] = score(json.dumps(case).encode(), monkeypatch, capsys)

    assert answer == {"scores": [-100, 0, 0], "durchmarsch": False, "jungfrau": False}


def test_check_tells_each_difference(tmp_path, capsys):
    vectors = [
        {"id": "same", "op": "hand", "input": HAND, "expected": WON},
        {"id": "value", "op": "hand", "input": HAND, "expected": {"game_value": 40, "won": 1}},
        {"id": "code", "op": "hand", "input": HAND, "expected": {"error": "bid_not_legal"}},
        {"id": "deep", "op": "series", "input": {}, "expected": {"error": "table_size", "hand": 2}},
    ]
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"vectors": vectors}))

    code, printed = check(file, capsys)

    assert code == 1
    assert printed.out.splitlines() == [
        "value game_value: expected 40, got 30",
        "value won: expected 1, got true",
        'code error: expected "bid_not_legal", got "(absent)"',
        'deep hand: expected 2, got "(absent)"',
        "1 of 4 agree",
    ]


def test_check_looks_into_objects_at_any_depth(tmp_path, capsys):
    series = {"table_size": 3, "players": ["A", "B", "C"], "hands": []}
    expected = {"rows": {"A": {"total": 1, "won": 0}, "B": 5}}
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"vectors": [{"id": "L", "op": "series", "input": series, "expected": expected}]}))

    code, printed = check(file, capsys)

    assert code == 1
    assert printed.out.splitlines()[0] == "L rows.A.total: expected 1, got 0"
    assert printed.out.splitlines()[1].startswith("L rows.B: expected 5, got {")


@pytest.mark.parametrize("text", ["", "[]", '{"vectors": 5}', '{"vectors": [{"id": 1}]}', '{"vectors": [1]}'])
def test_check_of_something_else_is_not_run(text, tmp_path, capsys):
    file = tmp_path / "vectors.json"
    file.write_text(text)

    code, printed = check(file, capsys)

    assert code == 2
    assert "not a file of worked cases" in printed.err


def test_check_of_a_file_that_is_not_there_is_not_run(tmp_path, capsys):
    assert check(tmp_path / "none.json", capsys)[0] == 2


def test_unknown_game_is_not_run(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["score", "bridge"])

    assert stopped.value.code == 2
