"""Short ways through matches of two and brackets of them: played on their sheets, or written at the desk."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundTable, Stage, Tournament
from scorekeeper.tournaments.results import services as matches
from scorekeeper.tournaments.results.records import MatchWon, TableMatch
from scorekeeper.tournaments.results.services import Saying, make_official
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import come, make_cup, publish, saying, sender, sheet

SVOI, TRUCO = "svoi_kozyri", "truco"


def make_duels(plan: StagePlan, people: int = 6, *, game: str = SVOI, club: Club | None = None, **more: Any) -> Stage:
    """A stage of single players against each other who are all here."""
    return make_cup(club, people, plan, game=game, **more)


def make_pairs_cup(plan: StagePlan, pairs: int = 9, *, club: Club | None = None, **more: Any) -> Stage:
    """A stage of pairs in Truco who are all here."""
    stage = make_cup(club, 0, plan, game=TRUCO, of=Tournament.Of.PAIRS, team_size=2, **more)
    for number in range(1, pairs + 1):
        come(stage, f"Ana {number:02}", f"Bia {number:02}", entrant=f"Pair {number:02}")
    return stage


def sides(table: RoundTable) -> tuple[Entrant, Entrant]:
    """(at home, away)."""
    home, away = (place.entrant for place in table.places.select_related("entrant").order_by("seat"))
    return home, away


def deal(winner: int | None) -> dict[str, Any]:
    """A deal of Svoi Kozyri that this seat wins; None: a draw."""
    result = "loss" if winner is not None else "draw"
    return {"kind": "deal", "trumps": ["clubs", "hearts"], "finished": [winner or 0], "result": result}


def game_won(side: int, how: str = "played") -> dict[str, Any]:
    """A hand of Truco by which a side wins a game that stands at nothing."""
    return {"kind": "quick", "how": how, "winner": "AB"[side], "value": 12}


def plays(table: RoundTable, winner: int | None) -> Sitting:
    """The match won on its sheet by who is at home (0) or away (1), or drawn, and signed."""
    sitting = sheet(table)
    if sitting.game == SVOI:
        factories.record(sitting, deal(winner))
        return factories.finish(sitting)
    assert winner is not None
    for _game in range(2):
        factories.record(sitting, game_won(winner))
    return factories.sign_all(sitting)


def wins(table: RoundTable, winner: Entrant | None, **more: Any) -> DeskAct:
    """Written at the desk: who has won, or a draw."""
    result = match_result(winner.pk if winner else None, **more)
    return write_match(table_id=table.pk, result=result, say=saying(table.club))


def match_result(winner: UUID | None, **more: Any) -> MatchWon:
    """Who has won, and how."""
    return MatchWon(winner=winner, **more)


def write_match(*, table_id: UUID, result: MatchWon, say: Saying) -> DeskAct:
    """Who has won a match, written at the desk."""
    return matches.write_match(TableMatch(**dict(result), reason=say.reason), table_id=table_id, **sender(say))


Chooses = Callable[[Entrant, Entrant], Entrant]


def make_bracket(pairs: int = 6, plan: StagePlan | None = None, *, club: Club | None = None, **more: Any) -> Stage:
    """A stage of pairs in Truco who are all here; the first of the list is the first seed."""
    return make_pairs_cup(plan or DoublePlan(), pairs, club=club, **more)


def stronger(first: Entrant, second: Entrant) -> Entrant:
    return min(first, second, key=lambda entrant: entrant.number)


def numbers(round_: Round) -> dict[str, tuple[int, int]]:
    """{match: the numbers of who plays in it}."""
    return {table.code: (sides(table)[0].number, sides(table)[1].number) for table in round_.tables.order_by("number")}


def won(table: RoundTable, by: Chooses = stronger) -> Entrant:
    """The match written at the desk."""
    winner = by(*sides(table))
    wins(table, winner)
    return winner


def next_round(stage: Stage, by: Chooses = stronger) -> Round:
    """The open matches drawn, opened and decided, and official."""
    round_ = publish(stage)
    for table in round_.tables.all():
        won(table, by)
    return make_official(round_id=round_.pk, by=factories.owner_of(stage.club), now=NOW)
