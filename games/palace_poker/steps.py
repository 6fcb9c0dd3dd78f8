"""The hand, step by step: one pure step for each action, for each response and for what decides a battle.

Each function gives the position after the step or raises `Refused`.
"""

from typing import Final

from games.core.text import Amount
from games.palace_poker.reading import Move
from games.palace_poker.refusals import refused
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import Player, Position, buried, changed, paid
from games.palace_poker.values import CARDS, DEALT_EACH, MOST_SOLDIERS, SAME_SUIT, End, is_card


def begin(rules: PalacePokerRules, players: tuple[Player, ...], *, full: bool) -> Position:
    """The position after the antes; players stand from the dealer's left. A short ante is all-in."""
    position = Position(rules, full, players, draw=len(CARDS) - DEALT_EACH * len(players))
    for place, player in enumerate(players):
        position = paid(position, place, player.able(rules.to_enter), "ante")
    return position


def actor(position: Position, move: Move) -> int:
    """The place of whoever acts, if it is their turn."""
    place = position.place_of(move.by)
    if place is None:
        raise refused("unknown_player", "by")
    if position.end is not None:
        raise refused("action_after_end")
    if position.players[place].out:
        raise refused("player_out", "by")
    if place != position.turn:
        raise refused("out_of_turn", "by")
    return place


def act(position: Position, move: Move) -> Position:
    """The position after an action that is no battle."""
    place = actor(position, move)
    return _ACTIONS[move.do](position, place, move)


def _buy(position: Position, place: int, move: Move) -> Position:
    player = position.players[place]
    if position.full:
        may_take(position, move.card)
    elif move.card is not None and not is_card(move.card):
        raise refused("bad_card", "card")
    thrown = _thrown(position, move.discard)
    _something_to_draw(position)
    cards = (*player.cards, str(move.card)) if position.full else ()
    soldiers = player.soldiers + 1
    if soldiers - _count(thrown) > MOST_SOLDIERS:
        raise refused("too_many_soldiers", "discard")
    drawn = changed(_drawn(position), place, soldiers=soldiers, cards=cards)
    after = _discarded(drawn, place, thrown)
    affordable(player, position.rules.small_bet, "do")
    after = paid(after, place, position.rules.small_bet, "buy")
    return passed_on(after._replace(passed=frozenset()), place)


def may_buy(position: Position, player: Player) -> None:
    """Whether a buy is possible at all, whatever card it brings."""
    _something_to_draw(position)
    affordable(player, position.rules.small_bet, "do")


def _something_to_draw(position: Position) -> None:
    if not position.draw and not position.discards:
        raise refused("no_cards_to_buy")


def affordable(player: Player, amount: int, field: str) -> None:
    """A buy, a raise and a named bet must be paid in full (section 5)."""
    if player.able(amount) < amount:
        raise refused("insufficient_stack", field, left=Amount(player.left or 0))


def may_take(position: Position, card: object) -> None:
    """Whether this card can have been bought now."""
    if card is None:
        raise refused("card_required", "card")
    if not is_card(card):
        raise refused("bad_card", "card")
    if any(card in player.hand() for player in position.players if not player.out):
        raise refused("duplicate_card", "card")
    if position.draw and card in position.buried:
        raise refused("card_not_available", "card")


def _drawn(position: Position) -> Position:
    """One card less in the deck, after the discards were shuffled if it was empty."""
    if position.draw:
        return position._replace(draw=position.draw - 1)
    return position._replace(draw=position.discards - 1, discards=0, buried=frozenset())


def _thrown(position: Position, discard: object) -> int | tuple[str, ...]:
    """The soldiers that go, by number or by name; zero where nothing is said."""
    if discard is None:
        return 0
    if not position.full and type(discard) is int and 0 <= discard <= len(CARDS):
        return discard
    if position.full and isinstance(discard, list | tuple) and all(map(is_card, discard)):
        return tuple(discard)
    raise refused("discard_invalid", "discard")


def _count(thrown: int | tuple[str, ...]) -> int:
    return thrown if isinstance(thrown, int) else len(thrown)


def _discarded(position: Position, place: int, thrown: int | tuple[str, ...]) -> Position:
    player, count = position.players[place], _count(thrown)
    named = () if isinstance(thrown, int) else thrown
    if count > player.soldiers or len(set(named)) < len(named) or not set(named) <= set(player.cards):
        raise refused("discard_invalid", "discard")
    cards = tuple(card for card in player.cards if card not in named)
    position = changed(position, place, soldiers=player.soldiers - count, cards=cards)
    return buried(position, count, named)


def _discard(position: Position, place: int, move: Move) -> Position:
    thrown = _thrown(position, move.discard)
    if not thrown:
        raise refused("discard_invalid", "discard")
    return _pass(_discarded(position, place, thrown), place, move)


def _pass(position: Position, place: int, move: Move) -> Position:
    return passed_on(position._replace(passed=position.passed | {place}), place)


def _fold(position: Position, place: int, move: Move) -> Position:
    return passed_on(gone(position, place), place)


_ACTIONS: Final = {"buy": _buy, "discard": _discard, "stay": _pass, "fold": _fold}


def gone(position: Position, place: int) -> Position:
    """The position with a player out and all of their cards among the discards."""
    player = position.players[place]
    position = buried(position, DEALT_EACH + player.soldiers, player.hand())
    return changed(position, place, out=True, soldiers=0, cards=())


def passed_on(position: Position, place: int) -> Position:
    """Section 4: whether the hand is over after an action at this place, and whose turn it is else."""
    left = position.remaining
    if end := _end(position, left):
        return position._replace(end=end, passed=position.passed & set(left))
    size = len(position.players)
    turn = min(left, key=lambda other: (other - place - 1) % size)
    return position._replace(turn=turn, passed=position.passed & set(left))


def _end(position: Position, left: tuple[int, ...]) -> End | None:
    if not left:
        return "tie_last_two"
    if len(left) == 1:
        return "last_standing"
    if len(left) in SAME_SUIT and len({position.players[place].suit for place in left}) == 1:
        return "same_suit"
    return "showdown" if position.passed.issuperset(left) else None
