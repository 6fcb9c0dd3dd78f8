"""Numbers that titles and sentences of presets name, against what their rules say."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from games import all_games
from games.core.game import AnyGame
from games.core.record import load
from games.core.values import Preset

WORDS: Final = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("double", "triple"),
)
MEANT: Final = {word: number for number, word in enumerate(WORDS[:12], 1)} | {"double": 2, "triple": 3}
NUMBER: Final = re.compile(rf"\d+|\b(?:{'|'.join(WORDS)})\b")

Figures = Callable[[Any], list[int]]


def bets(rules: Any) -> list[int]:
    return [rules.small_bet, rules.big]


def listed(rules: Any) -> list[int]:
    """So many hands at three, so many at four."""
    return [number for size in (3, 4) for number in (length(all_games()["skat"], rules, size), size)]


def length(game: AnyGame, rules: Any, size: int) -> int | None:
    return game.progress(game.start(rules, size), rules, range(size))[1]


def rungs(rules: Any) -> list[int]:
    return [rung for rung in rules.ladder if rung != "game"]


# What each preset names, in the order in which it does: a number of the rules, or one that no option changes.
FIGURES: Final[Mapping[str, Mapping[str, Figures]]] = {
    "palace_poker": {
        "house": lambda rules: [*bets(rules), *bets(rules), rules.to_enter],
        "small": lambda rules: [*bets(rules), *bets(rules), rules.to_enter],
        "no-limit": bets,
        "gentle": lambda rules: [rules.max_raises],
    },
    "skat": {
        "official": listed,
        "short": lambda rules: [rules.turns, *listed(rules)],
        "eight-turns": lambda rules: [rules.turns, rules.turns, *listed(rules)],
        "ten-turns": lambda rules: [rules.turns, rules.turns, *listed(rules)],
        "pub": lambda rules: [],
        "leipzig": lambda rules: [],
        "seeger": lambda rules: [abs(all_games()["skat"].weights(rules)[measure]) for measure in ("won", "lost")],
        "bierlachs-301": lambda rules: [rules.bierlachs_limit],
        "bierlachs-501": lambda rules: [rules.bierlachs_limit],
    },
    "svoi_kozyri": {
        "standard": lambda rules: [rules.deck, rules.win, rules.draw],
        "first-to-three": lambda rules: [rules.first_to, *rules.players],
        "one-loser": lambda rules: [1],
        "cards-left": lambda rules: [],
        "challenge": lambda rules: [*rules.players, rules.deck],
    },
    "tonk": {
        "house": lambda rules: [
            *range(rules.initial_high_min, 51),
            *{rules.initial_multiplier, rules.tonk_out_multiplier, rules.caught_multiplier},
        ],
        "two-or-three": lambda rules: [2, rules.max_players, rules.max_players],
        "low-wins-too": lambda rules: [rules.initial_low_max],
        "triple-fifty": lambda rules: [
            *(rules.initial_50_multiplier, 50),
            *(50, rules.initial_50_multiplier, rules.tonk_out_hits_multiplier),
        ],
        "seven-cards": lambda rules: [rules.hand_size, rules.hand_size],
    },
    "truco": {
        "mineiro": lambda rules: [rules.target, *rungs(rules), rules.special_at, 3],
        "mineiro_copag": lambda rules: [3],
        "mineiro_oito": lambda rules: [rules.ladder[2], rules.ladder[2], usual(all_games()["truco"]).ladder[2]],
        "paulista": lambda rules: [rules.target, *rungs(rules), rules.special_at, 3],
        "argentino30": lambda rules: [rules.target, *rungs(rules)[1:]],
        "argentino15": lambda rules: [rules.target, *rungs(rules)[1:]],
        "argentino30_flor": lambda rules: [rules.target, *rungs(rules)[1:]],
        "gaucho24": lambda rules: [rules.target, 3],
        "venezolano24": lambda rules: [rules.target, *rungs(rules)],
    },
}


def usual(game: AnyGame) -> Any:
    return load(game.rules, {})


def named(preset: Preset) -> list[int]:
    """The numbers in its title and its sentence, whether in figures or in words."""
    found = NUMBER.findall(f"{preset.title} {preset.about}".lower())
    return [MEANT.get(number) or int(number) for number in found]


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_preset_names_the_numbers_of_its_rules(name):
    game = all_games()[name]

    said = {preset.slug: named(preset) for preset in game.presets}
    meant = {
        preset.slug: FIGURES[name][preset.slug](load(game.rules, dict(preset.rules)))
        for preset in game.presets
        if preset.slug in FIGURES[name]
    }

    assert said == meant
