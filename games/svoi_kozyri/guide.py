"""Where an unfinished entry stands: who is out, who is left, what can be tapped next; and the entry after one step."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, TypeAlias

from games.core.text import SeatName, Text, pgettext
from games.core.values import Problem
from games.svoi_kozyri.hand import Card, SvoiDeal, is_suit, name_of
from games.svoi_kozyri.reading import Data, listed, problems
from games.svoi_kozyri.refusals import REFUSALS
from games.svoi_kozyri.rules import CARDS_OF_A_DRAW, PACKS, RESULTS, SUITS, TWO, SvoiRules
from games.svoi_kozyri.scoring import all_of
from games.svoi_kozyri.state import SvoiTable

Plain: TypeAlias = dict[str, Any]

MOST_SEATS: Final = 4
_FIELDS: Final = frozenset(SvoiDeal.model_fields) - {"kind"}
LAST_FIRST: Final = ("result", "top_card", "last_card", "cards_left", "loser")
"""What a step back takes away before it touches the order of going out."""


def stepped(draft: Mapping[str, Any], step: object) -> Plain:
    """The entry after `{"add": {"finished": seat}}`, `{"set": {field: value}}`, `{"take": {"trumps.0": suit}}` or
    `{"back": true}`.

    A field may be `trumps.0`, the trump of the first seat of the table. Who takes the suit of another player gives
    their own for it; who has none cannot. Taken again, a suit is let go. A step that cannot be read changes nothing.
    """
    after = dict(draft)
    if not isinstance(step, Mapping):
        return after
    added, given, taken = (step.get(name) for name in ("add", "set", "take"))
    if isinstance(added, Mapping) and type(added.get("finished")) is int:
        return {**after, "finished": [*listed(draft, "finished"), added["finished"]]}
    if isinstance(given, Mapping):
        for field, value in given.items():
            after |= _set(after, str(field), value)
    elif isinstance(taken, Mapping):
        for field, suit in taken.items():
            after |= _take(after, str(field), suit)
    elif step.get("back") is True:
        return _back(after)
    return after


def _set(draft: Plain, field: str, value: object) -> Plain:
    name, _dot, place = field.partition(".")
    if field in _FIELDS:
        return {field: value}
    if name != "trumps" or place not in set(map(str, range(MOST_SEATS))):
        return {}
    trumps = listed(draft, "trumps")
    trumps += [None] * (int(place) + 1 - len(trumps))
    trumps[int(place)] = value
    return {"trumps": trumps}


def _take(draft: Plain, field: str, suit: object) -> Plain:
    """The trumps after this suit was tapped: nobody else is ever left without one."""
    before = listed(draft, "trumps")
    taken = listed(_set(draft, field, suit), "trumps") if field.startswith("trumps.") and is_suit(suit) else []
    if not taken:
        return {}
    place = int(field.partition(".")[2])
    own = before[place] if place < len(before) and is_suit(before[place]) else None
    if own == suit:
        taken[place] = None
    elif suit in before:
        if own is None:
            return {}
        taken[before.index(suit)] = own
    return {"trumps": taken}


def _back(draft: Plain) -> Plain:
    for field in LAST_FIRST:
        if draft.get(field) is not None:
            return {name: value for name, value in draft.items() if name != field}
    return {**draft, "finished": listed(draft, "finished")[:-1]}


# What an unfinished entry is asked next, until the rules have nothing against it.

_TRUMPS = REFUSALS["trump_missing"].message
_ORDER = Text(pgettext("svoi_kozyri", "Tap the players in the order they go out."))
_WINNER = Text(pgettext("svoi_kozyri", "Tap the winner, or the draw."))
_CARDS = pgettext("svoi_kozyri", "How many cards does {seat} have left?")
_RESULT = pgettext("svoi_kozyri", "{seat} is left. Tap how it ended.")
_READY = Text(pgettext("svoi_kozyri", "Everything is entered. Save the deal."))


def asked(
    draft: Mapping[str, Any],
    rules: SvoiRules,
    table: SvoiTable,
    trumps: Sequence[str | None],
    left: int | None,
) -> Text:
    """What is missing; if nothing is, the first reason to refuse the deal, or that it can be saved.

    `trumps` are those that are known, as said or as last time; `left` is the seat that is left, if it is clear.
    """
    if None in trumps:
        return _TRUMPS
    if left is None:
        return _WINNER if len(trumps) == TWO else _ORDER
    result = draft.get("result")
    if rules.mode == "cards_left" and result != "draw" and draft.get("cards_left") is None:
        return Text(_CARDS, {"seat": SeatName(left)})
    if result not in RESULTS:
        return Text(_RESULT, {"seat": SeatName(left)})
    found = problems({"kind": "deal", **draft, "trumps": _filled(draft, trumps)}, rules, table)
    return found[0].message if found else _READY


def _filled(draft: Mapping[str, Any], trumps: Sequence[str | None]) -> list[Any]:
    """What was said for trumps, sense or not, and those of last time where nothing was."""
    entered = listed(draft, "trumps")
    entered += [None] * (len(trumps) - len(entered))
    own = (last_time if suit is None else suit for suit, last_time in zip(entered, trumps, strict=False))
    return [*own, *entered[len(trumps) :]]


# What cannot be chosen now in a half-filled entry, and why.
#
# Every choice is tried against the rules themselves: it is impossible if it brings a problem that the entry without it
# does not have and that is not merely something still missing. Only the fields that are asked earlier count, so that an
# earlier answer can always be changed.

ORDER: Final = ("dealer", "trumps", "finished", "cards_left", "last_card", "top_card", "result", "loser")
"""The cards are asked before the result, because they decide whether a draw can be."""

_MISSING: Final = frozenset(
    {"trump_missing", "finished_required", "deal_unfinished", "cards_left_required", "card_pair_incomplete"}
)
_NOTHING: Final = ""
TAKEN: Final = pgettext("svoi_kozyri", "This is the trump of {seat}. Change that one first.")

Candidate = tuple[str, str, object]


def choices(draft: Mapping[str, Any], rules: SvoiRules, table: SvoiTable) -> Mapping[str, Mapping[str, Text]]:
    """{field: {value as text: reason}} of what is impossible; empty fields are left out.

    `trumps.0` is the trump of the first seat of the table. Values of `finished` are the seats that cannot go out next.
    A card is "9 hearts". An empty value that is impossible says that the field must be answered.
    """
    draft = _short(draft, len(table.seats) + 1)
    found: dict[str, dict[str, Text]] = {}
    problems_before: dict[str, list[Problem]] = {}
    for field, value, trial in _candidates(draft, rules, table):
        before = _before(draft, field)
        name = field.partition(".")[0]
        if name not in problems_before:
            problems_before[name] = problems(before, rules, table)
        if reason := _reason(problems({**before, name: trial}, rules, table), problems_before[name]):
            found.setdefault(field, {})[value] = _whose(field, draft, value, table) or reason
    if rules.mode == "cards_left" and draft.get("result") == "loss":
        found["cards_left"] = {_NOTHING: REFUSALS["cards_left_required"].message}
    return found


def _short(draft: Data, most: int) -> dict[str, Any]:
    """The entry without what stands far behind in a list: one too many is as wrong as a thousand, and sooner tried."""
    return {name: value[:most] if isinstance(value, (list, tuple)) else value for name, value in draft.items()}


def _whose(field: str, draft: Data, suit: str, table: SvoiTable) -> Text | None:
    """Of a trump that somebody asked earlier has: whose it is."""
    name, _dot, place = field.partition(".")
    earlier = listed(draft, name)[: int(place)] if name == "trumps" else []
    return Text(TAKEN, {"seat": SeatName(table.seats[earlier.index(suit)])}) if suit in earlier else None


def _before(draft: Data, field: str) -> dict[str, Any]:
    """What is asked before this field, as far as it was answered."""
    asked = ORDER[: ORDER.index(field.partition(".")[0])]
    return {"kind": "deal", **{name: draft[name] for name in asked if name in draft}}


def _reason(problems_after: Iterable[Problem], problems_before: list[Problem]) -> Text | None:
    new = (problem for problem in problems_after if problem not in problems_before)
    return next((problem.message for problem in new if problem.code not in _MISSING), None)


def _candidates(draft: Data, rules: SvoiRules, table: SvoiTable) -> Iterator[Candidate]:
    """(field, value as text, what the field would hold)."""
    trumps, finished = listed(draft, "trumps"), listed(draft, "finished")
    for place, suit in product(range(len(table.seats)), SUITS):
        yield f"trumps.{place}", suit, [*trumps[:place], suit]
    for seat in table.seats:
        yield "finished", str(seat), [*finished, seat]
    tops = product(PACKS[rules.deck], SUITS) if draft.get("last_card") is not None else ()
    for rank, suit in tops:
        yield "top_card", f"{rank} {suit}", f"{rank} {suit}"
    for result in RESULTS:
        yield "result", result, result
    for seat in table.seats:
        yield "loser", str(seat), seat


@dataclass(frozen=True, slots=True)
class Button:
    """One step of the screen: what it is called, what is sent, and why it is impossible now, if it is.

    `pressed` marks an answer that was given.
    """

    label: Text
    step: Mapping[str, Any]
    reason: Text | None = None
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit that a player can have, the reason if not, whether it is the player's now, and what a tap on it sends.

    The suit of another player is taken in exchange for one's own, so only who has none yet cannot have it.
    """

    suit: str
    reason: Text | None
    is_chosen: bool
    step: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """One player: the trump suit as said or as last time, the place in the order of going out (from 1), if out.

    `is_remembered` marks the suit of last time. `button` is what a tap on the player does: at a table of two it says
    who has won, else it takes the player out of the deal, back into it, or says that the one who is left has lost.
    `draw` stands at a table of two only: the player is out, and it is a draw.
    """

    seat: int
    trump: str | None
    is_remembered: bool
    suits: tuple[Suit, ...]
    out: int | None
    button: Button
    draw: Button | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """What the screen of a deal draws.

    `says` is what to do next, or what is wrong. `left` is the player who is left, once all others are out; only then
    the result is asked. `trumps_stay` says that all have the suits of last time. `cards_required` marks that the cards
    left must be counted, `cards_possible` that the cards of a draw may be named; `pack` has those there are, with
    their names. `back` takes the last step away.
    """

    says: Text
    places: tuple[Place, ...]
    left: int | None
    results: tuple[Button, ...]
    trumps_stay: bool
    cards_required: bool
    cards_possible: bool
    pack: Mapping[str, Text]
    back: Button | None


