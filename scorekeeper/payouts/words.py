"""What the money book says, in sentences."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.text import Text
from games.core.units import InUnits
from scorekeeper.common.texts import Names, isolated, translated
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, Booking

MOVES_NOTHING: Final = gettext_lazy("It is only written down here who owes whom. No money is moved.")
FULL: Final = {
    Account.Kind.FEES: gettext_lazy("Fees"),
    Account.Kind.CARRY: gettext_lazy("Chips that stayed on tables"),
    Account.Kind.CLUB: gettext_lazy("The club"),
    Account.Kind.CASH: gettext_lazy("Cash box"),
}

MANY: Final = {Account.Kind.POT: gettext_lazy("Banks of tables"), Account.Kind.PRIZES: gettext_lazy("Prize pools")}


def title_of(booking: Booking) -> str:
    """What a booking is for, in a few words; of a reversal what it books back."""
    kind = booking.detail.get("of", "") if booking.kind == Kind.REVERSAL else booking.kind
    title = _plain(kind)
    return _("booked back: {what}").format(what=title) if booking.kind == Kind.REVERSAL else title


def _plain(kind: str) -> str:
    return str(Kind(kind).label) if kind in Kind.values else kind


def why_of(booking: Booking) -> str:
    """More than the kind says, where there is more: the stake of a list."""
    kind = booking.detail.get("of", booking.kind)
    return label_told(booking.label, booking.in_unit) if booking.label and kind not in {Kind.RESULT, Kind.LOST} else ""


def label_told(label: Text, unit: InUnits) -> str:
    """A label of a game, whose amounts count the smallest unit, with its amounts in this unit."""
    return translated(label, Names({}, unit))


def more_of(booking: Booking) -> str:
    """All that an entry of an account says beside its title: why it is due, and the reason somebody gave."""
    return " · ".join(filter(None, (why_of(booking), booking.reason)))


def called(account: Account) -> str:
    """Whose an account is; its player, table or season had better been read."""
    if account.player:
        return account.player.name
    if account.sitting:
        return _("Bank of {table}").format(table=isolated(account.sitting.name))
    if account.competition:
        return _("Prize pool of {season}").format(season=isolated(account.competition.name))
    return str(FULL[Account.Kind(account.kind)])


def kind_told(kind: str) -> str:
    """What bookings of a kind are for."""
    return _plain(kind)


def account_told(kind: str) -> str:
    """Accounts of a kind, where which one of them does not matter."""
    return str({**FULL, **MANY}.get(Account.Kind(kind)) or Account.Kind(kind).label)
