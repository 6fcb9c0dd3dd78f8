"""Which rules a table plays by, new or planned: what was said of them, in full."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

import games
from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import (
    Wording,
    as_agreed,
    below,
    change,
    checked,
    compared,
    in_force,
    kept,
    money_problems,
    played_by,
    write_down,
)
from scorekeeper.clubs.models import Club, HouseRules, HouseRulesVersion
from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import clean_name
from scorekeeper.common.texts import OWN_RULES
from scorekeeper.play.house_rules.reads import said_before, written_problems
from scorekeeper.play.records import GameRules

Note = Annotated[str, Field(description="Why; every member can read it. At most 200 characters.")]


class WrittenRules(Asked):
    """House rules of a game, to be written down."""

    game: Annotated[str, Field(max_length=20)]
    name: str
    rules: GameRules
    note: Note = ""


class ChangedRules(Asked):
    """Another version of house rules."""

    rules: GameRules
    note: Note = ""
    seen: Annotated[
        int, Field(ge=0, description="The number of the version in force that this one was made from, from 1.")
    ]


class RulesVersionBody(Answer):
    """House rules as they said from some time on; the first of them is in force."""

    id: UUID
    number: int = Field(description="From 1.")
    rules: GameRules
    note: str
    at: datetime
    by: str


class RulesInForceBody(Answer):
    """House rules of a club, as they say now."""

    id: UUID
    game: str
    name: str
    is_default: bool = Field(description="New tables of the game are offered these first.")
    retired_at: datetime | None = Field(description="Since when they are not offered any more.")
    number: int = Field(description="Of the version in force, from 1.")


class RulesHistoryBody(RulesInForceBody):
    """House rules of a club with all their versions, the newest first."""

    versions: list[RulesVersionBody]


class RulesListBody(Answer):
    """The house rules of a club."""

    house_rules: list[RulesInForceBody] = Field(description="By game and name, those in use first.")


def write_rules(written: WrittenRules, *, club: Club, by: User, now: datetime) -> HouseRules:
    """New house rules with their first version. Sent twice, they are there once.

    Raises:
        PermissionDenied: not a director.
        Refused: as `_require_counted`, as `write_down`; every problem with its field.
    """
    if written.game in games.all_games():
        _require_counted(club, written.game, written.rules)
    wording = Wording(written.rules, written.note)
    return write_down(club=club, by=by, game=written.game, name=written.name, wording=wording, now=now)


def change_rules(changed: ChangedRules, *, house: HouseRules, by: User, now: datetime) -> HouseRulesVersion:
    """Another version after the one that was seen; the same rules again are no new version.

    Raises:
        PermissionDenied: not a director.
        Refused: as `_require_counted`, as `change`; every problem with its field.
    """
    _require_counted(house.club, house.game, changed.rules)
    wording = Wording(changed.rules, changed.note)
    return change(house_id=house.pk, by=by, wording=wording, seen=changed.seen, now=now)


def _require_counted(club: Club, game: str, rules: Mapping[str, Any]) -> None:
    """Raises Refused as `checked`, as `written_problems`."""
    if problems := written_problems(club, games.game(game), checked(game, rules)):
        raise Refused(problems)


def agreed_rules(
    club: Club, game: AnyGame, rules: Mapping[str, Any], name: str, house_rules: UUID | None
) -> tuple[Record, str]:
    """The rules of a table and what it calls them; with `house_rules` those of the club, as they say now.

    Raises:
        Refused: as `_by_house_rules`, as `games.rules_codes`, as `clean_name`; every problem with its field.
    """
    if house_rules is not None:
        rules, name = _by_house_rules(club, game, rules, house_rules)
    try:
        typed = load(game.rules, {**said_before(club, game), **rules})
    except InvalidRecord as error:
        raise Refused(below(error.problems)) from None
    return typed, clean_name(name or OWN_RULES, "rules_name")


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
    house = next((rules for rules in kept(club, game.name) if rules.pk == house_rules), None)
    if house is None:
        text = Text(gettext_noop("This club has no such house rules for this game."))
        raise Refused([Problem("house_rules_unknown", "house_rules", text)])
    if fixed := agreed.keys() - {*game.agreed}:
        text = Text(gettext_noop("The house rules already set this. Leave it out, or give all rules yourself."))
        raise Refused([Problem("rules_fixed", f"rules.{name}", text) for name in sorted(fixed)])
    return as_agreed(game, in_force(house).rules, agreed), house.name


MONEY_FOR_MINORS = gettext_noop("“{name}” plays for money, but this club is for minors and plays for points.")
MONEY_FOR_POINTS = gettext_noop(
    "“{name}” plays for money, but this club plays for points. Choose other rules, or first set what the club plays "
    "for."
)


@dataclass(frozen=True, slots=True)
class PlannedRules:
    """The rules under their name, the version of the house rules that they are a copy of, and what they collide with
    in this club, at the field `rules`."""

    game: AnyGame
    rules: Record
    name: str
    version: HouseRulesVersion | None
    problems: tuple[Problem, ...]


def planned_rules(
    club: Club,
    *,
    game: str,
    rules: Mapping[str, Any],
    name: str,
    house_version: UUID | None = None,
    has: UUID | None = None,
) -> PlannedRules:
    """What is planned in a club; nothing said of the rules are the game's own. `house_version` names house rules of it:
    they say the rules then, and `rules` what is agreed; retired ones only where the row `has` them already.

    Raises:
        Refused: as `_version`, as `_rules`, as `asks_for_money`, as `clean_name`.
    """
    version = _version(club, game, house_version, has)
    if version:
        rules, name = as_agreed(games.game(game), version.rules, rules), version.house.name
    played, record = _rules(club, game, rules)
    name = name or usual_name(played, rules)
    problems = tuple(asks_for_money(club, played, record, name))
    return PlannedRules(played, record, clean_name(name, "rules"), version, problems)


def usual_name(game: AnyGame, rules: Mapping[str, Any]) -> str:
    """What rules without a name are called: as the preset that they equal."""
    said = dump(load(game.rules, rules))
    same = (preset for preset in game.presets if dump(load(game.rules, preset.rules)) == said)
    return next((str(preset.title) for preset in same), OWN_RULES)


def asks_for_money(club: Club, game: AnyGame, rules: Record, name: str) -> list[Problem]:
    """That rules of this name can't be played in a club that plays for points, at the field `rules`. Refuses as
    `money_problems`."""
    text = Text(MONEY_FOR_MINORS if club.for_minors else MONEY_FOR_POINTS, {"name": name})
    return [replace(found, field="rules", message=text) for found in money_problems(club, game, rules)[:1]]


def _version(club: Club, game: str, wanted: UUID | None, has: UUID | None) -> HouseRulesVersion | None:
    """The house rules that are named: any version of those in use, or the one that is there already. Raises Refused
    `house_rules_unknown`."""
    if wanted is None:
        return None
    versions = HouseRulesVersion.objects.filter(club=club, house__game=game).select_related("house")
    found = versions.filter(pk=wanted).first()
    if found is None or (found.house.retired_at and found.pk != has):
        text = gettext_noop("This club has no such house rules for this game.")
        raise Refused([Problem("house_rules_unknown", "rules", Text(text))])
    return found


def _rules(club: Club, name: str, wanted: Mapping[str, Any]) -> tuple[AnyGame, Record]:
    """The game and its rules; what a club chooses itself is as it has said before. Raises Refused `game_unknown`, as
    `games.rules_codes`."""
    if name not in games.all_games():
        raise Refused([Problem("game_unknown", "game", Text(gettext_noop("Choose a game.")))])
    game = games.game(name)
    try:
        return game, load(game.rules, {**said_before(club, game), **wanted})
    except InvalidRecord as error:
        raise Refused([Problem(problem.code, "rules", problem.message) for problem in error.problems]) from None
