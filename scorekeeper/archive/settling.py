"""Who owns a club that was brought along: without one nobody here could come in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.core.text import gettext_noop
from scorekeeper.accounts.models import User
from scorekeeper.archive.reading import refused
from scorekeeper.clubs.models import Club, Membership, Role
from scorekeeper.clubs.selectors import line_of
from scorekeeper.clubs.services import take_over
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write


@dataclass(frozen=True, slots=True)
class Owner:
    """The address of who shall own it; `place` is the name, or the id, of the account in the archive that is theirs."""

    address: str
    place: str = ""


def settle(club: Club, wanted: Owner, accounts: Mapping[UUID, str], now: datetime) -> User:
    """Make somebody owner. Whose address is known here is that person; else the account of the archive gets it.

    Raises:
        Refused: as `_address`, as `_place`, `owner_unknown`, `place_taken`: the address or the place leads to
            nobody, or the place is somebody's.
    """
    address = _address(wanted.address)
    here = User.objects.filter(email__iexact=address).first()
    place = _place(wanted.place, accounts) if wanted.place else None
    if place and here is None:
        return _arrived(club, place, address, now)
    if here is None:
        raise refused("owner_unknown", "owner", NO_ACCOUNT, address=address)
    line = line_of(club, place) if place and place.pk != here.pk else None
    if place and place.pk != here.pk and not (line and line.is_vacant and line_of(club, here) is None):
        raise refused("place_taken", "place", TAKEN, name=place.name)
    take_over(club=club, by=here, now=now, line=line)
    return here


def _arrived(club: Club, user: User, address: str, now: datetime) -> User:
    """The account that came along is its person's from now on, who signs in by a code sent to the address. Raises
    Refused `place_taken`."""
    if not user.is_awaited:
        raise refused("place_taken", "place", TAKEN, name=user.name)
    user.email, user.is_active = address, True
    user.save(update_fields=["email", "is_active"])
    EmailAddress.objects.create(user=user, email=address, primary=True)  # confirmed by the first code
    Membership.objects.update_or_create(club=club, user=user, defaults={"role": Role.OWNER})
    write(Kind.MEMBER_JOINED, club.pk, at=now, by_user=user, detail={"role": Role.OWNER})
    return user


def _address(text: str) -> str:
    """Raises Refused `address_invalid`."""
    try:
        validate_email(text)
    except ValidationError:
        raise refused("address_invalid", "owner", NO_ADDRESS, address=text[:80]) from None
    return text.lower()  # as whoever signs up is written down


def _place(name: str, accounts: Mapping[UUID, str]) -> User:
    """Raises Refused `place_unknown`."""
    found = [pk for pk, called in accounts.items() if name in {called, str(pk)}]
    if len(found) != 1:
        template = NAMESAKES if found else NO_PLACE
        raise refused("place_unknown", "place", template, name=name[:80], ids=", ".join(map(str, found)))
    return User.objects.get(pk=found[0])


NO_ADDRESS: Final = gettext_noop("{address} is not an e-mail address.")
NO_ACCOUNT: Final = gettext_noop(
    "Nobody here has the address {address}. They must sign up first, or --as must name the "
    "account in the archive that gets this address."
)
NO_PLACE: Final = gettext_noop(
    "The archive has no account called {name}. Run the command without --write to list the names."
)
NAMESAKES: Final = gettext_noop("The archive has more than one account called {name}. Choose one by its id: {ids}.")
TAKEN: Final = gettext_noop(
    "The account {name} cannot be assigned to them. It is already linked, has no active "
    "person in the club, or they already have an account."
)
