"""What of an evening stands in the money book: the entry fees that closing it books, and what was ticked off."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from django.db.models import Q

from games.core.units import InUnits
from scorekeeper.clubs.models import Club, Merge, Player
from scorekeeper.leagues.models import Attendance, Collected, Evening
from scorekeeper.payouts.book.reads import with_legs
from scorekeeper.payouts.care.reads import Sight
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, Booking, Whose
from scorekeeper.payouts.scopes import EVENING
from scorekeeper.payouts.settling.reads import nets_of

FEES, CASH = Whose(Account.Kind.FEES), Whose(Account.Kind.CASH)
BATCH = 500


def source_of(evening: Evening) -> tuple[str, UUID]:
    """How bookings name an evening."""
    return EVENING, evening.pk


def unit_booked(club: Club, unit: InUnits) -> InUnits:
    """The unit that dues of an evening are booked in: without a label the club's, where that has as many decimals, as
    it is for sheets."""
    return unit if unit.unit or unit.decimals != club.decimals else club.money


def entries_due(evening: Evening) -> dict[Whose, int]:
    """What the entry fees move as the evening stands: once a person, on the first of their lines that came, so that
    undoing a merge finds it where it was."""
    lines: dict[UUID, Player] = {}
    came = Attendance.objects.filter(evening=evening, came_at__isnull=False).select_related("player")
    for attendance in came.order_by("player"):
        lines.setdefault(attendance.player.identity, attendance.player)
    if not (evening.fee and lines):
        return {}
    moves = {Whose(Account.Kind.PLAYER, line.pk): -evening.fee for line in lines.values()}
    return {**moves, FEES: evening.fee * len(lines)}


def entries_booked(evening: Evening) -> list[Booking]:
    """The entry fees of the evening that nobody has booked back."""
    found = Booking.objects.filter(club=evening.club_id, kind=Kind.ENTRY, reversal=None)
    return list(found.filter(source_kind=EVENING, source=evening.pk).order_by("pk"))


def is_in_book(evening: Evening) -> bool:
    """Whether what is ticked off is booked: the club keeps money, and the evening was not closed while it kept none,
    when the fees that would stand against it were not booked."""
    if not evening.club.keeps_money:
        return False
    return not (evening.is_closed and evening.fee) or bool(entries_booked(evening))


def owed_still(
    evening: Evening, sittings: Iterable[UUID], sight: Sight
) -> list[tuple[InUnits, list[tuple[Player, int]]]]:
    """Who has to pay for this evening by the money book, and how much, by unit: after all that was collected and
    paid for it. Nobody where the club keeps no money; the reader alone where somebody hides where they stand."""
    found = nets_of(evening.club, source_of(evening), tuple(sittings)) if evening.club.keeps_money else []
    owing = [
        (
            unit,
            [
                (player, -amount)
                for player, amount in people
                if player and amount < 0 and (not sight.is_narrow or sight.is_mine(player))
            ],
        )
        for unit, people in found
    ]
    return [(unit, people) for unit, people in owing if people]


def differences(club_id: UUID | None) -> Iterator[tuple[str, str]]:
    """Where the book is not what closed evenings and their ticks say, anywhere or in one club: (where, what)."""
    of_club = Q(club=club_id) if club_id else Q()
    yield from _entries(of_club)
    yield from _ticks(of_club)


def _entries(of_club: Q) -> Iterator[tuple[str, str]]:
    standing = Booking.objects.filter(of_club, kind=Kind.ENTRY, source_kind=EVENING, reversal=None).order_by("pk")
    seen: Counter[UUID | None] = Counter()
    for booking in standing.prefetch_related(with_legs()).iterator(chunk_size=BATCH):
        seen[booking.source] += 1
        named = Evening.objects.filter(club=booking.club_id)
        evening = named.filter(pk=booking.source).first() if booking.source else None
        if evening is None:
            yield f"booking {booking.pk}", "no evening made it"
        elif not evening.is_closed:
            yield f"evening {evening.pk}", "it is not closed, but its entry fees are booked"
        elif seen[evening.pk] > 1:
            yield f"evening {evening.pk}", "its entry fees are booked twice"
        elif what := _not_as_it_stands(evening, {leg.account.whose: leg.amount for leg in booking.legs.all()}):
            yield f"evening {evening.pk}", what


def _not_as_it_stands(evening: Evening, moves: Mapping[Whose, int]) -> str:
    """People may have been merged, or taken apart, since it was closed: then a line of theirs stands for them."""
    came = Attendance.objects.filter(evening=evening, came_at__isnull=False)
    lines = dict(came.values_list("player", "player__merged_into"))
    booked = {whose.of for whose in moves if whose.kind == Account.Kind.PLAYER}
    owing = {amount for whose, amount in moves.items() if whose.kind == Account.Kind.PLAYER}
    if owing != {-evening.fee} or moves.get(FEES) != evening.fee * len(booked):
        return f"its entry fee is {evening.fee}, booked are {sorted(moves.values())}"
    if strangers := booked - set(lines):
        return f"an entry fee is booked of {len(strangers)} who did not come"
    paying = {lines[pk] or pk for pk in booked if pk}
    missing = [pk for pk, merged in lines.items() if (merged or pk) not in paying]
    once_merged = set(Merge.objects.filter(gone__in=missing).values_list("gone", flat=True))
    once_merged |= set(Merge.objects.filter(kept__in=missing).values_list("kept", flat=True))
    left = set(missing) - once_merged
    return f"no entry fee is booked of {len(left)} who came" if left else ""


def _ticks(of_club: Q) -> Iterator[tuple[str, str]]:
    """Every tick that has a booking says what that moves, and what is booked as collected has a tick."""
    ticks = Collected.objects.filter(of_club, booking__isnull=False).select_related("booking__reversal", "player")
    for tick in ticks.prefetch_related(with_legs(at="booking__legs")).iterator(chunk_size=BATCH):
        if tick.booking and not _says(tick, tick.booking):
            yield f"collected {tick.pk}", f"booking {tick.booking.pk} is not what was ticked off"
    loose = Booking.objects.filter(of_club, kind=Kind.COLLECTED, source_kind=EVENING, reversal=None, collected=None)
    for booking in loose.iterator(chunk_size=BATCH):
        yield f"booking {booking.pk}", "nobody ticked off at an evening what it says"


def _says(tick: Collected, booking: Booking) -> bool:
    moved = {leg.account.whose: leg.amount for leg in booking.legs.all()}
    theirs = Whose(Account.Kind.PLAYER, tick.player_id)
    is_of_it = (booking.source_kind, booking.source) == (EVENING, tick.evening_id)
    is_standing = booking.kind == Kind.COLLECTED and not hasattr(booking, "reversal")
    return is_of_it and is_standing and moved == {theirs: tick.amount, CASH: -tick.amount}


def bookings_of(ticks: Sequence[Collected]) -> list[Booking]:
    """What these ticks have booked."""
    return [tick.booking for tick in ticks if tick.booking]
