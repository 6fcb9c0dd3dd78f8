"""Who sits at another open table, before they are seated at one more; and who has played no hand yet since."""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Player
from scorekeeper.play.adjusting.reads import linked_acts
from scorekeeper.play.models import Act, Seat, Signature, Sitting
from scorekeeper.play.selectors.names import seats_with_players
from scorekeeper.play.selectors.substitutes import spans_of

SITS_ELSEWHERE = gettext_noop(
    "{name} sits at a table that is still played: {table}. Say so if they shall sit here too."
)


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
    """A problem for each of these people, by field, who sits at one of the tables."""
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
