"""The house rules of the games of an evening."""

from scorekeeper.clubs.models import HouseRulesVersion
from scorekeeper.leagues.models import EveningGame


def newer_of(game: EveningGame) -> HouseRulesVersion | None:
    """The version in force of the house rules that it goes by, where that is a later one and they are in use."""
    version = game.house_version
    if version is None:
        return None
    later = HouseRulesVersion.objects.filter(house=version.house_id, number__gt=version.number)
    found = later.filter(house__retired_at=None).select_related("house").order_by("-number")
    return found.first()
