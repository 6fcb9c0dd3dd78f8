"""The worked example of section 4, counted by the real rules: what a club chooses between with `catch_extra`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from games.core.text import Text, pgettext
from games.core.values import Table
from games.tonk.hand import Drop, TonkDetail
from games.tonk.rules import TonkRules
from games.tonk.scoring import score
from games.tonk.state import start
from games.tonk.telling import Move, moves_of

Extra: TypeAlias = Literal["all", "others", "none"]

STAKE: Final = 10
TOTALS: Final = (8, 5, 20, 10)
"""Of four players in the order of their seats; the last of them drops."""
DROPPER: Final = 3
NAMES: Final = {0: "Ann", 1: "Bob", 2: "Cy", 3: "Dee"}

_TITLES: Final[dict[Extra, Text]] = {
    "all": Text(pgettext("tonk", "Double, and everyone, including the knocker, pays the lowest hand one stake")),
    "others": Text(pgettext("tonk", "Double, and everyone except the knocker pays the lowest hand one stake")),
    "none": Text(pgettext("tonk", "Only the double; nobody else pays")),
}
_TWO_PLAYERS = pgettext("tonk", "With two players, a caught knocker pays {stakes} stakes.")


@dataclass(frozen=True, slots=True)
class CatchExample:
    """What one value of `catch_extra` makes of the example.

    Seats 0 to 3 are four players of a made-up table, called `names`; `detail` holds the net of each, and who pays
    whom, `moves` says it for each. `two_players` says what a catch costs where only two play.
    """

    option: Extra
    title: Text
    detail: TonkDetail
    sentence: Text
    two_players: Text
    moves: tuple[Move, ...]
    names: Mapping[int, str] = field(default_factory=lambda: NAMES)


@lru_cache(maxsize=1)
def catch_examples() -> tuple[CatchExample, ...]:
    """The example under each value, the default first."""
    return tuple(_example(option, title) for option, title in _TITLES.items())


def _example(option: Extra, title: Text) -> CatchExample:
    rules = TonkRules(stake=STAKE, catch_extra=option)
    drop = Drop(by=DROPPER, totals=TOTALS)
    outcome = score(drop, rules, Table((0, 1, 2, 3), 1, DROPPER, start(rules, 4)))
    pair = score(Drop(by=1, totals=TOTALS[1::2]), rules, Table((0, 1), 1, 1, start(rules, 2)))
    sentence = Text(_TWO_PLAYERS, {"stakes": pair.detail.net[0] // STAKE})
    return CatchExample(option, title, outcome.detail, outcome.sentence, sentence, moves_of(outcome.detail))
