"""Which template draws a piece of a page for a game."""


def piece(game: str, name: str) -> tuple[str, str]:
    """The game's own template where it has one, else that for any game; for `{% include %}`."""
    return f"games/{game}/{name}", f"games/{name}"
