"""The rules that a club has for a game, has played by, and has said itself; in sentences, and where they can be
mended."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.core.effects import effects_of
from games.core.game import AnyGame
from games.core.record import dump, load
from games.core.settling import UNIT, InUnits, unit_of_rules
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.house_rules import as_agreed, houses_saying, in_force, in_unit, kept, played_by, said_of
from scorekeeper.clubs.models import Club, HouseRules, HouseRulesVersion
from scorekeeper.common.doing import Mend, Mends
from scorekeeper.common.names import LONGEST
from scorekeeper.common.texts import Names, in_language, rules_title, translated
from scorekeeper.languages.spoken import presets_of
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.reads import newest_table
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.seasons import present_seasons
from scorekeeper.standings.services.posting import counts_otherwise, unit_words


def said_before(club: Club, game: AnyGame) -> Mapping[str, Any]:
    """The choices a club makes itself, as at its newest table, else as in its house rules, else as in the game."""
    if not game.asked:
        return {}
    played = Sitting.objects.filter(club=club, game=game.name).order_by("-opened_at", "-pk")
    newest = played.values_list("rules", flat=True).first() or said_of(club, game)
    return {name: newest.get(name, game.rules.model_fields[name].default) for name in game.asked}


CHANGED = ", with changes"  # in English, as `rules_title` reads it
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


def effects_words(game: AnyGame, rules: Mapping[str, Any]) -> list[Effect]:
    """Every option by these rules, in the order of the game."""
    names = Names({}, unit_of_rules(rules))
    return [
        Effect(in_language(group.title), in_language(option.title), translated(words, names))
        for group, options in effects_of(game.effects, load(game.rules, rules), game.amounts)
        for option, words in options
    ]


def answered_effects(game: AnyGame, rules: Mapping[str, Any]) -> list[Effect]:
    """The same without the options that say nothing by these rules."""
    return [effect for effect in effects_words(game, rules) if effect.words]


def differences_words(game: AnyGame, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """What the second rules say differently."""
    pairs = zip(effects_words(game, before), effects_words(game, after), strict=True)
    return [Difference(old.title, old.words, new.words) for old, new in pairs if old.words != new.words]


def in_a_line(game: AnyGame, rules: Mapping[str, Any]) -> str:
    """What these rules say, in a line: the preset they are nearest to, and where they differ from it."""
    apart = [(preset, differences_words(game, preset.rules, rules)) for preset in game.presets]
    nearest, differences = min(apart, key=lambda pair: len(pair[1]))
    name = translated(nearest.title)
    if not differences:
        return pgettext("note", "As “{name}”.").format(name=name)
    nothing = pgettext("note", "none")
    line = " ".join(f"{difference.title}: {difference.after or nothing}" for difference in differences[:MOST_IN_A_LINE])
    more = len(differences) - MOST_IN_A_LINE
    if more <= 0:
        return _("As “{name}”, but: {differences}").format(name=name, differences=line)
    text = ngettext(
        "As “{name}”, but: {differences} And {count} more difference.",
        "As “{name}”, but: {differences} And {count} more differences.",
        more,
    )
    return text.format(name=name, differences=line, count=more)


LOOKED_AT = 60  # newest sittings
MOST = 6  # sets of rules


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """A named set of rules, and when it was last played."""

    name: str
    rules: Mapping[str, Any]
    played_at: datetime


def played_rules(club: Club, game: str) -> list[PlayedRules]:
    """The different rules of the club's newest sittings of a game, the last played first."""
    newest = Sitting.objects.filter(club=club, game=game).order_by("-opened_at")
    found: list[PlayedRules] = []
    for name, rules, opened_at in newest.values_list("rules_name", "rules", "opened_at")[:LOOKED_AT]:
        if all(rules != played.rules for played in found):
            found.append(PlayedRules(name, rules, opened_at))
    return found[:MOST]


def played_apart(club: Club, game: AnyGame) -> list[PlayedRules]:
    """Those of them that are no version of the club's house rules, be it in force, outdated or retired."""
    played = played_rules(club, game.name)
    houses = houses_saying(club, game, [rules.rules for rules in played])
    return [rules for rules, house in zip(played, houses, strict=True) if house is None]


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
        return format_html("{}<small>{}</small>", rules_title(self.name), self.line)

    @property
    def in_text(self) -> str:
        """As an option of a list that can't have two lines."""
        return f"{rules_title(self.name)}: {self.line}"


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
        return [(key, rules.label) for key, rules in self.sets.items()]


