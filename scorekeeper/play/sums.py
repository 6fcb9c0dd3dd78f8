"""What the stored sums should be: tallies by the chain of a sitting, standings by a season's results. Reads only."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import Count, F, Max, Q, Sum

from scorekeeper.clubs.models import Player
from scorekeeper.play.ledger import Amounts, difference
from scorekeeper.play.models import Act, Hand, Seat, Sitting
from scorekeeper.play.models.sittings import PUT_AWAY
from scorekeeper.standings.importing import due_of
from scorekeeper.standings.models import Competition, Result, Standing
from scorekeeper.standings.services import added

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
        for act in sorted(_swaps(sitting), key=lambda act: -(act.seq or 0)):
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


def _swaps(sitting: Sitting) -> list[Act]:
    return [act for act in sitting.acts.all() if act.kind == Act.Kind.SWAPPED]


class Sums(NamedTuple):
    """What a standing holds: of everything recorded, and of what is sealed. The names are those of its fields."""

    points: int
    measures: dict[str, int]
    sources: int
    official_points: int
    official_measures: dict[str, int]
    official_sources: int


NOTHING = Sums(0, {}, 0, 0, {}, 0)


def kept_sums(standing: Standing) -> Sums:
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
    said = kept.annotate(due=Count("seats", filter=AT_TABLES), due_last=newest)
    rows = said.values_list("club", "pk", "has", "has_last", "due", "due_last")
    found = (Sat(club, pk, (has, at), (due or None, last)) for club, pk, has, at, due, last in rows)
    return [one for one in found if one.kept != one.due]