_OUT = pgettext("svoi_kozyri", "{seat} is out")
_BACK_IN = pgettext("svoi_kozyri", "{seat} is not out yet")
_WON = pgettext("svoi_kozyri", "{seat} has won")
_LOST = pgettext("svoi_kozyri", "{seat} has lost")
_DRAW = pgettext("svoi_kozyri", "{seats} draw")
_OUT_DRAW = pgettext("svoi_kozyri", "{seat} is out, and it is a draw")
_BACK = Button(Text(pgettext("svoi_kozyri", "One step back")), {"back": True})


def guide(draft: Mapping[str, Any], rules: SvoiRules, table: SvoiTable) -> Guide:
    """Where this entry stands; what makes no sense in it is looked past."""
    finished = _finished(draft, table.seats)
    rest = [seat for seat in table.seats if seat not in finished]
    left = rest[0] if len(rest) == 1 else None
    trumps, last = _trumps(draft, table), dict(table.state.trumps)
    results = () if left is None else _results({**draft, "trumps": trumps}, rules, table, (finished[-1], left))
    return Guide(
        says=asked(draft, rules, table, trumps, left),
        places=_places({**draft, "trumps": trumps}, rules, table, results),
        left=left,
        results=results,
        trumps_stay=None not in trumps and trumps == [last.get(seat) for seat in table.seats],
        cards_required=rules.mode == "cards_left" and draft.get("result") != "draw",
        cards_possible=draft.get("cards_left") in (None, CARDS_OF_A_DRAW),
        pack={f"{rank} {suit}": name_of(Card(rank, suit)) for suit in SUITS for rank in reversed(PACKS[rules.deck])},
        back=_BACK if finished or any(draft.get(field) is not None for field in LAST_FIRST) else None,
    )


