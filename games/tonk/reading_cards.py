"""Reading the cards of a hand: those the players hold and those on the table."""

from collections import Counter
from dataclasses import dataclass

from games.core.cards import read_card
from games.tonk.cards import Card, is_spread
from games.tonk.reading import Entry, Found
from games.tonk.refusals import HANDS_MALFORMED, SPREADS_MALFORMED, not_dealt, refusal, refusal_of, still_holds

Held = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """The cards of an entry: by place at the table (None: not seen), and the spreads (None: not seen)."""

    hands: tuple[Held | None, ...]
    spreads: tuple[Held, ...] | None

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that is somewhere."""
        groups = (*self.hands, *(self.spreads or ()))
        return tuple(card for group in groups for card in group or ())


def card_problems(entry: Entry) -> Found:
    """Section 7: unreadable cards, then duplicates, sizes, spreads and the number of cards."""
    found: Found = []
    if entry.data.get("hands") is None and entry.data.get("spreads") is None:
        return found
    laid = read_cards(entry, found)
    if laid is None:
        return found
    found += [refusal("duplicate_card", card=card) for card, times in Counter(laid.cards).items() if times > 1]
    found += _sizes(entry, laid)
    _spreads(entry, laid, found)
    if not found:
        _number(entry, laid, found)
    return found


def read_cards(entry: Entry, found: Found) -> Laid | None:
    """The cards, or None with what is wrong added to `found`."""
    hands, spreads = entry.data.get("hands"), entry.data.get("spreads")
    before = len(found)
    if hands is not None and (not isinstance(hands, list | tuple) or len(hands) > len(entry.seats)):
        found.append(HANDS_MALFORMED)
    if spreads is not None and not isinstance(spreads, list | tuple):
        found.append(SPREADS_MALFORMED)
    if len(found) > before:
        return None
    held = [None if hand is None else _read(hand, f"hands.{place}", found) for place, hand in enumerate(hands or ())]
    held += [None] * (len(entry.seats) - len(held))
    on_table = [_read(spread, f"spreads.{place}", found) for place, spread in enumerate(spreads or ())]
    if len(found) > before:
        return None
    return Laid(tuple(held), None if spreads is None else tuple(on_table))


def _read(cards: object, field: str, found: Found) -> Held:
    read = [read_card(card) for card in cards if card is not None] if isinstance(cards, list | tuple) else [None]
    if None in read:
        found.append(refusal("bad_card", field))
    return tuple(card for card in read if card is not None)


def _sizes(entry: Entry, laid: Laid) -> Found:
    size, out = entry.rules.hand_size, entry.out
    sizes: Found = []
    empty: Found = []
    still: Found = []
    for place, hand in enumerate(laid.hands):
        if hand is None:
            continue
        field, seat = f"hands.{place}", entry.seats[place]
        if entry.is_dealt and len(hand) != size:
            sizes.append(not_dealt(field, size))
        elif len(hand) > size:
            sizes.append(refusal("hand_size", field, size=size))
        elif not hand and place != out:
            empty.append(refusal_of("empty_hand", field, seat))
        if hand and place == out:
            still.append(still_holds(field, seat))
    return sizes + empty + still


def _spreads(entry: Entry, laid: Laid, found: Found) -> None:
    if entry.is_dealt and laid.spreads:
        found.append(refusal("spreads_not_allowed"))
        return
    for place, spread in enumerate(laid.spreads or ()):
        if not is_spread(spread):
            found.append(refusal("bad_spread", f"spreads.{place}"))


def _number(entry: Entry, laid: Laid, found: Found) -> None:
    """Every completed turn draws one card and discards one; only who tonks out ends on a draw."""
    lacking = lacking_on_table(entry, laid)
    if lacking is None or laid.spreads is None:
        return
    on_table = sum(len(spread) for spread in laid.spreads)
    if on_table != lacking:
        found.append(refusal("card_count_mismatch", laid=on_table, lacking=lacking))


def lacking_on_table(entry: Entry, laid: Laid) -> int | None:
    """How many cards must lie on the table, where the hands of all tell it."""
    lacking = 1 if entry.kind == "tonk_out" else 0
    for place, hand in enumerate(laid.hands):
        if hand is None and place != entry.out:
            return None
        lacking += entry.rules.hand_size - len(hand or ())
    return lacking
