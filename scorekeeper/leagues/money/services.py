"""The end of an evening: tick off what people paid, close it, tell those who want to know."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.acts import Answer, Asked, Decimals
from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.names import ANOTHER_AMOUNT, TICK_REMOVED, Alphabetical, default_words, in_words
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.journal.models import Kind
from scorekeeper.leagues.evenings.mails import send_report
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.evenings.services import enter_in_journal, locked, refused, role_at
from scorekeeper.leagues.models import Collected, Evening, ReportReader, TableDraw
from scorekeeper.leagues.money import reads
from scorekeeper.leagues.policies import can_plan
from scorekeeper.payouts.book.services import Draft, book, reverse_all
from scorekeeper.payouts.kinds import Kind as BookingKind
from scorekeeper.payouts.models import MOST
from scorekeeper.payouts.pools.services import IntoBox, book_collected
from scorekeeper.payouts.records import COINS, Label, Reason, UnitBody
from scorekeeper.payouts.settling.reads import coin_unit
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.upkeep.anchors import anchor_club


class DuesTick(Asked):
    """What somebody gives in one unit, as the reader saw it: ticked off, or taken back."""

    player: UUID
    unit: Label
    decimals: Decimals
    amount: Annotated[int, Field(ge=0, le=MOST, description="In the smallest unit.")]
    paid: Annotated[bool, Field(description="False takes the tick back.")] = True

    @property
    def in_unit(self) -> InUnits:
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals)


class EveningReopening(Asked):
    """Why an evening is opened again."""

    reason: Annotated[Reason, Field(description="Needed where closing it has booked entry fees.")] = ""


class ReportsWish(Asked):
    """Whether the caller gets the report of each evening of the club by mail."""

    wants: bool


class DueBody(UnitBody):
    """What somebody owes the club for an evening in one unit."""

    player: UUID
    name: str
    fee: int
    lost: int = Field(description="For lost games.")
    paid: int = Field(description="What of it was paid under Payments.")
    collected: int | None = Field(description="What was ticked off; null: nothing.")
    to_tick: int = Field(description="Send it as `amount` to tick it off.")


class DuesBody(Answer):
    """What an evening brings the club, as far as the caller may see it."""

    dues: list[DueBody]


class ReportsBody(Answer):
    """Whether the caller gets reports by mail."""

    wants: bool


@transaction.atomic
def collect(asked: DuesTick, *, evening_id: UUID, by: User, now: datetime) -> Evening:
    """Tick off what somebody owes in one unit, or take the tick back: it is booked, or booked back, with it. Also
    after the evening is closed. Ticking off what is ticked off changes nothing.

    Raises:
        Conflict: `dues_changed`: it is another amount by now.
        Refused: `not_due`: nothing is due from them in this unit; `paid_already`: they paid it under Payments;
            `payment_waits`: they said so there, and nobody has confirmed it; `amount_too_large`.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    lines = Player.objects.filter(Q(pk=asked.player) | Q(merged_into=asked.player), club=evening.club)
    of_player = Collected.objects.filter(evening=evening, player__in=lines).select_related("booking").order_by("pk")
    ticks = [tick for tick in of_player if (tick.unit, tick.decimals) == (asked.unit, asked.decimals)]
    if not asked.paid:
        if ticks:
            _take_back(evening, ticks, by, default_words(TICK_REMOVED), now)
            enter_in_journal(evening, Kind.NOT_COLLECTED, by, player_id=asked.player)
        return evening
    due = _to_tick(reads.dues_of(evening).of(asked.player, asked.in_unit), asked.amount)
    if sum(tick.amount for tick in ticks) == due:
        return evening
    _take_back(evening, ticks, by, default_words(ANOTHER_AMOUNT), now)
    tick = Collected.objects.create(
        club=evening.club,
        evening=evening,
        player_id=asked.player,
        unit=asked.unit,
        decimals=asked.decimals,
        amount=due,
        at=now,
        by=by,
    )
    book_tick(evening, tick, by, now)
    enter_in_journal(evening, Kind.COLLECTED, by, now, player_id=asked.player)
    return evening


