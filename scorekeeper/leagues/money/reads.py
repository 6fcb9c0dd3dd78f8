"""What an evening costs whom, and what of it stands in the money book: the entry fees that closing it books, and what
was ticked off."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from uuid import UUID

from django.db.models import Q
from django.urls import reverse

from games.core.settling import InUnits
from games.core.values import Counterpart
from scorekeeper.clubs.models import Club, Merge, Player
from scorekeeper.common.names import alphabetical, in_words
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Attendance, Collected, Evening
from scorekeeper.payouts.book.reads import unit_of, with_legs
from scorekeeper.payouts.care.reads import Sight
from scorekeeper.payouts.kinds import EVENING, Kind
from scorekeeper.payouts.models import Account, Booking, Payment, Whose
from scorekeeper.payouts.records import COINS
from scorekeeper.payouts.settling.reads import coin_unit, nets_of
from scorekeeper.payouts.sources import Thing
from scorekeeper.play.models import Sitting
from scorekeeper.play.sheet.money import MINOR_UNITS, dues_of_sheet, money_unit

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


Key = tuple[UUID, str, int]


@dataclass(frozen=True, slots=True)
class Payments:
    """`to_club` is what each paid the club for the evening, less what it paid them, and `bookings` the newest of these;
    `stands` where those stand for all of the evening who took part in any payment for it (`standing_at`); `waiting`
    are payments to the club that were said and are not confirmed; `coins` in which coin each paid and got all of it,
    1 where it was exact."""

    to_club: Mapping[Key, int]
    bookings: Mapping[Key, UUID]
    stands: Mapping[Key, int]
    waiting: Mapping[Key, UUID]
    coins: Mapping[Key, int]

    def cover(self, key: Key, due: int, ticked: int) -> int:
        """How much of what is due to the club was paid; `ticked` is what was ticked off of it. Who has settled up for
        the evening is even but for what rounding to a coin has left: whoever brought it, the club has it."""
        paid = min(due, max(0, self.to_club.get(key, 0)))
        if key in self.stands and abs(before := self.stands[key] - ticked) < self.coins[key]:
            paid = max(paid, due + min(0, before))
        return paid


def payments_for(evening: Evening, sheets: Sequence[Sitting]) -> Payments | None:
    """The payments for this evening; None where there are none, for one statement each."""
    kind, pk = source_of(evening)
    booked = Booking.objects.filter(club=evening.club_id, kind=Kind.SETTLED, source_kind=kind, source=pk, reversal=None)
    reported = Payment.objects.filter(club=evening.club_id, about_kind=EVENING, about=pk, state=Payment.State.OPEN)
    waiting = {
        (payment.payer.identity, payment.unit, payment.decimals): payment.pk
        for payment in reported.filter(getter=None).select_related("payer").order_by("pk")
        if payment.payer
    }
    settled = list(booked.prefetch_related(with_legs("player")).order_by("pk"))
    if not (settled or waiting):
        return None
    to_club: Counter[Key] = Counter()
    bookings: dict[Key, UUID] = {}
    parts: defaultdict[Key, list[int]] = defaultdict(list)
    for booking in settled:
        legs = list(booking.legs.all())
        is_with_club = any(leg.account.kind == Account.Kind.CASH for leg in legs)
        for leg in legs:
            if leg.account.player:
                key = (leg.account.player.identity, booking.unit, booking.decimals)
                parts[key].append(leg.amount)
                if is_with_club:
                    to_club[key] += leg.amount
                    bookings[key] = booking.pk
    stands = standing_at(evening, sheets) if settled else {}
    stood = {key: stands.get(key, 0) for key in parts}
    return Payments(to_club, bookings, stood, waiting, _coins(evening, parts))


def _coins(evening: Evening, parts: Mapping[Key, Sequence[int]]) -> dict[Key, int]:
    """The largest coin that all of these amounts are whole in. Coins are of the club's own unit; where that is counted
    whole, as chips are, each of them counts."""
    own = coin_unit(evening.club)
    return {
        key: max(coin for coin in COINS if coin == 1 or not any(amount % coin for amount in amounts))
        if own.decimals and key[1:] == (own.unit, own.decimals)
        else 1
        for key, amounts in parts.items()
    }


def standing_at(evening: Evening, sheets: Sequence[Sitting]) -> Mapping[Key, int]:
    """What each is to get for this evening, less than zero what they owe: by the book, after all that was collected
    and paid for it, and with what is due and not booked yet."""
    found: Counter[Key] = Counter()
    for unit, people in nets_of(evening.club, source_of(evening), tuple(sheet.pk for sheet in sheets)):
        for player, amount in people:
            if player:
                found[player.pk, unit.unit, unit.decimals] += amount
    for pk, unit, amount in _not_booked(evening, sheets):
        found[pk, unit.unit, unit.decimals] -= amount
    return found


def _not_booked(evening: Evening, sheets: Sequence[Sitting]) -> Iterator[tuple[UUID, InUnits, int]]:
    """What is due to the club and will be booked: fees when the evening closes, lost games with their sheet."""
    if evening.fee and not entries_booked(evening):
        came = Attendance.objects.filter(evening=evening, came_at__isnull=False).select_related("player")
        unit = unit_booked(evening.club, evening.money)
        yield from ((pk, unit, evening.fee) for pk in {attendance.player.identity for attendance in came})
    for sheet in sheets:
        if not sheet.is_official:
            lost = lost_at(evening, sheet)
            yield from ((player.identity, unit_booked(evening.club, unit), amount) for player, unit, amount in lost)


def lost_at(evening: Evening, sitting: Sitting) -> Iterator[tuple[Player, InUnits, int]]:
    """What the seats of a sheet pay to the club: causes for which everybody only pays, and not into a pot that stays
    on the table. What players owe each other is none of the treasurer's."""
    seats = list(sitting.seats.all())
    dues = dues_of_sheet(sitting, seats)
    unit = _unit_of(evening, sitting)
    if unit is None:
        return
    players = {seat.number: seat.player for seat in seats}
    for _label, of_cause in groupby(dues, key=attrgetter("label")):
        cause = list(of_cause)
        of_seats = {due.who: due.amount for due in cause if isinstance(due.who, int)}
        if all(amount <= 0 for amount in of_seats.values()) and Counterpart.POT not in {due.who for due in cause}:
            yield from ((players[seat], unit, -amount) for seat, amount in of_seats.items() if amount)