def _finished(draft: Mapping[str, Any], seats: Sequence[int]) -> list[int]:
    out_so_far = [seat for seat in listed(draft, "finished") if type(seat) is int and seat in seats]
    return list(dict.fromkeys(out_so_far))[: len(seats) - 1]


def _places(
    draft: Mapping[str, Any], rules: SvoiRules, table: SvoiTable, results: Sequence[Button]
) -> tuple[Place, ...]:
    finished, last = _finished(draft, table.seats), dict(table.state.trumps)
    places = []
    for place, (seat, trump) in enumerate(zip(table.seats, draft["trumps"], strict=True)):
        suits = _suits(draft["trumps"], place, table.seats)
        out = finished.index(seat) + 1 if seat in finished else None
        if len(table.seats) == TWO:
            button, draw = (_end(draft, rules, table, seat, result) for result in RESULTS)
        else:
            button, draw = _tapped(finished, seat, results), None
        places.append(Place(seat, trump, trump == last.get(seat), suits, out, button, draw))
    return tuple(places)


def _suits(trumps: Sequence[str | None], place: int, seats: Sequence[int]) -> tuple[Suit, ...]:
    own = trumps[place]
    owners = {} if own else {suit: seat for suit, seat in zip(trumps, seats, strict=True) if suit}
    return tuple(
        Suit(
            suit,
            Text(TAKEN, {"seat": SeatName(owners[suit])}) if suit in owners else None,
            suit == own,
            {"take": {f"trumps.{place}": suit}},
        )
        for suit in SUITS
    )


