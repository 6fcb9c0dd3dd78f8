"""Who is not to meet in a tournament, and who should: by the club's list and by the tournament's own."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.keeping_apart import ONE, OTHER, people_apart
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.pairing.drawing import Pair
from scorekeeper.tournaments.models import PairRule, Tournament
from scorekeeper.tournaments.rounds.units import Unit

MOST: Final = 6  # pairs that a sentence names
People = frozenset[UUID]
"""Two people, by the ids of their lines in the club's book, whichever lines they have played under."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Of those who are drawn, by what a draw calls them (`Unit.key`): the pairs that are never to meet (H4 of the
    shared specification of pairing), and those that should (O5). No pair is in both. Each in one order, whatever the
    order they were said in."""

    forbidden: tuple[Pair, ...] = ()
    wanted: tuple[Pair, ...] = ()


class Rules(NamedTuple):
    """What was said of people, whoever of them plays: who is never together, by either list; who should meet."""

    apart: frozenset[People]
    together: frozenset[People]


def pair_rules(tournament: Tournament) -> Rules:
    """What holds in a tournament, in two statements. Who is kept apart need not meet, whatever else was said; two
    lines that have become one person are no pair."""
    own: dict[str, set[People]] = {kind: set() for kind in PairRule.Kind.values}
    for kind, one, other in PairRule.objects.filter(tournament=tournament).values_list("kind", ONE, OTHER):
        if one != other:
            own[kind].add(frozenset((one, other)))
    apart = own[PairRule.Kind.APART] | people_apart(tournament.club_id)
    return Rules(frozenset(apart), frozenset(own[PairRule.Kind.TOGETHER] - apart))


def pairs_of(tournament: Tournament, units: Iterable[Unit]) -> Kept:
    """Of these, who is not to meet and who should, whoever of them sits down: an entrant with anybody who plays for it
    now, substitutes too, or of a team each player. Those of one entrant are no pair of either kind."""
    return kept_by(pair_rules(tournament), units)


def kept_by(rules: Rules, units: Iterable[Unit]) -> Kept:
    """As `pairs_of`, by rules that were read already."""
    seats: dict[UUID, list[Unit]] = {}
    for unit in units:
        for person in unit.people:
            seats.setdefault(person.identity, []).append(unit)
    forbidden = _between(rules.apart, seats)
    return Kept(_in_order(forbidden), _in_order(_between(rules.together, seats) - forbidden))


def names_of(units: Iterable[Unit]) -> dict[str, str]:
    """What each is called, by what a draw calls them."""
    return {unit.key: unit.name for unit in units}


def listed(pairs: Iterable[Pair], names: Mapping[str, str]) -> str:
    """Pairs by name ({key: what it is called}), of many the first ones."""
    found = sorted(
        (sorted((names[key] for key in pair), key=alphabetical) for pair in pairs),
        key=lambda two: [*map(alphabetical, two)],
    )
    named = [_("{one} and {other}").format(one=isolated(one), other=isolated(other)) for one, other in found[:MOST]]
    if (more := len(found) - MOST) > 0:
        named.append(ngettext("{number} more pair", "{number} more pairs", more).format(number=more))
    return "; ".join(named)


def all_apart(pairs: Iterable[Pair]) -> list[str]:
    """Many of whom no two may meet, in their order: found greedily, so that there may be more elsewhere."""
    beside: dict[str, set[str]] = {}
    for pair in pairs:
        for who in pair:
            beside.setdefault(who, set()).update(pair - {who})
    in_order = sorted(beside, key=lambda who: (-len(beside[who]), who))
    found: list[str] = []
    for first in in_order:
        group = [first]
        for who in in_order:
            if beside[who].issuperset(group):
                group.append(who)
        found = max(found, group, key=len)
    return sorted(found)


def _between(rules: Collection[People], seats: dict[UUID, list[Unit]]) -> set[Pair]:
    found: set[Pair] = set()
    for rule in rules:
        one, other = (seats.get(person, []) for person in rule)
        found.update(
            frozenset((first.key, second.key))
            for first in one
            for second in other
            if first.entrant.pk != second.entrant.pk
        )
    return found


def _in_order(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple(sorted(pairs, key=sorted))
