"""The money book of a club: who owes whom, and why. It is written, never moved.

Double entry. A **booking** says what happened and where it comes from; its **legs** say what that moves on which
account, and sum to zero. More than zero: the account is to get; less: it is to give. So a player who won 100 stands at
100, whoever lost them at -100. What was put into the box is what the box owes, so the account of the box (`CASH`) is
shown the other way round: 100 lie in it when it stands at -100.

An account is in one unit with its decimals: two labels never mix, and points never come here. Bookings and legs are
only ever added; a mistake is booked back by a booking of its own that names it, whoever did it and why.

The database checks it (`guards.py`): legs are written first, their booking last, whose trigger adds them up.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from games.core.settling import InUnits
from games.core.text import Text
from scorekeeper.chains.contents import Content, book_of
from scorekeeper.chains.models import Chained
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.models import Row
from scorekeeper.common.names import WordsField
from scorekeeper.payouts.kinds import Scope, plain
from scorekeeper.payouts.pool_models import PoolAct, PrizeMark, PrizePool
from scorekeeper.play.models import Device, Seat, Sitting
from scorekeeper.standings.models import Competition

__all__ = [
    "MOST",
    "MOST_IN_ALL",
    "Account",
    "BankAct",
    "Booking",
    "Leg",
    "Payment",
    "PoolAct",
    "PrizeMark",
    "PrizePool",
    "Whose",
]

MOST: int = 10**15  # smallest units in one leg, either way
MOST_IN_ALL: int = 10**18  # on one account, either way


@dataclass(frozen=True, slots=True, order=True)
class Whose:
    """Whose an account is: its kind, and the id of the player, the table or the season where the kind asks for one."""

    kind: str
    of: UUID | None = None


class Account(Chained):
    """What somebody or something of a club is to get, or to give, in one unit.

    `balance` is the sum of its legs and `entries` their number, kept in step in the same transaction; whoever books
    locks the rows first, in the order of their ids. A player's is that of a line of the club's book: lines that are
    one person are read together, as everywhere.
    """

    content = Content(
        owner=lambda account: book_of(account.club_id),
        fields=("club", "unit", "decimals", "kind", "player", "sitting", "competition"),
    )

    class Kind(models.TextChoices):
        PLAYER = "player", pgettext_lazy("choice", "player")
        POT = "pot", pgettext_lazy("choice", "bank of a table")
        PRIZES = "prizes", pgettext_lazy("choice", "prize pool")
        FEES = "fees", pgettext_lazy("choice", "fees")
        CARRY = "carry", pgettext_lazy("choice", "chips left on a table")
        CLUB = "club", pgettext_lazy("choice", "the club")
        CASH = "cash", pgettext_lazy("choice", "cash box")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    unit = models.CharField(max_length=12, blank=True)
    decimals = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, null=True, related_name="+")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, null=True, related_name="+")
    balance = models.BigIntegerField(default=0)
    entries = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "unit", "decimals", "player"], condition=Q(kind="player"), name="one_account_a_player"
            ),
            models.UniqueConstraint(
                fields=["club", "unit", "decimals", "sitting"], condition=Q(kind="pot"), name="one_account_a_pot"
            ),
            models.UniqueConstraint(
                fields=["club", "unit", "decimals", "competition"],
                condition=Q(kind="prizes"),
                name="one_account_a_prize_pool",
            ),
            models.UniqueConstraint(
                fields=["club", "unit", "decimals", "kind"],
                condition=Q(kind__in=["fees", "carry", "club", "cash"]),
                name="one_account_of_the_club",
            ),
            models.CheckConstraint(
                condition=(
                    Q(kind="player", player__isnull=False, sitting=None, competition=None)
                    | Q(kind="pot", player=None, sitting__isnull=False, competition=None)
                    | Q(kind="prizes", player=None, sitting=None, competition__isnull=False)
                    | Q(kind__in=["fees", "carry", "club", "cash"], player=None, sitting=None, competition=None)
                ),
                name="account_says_whose",
            ),
            models.CheckConstraint(condition=Q(decimals__in=[0, 2]), name="account_decimals"),
            models.CheckConstraint(
                condition=Q(balance__gte=-MOST_IN_ALL, balance__lte=MOST_IN_ALL), name="balance_in_bounds"
            ),
        ]

    @property
    def whose(self) -> Whose:
        """Whose it is."""
        return Whose(self.kind, self.player_id or self.sitting_id or self.competition_id)

    @property
    def in_unit(self) -> InUnits:
        """What it is counted in."""
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals)

    @property
    def shown(self) -> int:
        """The balance as people read it: what lies in the box, in a bank or in a pool; what everybody else is to
        get."""
        return -self.balance if self.kind == self.Kind.CASH else self.balance


class Booking(Chained):
    """Something that happened to money, with where it comes from: the sheet, the season, or a thing of an app above
    this one by the kind and id it is known by there. Append-only.

    `kind` is one of `kinds.Kind`; `by_user` or the phone `by_device` did it; `on` is the club's local day. `detail`
    says more in plain values and holds no names: `label` is why, as a `Text`.
    """

    content = Content(owner=lambda booking: book_of(booking.club_id), texts=("reason",))

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    unit = models.CharField(max_length=12, blank=True)
    decimals = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    at = models.DateTimeField()
    on = models.DateField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, null=True, related_name="bookings")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, null=True, related_name="bookings")
    source_kind = models.CharField(max_length=20, blank=True)
    source = models.UUIDField(null=True)
    detail = models.JSONField(default=dict)
    reason = WordsField(max_length=200, blank=True)
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversal")
    key = models.UUIDField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["club", "-on", "-id"], name="booking_newest_first"),
            models.Index(fields=["club", "sitting"], name="booking_of_a_sheet"),
            models.Index(fields=["club", "source"], name="booking_of_a_thing", condition=Q(source__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_booking_a_key"),
            models.CheckConstraint(
                condition=Q(source=None, source_kind="") | (Q(source__isnull=False) & ~Q(source_kind="")),
                name="booking_source_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(reverses=None) | (Q(kind="reversal") & ~Q(reason="") & ~Q(reverses=F("id"))),
                name="reversal_says_why",
            ),
        ]

    @property
    def in_unit(self) -> InUnits:
        """What its legs are counted in."""
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals)

    @property
    def label(self) -> Text | None:
        """Why, where more can be said than its kind does."""
        told: Any = self.detail.get("label")
        return Text.from_json(told) if told else None


class Leg(Chained):
    """What a booking moves on one account: more than zero is for it to get. `number` counts the legs of the account
    without a gap, `balance` is where it stands after this one. Append-only, and written before its booking."""

    content = Content(owner=lambda leg: book_of(leg.club_id))

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    booking = models.ForeignKey(Booking, on_delete=models.PROTECT, related_name="legs", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="legs", db_index=False)
    number = models.PositiveBigIntegerField()
    amount = models.BigIntegerField()
    balance = models.BigIntegerField()

    @property
    def size(self) -> int:
        """The amount, whichever way it goes."""
        return abs(self.amount)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "number"], name="one_leg_a_number"),
            models.UniqueConstraint(fields=["booking", "account"], name="one_leg_an_account"),
            models.CheckConstraint(
                condition=Q(amount__gte=-MOST, amount__lte=MOST) & ~Q(amount=0), name="leg_moves_something"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="legs_count_from_one"),
        ]


class Payment(Chained):
    """Somebody says that one paid another, outside of this app. It counts once the other side has confirmed it: then
    `booking` stands. No payer or no getter: the club itself, by its box.

    `said_by` and `answered_by` are who did it and when: the same user confirmed what they said only where nobody else
    could. `reason` is why it was confirmed in somebody's place or by nobody else, why it was declined or taken back.
    `about_kind` and `about` say which settle-up it is part of (see `scopes`), both empty for where
    everybody stands. `key` makes sending twice harmless.
    """

    content = Content(
        owner=lambda payment: book_of(payment.club_id),
        texts=("reason",),
        changes={"state": "open", "answered_by_id": None, "answered_at": None, "booking_id": None},
    )

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("state", "waiting for confirmation")
        CONFIRMED = "confirmed", pgettext_lazy("state", "confirmed")
        DECLINED = "declined", pgettext_lazy("state", "declined")
        TAKEN_BACK = "taken_back", pgettext_lazy("state", "withdrawn")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    unit = models.CharField(max_length=12, blank=True)
    decimals = models.PositiveSmallIntegerField()
    payer = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    getter = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    amount = models.BigIntegerField()
    about_kind = models.CharField(max_length=20, blank=True)
    about = models.UUIDField(null=True)
    said_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    said_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    booking = models.OneToOneField(Booking, on_delete=models.PROTECT, null=True, related_name="payment")
    key = models.UUIDField()

    class Meta:
        indexes = [models.Index(fields=["club", "state", "-said_at"], name="payments_of_a_club")]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_payment_a_key"),
            models.CheckConstraint(condition=Q(amount__gt=0, amount__lte=MOST), name="payment_is_something"),
            models.CheckConstraint(
                condition=(Q(payer__isnull=False) | Q(getter__isnull=False))
                & (Q(payer=None) | Q(getter=None) | ~Q(payer=F("getter"))),
                name="payment_between_two",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state="open", answered_at=None, booking=None)
                    | Q(state="confirmed", answered_at__isnull=False, booking__isnull=False)
                    | Q(state__in=["declined", "taken_back"], answered_at__isnull=False, booking=None)
                ),
                name="payment_counts_when_confirmed",
            ),
        ]

    @property
    def in_unit(self) -> InUnits:
        """What it is counted in."""
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals)

    @property
    def is_open(self) -> bool:
        """Whether it waits for the other side."""
        return self.state == self.State.OPEN

    @property
    def is_alone(self) -> bool:
        """Whether it was booked by who said it, since nobody else could confirm it."""
        return self.state == self.State.CONFIRMED and self.answered_by_id == self.said_by_id

    @property
    def about_what(self) -> tuple[str, UUID] | None:
        """The settle-up it is part of, as bookings name a source."""
        return (self.about_kind, self.about) if self.about else None

    @property
    def scope(self) -> Scope:
        """The same with its days, where it is some."""
        return plain(self.about_what)

    @property
    def standing(self) -> dict[str, str]:
        """What programs are told where it stands in the way."""
        return {"payment": str(self.pk), "state": self.state}


class BoxTarget(Row):
    """What the club saves for in its box, in one unit: how much, in smallest units, and what for."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    unit = models.CharField(max_length=12, blank=True)
    decimals = models.PositiveSmallIntegerField()
    amount = models.BigIntegerField()
    what = models.CharField(max_length=80)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "unit", "decimals"], name="one_target_a_unit"),
            models.CheckConstraint(condition=Q(amount__gt=0, amount__lte=MOST), name="target_is_something"),
        ]


