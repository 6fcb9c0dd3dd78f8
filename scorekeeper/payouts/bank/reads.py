"""The bank of a table, and what files of money have brought along."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final
from uuid import UUID

from django.db.models import Count, Min, Q

from games.core.settling import InUnits
from games.core.text import Text, gettext_noop, pgettext
from games.core.values import Counterpart
from scorekeeper.clubs.models import Club
from scorekeeper.payouts.book.reads import ACCOUNTS, Cause, causes_of, unit_of
from scorekeeper.payouts.kinds import BROUGHT_ALONG, Kind
from scorekeeper.payouts.models import Account, BankAct, Booking, Leg, Whose
from scorekeeper.payouts.words import called
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.sheet.money import dues_of_sheet

MOVE, DONE = BankAct.Move, BankAct.Kind
BOOKED_AS: Final = {MOVE.BUY_IN: Kind.BUY_IN, MOVE.CASH_OUT: Kind.CASH_OUT, MOVE.CARRY: Kind.BROUGHT}


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, the answer to it if there is one, and what booked that back. `is_again` is a buy-in of a seat
    that has bought in before."""

    asked: BankAct
    answer: BankAct | None
    undone: BankAct | None
    is_again: bool

    @property
    def newest(self) -> BankAct:
        """What was done of it last."""
        return self.undone or self.answer or self.asked

    @property
    def waits(self) -> bool:
        """Nobody has answered it yet."""
        return self.answer is None

    @property
    def stands(self) -> bool:
        """It was approved, and not booked back."""
        return self.answer is not None and self.answer.kind == DONE.APPROVED and self.undone is None


@dataclass(frozen=True, slots=True)
class Line:
    """One seat at the bank. `result` is what the sheet says it has won; `stack` what then lies before it, None while
    the sheet says nothing."""

    seat: Seat
    bought: int
    cashed: int
    result: int
    stack: int | None

    @property
    def net(self) -> int:
        """What the bank says it has won."""
        return self.cashed - self.bought

    @property
    def is_there(self) -> bool:
        """Whether it has had to do with the bank."""
        return bool(self.bought or self.cashed)


class Bank:
    """The bank of one table as it stands. `seats` come with their players."""

    def __init__(self, sitting: Sitting, seats: Sequence[Seat], acts: Sequence[BankAct]) -> None:
        self.sitting = sitting
        self.seats = seats
        self.unit = InUnits.model_construct(unit=sitting.unit.unit, decimals=sitting.unit.decimals)
        self.requests = list(_requests(acts))

    @property
    def waiting(self) -> list[Request]:
        return [request for request in self.requests if request.waits]

    @property
    def is_used(self) -> bool:
        """Whether anything stands in it: then it, and not the sheet, says who has won what."""
        return any(request.stands for request in self.requests)

    @property
    def balance(self) -> int:
        """What lies in it while the sheet is open."""
        return self._sum(MOVE.BUY_IN) + self.brought - self._sum(MOVE.CASH_OUT)

    @property
    def lies_there(self) -> int:
        """The balance; nothing once the sheet is closed."""
        return self.balance if self.sitting.is_open else 0

    @property
    def brought(self) -> int:
        """The chips that came from an earlier table."""
        return self._sum(MOVE.CARRY)

    @cached_property
    def lines(self) -> list[Line]:
        """A line a seat, in their order."""
        dues = dues_of_sheet(self.sitting, self.seats)
        has_result = any(due.amount for due in dues) or self.sitting.hands.standing().exists()
        found = []
        for seat in self.seats:
            bought, cashed = (self._sum(move, seat) for move in (MOVE.BUY_IN, MOVE.CASH_OUT))
            result = sum(due.amount for due in dues if due.who == seat.number)
            found.append(Line(seat, bought, cashed, result, bought + result - cashed if has_result else None))
        return found

    @cached_property
    def kept(self) -> dict[Counterpart, int]:
        """What the sheet gives to nobody at the table: a rake, chips that stay on it."""
        kept: dict[Counterpart, int] = {}
        for due in dues_of_sheet(self.sitting, self.seats):
            if isinstance(due.who, Counterpart):
                kept[due.who] = kept.get(due.who, 0) + due.amount
        return kept

    @property
    def rest(self) -> int:
        """What lies in it and is nobody's by the sheet: of the chips brought what nobody has won."""
        return self.balance - sum(self.kept.values())

    @property
    def is_out(self) -> bool:
        """Whether in is out: nobody has anything before them, and no more was cashed out than was there."""
        return 0 <= self.rest <= self.brought and not any(line.stack and line.stack > 0 for line in self.lines)

    def causes(self) -> list[Cause]:
        """What leaves the bank when the sheet is closed, so that nothing stays in it."""
        pot = Whose(Account.Kind.POT, self.sitting.pk)
        leaves = {**self.kept, Counterpart.POT: self.kept.get(Counterpart.POT, 0) + self.rest}
        return [
            Cause(_AS[who], _LABELS[who], {pot: -amount, ACCOUNTS[who]: amount})
            for who in Counterpart
            if (amount := leaves.get(who, 0))
        ]

    def _sum(self, move: str, seat: Seat | None = None) -> int:
        return sum(
            request.asked.amount
            for request in self.requests
            if request.stands and request.asked.move == move and (seat is None or request.asked.seat_id == seat.pk)
        )


