"""The betting of a battle (section 3): the bet, and the answers to it."""

from games.core.text import Amount
from games.palace_poker.moves import Answer, Move
from games.palace_poker.position import Fight, Player, Position, paid
from games.palace_poker.refusals import Refused, no_amount, refused
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.steps import actor, affordable
from games.palace_poker.values import is_amount


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
