"""Who played for whom, who sits at another open table, who has played no hand yet, and which guests came only by tables
at which they never sat."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.selectors import with_acts
from scorekeeper.play.models import Act, Seat, Signature, Sitting
from scorekeeper.play.models.sittings import PUT_AWAY
from scorekeeper.play.sheet.rows import linked_acts, seats_with_players

PLAYED_FOR = (Act.Kind.SUBSTITUTE, Act.Kind.RETURNED)


@dataclass(frozen=True, slots=True)
class Span:
    """Somebody who plays for a seat, from hand `first` to hand `last` (None: still)."""

    seat: Seat
    player: Player
    first: int
    last: int | None

    def covers(self, number: int) -> bool:
        """Whether it was them at this hand."""
        return self.first <= number and (self.last is None or number <= self.last)


def spans_of(seats: Iterable[Seat], acts: Iterable[Act]) -> tuple[Span, ...]:
    """Who has played for these seats, by the linked acts of their sitting: what is said later holds from its hand
    on."""
    by_pk = {seat.pk: seat for seat in seats}
    lines: dict[Seat, list[tuple[int, Player | None]]] = {}
    for act in acts:
        if act.kind in PLAYED_FOR and act.seat_id:
            first, seat = int(act.detail["from"]), by_pk[act.seat_id]
            kept = [(number, player) for number, player in lines.get(seat, []) if number < first]
            lines[seat] = [*kept, (first, act.player)]
    found = []
    for seat, line in lines.items():
        ends = [number - 1 for number, _player in line[1:]] + [None]
        found += [
            Span(seat, player, first, last)
            for (first, player), last in zip(line, ends, strict=True)
            if player is not None
        ]
    return tuple(sorted(found, key=lambda span: (span.first, span.seat.number)))


SITS_ELSEWHERE = gettext_noop("{name} already sits at an open table: {table}. Confirm if {name} sits here too.")


def tables_elsewhere(club_id: UUID, people: Collection[UUID], but: UUID | None = None) -> dict[UUID, Sitting]:
    """{person: the newest table at which they sit, or play for somebody}, of those that are still played; `but` is the
    table they are to be seated at. Two queries, more where somebody plays for another."""
    played = Sitting.objects.running().filter(club=club_id, is_over=False, ended_at=None)
    played = played.exclude(pk=but) if but else played
    wanted = set(people)
    seats = Seat.objects.filter(sitting__in=played, is_active=True)
    mine = seats.annotate(person=Coalesce("player__merged_into", "player")).filter(person__in=wanted)
    found = [(seat.player.identity, seat.sitting) for seat in mine.select_related("sitting", "player")]
    found += [pair for pair in _played_for(played, wanted) if pair[0] in wanted]
    return dict(sorted(found, key=lambda pair: (pair[1].opened_at, pair[1].pk)))


def _played_for(played: QuerySet[Sitting], people: Collection[UUID]) -> list[tuple[UUID, Sitting]]:
    """Who plays for a seat at one of these tables."""
    said = Act.objects.filter(kind=Act.Kind.SUBSTITUTE, sitting__in=played, player__isnull=False)
    acts = said.annotate(person=Coalesce("player__merged_into", "player")).filter(person__in=people)
    tables = played.filter(pk__in=acts.values("sitting")).prefetch_related(seats_with_players())
    spans = [(table, span) for table in tables for span in spans_of(table.seats.all(), linked_acts(table))]
    return [(span.player.identity, table) for table, span in spans if span.last is None]


def elsewhere_problems(tables: Mapping[UUID, Sitting], people: Mapping[str, Player]) -> list[Problem]:
    """A problem for each of these people, by field, who sits at one of the tables. Refuses `player_elsewhere`."""
    return [
        Problem("player_elsewhere", field, elsewhere_words(player, tables[player.pk]))
        for field, player in people.items()
        if player.pk in tables
    ]


def elsewhere_words(player: Player, table: Sitting) -> Text:
    return Text(SITS_ELSEWHERE, {"name": player.name, "table": table.name})


def not_begun(sitting: Sitting, seats: Iterable[Seat]) -> set[UUID]:
    """Who sits at a table where nothing was written on the sheet since they sat down, by the ids of their seats: no
    hand, no penalty, no swap, no signature. Two queries."""
    acts = list(sitting.acts.filter(kind__in=[Act.Kind.JOINED, Act.Kind.LEFT]).order_by("pk"))
    signed = set(Signature.objects.filter(sitting=sitting).values_list("seat", flat=True))
    found = set()
    for seat in seats:
        own = [act for act in acts if act.seat_id == seat.pk and "taken_back" not in act.detail]
        came_back = any(act.kind == Act.Kind.LEFT for act in own)  # to the line they had before
        head = own[-1].head if own else ""
        if seat.is_active and not came_back and head == sitting.head and seat.pk not in signed:
            found.add(seat.pk)
    return found


TAKEN_BACK = Q(number__gte=PUT_AWAY)


def passing_guests(players: Collection[UUID]) -> list[Player]:
    """Those of these guests whom a table brought that they left without a trace, and whom nothing else names. Once the
    book is locked."""
    came = _at_a_table_they_left("created_at", Act.Kind.OPENED, Act.Kind.JOINED)
    guests = Player.objects.filter(came, pk__in=players, user=None, merged_into=None, retired_at=None)
    found = list(guests.order_by("pk"))
    named = with_acts([guest.pk for guest in found], {Seat: TAKEN_BACK}) if found else set()
    return [guest for guest in found if guest.pk not in named]


def left_with_their_table() -> Q:
    """Lines of guests who have left the book so, and have sat nowhere since."""
    return Q(_at_a_table_they_left("retired_at", Act.Kind.WITHDRAWN, Act.Kind.LEFT), seated=None, user=None)


def _at_a_table_they_left(moment: str, *kinds: str) -> Exists:
    seats = Seat.everything.filter(TAKEN_BACK, player=OuterRef("pk"))
    return Exists(seats.filter(sitting__acts__kind__in=kinds, sitting__acts__at=OuterRef(moment)))
