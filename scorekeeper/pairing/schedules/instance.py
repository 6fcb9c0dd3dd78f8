"""What a schedule is drawn from, and what it comes to."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

ENGINE: Final = "schedule"
VERSION: Final = "4"  # another draw from the same instance makes a new number

Player = str
Table = tuple[Player, ...]
Mode = Literal["fixed", "by_round"]
Style = Literal["mix", "seeded", "random"]
ClubsRule = Literal["off", "soft", "hard"]


@dataclass(frozen=True, slots=True)
class Round:
    """`tables` in the order of their numbers, each in the order of its seats: the first deals first. `out` has a bye:
    present, and no seat was left."""

    tables: tuple[Table, ...]
    out: Table = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """What the director decided for a round (from 1): this player sits at that table (from 1; 0: sits out), on that
    seat (from 0), together with those others; whatever is left out is free."""

    round: int
    player: Player
    table: int | None = None
    seat: int | None = None
    together: Sequence[Player] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """What a schedule is drawn from. Rounds and tables count from 1, seats from 0.

    `mode` `fixed` draws all rounds that are not done, `by_round` the next one only. `style` `mix` looks for new
    opponents, `seeded` sits people by `points` from the top (the next round only), `random` honours what must be and
    looks for nothing else.

    `sizes` are those a table may have; `preferred` is the one most should have (without it the largest), `tables` says
    how many there are of each size in every round instead, `tables_in` in single rounds. `clubs_rule` is about those
    with the same word in `clubs`: `hard` never at one table, `soft` as seldom as can be.

    `done` are the rounds played so far, which stay as they are; `history` is how often pairs met before the first
    round. `published` are rounds after `done` that people have seen already: with `keep` as few as possible get other
    table mates.
    """

    players: Sequence[Player]
    rounds: int
    sizes: Collection[int]
    seed: int
    mode: Mode = "fixed"
    style: Style = "mix"
    preferred: int | None = None
    tables: Mapping[int, int] = field(default_factory=dict)
    tables_in: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    clubs: Mapping[Player, str] = field(default_factory=dict)
    clubs_rule: ClubsRule = "soft"
    forbidden: Collection[tuple[Player, Player]] = ()
    wanted: Collection[tuple[Player, Player]] = ()
    from_round: Mapping[Player, int] = field(default_factory=dict)
    until_round: Mapping[Player, int] = field(default_factory=dict)
    absent: Mapping[int, Collection[Player]] = field(default_factory=dict)
    locks: Sequence[Lock] = ()
    history: Mapping[tuple[Player, Player], int] = field(default_factory=dict)
    done: Sequence[Round] = ()
    published: Sequence[Round] = ()
    keep: bool = False
    points: Mapping[Player, int] = field(default_factory=dict)

    def present(self, number: int) -> list[Player]:
        """Who is there in this round (from 1), in the order of their names."""
        away = set(self.absent.get(number, ()))
        return sorted(
            player
            for player in self.players
            if player not in away
            and self.from_round.get(player, 1) <= number <= self.until_round.get(player, self.rounds)
        )

    def asked_in(self, number: int) -> Mapping[int, int]:
        """How many tables of each size are asked for in this round; empty: as many as its people make."""
        return self.tables_in.get(number, self.tables)

    @property
    def drawn(self) -> range:
        """The numbers of the rounds that are to be drawn."""
        first = len(self.done) + 1
        last = first if self.mode == "by_round" else self.rounds
        return range(first, min(last, self.rounds) + 1)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A pair that meets more than once: `rounds` in which it does, `times` with what came before the first round.

    `reason`: `bound` (no draw has fewer, or spreads them better), `club` (none that keeps clubs apart), `frozen` (it
    came about before the rounds drawn here), `lock`, `keep` (what was published was to stay), `style` (this style does
    not avoid it everywhere), `search` (another draw may have fewer; none was found).
    """

    players: tuple[Player, Player]
    rounds: tuple[int, ...]
    times: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleReport:
    """How good a schedule is, and why it is no better. `repeats` is the sum over pairs of the meetings after the
    first; no schedule has fewer than `lower_bound`. Turns at a small table are those below the size most have;
    `small_above` and `small_below` are who has more or fewer of them than their even share, rounded up or down.

    `seat_spread` is by table size the largest difference, for one player, between the seat had most often and the one
    had least often. `breaches` are forbidden pairs that a lock put together, with the round; `clubs_too_large` are
    clubs with more members than tables, for which `hard` could not hold. `seats_changed` counts seats of published
    rounds that are others now, `mates_changed` players of a round with other table mates.
    """

    lower_bound: int
    repeats: int
    max_meetings: int
    repeated: tuple[Repeat, ...]
    small_turns: Mapping[Player, int]
    small_above: tuple[Player, ...]
    small_below: tuple[Player, ...]
    small_spread: int
    club_meetings: tuple[tuple[int, Player, Player], ...]
    clubs_too_large: tuple[str, ...]
    wanted_unmet: tuple[tuple[Player, Player], ...]
    seat_spread: Mapping[int, int]
    byes: Mapping[Player, int]
    locks_honoured: int
    breaches: tuple[tuple[int, Player, Player], ...]
    mates_changed: int
    seats_changed: int
    seed: int
    iterations: int
    stopped_early: bool
    engine: str
    version: str
    input_hash: str

    def as_json(self) -> dict[str, Any]:
        """As plain values that JSON can hold."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        plain["repeated"] = [
            {"players": list(pair.players), "rounds": list(pair.rounds), "times": pair.times, "reason": pair.reason}
            for pair in self.repeated
        ]
        plain["seat_spread"] = {str(size): spread for size, spread in self.seat_spread.items()}
        for name in ("club_meetings", "breaches", "wanted_unmet"):
            plain[name] = [list(pair) for pair in getattr(self, name)]
        for name in ("small_above", "small_below", "clubs_too_large"):
            plain[name] = list(getattr(self, name))
        return plain | {"small_turns": dict(self.small_turns), "byes": dict(self.byes)}


@dataclass(frozen=True, slots=True)
class Schedule:
    """All rounds from the first: those that were done as they were, then those drawn here."""

    rounds: tuple[Round, ...]
    report: ScheduleReport


class Unfit(ValueError):
    """An instance that says something wrong: which field, why, and what to write instead."""

    def __init__(self, field_name: str, reason: str, remedy: str) -> None:
        self.field, self.reason, self.remedy = field_name, reason, remedy
        super().__init__(f"{field_name}: {reason}. {remedy}.")


@dataclass(frozen=True, slots=True)
class Collision:
    """What cannot be had together in a round. `kind`: `absent` (who is locked is not there), `two_tables` (locked to
    two tables), `no_table` (there is no such table), `no_seat`, `one_seat` (two on one seat), `full` (more are locked
    to a table than it seats), `no_bye` (more are locked to sitting out than do), `forbidden` (no way was found to keep
    these apart)."""

    kind: str
    round: int
    players: tuple[Player, ...]
    table: int | None = None


class Impossible(ValueError):
    """No schedule honours all that must be; `collisions` say by name what collides."""

    def __init__(self, collisions: Sequence[Collision]) -> None:
        self.collisions = tuple(collisions)
        super().__init__("; ".join(_sentence(collision) for collision in self.collisions))


SENTENCES: Final = {
    "absent": "{players} is locked but not there",
    "two_tables": "{players} is locked to two tables or seats",
    "no_table": "{players} is locked to table {table}, which is not there",
    "no_seat": "{players} is locked to a seat that no table has",
    "one_seat": "{players} are locked to one seat of table {table}",
    "full": "{players} are locked to one table, which has fewer seats",
    "no_bye": "{players} are locked to sitting out, and fewer do",
    "forbidden": "no way was found to keep {players} apart",
}


def _sentence(collision: Collision) -> str:
    sentence = SENTENCES[collision.kind].format(players=", ".join(collision.players), table=collision.table)
    return f"round {collision.round}: {sentence}"


def facts(instance: Instance) -> dict[str, Any]:
    """All that a draw depends on, as plain values in one order."""
    shapes = sorted((number, sorted(asked.items())) for number, asked in instance.tables_in.items())
    return {
        "players": sorted(instance.players),
        **{name: getattr(instance, name) for name in ("rounds", "seed", "mode", "style", "preferred", "clubs_rule")},
        "keep": instance.keep,
        "sizes": sorted(instance.sizes),
        "tables": sorted(instance.tables.items()),
        **({"tables_in": shapes} if shapes else {}),
        **{name: sorted(getattr(instance, name).items()) for name in ("clubs", "from_round", "until_round", "points")},
        **{name: sorted(sorted(pair) for pair in getattr(instance, name)) for name in ("forbidden", "wanted")},
        "absent": sorted((number, sorted(away)) for number, away in instance.absent.items() if away),
        "locks": sorted(
            [lock.round, lock.player, _or_none(lock.table), _or_none(lock.seat), sorted(lock.together)]
            for lock in instance.locks
        ),
        "history": sorted([*sorted(pair), times] for pair, times in instance.history.items()),
        **{name: [_plain(round_) for round_ in getattr(instance, name)] for name in ("done", "published")},
    }


def _or_none(number: int | None) -> int:
    """A number that sorts: -1 for none."""
    return -1 if number is None else number


def _plain(round_: Round) -> list[Any]:
    return [[list(table) for table in round_.tables], sorted(round_.out)]


def input_hash(instance: Instance) -> str:
    """Of everything a draw depends on: the same hash, engine and version give the same schedule."""
    text = json.dumps(facts(instance), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


# What an instance says wrong is refused before anything is drawn, by field, with the reason and a remedy.

MOST_PLAYERS: Final = 2_000
MOST_ROUNDS: Final = 60
LARGEST_TABLE: Final = 12
SEEDS: Final = 2**64  # a seed is below this


def check(instance: Instance) -> None:
    """Raises Unfit where the instance says something that cannot be meant."""
    for rule in RULES:
        rule(instance)


def _players(instance: Instance) -> None:
    if not 2 <= len(instance.players) <= MOST_PLAYERS:
        raise Unfit(
            "players", f"{len(instance.players)} players", f"Name at least 2 and at most {MOST_PLAYERS:,} players"
        )
    for player, times in Counter(instance.players).items():
        if times > 1:
            raise Unfit("players", f"{player} is named {times} times", "Name each player once")


def _numbers(instance: Instance) -> None:
    if not 1 <= instance.rounds <= MOST_ROUNDS:
        raise Unfit("rounds", f"{instance.rounds} rounds", f"Ask for 1 to {MOST_ROUNDS} rounds")
    if not 0 <= instance.seed < SEEDS:
        raise Unfit("seed", f"{instance.seed} is no seed", "Give a whole number from 0 that 64 bits hold")
    if len(instance.done) >= instance.rounds:
        raise Unfit("done", "all rounds are done", "Ask for more rounds than are done")


def _sizes(instance: Instance) -> None:
    if not instance.sizes:
        raise Unfit("sizes", "no size of a table is allowed", "Name the sizes a table may have, such as 3 and 4")
    for size in instance.sizes:
        if not 2 <= size <= LARGEST_TABLE:
            raise Unfit("sizes", f"a table of {size}", f"Allow tables of 2 to {LARGEST_TABLE}")
    if instance.preferred is not None and instance.preferred not in instance.sizes:
        raise Unfit("preferred", f"{instance.preferred} is none of the allowed sizes", "Prefer one of the sizes")


def _tables(instance: Instance) -> None:
    for name, asked in (("tables", instance.tables), *(("tables_in", table) for table in instance.tables_in.values())):
        for size, many in asked.items():
            if size not in instance.sizes:
                raise Unfit(name, f"{size} is none of the allowed sizes", "Ask only for tables of the sizes")
            if many < 0:
                raise Unfit(name, f"{many} tables of {size}", "Ask for 0 or more tables of each size")


def _rooms(instance: Instance) -> None:
    fewest = min(instance.sizes)
    for number in instance.drawn:
        here = len(instance.present(number))
        name, asked = "tables_in" if number in instance.tables_in else "tables", instance.asked_in(number)
        seats = sum(size * many for size, many in asked.items())
        if here < fewest:
            raise Unfit(
                "players",
                f"{here} are there in round {number}, and a table takes at least {fewest}",
                "Let more players take part in this round, or allow smaller tables",
            )
        if seats > here:
            raise Unfit(
                name,
                f"{seats} seats for the {here} who are there in round {number}",
                "Ask for fewer tables, or leave it out to have them counted",
            )
        if asked and not seats:
            raise Unfit(name, "no table at all", "Ask for at least one table, or leave it out to have them counted")


def _names(instance: Instance) -> None:
    players = set(instance.players)
    for name, player in _named(instance):
        if player not in players:
            raise Unfit(name, f"{player} is none of the players", "Name only those in `players`")


def _named(instance: Instance) -> Iterator[tuple[str, Player]]:
    """Every player that is named anywhere, with the field."""
    for name in ("clubs", "from_round", "until_round", "points"):
        yield from ((name, player) for player in getattr(instance, name))
    for name in ("forbidden", "wanted", "history"):
        yield from ((name, player) for pair in getattr(instance, name) for player in pair)
    yield from (("absent", player) for away in instance.absent.values() for player in away)
    yield from (("locks", player) for lock in instance.locks for player in (lock.player, *lock.together))
    for name in ("done", "published"):
        for round_ in getattr(instance, name):
            yield from ((name, player) for table in (*round_.tables, round_.out) for player in table)


def _pairs(instance: Instance) -> None:
    for name in ("forbidden", "wanted", "history"):
        for one, other in getattr(instance, name):
            if one == other:
                raise Unfit(name, f"{one} with {one}", "Name two different players")
    for (one, other), times in instance.history.items():
        if times < 0:
            raise Unfit("history", f"{one} and {other} met {times} times", "Say how often they met: 0 or more")
    seen = Counter(frozenset(pair) for pair in instance.history)
    for pair, many in seen.items():
        if many > 1:
            raise Unfit("history", f"{' and '.join(sorted(pair))} are named twice", "Name each pair once")


def _rounds(instance: Instance) -> None:
    for name in ("from_round", "until_round"):
        for player, number in getattr(instance, name).items():
            if number < 0 or (name == "from_round" and not 1 <= number <= instance.rounds):
                raise Unfit(name, f"{player}: round {number}", f"Give a round from 1 to {instance.rounds}")
    for name in ("absent", "tables_in"):
        _numbered(instance, name)
    for lock in instance.locks:
        if not 1 <= lock.round <= instance.rounds:
            raise Unfit("locks", f"round {lock.round} for {lock.player}", f"Give a round from 1 to {instance.rounds}")


def _numbered(instance: Instance, name: str) -> None:
    for number in getattr(instance, name):
        if not 1 <= number <= instance.rounds:
            raise Unfit(name, f"round {number}", f"Give a round from 1 to {instance.rounds}")


def _frozen(instance: Instance) -> None:
    if len(instance.done) + len(instance.published) > instance.rounds:
        raise Unfit("published", "more rounds than there are", "Give done and published rounds within `rounds`")
    for name in ("done", "published"):
        for number, round_ in enumerate(getattr(instance, name), 1):
            _once(name, number, round_)


def _once(name: str, number: int, round_: Round) -> None:
    seated: Sequence[Player] = [player for table in (*round_.tables, round_.out) for player in table]
    for player, times in Counter(seated).items():
        if times > 1:
            raise Unfit(name, f"{player} sits {times} times in round {number}", "Seat everybody once in a round")
    for table in round_.tables:
        if len(table) > LARGEST_TABLE:
            raise Unfit(name, f"a table of {len(table)} in round {number}", f"Seat at most {LARGEST_TABLE} at a table")


def _style(instance: Instance) -> None:
    if instance.style == "seeded" and instance.mode != "by_round":
        raise Unfit("style", "points are known for the next round only", "Draw by round: set `mode` to `by_round`")
    if instance.style == "seeded" and not instance.points:
        raise Unfit("points", "nobody has points", "Give the points of the players, or draw the first round as `mix`")
    if instance.keep and not instance.published:
        raise Unfit("keep", "nothing was published", "Give the rounds that people have seen as `published`")


RULES: Final[Sequence[Callable[[Instance], None]]] = (
    *(_players, _numbers, _sizes, _tables, _names, _pairs, _rounds, _rooms, _frozen, _style),
)