def _unit_of(evening: Evening, sitting: Sitting) -> InUnits | None:
    """Money without a label of its own is counted in the evening's unit, or as the money book has it where that has
    another. None where a club that keeps money has a table for points."""
    unit, booked = money_unit(sitting), unit_of(sitting)
    if sitting.club.keeps_money and booked is None:
        return None
    if unit.unit or unit.decimals != MINOR_UNITS.decimals:
        return unit
    return booked if booked and evening.unit else evening.money


@dataclass(frozen=True, slots=True)
class Owing:
    """What one player owes in one unit. `collected` is what was ticked off, None where nothing was; `booking` is what
    that wrote into the money book. `paid` of it was paid under Payments, to the club by the booking `payment`, or among
    players as they settled up; `waits` is a payment to the club that was said and is not confirmed yet."""

    player: Player
    unit: InUnits
    fee: int
    lost: int
    collected: int | None
    booking: UUID | None = None
    paid: int = 0
    payment: UUID | None = None
    waits: UUID | None = None

    @property
    def due(self) -> int:
        return self.fee + self.lost

    @property
    def to_tick(self) -> int:
        """What is ticked off once it is collected: what is due without what was paid under Payments."""
        return self.due - self.paid

    @property
    def left(self) -> int:
        """What they have still to give; nothing where more was ticked off than is due by now."""
        return max(0, self.to_tick - (self.collected or 0))

    @property
    def is_settled(self) -> bool:
        return (self.collected or 0) == self.to_tick


@dataclass(frozen=True, slots=True)
class Sum:
    """The totals of one unit. What was paid under Payments (`paid`) is among what was `collected`."""

    unit: InUnits
    fee: int
    lost: int
    due: int
    collected: int
    paid: int

    @property
    def left(self) -> int:
        return self.due - self.collected


@dataclass(frozen=True, slots=True)
class Dues:
    """All that is due, by unit, then by name. `is_final` once every sheet is closed: until then it can change. Where it
    `is_partly_hidden` what was paid is told of the reader only."""

    owing: tuple[Owing, ...]
    is_final: bool
    is_partly_hidden: bool = False

    def of(self, player: UUID, unit: InUnits) -> Owing | None:
        """What this player owes in this unit; None where nothing ever was due."""
        return next((due for due in self.owing if due.player.pk == player and same(due.unit, unit)), None)

    @property
    def sums(self) -> tuple[Sum, ...]:
        """One a unit."""
        return tuple(_sum(list(owing)) for _label, owing in groupby(self.owing, key=lambda due: _key(due.unit)))

    @property
    def by_unit(self) -> tuple[tuple[Sum, tuple[Owing, ...]], ...]:
        """The lines of each unit with their sum."""
        return tuple((found, tuple(due for due in self.owing if same(due.unit, found.unit))) for found in self.sums)