def offered_rules(club: Club, game: AnyGame, planned: RuleSet | None = None) -> Offered:
    """The rules on offer: each set of house rules in force by its newest version, then what the club has played by
    otherwise and the presets, each once. What is `planned` is chosen at first; it comes first where it is none of the
    house rules. Rules of a preset's name that are not the preset's say so."""
    house = {key_of(rules): set_of(rules, game) for rules in kept(club, game.name)}
    version = _version_of(club, game, planned)
    if planned is None or version is None:
        others = _others(club, game, planned, house)
        sets = {**others, **house} if planned else {**house, **others}
        return Offered(sets, next(iter(sets), ""))
    sets = {**house, **_others(club, game, None, house)}
    in_use = next((key for key, rules in house.items() if rules.house_version == version.pk), "")
    if not in_use:
        return Offered(sets, "", version)
    as_planned = replace(house[in_use], rules=planned.rules)  # with what was agreed
    return Offered({**sets, in_use: as_planned}, in_use)


def rules_in_use(club: Club, game: AnyGame) -> list[RuleSet]:
    """What the club plays a game by: each set of house rules in force, then what it has played by otherwise."""
    played = [RuleSet(rules.name, rules.rules, line=_played_on(rules.played_at)) for rules in played_apart(club, game)]
    return [*(set_of(house, game) for house in kept(club, game.name)), *played]


def _played_on(at: datetime) -> str:
    return pgettext("note", "last played on {day}").format(day=date_format(timezone.localtime(at), "DATE_FORMAT"))


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
    presets = {str(preset.title): (preset, dump(load(game.rules, preset.rules))) for preset in presets_of(game)}
    played = [RuleSet(rules.name, rules.rules) for rules in played_apart(club, game)]
    shipped = [RuleSet(name, rules) for name, (_preset, rules) in presets.items()]
    names: Collection[str] = {rules.name for rules in house.values()}
    found: dict[str, RuleSet] = {}
    for rule_set in (*([planned] if planned else []), *played, *shipped):
        spelled, (preset, usual) = _spelled(game, rule_set.rules), presets.get(rule_set.name, (None, {}))
        if preset and spelled == _spelled(game, usual):
            own = replace(rule_set, line=translated(preset.about), is_shipped=True)
        else:
            is_taken = preset is not None or rule_set.name in names
            name = f"{rule_set.name[: LONGEST - len(CHANGED)]}{CHANGED}" if is_taken else rule_set.name
            own = replace(rule_set, name=name, line=in_a_line(game, rule_set.rules))
        found.setdefault(f"r{sha256(spelled.encode()).hexdigest()[:12]}", own)
    return found


def _spelled(game: AnyGame, rules: Mapping[str, Any]) -> str:
    """What rules say, in one spelling; without what the club or the table says itself."""
    return repr(sorted((name, value) for name, value in rules.items() if name not in game.of_the_table))


NO_SEASON = gettext_noop(
    "No season of this game counts {unit}. Enter the unit of your season, leave the field empty, or open a season for "
    "this unit first."
)


def mends_of(club: Club, version: UUID | None = None) -> Mends:
    """For a director: the links for each problem; `version` is of the house rules that were chosen."""
    found = HouseRulesVersion.objects.select_related("house").filter(pk=version).first() if version else None
    change = [_to_rules(found)] if found else []
    unit = Mend(f"{reverse('club_edit', args=[club.pk])}#id_unit", _("Set what the club plays for"))
    season = Mend(reverse("season_new", args=[club.pk]), _("Open a season"))
    return {
        "plays_for_points": change if club.for_minors else [unit, *change],
        "season_unit": [*change, season],
    }


def _to_rules(version: HouseRulesVersion) -> Mend:
    name = version.house.name
    return Mend(
        reverse("house_change", args=[version.club_id, version.house_id]),
        pgettext("note", "Change {name}").format(name=name),
    )


def written_problems(club: Club, game: AnyGame, rules: Mapping[str, Any]) -> list[Problem]:
    """Why no season of the club could count tables by these rules, where the game is counted in a unit there: they name
    another unit. Rules that name none are played in that of the season. Refuses `season_unit`."""
    unit = unit_of_rules(rules)
    if not unit.unit or not set(UNIT) <= set(game.agreed):
        return []
    running = list(Competition.objects.running().for_game(game.name).filter(club=club))
    summed = [season for season in present_seasons(club, running, timezone.now()) if season.sums_amounts]
    if not summed or not all(counts_otherwise(season, unit) for season in summed):
        return []
    return [Problem("season_unit", "rules.unit", Text(NO_SEASON, {"unit": unit_words(unit)}))]


def unit_of_seasons(seasons: Iterable[Competition]) -> InUnits | None:
    """The unit that the first of them which sums amounts is bound to; None where none is."""
    return next((season.summed_in for season in seasons if season.sums_amounts and season.is_bound), None)
