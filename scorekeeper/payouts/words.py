"""What the money book says, in sentences."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.core.settling import InUnits
from games.core.text import Text
from scorekeeper.common.texts import Names, amount_words, isolated, translated
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, Booking, Leg

MOVES_NOTHING: Final = gettext_lazy("This only shows who owes whom. The app moves no money.")
FULL: Final = {
    Account.Kind.FEES: pgettext_lazy("heading", "Fees"),
    Account.Kind.CARRY: gettext_lazy("Chips left on tables"),
    Account.Kind.CLUB: pgettext_lazy("heading", "The club"),
    Account.Kind.CASH: pgettext_lazy("heading", "Cash box"),
}

MANY: Final = {
    Account.Kind.POT: gettext_lazy("Banks of the tables"),
    Account.Kind.PRIZES: pgettext_lazy("heading", "Prize pools"),
}

# What an entry moves, as a treasurer says it. Of an account of the club: what comes in, and what goes out. Of somebody:
# what they are to get, and what they owe; what was paid outside this book is said as that.
IN_AND_OUT: Final = {
    Account.Kind.CASH: (gettext_lazy("{amount} into the cash box"), gettext_lazy("{amount} out of the cash box")),
    Account.Kind.POT: (gettext_lazy("{amount} into the bank"), gettext_lazy("{amount} out of the bank")),
    Account.Kind.PRIZES: (gettext_lazy("{amount} into the prize pool"), gettext_lazy("{amount} out of the prize pool")),
    Account.Kind.FEES: (gettext_lazy("{amount} in fees"), gettext_lazy("{amount} less in fees")),
    Account.Kind.CARRY: (gettext_lazy("{amount} left on the table"), gettext_lazy("{amount} taken from the table")),
    Account.Kind.CLUB: (gettext_lazy("{amount} to the club"), gettext_lazy("{amount} from the club")),
}
PAID: Final = (Kind.COLLECTED, Kind.SETTLED)

# Of somebody, by name; and without it, on a page or in a column of one account.
GETS: Final = (gettext_lazy("{who} is owed {amount}"), pgettext_lazy("in a line", "is owed {amount}"))
OWES: Final = (gettext_lazy("{who} owes {amount}"), pgettext_lazy("in a line", "owes {amount}"))
PAYS: Final = (gettext_lazy("{who} paid {amount}"), pgettext_lazy("in a line", "paid {amount}"))
RECEIVES: Final = (gettext_lazy("{who} received {amount}"), pgettext_lazy("in a line", "received {amount}"))
OWES_FOR: Final = {
    Kind.ENTRY: (
        gettext_lazy("{who} owes {amount} for the entry"),
        pgettext_lazy("in a line", "owes {amount} for the entry"),
    ),
    Kind.REBUY: (
        gettext_lazy("{who} owes {amount} for a re-buy"),
        pgettext_lazy("in a line", "owes {amount} for a re-buy"),
    ),
    Kind.ADDON: (
        gettext_lazy("{who} owes {amount} for an add-on"),
        pgettext_lazy("in a line", "owes {amount} for an add-on"),
    ),
    Kind.BUY_IN: (gettext_lazy("{who} owes {amount} for chips"), pgettext_lazy("in a line", "owes {amount} for chips")),
    Kind.LOST: (
        gettext_lazy("{who} owes {amount} for lost games"),
        pgettext_lazy("in a line", "owes {amount} for lost games"),
    ),
}


def moved(leg: Leg, unit: InUnits, *, back: bool = False, named: bool = True) -> str:
    """What an entry moves on its account, in words that say the direction once: "40.00 € into the box", "Thomas owes
    10.00 € for the entry"; `back`, what it moves if it is booked back; not `named`, on a page of this account alone."""
    kind = "" if back and leg.booking.kind in PAID else leg.booking.kind
    words = _moving(leg.account.kind, kind, is_in=comes_in(leg) != back, named=named)
    amount = amount_words(abs(leg.amount), unit)
    return words.format(who=isolated(called(leg.account)), amount=amount) if named else words.format(amount=amount)


def summed(account: str, kind: str, moves: int, unit: InUnits) -> str:
    """What all entries of a kind moved on an account of this kind: "owes 10.00 € for the entry"; nothing if nothing."""
    if not moves:
        return ""
    words = _moving(account, kind, is_in=favours(account, moves), named=False)
    return words.format(amount=amount_words(abs(moves), unit))


def _moving(account: str, kind: str, *, is_in: bool, named: bool) -> str:
    """The sentence of what an entry of this kind moves, with a place for the amount and, if `named`, for whose account
    it is; an account of the club is named by its sentence."""
    if account in IN_AND_OUT:
        return str(IN_AND_OUT[Account.Kind(account)][0 if is_in else 1])
    if kind in PAID:
        sentences = PAYS if is_in else RECEIVES
    elif is_in:
        sentences = GETS
    else:
        sentences = OWES_FOR.get(Kind(kind), OWES) if kind in Kind.values else OWES
    return str(sentences[0 if named else 1])


def comes_in(leg: Leg) -> bool:
    """Whether an entry is in favour of its account."""
    return favours(leg.account.kind, leg.amount)


def favours(account: str, moves: int) -> bool:
    """Whether this is in favour of an account of this kind. That of the cash box says what the box owes, so it is the
    other way round."""
    return moves < 0 if account == Account.Kind.CASH else moves > 0


def stands(units: int, unit: InUnits) -> str:
    """Where an account stands: "owes 12.00 €", "is to get 3.00 €", "even"."""
    if units == 0:
        return pgettext("in a line", "even")
    words = pgettext("in a line", "is owed {amount}") if units > 0 else pgettext("in a line", "owes {amount}")
    return words.format(amount=amount_words(abs(units), unit))


def rounded(units: int, unit: InUnits) -> str:
    """What somebody gains or gives by rounding."""
    words = pgettext("in a line", "gains {amount}") if units > 0 else pgettext("in a line", "gives {amount}")
    return words.format(amount=amount_words(abs(units), unit))


def named_in(name: str, unit: InUnits) -> str:
    """What a file of one unit is called: two of them can be told apart by their names."""
    return pgettext("in a line", "{name}, {unit}").format(name=name, unit=unit.unit) if unit.unit else name


def title_of(booking: Booking) -> str:
    """What a booking is for, in a few words; of a reversal what it books back."""
    kind = booking.detail.get("of", "") if booking.kind == Kind.REVERSAL else booking.kind
    title = _plain(kind)
    return pgettext("heading", "reversed: {what}").format(what=title) if booking.kind == Kind.REVERSAL else title


def _plain(kind: str) -> str:
    return str(Kind(kind).label) if kind in Kind.values else kind


def why_of(booking: Booking) -> str:
    """More than the kind says, where there is more: the stake of a list."""
    kind = booking.detail.get("of", booking.kind)
    return label_words(booking.label, booking.in_unit) if booking.label and kind not in {Kind.RESULT, Kind.LOST} else ""


def label_words(label: Text, unit: InUnits) -> str:
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


def kind_words(kind: str) -> str:
    """What bookings of a kind are for."""
    return _plain(kind)


def account_words(kind: str) -> str:
    """Accounts of a kind, where which one of them does not matter."""
    return str({**FULL, **MANY}.get(Account.Kind(kind)) or Account.Kind(kind).label)