_AS: Final = {Counterpart.POT: Kind.CARRY, Counterpart.HOUSE: Kind.RAKE, Counterpart.PURSE: Kind.RAKE}
_LABELS: Final = {
    Counterpart.POT: Text(gettext_noop("Chips left on the table")),
    Counterpart.HOUSE: Text(pgettext("field", "Rake")),
    Counterpart.PURSE: Text(pgettext("field", "Fees")),
}


def has_asked(by: Actor, asked: BankAct) -> bool:
    """Whether this person or this phone asked for it."""
    by_phone = by.device is not None and asked.by_device_id == by.device.pk
    return by_phone or (by.user is not None and asked.by_user_id == by.user.pk)


def bank_of(sitting: Sitting, seats: Sequence[Seat] | None = None) -> Bank:
    """The bank of a table; one that nobody has used has nothing in it."""
    if seats is None:
        seats = list(sitting.seats.select_related("player"))
    acts = sitting.bank_acts.select_related("by_user", "by_device", "seat__player").order_by("pk")
    return Bank(sitting, seats, list(acts))


def has_bank(sitting: Sitting) -> bool:
    """Whether a table can have a bank: it plays for amounts, and the club keeps their money. Asks nothing."""
    return isinstance(sitting.typed_rules, InUnits) and unit_of(sitting) is not None


def used_bank(sitting: Sitting) -> Bank | None:
    """The bank, where anything stands in it. It stays one when the club keeps no more money later."""
    if not isinstance(sitting.typed_rules, InUnits):
        return None
    bank = bank_of(sitting)
    return bank if bank.is_used else None


def due_at_closing(sitting: Sitting) -> list[Cause]:
    """What closing the sheet books: with a bank what leaves that, else what the sheet makes due."""
    bank = used_bank(sitting)
    return bank.causes() if bank else causes_of(sitting)


def carried(sitting: Sitting) -> int:
    """The chips of earlier tables that could be brought to this one."""
    unit = sitting.unit
    there = Account.objects.filter(
        club=sitting.club_id, kind=Account.Kind.CARRY, unit=unit.unit, decimals=unit.decimals
    )
    return next((account.balance for account in there), 0)


def _requests(acts: Sequence[BankAct]) -> Iterator[Request]:
    answers = {act.of_id: act for act in acts if act.kind in (DONE.APPROVED, DONE.REFUSED, DONE.WITHDRAWN)}
    undone = {act.of_id: act for act in acts if act.kind == DONE.UNDONE}
    bought: set[object] = set()
    for act in acts:
        if act.kind == DONE.ASKED:
            is_buy_in = act.move == MOVE.BUY_IN
            is_again = is_buy_in and act.seat_id in bought
            request = Request(act, answers.get(act.pk), undone.get(act.pk), is_again)
            if is_buy_in and request.stands:
                bought.add(act.seat_id)
            yield request


@dataclass(frozen=True, slots=True)
class BroughtFile:
    """A file by its id: when it was booked, how many of its lines, and how many of them stand."""

    source: UUID
    at: datetime
    lines: int
    standing: int

    @property
    def is_taken_back(self) -> bool:
        return self.standing == 0


@dataclass(frozen=True, slots=True)
class Moved:
    """What a file moves on one account, in one unit."""

    name: str
    unit: InUnits
    amount: int


