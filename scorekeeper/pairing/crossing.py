"""Who comes from groups into a bracket: two of one group meet as late as can be, by crossing."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

from scorekeeper.pairing.brackets import lines

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
