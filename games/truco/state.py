"""Where a match stands: the game, its score, and what the next hand is."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Final, NamedTuple, TypeAlias

from pydantic import Field

from games.core.record import Record
from games.core.text import Amount, Text, pgettext
from games.core.values import Due, SumLine, Table
from games.truco.rules import OTHER, SIDES, Kind, Pair, Side, TrucoRules

Count: TypeAlias = Annotated[int, Field(ge=0)]
Two: TypeAlias = tuple[int, int]


class MatchState(Record):
    """Where a match stands. Every pair counts side A first.

    `score` is that of the game being played, uncapped, and `number` is that game (from 1); `games` are the
    games won, `tentos` the points of all games, in each at most its target. `hands` were played so far.
    `hand_kind` is what the next hand is, `decider` the side that then says whether it is played. Who has
    the match is `winner`: there is no next hand.
    """

    score: Pair
    games: Pair = (0, 0)
    tentos: Pair = (0, 0)
    number: Annotated[int, Field(ge=1)] = 1
    hands: Count = 0
    hand_kind: Kind | None = "normal"
    decider: Side | None = None
    winner: Side | None = None


TrucoTable: TypeAlias = Table[MatchState]


class Course(NamedTuple):
    """The match after one more entry; `score` is that of the game it belonged to, `game` who won that."""

    state: MatchState
    score: Two
    game: Side | None


def start(rules: TrucoRules, size: int) -> MatchState:
    """The state before the first hand."""
    begins = (rules.start_a, rules.start_b)
    return _playing(begins, (0, 0), display(begins, rules.target), 1, 0, rules.special_at)


@lru_cache(maxsize=4096)
def _playing(score: Two, games: Two, tentos: Two, number: int, hands: int, special_at: int | None) -> MatchState:
    """Matches go through the same few states, so they are kept."""
    kind, decider = hand_kind(score, special_at)
    return MatchState(
        score=score, games=games, tentos=tentos, number=number, hands=hands, hand_kind=kind, decider=decider
    )


def hand_kind(score: Two, special_at: int | None) -> tuple[Kind, Side | None]:
    """Section 3: what the next hand is at this score, and which side decides about it."""
    if special_at is None or max(score) < special_at:
        return "normal", None
    if min(score) >= special_at:
        return "iron", None
    return "special", "A" if score[0] >= special_at else "B"


def display(score: Two, target: int) -> Two:
    """Section 6: the score as it is shown, a last hand cut at the target."""
    return min(score[0], target), min(score[1], target)


def sum_of(two: Two, other: Two) -> Two:
    """Added side by side."""
    return two[0] + other[0], two[1] + other[1]


def for_side(side: Side, amount: int) -> Two:
    """An amount for one side, nothing for the other."""
    return (amount, 0) if side == "A" else (0, amount)


def index_of(side: Side) -> int:
    """Where the number of a side stands in a pair."""
    return SIDES.index(side)


def course(state: MatchState, rules: TrucoRules, points: Two, *, hand: bool, forfeit: Side | None = None) -> Course:
    """The match after points, or after a side gave up the game."""
    score = sum_of(state.score, points)
    game = OTHER[forfeit] if forfeit else winner_at(score, rules.target)
    before, now = display(state.score, rules.target), display(score, rules.target)
    tentos = sum_of(state.tentos, (now[0] - before[0], now[1] - before[1]))
    hands = state.hands + hand
    if game is None:
        return Course(_playing(score, state.games, tentos, state.number, hands, rules.special_at), score, None)
    games = sum_of(state.games, for_side(game, 1))
    if games[index_of(game)] >= rules.games_to_win:
        ends = {"games": games, "tentos": tentos, "hands": hands, "hand_kind": None, "decider": None, "winner": game}
        return Course(state.model_copy(update={"score": score, **ends}), score, game)
    begins = (rules.start_a, rules.start_b)
    tentos = sum_of(tentos, display(begins, rules.target))
    return Course(_playing(begins, games, tentos, state.number + 1, hands, rules.special_at), score, game)


def winner_at(score: Two, target: int) -> Side | None:
    """The side that has won a game with this score."""
    if max(score) < target:
        return None
    return "A" if score[0] >= target else "B"


def progress(state: MatchState, rules: TrucoRules, seats: Sequence[int]) -> tuple[int, None]:
    """Hands played so far; nobody knows how many a match will have."""
    return state.hands, None


def active(table: TrucoTable) -> tuple[int, ...]:
    """Everybody plays every hand."""
    return table.seats


def sides(seats: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The seats of side A and of side B: they sit alternately."""
    return tuple(seats[::2]), tuple(seats[1::2])


def side_of(seats: Sequence[int], seat: int) -> Side:
    """The side of a seat at the table."""
    return SIDES[seats.index(seat) % 2]


def dealer_after(seats: Sequence[int], dealer: int) -> int:
    """The deal passes from seat to seat."""
    return seats[(seats.index(dealer) + 1) % len(seats)]


# What is counted, and how matches add up to a season.

MEASURE_TITLES: Final = {
    "points": Text(pgettext("truco", "Points of all hands")),
    "tentos": Text(pgettext("truco", "Tentos")),
    "hands": Text(pgettext("truco", "Hands")),
    "hands_won": Text(pgettext("truco", "Hands won")),
    "games_won": Text(pgettext("truco", "Games won")),
    "games_lost": Text(pgettext("truco", "Games lost")),
    "won": Text(pgettext("truco", "Matches won")),
    "lost": Text(pgettext("truco", "Matches lost")),
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
    "three_a_win": Text(pgettext("truco", "3 points a match won")),
    "two_a_win": Text(pgettext("truco", "2 points a match won, 1 a match lost")),
    "games": Text(pgettext("truco", "1 point a game won")),
    "game_difference": Text(pgettext("truco", "1 point a game won, 1 off a game lost")),
    "tentos": Text(pgettext("truco", "All tentos")),
}

RANKING: Final = (("won", 1), ("games_won", 1), ("games_lost", -1), ("tentos", 1))
"""Ties: matches, then games, then tentos; those stop at the target, so no last hand distorts them (section 6)."""

SEASON_TIES: Final = ("direct_encounter", "game_difference", "point_difference", "tentos")
"""Of a season: the meetings of those who are equal, then games, then tentos less those of the others."""

_WEIGHED: Final = pgettext("truco", "{title}: {weight} × {count}")
_TOTAL: Final = Text(pgettext("truco", "Total"))
_GAMES: Final = {"games_won": 1}
_TENTOS: Final = {"tentos": 1}


def weights(rules: TrucoRules) -> Mapping[str, int]:
    """A match is counted in games."""
    return _GAMES


def retitled(rules: TrucoRules) -> Mapping[str, Text]:
    """A tento is a word of Brazil, where one side has a hand of ten or eleven; elsewhere points are points."""
    return {} if rules.special_at else {"tentos": Text(pgettext("truco", "Points of the games"))}


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
    "match": ("won", "lost", pgettext("truco", "Stake: {stake} for the match")),
    "game": ("games_won", "games_lost", pgettext("truco", "Stake: {stake} a game")),
}
