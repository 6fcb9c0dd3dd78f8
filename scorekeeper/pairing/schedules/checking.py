"""What an instance says wrong is refused before anything is drawn, by field, with the reason and a remedy."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from scorekeeper.pairing.schedules.instance import Instance, Player, Round, Unfit

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
    for field, asked in (("tables", instance.tables), *(("tables_in", one) for one in instance.tables_in.values())):
        for size, many in asked.items():
            if size not in instance.sizes:
                raise Unfit(field, f"{size} is none of the allowed sizes", "Ask only for tables of the sizes")
            if many < 0:
                raise Unfit(field, f"{many} tables of {size}", "Ask for 0 or more tables of each size")


def _rooms(instance: Instance) -> None:
    fewest = min(instance.sizes)
    for number in instance.drawn:
        here = len(instance.present(number))
        field, asked = "tables_in" if number in instance.tables_in else "tables", instance.asked_in(number)
        seats = sum(size * many for size, many in asked.items())
        if here < fewest:
            raise Unfit(
                "players",
                f"{here} are there in round {number}, and a table takes at least {fewest}",
                "Let more players take part in this round, or allow smaller tables",
            )
        if seats > here:
            raise Unfit(
                field,
                f"{seats} seats for the {here} who are there in round {number}",
                "Ask for fewer tables, or leave it out to have them counted",
            )
        if asked and not seats:
            raise Unfit(field, "no table at all", "Ask for at least one table, or leave it out to have them counted")


def _names(instance: Instance) -> None:
    known = set(instance.players)
    for field, player in _named(instance):
        if player not in known:
            raise Unfit(field, f"{player} is none of the players", "Name only those in `players`")


def _named(instance: Instance) -> Iterator[tuple[str, Player]]:
    """Every player that is named anywhere, with the field."""
    for field in ("clubs", "from_round", "until_round", "points"):
        yield from ((field, player) for player in getattr(instance, field))
    for field in ("forbidden", "wanted", "history"):
        yield from ((field, player) for pair in getattr(instance, field) for player in pair)
    yield from (("absent", player) for away in instance.absent.values() for player in away)
    yield from (("locks", player) for lock in instance.locks for player in (lock.player, *lock.together))
    for field in ("done", "published"):
        for one in getattr(instance, field):
            yield from ((field, player) for table in (*one.tables, one.out) for player in table)


def _pairs(instance: Instance) -> None:
    for field in ("forbidden", "wanted", "history"):
        for one, other in getattr(instance, field):
            if one == other:
                raise Unfit(field, f"{one} with {one}", "Name two different players")
    for (one, other), times in instance.history.items():
        if times < 0:
            raise Unfit("history", f"{one} and {other} met {times} times", "Say how often they met: 0 or more")
    seen = Counter(frozenset(pair) for pair in instance.history)
    for pair, many in seen.items():
        if many > 1:
            raise Unfit("history", f"{' and '.join(sorted(pair))} are named twice", "Name each pair once")


def _rounds(instance: Instance) -> None:
    for field in ("from_round", "until_round"):
        for player, number in getattr(instance, field).items():
            if number < 0 or (field == "from_round" and not 1 <= number <= instance.rounds):
                raise Unfit(field, f"{player}: round {number}", f"Give a round from 1 to {instance.rounds}")
    for field in ("absent", "tables_in"):
        _numbered(instance, field)
    for lock in instance.locks:
        if not 1 <= lock.round <= instance.rounds:
            raise Unfit("locks", f"round {lock.round} for {lock.player}", f"Give a round from 1 to {instance.rounds}")


def _numbered(instance: Instance, field: str) -> None:
    for number in getattr(instance, field):
        if not 1 <= number <= instance.rounds:
            raise Unfit(field, f"round {number}", f"Give a round from 1 to {instance.rounds}")


def _frozen(instance: Instance) -> None:
    if len(instance.done) + len(instance.published) > instance.rounds:
        raise Unfit("published", "more rounds than there are", "Give done and published rounds within `rounds`")
    for field in ("done", "published"):
        for number, one in enumerate(getattr(instance, field), 1):
            _once(field, number, one)


def _once(field: str, number: int, one: Round) -> None:
    seated: Sequence[Player] = [player for table in (*one.tables, one.out) for player in table]
    for player, times in Counter(seated).items():
        if times > 1:
            raise Unfit(field, f"{player} sits {times} times in round {number}", "Seat everybody once in a round")
    for table in one.tables:
        if len(table) > LARGEST_TABLE:
            raise Unfit(field, f"a table of {len(table)} in round {number}", f"Seat at most {LARGEST_TABLE} at a table")


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
