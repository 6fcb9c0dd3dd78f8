"""Logs of Palace Poker played by chance on the rules themselves, of all lengths, some with a slip."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.core.values import Table
from games.palace_poker.log import laid_out, layout_of, played, showdown_of
from games.palace_poker.reading import ANSWERS, DOES, Move, answer_of, move_of
from games.palace_poker.refusals import Refused
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import Fight, Position, from_left_of
from games.palace_poker.steps import attack, booty, least_raise, minimum, respond, winner_of
from games.palace_poker.values import CARDS, LARGEST_AMOUNT, MOST_ACTIONS, MOST_SOLDIERS, PALACE, SUITS, TIE, suit_of

Plain = dict[str, Any]

LENGTHS: Final = (0, 3, 10, 25, 25, 60)  # actions, after which nobody buys or fights any more
LONGEST: Final = MOST_ACTIONS + 10
LONG: Final = 4  # per thousand of the logs go on until they are as long as that
SLIPS: Final = 30  # per cent of the logs
TRIES: Final = 4  # at an action that the rules allow, before another one
LIKES: Final = ((5, 1, 3, 1, 3), (3, 1, 1, 0, 8), (20, 4, 2, 0, 1), (2, 2, 9, 2, 1))
BUILDING: Final = (1, 0, 0, 0, 0)  # for a long log: nobody goes
DECK: Final = sorted(CARDS)


def places_of(chance: Random, able: Sequence[int], size: int) -> list[int | None]:
    """Places for some of those who are able to have one, shared now and then; at least one has the first."""
    order = chance.sample(able, len(able))
    places: list[int | None] = [None] * size
    place = 1
    for count, nth in enumerate(order[: chance.randrange(1, len(order) + 1)]):
        place += bool(count and chance.randrange(3))
        places[nth] = place
    return places


def banners_of(chance: Random, seats: Sequence[int], dealer: int, deck: list[str]) -> list[str]:
    """Banners out of the deck; in the order of the deal the suits of each round differ."""
    order = from_left_of(dealer, seats)
    banners: dict[int, str] = {}
    for nth, seat in enumerate(order):
        taken = {suit_of(banners[other]) for other in order[nth - nth % SUITS : nth]}
        card = next(card for card in deck if suit_of(card) not in taken or not chance.randrange(500))
        deck.remove(card)
        banners[seat] = card
    return [banners[seat] for seat in seats]


def a_log(chance: Random, rules: PalacePokerRules, table: Table[Any]) -> Plain:
    size = len(table.seats)
    deck = chance.sample(DECK, len(DECK))
    told: Plain = {"kind": "log", "banners": banners_of(chance, table.seats, table.dealer, deck), "actions": []}
    if full := bool(chance.randrange(2)):
        told["cards"] = "full"
    if full or not chance.randrange(4):
        gaps = chance.choice((0, 0, 10, 50))
        shown = [[deck.pop() for _ in range(PALACE)] for _ in range(size)]
        told["palaces"] = [None if chance.randrange(100) < gaps else palace for palace in shown]
    is_longest = chance.randrange(1000) < LONG
    if not is_longest and chance.randrange(2):
        most = chance.choice((2, 8, 40)) * rules.small_bet + 2
        told["stacks"] = [chance.randrange(most) for _ in range(size)]
    if table.dealer in table.seats:
        length = LONGEST if is_longest else chance.choice(LENGTHS)
        told = _Play(chance, told, laid_out(layout_of(told), rules, table), length).told(table.seats)
    return told if chance.randrange(100) >= SLIPS else _slipped(chance, json.loads(json.dumps(told)), table.seats)


def _slipped(chance: Random, told: Plain, seats: Sequence[int]) -> Plain:
    """A log with one slip of whoever wrote it down: in a battle, if there was one, else anywhere."""
    actions = told["actions"]
    battles = [action for action in actions if action["do"] == "battle"]
    if not actions or not chance.randrange(8):
        actions.append({"by": chance.choice(seats), "do": chance.choice(DOES)})
    elif not battles or not chance.randrange(3):
        chance.choice(actions).update(_slip(chance, seats, ("by", "do", "card", "discard")))
    elif not chance.randrange(2):
        chance.choice(battles).update(_slip(chance, seats, ("by", "target", "bet", "winner", "keep")))
    else:
        _slip_in_answers(chance, chance.choice(battles)["responses"], seats)
    return told


def _slip_in_answers(chance: Random, responses: list[Plain], seats: Sequence[int]) -> None:
    slip = _slip(chance, seats, ("by", "do", "amount"))
    if responses and chance.randrange(3):
        chance.choice(responses).update(slip)
    elif responses and chance.randrange(2):
        responses.pop()
    else:
        responses.append({"by": chance.choice(seats), "do": chance.choice(ANSWERS), **slip})


def _slip(chance: Random, seats: Sequence[int], fields: Sequence[str]) -> Plain:
    """One of these fields, with what could stand there in another hand."""
    field = chance.choice(fields)
    other: Plain = {
        "by": chance.choice(seats),
        "do": chance.choice((*DOES, *ANSWERS)),
        "card": chance.choice((None, *DECK)),
        "discard": chance.choice((None, 0, 1, 6, [], chance.sample(DECK, 1))),
        "target": chance.choice((None, *seats)),
        "bet": chance.choice((None, 0, 1, 5, 10, 10**6, LARGEST_AMOUNT + 1)),
        "winner": chance.choice((None, TIE, *seats)),
        "keep": chance.choice((None, 0, 1, 5, 6, 53, [], chance.sample(DECK, 2))),
        "amount": chance.choice((None, 0, 5, 10, 20, 10**6, -1)),
    }
    return {field: other[field]}


@dataclass(slots=True)
class _Play:
    """A log that is played on from this position."""

    chance: Random
    log: Plain
    position: Position
    length: int

    def told(self, seats: Sequence[int]) -> Plain:
        is_longest = self.length == LONGEST
        likes = BUILDING if is_longest else self.chance.choice(LIKES)
        while self.position.end is None and len(self.log["actions"]) < LONGEST:
            if not is_longest and not self.chance.randrange(150):
                return self.log  # before its end
            is_long = len(self.log["actions"]) >= self.length
            if not self._acted("stay" if is_long else self.chance.choices(DOES, likes)[0]):
                return self.log
        self._show(seats)
        return self.log

    def _acted(self, do: str) -> bool:
        """Whether the hand goes on after something was done, most often what the rules allow."""
        for _ in range(TRIES):
            action = self._action(do)
            try:
                self.position = played(self.position, move_of(action))
            except Refused:
                if not self.chance.randrange(12):
                    self.log["actions"].append(action)
                    return False
            else:
                self.log["actions"].append(action)
                return True
        return do == "fold" or self._acted(self.chance.choice(("stay", "fold")))

    def _action(self, do: str) -> Plain:
        player = self.position.players[self.position.turn]
        action: Plain = {"by": player.seat, "do": do}
        if do == "battle":
            return self._battle(action)
        if do == "buy" and (self.position.full or not self.chance.randrange(9)):
            action["card"] = self._card()
        if do == "discard" or (do == "buy" and (player.soldiers >= MOST_SOLDIERS or not self.chance.randrange(4))):
            action["discard"] = self._soldiers(
                player.cards + ((action["card"],) if do == "buy" and player.cards else ())
            )
        return action

    def _card(self) -> str:
        """A card that can be bought, most often."""
        position = self.position
        held = {card for player in position.players if not player.out for card in player.hand()}
        gone = held | position.buried if position.draw else held
        free = [card for card in DECK if card not in gone]
        return self.chance.choice(free if free and self.chance.randrange(30) else DECK)

    def _soldiers(self, cards: Sequence[str]) -> Any:
        count = 1 if self.length == LONGEST else self.chance.choice((1, 1, 1, 2, 3, 0))
        return self.chance.sample(cards, min(len(cards), count)) if self.position.full else count

    def _battle(self, action: Plain) -> Plain:
        position, chance = self.position, self.chance
        mine = position.players[position.turn]
        foes = [player.seat for player in position.players if not player.out and player.suit != mine.suit]
        anybody = [player.seat for player in position.players]
        action["target"] = chance.choice(foes if foes and chance.randrange(10) else anybody)
        if chance.randrange(3) == 0:
            least = mine.able(minimum(position, position.turn))
            action["bet"] = least + (0 if chance.randrange(3) else chance.randrange(3 * position.rules.small_bet + 2))
        action["responses"] = []
        try:
            after, fight = attack(position, Move(mine.seat, "battle", target=action["target"], bet=action.get("bet")))
            after, fight = self._answered(action["responses"], after, fight)
            self._closed(action, after, fight)
        except Refused:
            pass  # the whole action is tried, and refused for the same
        return action

    def _answered(self, responses: list[Plain], position: Position, fight: Fight) -> tuple[Position, Fight]:
        likes = self.chance.choice(((2, 5, 3), (1, 1, 20)))
        while fight.awaited is not None and self.chance.randrange(80):
            response = self._response(position, fight, self.chance.choices(("fold", "call", "raise"), likes)[0])
            responses.append(response)
            position, fight = respond(position, fight, answer_of(response))
        return position, fight

    def _response(self, position: Position, fight: Fight, do: str) -> Plain:
        assert fight.awaited is not None
        player, rules = position.players[fight.awaited], position.rules
        least = least_raise(rules, player)
        is_over = rules.max_raises is not None and fight.raises >= rules.max_raises
        if do == "raise" and (is_over or player.able(fight.due + least) < fight.due + least):
            do = "call" if self.chance.randrange(8) else do
        response: Plain = {"by": player.seat, "do": do}
        if do == "raise" and (not rules.is_limit or not self.chance.randrange(4)):
            response["amount"] = least + (0 if rules.is_limit else self.chance.choice((0, 1, rules.small_bet)))
        return response

    def _closed(self, action: Plain, position: Position, fight: Fight) -> None:
        """Say the winner and what is kept, where it has to be said, and now and then where not."""
        chance = self.chance
        seats = [position.players[place].seat for place in (fight.attacker, fight.defender)]
        try:
            won, _decided_by = winner_of(position, fight, None)
        except Refused:
            action["winner"] = chance.choice((*seats, *seats, TIE))
            won, _decided_by = winner_of(position, fight, action["winner"])
        else:
            if not chance.randrange(9):
                action["winner"] = TIE if won is None else position.players[won].seat
        if won is not None:
            total, cards = booty(position, fight, won)
            if chance.randrange(8) if total > MOST_SOLDIERS else not chance.randrange(6):
                most = min(total, MOST_SOLDIERS)
                count = chance.randrange(max(0, most - 2), most + 1)
                action["keep"] = chance.sample(cards, min(len(cards), count)) if position.full else count

    def _show(self, seats: Sequence[int]) -> None:
        if self.position.end != "showdown":
            return
        computed = showdown_of(self.position)
        if computed and self.chance.randrange(3):
            return
        if computed and self.chance.randrange(3):
            of = {seat: place for place, tier in enumerate(computed, start=1) for seat in tier}
            self.log["showdown"] = [of.get(seat) for seat in seats]
            return
        still_in = [seats.index(self.position.players[place].seat) for place in self.position.remaining]
        self.log["showdown"] = places_of(self.chance, still_in, len(seats))
