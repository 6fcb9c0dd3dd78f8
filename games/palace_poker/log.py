"""A log from its first action to its last: replayed step by step, and closed by a showdown."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from games.core.values import Problem
from games.palace_poker.hand import LogHand
from games.palace_poker.pots import Stakes, could_claim
from games.palace_poker.reading import (
    Data,
    Found,
    Move,
    Tiers,
    amounts,
    answer_of,
    are_places,
    banner_problems,
    complete,
    duplicates,
    given,
    listed,
    move_of,
    strangers,
    tiers_by,
)
from games.palace_poker.refusals import Refused, problem
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import Fight, PalaceTable, Player, Position, dealt, from_left_of
from games.palace_poker.steps import act, all_named, attack, begin, decide, respond
from games.palace_poker.values import MOST_ACTIONS, PALACE, SEATS, Hand, best_hand, is_card

# Reading what lay on the table before the first action of a log.


def setup_problems(data: Data, table: PalaceTable) -> Found:
    """What is wrong with a log, apart from its actions and its showdown."""
    seats = table.seats
    found: Found = []
    if data.get("cards", "counts") not in ("counts", "full"):
        found.append(problem("cards_mode_invalid", "cards"))
    dealer = dealt(data.get("dealer"), table)
    at_fault = [*strangers("dealer", [dealer], seats)]
    found += at_fault
    found += amounts("stacks", data.get("stacks"))
    order = seats if at_fault else from_left_of(dealer, seats)
    found += banner_problems(data.get("banners"), seats, order)
    found += _palace_problems(data, len(seats))
    if given(data.get("stacks")) is not None and not complete(data["stacks"], len(seats)):
        found.append(problem("stack_required", "stacks"))
    if not isinstance(data.get("actions"), list | tuple):
        found.append(problem("actions_required", "actions"))
    return found


def _palace_problems(data: Data, size: int) -> Iterator[Problem]:
    palaces = [*enumerate(listed(data.get("palaces")))]
    if len(palaces) >= SEATS.stop:
        yield problem("palace_size", "palaces")
        return
    named = [card for _, palace in palaces for card in listed(palace)]
    for place, palace in palaces:
        if not all(map(is_card, listed(palace))):
            yield problem("bad_card", f"palaces.{place}")
    yield from duplicates("palaces" if named else "banners", [*listed(data.get("banners")), *named])
    if given(data.get("palaces")) is not None and len(palaces) != size:
        yield problem("palace_size", "palaces")
    for place, palace in palaces:
        if palace is not None and len(listed(palace)) != PALACE:
            yield problem("palace_size", f"palaces.{place}")


class Layout(NamedTuple):
    """What lay on the table, one entry a seat; lists that nobody gave are None."""

    banners: Sequence[str]
    palaces: Sequence[Sequence[str] | None] | None
    stacks: Sequence[int | None] | None
    full: bool
    dealer: int | None


def layout_of(data: Data | LogHand) -> Layout:
    """The layout of a record, or of plain values without problems."""
    if isinstance(data, LogHand):
        return Layout(data.banners, given(data.palaces), given(data.stacks), data.cards == "full", data.dealer)
    full = data.get("cards") == "full"
    lists = (given(data.get("palaces")), given(data.get("stacks")))
    return Layout(data["banners"], *lists, full, data.get("dealer"))


def laid_out(layout: Layout, rules: PalacePokerRules, table: PalaceTable) -> Position:
    """The position before the first action."""
    seats = table.seats
    unknown = (None,) * len(seats)
    lists = (layout.banners, layout.palaces or unknown, layout.stacks or unknown)
    players = {
        seat: Player(seat, banner, None if palace is None else tuple(palace), stack)
        for seat, banner, palace, stack in zip(seats, *lists, strict=True)
    }
    order = from_left_of(dealt(layout.dealer, table), seats)
    return begin(rules, tuple(players[seat] for seat in order), full=layout.full)


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
    if not all_named(position, places):
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
    shown = [position.players[place] for place in position.remaining if all_named(position, [place])]
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
