"""What a club has said itself of how it plays a game."""

from collections.abc import Mapping
from typing import Any

from games.core.game import AnyGame
from scorekeeper.clubs.house_rules import said_of
from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Sitting


def said_before(club: Club, game: AnyGame) -> Mapping[str, Any]:
    """The choices a club makes itself, as at its newest table, else as in its house rules."""
    if not game.asked:
        return {}
    played = Sitting.objects.filter(club=club, game=game.name).order_by("-opened_at", "-pk")
    newest = played.values_list("rules", flat=True).first() or said_of(club, game)
    return {name: newest[name] for name in game.asked if name in newest}
