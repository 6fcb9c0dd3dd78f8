"""Rules a club can start from. None says `catch_extra`: a club chooses that itself."""

from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import Preset

PRESETS: Final = (
    Preset(
        "house",
        Text(gettext_noop("House rules")),
        Text(gettext_noop("49 and 50 win on the deal; a dealt tonk, a tonk out and a catch pay double.")),
        {},
    ),
    Preset(
        "two-or-three",
        Text(gettext_noop("Two or three players")),
        Text(gettext_noop("The house rules at a table of at most three.")),
        {"max_players": 3},
    ),
    Preset(
        "low-wins-too",
        Text(gettext_noop("High and low tonks")),
        Text(gettext_noop("15 or less wins on the deal too, and every declarer is paid.")),
        {"initial_low_max": 15, "initial_tie": "each_paid"},
    ),
    Preset(
        "triple-fifty",
        Text(gettext_noop("Triple for 50")),
        Text(gettext_noop("A dealt 50 pays three stakes; going out by hits alone pays one.")),
        {"initial_50_multiplier": 3, "tonk_out_hits_multiplier": 1},
    ),
    Preset(
        "seven-cards",
        Text(gettext_noop("Seven cards")),
        Text(gettext_noop("Seven cards each, and no tonk on the deal.")),
        {"hand_size": 7, "initial_high_min": None},
    ),
)
