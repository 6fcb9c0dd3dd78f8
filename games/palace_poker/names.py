"""Names of players to seats: the input of a case becomes a plain record."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.palace_poker.reading import Data
from games.palace_poker.values import TIE

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