def dues_of(evening: Evening, sittings: Sequence[Sitting] | None = None) -> Dues:
    """What everybody who came owes, by the sheets as they stand now."""
    sheets = sittings_of(evening) if sittings is None else sittings
    fees: dict[tuple[UUID, str, int], int] = defaultdict(int)
    lost: dict[tuple[UUID, str, int], int] = defaultdict(int)
    players: dict[UUID, Player] = {}
    came = Attendance.objects.filter(evening=evening, came_at__isnull=False).select_related("player")
    for attendance in came:
        person = attendance.player.person
        players[person.pk] = person
        fees[person.pk, *_key(evening.money)] = evening.fee  # once, by however many of their lines they came
    for sitting in sheets:
        for player, unit, amount in lost_at(evening, sitting):
            players[player.identity] = player.person
            lost[player.identity, *_key(unit)] += amount
    ticked: dict[tuple[UUID, str, int], int] = defaultdict(int)
    booked: dict[tuple[UUID, str, int], UUID | None] = {}
    for collected in Collected.objects.filter(evening=evening).select_related("player"):
        players[collected.player.identity] = collected.player.person
        ticked[collected.player.identity, collected.unit, collected.decimals] += collected.amount
        booked[collected.player.identity, collected.unit, collected.decimals] = collected.booking_id
    owing = [
        Owing(players[key[0]], _unit(*key[1:]), fees.get(key, 0), lost.get(key, 0), ticked.get(key), booked.get(key))
        for key in {*fees, *lost, *ticked}
        if fees.get(key, 0) + lost.get(key, 0) or key in ticked
    ]
    owing.sort(key=lambda due: (_key(due.unit), alphabetical(due.player.name), due.player.pk))
    return Dues(_with_payments(evening, sheets, owing), all(sitting.is_official for sitting in sheets))


def _with_payments(evening: Evening, sheets: Sequence[Sitting], owing: Sequence[Owing]) -> tuple[Owing, ...]:
    """What was paid under Payments goes to what is due in that unit of the book, from the first line of it on."""
    payments = payments_for(evening, sheets)
    if payments is None:
        return tuple(owing)
    keys = [(claim.player.pk, *_key(unit_booked(evening.club, claim.unit))) for claim in owing]
    due: dict[tuple[UUID, str, int], int] = defaultdict(int)
    ticked: dict[tuple[UUID, str, int], int] = defaultdict(int)
    for key, claim in zip(keys, owing, strict=True):
        due[key] += claim.due
        ticked[key] += claim.collected or 0 if claim.booking else 0
    left = {key: payments.cover(key, due[key], ticked[key]) for key in due}
    found = []
    for key, owed in zip(keys, owing, strict=True):
        paid = min(owed.due, left[key])
        left[key] -= paid
        found.append(replace(owed, paid=paid, payment=payments.bookings.get(key), waits=payments.waiting.get(key)))
    return tuple(found)


def seen_dues(dues: Dues, sight: Sight) -> Dues:
    """What is due is asked of all alike and stands on sheets; who has paid it is hidden with where they stand."""
    if not sight.is_narrow:
        return dues
    hidden = {"collected": None, "booking": None, "paid": 0, "payment": None, "waits": None}
    owing = tuple(due if sight.is_mine(due.player) else replace(due, **hidden) for due in dues.owing)  # type: ignore[arg-type]
    return replace(dues, owing=owing, is_partly_hidden=True)


def owing_nothing(evening: Evening, dues: Dues) -> frozenset[UUID]:
    """Those who have something left to pay for a closed evening and owe nothing in any unit of the money book: perhaps
    they paid for where everybody stands, which is no evening's."""
    if not is_in_book(evening) or not evening.is_closed:
        return frozenset()
    asked = {due.player.pk for due in dues.owing if due.left}
    lines = Account.objects.filter(Q(player__in=asked) | Q(player__merged_into__in=asked), club=evening.club_id)
    stands: dict[tuple[UUID, str, int], int] = defaultdict(int)
    for account in lines.select_related("player"):
        if account.player:
            stands[account.player.identity, account.unit, account.decimals] += account.balance
    return frozenset(asked - {key[0] for key, balance in stands.items() if balance < 0})


def same(in_units: InUnits, other: InUnits) -> bool:
    return _key(in_units) == _key(other)


def _sum(owing: Sequence[Owing]) -> Sum:
    return Sum(
        unit=owing[0].unit,
        fee=sum(due.fee for due in owing),
        lost=sum(due.lost for due in owing),
        due=sum(due.due for due in owing),
        collected=sum((owed.collected or 0) + owed.paid for owed in owing),
        paid=sum(due.paid for due in owing),
    )


def _key(unit: InUnits) -> tuple[str, int]:
    return unit.unit, unit.decimals


def _unit(label: str, decimals: int) -> InUnits:
    return InUnits.model_construct(unit=label, decimals=decimals)


def evening_of_bookings(pk: UUID, club: UUID) -> Thing | None:
    """The evening of this id in this club, with the tables it had."""
    evening = Evening.objects.filter(pk=pk, club=club).first()
    if evening is None:
        return None
    tables = Sitting.objects.filter(drawn_table__draw__evening=evening).values_list("pk", flat=True)
    return Thing(evening.name, reverse("evening_detail", args=[evening.pk]), tuple(tables))


def names_of_evenings(pks: Collection[UUID], club: UUID) -> dict[UUID, str]:
    """What these evenings of the club are called."""
    names = Evening.objects.filter(pk__in=pks, club=club).values_list("pk", "name")
    return {pk: in_words(name) for pk, name in names}
