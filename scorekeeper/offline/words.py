"""What the scripts say, in the reader's language: `{name}` stands for what a script fills in.

With it goes what else they must know of the language. A browser has no data of some languages, as of Punjabi.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

from django.utils.dates import MONTHS_3
from django.utils.formats import get_format
from django.utils.translation import get_language, ngettext, npgettext, pgettext
from django.utils.translation import gettext as _

from scorekeeper.common.texts import SIGN_FIRST

Counted: TypeAlias = list[str]
"""A sentence in each of the plural forms, in the order of `_plural_forms`."""
Words: TypeAlias = dict[str, str | Counted | dict[str, str]]
COUNTS: Final = 200
"""The plural forms of so many numbers say those of all: from 100 on they come again with each hundred."""


BAR_COUNTED: Final[dict[str, Callable[[int], str]]] = {
    "offline": lambda number: npgettext(
        "note", "offline: {count} hand kept on this phone", "offline: {count} hands kept on this phone", number
    ),
    "offline_entries": lambda number: npgettext(
        "note",
        "offline: {count} entry kept on this phone",
        "offline: {count} entries kept on this phone",
        number,
    ),
    "sending": lambda number: ngettext("{count} hand is being sent", "{count} hands are being sent", number),
    "sending_entries": lambda number: ngettext("{count} entry is being sent", "{count} entries are being sent", number),
    "sign_in": lambda number: ngettext(
        "{count} hand kept on this phone: sign in to send it",
        "{count} hands kept on this phone: sign in to send them",
        number,
    ),
    "sign_in_entries": lambda number: ngettext(
        "{count} entry kept on this phone: sign in to send it",
        "{count} entries kept on this phone: sign in to send them",
        number,
    ),
    "rejoin": lambda number: ngettext(
        "{count} hand kept on this phone: join the table again to send it",
        "{count} hands kept on this phone: join the table again to send them",
        number,
    ),
    "rejoin_entries": lambda number: ngettext(
        "{count} entry kept on this phone: join the table again to send it",
        "{count} entries kept on this phone: join the table again to send them",
        number,
    ),
    "needs_you": lambda number: ngettext(
        "{count} kept on this phone needs you", "{count} kept on this phone need you", number
    ),
    "leaving": lambda number: ngettext(
        "{count} hand on this phone is not sent yet. It stays here and is sent when you sign in again.",
        "{count} hands on this phone are not sent yet. They stay here and are sent when you sign in again.",
        number,
    ),
    "leaving_entries": lambda number: ngettext(
        "{count} entry on this phone is not sent yet. It stays here and is sent when you sign in again.",
        "{count} entries on this phone are not sent yet. They stay here and are sent when you sign in again.",
        number,
    ),
}
"""{name: what every page says of so many hands or entries that are kept on this phone}."""


def bar_words() -> Words:
    """What every page says of hands that are kept on this phone."""
    return {
        "formats": _formats(),
        **{name: _counted(say) for name, say in BAR_COUNTED.items()},
        "keeps_here": _("Not connected: saved hands stay on this phone and are sent when the connection is back."),
        "plain_http": _("This address uses plain http, so you can’t record without a connection. With https you can."),
        "seat": pgettext("note", "Seat {number}"),
        "undo": _("Take back hand {number}"),
        "stop": pgettext("end of a sentence", "."),
    }


def _formats() -> dict[str, str]:
    """How the language writes figures, and which plural form each number has: a digit for each of `COUNTS`."""
    language = get_language() or "en"
    return {
        "decimal": str(get_format("DECIMAL_SEPARATOR")),
        "sign_first": SIGN_FIRST.get(language, ""),
        "plurals": _plural_forms(language)[1],
    }


@cache
def _plural_forms(_language: str) -> tuple[tuple[int, ...], str]:
    """The first number of each plural form, and the form of each number, by its place among them."""
    said = [tuple(say(number) for say in BAR_COUNTED.values()) for number in range(COUNTS)]
    forms = list(dict.fromkeys(said))
    return tuple(said.index(form) for form in forms), "".join(str(forms.index(form)) for form in said)


def words() -> Words:
    """What the offline page says."""
    return {
        **bar_words(),
        **_dates(),
        "either": pgettext("list", "{others} or {last}"),
        "tables": _("Tables on this phone"),
        "no_tables": _("No table is kept on this phone yet. Each table you open with a connection is kept here."),
        "not_here": _("This page needs a connection. Here is what you can do without one."),
        "not_kept": _("This table is not kept on this phone. Open it once with a connection."),
        "unsent": _counted(lambda number: ngettext("{count} hand kept here", "{count} hands kept here", number)),
        "unsent_entries": _counted(
            lambda number: ngettext("{count} entry kept here", "{count} entries kept here", number)
        ),
        "as_of": pgettext("note", "as of {when}"),
        "other_person": _counted(
            lambda number: ngettext(
                "{count} hand waits here until the person who recorded it signs in.",
                "{count} hands wait here until the people who recorded them sign in.",
                number,
            )
        ),
        "other_person_entries": _counted(
            lambda number: ngettext(
                "{count} entry waits here until the person who made it signs in.",
                "{count} entries wait here until the people who made them sign in.",
                number,
            )
        ),
        "open_new": _("Open a table"),
        "try_again": _("Try to connect"),
        "connected": pgettext("note", "Connected."),
        "unconnected": pgettext("note", "No connection."),
        "to_live": _("To the live sheet"),
        "sign_in_now": pgettext("note", "Sign in"),
        "join_again": pgettext("note", "Join again"),
        "nothing_kept": _("This browser does not store data for this site, so you can’t record without a connection."),
        **_table(),
        **_needs(),
        **_opening(),
        **_moving(),
    }


def _counted(sentence: Callable[[int], str]) -> Counted:
    """The sentence in each of the plural forms; a script picks that of its own number."""
    return [sentence(number) for number in _plural_forms(get_language() or "en")[0]]


def _dates() -> Words:
    """A day and time in figures, by the letters of Django; the names of the months where they stand in it."""
    pattern = str(get_format("SHORT_DATETIME_FORMAT"))
    months = [str(MONTHS_3[month]).title() for month in sorted(MONTHS_3)] if "M" in pattern else []
    return {"moment": pattern, "months": months}


def _table() -> Words:
    return {
        "hand": pgettext("note", "Hand {number}"),
        "save": _("Save hand {number}"),
        "leave": _("Keep hand {number}"),
        "not_saved": _("This browser could not keep the hand. Save it again."),
        "before": _("Before, as of {when}"),
        "on_phone": pgettext("note", "on this phone"),
        "is_sent": pgettext("note", "sent"),
        "on_its_way": pgettext("note", "on its way"),
        "stuck": pgettext("note", "needs you"),
        "taken_back": pgettext("note", "taken back"),
        "no_port": _("Hands of this game can only be recorded with a connection."),
        "old_port": _("The rules of this game have changed on the server. Connect once to record here again."),
        "may_not": _("You may see this table, but not record here."),
        "ended": _("This table takes no more hands."),
        "not_judged": _("This phone cannot work out the points; the server will."),
        "asks": _("Who played, what, and how did it end?"),
        "deals": pgettext("note", "{name} deals."),
        "dealer_mark": pgettext("skat: the dealer's mark, one letter", "D"),
        "is_dealer": pgettext("skat", "deals"),
        "less": pgettext("palace_poker", "{amount} less"),
        "more": pgettext("palace_poker", "{amount} more"),
        "put_in": pgettext("palace_poker", "{name} put in"),
        "the_sheet": pgettext("heading", "The sheet"),
        "in_unit": pgettext("heading", "in {unit}"),
        "hand_of": _("Hand {number} of {length}"),
        "pass_deal": _("Wrong? Pass to {name}"),
        "no": pgettext("note", "No."),
        "game": pgettext("note", "Game"),
        "differs": _("This phone showed a different result for hand {number}. The server’s result counts: {said}"),
        "seen": pgettext("note", "Seen"),
        "sheet": _("Hands kept on this phone, newest first"),
    }


def _needs() -> Words:
    return {
        "needs_title": pgettext("note", "Needs you"),
        "mine": _("Yours, hand {number}: {said}"),
        "theirs": _("Recorded there: {said}"),
        "drop": pgettext("note", "Discard mine"),
        "next_one": _("Save mine as the next hand"),
        "correct": _("Replace the recorded hand"),
        "again": _("Send my hand again"),
        "put_right": pgettext("note", "Correct mine"),
        "sure_drop": _("Tap again to discard it"),
        "waits_behind": _counted(
            lambda number: ngettext("{count} more waits behind it.", "{count} more wait behind it.", number)
        ),
        "the_opening": _("The new table"),
        "the_undo": _("Taking back hand {number}"),
        "the_dealer": pgettext("note", "{name} deals."),
    }


def _opening() -> Words:
    return {
        "new_title": _("Open a table"),
        "no_openings": _(
            "This phone cannot open tables without a connection yet. Open any page once with a connection."
        ),
        "club": pgettext("note", "Club"),
        "own_table": _("A single table: this phone keeps the sheet."),
        "which_game": pgettext("note", "Game"),
        "which_rules": pgettext("note", "House rules"),
        "seat_n": pgettext("note", "Seat {number}"),
        "seat_deals": _("Seat 1, deals first"),
        "more_seats": pgettext("note", "Another seat"),
        "table_name": _("Name of the table"),
        "table": pgettext("note", "Table"),
        "table_of": pgettext("note", "{game}: {people}"),
        "open_it": _("Open the table"),
        "sizes": _("These rules are for {sizes} players."),
        "names_twice": _("Two seats have the same name. Add a letter or a surname."),
        "name_too_long": _("This name is too long: at most {most} characters."),
    }


def _moving() -> Words:
    return {
        "moving": _("Move to another phone"),
        "export": _("Save unsent hands to a file"),
        "import": _("Import a file"),
        "exported": _("The file is saved. You can import it on another phone; nothing counts twice."),
        "imported": _counted(lambda number: ngettext("{count} entry imported.", "{count} entries imported.", number)),
        "not_a_file": _("This is not a file of unsent hands: {reason}."),
        "reason_json": pgettext("note", "it contains no JSON"),
        "reason_format": pgettext("note", "it was not saved by Scorekeeper"),
        "reason_version": pgettext("note", "it was saved by a newer version; update this phone first"),
        "reason_rows": pgettext("note", "entry {number} is damaged"),
        "reason_size": pgettext("note", "it is too large"),
        "nothing_unsent": _("This phone has no unsent hands."),
    }
