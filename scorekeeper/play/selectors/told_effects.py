"""Rules in sentences: what each option does by them, and what two sets of rules say differently."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.effects import effects_of
from games.core.game import AnyGame
from games.core.record import load
from games.core.units import unit_of_rules
from scorekeeper.common.texts import Names, translated

MOST_IN_A_LINE = 3  # differences


@dataclass(frozen=True, slots=True)
class Effect:
    """An option and what these rules make of it."""

    group: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Difference:
    """An option of which two sets of rules say something else."""

    title: str
    before: str
    after: str


def told_effects(game: AnyGame, rules: Mapping[str, Any]) -> list[Effect]:
    """Every option by these rules, in the order of the game."""
    names = Names({}, unit_of_rules(rules))
    return [
        Effect(_(group.title), _(option.title), translated(words, names))
        for group, options in effects_of(game.effects, load(game.rules, rules), game.amounts)
        for option, words in options
    ]


def answered_effects(game: AnyGame, rules: Mapping[str, Any]) -> list[Effect]:
    """The same without the options that say nothing by these rules."""
    return [effect for effect in told_effects(game, rules) if effect.words]


def told_differences(game: AnyGame, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """What the second rules say differently."""
    pairs = zip(told_effects(game, before), told_effects(game, after), strict=True)
    return [Difference(old.title, old.words, new.words) for old, new in pairs if old.words != new.words]


def in_a_line(game: AnyGame, rules: Mapping[str, Any]) -> str:
    """What these rules say, in a line: the preset they are nearest to, and where they differ from it."""
    apart = [(preset, told_differences(game, preset.rules, rules)) for preset in game.presets]
    nearest, differences = min(apart, key=lambda pair: len(pair[1]))
    name = translated(nearest.title)
    if not differences:
        return _("As “{name}”.").format(name=name)
    said = " ".join(f"{one.title}: {one.after or _('none')}" for one in differences[:MOST_IN_A_LINE])
    more = len(differences) - MOST_IN_A_LINE
    if more <= 0:
        return _("As “{name}”, but: {differences}").format(name=name, differences=said)
    text = ngettext(
        "As “{name}”, but: {differences} And {count} more difference.",
        "As “{name}”, but: {differences} And {count} more differences.",
        more,
    )
    return text.format(name=name, differences=said, count=more)
