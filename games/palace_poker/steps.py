"""The hand, step by step: one pure step for each action, and the betting of a battle with its answers (section 3).

Each function gives the position after the step or raises `Refused`.
"""

from collections.abc import Iterable
from typing import Final, TypeGuard

from games.core.text import Amount
from games.palace_poker.reading import Answer, Move
from games.palace_poker.refusals import Refused, no_amount, refused
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import Fight, Fought, Player, Position, buried, changed, paid
from games.palace_poker.values import (
    CARDS,
    DEALT_EACH,
    MOST_SOLDIERS,
    SAME_SUIT,
    TIE,
    End,
    best_hand,
    is_amount,
    is_card,
    suit_of,
)


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


def minimum(position: Position, place: int) -> int:
    """What a player must bet or call at least: a small bet for the banner and for each soldier."""
    return (position.players[place].soldiers + 1) * position.rules.small_bet


def attack(position: Position, move: Move) -> tuple[Position, Fight]:
    """The position after the bet of the attacker, and the battle that is open."""
    place = actor(position, move)
    target = position.place_of(move.target)
    if move.target is None:
        raise refused("action_invalid", "target")
    if target is None:
        raise refused("unknown_player", "target")
    if target == place:
        raise refused("target_invalid", "target")
    if position.players[target].out:
        raise refused("target_out", "target")
    if position.players[target].suit == position.players[place].suit:
        raise refused("same_banner_suit", "target")
    bet = _bet(position, place, move.bet)
    excess = max(0, bet - minimum(position, place))
    fight = Fight(place, target, bet, minimum(position, target) + excess, awaited=target)
    return paid(position, place, bet, "bet")._replace(passed=frozenset()), fight


def _bet(position: Position, place: int, bet: object) -> int:
    player, rules = position.players[place], position.rules
    least = player.able(minimum(position, place))
    if bet is None:
        return least
    amount = _amount(bet, "bet")
    affordable(player, amount, "bet")
    if amount < least or (rules.is_limit and amount > least):
        raise refused("bet_invalid", "bet", case=rules.limit, least=Amount(least))
    return amount


def _amount(value: object, field: str) -> int:
    if not isinstance(value, int) or not is_amount(value):
        raise Refused(no_amount(value, field))
    return value


def respond(position: Position, fight: Fight, answer: Answer) -> tuple[Position, Fight]:
    """The position and the battle after an answer."""
    place = position.place_of(answer.by)
    if place is None:
        raise refused("unknown_player", "by")
    if fight.awaited is None:
        raise refused("response_after_end")
    if place != fight.awaited:
        raise refused("response_out_of_turn", "by")
    if answer.do == "fold":
        return _give_up(position, fight, place)
    if answer.do == "call":
        called = paid(position, place, position.players[place].able(fight.due), "call")
        return called, fight._replace(awaited=None)
    return _raise(position, fight, place, answer)


def _give_up(position: Position, fight: Fight, place: int) -> tuple[Position, Fight]:
    """The last raise goes back to the raiser; an uncalled bet only where the club wants it."""
    other = fight.other(place)
    if fight.raises:
        position = paid(position, other, -fight.raised, "raise_returned")
    elif position.rules.uncalled_bet == "returned":
        position = paid(position, other, -fight.bet, "bet_returned")
    return position, fight._replace(awaited=None, folded=place)


def _raise(position: Position, fight: Fight, place: int, answer: Answer) -> tuple[Position, Fight]:
    player, rules = position.players[place], position.rules
    least = least_raise(rules, player)
    amount = _raised(answer.amount, rules, least)
    affordable(player, fight.due + amount, "amount")
    if amount < least or (rules.is_limit and amount > least):
        raise refused("raise_invalid", "amount", case=rules.limit, least=Amount(least))
    if not may_raise(rules, fight):
        raise refused("raise_limit", "do")
    position = paid(paid(position, place, fight.due, "call"), place, amount, "raise")
    other, raises = fight.other(place), fight.raises + 1
    return position, fight._replace(due=amount, awaited=other, raises=raises, raised=amount)


def _raised(amount: object, rules: PalacePokerRules, least: int) -> int:
    if amount is not None:
        return _amount(amount, "amount")
    if rules.is_limit:
        return least
    raise refused("raise_invalid", "amount", case=rules.limit, least=Amount(least))


def least_raise(rules: PalacePokerRules, player: Player) -> int:
    """The raise of a limit game, and the smallest one without a limit."""
    if rules.is_limit and not player.soldiers:
        return 2 * rules.small_bet
    return rules.big


def may_raise(rules: PalacePokerRules, fight: Fight) -> bool:
    """Whether one more raise is allowed."""
    return rules.max_raises is None or fight.raises < rules.max_raises


# The end of a battle (section 3): who won, and the cards that change hands.


