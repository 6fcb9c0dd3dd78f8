"""The rules on offer for a game in a club, for forms that choose one set of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games.core.game import AnyGame
from games.core.record import dump, load
from scorekeeper.clubs.house_rules import in_force, kept
from scorekeeper.clubs.models import Club
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import translated
from scorekeeper.play.selectors.played_rules import played_rules


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules under a name; `house_version` where they are house rules of the club."""

    name: str
    rules: Mapping[str, Any]
    house_version: UUID | None = None


def rule_sets(club: Club, game: AnyGame, now: RuleSet | None = None) -> list[tuple[str, RuleSet]]:
    """The rules on offer, each under a name for forms: those in use `now` first, then the club's house rules, those it
    has played by, and the presets; each once. Rules of a preset's name that are not the preset's say so."""
    presets = {translated(preset.title): dump(load(game.rules, preset.rules)) for preset in game.presets}
    played = [RuleSet(one.name, one.rules) for one in played_rules(club, game.name)]
    own = [RuleSet(one.name, in_force(one).rules, in_force(one).pk) for one in kept(club, game.name)]
    mine = [now] if now else []
    found: dict[str, RuleSet] = {}
    for one in (*mine, *own, *played, *(RuleSet(name, rules) for name, rules in presets.items())):
        told = _told(game, one.rules)
        is_changed = one.name in presets and told != _told(game, presets[one.name])
        label = gettext("{name}, with changes").format(name=one.name) if is_changed else one.name
        found.setdefault(f"r{sha256(told.encode()).hexdigest()[:12]}", replace(one, name=label[:LONGEST]))
    return list(found.items())


def _told(game: AnyGame, rules: Mapping[str, Any]) -> str:
    """What rules say, in one spelling; without what the club or the table says itself."""
    return repr(sorted((name, value) for name, value in rules.items() if name not in game.of_the_table))