def brought_into(club: Club, only: Collection[UUID] | None = None) -> list[BroughtFile]:
    """The files of a club, the newest first."""
    found = Booking.objects.filter(club=club, source_kind=BROUGHT_ALONG, reverses=None)
    if only is not None:
        found = found.filter(source__in=only)
    rows = found.values("source").annotate(
        first=Min("at"), lines=Count("pk"), standing=Count("pk", filter=Q(reversal=None))
    )
    files = [BroughtFile(row["source"], row["first"], row["lines"], row["standing"]) for row in rows]
    return sorted(files, key=lambda file: file.at, reverse=True)


def standing_of(club: Club, source: UUID) -> list[Booking]:
    """The bookings of a file that are not booked back, in their order."""
    found = Booking.objects.filter(club=club, source_kind=BROUGHT_ALONG, source=source, reverses=None, reversal=None)
    return list(found.order_by("pk"))


def counts_already(club: Club, digest: str, but: UUID | None = None) -> bool:
    """Whether the same content, from another file than `but`, stands in the book."""
    found = Booking.objects.filter(
        club=club, source_kind=BROUGHT_ALONG, reverses=None, reversal=None, detail__digest=digest
    )
    return found.exclude(source=but).exists()


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of a file that stands in the book: what it was for, its unit, what it moves for each person, and what they
    are called."""

    booking: UUID
    what: str
    unit: InUnits
    moves: Mapping[UUID, int]
    names: Mapping[UUID, str]


def lines_that_stand(club: Club, kind: Kind) -> list[StandingLine]:
    """The lines of this kind that files have brought along and that are not booked back, in their order."""
    legs = Leg.objects.filter(
        club=club, booking__source_kind=BROUGHT_ALONG, booking__kind=kind, booking__reverses=None,
        booking__reversal=None,
    )  # fmt: skip
    found: dict[UUID, StandingLine] = {}
    moves: defaultdict[UUID, defaultdict[UUID, int]] = defaultdict(lambda: defaultdict(int))
    names: dict[UUID, str] = {}
    for leg in legs.select_related("booking", "account__player__merged_into").order_by("booking", "pk"):
        pk, unit = leg.booking_id, InUnits.model_construct(unit=leg.account.unit, decimals=leg.account.decimals)
        found.setdefault(pk, StandingLine(pk, leg.booking.reason, unit, moves[pk], names))
        if leg.account.player:
            person = leg.account.player.person
            names[person.pk] = person.name
            moves[pk][person.pk] += leg.amount
    return list(found.values())


def corrected_by(club: Club, bookings: Iterable[Booking]) -> list[Booking]:
    """The bookings in whose place these stand, and that are to count again without them; none of a file that was taken
    back by itself since."""
    wanted = [booking.detail["replaces"] for booking in bookings if "replaces" in booking.detail]
    found = list(Booking.objects.filter(club=club, pk__in=wanted).order_by("pk"))
    of_files = Booking.objects.filter(
        club=club, source_kind=BROUGHT_ALONG, source__in={booking.source for booking in found}
    )
    standing = of_files.filter(reverses=None, reversal=None).values("source")
    taken = of_files.filter(kind=Kind.REVERSAL, detail__corrected_by__isnull=True).exclude(source__in=standing)
    taken_back = set(taken.values_list("source", flat=True))
    return [booking for booking in found if booking.source not in taken_back]


def moves_of(club: Club, source: UUID) -> list[Moved]:
    """What the lines of a file that stand come to on each account, less what stood in their place before; what comes to
    nothing is left out."""
    standing = standing_of(club, source)
    before = {booking.pk for booking in corrected_by(club, standing)}
    legs = Leg.objects.filter(club=club, booking__in=[*(booking.pk for booking in standing), *before])
    sums: defaultdict[tuple[str, str, int], int] = defaultdict(int)
    for leg in legs.select_related("account__player__merged_into", "account__sitting", "account__competition"):
        account = leg.account
        name = account.player.person.name if account.player else called(account)
        amount = -leg.amount if leg.booking_id in before else leg.amount
        sums[name, account.unit, account.decimals] += -amount if account.kind == account.Kind.CASH else amount
    return [
        Moved(name, InUnits.model_construct(unit=unit, decimals=decimals), amount)
        for (name, unit, decimals), amount in sorted(sums.items())
        if amount
    ]
