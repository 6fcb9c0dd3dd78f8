"""Which rules a new table plays by: what was said of them, in full."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.clubs.house_rules import as_agreed, below, compared, in_force, kept, not_chosen, played_by
from scorekeeper.clubs.models import Club, HouseRulesVersion
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import clean_name
from scorekeeper.play.selectors.asked import said_before


def agreed_rules(
    club: Club, game: AnyGame, rules: Mapping[str, Any], name: str, house_rules: UUID | None
) -> tuple[Record, str]:
    """The rules of a table and what it calls them; with `house_rules` those of the club, as they say now.

    Raises:
        Refused: every problem with its field.
    """
    if house_rules is not None:
        rules, name = _by_house_rules(club, game, rules, house_rules)
    try:
        typed = load(game.rules, _chosen(club, game, rules))
    except InvalidRecord as error:
        raise Refused(below(error.problems)) from None
    return typed, clean_name(name or _("Own rules"), "rules_name")


def version_of(club: Club, game: AnyGame, said: UUID | None, name: str, rules: Record) -> HouseRulesVersion | None:
    """The version of house rules that a table's rules are a copy of: the one that is said, where that is so, else the
    one that is called like them."""
    versions = HouseRulesVersion.objects.filter(club=club, house__game=game.name).select_related("house")
    named = versions.filter(pk=said).first() if said else None
    if named and compared(game, named.rules) == compared(game, dump(rules)):
        return named
    return played_by(club, game, name, rules)


def _by_house_rules(
    club: Club, game: AnyGame, agreed: Mapping[str, Any], house_rules: UUID
) -> tuple[Mapping[str, Any], str]:
    """What the club's house rules stand for, and their name.

    Raises:
        Refused: `house_rules_unknown`, or `rules_fixed` where more is said than a table agrees on.
    """
    house = next((one for one in kept(club, game.name) if one.pk == house_rules), None)
    if house is None:
        text = Text(gettext_noop("This club has no such house rules for this game."))
        raise Refused([Problem("house_rules_unknown", "house_rules", text)])
    if fixed := agreed.keys() - {*game.agreed}:
        text = Text(gettext_noop("The house rules say this. Leave it out, or give all rules yourself."))
        raise Refused([Problem("rules_fixed", f"rules.{name}", text) for name in sorted(fixed)])
    return as_agreed(game, in_force(house).rules, agreed), house.name


def _chosen(club: Club, game: AnyGame, rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """The rules with what a club has to choose by itself: said now, at its last table of this game, or in its house
    rules.

    Raises:
        Refused: `rule_not_chosen`, for each that was never said.
    """
    missing = [name for name in game.asked if name not in rules]
    if not missing:
        return rules
    before = said_before(club, game)
    if problems := [not_chosen(game, name) for name in missing if name not in before]:
        raise Refused(problems)
    return {**rules, **{name: before[name] for name in missing}}
