"""Hands to compare: made up by a seeded chance at tables of all sizes, under rules of all kinds, some of them broken.

A module here named like a game may add what only that game can say:

    variants(chance)             rules a club could choose, as plain values, any field of them
    more(chance, rules, table)   a hand the dealer of the demo club never makes, accepted or not, as plain values
    reached(vector)              the `Case`s that a shared vector means at a table
    offered(record, rules)       whether the quick entry of the port offers what this record holds
    DEALT                        per cent of the hands that the dealer of the demo club makes where there is `more`
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from games.core.game import AnyGame
from games.core.record import Record, load
from games.core.text import Text, context_of
from games.core.values import Table, read_card
from scorekeeper.demo.dealing import deal

GAMES = Path(__file__).parents[1] / "games"
LONGEST = (4, 12, 60)  # hands of a short, a usual and a long sitting
DEALT = 50  # per cent of the hands, where the game has more
BROKEN = 50  # per cent of the hands, tried once broken before they are played
RESPELLED = 12  # per cent of the hands, the cards of which are written in any way people write them
MOVED = 4  # per cent of the hands before which somebody comes or goes
NOISE: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 7, 12, 121, 10_000, 10**12, 1.5, "", "x", "1", [], [0], [None], {}, {"seat": 0},
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """A hand, in plain values, where it is judged."""

    data: Any
    rules: Record
    table: Table[Any]


def own(game: AnyGame, name: str, otherwise: Any = None) -> Any:
    """What the module of this game has by a name."""
    module = f"{__package__}.{game.name}"
    return getattr(import_module(module), name, otherwise) if find_spec(module) else otherwise


def vectors(game: AnyGame) -> Iterator[Case]:
    """What the shared vectors of a game mean at a table."""
    for vector in json.loads((GAMES / game.name / "vectors.json").read_text())["vectors"]:
        yield from own(game, "reached")(vector)


def cases(chance: Random, game: AnyGame, wanted: int) -> list[Case]:
    """So many cases, sitting after sitting."""
    return list(islice(_sittings(chance, game), wanted))


def _sittings(chance: Random, game: AnyGame) -> Iterator[Case]:
    for size in cycle(game.seats):
        rules = _suited(chance, game, size)
        seats = tuple(chance.sample(range(12), size))
        yield from _sitting(chance, game, rules, Table(seats, 1, chance.choice(seats), game.start(rules, size)))


def _suited(chance: Random, game: AnyGame, size: int) -> Record:
    """The first rules that chance makes up for a table of this size."""
    drawn = (load(game.rules, _rules(chance, game)) for _ in count())
    return next(rules for rules in drawn if not game.rules_problems(rules, size))


def _rules(chance: Random, game: AnyGame) -> dict[str, Any]:
    variants = own(game, "variants")
    if variants and chance.randrange(3):
        chosen: dict[str, Any] = variants(chance)
        return chosen
    return dict(chance.choice(game.presets).rules)


def _sitting(chance: Random, game: AnyGame, rules: Record, table: Table[Any]) -> Iterator[Case]:
    """Hands one after the other until the sitting is over, and one after its end."""
    over = False
    data: Any = None
    for _ in range(chance.randrange(1, chance.choice(LONGEST))):
        if over:
            yield Case(data, rules, table)
            return
        if chance.randrange(100) < MOVED:
            table = _moved(chance, game, rules, table)
        data = _hand(chance, game, rules, table)
        if chance.randrange(100) < RESPELLED:
            data = respelled(chance, data)
        if chance.randrange(100) < BROKEN:
            yield Case(broken(chance, data, table), rules, table)
        yield Case(data, rules, table)
        if not game.problems(data, rules, table):
            _record, outcome = game.judge(data, rules, table)
            over = outcome.over
            turn = outcome.dealer if chance.randrange(20) else chance.choice(table.seats)
            table = Table(table.seats, table.number + 1, turn, outcome.state)


def _hand(chance: Random, game: AnyGame, rules: Record, table: Table[Any]) -> Any:
    more = own(game, "more")
    if more and chance.randrange(100) >= own(game, "DEALT", DEALT):
        return more(chance, rules, table)
    return deal(chance, game, rules, table, [chance.randrange(20, 90) for _seat in table.seats])


def _moved(chance: Random, game: AnyGame, rules: Record, table: Table[Any]) -> Table[Any]:
    """The table after somebody came or went, if that can be; the turn to deal goes to whoever is there."""
    free = [seat for seat in range(12) if seat not in table.seats]
    left = list(table.seats)
    if chance.randrange(2):
        left.insert(chance.randrange(len(left) + 1), chance.choice(free))
    else:
        left.remove(chance.choice(left))
    if len(left) not in game.seats or game.size_problems(rules, len(left)):
        return table
    dealer = table.dealer if table.dealer in left else chance.choice(left)
    return Table(tuple(left), table.number, dealer, table.state)


def respelled(chance: Random, value: Any) -> Any:
    """The same with every card in one of the ways people write it."""
    if isinstance(value, dict):
        return {name: respelled(chance, part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [respelled(chance, part) for part in value]
    card = read_card(value)
    return value if card is None else chance.choice(spellings(card))


def spellings(card: str) -> list[str]:
    """How people write the card that is stored like `Th`."""
    rank, suit = card
    name = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[suit]
    ranks = ("T", "10") if rank == "T" else (rank,)
    usual = [f"{rank}{end}" for rank in ranks for end in (suit, f" {name}", f" of {name}")]
    return [*usual, *map(str.upper, usual), *map(str.lower, usual)]


def broken(chance: Random, data: Any, table: Table[Any]) -> Any:
    """A hand after one or two accidents, anywhere in it."""
    if not chance.randrange(60):
        return chance.choice(NOISE)
    after = json.loads(json.dumps(data))
    for _ in range(chance.choice((1, 1, 2))):
        _break(chance, after, deepcopy([*NOISE, *range(12), *table.seats]))
    return after


def _break(chance: Random, inside: Any, noise: list[Any]) -> None:
    """Remove, change or add a part of this object or list, or of one in it."""
    places = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
    place = chance.choice(places) if places else None
    deeper = place is not None and isinstance(inside[place], dict | list) and chance.randrange(3)
    if deeper:
        _break(chance, inside[place], noise)
    elif place is None or not chance.randrange(6):
        _add(chance, inside, _any(chance, noise))
    elif not chance.randrange(4):
        del inside[place]
    else:
        inside[place] = _other(chance, inside[place], noise)


def _add(chance: Random, inside: Any, value: Any) -> None:
    if isinstance(inside, dict):
        inside["surprise"] = value
    else:
        inside.insert(chance.randrange(len(inside) + 1), value)


def _other(chance: Random, value: Any, noise: list[Any]) -> Any:
    """A neighbour of a number, the opposite of a yes, or anything."""
    if type(value) is int and chance.randrange(2):
        return value + chance.choice((-10, -1, 1, 10))
    return not value if type(value) is bool and chance.randrange(2) else _any(chance, noise)


def _any(chance: Random, noise: list[Any]) -> Any:
    """A value of its own: the next accident may change it."""
    return deepcopy(chance.choice(noise))


def marked(text: Text) -> dict[str, Any]:
    """The text as a port writes it: with the context of each sentence."""
    values = {key: marked(value) if isinstance(value, Text) else value for key, value in text.values.items()}
    plain = text.to_json()
    inner = {key: values[key] if isinstance(values[key], dict) else plain["values"][key] for key in values}
    context = context_of(text.template)
    return {"text": plain["text"]} | ({"context": context} if context else {}) | ({"values": inner} if inner else {})
