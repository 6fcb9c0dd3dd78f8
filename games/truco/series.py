"""What is counted, and how matches add up to a season."""

from collections.abc import Mapping
from typing import Final

from games.core.text import Amount, Text, gettext_noop
from games.core.values import Due, SumLine
from games.truco.rules import TrucoRules
from games.truco.state import MatchState

MEASURE_TITLES: Final = {
    "points": Text(gettext_noop("Points of all hands")),
    "tentos": Text(gettext_noop("Tentos")),
    "hands": Text(gettext_noop("Hands")),
    "hands_won": Text(gettext_noop("Hands won")),
    "games_won": Text(gettext_noop("Games won")),
    "games_lost": Text(gettext_noop("Games lost")),
    "won": Text(gettext_noop("Matches won")),
    "lost": Text(gettext_noop("Matches lost")),
}
MEASURES: Final = tuple(MEASURE_TITLES)

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {
    "three_a_win": {"won": 3},
    "two_a_win": {"won": 2, "lost": 1},
    "games": {"games_won": 1},
    "game_difference": {"games_won": 1, "games_lost": -1},
    "tentos": {"tentos": 1},
}
SYSTEM_TITLES: Final = {
    "three_a_win": Text(gettext_noop("3 points a match won")),
    "two_a_win": Text(gettext_noop("2 points a match won, 1 a match lost")),
    "games": Text(gettext_noop("1 point a game won")),
    "game_difference": Text(gettext_noop("1 point a game won, 1 off a game lost")),
    "tentos": Text(gettext_noop("All tentos")),
}

RANKING: Final = (("won", 1), ("games_won", 1), ("games_lost", -1), ("tentos", 1))
"""Ties: matches, then games, then tentos; those stop at the target, so no last hand distorts them (section 6)."""

SEASON_TIES: Final = ("direct_encounter", "game_difference", "point_difference", "tentos")
"""Of a season: the meetings of those who are equal, then games, then tentos less those of the others."""

_WEIGHED: Final = gettext_noop("{title}: {weight} × {count}")
_TOTAL: Final = Text(gettext_noop("Total"))
_GAMES: Final = {"games_won": 1}
_TENTOS: Final = {"tentos": 1}


def weights(rules: TrucoRules) -> Mapping[str, int]:
    """A match is counted in games."""
    return _GAMES


def retitled(rules: TrucoRules) -> Mapping[str, Text]:
    """A tento is a word of Brazil, where one side has a hand of ten or eleven; elsewhere points are points."""
    return {} if rules.special_at else {"tentos": Text(gettext_noop("Points of the games"))}


def plotted(rules: TrucoRules) -> Mapping[str, int]:
    """The chart of a match runs by points, each game cut at its target."""
    return _TENTOS


def summary(totals: Mapping[str, int], weight: Mapping[str, int]) -> tuple[SumLine, ...]:
    """The closing block of one player: what each measure counts by these weights, and the total."""
    lines = tuple(_line(measure, factor, totals.get(measure, 0)) for measure, factor in weight.items())
    return (*lines, SumLine(_TOTAL, sum(line.amount for line in lines), subtotal=True))


def _line(measure: str, weight: int, count: int) -> SumLine:
    title = MEASURE_TITLES[measure]
    if weight == 1:
        return SumLine(title, count)
    return SumLine(Text(_WEIGHED, {"title": title, "weight": weight, "count": count}), weight * count)


def dues(
    tallies: Mapping[int, Mapping[str, int]], totals: Mapping[int, int], rules: TrucoRules, state: MatchState
) -> tuple[Due, ...]:
    """The stake, for each game or for the match: what a side has won more often than lost."""
    if not rules.stake:
        return ()
    won, lost, template = _STAKES[rules.stake_for]
    label = Text(template, {"stake": Amount(rules.stake)})
    more = {seat: tally.get(won, 0) - tally.get(lost, 0) for seat, tally in tallies.items()}
    return tuple(Due(seat, label, rules.stake * times) for seat, times in more.items())


_STAKES: Final = {
    "match": ("won", "lost", gettext_noop("Stake: {stake} for the match")),
    "game": ("games_won", "games_lost", gettext_noop("Stake: {stake} a game")),
}
