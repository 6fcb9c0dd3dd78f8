"""A log from its first action to its last: replayed step by step, and closed by a showdown."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from games.core.values import Problem
from games.palace_poker.battle import attack, respond
from games.palace_poker.conquest import decide, known
from games.palace_poker.evaluation import Hand, best_hand
from games.palace_poker.moves import Move, answer_of, move_of
from games.palace_poker.position import Fight, Position
from games.palace_poker.pots import Stakes, could_claim
from games.palace_poker.reading import Tiers, are_places, given, listed, tiers_by
from games.palace_poker.refusals import Refused, problem
from games.palace_poker.steps import act
from games.palace_poker.values import MOST_ACTIONS


def replay(position: Position, actions: Iterable[object]) -> Position:
    """The position after these actions, plain or recorded; `Refused` says at which one a rule was broken."""
    for number, action in enumerate(actions):
        if number >= MOST_ACTIONS:
            raise Refused(too_many_actions())
        with at(f"actions.{number}"):
            position = played(position, move_of(action))
    return position


def too_many_actions() -> Problem:
    """A log longer than the readers want to read."""
    return problem("action_invalid", f"actions.{MOST_ACTIONS}", case="actions", most=MOST_ACTIONS)


@contextmanager
def at(where: str) -> Iterator[None]:
    """Say of a refusal where in the log it stands."""
    try:
        yield
    except Refused as refusal:
        found = refusal.problem
        field = f"{where}.{found.field}" if found.field else where
        raise Refused(replace(found, field=field)) from None


def played(position: Position, move: Move) -> Position:
    """The position after one whole action, a battle to its end."""
    if move.do != "battle":
        return act(position, move)
    position, fight = answered(*attack(position, move), move.responses)
    return decide(position, fight, move.winner, move.keep)


def answered(position: Position, fight: Fight, responses: Iterable[object]) -> tuple[Position, Fight]:
    """An open battle after these responses."""
    for number, response in enumerate(responses):
        with at(f"responses.{number}"):
            position, fight = respond(position, fight, answer_of(response))
    return position, fight


def showdown_of(position: Position) -> Tiers | None:
    """The order of all hands that are shown, nothing void; None where a card is not known."""
    places = position.remaining
    if not known(position, places):
        return None
    by_hand: dict[Hand, list[int]] = {}
    for player in (position.players[place] for place in places):
        by_hand.setdefault(best_hand(player.hand(), wheel=position.rules.wheel), []).append(player.seat)
    return tuple(tuple(by_hand[hand]) for hand in sorted(by_hand, reverse=True))


def showdown_problem(position: Position, showdown: object, seats: Sequence[int]) -> Problem | None:
    """What is wrong with the showdown of a hand that is over; `seats` is the order of its places."""
    places = given(showdown)
    if position.end != "showdown":
        return None if places is None else problem("showdown_not_allowed", "showdown")
    computed = showdown_of(position)
    if places is None:
        return None if computed else problem("showdown_required", "showdown")
    tiers = tiers_by(listed(places), seats) if are_places(places, len(seats)) else ()
    still_in = {position.players[place].seat for place in position.remaining}
    if not tiers or not still_in.issuperset(seat for tier in tiers for seat in tier):
        return problem("showdown_invalid", "showdown")
    if _contradicts(position, tiers):
        return problem("winner_mismatch", "showdown")
    if not computed and _leaves_open(position, tiers):
        return problem("showdown_required", "showdown", case="next")
    return None


def _contradicts(position: Position, tiers: Tiers) -> bool:
    """Whether these places say otherwise than the cards of two players that are known; who has none is below all who
    have one.
    """
    place_of = {seat: nth for nth, tier in enumerate(tiers) for seat in tier}
    shown = [position.players[place] for place in position.remaining if known(position, [place])]
    hands = {player.seat: best_hand(player.hand(), wheel=position.rules.wheel) for player in shown}
    return any(
        (hands[first] == hands[second]) != (place_of[first] == place_of.get(second)) or hands[first] < hands[second]
        for first in hands
        for second in hands
        if first in place_of and place_of[first] <= place_of.get(second, len(tiers))
    )


def _leaves_open(position: Position, tiers: Tiers) -> bool:
    """Whether a player without a place could claim what nobody with one can, because somebody is all-in."""
    paid = {player.seat: player.paid for player in position.players}
    all_in = [player.seat for player in position.players if player.all_in]
    named = {seat for tier in tiers for seat in tier}
    others = [player.seat for player in position.players if not player.out and player.seat not in named]
    return could_claim(Stakes(paid, all_in, tiers), others)


def tiers_of(position: Position, showdown: Tiers) -> Tiers:
    """Section 5: the winners, lower showdown hands, then who lost a battle, the latest first."""
    if position.end == "showdown":
        first = showdown_of(position) or showdown
    elif position.end == "tie_last_two":
        return (position.lost[-1], *reversed(position.lost[:-1]))
    else:
        first = (tuple(position.players[place].seat for place in position.remaining),)
    return (*first, *reversed(position.lost))
