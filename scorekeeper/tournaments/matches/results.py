"""What a match has brought: a table of two entrants, one on each side. Seat 0 is at home, seat 1 away."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from games.core.game import AnyGame, Duel
from scorekeeper.pairing.keys import HALF
from scorekeeper.tournaments.models import DeskAct, Round
from scorekeeper.tournaments.rounds.results import Played, Read, nameless

WIN, LOSS = Fraction(1), Fraction(0)
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a match has come to, in standard points (1, a half, 0) whatever the plan pays for them.

    `sets` and `scored` are what (home, away) have won and scored in it, points of a sheet in its unit; 0 where the game
    does not know them or nobody said. `is_forfeit`: not played, because somebody did not come; where neither came both
    have lost. `act` is what was written at the desk, None where the sheet says it. Until it `is_final` it is how the
    match stands at the moment.
    """

    home: UUID
    away: UUID
    of_home: Fraction
    of_away: Fraction
    sets: Pair = (0, 0)
    scored: Pair = (0, 0)
    is_forfeit: bool = False
    act: DeskAct | None = None
    is_final: bool = True

    @property
    def winner(self) -> UUID | None:
        """None: a draw, or both have lost."""
        if self.of_home == self.of_away:
            return None
        return self.home if self.of_home > self.of_away else self.away

    @property
    def loser(self) -> UUID | None:
        """None: a draw, or both have lost."""
        if self.winner is None:
            return None
        return self.away if self.winner == self.home else self.home

    def of(self, entrant: UUID) -> Fraction:
        """The points of one of the two."""
        return self.of_home if entrant == self.home else self.of_away

    def counted_of(self, entrant: UUID) -> int | None:
        """The sets of one of the two, or what they scored where no sets are known; None where nobody has counted."""
        counted = self.sets if any(self.sets) else self.scored
        if self.is_forfeit or not any(counted):
            return None
        return counted[0] if entrant == self.home else counted[1]


def sides_of(played: Played) -> tuple[UUID, UUID]:
    """(at home, away)."""
    home, away = played.places
    return home.entrant_id, away.entrant_id


def outcome_of(played: Played, game: AnyGame) -> Outcome | None:
    """What was written of it at the desk, else what its sheet says; None while nothing is decided: no hand was played,
    or a game that ends with a winner has none yet."""
    if played.match:
        return _written(played, played.match)
    if played.sitting is None or not played.sitting.head or game.duel is None:
        return None
    return _of_match(played, game.duel) if game.duel.by == "match" else _of_points(played)


def is_decided(played: Played, game: AnyGame) -> bool:
    """Whether it has its result: written at the desk, or on a sheet that is closed and says who won."""
    return played.is_final and outcome_of(played, game) is not None


def undecided_tables(round_: Round, read: Read = nameless) -> list[int]:
    """The numbers of the matches of a round that have no result yet."""
    game = round_.stage.tournament.plays
    return [played.number for played in read([round_]) if not is_decided(played, game)]


def _written(played: Played, act: DeskAct) -> Outcome:
    home, away = sides_of(played)
    forfeit, winner = bool(act.detail["forfeit"]), act.detail["winner"]
    if winner is None:
        both = LOSS if forfeit else HALF
        points = both, both
    else:
        points = (WIN, LOSS) if winner == str(home) else (LOSS, WIN)
    sets, scored = (tuple(act.detail.get(name, (0, 0))) for name in ("sets", "scored"))
    return Outcome(home, away, *points, sets, scored, is_forfeit=forfeit, act=act)


def _of_match(played: Played, duel: Duel) -> Outcome | None:
    """Everybody of a side gets the same measures, so what all of them have is shared out among its seats."""
    home, away = sides_of(played)
    mine, theirs = played.got[home].measures, played.got[away].measures
    if (won := _ahead(mine)) == (lost := _ahead(theirs)):
        return None
    seats = sum(seat.is_active for seat in played.sitting.seats.all()) // 2 if played.sitting else 1
    name = duel.sets[0] if duel.sets else ""
    points = (WIN, LOSS) if won > lost else (LOSS, WIN)
    return Outcome(
        home,
        away,
        *points,
        sets=(mine.get(name, 0) // seats, theirs.get(name, 0) // seats),
        scored=(mine.get(duel.scored, 0) // seats, theirs.get(duel.scored, 0) // seats),
        is_final=played.is_final,
    )


def _ahead(measures: Mapping[str, int]) -> int:
    return measures.get("won", 0) - measures.get("lost", 0)


def _of_points(played: Played) -> Outcome | None:
    home, away = sides_of(played)
    mine, theirs = played.got[home].sheet, played.got[away].sheet
    if mine is None or theirs is None:
        return None
    points = HALF if mine == theirs else Fraction(mine > theirs)
    return Outcome(home, away, points, 1 - points, scored=(mine, theirs), is_final=played.is_final)
