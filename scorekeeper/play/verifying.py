"""Recompute everything from the hands and compare: chains, outcomes, ledger, tallies, results, standings, anchors."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Prefetch, Q

from games.core.values import InvalidRecord
from scorekeeper.clubs.models import Club
from scorekeeper.common.append_only import missing
from scorekeeper.play.ledger import Amounts, difference
from scorekeeper.play.models import APPEND_ONLY, Anchor, Hand, LedgerEntry, Seat, Sitting
from scorekeeper.play.replaying import Impossible, opening_size, replay
from scorekeeper.play.services.closing import anchor_hash
from scorekeeper.standings.models import Competition, Result
from scorekeeper.standings.services import added

Ledger: TypeAlias = dict[UUID, list[list[Any]]]  # {hand: [[seat, measure, amount], ...]}

BATCH = 200  # sittings read at once
NOTHING: tuple[int, dict[str, int], int, int, dict[str, int], int] = (0, {}, 0, 0, {}, 0)


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as the hands make it: where, and what is wrong."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(slots=True)
class Count:
    """How much was looked at."""

    sittings: int = 0
    hands: int = 0
    standings: int = 0


def verify(count: Count) -> Iterator[Difference]:
    """Every difference in the whole database; `count` is filled on the way. Reads only."""
    for name in missing(connection, APPEND_ONLY):
        yield Difference("database", f"the trigger {name} is missing")
    for sitting, ledger in _sittings():
        count.sittings += 1
        count.hands += len(sitting.hands.all())
        yield from sitting_differences(sitting, ledger)
    for competition in Competition.objects.all():
        count.standings += competition.standings.count()
        where = f"season {competition.pk}"
        yield from (Difference(where, what) for what in _readable(_standings(competition)))
    for club in Club.objects.filter(~Q(anchor="") | Exists(Anchor.objects.filter(club=OuterRef("pk")))):
        yield from _anchor_differences(club)


def sitting_differences(sitting: Sitting, ledger: Ledger) -> Iterator[Difference]:
    """One sitting, with its hands, entries, seats and competitions."""
    where = f"sitting {sitting.pk}"
    versions = list(sitting.hands.all())
    yield from (Difference(where, what) for what in _chain(sitting, versions))
    for found in (_outcomes(sitting, versions), _sums(sitting, versions, ledger), _results(sitting)):
        yield from (Difference(where, what) for what in _readable(found))


def _readable(found: Iterable[str]) -> Iterator[str]:
    """What a check finds; rows it can't read at all are a difference too, and no reason to look no further."""
    try:
        yield from found
    except (ArithmeticError, AttributeError, InvalidRecord, LookupError, TypeError, ValueError) as error:
        yield f"what is stored can't be read: {error!r}"


def _sittings() -> Iterator[tuple[Sitting, Ledger]]:
    """Every sitting with its hands, and what the ledger says of them; a batch at once."""
    found = (
        Sitting.objects.order_by("pk")
        .select_related("club")
        .prefetch_related(Prefetch("hands", Hand.objects.order_by("seq")), "seats", "acts", "anchors", "competitions")
        .iterator(chunk_size=BATCH)
    )
    while batch := list(islice(found, BATCH)):
        ledger = _ledger(batch)
        yield from ((sitting, ledger) for sitting in batch)


def _ledger(sittings: Sequence[Sitting]) -> Ledger:
    """Entries outnumber all other rows by far: they are read as plain values."""
    ledger: Ledger = {}
    entries = LedgerEntry.objects.filter(hand__sitting__in=sittings)
    for hand, *entry in entries.values_list("hand", "seat", "measure", "amount").iterator():
        ledger.setdefault(hand, []).append(entry)
    return ledger


def _chain(sitting: Sitting, versions: list[Hand]) -> Iterator[str]:
    """Each version follows the one before it, and carries the hash of what it says."""
    previous = ""
    for place, hand in enumerate(versions, start=1):
        if hand.seq != place or hand.previous != previous:
            yield f"the chain breaks at seq {place} (hand {hand.number}, version {hand.version})"
            return
        if hand.content_hash() != hand.hash:
            yield f"seq {place} (hand {hand.number}, version {hand.version}) was changed after it was recorded"
            return
        previous = hand.hash
    if (sitting.head, sitting.seq) != (previous, len(versions)):
        yield f"the chain ends at seq {len(versions)}, the sitting says {sitting.seq}"
    elif not sitting.is_open and (previous, len(versions)) not in {
        (one.head, one.seq) for one in sitting.anchors.all()
    }:
        yield "it is closed, but no anchor seals it as it stands"


