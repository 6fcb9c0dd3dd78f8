"""Single and double elimination (the shared specification of pairing, sections 8.3 and 8.4).

A bracket is drawn once, for the next power of two: who plays whom is said by where they come from, a seed or the winner
or loser of another match. What has been played is told as {name of the match: who won}; everything else follows from
that. Where nobody comes from one side the other moves on, without a match and without a loser. Who has left loses what
is not decided yet; where both have, nobody goes on.

Matches are called W1.1 (round, then from the top), L1.1 in the lower bracket, P3 for the third place, GF1 for the grand
final and GF2 for the one that decides after the first defeat of who came from the upper bracket.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

Entrant = int
"""By seed, from 1"""

NOBODY: Final = 0
"""Who does not come: a bye."""

SECOND: Final = 2
THIRD, FINAL, RESET = "P3", "GF1", "GF2"


@dataclass(frozen=True, slots=True)
class Source:
    """Where somebody comes from: `seed` with its number, else a match of this name. `again` is the same side of the
    match, who comes once more only if the second side has won it."""

    kind: Literal["seed", "winner", "loser", "again"]
    of: str
    seed: Entrant = NOBODY


@dataclass(frozen=True, slots=True)
class Match:
    """Two sides; `out` is the place of who loses and is out, 0 where they go on."""

    name: str
    one: Source
    two: Source
    out: int = 0


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches there can be, each behind those it waits for."""

    entrants: int
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Met:
    """A match as far as it is known: who plays, NOBODY for a bye, None for somebody who is not known yet. NOBODY has
    won what both have lost without playing, and what nobody comes to."""

    match: Match
    one: Entrant | None
    two: Entrant | None
    winner: Entrant | None

    @property
    def is_played(self) -> bool:
        """Whether two really meet in it."""
        return bool(self.one and self.two)

    @property
    def is_open(self) -> bool:
        """Whether both are known and it waits for a result."""
        return self.is_played and self.winner is None

    @property
    def loser(self) -> Entrant | None:
        """Who lost and goes on as a loser; NOBODY where nobody does."""
        if self.winner is None:
            return None
        return (self.two if self.winner == self.one else self.one) if self.is_played and self.winner else NOBODY

    @property
    def is_nobodys(self) -> bool:
        """Whether both were known and neither goes on."""
        return self.is_played and self.winner == NOBODY


def single(entrants: int, *, third: bool = False) -> Bracket:
    """The bracket of a single elimination; `third`: those who lose the semi-finals play for the third place.

    Raises:
        ValueError: fewer than two entrants.
    """
    size = _size(entrants)
    rounds = _upper(size, entrants)
    matches = [match for matches in rounds for match in matches]
    has_third = third and len(rounds) > 1
    if has_third:
        losers = [Source("loser", match.name) for match in rounds[-2]]
        matches.insert(-1, Match(THIRD, losers[0], losers[1], out=4))
    places = {f"W{nth}": (size >> nth) + 1 for nth in range(1, len(rounds) + 1)}
    if has_third:
        del places[f"W{len(rounds) - 1}"]
    return Bracket(entrants, tuple(_with_place(match, places) for match in matches))


def double(entrants: int, *, reset: bool = True) -> Bracket:
    """The bracket of a double elimination; `reset`: who comes from the upper bracket has to be beaten twice.

    Raises:
        ValueError: fewer than two entrants.
    """
    size = _size(entrants)
    upper = _upper(size, entrants)
    lower = _lower(upper)
    top = Source("winner", upper[-1][0].name)
    low = Source("winner", lower[-1][0].name) if lower else Source("loser", upper[-1][0].name)
    matches = [match for matches in (*upper, *lower) for match in matches]
    matches.append(Match(FINAL, top, low, out=SECOND))
    if reset:
        matches.append(Match(RESET, Source("again", FINAL, 1), Source("again", FINAL, 2), out=SECOND))
    return Bracket(entrants, tuple(_with_place(match, _lower_places(lower)) for match in matches))


def _size(entrants: int) -> int:
    if entrants < 2:
        raise ValueError("a bracket needs two entrants")
    return 1 << (entrants - 1).bit_length()


