"""Reading a deal: each check of the rules file (section 6), in its order.

The checks work on plain values: what they let through is a valid record that can be scored. A check that rests on
something already refused says nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from games.core.record import field_unknown, kind_of
from games.core.values import Problem
from games.svoi_kozyri.hand import HANDS, SvoiDeal, beats, card_of, is_suit
from games.svoi_kozyri.refusals import REFUSALS, UNKNOWN_CARD, UNKNOWN_PLAYER, bad_cards_left
from games.svoi_kozyri.rules import CARDS_OF_A_DRAW, RESULTS, SvoiRules
from games.svoi_kozyri.state import SvoiTable, end_of

Data = Mapping[str, Any]
Found = list[Problem]

_PAIR: Final = ("last_card", "top_card")
_FIELDS: Final = frozenset(SvoiDeal.model_fields)


class _Deal(NamedTuple):
    """A deal that is read, and the seats it was dealt to."""

    data: Data
    rules: SvoiRules
    seats: Sequence[int]

    def has(self, seat: object) -> bool:
        return type(seat) is int and seat in self.seats


def deal_problems(data: Data, rules: SvoiRules, seats: Sequence[int]) -> Found:
    """What is wrong with a deal to these seats, apart from the number of players and the course of the series.

    More trumps than seats are the trumps of strangers.
    """
    deal = _Deal(data, rules, seats)
    found: Found = []
    trumps = _trumps(deal, found)
    if data.get("dealer") is not None and not deal.has(data["dealer"]):
        found.append(UNKNOWN_PLAYER["dealer"])
    left = _finished(deal, found)
    _loser(deal, found)
    _cards_left(deal, found)
    _cards(deal, trumps.get(left), found)
    return found


def unknown_fields(data: Data, allowed: frozenset[str] = _FIELDS) -> Found:
    """One problem for each field no such record has."""
    return [field_unknown(str(name)) for name in data if name not in allowed]


def listed(data: Data, field: str) -> list[Any]:
    """A field as a list; empty if it is none."""
    given = data.get(field)
    return list(given) if isinstance(given, (list, tuple)) else []


def _trumps(deal: _Deal, found: Found) -> dict[int | None, str]:
    """The trump suits by seat, as far as they are suits."""
    trumps = listed(deal.data, "trumps")
    own = trumps[: len(deal.seats)]
    entered = [suit for suit in trumps if suit is not None]
    suits = [suit for suit in entered if is_suit(suit)]
    if len(own) < len(deal.seats) or None in own:
        found.append(REFUSALS["trump_missing"])
    if len(trumps) > len(deal.seats):
        found.append(UNKNOWN_PLAYER["trumps"])
    if len(suits) < len(entered):
        found.append(REFUSALS["unknown_suit"])
    if len(set(suits)) < len(suits):
        found.append(REFUSALS["trump_taken"])
    return {seat: suit for seat, suit in zip(deal.seats, own, strict=False) if is_suit(suit)}


def _finished(deal: _Deal, found: Found) -> int | None:
    """The seat that is left, if it is clear."""
    given = deal.data.get("finished")
    codes = Found()
    if not isinstance(given, (list, tuple)) or None in given:
        codes.append(REFUSALS["finished_required"])
    entered = [seat for seat in listed(deal.data, "finished") if seat is not None]
    at_table = [seat for seat in entered if deal.has(seat)]
    if len(at_table) < len(entered):
        codes.append(UNKNOWN_PLAYER["finished"])
    if len(set(at_table)) < len(at_table):
        codes.append(REFUSALS["finished_twice"])
    clear = not codes
    found += codes
    if deal.data.get("result") not in RESULTS:
        found.append(REFUSALS["unknown_result"])
    left = [seat for seat in deal.seats if seat not in at_table]
    if clear and len(left) != 1:
        found.append(REFUSALS["deal_unfinished" if left else "nobody_left"])
    return left[0] if clear and len(left) == 1 else None


def _loser(deal: _Deal, found: Found) -> None:
    loser = deal.data.get("loser")
    if loser is None:
        return
    if not deal.has(loser):
        found.append(UNKNOWN_PLAYER["loser"])
    if deal.data.get("result") == "draw":
        found.append(REFUSALS["draw_has_loser"])
    if deal.has(loser) and loser in filter(deal.has, listed(deal.data, "finished")):
        found.append(REFUSALS["loser_finished"])


def _cards_left(deal: _Deal, found: Found) -> None:
    cards, result = deal.data.get("cards_left"), deal.data.get("result")
    if cards is None:
        if deal.rules.mode == "cards_left" and result == "loss":
            found.append(REFUSALS["cards_left_required"])
    elif type(cards) is not int or not 1 <= cards < deal.rules.deck:
        found.append(bad_cards_left(deal.rules.deck))
    elif result == "draw" and cards != CARDS_OF_A_DRAW:
        found.append(REFUSALS["draw_needs_one_card"])


def _cards(deal: _Deal, trump: str | None, found: Found) -> None:
    """The pair of cards that proves or disproves a draw; `trump` is that of the player who is left."""
    given = [name for name in _PAIR if deal.data.get(name) is not None]
    if len(given) == 1:
        found.append(REFUSALS["card_pair_incomplete"])
    last, top = (card_of(deal.data.get(name), deal.rules.deck) for name in _PAIR)
    entered = {"last_card": last, "top_card": top}
    found += [UNKNOWN_CARD[name] for name in given if entered[name] is None]
    if last is None or top is None:
        return
    if last == top:
        found.append(REFUSALS["same_card"])
    elif trump is not None:
        _draw(deal, found, beaten=beats(last, top, trump).beats)


def _draw(deal: _Deal, found: Found, *, beaten: bool) -> None:
    """A last card that is named is the only one, unless the number of cards says otherwise."""
    result, cards = deal.data.get("result"), deal.data.get("cards_left")
    only = cards is None or (type(cards) is int and cards == CARDS_OF_A_DRAW)
    if result == "draw" and not beaten:
        found.append(REFUSALS["draw_card_does_not_beat"])
    if result == "loss" and beaten and only:
        found.append(REFUSALS["should_be_draw"])


# Why a deal is refused: the course of the series, the players, and then the deal itself.


def problems(data: object, rules: SvoiRules, table: SvoiTable) -> Found:
    """Every reason to refuse this deal, in the order of the rules file; empty if there is none."""
    problem, _kind = kind_of(HANDS, data)
    if problem is not None:
        return [problem]
    data = cast("Data", data)
    found: Found = []
    if ended := end_of(table.state, rules):
        found.append(REFUSALS[ended])
    if len(table.seats) not in rules.players:
        found.append(REFUSALS["bad_player_count"])
    return found + deal_problems(data, rules, table.seats) + unknown_fields(data)
