"""Reading plain values: the checks that both kinds of hand share, in the order of section 9."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from games.core.record import field_unknown
from games.core.values import Problem, read_card
from games.palace_poker.hand import HANDS, Action, Response
from games.palace_poker.refusals import no_amount, problem, refused
from games.palace_poker.values import MOST_RESPONSES, SEATS, SUITS, TIE, is_amount, is_card, suit_of

# What somebody does, as it was entered: still unchecked, because a log is checked step by step.

DOES: Final = ("buy", "discard", "stay", "fold", "battle")
ANSWERS: Final = ("fold", "call", "raise")
_TAKES: Final[Mapping[str, frozenset[str]]] = {
    "buy": frozenset({"card", "discard"}),
    "discard": frozenset({"discard"}),
    "stay": frozenset(),
    "fold": frozenset(),
    "battle": frozenset({"target", "bet", "responses", "winner", "keep"}),
}
_OF_ACTIONS: Final = frozenset(Action.model_fields)
_OF_RESPONSES: Final = frozenset(Response.model_fields)
_NO_RESPONSES: Final[tuple[tuple[str, object], ...]] = (("responses", []), ("responses", ()))


class Move(NamedTuple):
    """One action (section 6). What is None was not given; `responses` are read one by one."""

    by: object
    do: str
    card: object = None
    discard: object = None
    target: object = None
    bet: object = None
    responses: tuple[object, ...] = ()
    winner: object = None
    keep: object = None


class Answer(NamedTuple):
    """One response in a battle; a limit raise needs no `amount`."""

    by: object
    do: str
    amount: object = None


def move_of(data: object) -> Move:
    """Read an action; `action_invalid` where it has no such form."""
    if isinstance(data, Action):
        own = (data.by, data.do, data.card, data.discard, data.target, data.bet)
        return Move(*own, data.responses, data.winner, data.keep)
    given = _filled(data, _OF_ACTIONS)
    do = None if given is None else given.get("do")
    if given is None or not isinstance(do, str) or do not in _TAKES:
        raise refused("action_invalid")
    if not (_TAKES[do] | {"by", "do"}).issuperset(given):
        raise refused("action_invalid")
    responses = given.pop("responses", ())
    if not isinstance(responses, list | tuple):
        raise refused("action_invalid", "responses", case="response")
    if len(responses) > MOST_RESPONSES:
        raise refused("action_invalid", "responses", case="responses", most=MOST_RESPONSES)
    return Move(**{"by": None, **given, "responses": tuple(responses)})


def answer_of(data: object) -> Answer:
    """Read a response; `action_invalid` where it has no such form."""
    if isinstance(data, Response):
        return Answer(data.by, data.do, data.amount)
    given = _filled(data, _OF_RESPONSES)
    do = None if given is None else given.get("do")
    if given is None or not isinstance(do, str) or do not in ANSWERS:
        raise refused("action_invalid", case="response")
    if do != "raise" and "amount" in given:
        raise refused("action_invalid", "amount", case="amount")
    return Answer(**{"by": None, **given})


def _filled(data: object, allowed: frozenset[str]) -> dict[str, Any] | None:
    """What was given of it: None means that it was not, and so does an empty list of responses. Nothing where it is no
    object, or has a field that nobody knows, even an empty one.
    """
    if not isinstance(data, Mapping) or not allowed.issuperset(data):
        return None
    return {name: value for name, value in data.items() if value is not None and (name, value) not in _NO_RESPONSES}


Data: TypeAlias = Mapping[str, Any]
Found: TypeAlias = list[Problem]

Tiers: TypeAlias = tuple[tuple[int, ...], ...]
"""Seats that share a place, the best first."""

_PLACES: Final = range(1, SEATS[-1] + 1)
_FIELDS = {kind: frozenset(record.model_fields) for kind, record in HANDS.items()}


def unknown_fields(kind: str, data: Data) -> Found:
    """One problem for each field that no record of this kind has."""
    allowed = _FIELDS[kind]
    return [] if allowed.issuperset(data) else [field_unknown(str(name)) for name in data if name not in allowed]


def listed(value: object) -> Sequence[Any]:
    """A list as it was given, and anything else as an empty one."""
    return value if isinstance(value, list | tuple) else ()


def cards_as_stored(data: Data) -> dict[str, Any]:
    """The same fields with every card that can be read as it is stored; what is none stays as it was given."""
    return {name: _WITH_CARDS[name](value) if name in _WITH_CARDS else value for name, value in data.items()}


def _card(value: Any) -> Any:
    return read_card(value) or value


def _cards(values: Any) -> Any:
    return [_card(value) for value in values] if isinstance(values, list | tuple) else values


def _palaces(values: Any) -> Any:
    return [_cards(palace) for palace in values] if isinstance(values, list | tuple) else values


def _actions(values: Any) -> Any:
    return [_action(action) for action in values] if isinstance(values, list | tuple) else values


def _action(action: Any) -> Any:
    if not isinstance(action, Mapping):
        return action
    return {name: _IN_ACTION[name](value) if name in _IN_ACTION else value for name, value in action.items()}


_Read: TypeAlias = Callable[[Any], Any]
_WITH_CARDS: Final[Mapping[str, _Read]] = {"banners": _cards, "palaces": _palaces, "actions": _actions}
_IN_ACTION: Final[Mapping[str, _Read]] = {"card": _card, "discard": _cards, "keep": _cards}


def strangers(field: str, values: Iterable[object], seats: Sequence[int]) -> Iterator[Problem]:
    """`unknown_player` for each of these that is no seat at the table."""
    for value in values:
        if type(value) is not int or value not in seats:
            yield problem("unknown_player", field)


def given(value: Any) -> Any:
    """A list as it was given; None where every entry is empty, because a form sends such lists, never longer than the
    largest table.
    """
    entries = listed(value)
    is_empty = 0 < len(entries) < SEATS.stop and all(entry is None for entry in entries)
    return None if is_empty else value


def are_places(value: object, size: int) -> bool:
    """Whether this gives a place (1 is the best), or none, to each of so many players; who is left out at the end has
    none.
    """
    entries = listed(value)
    return 0 < len(entries) <= size and all(
        entry is None or (type(entry) is int and entry in _PLACES) for entry in entries
    )


def tiers_by(places: Iterable[int | None], seats: Sequence[int]) -> Tiers:
    """The seats by their places, the best first; who has none is left out."""
    by_place: dict[int, list[int]] = {}
    for seat, place in zip(seats, places, strict=False):
        if place is not None:
            by_place.setdefault(place, []).append(seat)
    return tuple(tuple(by_place[place]) for place in sorted(by_place))


def amounts(field: str, value: object) -> Iterator[Problem]:
    """`amount_invalid` for each amount of a list that is none; a gap is another matter, and so is a list that is longer
    than the largest table.
    """
    for place, amount in enumerate(listed(value)[: SEATS.stop]):
        if amount is not None and not is_amount(amount):
            yield no_amount(amount, f"{field}.{place}")


def complete(value: object, size: int) -> bool:
    """Whether a list has an entry for each of so many players."""
    return len(listed(value)) == size and None not in listed(value)


def banner_problems(banners: object, seats: Sequence[int], order: Sequence[int]) -> Iterator[Problem]:
    """What is wrong with a list of banners of a table whose deal goes in this order."""
    if not complete(banners, len(seats)):
        yield problem("banner_required", "banners")
        return
    by_seat = dict(zip(seats, listed(banners), strict=True))
    for first in range(0, len(order), SUITS):
        suits = [suit_of(by_seat[seat]) for seat in order[first : first + SUITS] if is_card(by_seat[seat])]
        if len(set(suits)) < len(suits):
            yield problem("banner_diversity", "banners")
    for place, card in enumerate(listed(banners)):
        if not is_card(card):
            yield problem("bad_card", f"banners.{place}")


def duplicates(field: str, cards: Iterable[object]) -> Iterator[Problem]:
    """`duplicate_card` where a card stands there a second time."""
    readable = [*filter(is_card, cards)]
    if len(set(readable)) < len(readable):
        yield problem("duplicate_card", field)


# Names of players to seats: the input of a case becomes a plain record.

NOBODY: Final = -1
"""The seat of a name that is not at the table."""

_EACH: Final = ("contributions", "banners", "palace", "stacks")
"""Objects with an entry for each player; `palace` is the public name of `palaces`."""


@dataclass(frozen=True, slots=True)
class Names:
    """The players of a case; their places in the list are their seats."""

    players: tuple[str, ...]

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(len(self.players)))

    def seat(self, name: object) -> int:
        """The seat of a name, `NOBODY` if it is none."""
        return self.players.index(name) if isinstance(name, str) and name in self.players else NOBODY

    def record(self, mode: str, data: Data) -> dict[str, Any]:
        """The plain record of these fields; what has no readable form is left as it is."""
        record: dict[str, Any] = {"kind": mode}
        for field, value in data.items():
            if field in _EACH:
                record["palaces" if field == "palace" else field] = self._each(value)
            else:
                record[field] = self._translated(field, value)
        return record

    def _each(self, value: object) -> list[Any]:
        return [value.get(name) for name in self.players] if isinstance(value, Mapping) else []

    def _translated(self, field: str, value: Any) -> Any:
        if field == "dealer":
            return self.seat(value)
        if field == "actions" and isinstance(value, list):
            return [self._action(action) for action in value]
        if field == "all_in":
            return self._flags(value)
        if field == "ranking":
            return self._places(value, None)
        return self._places(value, self._nonsense) if field == "showdown" else value

    @property
    def _nonsense(self) -> list[int]:
        """Stands for places or flags of no form, so that the checks of a record find them."""
        return [0] * len(self.players)

    def _flags(self, names: object) -> list[Any]:
        if not isinstance(names, list) or len(set(map(str, names))) < len(names):
            return self._nonsense
        return [player in names for player in self.players]

    def _places(self, tiers: object, empty: list[int] | None) -> list[Any] | None:
        """The places of the players; `empty` where there is no winner."""
        if not isinstance(tiers, list) or not tiers or tiers[0] == []:
            return empty
        named = [*named_in(tiers)]
        if not all(isinstance(tier, list) and tier for tier in tiers) or len(set(map(str, named))) < len(named):
            return self._nonsense
        of = {name: place for place, tier in enumerate(tiers, start=1) for name in tier}
        return [of.get(player) for player in self.players]

    def _action(self, action: object) -> object:
        """An action with seats; `winner` may be a tie, and of a response only `by` is a player."""
        if not isinstance(action, Mapping):
            return action
        given = self._seated(action, ("by", "target", "winner"))
        if isinstance(given.get("responses"), list):
            given["responses"] = [
                self._seated(response, ("by",)) if isinstance(response, Mapping) else response
                for response in given["responses"]
            ]
        return given

    def _seated(self, entry: Mapping[str, Any], fields: Iterable[str]) -> dict[str, Any]:
        """The same, with seats in these fields."""
        given = dict(entry)
        for field in fields:
            if given.get(field) is not None and (field, given[field]) != ("winner", TIE):
                given[field] = self.seat(given[field])
        return given


def named_in(tiers: object) -> Iterator[object]:
    """Every name in tiers, as far as they have that form."""
    for tier in tiers if isinstance(tiers, list) else ():
        yield from tier if isinstance(tier, list) else ()


def strangers_in(data: Data, names: Names) -> Iterator[str]:
    """The fields, actions apart, in which somebody is named who is not at the table."""
    named: dict[str, Iterable[object]] = {
        field: entries for field in _EACH if isinstance(entries := data.get(field), Mapping)
    }
    named |= {field: [*named_in(data.get(field))] for field in ("ranking", "showdown")}
    named |= {"all_in": [*named_in([data.get("all_in")])], "dealer": [data["dealer"]] if "dealer" in data else []}
    for field, entries in named.items():
        if any(name not in names.players for name in entries):
            yield field
