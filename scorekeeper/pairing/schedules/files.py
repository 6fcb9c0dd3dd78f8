"""Instances as files: the public form of the shared specification of pairing, section 12, and what comes out of one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Final

from scorekeeper.pairing.schedules.instance import MOST_PLAYERS, Instance, Lock, Player, Round, Schedule, Unfit

KEYS: Final = (
    *("id", "players", "rounds", "sizes", "tables", "tables_in", "clubs", "forbidden", "absent", "history", "locks"),
    *("seed", "time_limit_s", "mode", "style", "preferred", "clubs_rule", "wanted", "from_round", "until_round"),
    *("points", "done", "published", "keep"),
)
CHOICES: Final = {
    "mode": ("fixed", "by_round"),
    "style": ("mix", "seeded", "random"),
    "clubs_rule": ("off", "soft", "hard"),
}
LONGEST: Final = 86_400  # seconds: a day
ROUND_KEYS: Final = ("tables", "out")
LOCK_KEYS: Final = ("round", "player", "table", "seat", "with")
NAMES: Final = "Name players as they stand in `players`"


def instance_of(plain: object) -> tuple[Instance, float | None]:
    """What a file says, and after how many seconds to stop.

    Raises:
        Unfit: a key that is not known, is missing, or holds something else than it should.
    """
    if not isinstance(plain, Mapping):
        raise Unfit("instance", "not an object", "Write an object with `players`, `rounds` and `sizes`")
    for key in plain:
        if key not in KEYS:
            near = get_close_matches(str(key), KEYS, 1)
            raise Unfit(str(key), "no such key", f"Write `{near[0]}`" if near else f"Use {', '.join(KEYS)}")
    players = _players(_needed(plain, "players", "Say how many there are, or list them"))
    read = _Reader(plain, {str(player): player for player in players})
    limit = plain.get("time_limit_s")
    return read.instance(), None if limit is None else _seconds("time_limit_s", limit)


def _players(value: object) -> list[Any]:
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 < value <= MOST_PLAYERS:
            raise Unfit("players", f"{value} players", f"Say 2 to {MOST_PLAYERS:,}")
        return list(range(1, value + 1))
    if not isinstance(value, list):
        raise Unfit("players", f"{value!r} is no number and no list", "Say how many there are, or list their names")
    for number, player in enumerate(value, 1):
        if not _is_name(player):
            raise Unfit("players", f"entry {number} is {player!r}", "List players as texts or whole numbers")
    return value


def _is_name(value: object) -> bool:
    return (isinstance(value, str) and value != "") or (isinstance(value, int) and not isinstance(value, bool))


def _needed(plain: Mapping[str, Any], key: str, remedy: str) -> Any:
    if plain.get(key) is None:
        raise Unfit(key, "missing", remedy)
    return plain[key]


def _whole(field: str, value: object) -> int:
    """A whole number; keys of objects are texts."""
    if isinstance(value, str) and value.lstrip("-").isascii() and value.lstrip("-").isdigit() and len(value) < 20:
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unfit(field, f"{value!r} is no whole number", "Write a whole number")
    return value


def _seconds(field: str, value: object) -> float:
    """Of a time limit, in parts too; 0 stops at once."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST:
        raise Unfit(field, f"{value!r} is no number of seconds", f"Write 0 to {LONGEST}, in parts if you like")
    return value


