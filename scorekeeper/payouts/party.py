"""How the money book takes part in closing and reopening sheets: see play/parties.py."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext_noop

from games.core.amounts import InUnits
from games.core.text import Text, Value
from games.core.values import Problem
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.payouts.awards import award_seasons
from scorekeeper.payouts.bank.piece import bank_problems, bank_shown, waiting_problems, waits_words
from scorekeeper.payouts.bank.reads import bank_of, has_bank
from scorekeeper.payouts.book.reads import booked_of, causes_of, has_bookings, unit_of
from scorekeeper.payouts.book.rebuilding import rebuild_accounts
from scorekeeper.payouts.book.services import book_sheet, unbook_sheet
from scorekeeper.payouts.book.verifying import differences
from scorekeeper.payouts.policies import can_read_money
from scorekeeper.payouts.words import label_words
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Beside, Party
from scorekeeper.play.policies import Standpoint
from scorekeeper.standings.awards import drop_awards
from scorekeeper.standings.models import AwardedEvent


class MoneyBook(Party):
    """Books what a sheet makes due with the act that closes it, and books it back with the one that opens it again.
    What people keep of its seasons goes with that, and is worked out anew in the background."""

    def may_close(self, sitting: Sitting) -> Iterator[Problem]:
        bank = bank_of(sitting) if isinstance(sitting.typed_rules, InUnits) else None
        if bank and bank.requests:
            yield from waiting_problems(bank)
        if bank and bank.is_used:
            yield from bank_problems(bank)
        elif unit := unit_of(sitting):
            yield from _left_over(sitting, unit)

    def closed(self, sitting: Sitting, by: Actor, now: datetime) -> None:
        book_sheet(sitting, by, now)

    def reopened(self, sitting: Sitting, by: Actor, reason: str, now: datetime) -> None:
        unbook_sheet(sitting, by, reason, now)
        drop_awards(AwardedEvent.Kind.SEASON, list(sitting.competitions.values_list("pk", flat=True)))

    def work(self, now: datetime) -> int:
        return award_seasons()

    def moves(self, sitting: Sitting) -> Iterator[Text]:
        if sitting.closed_at is None:
            return
        names = {seat.player_id: seat.player.name for seat in sitting.seats.select_related("player")}
        for booking in booked_of(sitting):
            legs = list(booking.legs.all())
            back = [
                f"{isolated(names[leg.account.player_id])} {amount_words(-leg.amount, booking.in_unit)}"
                for leg in legs
                if leg.account.player_id in names
            ]
            cause = label_words(booking.label, booking.in_unit) if booking.label else ""
            values: dict[str, Value] = {"cause": cause, "amounts": ", ".join(back)}
            if not back:
                values["amounts"] = amount_words(max(leg.amount for leg in legs), booking.in_unit)
            yield Text(BACK if back else BACK_TO_BANK, values)

    def may_withdraw(self, sitting: Sitting) -> Iterator[Problem]:
        """Refuses `bank_used`."""
        if sitting.bank_acts.exists():
            yield Problem("bank_used", "", Text(BANK_USED))

    def differences(self, club_id: UUID | None) -> Iterator[tuple[str, str]]:
        yield from differences(club_id)

    def rebuild(self, club_id: UUID | None, *, write: bool) -> Iterator[tuple[str, str, bool]]:
        yield from rebuild_accounts(club_id, write=write)


def _left_over(sitting: Sitting, unit: InUnits) -> Iterator[Problem]:
    """What goes in by the sheet and not out again."""
    for cause in causes_of(sitting):
        if cause.rest:
            code, text = ("money_left", LEFT) if cause.rest > 0 else ("money_missing", MISSING)
            label = label_words(cause.label, unit)
            values: dict[str, Value] = {"amount": amount_words(abs(cause.rest), unit), "cause": label}
            yield Problem(code, "", Text(text, values))


LEFT = gettext_noop(
    "The sheet does not balance: for “{cause}”, {amount} was paid but nobody received it. "
    "Check the hands and adjustments."
)
MISSING = gettext_noop(
    "The sheet does not balance: for “{cause}”, {amount} was received but nobody paid it. "
    "Check the hands and adjustments."
)
BANK_USED = gettext_noop("Someone has bought in at this table’s bank. End the table and close its sheet.")
BACK = gettext_noop("The transactions of closing the sheet are reversed ({cause}): {amounts}.")
BACK_TO_BANK = gettext_noop("{amounts} goes back to the table’s bank ({cause}).")


def bank_beside(sitting: Sitting, by: Actor, who: Standpoint) -> Beside | None:
    """The bank on the page of its table; nothing where there is none. See play/parties.py."""
    if not isinstance(sitting.typed_rules, InUnits):
        return None
    bank = bank_of(sitting)
    if not bank.requests and not (sitting.is_open and has_bank(sitting)):
        return None
    holds = bank_shown(bank, by, who)
    return Beside(
        template="payouts/_bank.html",
        paper="payouts/_bank_print.html",
        holds=holds,
        tables={"bank": lambda: holds["table"]},
        page=reverse("table_bank", args=[sitting.pk]),
        waits=waits_words(bank, who),
        settles=bank.is_used,
    )


def booked_beside(sitting: Sitting, by: Actor, who: Standpoint) -> Beside | None:
    """A link from a sheet to what was booked of it, for those who may read the book; nothing where nothing was. Nobody
    asks for an open sheet of points, of which closing books."""
    if sitting.is_open and not isinstance(sitting.typed_rules, InUnits):
        return None
    if sitting.club.is_private or not can_read_money(who.role) or not has_bookings(sitting):
        return None
    page = f"{reverse('money_history', args=[sitting.club_id])}?sitting={sitting.pk}"
    return Beside(template="payouts/_booked.html", paper="", holds={}, page=page)
