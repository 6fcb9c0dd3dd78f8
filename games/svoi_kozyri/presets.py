"""Rules a club can start from."""

from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import Preset

PRESETS: Final = (
    Preset(
        "standard",
        Text(gettext_noop("Wins and draws")),
        Text(gettext_noop("36 cards; 2 for everybody who goes out, 1 for a draw. As many deals as you like.")),
        {},
    ),
    Preset(
        "first-to-three",
        Text(gettext_noop("First to three wins")),
        Text(gettext_noop("A series for two; draws do not bring it nearer to its end.")),
        {"players": [2], "first_to": 3},
    ),
    Preset(
        "one-loser",
        Text(gettext_noop("One loser")),
        Text(gettext_noop("Only who is left with cards is counted; the fewest losses are best.")),
        {"mode": "losses"},
    ),
    Preset(
        "cards-left",
        Text(gettext_noop("Cards left")),
        Text(gettext_noop("The cards in the last hand count against the loser; the fewest are best.")),
        {"mode": "cards_left"},
    ),
    Preset(
        "challenge",
        Text(gettext_noop("Challenge for two")),
        Text(gettext_noop("32 cards; who does not beat takes the whole pile.")),
        {"players": [2], "deck": 32, "pickup": "all"},
    ),
)
