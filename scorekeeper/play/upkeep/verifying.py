"""Recompute everything from the hands and compare: chains, outcomes, ledger, tallies, results, standings, anchors;
what was said of the hands; and from the acts what a table says of itself, and the roles of a club."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeAlias
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Prefetch, Q

from games.core.values import InvalidRecord
from scorekeeper.chains.models import with_salts
from scorekeeper.chains.services import Looked, heads
from scorekeeper.chains.services import differences as chain_differences
from scorekeeper.clubs.models import Club, Merge
from scorekeeper.common.append_only import missing
from scorekeeper.play.closing.services import anchor_hash
from scorekeeper.play.ledger import (
    NOTHING,
    Link,
    Walk,
    disputed_in,
    kept_sums,
    links_of,
    results_of,
    sat_otherwise,
    sums_of,
)
from scorekeeper.play.models import APPEND_ONLY, Act, Anchor, Hand, LedgerEntry, Sitting
from scorekeeper.play.models.hands import act_hash
from scorekeeper.play.parties import parties
from scorekeeper.play.replaying import Impossible, opening_size, replay
from scorekeeper.play.upkeep import rows
from scorekeeper.standings.importing import differing, due_of
from scorekeeper.standings.models import Competition, Result, SeasonAct
from scorekeeper.standings.ranking import drawn

Ledger: TypeAlias = dict[UUID, list[list[Any]]]  # {hand or act: [[seat, measure, amount], ...]}

BATCH = 200  # sittings read at once
UNREADABLE = (ArithmeticError, AttributeError, InvalidRecord, LookupError, TypeError, ValueError)
RELATED = ("seats", "acts", "anchors", "marks", "competitions")


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
    chained: Looked = field(default_factory=Looked)


def verify(count: Count, club_id: UUID | None = None) -> Iterator[Difference]:
    """Every difference in the whole database, or in one club; `count` is filled on the way. Reads only."""
    of_club = Q(club=club_id) if club_id else Q()
    clubs = Club.objects.filter(Q(pk=club_id) if club_id else Q())
    for name in missing(connection, APPEND_ONLY):
        yield Difference("database", f"the trigger {name} is missing")
    anchored, counted = heads(of_club), rows.counted_late(of_club)
    for sitting, ledger in _sittings(of_club):
        count.sittings += 1
        count.hands += len(sitting.hands.all())
        yield from sitting_differences(sitting, ledger)
        seasons = rows.season_differences(sitting, counted.get(str(sitting.pk), set()))
        # Of the chain of hands, and of that of what was said of them, the hash at each place
        marks = {mark.seq: mark.hash for mark in sitting.marks.all()}
        moved = _moved(
            anchored.get(sitting.pk.hex, []), [{link.seq or 0: link.hash for link in links_of(sitting)}, marks]
        )
        for found in (seasons, moved):
            yield from (Difference(f"sitting {sitting.pk}", what) for what in _readable(found))
    for competition in Competition.objects.filter(of_club):
        count.standings += competition.standings.count()
        where = f"season {competition.pk}"
        moved = _moved(anchored.get(competition.pk.hex, []), [dict(competition.acts.values_list("seq", "hash"))])
        for found in (_standings(competition), _acts(competition), moved):
            yield from (Difference(where, what) for what in _readable(found))
    for club in clubs.filter(~Q(anchor="") | Exists(Anchor.objects.filter(club=OuterRef("pk")))):
        yield from _anchor_differences(club)
    for club in clubs.filter(Exists(Merge.objects.filter(club=OuterRef("pk")))):
        yield from (Difference(f"club {club.pk}", what) for what in rows.book_differences(club))
    for club in clubs:
        yield from (Difference(f"club {club.pk}", what) for what in _readable(rows.role_differences(club)))
    # Each line of a book has sat at as many tables as it has seats
    for sat in sat_otherwise(club_id):
        what = f"the line {sat.player} has sat at {sat.due[0] or 0} tables, {sat.kept[0] or 0} are counted"
        yield Difference(f"club {sat.club}", what)
    for pk in clubs.values_list("pk", flat=True):
        yield from _placed(f"the chains of club {pk}", chain_differences(pk, count.chained))
    for party in parties():
        yield from _placed(type(party).__name__, party.differences(club_id))


def differences_of(sittings: Q) -> Iterator[Difference]:
    """Every difference of these sittings alone."""
    for sitting, ledger in _sittings(sittings):
        yield from sitting_differences(sitting, ledger)


def sitting_differences(sitting: Sitting, ledger: Ledger) -> Iterator[Difference]:
    """One sitting, with its hands, entries, seats and competitions."""
    where = f"sitting {sitting.pk}"
    versions = list(sitting.hands.all())
    links = links_of(sitting)
    yield from (Difference(where, what) for what in chain_breaks(sitting, links))
    marks = rows.mark_differences(sitting, versions, list(sitting.marks.all()))
    for found in (
        () if sitting.withdrawn_at else _outcomes(sitting, versions),
        _sums(sitting, links, ledger),
        _results(sitting),
        marks,
        rows.table_differences(sitting),
        rows.withdrawal_differences(sitting),
    ):
        yield from (Difference(where, what) for what in _readable(found))


def _readable(found: Iterable[str]) -> Iterator[str]:
    """What a check finds; rows it can't read at all are a difference too, and no reason to look no further."""
    try:
        yield from found
    except UNREADABLE as error:
        yield f"what is stored can't be read: {error!r}"