def lines(size: int) -> list[Entrant]:
    """The seeds from the top of a bracket of this size, a power of two: the best two can meet in the final alone."""
    found = [1]
    while len(found) < size:
        found = [seed for above in found for seed in (above, 2 * len(found) + 1 - above)]
    return found


def _upper(size: int, entrants: int) -> list[list[Match]]:
    seeds = [Source("seed", "", seed if seed <= entrants else NOBODY) for seed in lines(size)]
    rounds: list[list[Match]] = []
    while len(seeds) > 1:
        rounds.append(_paired(f"W{len(rounds) + 1}", seeds))
        seeds = [Source("winner", match.name) for match in rounds[-1]]
    return rounds


def _paired(name: str, sides: list[Source]) -> list[Match]:
    """Neighbours meet."""
    return [
        Match(f"{name}.{nth}", one, two) for nth, (one, two) in enumerate(zip(sides[::2], sides[1::2], strict=True), 1)
    ]


def _lower(upper: list[list[Match]]) -> list[list[Match]]:
    """By turns those who are left meet those who come down, then each other. Those who come down come from the other
    end, or from the other half, so that they meet those again as late as can be whom they have met above."""
    if len(upper) == 1:
        return []
    rounds = [_paired("L1", [Source("loser", match.name) for match in upper[0]])]
    for nth, above in enumerate(upper[1:], 1):
        down = [Source("loser", match.name) for match in above]
        half = len(down) // 2
        down = down[::-1] if nth % 2 else [*down[half:], *down[:half]]
        left = [Source("winner", match.name) for match in rounds[-1]]
        sides = [side for pair in zip(left, down, strict=True) for side in pair]
        rounds.append(_paired(f"L{2 * nth}", sides))
        if len(rounds[-1]) > 1:
            left = [Source("winner", match.name) for match in rounds[-1]]
            rounds.append(_paired(f"L{2 * nth + 1}", left))
    return rounds


def _lower_places(lower: list[list[Match]]) -> dict[str, int]:
    """The place of who loses in each round: behind the grand final the third, then down by as many as lose a round."""
    found, place = {}, 3
    for matches in reversed(lower):
        found[matches[0].name.partition(".")[0]] = place
        place += len(matches)
    return found


def _with_place(match: Match, places: Mapping[str, int]) -> Match:
    out = match.out or places.get(match.name.partition(".")[0], 0)
    return Match(match.name, match.one, match.two, out)


def followed(bracket: Bracket, winners: Mapping[str, Entrant], gone: Collection[Entrant] = ()) -> dict[str, Met]:
    """Every match as far as it is known after these results (NOBODY: neither goes on), in the order of the bracket.
    Who has left (`gone`) loses each match that has no result.

    Raises:
        ValueError: a result of no match, of one that is not open yet, or of somebody who does not play in it.
    """
    found: dict[str, Met] = {}
    for match in bracket.matches:
        one, two = (_comes(source, found) for source in (match.one, match.two))
        found[match.name] = Met(match, one, two, _winner(match.name, one, two, winners, gone))
    if unknown := winners.keys() - found.keys():
        raise ValueError(f"there is no match {min(unknown)}")
    return found


def waited_for(bracket: Bracket, names: Iterable[str]) -> set[str]:
    """The matches that have to be decided before both sides of these are known."""
    of = {match.name: match for match in bracket.matches}
    found: set[str] = set()
    ahead = list(names)
    while ahead:
        match = of[ahead.pop()]
        new = {source.of for source in (match.one, match.two) if source.of} - found
        found |= new
        ahead += new
    return found


def _comes(source: Source, found: Mapping[str, Met]) -> Entrant | None:
    if source.kind == "seed":
        return source.seed
    met = found[source.of]
    if source.kind == "again":
        is_needed = met.winner is not None and met.winner == met.two
        who = met.one if source.seed == 1 else met.two
        return who if is_needed else (None if met.winner is None else NOBODY)
    return met.winner if source.kind == "winner" else met.loser


