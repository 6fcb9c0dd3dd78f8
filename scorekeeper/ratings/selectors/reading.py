"""Reads a closed sheet: who came how far, and what its hands say of those who played them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import structlog

from games.core.facets import Facet, Peak
from games.core.game import AnyGame
from games.core.record import load_kind
from games.core.values import InvalidRecord
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.moves import list_ranks, sides_of, totals
from scorekeeper.ratings.models import Digest, Played

log = structlog.get_logger(__name__)
UNREADABLE = (ArithmeticError, AttributeError, InvalidRecord, LookupError, TypeError, ValueError)
Facts: TypeAlias = dict[str, dict[str, list[int]]]
Peaks: TypeAlias = dict[str, list[int]]


def read(sitting: Sitting, hands: Sequence[Hand], seats: Sequence[Seat]) -> tuple[Digest, list[Played]]:
    """The digest of a closed sitting, of its hands that count and its seats with their players. Writes nothing.

    What can't be read at all (rules or records of a program that is gone) counts as a sheet without hands: nobody is
    rated by it, and the work goes on.
    """
    digest = Digest(
        club_id=sitting.club_id,
        sitting=sitting,
        game=sitting.game,
        at=sitting.closed_at or sitting.opened_at,
        head=sitting.head,
        played_on=sitting.played_on,
        hands=0,
    )
    try:
        return _read(digest, sitting, hands, seats)
    except UNREADABLE as error:
        log.warning("sheet_unreadable", sitting=str(sitting.pk), error=repr(error))
        digest.hands, digest.counts = 0, {}
        return digest, []


def _read(
    digest: Digest, sitting: Sitting, hands: Sequence[Hand], seats: Sequence[Seat]
) -> tuple[Digest, list[Played]]:
    unit = sitting.unit_of(sitting.plays.weights(sitting.typed_rules))
    facts, peaks, counts = _facts(sitting.plays, hands)
    played = Counter(number for hand in hands for number in hand.table["seats"])
    sides = sides_of(sitting, seats)
    ranks = list_ranks(sitting, seats, {seat.number: seat.tally for seat in seats})
    sums = totals(sitting, seats)
    firsts = sum(ranks[side[0].number] == 1 for side in sides)
    digest.hands, digest.counts = len(hands), dict(sorted(counts.items()))
    digest.unit, digest.decimals = unit.unit, unit.decimals
    return digest, [
        Played(
            club_id=sitting.club_id,
            digest=digest,
            player_id=seat.player_id,
            seat=seat.number,
            side=place,
            rank=ranks[seat.number],
            won=ranks[seat.number] == 1 and firsts == 1 and len(sides) > 1,
            total=sums[seat.number],
            hands=played[seat.number],
            facts=facts.get(seat.number, {}),
            peaks=peaks.get(seat.number, {}),
        )
        for place, side in enumerate(sides)
        for seat in side
    ]


def _facts(game: AnyGame, hands: Sequence[Hand]) -> tuple[dict[int, Facts], dict[int, Peaks], Counter[str]]:
    """By seat what the hands say of it; and how many hands each fact of the main group names."""
    facts: dict[int, Facts] = {}
    peaks: dict[int, Peaks] = {}
    counts: Counter[str] = Counter()
    for hand in hands:
        told = list(_told(game, hand))
        for one in told:
            if isinstance(one, Facet):
                _count(facts.setdefault(one.seat, {}), one)
            elif one.figure > peaks.setdefault(one.seat, {}).get(one.name, [0])[0]:
                peaks[one.seat][one.name] = [one.figure, hand.number]
        counts.update({one.name for one in told if isinstance(one, Facet) and one.group == game.facets.main})
    return facts, peaks, counts


def _count(facts: Facts, one: Facet) -> None:
    sums = facts.setdefault(one.group, {}).setdefault(one.name, [0, 0, 0, 0])
    for place, more in enumerate((1, one.won is True, one.won is False, one.brought)):
        sums[place] += more


def _told(game: AnyGame, hand: Hand) -> Iterator[Facet | Peak]:
    record: Any = load_kind(game.hands, hand.record)
    detail: Any = load_kind(game.details, hand.outcome["detail"])
    yield from game.facets.of(record, detail, hand.table["seats"], hand.table["dealer"])
