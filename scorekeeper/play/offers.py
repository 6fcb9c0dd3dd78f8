"""The games on offer: at which sizes of table, in which order, in which words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import games
from games.core.game import AnyGame
from games.core.record import Record
from games.core.text import Text
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import translated


@dataclass(frozen=True, slots=True)
class Offer:
    """A game as somebody who opens a table chooses it."""

    name: str
    title: Text
    icon: str
    players: str


def offers(played: Iterable[str] = ()) -> list[Offer]:
    """Every game there is, by title; `played` are games of tables here: those played most come first."""
    often = Counter(played)
    in_order = sorted(
        games.all_games().values(), key=lambda game: (-often[game.name], alphabetical(translated(game.title)))
    )
    return [Offer(game.name, game.title, f"g-{game.name}", players(sizes(game))) for game in in_order]


def sizes(game: AnyGame, rules: Record | None = None) -> tuple[int, ...]:
    """How many may sit down by these rules, or by the rules as they are where nobody changes them."""
    by = rules or game.rules()
    return tuple(size for size in game.seats if not game.rules_problems(by, size))


def players(sizes: Sequence[int]) -> str:
    """The sizes in words: "3 or 4 players", "2 to 10 players", "2, 4 or 6 players"."""
    *others, most = sizes
    if not others:
        return _("{number} players").format(number=most)
    fewest = others[0]
    if len(others) > 1 and most - fewest == len(others):
        return _("{fewest} to {most} players").format(fewest=fewest, most=most)
    return _("{others} or {most} players").format(others=", ".join(map(str, others)), most=most)
