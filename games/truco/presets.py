"""The rule sets of section 8, each with every field that is not the default, and their names."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from games.core.text import Text, gettext_noop
from games.core.values import Preset

_ARGENTINE: Final = {
    "target": 30,
    "ladder": (1, 2, 3, 4),
    "special_at": None,
    "all_tied": "mano_side",
    "allow_fold": True,
    "envido": True,
}

RULE_SETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "mineiro": {},
        "mineiro_copag": {"all_tied": "nobody"},
        "mineiro_oito": {"ladder": (2, 4, 8, 10, 12)},
        "paulista": {
            "ladder": (1, 3, 6, 9, 12),
            "special_at": 11,
            "special_play": 3,
            "special_pass": 1,
            "all_tied": "nobody",
        },
        "argentino30": _ARGENTINE,
        "argentino15": {**_ARGENTINE, "target": 15},
        "argentino30_flor": {**_ARGENTINE, "flor": True},
        "gaucho24": {**_ARGENTINE, "target": 24, "all_tied": "nobody", "flor": True},
        "venezolano24": {
            "target": 24,
            "ladder": (1, 3, 6, 9, "game"),
            "special_at": None,
            "all_tied": "mano_side",
        },
    }
)

_TOLD: Final = {
    "mineiro": (
        gettext_noop("Truco mineiro"),
        gettext_noop("To 12 by 2, 4, 6, 10, 12; hand of ten; three drawn rounds go to the dealing side."),
    ),
    "mineiro_copag": (
        gettext_noop("Truco mineiro, draws to nobody"),
        gettext_noop("As truco mineiro, but nobody scores when all three rounds are drawn."),
    ),
    "mineiro_oito": (
        gettext_noop("Truco mineiro with eight"),
        gettext_noop("As truco mineiro, but the second raise asks for 8 instead of 6."),
    ),
    "paulista": (
        gettext_noop("Truco paulista"),
        gettext_noop("To 12 by 1, 3, 6, 9, 12; hand of eleven; nobody scores when all three rounds are drawn."),
    ),
    "argentino30": (
        gettext_noop("Argentine truco to 30"),
        gettext_noop("Truco, retruco and vale cuatro for 2, 3 and 4, with envido, without flor."),
    ),
    "argentino15": (
        gettext_noop("Argentine truco to 15"),
        gettext_noop("Truco, retruco and vale cuatro for 2, 3 and 4, with envido, without flor."),
    ),
    "argentino30_flor": (
        gettext_noop("Argentine truco to 30 with flor"),
        gettext_noop("Truco, retruco and vale cuatro for 2, 3 and 4, with envido and flor."),
    ),
    "gaucho24": (
        gettext_noop("Truco gaúcho to 24"),
        gettext_noop("As in Argentina with envido and flor; nobody scores when all three rounds are drawn."),
    ),
    "venezolano24": (
        gettext_noop("Venezuelan truco to 24"),
        gettext_noop("By 1, 3, 6, 9 and the whole game; envido and flor are not kept."),
    ),
}

PRESETS: Final = tuple(
    Preset(slug, Text(_TOLD[slug][0]), Text(_TOLD[slug][1]), rules) for slug, rules in RULE_SETS.items()
)
