"""The rules on offer for a game in a club, for forms that choose one set of them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.core.game import AnyGame
from games.core.record import dump, load
from games.core.units import UNIT, InUnits, unit_of_rules
from scorekeeper.clubs.house_rules import as_agreed, in_force, in_unit, kept, played_by
from scorekeeper.clubs.models import Club, HouseRules, HouseRulesVersion
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import isolated, translated
from scorekeeper.play.selectors.earlier import newest_table
from scorekeeper.play.selectors.played_rules import played_apart
from scorekeeper.play.selectors.told_effects import in_a_line


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules under a name, and in a line what they say; `house_version` where they are house rules of the club,
    `is_shipped` where they are a preset as it is."""

    name: str
    rules: Mapping[str, Any]
    house_version: UUID | None = None
    line: str = ""
    is_shipped: bool = False

    @property
    def label(self) -> str:
        """As a choice: the name, and the line below it."""
        return format_html("{}<small>{}</small>", isolated(self.name), self.line)

    @property
    def in_text(self) -> str:
        """As an option of a list that can't have two lines."""
        return f"{isolated(self.name)}: {self.line}"


@dataclass(frozen=True, slots=True)
class Offered:
    """The sets that a form offers, each under a key, and the key of the one that is chosen at first.

    Where what is planned goes by a version of house rules that is not in force, `stays` is that version: it is not
    offered, and stays unless a set is chosen.
    """

    sets: Mapping[str, RuleSet]
    first: str
    stays: HouseRulesVersion | None = None

    @property
    def choices(self) -> list[tuple[str, str]]:
        """For the field of a form."""
        return [(key, one.label) for key, one in self.sets.items()]


def offered_rules(club: Club, game: AnyGame, planned: RuleSet | None = None) -> Offered:
    """The rules on offer: each set of house rules in force by its newest version, then what the club has played by
    otherwise and the presets, each once. What is `planned` is chosen at first; it comes first where it is none of the
    house rules. Rules of a preset's name that are not the preset's say so."""
    house = {key_of(one): set_of(one, game) for one in kept(club, game.name)}
    version = _version_of(club, game, planned)
    if planned is None or version is None:
        others = _others(club, game, planned, house)
        sets = {**others, **house} if planned else {**house, **others}
        return Offered(sets, next(iter(sets), ""))
    sets = {**house, **_others(club, game, None, house)}
    in_use = next((key for key, one in house.items() if one.house_version == version.pk), "")
    if not in_use:
        return Offered(sets, "", version)
    as_planned = replace(house[in_use], rules=planned.rules)  # with what was agreed
    return Offered({**sets, in_use: as_planned}, in_use)


def rules_in_use(club: Club, game: AnyGame) -> list[RuleSet]:
    """What the club plays a game by: each set of house rules in force, then what it has played by otherwise."""
    played = [RuleSet(one.name, one.rules, line=_played_on(one.played_at)) for one in played_apart(club, game)]
    return [*(set_of(one, game) for one in kept(club, game.name)), *played]


def _played_on(at: datetime) -> str:
    return _("last played on {day}").format(day=date_format(timezone.localtime(at), "DATE_FORMAT"))


def in_unit_of(club: Club, game: AnyGame, rules: RuleSet, wanted: InUnits | None) -> Mapping[str, Any]:
    """Rules as an evening plays by them: where they name no unit in the one that is `wanted`, by what the newest table
    in that unit agreed on; a preset, where none is wanted, as a new table is offered it."""
    if wanted is None or not wanted.unit:
        return offered_in_unit(club, game, rules.rules) if rules.is_shipped and wanted is None else rules.rules
    return _in_unit(club, game, rules.rules, wanted)


def offered_in_unit(club: Club, game: AnyGame, rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """A preset in the unit of the newest table of the game, else in the club's."""
    earlier = newest_table(club, game)
    wanted = unit_of_rules(dump(earlier.rules)) if earlier else club.money
    return _in_unit(club, game, rules, wanted if club.keeps_money else InUnits())


def _in_unit(club: Club, game: AnyGame, rules: Mapping[str, Any], wanted: InUnits) -> Mapping[str, Any]:
    if not set(UNIT) <= set(game.agreed) or rules.get("unit") or not wanted.unit:
        return rules
    earlier = newest_table(club, game)
    if earlier and unit_of_rules(dump(earlier.rules)) == wanted:
        return as_agreed(game, rules, dump(earlier.rules))
    return in_unit(game, rules, wanted)


def key_of(house: HouseRules) -> str:
    """Named after the version: a form that was open while they were changed must not take the new ones unseen."""
    return f"house-{in_force(house).pk.hex}"


def set_of(house: HouseRules, game: AnyGame) -> RuleSet:
    """House rules as they say now."""
    return set_of_version(in_force(house), house.name, game)


def set_of_version(version: HouseRulesVersion, name: str, game: AnyGame) -> RuleSet:
    """House rules as they say in this version."""
    line = _("Version {number}. {rules}").format(number=version.number, rules=in_a_line(game, version.rules))
    return RuleSet(name, version.rules, version.pk, line)


def _version_of(club: Club, game: AnyGame, planned: RuleSet | None) -> HouseRulesVersion | None:
    """The version of house rules that these rules are a copy of."""
    if planned is None:
        return None
    if planned.house_version:
        return HouseRulesVersion.objects.select_related("house").get(pk=planned.house_version)
    return played_by(club, game, planned.name, load(game.rules, planned.rules))


def _others(club: Club, game: AnyGame, planned: RuleSet | None, house: Mapping[str, RuleSet]) -> dict[str, RuleSet]:
    """Rules that are no house rules: what is planned, what was played, the presets."""
    presets = {translated(preset.title): (preset, dump(load(game.rules, preset.rules))) for preset in game.presets}
    played = [RuleSet(one.name, one.rules) for one in played_apart(club, game)]
    shipped = [RuleSet(name, rules) for name, (_preset, rules) in presets.items()]
    names: Collection[str] = {one.name for one in house.values()}
    found: dict[str, RuleSet] = {}
    for one in (*([planned] if planned else []), *played, *shipped):
        spelled, (preset, usual) = _spelled(game, one.rules), presets.get(one.name, (None, {}))
        if preset and spelled == _spelled(game, usual):
            own = replace(one, line=translated(preset.about), is_shipped=True)
        else:
            is_taken = preset is not None or one.name in names
            name = _("{name}, with changes").format(name=one.name)[:LONGEST] if is_taken else one.name
            own = replace(one, name=name, line=in_a_line(game, one.rules))
        found.setdefault(f"r{sha256(spelled.encode()).hexdigest()[:12]}", own)
    return found


def _spelled(game: AnyGame, rules: Mapping[str, Any]) -> str:
    """What rules say, in one spelling; without what the club or the table says itself."""
    return repr(sorted((name, value) for name, value in rules.items() if name not in game.of_the_table))