def _to_tick(owing: reads.Owing | None, amount: int) -> int:
    """What is ticked off: what is due and was not paid under Payments, which the page has shown as this amount."""
    if owing is None or owing.due <= 0:
        raise refused("not_due", "", gettext_noop("They owe nothing."))
    name = isolated(owing.player.name)
    if owing.to_tick == 0:
        raise refused("paid_already", "", PAID_ALREADY, name=name)
    if owing.waits and owing.left:
        raise refused("payment_waits", "", PAYMENT_WAITS, name=name)
    if owing.to_tick != amount:
        raise Conflict("dues_changed", _("The amount due has just changed. Check it again."))
    return owing.to_tick


def _take_back(evening: Evening, ticks: Sequence[Collected], by: User, reason: str, now: datetime) -> None:
    unbook_ticks(evening, ticks, by, reason, now)
    Collected.objects.filter(pk__in=[tick.pk for tick in ticks]).delete()


@transaction.atomic
def close_evening(*, evening_id: UUID, by: User, now: datetime) -> Evening:
    """The evening is over; one that never began is called off. Entry fees are booked where the club keeps money. Who
    wants the report gets it by mail. Sheets that are not signed can still be signed. An evening that is closed stays
    so.

    Raises:
        Refused: `still_playing`: a table still takes hands; `amount_too_large`.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    if evening.is_closed:
        return evening
    playing = Sitting.objects.running().filter(drawn_table__draw__evening=evening, is_over=False, ended_at=None)
    if names := list(playing.order_by(Alphabetical("name")).values_list("name", flat=True)):
        text = gettext_noop("Hands can still be recorded at: {tables}. Let them finish, or end their lists.")
        raise refused("still_playing", "", text, tables="; ".join(map(in_words, names)))
    took_place = evening.is_open
    TableDraw.objects.filter(evening=evening, published_at=None).delete()
    evening.state, evening.closed_at, evening.closed_by = Evening.State.CLOSED, now, by
    evening.save(update_fields=["state", "closed_at", "closed_by"])
    if took_place:
        book_evening(evening, by, now)
    enter_in_journal(evening, Kind.EVENING_CLOSED if took_place else Kind.EVENING_CALLED_OFF, by, now)
    if took_place:
        send_report(evening)
    transaction.on_commit(partial(anchor_club, evening.club_id, now=now), robust=True)  # else within a minute
    return evening


@transaction.atomic
def reopen_evening(asked: EveningReopening, *, evening_id: UUID, by: User, now: datetime) -> Evening:
    """It was closed too early: it is open again, or planned, where it had not begun. Entry fees that closing it has
    booked are booked back, which needs a reason.

    Raises:
        Refused: as `clean_reason`; `amount_too_large`.
    """
    evening = locked(evening_id)
    require(can_plan(role_at(by, evening)))
    if evening.is_closed:
        reason = clean_reason(asked.reason, needed=bool(reads.entries_booked(evening)))
        unbook_evening(evening, by, reason, now)
        evening.state = Evening.State.OPEN if evening.opened_at else Evening.State.PLANNED
        evening.closed_at = evening.closed_by = None
        evening.save(update_fields=["state", "closed_at", "closed_by"])
        enter_in_journal(evening, Kind.EVENING_REOPENED, by, now, reason=reason)
    return evening


@transaction.atomic
def read_reports(asked: ReportsWish, *, club: Club, by: User) -> ReportsWish:
    """Whether a member gets the report of each evening of the club by mail."""
    require(role_in(by, club) is not None)
    if asked.wants:
        ReportReader.objects.get_or_create(club=club, user=by)
    else:
        ReportReader.objects.filter(club=club, user=by).delete()
    return asked


PAID_ALREADY: Final = gettext_noop(
    "{name} has already paid this. The payment was confirmed under Payments, so it is not booked again."
)
PAYMENT_WAITS: Final = gettext_noop(
    "A payment by {name} is waiting under Payments. Confirm or decline it there; then it appears here too."
)


def book_evening(evening: Evening, by: User, now: datetime) -> None:
    """The evening is being closed: the entry fee of each who came, and what was ticked off while the club kept no
    money. Nothing in a club that plays for points."""
    if not evening.club.keeps_money:
        return
    drafts = []
    if moves := reads.entries_due(evening):
        unit = reads.unit_booked(evening.club, evening.money)
        drafts.append(Draft(kind=BookingKind.ENTRY, unit=unit, moves=moves, source=reads.source_of(evening)))
    book(club=evening.club, drafts=drafts, by=Actor(user=by), now=now)
    _book_ticks(evening, list(evening.collected.filter(booking=None, amount__gt=0).order_by("pk")), by, now)


def unbook_evening(evening: Evening, by: User, reason: str, now: datetime) -> None:
    """The evening is being opened again: the fees are booked back. What was collected lies in the box and stays."""
    if booked := reads.entries_booked(evening):
        reverse_all(club=evening.club, bookings=booked, by=Actor(user=by), reason=reason, now=now)


def book_tick(evening: Evening, tick: Collected, by: User, now: datetime) -> None:
    """What somebody paid at the evening lies in the box, and they owe that much less."""
    if reads.is_in_book(evening):
        _book_ticks(evening, [tick], by, now)


def unbook_ticks(evening: Evening, ticks: Sequence[Collected], by: User, reason: str, now: datetime) -> None:
    """Ticks are being taken back: so is what they booked."""
    if booked := reads.bookings_of(ticks):
        reverse_all(club=evening.club, bookings=booked, by=Actor(user=by), reason=reason, now=now)


def _book_ticks(evening: Evening, ticks: Sequence[Collected], by: User, now: datetime) -> None:
    paid = [
        IntoBox(tick.player_id, tick.amount, reads.unit_booked(evening.club, tick.in_unit), reads.source_of(evening))
        for tick in ticks
    ]
    made = book_collected(club=evening.club, paid=paid, by=by, now=now)
    for tick, booking in zip(ticks, made, strict=True):
        tick.booking = booking
        tick.save(update_fields=["booking"])


def asked_at_evening(pk: UUID, club: UUID) -> Callable[[Player, InUnits, int], None] | None:
    """Lock the evening, as ticking something off there does, and say who knows what is still to be paid for it; None
    where the club has no such evening. See payouts/sources.py."""
    if not Evening.objects.filter(pk=pk, club=club).exists():
        return None
    evening = locked(pk)

    def require_owing(payer: Player, unit: InUnits, amount: int) -> None:
        """Raises Refused `collected_already`, `more_than_due`."""
        most, is_rounded = _still_owed(evening, payer, unit, amount)
        if amount <= most or is_rounded:
            return
        values = {"name": isolated(payer.name), "evening": isolated(evening.name)}
        if most <= 0:
            raise refused("collected_already", "amount", NOTHING_MORE, **values)
        raise refused("more_than_due", "amount", LESS, **values, amount=amount_words(most, unit))

    return require_owing


def _still_owed(evening: Evening, payer: Player, unit: InUnits, amount: int) -> tuple[int, bool]:
    """The most that this person can pay the club for the evening: their own dues, or what they owe in all, since by a
    plan they may bring what others owe; and whether the amount is the latter in whole coins."""
    sheets = sittings_of(evening)
    key = (unit.unit, unit.decimals)
    booked = ((due, reads.unit_booked(evening.club, due.unit)) for due in reads.dues_of(evening, sheets).owing)
    own = sum(due.left for due, of in booked if due.player.pk == payer.pk and (of.unit, of.decimals) == key)
    coined = coin_unit(evening.club)
    coins = COINS if key == (coined.unit, coined.decimals) else COINS[:1]
    owes = max(0, -reads.standing_at(evening, sheets).get((payer.pk, *key), 0))
    return max(own, owes), owes > 0 and amount in {-(-owes // coin) * coin for coin in coins}


NOTHING_MORE: Final = gettext_noop(
    "{name} has nothing more to pay for {evening}: it was already collected or paid. It is not booked again."
)
LESS: Final = gettext_noop(
    "{name} has {amount} left to pay for {evening}. Enter at most that amount. Enter a payment for something "
    "else separately."
)