def decide(position: Position, fight: Fight, winner: object = None, keep: object = None) -> Position:
    """The position after the battle: who is out, who holds what, whose turn it is."""
    if fight.awaited is not None:
        raise refused("response_incomplete", "responses")
    won, decided_by = winner_of(position, fight, winner)
    sides = (fight.attacker, fight.defender)
    attacker, defender = (position.players[place].seat for place in sides)
    fought = Fought(attacker, defender, None if won is None else position.players[won].seat, decided_by)
    position = position._replace(battles=(*position.battles, fought))
    if won is None:
        _readable(keep)
        after = gone(gone(position, sides[0]), sides[1])
        return passed_on(after._replace(lost=(*position.lost, tuple(sorted((attacker, defender))))), fight.attacker)
    loser = fight.other(won)
    if fight.folded is None:
        position = position._replace(lost=(*position.lost, (position.players[loser].seat,)))
    return _captured(position, fight, won, keep)


def winner_of(position: Position, fight: Fight, given: object) -> tuple[int | None, str]:
    """The place of the winner (None: a tie), and what decided it."""
    named = _named(position, fight, given)
    if fight.folded is not None:
        if given is not None:
            raise refused("winner_not_allowed", "winner")
        return fight.other(fight.folded), "fold"
    if not all_named(position, (fight.attacker, fight.defender)):
        if given is None:
            raise refused("winner_required", "winner")
        return named, "recorded"
    won, decided_by = compare(position, fight)
    if given is not None and named != won:
        raise refused("winner_mismatch", "winner")
    return won, decided_by


def _named(position: Position, fight: Fight, given: object) -> int | None:
    if given is None or given == TIE:
        return None
    place = position.place_of(given)
    if place is None:
        raise refused("unknown_player", "winner")
    if place not in {fight.attacker, fight.defender}:
        raise refused("winner_invalid", "winner")
    return place


def all_named(position: Position, places: Iterable[int]) -> bool:
    """Whether all cards of these players are named."""
    return position.full and all(position.players[place].palace is not None for place in places)


def compare(position: Position, fight: Fight) -> tuple[int | None, str]:
    """Both hands without the void cards; then the cards of the own banner suit; then a tie."""
    places = (fight.attacker, fight.defender)
    mine, theirs = (position.players[place] for place in places)
    rules, pairs = position.rules, ((mine, theirs), (theirs, mine))
    hands = [best_hand(_counting(rules, *pair), wheel=rules.wheel) for pair in pairs]
    if hands[0] != hands[1]:
        return places[hands[1] > hands[0]], "hand"
    own = [sum(suit_of(card) == player.suit for card in player.hand()) for player in (mine, theirs)]
    if own[0] != own[1]:
        return places[own[1] > own[0]], "suit_count"
    return None, "tie"


def _counting(rules: PalacePokerRules, player: Player, against: Player) -> list[str]:
    """Every card of the suit of the opponent's banner is void."""
    void = "" if rules.foreign_suit == "off" else against.suit
    return [card for card in player.hand() if suit_of(card) != void]


def _captured(position: Position, fight: Fight, won: int, keep: object) -> Position:
    """The winner takes the soldiers and the banner; the palace goes to the discards."""
    loser = position.players[fight.other(won)]
    total, cards = booty(position, fight, won)
    out = changed(position, fight.other(won), out=True, soldiers=0, cards=())
    over = passed_on(out, fight.attacker)
    if over.end:
        _readable(keep)
        return over
    kept = _kept(position, keep, total, cards)
    count, named_soldiers = (kept, cards) if isinstance(kept, int) else (len(kept), kept)
    after = changed(over, won, soldiers=count, cards=named_soldiers)
    named = (*(loser.palace or ()), *{*cards, loser.banner}.difference(named_soldiers))
    spoils = DEALT_EACH + loser.soldiers + position.players[won].soldiers
    return buried(after, spoils - count, named)


def booty(position: Position, fight: Fight, won: int) -> tuple[int, tuple[str, ...]]:
    """What the winner can keep as soldiers: how many, and which where every card is named."""
    winner, loser = position.players[won], position.players[fight.other(won)]
    banner = position.rules.captured_banner == "soldier"
    named = (loser.banner,) if banner and position.full else ()
    return winner.soldiers + loser.soldiers + banner, (*winner.cards, *loser.cards, *named)


def _readable(keep: object) -> None:
    """A battle that ends the hand needs no choice: what is there only has to be one."""
    if keep is not None and not _is_count(keep) and not _are_cards(keep):
        raise refused("keep_invalid", "keep")


def _kept(position: Position, keep: object, total: int, cards: tuple[str, ...]) -> int | tuple[str, ...]:
    """How many soldiers stay, or which ones where every card is named."""
    if keep is None:
        if total > MOST_SOLDIERS:
            raise refused("keep_required", "keep")
        return total
    if position.full and _are_cards(keep) and len(set(keep)) == len(keep) <= MOST_SOLDIERS and set(keep) <= set(cards):
        return tuple(card for card in cards if card in keep)
    if not position.full and _is_count(keep) and keep <= min(total, MOST_SOLDIERS):
        return keep
    raise refused("keep_invalid", "keep")


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= len(CARDS)


def _are_cards(value: object) -> TypeGuard[list[str] | tuple[str, ...]]:
    return isinstance(value, list | tuple) and len(value) <= len(CARDS) and all(map(is_card, value))
