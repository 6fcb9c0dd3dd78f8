"""How a page comes to one of the people of a club's book."""

from uuid import UUID

from django.shortcuts import get_object_or_404

from scorekeeper.clubs.models import Club, Player


def person_or_404(club: Club, player_id: UUID) -> Player:
    """A person of the book; a line that was merged is none."""
    return get_object_or_404(Player.objects.people().filter(club=club), pk=player_id)
