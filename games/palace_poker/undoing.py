"""The step that takes back the last single step, where the draft alone does not say which it was."""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games.palace_poker.position import Fought, Position
from games.palace_poker.reading import given, listed
from games.palace_poker.values import MOST_SOLDIERS
from games.palace_poker.walking import Walked, is_partial, palaces_of

_BACK: Final[Mapping[str, Any]] = {"back": True}
BY_CARDS: Final = frozenset({"hand", "suit_count", "tie"})
"""How a battle is decided whose palaces were both shown."""


def back_step(walked: Walked, draft: Mapping[str, Any]) -> Mapping[str, Any]:
    """One soldier comes back whom the winner of the last battle had let go, or one card of a palace that was shown
    after the last action; else the last step, as the draft tells it.
    """
    is_plain = given(draft.get("showdown")) is not None or any(map(is_partial, listed(draft.get("palaces"))))
    actions = listed(draft.get("actions"))
    if walked.position is None or walked.problem or is_plain or not actions:
        return _BACK
    keep = actions[-1].get("keep")
    if keep is not None:
        return _with_one_more(walked, keep)
    return _BACK if actions[-1].get("winner") is not None else _with_a_card_less(walked, walked.position, draft)


def _with_one_more(walked: Walked, keep: object) -> Mapping[str, Any]:
    """More than five are chosen at once where soldiers are counted, so only a smaller booty is let go one by one."""
    total, booty = walked.booty
    if booty:
        gone = gone_of(booty, listed(keep))
        return {"set": {"keep": keeping(booty, gone[:-1])}} if len(gone) > 1 else _BACK
    is_next = isinstance(keep, int) and keep + 1 < total <= MOST_SOLDIERS
    return {"set": {"keep": keep + 1}} if isinstance(keep, int) and is_next else _BACK


def keeping(booty: Iterable[str], gone: Sequence[str]) -> list[str]:
    """What is kept of a booty, in an order that remembers in which order the rest went: to the rules it means nothing.
    So few cards as are kept remember at least the last that went, if there are five.
    """
    return _in_order(set(booty).difference(gone), _number_of(gone))


def gone_of(booty: Iterable[str], kept: Sequence[str]) -> list[str]:
    """What went of a booty, in the order it went, of what `keeping` says."""
    return _in_order(set(booty).difference(kept), _number_of(kept))


def _number_of(cards: Iterable[str]) -> int:
    """Which of all orders of these cards this is; what the last one is counts least."""
    number, seen = 0, list[str]()
    for card in cards:
        insort(seen, card)
        number = number * len(seen) + seen.index(card)
    return number


def _in_order(cards: Iterable[str], number: int) -> list[str]:
    """These cards in the order of this number."""
    left, found = sorted(cards), list[str]()
    while left:
        number, nth = divmod(number, len(left))
        found.append(left.pop(nth))
    return found[::-1]


def _with_a_card_less(walked: Walked, position: Position, draft: Mapping[str, Any]) -> Mapping[str, Any]:
    """The picker asks in the order of the seats below, so the last shown card is the last of the last palace."""
    seats, before = _shown_now(walked, position)
    by_cards = [fought for fought in before if fought.decided_by in BY_CARDS]
    earlier = {seat for fought in by_cards for seat in (fought.attacker, fought.defender)}
    palaces = palaces_of(draft, walked.seats)
    last = next((seat for seat in reversed(seats) if palaces[seat] and seat not in earlier), None)
    if last is None:
        return _BACK
    return {"set": {"palaces": [own[:-1] if seat == last else own for seat, own in palaces.items()]}}


def _shown_now(walked: Walked, position: Position) -> tuple[list[int], Sequence[Fought]]:
    """Who may have shown a palace since the last action, and the battles before that."""
    if walked.fight is not None and walked.fight.awaited is None:
        return [position.players[place].seat for place in walked.sides], position.battles
    if position.end == "showdown":
        return [position.players[place].seat for place in position.remaining], position.battles
    fought = position.battles[-1] if walked.is_battle else None
    if fought is None or fought.decided_by not in BY_CARDS:
        return [], ()
    return [fought.attacker, fought.defender], position.battles[:-1]