def _winner(
    name: str, one: Entrant | None, two: Entrant | None, winners: Mapping[str, Entrant], gone: Collection[Entrant]
) -> Entrant | None:
    winner = winners.get(name)
    if winner is not None and (not one or not two or winner not in {one, two, NOBODY}):
        raise ValueError(f"{winner} can't have won {name}")
    if winner is not None or one is None or two is None:
        return winner
    if not one or not two:
        return one or two
    there = [who for who in (one, two) if who not in gone]
    return None if len(there) > 1 else sum(there)


def places(bracket: Bracket, winners: Mapping[str, Entrant], gone: Collection[Entrant] = ()) -> dict[Entrant, int]:
    """The place of each who is out, and of the winner once there is one; who lost in the same round share it. Where
    somebody has left, places can be missing before the last ones."""
    found = followed(bracket, winners, gone)
    outs = _places_of_losers(bracket)
    return {who: place for met in found.values() for who, place in _out(met, found, outs)}


def _places_of_losers(bracket: Bracket) -> dict[str, int]:
    """Of each match the place of who loses it and nothing after it: their own, or that of where they would go on."""
    takes = {
        source.of: match for match in bracket.matches for source in (match.one, match.two) if source.kind == "loser"
    }
    found: dict[str, int] = {}
    for match in reversed(bracket.matches):
        found[match.name] = match.out or found[takes[match.name].name]
    return found


def _out(met: Met, found: Mapping[str, Met], outs: Mapping[str, int]) -> Iterator[tuple[Entrant, int]]:
    """Who loses here for good; of the last match and of that for the third place also who wins."""
    name, out = met.match.name, met.match.out
    if met.is_nobodys:
        yield met.one or NOBODY, outs[name]
        yield met.two or NOBODY, outs[name]
    if not met.winner or (name == FINAL and RESET in found and met.winner == met.two):
        return
    if met.loser and out:
        yield met.loser, out
    if out == SECOND or name == THIRD:
        yield met.winner, out - 1


# Who comes from groups into a bracket: two of one group meet as late as can be, by crossing.

Cost = tuple[int, ...]


def crossed(groups: Sequence[int]) -> list[int]:
    """The seeds of a bracket, as places in the list (from 0): `groups` says of each where they come from, all winners
    of groups first, then all who are second. Everybody stays among those who had the same place in their group, and the
    winners stay where they are. Where that allows it no two of one group meet at once; of such orders one in which
    they meet late, the same each time."""
    order = list(range(len(groups)))
    if len(set(groups)) < 2:
        return order
    tiers = _tiers(groups)
    slot_of = _slots(len(groups))
    better = True
    while better:
        better = False
        for tier in tiers[1:]:
            for one, other in combinations(tier, 2):
                before = _cost(order, groups, slot_of, one, other)
                order[one], order[other] = order[other], order[one]
                if _cost(order, groups, slot_of, one, other) < before:
                    better = True
                else:
                    order[one], order[other] = order[other], order[one]
    return order


def _tiers(groups: Sequence[int]) -> list[list[int]]:
    """The places in the list of all winners of groups, of all who are second, and so on."""
    seen: Counter[int] = Counter()
    found: dict[int, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        found[seen[group]].append(place)
        seen[group] += 1
    return [found[tier] for tier in sorted(found)]


def _slots(many: int) -> list[int]:
    """Of each seed, from 0, where it stands in the bracket from the top."""
    seeds = lines(1 << (many - 1).bit_length())
    found = {seed - 1: slot for slot, seed in enumerate(seeds)}
    return [found[seed] for seed in range(many)]


def _cost(order: Sequence[int], groups: Sequence[int], slot_of: Sequence[int], one: int, other: int) -> Cost:
    """How many of their own group these two seeds could meet first in each round, the first round first. A round that
    they come into by a bye counts as it is."""
    rounds = Counter(
        (slot_of[seed] ^ slot_of[mate]).bit_length()
        for seed in (one, other)
        for mate in range(len(order))
        if mate != seed and groups[order[mate]] == groups[order[seed]]
    )
    return tuple(rounds[nth] for nth in range(1, max(slot_of).bit_length() + 1))