class BankAct(Chained):
    """What was asked for at the bank of a table, and what became of it. Append-only.

    A request (`asked`) says the `move`, the `amount` (more than zero, in the table's unit) and for which seat, whose
    row is its holder's line wherever they sit; chips carried over are for no seat. It is answered once (`of`):
    approved, with the booking that made, refused or withdrawn. What was approved may be `undone` once, with the booking
    that books it back. `key` makes asking twice harmless; `facts` is the hash of what was asked under it.
    """

    content = Content(owner=lambda act: book_of(act.club_id), texts=("reason",))

    class Kind(models.TextChoices):
        ASKED = "asked", pgettext_lazy("choice", "requested")
        APPROVED = "approved", pgettext_lazy("choice", "approved")
        REFUSED = "refused", pgettext_lazy("choice", "refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("choice", "withdrawn")
        UNDONE = "undone", pgettext_lazy("choice", "reversed")

    class Move(models.TextChoices):
        BUY_IN = "buy_in", pgettext_lazy("choice", "buy-in")
        CASH_OUT = "cash_out", pgettext_lazy("choice", "cash-out")
        CARRY = "carry", pgettext_lazy("choice", "chips from an earlier table")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="bank_acts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    move = models.CharField(max_length=10, choices=Move.choices)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="+")
    amount = models.BigIntegerField()
    of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="answers")
    booking = models.OneToOneField(Booking, on_delete=models.PROTECT, null=True, related_name="bank_act")
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    key = models.UUIDField(null=True)
    facts = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_bank_act_a_key"),
            models.UniqueConstraint(
                fields=["club", "of"],
                condition=Q(kind__in=["approved", "refused", "withdrawn"]),
                name="one_answer_of_the_bank",
            ),
            models.UniqueConstraint(fields=["club", "of"], condition=Q(kind="undone"), name="undone_once"),
            models.CheckConstraint(
                condition=Q(kind="asked", of=None) | (~Q(kind="asked") & Q(of__isnull=False)), name="answers_a_request"
            ),
            models.CheckConstraint(
                condition=(Q(kind__in=["approved", "undone"], booking__isnull=False))
                | (Q(kind__in=["asked", "refused", "withdrawn"], booking=None)),
                name="bank_act_is_booked",
            ),
            models.CheckConstraint(condition=Q(amount__gte=1, amount__lte=MOST), name="bank_amount_in_bounds"),
            models.CheckConstraint(
                condition=Q(move="carry", seat=None) | (~Q(move="carry") & Q(seat__isnull=False)),
                name="bank_act_says_whose",
            ),
        ]

    @property
    def seat_number(self) -> int | None:
        """The number of the seat; None of chips carried over."""
        return self.seat.number if self.seat else None


