"""By which name a club shows its people: the whole one, a short one or a code name.

What is shown is `Player.name`, and of an account `User.name`: every page, file, paper, projector and answer of the API
reads that and nothing else, so that no place can forget to hide a name. Where it is not the whole name, the whole one
stands in `full_name`. Only pages of those who keep the club's sheets and books read it (`policies.can_score`), and
what compares names with what somebody typed (`own_name`). Whoever writes a name into the book comes through here.
"""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db.models import Q
from django.dispatch import Signal

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import public_ways

people_called = Signal()
"""Sent with `people`: these are shown by another name now, which rows that hold a copy of it follow."""


def short_name(full: str, taken: Collection[str]) -> str:
    """The shortest name that nobody else has: "Renate K.", "Renate Kr.", at last with a number. `taken` is in small
    letters, as `taken_names` gives it."""
    ways = public_ways(full)
    numbered = (f"{ways[0]} ({number})" for number in range(2, len(taken) + 3))
    return next(way for way in (*ways, *numbered) if way.casefold() not in taken)


def taken_names(club: Club, *, but: Player | None = None) -> set[str]:
    """What the people of the club are shown as, in small letters; without one of them."""
    people = Player.objects.people().filter(club=club)
    return {name.casefold() for name in (people.exclude(pk=but.pk) if but else people).values_list("name", flat=True)}


def new_line(club: Club, full: str, taken: set[str] | None = None) -> Player:
    """A line for the book, not saved yet, that is shown as the club shows names. Whoever makes several hands on what is
    `taken` from one to the next: its name is added."""
    name = full
    if club.names == Club.Names.SHORT:
        taken = taken_names(club) if taken is None else taken
        name = short_name(full, taken)
        taken.add(name.casefold())
    return Player(club=club, name=name, full_name=full if name != full else "")


def call(player: Player, *, club: Club, full: str, called: str, code: str = "") -> None:
    """Somebody of the club’s book, with the lines that are part of them, is of this whole name and shown by this one;
    nobody of another book. The book is locked."""
    if player.club_id != club.pk:
        return
    is_short = called == Player.Called.SHORT or (called == Player.Called.CLUB and club.names == Club.Names.SHORT)
    player.called = called
    player.name = code or (short_name(full, taken_names(club, but=player)) if is_short else full)
    player.full_name = full if player.name != full else ""
    _write([player])


def call_everybody(club: Club) -> None:
    """All who are shown as the club shows names are shown as it does now. The book is locked."""
    people = list(Player.objects.people().filter(club=club).order_by("created_at", "pk"))
    follow = [player for player in people if player.called == Player.Called.CLUB]
    taken = {player.name.casefold() for player in people if player.called != Player.Called.CLUB}
    changed = []
    for player in follow:
        before, line = (player.name, player.full_name), new_line(club, player.own_name, taken)
        player.name, player.full_name = line.name, line.full_name
        if (player.name, player.full_name) != before:
            changed.append(player)
    _write(changed)


def call_accounts(users: Iterable[UUID]) -> None:
    """These accounts are shown as their clubs show them: by a code name where one does, else by a short one, else by
    their own. Whoever reads their name elsewhere can't tell more than their club shows."""
    for user in User.objects.filter(pk__in=list(users)):
        own, lines = user.own_name, Player.objects.people().filter(user=user).order_by("pk")
        codes = lines.filter(called=Player.Called.CODE).values_list("name", flat=True)
        by_club = Q(called=Player.Called.CLUB, club__names=Club.Names.SHORT)
        is_short = lines.filter(by_club | Q(called=Player.Called.SHORT)).exists()
        shown = codes.first() or (public_ways(own)[0] if is_short else own)
        user.name, user.full_name = shown, own if shown != own else ""
        user.save(update_fields=["name", "full_name"])


def _write(people: Collection[Player]) -> None:
    """Into their lines and those that are part of them, their accounts and what holds a copy."""
    for player in people:
        fields = {"name": player.name, "full_name": player.full_name, "called": player.called}
        Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player.pk), club=player.club_id).update(**fields)
    call_accounts(player.user_id for player in people if player.user_id)
    if people:
        people_called.send(Player, people=people)
