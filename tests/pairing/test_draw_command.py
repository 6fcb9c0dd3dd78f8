"""`manage.py draw`: what it prints, and how it says what is wrong with a file."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

WHOLE = {
    "id": "evening",
    "players": ["Ada", "Bert", 3, "Dora", "Emil", "Frida", "Gerd", "Hilde", "Ida"],
    "rounds": 3,
    "sizes": [3, 4],
    "clubs": {"Ada": "North", "Bert": "North", "3": "South"},
    "clubs_rule": "hard",
    "forbidden": [["Dora", 3]],
    "wanted": [["Ada", "Ida"]],
    "absent": {"2": ["Emil"]},
    "history": [["Ada", "Dora", 2]],
    "locks": [{"round": 3, "player": "Ada", "table": 1, "seat": 0, "with": [3]}],
    "done": [[["Ada", 3, "Emil"], ["Bert", "Dora", "Frida"], ["Gerd", "Hilde", "Ida"]]],
    "seed": 20261122,
    "time_limit_s": 60.5,
}
SMALL = {"players": 9, "rounds": 2, "sizes": [3, 4], "seed": 1}


def run(tmp_path, instance):
    path, out = tmp_path / "instance.json", StringIO()
    path.write_text(instance if isinstance(instance, str) else json.dumps(instance))
    call_command("draw", str(path), stdout=out)
    return json.loads(out.getvalue())


def test_rounds_and_report_are_printed(tmp_path):
    told = run(tmp_path, WHOLE)

    assert told["rounds"][0] == WHOLE["done"][0]
    assert told["rounds"][2][0][0] == "Ada"
    assert 3 in told["rounds"][2][0]
    assert sorted(str(player) for table in told["rounds"][1] for player in table) == sorted(
        str(player) for player in WHOLE["players"] if player != "Emil"
    )
    report = told["report"]
    assert (report["seed"], report["locks_honoured"], report["stopped_early"]) == (20261122, 1, False)
    assert report["repeats"] >= report["lower_bound"] >= 1


def test_a_round_that_was_played_can_say_who_sat_out(tmp_path):
    tables = [[1, 2, 3], [4, 5, 6]]
    done = {"players": 8, "rounds": 2, "sizes": [3, 4], "seed": 1, "done": [tables]}
    by_itself = run(tmp_path, done)

    told = run(tmp_path, {**done, "done": [{"tables": tables, "out": [7, 8]}]})
    other = run(tmp_path, {**done, "done": [{"tables": tables, "out": [8]}]})

    assert told == by_itself
    assert told["report"]["byes"] != other["report"]["byes"]
    assert told["report"]["input_hash"] != other["report"]["input_hash"]


def test_players_of_a_number_are_counted_from_one(tmp_path):
    told = run(tmp_path, SMALL)

    assert sorted(player for table in told["rounds"][0] for player in table) == list(range(1, 10))
    assert told == run(tmp_path, SMALL)


def test_number_of_tables_can_be_asked_for(tmp_path):
    told = run(tmp_path, {**SMALL, "tables": {"4": 1, "3": 1}})

    assert [len(table) for table in told["rounds"][0]] == [4, 3]
    assert sum(told["report"]["byes"].values()) == 4


def test_number_of_tables_can_be_asked_for_in_one_round(tmp_path):
    told = run(tmp_path, {**SMALL, "tables_in": {"1": {"3": 2}}})
    usual = run(tmp_path, SMALL)

    assert [len(table) for table in told["rounds"][0]] == [3, 3]
    assert [[len(table) for table in one] for one in told["rounds"][1:]] == [
        [len(table) for table in one] for one in usual["rounds"][1:]
    ]
    assert told["report"]["input_hash"] != usual["report"]["input_hash"]


def test_a_round_that_was_published_can_say_who_sat_out(tmp_path):
    tables = [[[1, 2, 3], [4, 5, 6]], [[1, 4, 7], [2, 5, 8]]]
    shown = {"players": 8, "rounds": 2, "sizes": [3], "seed": 1, "keep": True}

    answer = run(tmp_path, {**shown, "published": [{"tables": one, "out": []} for one in tables]})
    by_itself = run(tmp_path, {**shown, "published": tables})

    assert answer == by_itself


def test_club_mates_who_meet_are_named_as_the_file_names_them(tmp_path):
    """A player whose club is null has none."""
    clubs = {"Ada": "North", "2": "North", "3": None, "4": None}

    answer = run(tmp_path, {"players": ["Ada", 2, 3, 4], "rounds": 1, "sizes": [4], "seed": 1, "clubs": clubs})

    assert answer["report"]["club_meetings"] == [[1, 2, "Ada"]]


def test_clock_may_only_stop_it(tmp_path):
    told = run(tmp_path, {**SMALL, "players": 30, "rounds": 9, "clubs": {"1": "A", "2": "A"}, "time_limit_s": 0})

    assert told["report"]["stopped_early"] is True
    assert [len(one) for one in told["rounds"]] == [8] * 9


WRONG = [
    ({"players": None}, "players: missing"),
    ({"players": True}, "players: True"),
    ({"players": 1}, "players: 1 players"),
    ({"players": 5000}, "players: 5000"),
    ({"players": ["a", "a", "b", "c"]}, "players: somebody is named twice. Name each player once"),
    ({"players": ["a", 1.5]}, "players: entry 2 is 1.5"),
    ({"players": 2}, "players: 2 are there in round 1, and a table takes at least 3"),
    ({"rounds": None}, "rounds: missing"),
    ({"rounds": "many"}, "rounds: 'many' is no whole number"),
    ({"rounds": 0}, "rounds: 0 rounds. Ask for 1 to 60"),
    ({"sizes": 4}, "sizes: 4 is no list"),
    ({"sizes": []}, "sizes: no size"),
    ({"sizes": [1]}, "sizes: a table of 1"),
    ({"tables": {"5": 1}}, "tables: 5 is none of the allowed sizes"),
    ({"tables": {"4": 3}}, "tables: 12 seats for the 9"),
    ({"tables": {"4": -1}}, "tables: -1 tables"),
    ({"tables": {"4": 0}}, "tables: no table at all"),
    ({"tables_in": {"1": {"5": 1}}}, "tables_in: 5 is none of the allowed sizes"),
    ({"tables_in": {"1": {"4": 3}}}, "tables_in: 12 seats for the 9"),
    ({"tables_in": {"9": {"4": 1}}}, "tables_in: round 9"),
    ({"tables_in": {"1": [4]}}, "tables_in: [4] is no object"),
    ({"clubs": {"1": 1.5}}, "clubs: 1.5 of 1"),
    ({"clubs": {"10": "A"}}, "clubs: '10' is none of the players"),
    ({"clubs_rule": "strict"}, "clubs_rule: 'strict'"),
    ({"forbidden": [[1, 1]]}, "forbidden: 1 with 1"),
    ({"forbidden": [[1]]}, "forbidden: [1] has 1 entries"),
    ({"absent": {"3": [1]}}, "absent: round 3"),
    ({"absent": {"one": [1]}}, "absent: 'one' is no whole number"),
    ({"history": [[1, 2, -1]]}, "history: 1 and 2 met -1 times"),
    ({"history": [[1, 2, 1], [1, 2, 2]]}, "history: 1 and 2 are named twice"),
    ({"history": [[1, 2, 1], [2, 1, 1]]}, "history: 1 and 2 are named twice. Name each pair once."),
    ({"locks": [{"round": 3, "player": 1}]}, "locks: round 3 for 1"),
    ({"locks": [{"player": 1}]}, "round: missing"),
    ({"locks": [{"round": 1, "player": 1, "room": 2}]}, "locks: 'room' is no part of a lock"),
    ({"locks": [{"round": 1, "player": 1, "with": 2}]}, "locks.with: 2 is no list"),
    ({"seed": -1}, "seed: -1 is no seed"),
    ({"seed": 2**64}, "is no seed"),
    ({"form_round": {}}, "form_round: no such key. Write `from_round`"),
    ({"from_round": {"1": 0}}, "from_round: 1: round 0"),
    ({"style": "seeded"}, "style: points are known for the next round only"),
    ({"style": "seeded", "mode": "by_round"}, "points: nobody has points"),
    ({"keep": True}, "keep: nothing was published"),
    ({"keep": "high"}, "keep: nothing was published"),
    ({"keep": "yes"}, "keep: 'yes' is neither"),
    ({"done": [[[1, 2, 3]], [[1, 2, 3]]]}, "done: all rounds are done"),
    ({"done": [[[1, 2, 3], [3, 4, 5]]]}, "done: 3 sits 2 times in round 1"),
    ({"players": 14, "done": [[[*range(1, 14)]]]}, "done: a table of 13 in round 1. Seat at most 12"),
    ({"published": [[[1, 2, 3]]] * 3}, "published: more rounds than there are"),
    ({"done": [{"tables": [[1, 2, 3]], "bye": [4]}]}, "done: 'bye' is no part of a round. Write tables, out"),
    ({"done": [{"out": [4]}]}, "tables: missing"),
    ({"done": [{"tables": [[1, 2, 3]], "out": 4}]}, "done.out: 4 is no list"),
    ({"preferred": 5}, "preferred: 5 is none"),
    ({"time_limit_s": "soon"}, "time_limit_s: 'soon'"),
    ({"time_limit_s": -0.5}, "time_limit_s: -0.5 is no number of seconds"),
]


@pytest.mark.parametrize(("change", "said"), WRONG, ids=[said for _change, said in WRONG])
def test_what_is_wrong_is_said_by_field(tmp_path, change, said):
    with pytest.raises(CommandError) as told:
        run(tmp_path, {**SMALL, **change})

    assert said in str(told.value)
    assert told.value.returncode == 2


@pytest.mark.parametrize("text", ["", "[]", "{", '"x"', "[" * 100_000, "7"])
def test_what_is_no_instance_is_refused(tmp_path, text):
    with pytest.raises(CommandError) as told:
        run(tmp_path, text)

    assert told.value.returncode == 2


def test_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(CommandError, match=r"nothing\.json") as told:
        call_command("draw", str(tmp_path / "nothing.json"))

    assert told.value.returncode == 2


def test_what_cannot_be_had_is_named(tmp_path):
    locks = [{"round": 1, "player": 7, "table": 1}, {"round": 1, "player": 7, "table": 2}]

    with pytest.raises(CommandError, match="round 1: 7 is locked to two tables") as told:
        run(tmp_path, {**SMALL, "locks": locks})

    assert told.value.returncode == 1
