"""What somebody is called who has no name any more."""

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player


def numbers_in(club: Club) -> dict[UUID, int]:
    """The number of each line of the book, in the order in which they were written in."""
    lines = Player.objects.filter(club=club).order_by("created_at", "pk").values_list("pk", flat=True)
    return {line: number for number, line in enumerate(lines, start=1)}


def nameless(number: int) -> str:
    return _("Player {number}").format(number=number)


def nameless_of(club: Club, people: Iterable[UUID]) -> int:
    """How many of these have no name."""
    numbers = numbers_in(club)
    names = Player.objects.filter(club=club, pk__in=list(people)).values_list("pk", "name")
    return sum(name == nameless(numbers[person]) for person, name in names)


def a_phone() -> str:
    """What a phone is called whose name is gone."""
    return _("a phone")