def _outcomes(sitting: Sitting, versions: list[Hand]) -> Iterator[str]:
    """Each hand that counts is worth what the rules make of it, and the sitting stands where they leave it."""
    standing = [hand for hand in newest(versions).values() if not hand.is_void]
    try:
        result = replay(sitting, standing, opening_size(sitting))
    except Impossible as error:
        yield f"hand {error.hand.number} can't stand: {error.problems[0].code}"
        return
    for judged in result.judged:
        if judged.hand.rules_version == sitting.plays.version and judged.outcome != judged.hand.outcome:
            yield f"hand {judged.hand.number} is stored with another outcome than the rules give"
    if (sitting.state, sitting.is_over) != (result.state, result.is_over):
        yield "the state kept is not the one after the last hand"
    last, ever = max((hand.number for hand in standing), default=0), max((hand.number for hand in versions), default=0)
    if not last < sitting.next_number <= ever + 1:
        yield f"hand {sitting.next_number} can't be the next one"


def _sums(sitting: Sitting, versions: list[Hand], ledger: Ledger) -> Iterator[str]:
    """Each version's entries are the difference it makes; each seat's tally is the sum of its entries."""
    numbers = {seat.pk: seat.number for seat in sitting.seats.all()}
    before: dict[int, Amounts] = {}
    tallies: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for hand in versions:
        entries, moved = ledger.get(hand.pk, []), hand.moved
        posted = {(numbers.get(seat, -1), measure): amount for seat, measure, amount in entries}
        if posted != difference(moved, before.get(hand.number, {})):
            yield f"the ledger of seq {hand.seq} (hand {hand.number}) does not say what the hand is worth"
        before[hand.number] = moved
        for (number, measure), amount in posted.items():
            tallies[number][measure] = tallies[number].get(measure, 0) + amount
    for place in sitting.seats.all():
        due = {measure: amount for measure, amount in sorted(tallies[place.number].items()) if amount}
        if place.tally != due:
            has = dict(sorted(place.tally.items()))
            yield f"the tally of seat {place.number} is {has}, its entries make {due}"


def _results(sitting: Sitting) -> Iterator[str]:
    """Each competition has what this sitting brought each of its players."""
    for competition in sitting.competitions.all():
        found = {
            result.player_id: result
            for result in Result.objects.filter(club=sitting.club_id, competition=competition, source=sitting.pk)
        }
        for seat in sitting.seats.all():
            result = found.get(seat.player_id)
            has = (result.measures, result.points) if result else ({}, 0)
            if has != (seat.tally, competition.points(seat.tally)):
                yield f"{competition.pk} has another result for seat {seat.number} than its tally"
            if result and result.is_sealed == sitting.is_open:
                yield f"the result of seat {seat.number} in {competition.pk} is not official as the sitting is"


def _standings(competition: Competition) -> Iterator[str]:
    """Each result is of a sitting that counts and somebody who sat there; each standing is the sum of its results."""
    counting = set(Seat.objects.filter(sitting__competitions=competition).values_list("sitting", "player"))
    due: dict[UUID, tuple[int, dict[str, int], int, int, dict[str, int], int]] = {}
    for result in competition.results.all():
        if (result.source, result.player_id) not in counting:
            yield f"player {result.player_id} has a result of sitting {result.source}, which does not count for them"
        points, sums, count, o_points, o_sums, o_count = due.get(result.player_id, NOTHING)
        points, sums = points + result.points, added(sums, result.measures)
        count += bool(result.measures)
        if result.is_sealed:
            o_points, o_sums = o_points + result.points, added(o_sums, result.measures)
            o_count += bool(result.measures)
        due[result.player_id] = (points, sums, count, o_points, o_sums, o_count)
    for standing in competition.standings.all():
        has = (
            standing.points,
            standing.measures,
            standing.sources,
            standing.official_points,
            standing.official_measures,
            standing.official_sources,
        )
        if has != due.pop(standing.player_id, NOTHING):
            yield f"the standing of {standing.player_id} is not its results' sum"
    for player in due:
        yield f"player {player} has results and no standing"


def _anchor_differences(club: Club) -> Iterator[Difference]:
    """The club's anchors form one chain, and each names a version that is still there."""
    where = f"club {club.pk}"
    by_previous = {anchor.previous: anchor for anchor in Anchor.objects.filter(club=club)}
    heads = {
        (hand.sitting_id, hand.seq): hand.hash
        for hand in Hand.objects.filter(club=club, sitting__anchors__isnull=False).only("sitting", "seq", "hash")
    }
    previous = ""
    while anchor := by_previous.pop(previous, None):
        if anchor_hash(anchor) != anchor.hash:
            yield Difference(where, f"the anchor of sitting {anchor.sitting_id} was changed")
            return
        if anchor.seq and heads.get((anchor.sitting_id, anchor.seq)) != anchor.head:
            yield Difference(where, f"sitting {anchor.sitting_id} no longer has what was sealed at seq {anchor.seq}")
        previous = anchor.hash
    if by_previous or previous != club.anchor:
        yield Difference(where, "the chain of anchors breaks")


def newest(versions: Iterable[Hand]) -> dict[int, Hand]:
    """{number: version in force}, in order of number."""
    latest: dict[int, Hand] = {}
    for hand in versions:
        if hand.number not in latest or latest[hand.number].version < hand.version:
            latest[hand.number] = hand
    return dict(sorted(latest.items()))
