"""A hand as a machine of events (section 3): what stands after each."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from games.truco.rules import DRAW, OTHER, WHOLE_GAME, Figure, Kind, Side, TrucoRules, is_side, same
from games.truco.state import Two, index_of

# Who has a hand by its rounds (section 4).

ROUNDS: Final = 3

_TWO: Final = 2


def decided(rounds: tuple[str, ...]) -> bool:
    """Whether no further round is played."""
    return len(rounds) == ROUNDS or winner_of(rounds) is not None


@lru_cache(maxsize=64)
def winner_of(rounds: tuple[str, ...]) -> Side | None:
    """The side that has the hand by these rounds, if one has.

    Two rounds won decide. Else one drawn round does: the hand is the first winner's, whether the draw came
    before or after, unless both sides have a round and the third is still to be played.
    """
    won: list[Side] = [_side(winner) for winner in rounds if winner != DRAW]
    if not won or (len(won) == len(rounds) == 1):
        return None
    for side in won:
        if won.count(side) == _TWO:
            return side
    return won[0] if len(won) < len(rounds) else None


def _side(winner: str) -> Side:
    return "A" if winner == "A" else "B"


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


# Why an event is refused, by the hand before it: a code and the values of its sentence (section 10).

Values: TypeAlias = Mapping[str, Side | Figure]
Refusal: TypeAlias = tuple[str, Values] | None


def refusal(play: Play, event: object) -> Refusal:
    """Why this cannot be the next event; None if it can."""
    if not isinstance(event, Mapping) or not isinstance(event.get("t"), str) or event["t"] not in _REFUSALS:
        return "unknown_event", {}
    kind = event["t"]
    if play.end is not None:
        return ("round_after_hand_decided" if kind == "round" else "event_after_hand_over"), {}
    if kind != "round" and not is_side(event.get("by")):
        return "unknown_side", {}
    return _REFUSALS[kind](play, event)


def _round(play: Play, event: Data) -> Refusal:
    winner = event.get("winner")
    if not is_side(winner) and winner != DRAW:
        return "unknown_round_winner", {}
    if play.undecided:
        return "hand_of_ten_undecided", _decider(play)
    return ("round_while_raise_pending", {"side": play.pending}) if play.pending else None


def _decide(play: Play, event: Data) -> Refusal:
    if play.decider is None:
        return "decision_not_allowed", {}
    if play.playing is not None:
        return "decision_already_made", {}
    if event["by"] != play.decider:
        return "decision_by_wrong_side", _decider(play)
    return None if type(event.get("play")) is bool else ("decision_missing", {})


def _call(play: Play, event: Data) -> Refusal:
    if play.kind != "normal":
        return ("raise_in_hand_of_ten" if play.kind == "special" else "raise_in_iron_hand"), {}
    if event["by"] == play.raiser:
        return "raise_twice_in_a_row", {"side": event["by"]}
    asked = next_step(play)
    if asked > play.rules.top:
        return "raise_above_top", {"value": play.rules.ladder[-1]}
    return _named(play, event.get("to"), asked) or _capped(play, event["by"])


def _named(play: Play, to: object, asked: int) -> Refusal:
    """A call may name its value: the next one, no other."""
    if to is None or same(to, play.rules.ladder[asked]):
        return None
    on_ladder = any(same(to, figure) for figure in play.rules.ladder)
    return ("raise_skips_step" if on_ladder else "raise_not_in_ladder"), {"value": play.rules.ladder[asked]}


def _capped(play: Play, caller: Side) -> Refusal:
    """Section 8, `raise_cap`: no raise where nobody can need more."""
    cap = play.rules.raise_cap
    if cap == "none":
        return None
    standing = play.step + (play.pending is not None)
    if cap == "own_win":
        enough = play.pending is not None and play.wins_game(caller, standing)
    else:
        enough = all(play.wins_game(side, standing) for side in OTHER)
    return ("raise_beyond_need", {}) if enough else None


def _accept(play: Play, event: Data) -> Refusal:
    return _answer(play, event, "accept_without_raise")


def _run(play: Play, event: Data) -> Refusal:
    return _answer(play, event, "run_without_raise")


def _answer(play: Play, event: Data, without: str) -> Refusal:
    if play.pending is None:
        return without, {}
    return ("answer_own_raise", {"side": play.pending}) if event["by"] == play.pending else None


def _fold(play: Play, event: Data) -> Refusal:
    if play.undecided:
        return "hand_of_ten_undecided", _decider(play)
    return None if play.rules.allow_fold else ("fold_not_allowed", {})


def _decider(play: Play) -> Values:
    return {"side": play.decider} if play.decider else {}


_REFUSALS: Final[dict[str, Callable[[Play, Data], Refusal]]] = {
    "round": _round,
    "decide": _decide,
    "call": _call,
    "accept": _accept,
    "run": _run,
    "fold": _fold,
}


def unfinished(play: Play) -> Refusal:
    """What is wrong with a hand that ends here."""
    if play.pending is not None and play.end is None:
        return "raise_unanswered", {"side": play.pending}
    if play.undecided and play.end is None:
        return "hand_of_ten_undecided", _decider(play)
    if play.end is None:
        return "hand_incomplete", {}
    return ("dealer_required", {}) if play.needs_dealer else None
