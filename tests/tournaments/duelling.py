"""Short ways through matches of two: played on their sheets, or written at the desk."""

from typing import Any

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models import DeskAct, Entrant, RoundTable, Stage, Tournament
from scorekeeper.tournaments.plans import Plan
from scorekeeper.tournaments.services.matches import MatchResult, write_match
from tests import factories
from tests.tournaments.desk import come, make_cup, saying, sheet

SVOI, TRUCO = "svoi_kozyri", "truco"


def make_duels(plan: Plan, people: int = 6, *, game: str = SVOI, club: Club | None = None, **more: Any) -> Stage:
    """A stage of single players against each other who are all here."""
    return make_cup(club, people, plan, game=game, **more)


def make_pairs_cup(plan: Plan, pairs: int = 9, *, club: Club | None = None, **more: Any) -> Stage:
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
    result = MatchResult(winner.pk if winner else None, **more)
    return write_match(table_id=table.pk, result=result, say=saying(table.club))
