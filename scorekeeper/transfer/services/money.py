"""Book what a file of money says: all of it in one transaction, or nothing."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import role_in
from scorekeeper.clubs.services import add_player, lock_book
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.payouts.bank.bringing import Brought, bring, lock_accounts
from scorekeeper.payouts.models import Account, Whose
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.selectors.money import look_at_money, people_of

FIELDS: Final = ("said", "done_at", "data")


@transaction.atomic
def take_money_over(*, upload: Upload, by: User, now: datetime, shown: str = "") -> Upload:
    """Do what the dry run said, all of it or nothing: as it was `shown` (its hash), or as it is now. A file that was
    taken over before stays so. Accounts are locked before the book of the club, as closing a sheet does.

    Raises:
        Conflict: `book_changed`: it would book something else by now; `brought_already`.
        Refused: `not_ready`: something has to be said or mended first; as `add_player`, as `bring`.
    """
    role = role_in(by, upload.club)
    require(can_import(role) and can_keep_money(role))
    found = Upload.objects.select_for_update(of=("self",)).select_related("club").get(pk=upload.pk)
    if found.done_at is not None:
        return found
    look = look_at_money(found, now)
    if look.obstacle:
        raise Refused([Problem("not_ready", "", look.obstacle)])
    own = {player.pk for player in people_of(look.matching)}
    own |= {person for earlier in look.corrected.values() for person in earlier.moves}
    lock_accounts(found.club, [Whose(Account.Kind.PLAYER, person) for person in own])
    lock_book(found.club)
    again = look_at_money(found, now)
    if again.shown != (shown or look.shown):
        raise Conflict("book_changed", _("The club’s people have changed. Please check the file again."))
    people = {
        name: (player or add_player(club=found.club, name=name, now=now)).pk
        for name, player in look.matching.chosen.items()
    }
    brought = Brought(found.pk, found.name, look.digest, look.booked(people))
    bring(club=found.club, by=by, brought=brought, now=now)
    found.said, found.done_at, found.data = {}, now, b""
    found.save(update_fields=FIELDS)
    return found
