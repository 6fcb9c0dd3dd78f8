"""Svoi Kozyri: rules of every kind, deals the dealer of the demo club never makes, and what the shared vectors mean."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from games.core.record import load
from games.core.values import InvalidRecord, Table
from games.svoi_kozyri import GAME
from games.svoi_kozyri.rules import PACKS, RESULTS, SUITS, SvoiRules
from games.svoi_kozyri.state import SvoiTable
from tests.agreement.cases import Case


def variants(chance: Random) -> dict[str, Any]:
    return {
        "mode": chance.choice(("wdl", "losses", "cards_left")),
        "win": chance.choice((2, 3, 1, 0, -100)),
        "draw": chance.choice((1, 0, 2, 3)),
        "loss": chance.choice((0, -1, -2, 2, 100)),
        "deck": chance.choice(tuple(PACKS)),
        "pickup": chance.choice(("house", "all")),
        "players": chance.choice(([2, 3, 4], [2], [4, 3], [3, 2])),
        "first_to": chance.choice((None, None, 1, 3, 10)),
        "max_deals": chance.choice((None, 1, 5, 30)),
    }


def more(chance: Random, rules: SvoiRules, table: SvoiTable) -> dict[str, Any]:
    """Deals with the pair of cards, a loser who is named, any number of cards left, and another dealer."""
    result = chance.choice(RESULTS)
    order = chance.sample(table.seats, len(table.seats))
    deal = {
        "kind": "deal",
        "trumps": chance.sample(SUITS, len(table.seats)),
        "finished": order[:-1],
        "result": result,
        "loser": chance.choice((None, None, order[-1] if result == "loss" else None, chance.choice(table.seats))),
        "cards_left": 1 if result == "draw" else chance.choice((None, 1, 1, 2, rules.deck - 1, rules.deck)),
        "dealer": chance.choice((None, None, *table.seats)),
    }
    if chance.randrange(3):
        deal |= {"last_card": _card(chance, rules.deck), "top_card": _card(chance, rules.deck)}
    return {name: value for name, value in deal.items() if value is not None or chance.randrange(2)}


def _card(chance: Random, deck: int) -> str:
    """A card of the pack, often of the same few."""
    ranks = PACKS[deck] if chance.randrange(12) else ("2", "A")
    return f"{chance.choice(ranks)} {chance.choice(SUITS[:2] if chance.randrange(2) else SUITS)}"


def offered(record: dict[str, Any], rules: SvoiRules) -> bool:
    """Whose turn it is deals, the loser is whoever is left, and cards are only counted."""
    return all(record[name] is None for name in ("dealer", "loser", "last_card", "top_card"))


def reached(vector: dict[str, Any]) -> Iterator[Case]:
    """What a shared vector is at a table: a deal, a series deal by deal, or the draw a card makes that beats.

    What is picked up moves no points, so no port knows it.
    """
    given = vector["input"]
    try:
        rules = load(SvoiRules, vector["rules"])
    except InvalidRecord:
        return
    if vector["op"] == "deal":
        yield from _series([given["deal"]], given["deal"]["players"], rules)
    elif vector["op"] == "series":
        limit = {"first_to": given["first_to"]} if "first_to" in given else {}
        yield from _series(given["deals"], given["players"], rules.model_copy(update=limit))
    elif vector["op"] == "beats":
        yield _draw(given, rules)


def _series(deals: list[Any], roster: Sequence[object], rules: SvoiRules) -> Iterator[Case]:
    """The deals of a series, each at the table of its players."""
    state = GAME.start(rules, len(roster))
    for number, deal in enumerate(deals, start=1):
        seats = tuple(dict.fromkeys(_seat(name, roster) for name in deal["players"]))
        table: SvoiTable = Table(seats, number, seats[0], state)
        case = Case(_placed(deal, roster), rules, table)
        yield case
        if GAME.problems(case.data, rules, table):
            return
        _record, outcome = GAME.judge(case.data, rules, table)
        state = outcome.state


def _seat(name: object, roster: Sequence[object]) -> int:
    return roster.index(name) if name in roster else 11


def _placed(deal: dict[str, Any], roster: Sequence[object]) -> dict[str, Any]:
    """The record of a deal, with seats for names and cards as a record writes them."""
    placed: dict[str, Any] = {"kind": "deal"}
    for field, value in deal.items():
        if field == "trumps" and isinstance(value, Mapping):
            placed[field] = [value.get(name) for name in deal["players"]]
        elif field == "finished" and isinstance(value, list):
            placed[field] = [_seat(name, roster) for name in value]
        elif field in ("dealer", "loser") and value is not None:
            placed[field] = _seat(value, roster)
        elif field in ("last_card", "top_card") and isinstance(value, list):
            placed[field] = " ".join(map(str, value))
        elif field != "players":
            placed[field] = value
    return placed


def _draw(given: dict[str, Any], rules: SvoiRules) -> Case:
    """A draw of the last card by the card that is asked about: it beats where the draw is let through."""
    trump = given.get("trump")
    other = next(suit for suit in SUITS if suit != trump)
    cards = {"last_card": given.get("card"), "top_card": given.get("top")}
    deal = {"players": [0, 1], "trumps": [other, trump], "finished": [0], "result": "draw", **cards}
    return next(_series([deal], [0, 1], rules))
