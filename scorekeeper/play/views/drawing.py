"""What a page is told of an unfinished entry, and what its game draws of it."""

from typing import Any

from django.template.loader import render_to_string

from games.core.game import AnyGame
from scorekeeper.play.recording.forms import Told
from scorekeeper.play.selectors.pieces import piece


def told_words(game: AnyGame, told: Told) -> dict[str, Any]:
    """The answer to a preview; `drawn` fills the part of the form that the game draws of what is told."""
    drawn = render_to_string(piece(game.name, "_told.html"), {"told": told})
    return told.as_json() | {"drawn": drawn.strip()}
