"""A small tournament of pairs in Truco by a program alone: groups, a bracket with a second final, prizes and papers."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scorekeeper.play.models import Sitting
from tests import factories
from tests.acting import Api, bearer
from tests.factories import NOW
from tests.factories.matches import game_won
from tests.factories.money import with_money

pytestmark = pytest.mark.django_db
PAIRS = ("Aces", "Bulls", "Crows", "Doves", "Eagles", "Foxes")
LIST = "team,name,partner,rating\n" + "\n".join(
    f"{name},{name} One,{name} Two,{2000 - 100 * number}" for number, name in enumerate(PAIRS[:-1])
)


class Program(Api):
    """It plans, runs and closes one tournament; every act that has a key is sent twice."""

    cup: str
    stages: list[str]

    def twice(self, path: str, body: Any) -> Any:
        key = str(uuid4())
        made = self.post(path, body, 201, key)
        assert self.post(path, body, 200, key) == made
        return made

    def plan(self, club: Any) -> None:
        groups = {"kind": "round_robin", "groups": 2, "ties": ["DE", "SETS"]}
        when = {"starts_at": NOW.isoformat(), "venue": "Hall"}
        wanted = {"name": "Spring cup", "game": "truco", "of": "pairs", "plan": groups, **when}
        found = self.twice(f"clubs/{club.pk}/tournaments/plan", wanted)
        self.cup = f"tournaments/{found['id']}"
        final = {"name": "Final", "plan": {"kind": "double", "takes": {"best": 2}}, "version": found["version"]}
        added = self.twice(f"{self.cup}/stages", final)
        self.stages = [f"stages/{stage['id']}" for stage in added["stages"]]

    def take_in(self) -> list[Any]:
        """A list, one who enters at the desk, everybody checked in."""
        dry = self.post(f"{self.cup}/enter-list", {"text": LIST})
        assert (dry["is_whole"], dry["entries"]) == (True, [])
        listed = self.post(f"{self.cup}/enter-list", {"text": LIST, "dry": False})["entries"]
        last = self.twice(f"{self.cup}/enter", {"who": [{"name": "Foxes One"}, {"name": "Foxes Two"}], "name": "Foxes"})
        people = [*listed, last]
        assert [(one["called"], one["seed"]) for one in people] == [(name, at) for at, name in enumerate(PAIRS, 1)]
        for one in people:
            self.post(f"entrants/{one['id']}/mark", {"act": "came"})
        return people

    def draws(self, stage: str) -> Any:
        """The next round, opened; None where none is left."""
        look = self.get(f"{stage}/precheck")
        if not look["may_draw"]:
            return None
        draft = self.twice(f"{stage}/draw", {})
        assert self.get(f"rounds/{draft['id']}")["reasons"]
        return self.post(f"{stage}/draft/publish", {"round": draft["id"], "revision": draft["revision"]})

    def wins(self, table: Any, side: int) -> None:
        winner = table["places"][side]["entrant"]
        sets = [2, 0] if side == 0 else [0, 2]
        body = {"winner": winner, "sets": sets, "scored": [12 * n for n in sets], "reason": "told at the desk"}
        self.twice(f"round-tables/{table['id']}/match", body)

    def plays(self, table: Any, side: int) -> None:
        """The same on the sheet, signed by all and so closed."""
        sheet = f"sittings/{table['sitting']}"
        for _game in range(2):
            record = game_won(side)
            self.twice(f"{sheet}/hands", {"record": record})
        sitting = Sitting.objects.get(pk=table["sitting"])
        factories.sign_all(sitting)  # on the phones of those who sit there


@pytest.fixture
def program(club):
    with_money(club)
    return Program(bearer(factories.owner_of(club)))


def test_a_program_runs_a_tournament_from_the_plan_to_the_prizes(program, club):
    program.plan(club)
    people = program.take_in()
    season = program.post(f"{program.cup}/prizes")["season"]
    paid_for(program, season, people)
    called_and_timed(program)

    groups_are_played(program)
    final_is_played(program)

    places = program.get(f"{program.cup}/places")
    assert places["is_final"]
    assert [one["last"] for one in places["places"]] == [1, 2, 3, 4, 6, 6]
    given = program.twice(f"seasons/{season}/prizes/award", {})
    assert given
    prizes = program.get(f"seasons/{season}/prizes")["prizes"]
    won = [one["entrant"] for one in places["places"][:2]]
    shares = {player["player"]: 1500 for one in people if one["id"] == won[0] for player in one["players"]}
    shares |= {player["player"]: 750 for one in people if one["id"] == won[1] for player in one["players"]}
    assert {one["player"]: one["amount"] for one in prizes} == shares
    names = [player["name"] for one in people if one["id"] in won for player in one["players"]]
    on_paper(program, names)


def paid_for(program: Program, season: str, people: list[Any]) -> None:
    """Everybody pays 5.00, and two thirds are for the first."""
    program.get(f"seasons/{season}/prizes", 404)  # until its terms are set
    program.post(f"seasons/{season}/prizes/terms", {"version": 0, "entry_price": 500, "weights": [2, 1]})
    for one in people[:3]:
        for player in one["players"]:
            program.twice(f"seasons/{season}/prizes/entries", {"kind": "entry", "player": player["player"]})
    for one in people[3:]:  # who pays for two
        player = {"kind": "entry", "player": one["players"][0]["player"]}
        program.twice(f"seasons/{season}/prizes/entries", player)


def called_and_timed(program: Program) -> None:
    assert program.post(f"{program.cup}/clock/start", expected=409)["code"] == "clock_not_set"
    program.post(f"{program.cup}/clock/set", {"seconds": 3000})
    assert program.post(f"{program.cup}/clock/add", {"seconds": 600})["left"] == 3600
    assert program.post(f"{program.cup}/clock/start")["is_running"]
    screen = program.post(f"{program.cup}/links/make", {"kind": "screen"})["links"][0]["address"]
    assert Client().get(screen).status_code == 200


def groups_are_played(program: Program) -> None:
    """Who is at home wins; one match is played on its sheet, and one result is written wrongly and taken back."""
    stage = program.stages[0]
    while one := program.draws(stage):
        first, *others = one["tables"]
        program.plays(first, 0)
        for table in others:
            program.wins(table, 0)
        found = program.get(f"rounds/{one['id']}")
        assert [table["match"]["winner"] for table in found["tables"]] == [
            table["places"][0]["entrant"] for table in one["tables"]
        ]
        call = program.post(f"round-tables/{first['id']}/call", {"words": "who deals?"})
        assert program.get(f"{program.cup}/calls")["calls"] == [call]
        program.post(f"director-calls/{call['id']}/answer")
        program.post(f"rounds/{one['id']}/official")
    table = one_of(program, stage)
    program.twice(f"{stage}/points", {"entrant": table, "points": -1, "reason": "late"})
    lines = program.get(f"{stage}/standing?official=true")["lines"]
    assert next(line["extra"] for line in lines if line["entrant"] == table) == -1
    for tied in program.get(f"{stage}/standing")["tied"]:
        program.twice(f"{stage}/lots", {"entrants": tied})
    assert program.get(f"{stage}/standing")["tied"] == []
    program.post(f"{stage}/end")


def one_of(program: Program, stage: str) -> str:
    """Whoever stands last, whom a penalty costs no place."""
    return str(program.get(f"{stage}/standing")["groups"][0]["places"][-1]["entrant"])


def final_is_played(program: Program) -> None:
    """Who is away always wins, so that a second final is played."""
    stage, codes = program.stages[1], []
    while one := program.draws(stage):
        for table in one["tables"]:
            program.wins(table, 1)
            codes.append(table["code"])
        program.post(f"rounds/{one['id']}/official")
        assert program.get(f"rounds/{one['id']}/corrections")["since_official"] == []
    assert codes == ["W1.1", "W1.2", "W2.1", "L1.1", "L2.1", "GF1", "GF2"]
    told = program.get(f"{stage}/standing")
    assert (told["is_final"], [line["rank"] for line in told["lines"]]) == (True, [1, 2, 3, 4])
    assert [match["code"] for one in told["bracket"] for match in one["matches"]] == [
        *("W1.1", "W1.2", "W2.1", "L1.1", "L2.1", "GF1", "GF2")
    ]
    assert program.post(f"{stage}/end")["state"] == "ended"


def on_paper(program: Program, named: list[str]) -> None:
    told = {paper["paper"]: paper["address"] for paper in program.get(f"{program.cup}/papers")["papers"]}
    assert {"prizes", "receipts", "standing", "seats", "cards"} <= told.keys()
    files = {paper: Client().get(address, headers=program.by) for paper, address in told.items()}
    assert {paper: answer["Content-Type"] for paper, answer in files.items()} == dict.fromkeys(told, "application/pdf")
    listed = b"".join(Client().get(f"{told['prizes']}?as=csv", headers=program.by)).decode()
    assert [name for name in named if name not in listed] == []
