"""From outcome to sums: the difference a version makes, the places that must hear of it, and what the stored sums
should be."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import Count, F, Max, Q, Sum

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Act, Hand, LedgerEntry, Seat, Sitting
from scorekeeper.play.models.sittings import PUT_AWAY
from scorekeeper.standings.importing import due_of
from scorekeeper.standings.models import Competition, Result, SeasonTally
from scorekeeper.standings.services import Change, Source, added, apply

Amounts = Mapping[tuple[int, str], int]


def difference(due: Amounts, posted: Amounts) -> dict[tuple[int, str], int]:
    """What is missing for the ledger to say what the rules say."""
    keys = sorted({*due, *posted})
    gaps = {key: due.get(key, 0) - posted.get(key, 0) for key in keys}
    return {key: gap for key, gap in gaps.items() if gap}


def post(
    sitting: Sitting,
    seats: Sequence[Seat],
    posts: Sequence[tuple[Hand | Act, Amounts]],
    competitions: Sequence[Competition],
) -> None:
    """Write the entries of some new versions or acts, and move tallies and standings by the same amounts.

    All are rows of the locked sitting; `posts` says for each what it moves.
    """
    by_number = {seat.number: seat for seat in seats}
    entries = [
        LedgerEntry(
            club_id=sitting.club_id,
            seat=by_number[number],
            hand=cause if isinstance(cause, Hand) else None,
            act=cause if isinstance(cause, Act) else None,
            measure=measure,
            amount=amount,
        )
        for cause, amounts in posts
        for (number, measure), amount in amounts.items()
    ]
    LedgerEntry.objects.bulk_create(entries)
    moved = _by_seat(entries)
    for number, amounts in moved.items():
        by_number[number].tally = added(by_number[number].tally, amounts)
    Seat.objects.bulk_update([by_number[number] for number in moved], ["tally"])
    changes = [
        Change(by_number[number].player_id, by_number[number].tally, amounts) for number, amounts in moved.items()
    ]
    if competitions and changes:
        apply(competitions, source_of(sitting), changes)


def source_of(sitting: Sitting) -> Source:
    """The sitting as the standings know it."""
    return Source(sitting.pk, sitting.club_id, sitting.played_on, sitting.game)


def _by_seat(entries: Sequence[LedgerEntry]) -> dict[int, dict[str, int]]:
    moved: dict[int, dict[str, int]] = {}
    for entry in entries:
        measures = moved.setdefault(entry.seat.number, {})
        measures[entry.measure] = measures.get(entry.measure, 0) + entry.amount
    kept = {number: {m: a for m, a in measures.items() if a} for number, measures in moved.items()}
    return {number: measures for number, measures in kept.items() if measures}


AT_TABLES = Q(seats__number__lt=PUT_AWAY)
Link: TypeAlias = Hand | Act


def links_of(sitting: Sitting) -> list[Link]:
    """The chain: versions of hands and the acts between them, in order."""
    acts = [act for act in sitting.acts.all() if act.is_linked]
    return sorted([*sitting.hands.all(), *acts], key=lambda link: link.seq or 0)


class Walk:
    """A sitting link by link: who sat where, what each hand was worth, what each seat was given beside the hands."""

    def __init__(self, sitting: Sitting) -> None:
        seats = list(sitting.seats.all())
        self.numbers = {seat.pk: seat.number for seat in seats}
        for act in sorted(
            [act for act in sitting.acts.all() if act.kind == Act.Kind.SWAPPED], key=lambda act: -(act.seq or 0)
        ):
            self.swap(act)
        self.moved: dict[int, Amounts] = {}
        self.given: defaultdict[UUID, dict[str, int]] = defaultdict(dict)
        self.sums: defaultdict[UUID, dict[str, int]] = defaultdict(dict)

    def due(self, link: Link) -> dict[tuple[UUID, str], int]:
        """What the ledger is to say of the link."""
        if isinstance(link, Hand):
            gaps = difference(link.moved, self.moved.get(link.number, {}))
            self.moved[link.number] = link.moved
            seated = {number: pk for pk, number in self.numbers.items()}
            return {(seated[number], measure): amount for (number, measure), amount in gaps.items()}
        lines = {(UUID(pk), measure): amount for pk, measure, amount in link.detail.get("lines", [])}
        if link.kind == Act.Kind.SWAPPED:
            self.swap(link)
            return lines
        for (pk, measure), amount in lines.items():
            self.given[pk] = added(self.given[pk], {measure: amount})
        return lines

    def swap(self, act: Act) -> None:
        one, other = (UUID(pk) for pk in act.detail["seats"])
        self.numbers[one], self.numbers[other] = self.numbers[other], self.numbers[one]

    def post(self, posted: Mapping[tuple[UUID, str], int]) -> None:
        for (pk, measure), amount in posted.items():
            self.sums[pk] = added(self.sums[pk], {measure: amount})

    def worth(self, seat: Seat) -> dict[str, int]:
        """What the hands at its place come to, with what it was given."""
        worth = self.given[seat.pk]
        for moved in self.moved.values():
            own = {measure: amount for (number, measure), amount in moved.items() if number == seat.number}
            worth = added(worth, own)
        return worth


class Sums(NamedTuple):
    """What a standing holds: of everything recorded, and of what is sealed. The names are those of its fields."""

    points: int
    measures: dict[str, int]
    sources: int
    official_points: int
    official_measures: dict[str, int]
    official_sources: int


NOTHING = Sums(0, {}, 0, 0, {}, 0)


def kept_sums(standing: SeasonTally) -> Sums:
    """What the standing says."""
    return Sums(*(getattr(standing, name) for name in Sums._fields))


def sums_of(results: Iterable[Result]) -> dict[UUID, Sums]:
    """{player: what these results come to}."""
    due: dict[UUID, Sums] = {}
    for result in results:
        has, counts = due.get(result.player_id, NOTHING), bool(result.measures)
        has = has._replace(
            points=has.points + result.points,
            measures=added(has.measures, result.measures),
            sources=has.sources + counts,
        )
        if result.is_sealed:
            has = has._replace(
                official_points=has.official_points + result.points,
                official_measures=added(has.official_measures, result.measures),
                official_sources=has.official_sources + counts,
            )
        due[result.player_id] = has
    return due


def results_of(competition: Competition) -> tuple[list[Result], list[Result]]:
    """The results of sittings that count and somebody who sat there, and of imported evenings; and those that are of
    none."""
    found = list(competition.results.all())  # before the seats: a table that opens meanwhile is no stray
    counting = set(Seat.objects.filter(sitting__competitions=competition).values_list("sitting", "player"))
    counting |= due_of(competition).keys()
    kept: tuple[list[Result], list[Result]] = ([], [])
    for result in found:
        kept[(result.source, result.player_id) not in counting].append(result)
    return kept


def disputed_in(competition: Competition) -> int:
    """How many hands of its sittings are disputed, as the sittings say."""
    disputed: int = competition.sittings.aggregate(all=Sum("disputed", default=0))["all"]
    return disputed


class Sat(NamedTuple):
    """A line of a book: at how many tables it sat and when the newest was opened, as is kept and as its seats say."""

    club: UUID
    player: UUID
    kept: tuple[int | None, datetime | None]
    due: tuple[int | None, datetime | None]


def sat_otherwise(club_id: UUID | None) -> list[Sat]:
    """The lines whose seats say something else than is kept, of one club or of all. One statement."""
    lines = Player.objects.filter(Q(club=club_id) if club_id else Q()).order_by("pk")
    kept = lines.annotate(has=F("seated__tables"), has_last=F("seated__last"))
    newest = Max("seats__sitting__opened_at", filter=AT_TABLES)
    changes = kept.annotate(due=Count("seats", filter=AT_TABLES), due_last=newest)
    rows = changes.values_list("club", "pk", "has", "has_last", "due", "due_last")
    found = (Sat(club, pk, (has, at), (due or None, last)) for club, pk, has, at, due, last in rows)
    return [sums for sums in found if sums.kept != sums.due]