class Limit(Row):
    """The most that somebody wants to lose in a calendar month of a club's clock, in one unit: theirs alone to set and
    to read. No `amount` is no limit. From the day `next_on` on, `next_amount` is in its place: a limit that is raised
    or taken away waits for the next day."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    unit = models.CharField(max_length=12, blank=True)
    decimals = models.PositiveSmallIntegerField()
    amount = models.BigIntegerField(null=True)
    next_amount = models.BigIntegerField(null=True)
    next_on = models.DateField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user", "unit", "decimals"], name="one_limit_a_unit"),
            models.CheckConstraint(
                condition=(Q(amount=None) | Q(amount__gte=0, amount__lte=MOST))
                & (Q(next_amount=None) | Q(next_amount__gte=0, next_amount__lte=MOST)),
                name="limit_in_bounds",
            ),
            models.CheckConstraint(
                condition=Q(next_on__isnull=False) | Q(next_amount=None), name="next_limit_has_its_day"
            ),
        ]

    @property
    def in_unit(self) -> InUnits:
        """What it is counted in."""
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals)

    def on(self, day: date) -> int | None:
        """The limit of that day; None where there is none."""
        return self.next_amount if self.next_on and day >= self.next_on else self.amount


class Discreet(Row):
    """Other members do not see where this person stands; without a `player` where anybody but themselves does."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="one_discretion_a_line"),
            models.UniqueConstraint(fields=["club"], condition=Q(player=None), name="one_discretion_of_a_club"),
        ]
