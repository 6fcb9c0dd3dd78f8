"""A hand as a machine of events (section 3): what stands after each."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from games.truco.rounds import decided, winner_of
from games.truco.rules import TrucoRules
from games.truco.state import Two, index_of
from games.truco.values import OTHER, WHOLE_GAME, Figure, Kind, Side

Data: TypeAlias = Mapping[str, Any]


class End(NamedTuple):
    """How a hand ended: who has it (None: nobody), by what, and for how many points."""

    winner: Side | None
    by: str
    value: int


class Play(NamedTuple):
    """A hand being played, `score` counting what a side bet already moved.

    `step` is the accepted step of the ladder, `pending` the side whose raise waits for an answer,
    `raiser` the side that raised last. `playing` is the answer of the side that decides, as far as there is one.
    `dealer` is the side that dealt, None where nobody knows.
    """

    rules: TrucoRules
    score: Two
    kind: Kind
    decider: Side | None
    dealer: Side | None
    step: int = 0
    pending: Side | None = None
    raiser: Side | None = None
    playing: bool | None = None
    rounds: tuple[str, ...] = ()
    end: End | None = None

    @property
    def undecided(self) -> bool:
        """Whether a side must first say if the hand is played."""
        return self.kind == "special" and self.playing is None

    @property
    def needs_dealer(self) -> bool:
        """Whether three draws cannot be settled, because nobody knows who dealt."""
        by_deal = self.rules.all_tied in {"dealer_side", "mano_side"}
        return self.end is not None and self.end.by == "all_tied" and by_deal and self.dealer is None

    def worth(self, step: int, side: Side) -> int:
        """What a step of the ladder is worth to a side."""
        return figure_for(self.rules.ladder[min(step, self.rules.top)], side, self.score, self.rules.target)

    def value(self, side: Side) -> int:
        """What the hand is worth to a side as things stand (sections 3, 5 and 6)."""
        if self.kind == "special":
            return self.rules.special_play
        base = self.worth(self.step, side)
        if self.kind == "iron":
            return max(base, self.rules.target - self.score[index_of(side)])
        return base

    def wins_game(self, side: Side, step: int) -> bool:
        """Whether a step of the ladder would bring a side to its target."""
        return self.score[index_of(side)] + self.worth(step, side) >= self.rules.target


def figure_for(figure: Figure, side: Side, score: Two, target: int) -> int:
    """A figure of a ladder in points for a side: "game" is what it still needs."""
    if figure == WHOLE_GAME:
        return max(1, target - score[index_of(side)])
    return int(figure)


def next_step(play: Play) -> int:
    """The step a raise would ask for: raising over a raise accepts that first."""
    return play.step + 1 + (play.pending is not None)


def after(play: Play, event: Data) -> Play:
    """The hand after an event that was not refused."""
    side = event.get("by")
    match event["t"]:
        case "round":
            return _after_round(play._replace(rounds=(*play.rounds, event["winner"])))
        case "call":
            return play._replace(step=next_step(play) - 1, pending=side, raiser=side)
        case "accept":
            return play._replace(step=play.step + 1, pending=None)
        case "decide" if event["play"]:
            return play._replace(playing=True)
        case "decide":
            return play._replace(playing=False, end=End(OTHER[event["by"]], "declined", play.rules.special_pass))
    winner = OTHER[event["by"]]
    return play._replace(end=End(winner, event["t"], play.value(winner)))


def _after_round(play: Play) -> Play:
    if not decided(play.rounds):
        return play
    winner = winner_of(play.rounds)
    by = "rounds" if winner else "all_tied"
    winner = winner or _tied_winner(play)
    return play._replace(end=End(winner, by, play.value(winner) if winner else 0))


def _tied_winner(play: Play) -> Side | None:
    """Section 4: who has a hand of three drawn rounds."""
    mano = OTHER[play.dealer] if play.dealer else None
    loser = play.raiser
    return {
        "dealer_side": play.dealer,
        "mano_side": mano,
        "raiser_loses": OTHER[loser] if loser else None,
        "nobody": None,
    }[play.rules.all_tied]