def _list(field: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Unfit(field, f"{value!r} is no list", "Write a list in square brackets")
    return value


def _with_byes(instance: Instance, number: int, round_: Round) -> Round:
    """A round that was played: who was there and at no table had a bye."""
    seated = {player for table in round_.tables for player in table}
    return Round(round_.tables, tuple(player for player in instance.present(number) if player not in seated))


class _Reader:
    """One file, key by key. What is left out or null is as an Instance has it by itself."""

    def __init__(self, plain: Mapping[str, Any], players: Mapping[str, object]) -> None:
        self.plain, self.players = plain, players
        self.with_byes: set[int] = set()  # the rounds of `done` that say who sat out

    def instance(self) -> Instance:
        found: dict[str, Any] = {
            "players": list(self.players),
            "rounds": _whole("rounds", _needed(self.plain, "rounds", "Say how many rounds are played")),
            "sizes": self._sizes(),
            "seed": _whole("seed", self.plain.get("seed", 0)),
        }
        readers: dict[str, Callable[[str, Any], Any]] = {
            "mode": self._choice,
            "style": self._choice,
            "clubs_rule": self._choice,
            "preferred": _whole,
            "tables": self._counts,
            "tables_in": self._counts_in,
            "clubs": self._clubs,
            "forbidden": self._pairs,
            "wanted": self._pairs,
            "absent": self._absent,
            "history": self._history,
            "locks": self._locks,
            "from_round": self._by_player,
            "until_round": self._by_player,
            "points": self._by_player,
            "done": self._rounds,
            "published": self._rounds,
            "keep": self._keep,
        }
        for key, reader in readers.items():
            if self.plain.get(key) is not None:
                found[key] = reader(key, self.plain[key])
        if len(found["players"]) != len(_players(self.plain["players"])):
            raise Unfit("players", "somebody is named twice", "Name each player once")
        instance = Instance(**found)
        done = [
            round_ if number in self.with_byes else _with_byes(instance, number, round_)
            for number, round_ in enumerate(instance.done, 1)
        ]
        return replace(instance, done=done)

    def _sizes(self) -> list[int]:
        value = _needed(self.plain, "sizes", "Name the sizes a table may have, such as [3, 4]")
        return [_whole("sizes", size) for size in _list("sizes", value)]

    def _choice(self, field: str, value: object) -> str:
        if not isinstance(value, str) or value not in CHOICES[field]:
            raise Unfit(field, f"{value!r} is none of its words", f"Write {', '.join(CHOICES[field])}")
        return value

    def _keep(self, field: str, value: object) -> bool:
        """`high` is how the specification says it."""
        if value != "high" and not isinstance(value, bool):
            raise Unfit(field, f"{value!r} is neither true nor false", 'Write true (or "high") or false')
        return bool(value)

    def _player(self, field: str, value: object) -> Player:
        if not _is_name(value) or str(value) not in self.players:
            raise Unfit(field, f"{value!r} is none of the players", NAMES)
        return str(value)

    def _object(self, field: str, value: object) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise Unfit(field, f"{value!r} is no object", "Write an object in braces")
        return value

    def _counts(self, field: str, value: object) -> dict[int, int]:
        return {_whole(field, size): _whole(field, many) for size, many in self._object(field, value).items()}

    def _counts_in(self, field: str, value: object) -> dict[int, dict[int, int]]:
        return {
            _whole(field, number): self._counts(field, asked) for number, asked in self._object(field, value).items()
        }

    def _clubs(self, field: str, value: object) -> dict[Player, str]:
        found = {}
        for player, club in self._object(field, value).items():
            if club is not None and not _is_name(club):
                raise Unfit(field, f"{club!r} of {player}", "Name clubs as texts or whole numbers")
            if club is not None:
                found[self._player(field, player)] = str(club)
        return found

    def _by_player(self, field: str, value: object) -> dict[Player, int]:
        return {
            self._player(field, player): _whole(field, number)
            for player, number in self._object(field, value).items()
            if number is not None
        }

    def _pair(self, field: str, value: object, entries: int) -> list[Any]:
        pair = _list(field, value)
        if len(pair) != entries:
            raise Unfit(field, f"{value!r} has {len(pair)} entries", f"Write {entries} in each")
        return [self._player(field, pair[0]), self._player(field, pair[1]), *pair[2:]]

    def _pairs(self, field: str, value: object) -> list[tuple[Player, Player]]:
        found = [self._pair(field, pair, 2) for pair in _list(field, value)]
        return [(one, other) for one, other in found]

    def _history(self, field: str, value: object) -> dict[tuple[Player, Player], int]:
        found: dict[tuple[Player, Player], int] = {}
        for entry in _list(field, value):
            one, other, times = self._pair(field, entry, 3)
            if (one, other) in found:
                raise Unfit(field, f"{one} and {other} are named twice", "Name each pair once")
            found[one, other] = _whole(field, times)
        return found

    def _absent(self, field: str, value: object) -> dict[int, Collection[Player]]:
        return {
            _whole(field, number): [self._player(field, player) for player in _list(field, away)]
            for number, away in self._object(field, value).items()
        }

    def _locks(self, field: str, value: object) -> list[Lock]:
        return [self._lock(field, self._object(field, entry)) for entry in _list(field, value)]

    def _lock(self, field: str, entry: Mapping[str, Any]) -> Lock:
        for key in entry:
            if key not in LOCK_KEYS:
                raise Unfit(field, f"{key!r} is no part of a lock", f"Write {', '.join(LOCK_KEYS)}")
        number = _whole(f"{field}.round", _needed(entry, "round", "Say in which round a lock holds"))
        player = self._player(f"{field}.player", _needed(entry, "player", "Say whom a lock holds"))
        table, seat = (
            None if entry.get(key) is None else _whole(f"{field}.{key}", entry[key]) for key in ("table", "seat")
        )
        others = [self._player(f"{field}.with", other) for other in _list(f"{field}.with", entry.get("with") or [])]
        return Lock(round=number, player=player, table=table, seat=seat, together=others)

    def _rounds(self, field: str, value: object) -> list[Round]:
        return [self._round(field, number, round_) for number, round_ in enumerate(_list(field, value), 1)]

    def _round(self, field: str, number: int, one: object) -> Round:
        """Its tables; or an object of `tables` and `out`, where not everybody else who was there sat out."""
        if not isinstance(one, Mapping):
            return Round(self._tables(field, one))
        for key in one:
            if key not in ROUND_KEYS:
                raise Unfit(field, f"{key!r} is no part of a round", f"Write {', '.join(ROUND_KEYS)}")
        if field == "done":
            self.with_byes.add(number)
        out = tuple(self._player(f"{field}.out", player) for player in _list(f"{field}.out", one.get("out") or []))
        return Round(self._tables(field, _needed(one, "tables", "List the tables of a round")), out)

    def _tables(self, field: str, value: object) -> tuple[tuple[Player, ...], ...]:
        return tuple(
            tuple(self._player(field, player) for player in _list(field, table)) for table in _list(field, value)
        )


def written(schedule: Schedule, plain: Mapping[str, Any]) -> dict[str, Any]:
    """A schedule as a file holds it; players stand there as the file named them."""
    named = {str(player): player for player in _players(plain["players"])}
    rounds = [[[named[player] for player in table] for table in round_.tables] for round_ in schedule.rounds]
    report = schedule.report.as_json()
    return {"rounds": rounds, "report": report | {key: _named(report[key], named) for key in NAMING}}


NAMING: Final = ("repeated", "small_above", "small_below", "wanted_unmet", "club_meetings", "breaches")


def _named(value: Any, named: Mapping[str, Any]) -> Any:
    """The names in a part of a report as the file has them."""
    if isinstance(value, str):
        return named.get(value, value)
    if isinstance(value, Sequence):
        return [_named(part, named) for part in value]
    if isinstance(value, Mapping):
        return {key: _named(part, named) if key == "players" else part for key, part in value.items()}
    return value
