"""Rules a club can start from."""

from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import Preset

PRESETS: Final = (
    Preset(
        "house",
        Text(gettext_noop("House game 5/10")),
        Text(gettext_noop("Limit bets of 5 and 10, an ante of 2; every card of the opponent’s banner suit is void.")),
        {},
    ),
    Preset(
        "small",
        Text(gettext_noop("Small game 1/2")),
        Text(gettext_noop("Limit bets of 1 and 2, an ante of 1.")),
        {"small_bet": 1, "ante": 1},
    ),
    Preset(
        "no-limit",
        Text(gettext_noop("No limit")),
        Text(gettext_noop("Bets and raises as high as you like, from 5 and 10 on.")),
        {"limit": "no_limit"},
    ),
    Preset(
        "gentle",
        Text(gettext_noop("Gentle battles")),
        Text(gettext_noop("No card is void, bets that nobody calls come back, at most three raises.")),
        {"foreign_suit": "off", "uncalled_bet": "returned", "max_raises": 3},
    ),
)
