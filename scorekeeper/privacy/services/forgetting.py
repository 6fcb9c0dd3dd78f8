"""Take the name of a person from all places, without changing a total.

Hands, acts and signatures hold ids and records, and their chains are made of these: they stay as they are. What goes is
what tells whose they are: the name in the book, the account behind it, the names of phones, and what was typed by them
or of them, of which the chains hold a salted hash alone.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import cast
from uuid import UUID

from django.db import transaction
from django.db.models import CASCADE, Model, Q, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import GIVEN_UP, User
from scorekeeper.clubs.models import Club, Invitation, Membership, Merge, Player, Role
from scorekeeper.clubs.services import book_changed, lock_book
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import isolated
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.outbox.models import Mail
from scorekeeper.play.models import Device
from scorekeeper.privacy.selectors.naming import a_phone, nameless, numbers_in
from scorekeeper.privacy.services.erasing import erase_words


@transaction.atomic
def give_up_account(*, user: User, now: datetime) -> None:
    """The account is no more, and its person is "Player 17" wherever they have played. It can't be undone.

    Raises:
        Refused: `hand_over_first`: a club would be without an owner.
    """
    me = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if left := clubs_left_alone(me):
        names = ", ".join(isolated(club.name) for club in left)
        text = Text(gettext_noop("Hand over or close your clubs first: {names}."), {"names": names})
        raise Refused([Problem("hand_over_first", "", text)])
    for club in Club.objects.filter(players__user=me).distinct().order_by("pk"):
        own = Player.objects.people().filter(club=club, user=me)
        make_nameless(club=club, people=list(own.values_list("pk", flat=True)), now=now)
    for club_id in Membership.objects.filter(user=me).order_by("club").values_list("club", flat=True):
        write(Kind.MEMBER_LEFT, club_id, at=now, by_user=me)
    erase_words(club=None, users=[me.pk], lines=[], now=now)
    Invitation.objects.filter(used_by=me).update(note="")
    _delete_what_is_of_the_account(me)
    _delete_mail(me.email)
    me.email, me.name, me.is_active = f"{me.pk}{GIVEN_UP}", str(_("Former member")), False
    me.set_unusable_password()  # ends every session too
    me.save(update_fields=["email", "name", "is_active", "password"])


def clubs_left_alone(user: User) -> list[Club]:
    """The clubs that this person alone owns; not closed ones, which nobody runs, nor private ones of guest sheets."""
    owned = Club.objects.filter(is_private=False, closed_at=None, memberships__user=user, memberships__role=Role.OWNER)
    others = Membership.objects.filter(role=Role.OWNER).present().exclude(user=user).values("club")
    return list(owned.exclude(pk__in=others).order_by(Alphabetical("name")))


@transaction.atomic
def make_nameless(*, club: Club, people: Iterable[UUID], now: datetime) -> int:
    """These people of the book, with all their lines, are called by a number from now on; returns how many.

    Whoever calls has asked whether that may be. Done twice it is the same.
    """
    lock_book(club)
    numbers = numbers_in(club)
    many = 0
    for person in people:
        name = nameless(numbers[person])
        lines = Player.objects.filter(Q(pk=person) | Q(merged_into=person), club=club)
        ids = list(lines.values_list("pk", flat=True))
        accounts = set(lines.exclude(user=None).values_list("user", flat=True))
        erase_words(club=club, users=accounts, lines=ids, now=now)
        lines.update(name=name, user=None, retired_at=Coalesce("retired_at", Value(now)))
        Merge.objects.filter(Q(gone__in=ids) | Q(kept__in=ids), club=club).update(name=name)
        Device.objects.filter(club=club, seat__player__in=ids).update(name=a_phone())
        Invitation.objects.filter(club=club, player__in=ids, used_at=None).delete()
        Invitation.objects.filter(club=club, player__in=ids).update(note="")
        many += 1
    book_changed(club)
    return many


def _delete_what_is_of_the_account(user: User) -> None:
    """What would go with the account if that was deleted: roles, tokens, settings, addresses, files."""
    for relation in User._meta.related_objects:  # noqa: SLF001 Django's own list of what points at an account
        if relation.on_delete is CASCADE:
            model = cast("type[Model]", relation.related_model)
            model._base_manager.filter(Q((relation.field.name, user.pk))).delete()  # noqa: SLF001


def _delete_mail(address: str) -> None:
    found = [pk for pk, to in Mail.objects.values_list("pk", "to") if address in to]
    Mail.objects.filter(pk__in=found).delete()
