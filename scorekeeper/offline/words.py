"""What the scripts say, in the reader's language: `{name}` stands for what a script fills in."""

from typing import TypeAlias

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

Counted: TypeAlias = list[list[str | int]]
PROBES = (0, 1, 2, 3, 5, 11, 21, 100)  # one number at least of each plural form there is


def bar_words() -> dict[str, str | Counted]:
    """What every page says of hands that are kept on this phone."""
    return {
        "language": get_language() or "en",
        "offline": _counted("offline: {count} hand kept on this phone", "offline: {count} hands kept on this phone"),
        "offline_entries": _counted(
            "offline: {count} entry kept on this phone", "offline: {count} entries kept on this phone"
        ),
        "sending": _counted("{count} hand is being sent", "{count} hands are being sent"),
        "sending_entries": _counted("{count} entry is being sent", "{count} entries are being sent"),
        "sign_in": _counted(
            "{count} hand kept on this phone: sign in to send it",
            "{count} hands kept on this phone: sign in to send them",
        ),
        "sign_in_entries": _counted(
            "{count} entry kept on this phone: sign in to send it",
            "{count} entries kept on this phone: sign in to send them",
        ),
        "rejoin": _counted(
            "{count} hand kept on this phone: join the table again to send it",
            "{count} hands kept on this phone: join the table again to send them",
        ),
        "rejoin_entries": _counted(
            "{count} entry kept on this phone: join the table again to send it",
            "{count} entries kept on this phone: join the table again to send them",
        ),
        "needs_you": _counted("{count} kept on this phone needs you", "{count} kept on this phone need you"),
        "leaving": _counted(
            "{count} hand on this phone is not sent yet. It stays here and is sent when you sign in again.",
            "{count} hands on this phone are not sent yet. They stay here and are sent when you sign in again.",
        ),
        "leaving_entries": _counted(
            "{count} entry on this phone is not sent yet. It stays here and is sent when you sign in again.",
            "{count} entries on this phone are not sent yet. They stay here and are sent when you sign in again.",
        ),
        "keeps_here": _("Not connected: a saved hand is kept on this phone and is sent when the connection is back."),
        "plain_http": _(
            "This address is plain http: without a connection nothing can be recorded here. Over https it can."
        ),
        "seat": _("Seat {number}"),
        "undo": _("Take back hand {number}"),
    }


def words() -> dict[str, str | Counted]:
    """What the offline page says."""
    return {**bar_words(), **_lists(), **_table(), **_needs(), **_opening(), **_moving()}


def _counted(one: str, many: str) -> Counted:
    """The sentence for some numbers, one of each plural form; a script picks by the form of its own number."""
    return [[number, ngettext(one, many, number)] for number in PROBES]


def _lists() -> dict[str, str | Counted]:
    return {
        "tables": _("Tables on this phone"),
        "no_tables": _("No table is kept on this phone yet. Every table you open with a connection is."),
        "not_here": _("This page needs a connection. What you can do without one is here."),
        "not_kept": _("This table is not kept on this phone. Open it once with a connection."),
        "unsent": _counted("{count} hand kept here", "{count} hands kept here"),
        "unsent_entries": _counted("{count} entry kept here", "{count} entries kept here"),
        "as_of": _("as of {when}"),
        "other_person": _counted(
            "{count} hand waits here for whoever recorded it to sign in.",
            "{count} hands wait here for whoever recorded them to sign in.",
        ),
        "other_person_entries": _counted(
            "{count} entry waits here for whoever made it to sign in.",
            "{count} entries wait here for whoever made them to sign in.",
        ),
        "open_new": _("Open a table"),
        "try_again": _("Try to connect"),
        "connected": _("Connected."),
        "unconnected": _("No connection."),
        "to_live": _("To the live sheet"),
        "sign_in_now": _("Sign in"),
        "join_again": _("Join again"),
        "nothing_kept": _("This browser keeps nothing for this site, so nothing can be recorded without a connection."),
    }


def _table() -> dict[str, str | Counted]:
    return {
        "hand": _("Hand {number}"),
        "save": _("Save hand {number}"),
        "leave": _("Leave hand {number} standing"),
        "not_saved": _("This browser could not keep the hand. Save it again."),
        "before": _("Before, as of {when}"),
        "on_phone": _("on this phone"),
        "is_sent": _("sent"),
        "on_its_way": _("on its way"),
        "stuck": _("needs you"),
        "taken_back": _("taken back"),
        "no_port": _("Hands of this game can only be written with a connection."),
        "old_port": _("The rules of this game have changed on the server. Connect once to record here again."),
        "may_not": _("You may look at this table, but not record here."),
        "ended": _("This table takes no more hands."),
        "not_judged": _("This phone cannot say what it counts; the server will."),
        "deals": _("{name} deals."),
        "pass_deal": _("Wrong? Pass to {name}"),
        "no": _("No."),
        "game": _("Game"),
        "differs": _("The phone had shown something else for hand {number}. The server’s word stands: {said}"),
        "seen": _("Seen"),
        "sheet": _("Hands kept on this phone, newest first"),
    }


def _needs() -> dict[str, str | Counted]:
    return {
        "needs_title": _("Needs you"),
        "mine": _("Yours, hand {number}: {said}"),
        "theirs": _("There stands: {said}"),
        "drop": _("Drop mine"),
        "next_one": _("It was the next one"),
        "correct": _("Correct what stands there"),
        "again": _("Send it again"),
        "put_right": _("Put mine right"),
        "sure_drop": _("Tap again to drop it"),
        "waits_behind": _counted("{count} more waits behind it.", "{count} more wait behind it."),
        "the_opening": _("The new table"),
        "the_undo": _("Taking back hand {number}"),
        "the_dealer": _("{name} deals."),
    }


def _opening() -> dict[str, str | Counted]:
    return {
        "new_title": _("Open a table"),
        "no_openings": _(
            "What opens a table is not kept on this phone yet. Open any page once with a connection; then it is."
        ),
        "club": _("Club"),
        "own_table": _("A table of its own: this phone keeps the sheet."),
        "choose_rules": _("Choose the house rules"),
        "which_game": _("Game"),
        "which_rules": _("House rules"),
        "seat_n": _("Seat {number}"),
        "seat_deals": _("Seat 1, deals first"),
        "more_seats": _("Another seat"),
        "table_name": _("Name of the table"),
        "table": _("Table"),
        "table_of": _("{game}: {people}"),
        "open_it": _("Open the table"),
        "sizes": _("These rules are for {sizes} players."),
        "names_twice": _("Two seats have the same name. Add a letter or a surname."),
        "name_too_long": _("This name is too long: at most {most} characters."),
    }


def _moving() -> dict[str, str | Counted]:
    return {
        "moving": _("Move to another phone"),
        "export": _("Save the unsent as a file"),
        "import": _("Take in a file"),
        "exported": _("The file is saved. It may be taken in on another phone; nothing is counted twice."),
        "imported": _counted("{count} entry taken in.", "{count} entries taken in."),
        "not_a_file": _("This is not a file of unsent hands: {reason}."),
        "reason_json": _("it holds no JSON"),
        "reason_format": _("it was not saved by Scorekeeper"),
        "reason_version": _("it was saved by a newer version; update this phone first"),
        "reason_rows": _("entry {number} is damaged"),
        "reason_size": _("it is larger than any evening"),
        "nothing_unsent": _("Nothing on this phone waits to be sent."),
    }
