"""What an entry is judged against: the score and the deal before it."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from games.core.values import Problem
from games.truco.machine import Play
from games.truco.rules import TrucoRules
from games.truco.state import Two, kind_of
from games.truco.values import OTHER, Kind, Side

Data: TypeAlias = Mapping[str, Any]
Found: TypeAlias = list[Problem]


class Before(NamedTuple):
    """The score before a hand, the side that dealt it (None: nobody knows), and the seats for the sentences."""

    score: Two
    dealer: Side | None
    seats: tuple[int, ...]

    @property
    def mano(self) -> Side | None:
        """Section 1: who leads first is never on the side that dealt."""
        return OTHER[self.dealer] if self.dealer else None

    def kind(self, rules: TrucoRules) -> tuple[Kind, Side | None]:
        """What this hand is, and which side decides about it."""
        return kind_of(self.score, rules.special_at)

    def play(self, rules: TrucoRules, moved: Two = (0, 0)) -> Play:
        """The hand before its first event; `moved` is what bets beside it were worth."""
        kind, decider = self.kind(rules)
        score = (self.score[0] + moved[0], self.score[1] + moved[1])
        return Play(rules, score, kind, decider, self.dealer)
