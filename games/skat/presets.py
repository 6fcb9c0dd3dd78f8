"""Rules a club can start from."""

from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import Preset

PRESETS: Final = (
    Preset(
        "official",
        Text(gettext_noop("Official list")),
        Text(gettext_noop("DSkV and ISPA: 36 hands at three, 48 at four, Seeger-Fabian.")),
        {},
    ),
    Preset(
        "short",
        Text(gettext_noop("Half a list")),
        Text(gettext_noop("Everybody deals six times: 18 hands at three, 24 at four, Seeger-Fabian.")),
        {"turns": 6},
    ),
    Preset(
        "eight-turns",
        Text(gettext_noop("List of eight rounds")),
        Text(gettext_noop("Everybody deals eight times: 24 hands at three, 32 at four, Seeger-Fabian.")),
        {"turns": 8},
    ),
    Preset(
        "ten-turns",
        Text(gettext_noop("List of ten rounds")),
        Text(gettext_noop("Everybody deals ten times: 30 hands at three, 40 at four, Seeger-Fabian.")),
        {"turns": 10},
    ),
    Preset(
        "pub",
        Text(gettext_noop("Pub evening")),
        Text(gettext_noop("Kontra, Bock and Ramsch; only the points of the games count.")),
        {"system": "classic", "passed": "ramsch", "kontra": True, "bock": True},
    ),
    Preset(
        "leipzig",
        Text(gettext_noop("Leipzig scoring")),
        Text(gettext_noop("The official game; only the points of the games count.")),
        {"system": "classic"},
    ),
    Preset(
        "seeger",
        Text(gettext_noop("Seeger scoring")),
        Text(gettext_noop("50 more for a game won, 50 less for a game lost.")),
        {"system": "seeger"},
    ),
    Preset(
        "bierlachs-301",
        Text(gettext_noop("Bierlachs to 301")),
        Text(gettext_noop("Only minus points; the first to reach the limit pays the round.")),
        {"system": "bierlachs", "bierlachs_limit": 301},
    ),
    Preset(
        "bierlachs-501",
        Text(gettext_noop("Bierlachs to 501")),
        Text(gettext_noop("Only minus points; the first to reach the limit pays the round.")),
        {"system": "bierlachs", "bierlachs_limit": 501},
    ),
)