def _tapped(finished: Sequence[int], seat: int, results: Sequence[Button]) -> Button:
    """What a tap on a player does while more than one are left, or to the one who is left."""
    if seat in finished:
        taken_back = {"finished": list(finished[: finished.index(seat)]), "result": None}
        return Button(Text(_BACK_IN, {"seat": SeatName(seat)}), {"set": taken_back}, pressed=True)
    if results:
        return results[0]
    return Button(Text(_OUT, {"seat": SeatName(seat)}), {"add": {"finished": seat}})


def _end(draft: Mapping[str, Any], rules: SvoiRules, table: SvoiTable, seat: int, result: str) -> Button:
    """At a table of two: this player went out, and so it ended. Tapped again, nothing is said."""
    is_said = _finished(draft, table.seats) == [seat] and draft.get("result") == result
    after: dict[str, object] = {"finished": [], "result": None} if is_said else {"finished": [seat], "result": result}
    label = Text(_WON if result == "loss" else _OUT_DRAW, {"seat": SeatName(seat)})
    impossible = choices({**draft, "finished": [seat]}, rules, table).get("result", {})
    return Button(label, {"set": after}, impossible.get(result), is_said)


def _trumps(draft: Mapping[str, Any], table: SvoiTable) -> list[str | None]:
    """As said; where nothing is said, as last time, unless somebody else has that suit now.

    Of four players the last one has the only suit that is left.
    """
    entered = listed(draft, "trumps") + [None] * len(table.seats)
    last = dict(table.state.trumps)
    trumps = [suit if is_suit(suit) else None for suit in entered[: len(table.seats)]]
    for place, seat in enumerate(table.seats):
        if trumps[place] is None and last.get(seat) not in trumps:
            trumps[place] = last.get(seat)
    free = [suit for suit in SUITS if suit not in trumps]
    if len(trumps) == len(SUITS) and len(free) == 1 and None in trumps:
        trumps[trumps.index(None)] = free[0]
    return trumps


def _results(
    draft: Mapping[str, Any], rules: SvoiRules, table: SvoiTable, last_two: tuple[int, int]
) -> tuple[Button, ...]:
    impossible = choices(draft, rules, table).get("result", {})
    labels = {"loss": Text(_LOST, {"seat": SeatName(last_two[1])}), "draw": Text(_DRAW, {"seats": all_of(last_two)})}
    return tuple(
        Button(label, {"set": {"result": result}}, impossible.get(result), draft.get("result") == result)
        for result, label in labels.items()
    )