def _placed(where: str, found: Iterable[tuple[str, str]]) -> Iterator[Difference]:
    """The same of a check that says itself where: what it can't read is a difference of all that it looks at."""
    try:
        yield from (Difference(place, what) for place, what in found)
    except UNREADABLE as error:
        yield Difference(where, f"what is stored can't be read: {error!r}")


def _sittings(asked: Q) -> Iterator[tuple[Sitting, Ledger]]:
    """Every sitting that is asked for with its hands, and what the ledger says of them; a batch at once."""
    found = (
        Sitting.everything.filter(asked)
        .order_by("pk")
        .select_related("club")
        .prefetch_related(
            Prefetch("hands", Hand.objects.order_by("seq")), "seats", "acts", "anchors", "marks", "competitions"
        )
        .iterator(chunk_size=BATCH)
    )
    while batch := list(islice(found, BATCH)):
        # Entries outnumber all other rows by far: they are read as plain values
        ledger: Ledger = {}
        for cause in ("hand", "act"):
            entries = LedgerEntry.objects.filter(**{f"{cause}__sitting__in": batch})
            for link, *entry in entries.values_list(cause, "seat", "measure", "amount").iterator():
                ledger.setdefault(link, []).append(entry)
        yield from ((sitting, ledger) for sitting in batch)


def _moved(anchored: Iterable[Sequence[Any]], hashes: Sequence[Mapping[int, str]]) -> Iterator[str]:
    """The first place at which a chain is not what it was when it was anchored; of a sitting that of its hands, then
    that of what was said of them."""
    for called, of_chain, nth in zip(("seq", "what was said as number"), hashes, (0, 2), strict=False):
        for place, hash_ in sorted({(head[nth], head[nth + 1]) for head in anchored if head[nth]}):
            if of_chain.get(place) != hash_:
                yield f"{called} {place} is not what was anchored"
                break


def chain_breaks(sitting: Sitting, links: Sequence[Link]) -> Iterator[str]:
    """Each version of a hand, and each act between them, follows the one before and carries the hash of what it
    says."""
    previous = ""
    for place, link in enumerate(with_salts(links), start=1):
        if link.seq != place or link.previous != previous:
            yield f"the chain breaks at seq {place} ({_called(link)})"
            return
        if (link.content_hash() if isinstance(link, Hand) else act_hash(link)) != link.hash:
            yield f"seq {place} ({_called(link)}) was changed after it was recorded"
            return
        previous = link.hash
    if (sitting.head, sitting.seq) != (previous, len(links)):
        yield f"the chain ends at seq {len(links)}, the sitting says {sitting.seq}"
    elif not sitting.is_open and (previous, len(links)) not in {
        (anchor.head, anchor.seq) for anchor in sitting.anchors.all()
    }:
        yield "it is closed, but no anchor seals it as it stands"


def _called(link: Link) -> str:
    return f"hand {link.number}, version {link.version}" if isinstance(link, Hand) else f"act {link.kind}"


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


