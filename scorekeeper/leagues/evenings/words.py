"""What an evening is called by its games."""

from scorekeeper.common.texts import translated
from scorekeeper.leagues.models import Evening


def game_names(evening: Evening) -> str:
    """Its games by name, in their order."""
    return ", ".join(translated(one.plays.title) for one in evening.line_up)
