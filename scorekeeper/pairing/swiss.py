"""Draw the next round of a Swiss tournament (the shared specification of pairing, section 8.1).

All who are there are paired at once, so that together they cost least; what costs how much: the constants below. Nobody
meets somebody again while there is any other way, and nobody has a second bye while somebody else has had none. The
same entry gives the same draw, bit for bit: every pair has a small cost of its own by the seed, so that one draw alone
is the cheapest, whatever the library that finds it does.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal, NamedTuple

import rustworkx

from scorekeeper.pairing.keys import Entrant
from scorekeeper.pairing.records import DOWN, LEVEL, UP, Record
from scorekeeper.pairing.records import facts as of_record

# Pair as many as can be so that together it costs least: one answer, whatever the library that finds it does.

Edge = tuple[int, int]
"""Two who may be paired, numbered from 0, the lower number first"""

LIMIT: Final = 2**63
"""The weights of a matching add up to less, so that no library has to round them."""


def cheapest(many: int, edges: Sequence[Edge], costs: Sequence[int], chance: Random) -> list[Edge]:
    """As many pairs as can be, of all such ways the one that costs least; chance decides between equal ones.

    Raises:
        ValueError: the costs are too large to be told apart below the limit.
    """
    return _matched(many, edges, weights(costs, many // 2, chance))


def weights(costs: Sequence[int], pairs: int, chance: Random) -> list[int]:
    """Weights of which the largest sum of so many is that of the least costs, and its last digits are by chance.

    Every weight is above 0 and differs from the others by its last digits as far as there is room. Those together are
    less than one unit of cost, so they decide between equals alone.

    Raises:
        ValueError: the costs are too large for that.
    """
    if not costs or not pairs:
        return [1] * len(costs)
    if min(costs) < 0:
        raise ValueError("a cost can't be less than nothing")
    top = max(costs) + 1
    room = (LIMIT - 1 - pairs * top) // (pairs * (pairs * top + 1))
    if room < 1:
        raise ValueError("these costs are too far apart to be weighed")
    unit = pairs * room + 1
    return [(top - cost) * unit - lot for cost, lot in zip(costs, _lots(len(costs), room, chance), strict=True)]


def _lots(many: int, room: int, chance: Random) -> list[int]:
    """Numbers below `room`, each another one if there are so many."""
    drawn = [chance.random() for _lot in range(many)]
    slots = room // many
    if not slots:
        return [int(lot * room) for lot in drawn]
    order = sorted(range(many), key=lambda number: drawn[number])
    return [int(chance.random() * slots) * many + number for number in order]


def sitting_out(many: int, edges: Sequence[Edge], costs: Sequence[int], takers: Sequence[int]) -> int | None:
    """Who sits out so that all others can be paired: of the ways that cost least, the first of `takers` who can.
    None: whoever of them sits out, somebody else is left over.

    `many` is odd. The sum of the costs is what counts, so they should be small.
    """
    out = many
    worth = len(takers) + 1
    top = max(costs, default=0) * worth + worth
    all_edges = [*edges, *((taker, out) for taker in takers)]
    all_weights = [*(top - cost * worth for cost in costs), *(top - place for place in range(len(takers)))]
    pairs = _matched(many + 1, all_edges, all_weights)
    if 2 * len(pairs) < many + 1:
        return None
    return next(one for one, other in pairs if other == out)


def _matched(many: int, edges: Sequence[Edge], of: Sequence[int]) -> list[Edge]:
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * many)
    graph.add_edges_from([(one, other, weight) for (one, other), weight in zip(edges, of, strict=True)])
    found: Collection[Edge] = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


ENGINE: Final = "swiss 1"  # a change of what is drawn for the same entry makes a new number

SCORE: Final = 1_000_000  # times the square of the difference in half points
CLUB: Final = 100_000  # for two of one club, where they are kept apart while that costs no difference in score
FLOAT: Final = 10_000  # for each of the two who goes the same way as in the last round
HOME: Final = 100  # times how far each will be from as often at home as away

FAR: Final = 120  # half points: no gap weighs more, so that all costs together can be told apart

ALL_PAIRS: Final = 400  # entrants up to which every pair is looked at
NEAREST: Final = 40  # of more than that: who may be met, by rank
IDEAL: Final = 8  # and around who should be met

HomeBy = Literal["balance", "turns", "board", "rules", "hand"]
First = Literal["halves", "random"]
ClubsRule = Literal["soft", "hard"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a draw starts from: those who are there, with their records; pairs that are never to meet. `first` says how
    those of one score meet before anybody has played: the upper half by rank the lower half, or by chance. `fixed` are
    matches set by hand, (at home, away), whatever speaks against them; who is to sit out by hand is left out here.
    Those with the same word in `clubs` meet only where the scores leave no other way ("soft"), or where nobody else is
    left to be paired with, anybody they met before included ("hard")."""

    records: Collection[Record]
    seed: int
    apart: Collection[frozenset[Entrant]] = ()
    first: First = "halves"
    fixed: Collection[tuple[Entrant, Entrant]] = ()
    clubs: Mapping[Entrant, str] = field(default_factory=dict)
    clubs_rule: ClubsRule = "soft"


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why two meet, as (of who is at home, of who is not) where there are two.

    `group` and `scores` are in half points, the group that of the higher one; `floats` is UP, LEVEL or DOWN, and
    `again` whether the last round was the same; `met` is how often they had met before; `off` how many places the lower
    one is from the ideal opponent of the higher one (the upper half of a group meets the lower half); `balance` how
    much more often each has been at home than away, this game included. At home is who was there less often
    ("balance"), who was not when it last differed ("turns"), by turns from board to board ("board"), or who is by the
    rules of another system ("rules"), or "hand" in a match that was set so.
    """

    group: int
    scores: tuple[int, int]
    floats: tuple[int, int]
    again: tuple[bool, bool]
    met: int
    off: int
    balance: tuple[int, int]
    home_by: HomeBy


@dataclass(frozen=True, slots=True)
class Match:
    """Two who meet; who is at home has seat 0."""

    home: Entrant
    away: Entrant
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class SitsOut:
    """Who has the bye: the lowest who can. Of those below them `had_more` had more byes already, and without one of
    `needed` the others could not be paired as well; the Dutch system also passes over who has missed more rounds."""

    entrant: Entrant
    byes: int
    had_more: tuple[Entrant, ...]
    needed: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """`matches` in the order of the boards. `is_thinned`: of so many entrants only those were looked at who are near
    by rank or would be ideal. `fell_back`: clubs that were never to meet left no way, so that they are kept apart as
    far as that goes."""

    matches: tuple[Match, ...]
    bye: SitsOut | None
    engine: str = ENGINE
    is_thinned: bool = False
    fell_back: bool = False


class Unpairable(ValueError):
    """Not everybody can be paired: `left` are some who stay without an opponent, as few as can be."""

    def __init__(self, left: Collection[Entrant] = ()) -> None:
        self.left = tuple(sorted(left))
        super().__init__("Not everybody can be paired.")


def default_rounds(entrants: int) -> int:
    """How many rounds a tournament of so many has if nobody says: two more than one unbeaten needs.

    Raises:
        ValueError: fewer than two entrants.
    """
    if entrants < 2:
        raise ValueError("a tournament needs two entrants")
    return min((entrants - 1).bit_length() + 2, entrants - 1)


def draw(entry: Entry) -> Draw:
    """The matches of the next round.

    Raises:
        Unpairable: pairs that are never to meet leave no way; nobody is paired then.
        ValueError: an entrant has two records or two matches that were set, or none.
    """
    try:
        return _drawn(entry)
    except Unpairable:
        if not _are_barred(entry):
            raise
        return replace(_drawn(replace(entry, clubs_rule="soft")), fell_back=True)


def _drawn(entry: Entry) -> Draw:
    """Raises what "draw" does, also where clubs that never meet leave no way."""
    ranked = _ranked(entry)
    by_hand = _by_hand(ranked, entry.fixed)
    set_already = {record.entrant for pair in by_hand for record in (pair.high, pair.low)}
    free = [record for record in ranked if record.entrant not in set_already]
    for attempt in _attempts(len(free)):
        found = _paired(free, entry, attempt)
        if found is not None:
            pairs, bye = found
            return Draw(_boards([*pairs, *by_hand], entry.seed), bye, is_thinned=attempt.near)
    edges = _Field(free, entry).edges(fresh=False, near=False)
    there = {place for pair in cheapest(len(free), edges, [0] * len(edges), Random(0)) for place in pair}  # noqa: S311
    raise Unpairable([record.entrant for place, record in enumerate(free) if place not in there])


def facts(entry: Entry) -> dict[str, object]:
    """All that a draw depends on, as plain values in one order: what its hash is made of."""
    return {
        "records": [of_record(record) for record in sorted(entry.records, key=lambda record: record.entrant)],
        "seed": entry.seed,
        "apart": sorted(sorted(pair) for pair in entry.apart),
        "first": entry.first,
        "fixed": sorted(map(list, entry.fixed)),
        **club_facts(entry.clubs, entry.clubs_rule),
    }


def club_facts(clubs: Mapping[Entrant, str], rule: ClubsRule) -> dict[str, object]:
    """What facts say of clubs, where there are any."""
    return {"clubs": [rule, sorted(map(list, clubs.items()))]} if clubs else {}


class _Attempt(NamedTuple):
    """`near`: only those who are near meet; `fresh`: nobody again; `least`: the bye to one of those with the fewest."""

    near: bool
    fresh: bool
    least: bool


def _attempts(many: int) -> Iterator[_Attempt]:
    """What is tried one after the other, until everybody is paired."""
    if many > ALL_PAIRS:
        yield _Attempt(near=True, fresh=True, least=True)
    yield _Attempt(near=False, fresh=True, least=True)
    yield _Attempt(near=False, fresh=False, least=True)
    if many % 2:
        yield _Attempt(near=False, fresh=False, least=False)


def by_rank(record: Record) -> tuple[int, int, Entrant]:
    """What entrants are sorted by, the first one first."""
    return -record.score, record.rank, record.entrant


def _ranked(entry: Entry) -> list[Record]:
    """From the first to the last; where nobody has played yet, by chance if the entry says so."""
    if len({record.entrant for record in entry.records}) < len(entry.records):
        raise ValueError("an entrant has two records")
    ranked = sorted(entry.records, key=by_rank)
    if entry.first == "random" and not any(record.met for record in ranked):
        chance = Random(f"{entry.seed}:first")  # noqa: S311 a draw is to be drawn again
        lots = {record.entrant: chance.random() for record in ranked}
        ranked.sort(key=lambda record: (-record.score, lots[record.entrant]))
    return ranked


class Pair(NamedTuple):
    """Two who meet, the higher ranked first, and how many places the other is off from their ideal opponent; who is at
    home, if that is set."""

    high: Record
    low: Record
    off: int
    home: Entrant | None = None


def _by_hand(ranked: list[Record], fixed: Collection[tuple[Entrant, Entrant]]) -> list[Pair]:
    place = {record.entrant: number for number, record in enumerate(ranked)}
    sides = [who for match in fixed for who in match]
    if len(set(sides)) < len(sides) or not place.keys() >= set(sides):
        raise ValueError("a match that was set has somebody twice, or who is not there")
    ideal = ideals(ranked)
    found = []
    for home, away in fixed:
        high, low = sorted((place[home], place[away]))
        found.append(Pair(ranked[high], ranked[low], abs(low - ideal[high]), home))
    return found


def _paired(ranked: list[Record], entry: Entry, attempt: _Attempt) -> tuple[list[Pair], SitsOut | None] | None:
    """None: somebody is left over."""
    bye = None
    if len(ranked) % 2:
        bye = _taken_out(ranked, entry, attempt)
        if bye is None:
            return None
        ranked = [record for record in ranked if record.entrant != bye.entrant]
    field = _Field(ranked, entry)
    edges = field.edges(fresh=attempt.fresh, near=attempt.near)
    costs = [field.cost(edge, strict=attempt.fresh) for edge in edges]
    if not attempt.fresh:
        never = (len(ranked) // 2) * max(costs, default=0) + 1
        costs = [cost + never * field.times(edge) for cost, edge in zip(costs, edges, strict=True)]
    found = cheapest(len(ranked), edges, costs, Random(f"{entry.seed}:pairs"))  # noqa: S311
    if 2 * len(found) < len(ranked):
        return None
    return [Pair(ranked[high], ranked[low], field.off((high, low))) for high, low in found], bye


def _taken_out(ranked: Sequence[Record], entry: Entry, attempt: _Attempt) -> SitsOut | None:
    """The lowest without whom as few meet again as can be; of those with the fewest byes, or before the others."""
    field = _Field(ranked, entry)
    edges = field.edges(fresh=attempt.fresh, near=attempt.near)
    fewest = min(record.byes for record in ranked)
    from_below = range(len(ranked) - 1, -1, -1)
    takers = sorted(
        (place for place in from_below if not attempt.least or ranked[place].byes == fewest),
        key=lambda place: ranked[place].byes,
    )
    place = sitting_out(len(ranked), edges, [field.times(edge) for edge in edges], takers)
    return None if place is None else sits_out(ranked, place)


def sits_out(ranked: Sequence[Record], place: int) -> SitsOut:
    """Who sits out at this place of the ranking, and why nobody below."""
    taker, below = ranked[place], ranked[place + 1 :]
    return SitsOut(
        taker.entrant,
        taker.byes,
        had_more=tuple(record.entrant for record in below if record.byes > taker.byes),
        needed=tuple(record.entrant for record in below if record.byes <= taker.byes),
    )


def ideals(ranked: Sequence[Record]) -> list[int]:
    """Whom each should meet, as places in their ranking: the upper half of those of one score the lower half."""
    sizes: dict[int, int] = {}
    for record in ranked:
        sizes[record.score] = sizes.get(record.score, 0) + 1
    found: list[int] = []
    for size in sizes.values():
        start, half = len(found), size // 2
        found += [start + nth + (half if nth < half else -half) for nth in range(size)]
    return found


def _levels(ranked: Sequence[Record]) -> list[int]:
    """How high each stands, as it is weighed: their score; where the scores lie further apart than can be weighed, by
    what a win is paid or a penalty takes away, how many scores are below it."""
    scores = sorted({record.score for record in ranked})
    if not scores or scores[-1] - scores[0] <= FAR:
        return [record.score for record in ranked]
    place = {score: number for number, score in enumerate(scores)}
    return [place[record.score] for record in ranked]


class _Field:
    """Those who are to be paired, as places in their ranking from 0."""

    def __init__(self, ranked: Sequence[Record], entry: Entry) -> None:
        self.ranked = ranked
        self.balances = [record.balance for record in ranked]
        self.levels = _levels(ranked)
        place = {record.entrant: number for number, record in enumerate(ranked)}
        self.met = [{place[who]: times for who, times in record.met.items() if who in place} for record in ranked]
        self.apart: list[set[int]] = [set() for _record in ranked]
        for pair in entry.apart:
            for who in pair & place.keys():
                self.apart[place[who]].update(place[other] for other in pair & place.keys())
        self.mates = _mates(ranked, entry.clubs)
        self.bars_mates = _are_barred(entry)
        self.room = CLUB * (len(ranked) // 2) if any(self.mates) else 0
        self.ideal = ideals(ranked)

    def edges(self, *, fresh: bool, near: bool) -> list[Edge]:
        """Who may meet whom."""
        many = len(self.ranked)
        found: set[Edge] | list[Edge] = set() if near else []
        for place in range(many):
            mates = self.mates[place]
            barred = {
                place,
                *self.apart[place],
                *(self.met[place] if fresh else ()),
                *(mates if self.bars_mates else ()),
            }
            if isinstance(found, set):
                near_by = [*self._around(place, NEAREST, barred), *self._around(self.ideal[place], IDEAL, barred)]
                if mates and not self.bars_mates:
                    near_by += self._around(place, IDEAL, barred | mates)
                found.update((min(place, other), max(place, other)) for other in near_by)
            else:
                found += [(place, other) for other in range(place + 1, many) if other not in barred]
        return sorted(found)

    def _around(self, middle: int, many: int, barred: Collection[int]) -> list[int]:
        """So many who may be met, the nearest to a place first."""
        found: list[int] = []
        for step in range(len(self.ranked)):
            both = {middle - step, middle + step}
            found += [other for other in both if 0 <= other < len(self.ranked) and other not in barred]
            if len(found) >= many:
                break
        return found

    def times(self, edge: Edge) -> int:
        """How often these two have met."""
        return self.met[edge[0]].get(edge[1], 0)

    def off(self, edge: Edge) -> int:
        """How far the lower one is from whom the higher one should meet."""
        return abs(edge[1] - self.ideal[edge[0]])

    def cost(self, edge: Edge, *, strict: bool) -> int:
        """What this pair costs, were it their first game. `strict`: all pairs of one club together cost less than the
        least difference in score. (Where some have to meet again they are few, and it need not be said: then there
        would be no room for it.)"""
        one, other = self.ranked[edge[0]], self.ranked[edge[1]]
        gap = min(self.levels[edge[0]] - self.levels[edge[1]], FAR)
        again = gap and (one.floated == DOWN) + (other.floated == UP)
        balance = sum(map(abs, _after(self.balances[edge[0]], self.balances[edge[1]])))
        are_mates = edge[1] in self.mates[edge[0]]
        score = SCORE + (self.room if strict else 0)
        return score * gap * gap + CLUB * are_mates + FLOAT * again + HOME * balance + self.off(edge)


def _are_barred(entry: Entry) -> bool:
    return bool(entry.clubs) and entry.clubs_rule == "hard"


def _mates(ranked: Sequence[Record], clubs: Mapping[Entrant, str]) -> list[frozenset[int]]:
    """Of each who comes from the same club, themselves among them; nobody where they come from none."""
    members: dict[str, list[int]] = {}
    for place, record in enumerate(ranked):
        if record.entrant in clubs:
            members.setdefault(clubs[record.entrant], []).append(place)
    by_club = {club: frozenset(places) for club, places in members.items() if len(places) > 1}
    return [by_club.get(clubs.get(record.entrant, ""), frozenset()) for record in ranked]


def _after(one: int, other: int) -> tuple[int, int]:
    """The balances of two after their game, with the one of them at home by which they are the more even; the first
    where both are alike."""
    ways = (one + 1, other - 1), (one - 1, other + 1)
    return min(ways, key=lambda way: way[0] ** 2 + way[1] ** 2)


def _boards(pairs: Sequence[Pair], seed: int) -> tuple[Match, ...]:
    """The pairs in the order of their boards (the higher score, the sum of both, the better rank), and why they meet.
    On the first board the seed says who is at home where nothing else does, then by turns."""
    boards = sorted(pairs, key=lambda pair: (-pair.high.score, -pair.low.score, by_rank(pair.high)))
    lot = Random(f"{seed}:home").random() < 0.5  # noqa: S311
    return tuple(_match(pair, high_first=lot == bool(number % 2)) for number, pair in enumerate(boards))


def boarded(matches: Collection[Match], ranked: Sequence[Record]) -> list[Match]:
    """Matches in the order of the boards: the higher score, the sum of both, the better rank."""
    place = {record.entrant: number for number, record in enumerate(ranked)}

    def board(match: Match) -> tuple[int, int, int]:
        high, low = sorted((place[match.home], place[match.away]))
        return -ranked[high].score, -ranked[low].score, high

    return sorted(matches, key=board)


def _match(pair: Pair, *, high_first: bool) -> Match:
    is_high, home_by = _home(pair, high_first=high_first)
    home, away = (pair.high, pair.low) if is_high else (pair.low, pair.high)
    return explained(home, away, pair.off, home_by)


def explained(home: Record, away: Record, off: int, home_by: HomeBy) -> Match:
    """A match and all of its reasons that follow from the records of the two."""
    gap = (away.score > home.score) - (away.score < home.score)
    reasons = Reasons(
        group=max(home.score, away.score),
        scores=(home.score, away.score),
        floats=(gap, -gap),
        again=(gap == home.floated != LEVEL, -gap == away.floated != LEVEL),
        met=home.met.get(away.entrant, 0),
        off=off,
        balance=(home.balance + 1, away.balance - 1),
        home_by=home_by,
    )
    return Match(home.entrant, away.entrant, reasons)


def _home(pair: Pair, *, high_first: bool) -> tuple[bool, HomeBy]:
    """Whether the higher ranked is at home, and why."""
    high, low = pair.high, pair.low
    if pair.home is not None:
        return pair.home == high.entrant, "hand"
    if high.balance != low.balance:
        return high.balance < low.balance, "balance"
    for home, other in zip(reversed(high.homes), reversed(low.homes), strict=False):
        if home != other:
            return other, "turns"
    return high_first, "board"