def _sums(sitting: Sitting, links: Sequence[Link], ledger: Ledger) -> Iterator[str]:
    """Each link's entries are the difference it makes; each seat's tally is the sum of its entries, and that of the
    hands at its place with what it was given beside them."""
    walk, is_sound = Walk(sitting), True
    for link in links:
        posted = {(UUID(str(seat)), measure): amount for seat, measure, amount in ledger.get(link.pk, [])}
        if posted != walk.due(link):
            is_sound = False
            what, called = ("hand", link.number) if isinstance(link, Hand) else ("act", link.kind)
            yield f"the ledger of seq {link.seq} ({what} {called}) does not say what the {what} is worth"
        walk.post(posted)
    for seat in sitting.seats.all():
        if seat.opened_at != sitting.opened_at:
            yield f"seat {seat.number} says another time of the opening than the sitting"
        due = walk.sums[seat.pk]
        if seat.tally != due:
            yield f"the tally of seat {seat.number} is {dict(sorted(seat.tally.items()))}, its entries make {due}"
        if is_sound and due != walk.worth(seat):
            yield f"the entries of seat {seat.number} are not what its hands and penalties make"


def _results(sitting: Sitting) -> Iterator[str]:
    """Each competition has what this sitting brought each of its players."""
    for competition in sitting.competitions.all():
        found = {
            result.player_id: result
            for result in Result.objects.filter(club=sitting.club_id, competition=competition, source=sitting.pk)
        }
        for seat in sitting.seats.all():
            result = found.get(seat.player_id)
            has = (result.measures, result.points, result.game) if result else ({}, 0, sitting.game)
            if has != (seat.tally, competition.points(seat.tally, sitting.game), sitting.game):
                yield f"{competition.pk} has another result for seat {seat.number} than its tally"
            if result and result.is_sealed != sitting.is_official:
                yield f"the result of seat {seat.number} in {competition.pk} is not official as the sitting is"


def _standings(competition: Competition) -> Iterator[str]:
    """Each result is of a sitting that counts and somebody who sat there; each standing is the sum of its results."""
    results, strays = results_of(competition)
    for stray in strays:
        yield f"player {stray.player_id} has a result of sitting {stray.source}, which does not count for them"
    for row, result in differing(competition, due_of(competition)):
        has = "another result" if result else "no result"
        yield f"player {row.player_id} has {has} of the imported evening {row.source} than its list says"
    due = sums_of([*results, *strays])
    for standing in competition.standings.all():
        if kept_sums(standing) != due.pop(standing.player_id, NOTHING):
            yield f"the standing of {standing.player_id} is not its results' sum"
    for player in due:
        yield f"player {player} has results and no standing"
    disputed = disputed_in(competition)
    if competition.disputed != disputed:
        yield f"{disputed} hands of its sittings are disputed, it says {competition.disputed}"


def _acts(competition: Competition) -> Iterator[str]:
    """What directors did to it forms one chain, and a bonus is taken back by as much as it gave."""
    previous, acts = "", with_salts(competition.acts.select_related("takes_back").order_by("seq"))
    for place, act in enumerate(acts, start=1):
        if act.seq != place or act.previous != previous:
            yield f"the chain of what directors did breaks at seq {place}"
            return
        if not _is_as_hashed(act):
            yield f"seq {place} of what directors did was changed afterwards"
            return
        if act.takes_back and (act.takes_back.points, act.takes_back.competition_id) != (-act.points, competition.pk):
            yield f"seq {place} of what directors did does not take back what was given"
        if act.kind == SeasonAct.Kind.LOT and not _is_made_by_its_seed(act):
            yield f"seq {place} of what directors did is a lot that its seed does not make"
        previous = act.hash
    if (competition.seq, competition.head) != (len(acts), previous):
        yield f"what directors did ends at seq {len(acts)}, the season says {competition.seq}"


def _is_as_hashed(act: SeasonAct) -> bool:
    """Its hash covers a salted hash of its reason, or, from before, the reason itself."""
    if act.content_hash() == act.hash:
        return True
    act.salted = None
    return act.content_hash() == act.hash


def _is_made_by_its_seed(lot: SeasonAct) -> bool:
    order = tuple(UUID(pk) for pk in lot.detail["order"])
    return drawn(lot.detail["seed"], order) == order


def _anchor_differences(club: Club) -> Iterator[Difference]:
    """The club's anchors form one chain, and each names a version that is still there."""
    where = f"club {club.pk}"
    by_previous = {anchor.previous: anchor for anchor in Anchor.objects.filter(club=club)}
    heads = {
        (hand.sitting_id, hand.seq): hand.hash
        for model in (Hand, Act)
        for hand in model.objects.filter(club=club, sitting__anchors__isnull=False).only("sitting", "seq", "hash")
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
