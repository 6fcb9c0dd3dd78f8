"""The marks that say who is in which group for prizes, and who can be asked for."""

from collections import defaultdict
from uuid import UUID

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.names import alphabetical
from scorekeeper.payouts.models import PrizeMark
from scorekeeper.payouts.sources import ranks_of
from scorekeeper.standings.models import Competition

MARK, ORIGIN = "mark:", "from:"
"""How a form says whose prize of a group is: of those with a mark, or of those from a club."""


def marks_of(club_id: UUID) -> dict[str, set[UUID]]:
    """{mark: who has it, by person}, in the order of the alphabet."""
    found: dict[str, set[UUID]] = defaultdict(set)
    for mark in PrizeMark.objects.filter(club=club_id).select_related("player"):
        found[mark.name].add(mark.player.identity)
    return dict(sorted(found.items(), key=lambda pair: alphabetical(pair[0])))


def asked_people(competition: Competition) -> list[tuple[UUID, str]]:
    """Who can be marked: those who take part, while nobody does the whole book; by name."""
    there = ranks_of(competition).took_part(competition)
    book = Player.objects.people().filter(club=competition.club_id).order_by(Alphabetical("name"), "pk")
    people = list(book.values_list("pk", "name"))
    return [one for one in people if one[0] in there] or people


def members_of(competition: Competition) -> list[tuple[str, str]]:
    """The groups that a prize can be for, as (value, words): each mark, and each club that entrants come from."""
    found = [(f"{MARK}{name}", _("marked “{mark}”").format(mark=name)) for name in marks_of(competition.club_id)]
    origins = sorted(set(ranks_of(competition).origins(competition)), key=alphabetical)
    return found + [(f"{ORIGIN}{origin}", _("from {club}").format(club=origin)) for origin in origins]
