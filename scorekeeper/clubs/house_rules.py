"""House rules: what a club writes down of how it plays. A version is never changed; another one comes after it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Prefetch
from django.utils.translation import gettext_noop

import games
from games.core.game import AnyGame
from games.core.record import Record, dump, load
from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, HouseRules, HouseRulesVersion
from scorekeeper.clubs.policies import can_keep_rules, role_in
from scorekeeper.clubs.services import lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import Alphabetical, clean_name, tidied
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write

LONGEST_NOTE = 200
MOST = 40  # of one game in a club that are not retired


@dataclass(frozen=True, slots=True)
class Wording:
    """What is written down: plain rules, and why."""

    rules: Mapping[str, Any]
    note: str = ""


# Reading


def newest_first() -> "Prefetch[str]":
    """The versions of house rules, the one in force first; `in_force` reads them."""
    return Prefetch("versions", HouseRulesVersion.objects.order_by("-number").select_related("by"))


def kept(club: Club, game: str | None = None) -> list[HouseRules]:
    """The club's house rules in use, the default of a game first, then by name."""
    found = HouseRules.objects.filter(club=club, retired_at=None).order_by("-is_default", Alphabetical("name"))
    return list((found.filter(game=game) if game else found).prefetch_related(newest_first()))


def in_force(house: HouseRules) -> HouseRulesVersion:
    """The newest version."""
    return house.versions.all()[0]


def played_by(club: Club, game: AnyGame, name: str, rules: Record) -> HouseRulesVersion | None:
    """The newest version that these rules are a copy of, under its name; what each table agrees on may differ."""
    versions = HouseRulesVersion.objects.filter(club=club, house__game=game.name, house__name=name)
    mine = compared(game, dump(rules))
    newest = versions.order_by("house__retired_at", "-number").select_related("house")
    return next((house for house in newest if compared(game, house.rules) == mine), None)


def house_saying(club: Club, game: AnyGame, rules: Mapping[str, Any]) -> UUID | None:
    """The house rules of which some version says this, beside what a table agrees on; those in use before others."""
    return houses_saying(club, game, [rules])[0]


def houses_saying(club: Club, game: AnyGame, sets: Sequence[Mapping[str, Any]]) -> list[UUID | None]:
    """The same for each of these, in their order."""
    if not sets:
        return []
    versions = HouseRulesVersion.objects.filter(club=club, house__game=game.name)
    in_use_first = versions.order_by(F("house__retired_at").asc(nulls_first=True), "-at", "-number")
    said = [(house, compared(game, rules)) for house, rules in in_use_first.values_list("house", "rules")]
    wanted = [compared(game, rules) for rules in sets]
    return [next((house for house, rules in said if rules == mine), None) for mine in wanted]


def compared(game: AnyGame, rules: Mapping[str, Any]) -> dict[str, Any]:
    """What rules say beside what a table agrees on, amounts in hundredths: 5 whole are 5 with decimals."""
    scale = 1 if rules.get("decimals") else 100
    agreed_apart = {name: value for name, value in rules.items() if name not in game.agreed}
    return agreed_apart | {
        name: agreed_apart[name] * scale for name in game.amounts if agreed_apart.get(name) is not None
    }


def as_agreed(game: AnyGame, wanted: Mapping[str, Any], agreed: Mapping[str, Any]) -> dict[str, Any]:
    """Rules with what a table agreed on, and with their amounts as that table counts them."""
    chosen = {name: agreed[name] for name in game.agreed if name in agreed}
    rules = {**wanted, **chosen}
    finer = 10 ** (int(rules.get("decimals", 0)) - int(wanted.get("decimals", 0)))
    for name in game.amounts - chosen.keys():
        if rules.get(name) is not None:
            rules[name] = round(rules[name] * finer)
    return rules


def in_unit(game: AnyGame, rules: Mapping[str, Any], unit: InUnits) -> dict[str, Any]:
    """Rules of a game for amounts as they are played in this unit: 5 whole are 5 with decimals."""
    agreed = {name: rules[name] for name in game.agreed if name in rules} | dump(unit)
    finer = 10 ** (unit.decimals - int(rules.get("decimals", 0)))
    for name in game.amounts & agreed.keys():
        agreed[name] = round(agreed[name] * finer)
    return as_agreed(game, rules, agreed)


def said_of(club: Club, game: AnyGame) -> Mapping[str, Any]:
    """What the club's house rules say of a game: its default ones, else the newest."""
    versions = HouseRulesVersion.objects.filter(club=club, house__game=game.name, house__retired_at=None)
    rules = versions.order_by("-house__is_default", "-at", "-number").values_list("rules", flat=True).first()
    return rules or {}


# Writing


@transaction.atomic
def write_down(*, club: Club, by: User, game: str, name: str, wording: Wording, now: datetime) -> HouseRules:
    """New house rules with their first version. Sent twice, they are there once.

    Raises:
        PermissionDenied: not a director.
        Refused: every problem with its field; `name_taken`, `house_rules_many`, as `clean_name`, as `checked`, as
            `_add`, as `_require_playable`.
    """
    require(can_keep_rules(role_in(by, club)))
    rules = checked(game, wording.rules)
    _require_playable(club, games.game(game), rules)
    name = clean_name(name, "name")
    lock_book(club)
    if same := _named(club, game, name):
        newest = in_force(same)
        if newest.number == 1 and newest.rules == rules and newest.by_id == by.pk:
            return same
        raise Refused([_taken(name)])
    if HouseRules.objects.filter(club=club, game=game, retired_at=None).count() >= MOST:
        text = Text(gettext_noop("A game can have at most {most} house rules. Retire some first."), {"most": MOST})
        raise Refused([Problem("house_rules_many", "", text)])
    house = HouseRules.objects.create(club=club, game=game, name=name, created_at=now)
    version = _add(house, 1, rules, wording, by, now)
    _told(house, Kind.HOUSE_WRITTEN, by, now, reason=version.note)
    return house


@transaction.atomic
def change(*, house_id: UUID, by: User, wording: Wording, seen: int, now: datetime) -> HouseRulesVersion:
    """Another version after the one that was `seen`; the same rules again are no new version.

    Raises:
        PermissionDenied: not a director.
        Refused: `house_rules_changed` where somebody else came first; `house_rules_retired`, as `checked`, as
            `_add`, as `_require_playable`; every problem with its field.
    """
    house = _locked(house_id, by)
    rules, newest = checked(house.game, wording.rules), in_force(house)
    if newest.rules == rules:
        return newest
    if house.retired_at:
        text = Text(gettext_noop("These house rules are retired. Restore them first."))
        raise Refused([Problem("house_rules_retired", "", text)])
    _require_playable(house.club, games.game(house.game), rules)
    if newest.number != seen:
        text = Text(gettext_noop("Someone else has changed these rules. Check them, then make your change again."))
        raise Refused([Problem("house_rules_changed", "", text)])
    version = _add(house, newest.number + 1, rules, wording, by, now)
    _told(house, Kind.HOUSE_CHANGED, by, now, reason=version.note, detail={"number": version.number})
    return version


@transaction.atomic
def rename(*, house_id: UUID, by: User, name: str) -> HouseRules:
    """Another name. Tables that were opened keep the one they were opened with. Raises Refused as `_taken`, as
    `clean_name`."""
    house = _locked(house_id, by)
    name = clean_name(name, "name")
    other = _named(house.club, house.game, name)
    if other and other.pk != house.pk:
        raise Refused([_taken(name)])
    if house.name != name:
        house.name = name
        house.save(update_fields=["name"])
        _told(house, Kind.HOUSE_RENAMED, by)
    return house


@transaction.atomic
def retire(*, house_id: UUID, by: User, now: datetime) -> HouseRules:
    """They are not offered any more; what was played by them stays."""
    house = _locked(house_id, by)
    if house.retired_at is None:
        house.retired_at, house.is_default = now, False
        house.save(update_fields=["retired_at", "is_default"])
        _told(house, Kind.HOUSE_RETIRED, by, now)
    return house


@transaction.atomic
def bring_back(*, house_id: UUID, by: User) -> HouseRules:
    """They are offered again."""
    house = _locked(house_id, by)
    if house.retired_at is None:
        return house
    if _named(house.club, house.game, house.name):
        raise Refused([_taken(house.name)])
    _require_playable(house.club, games.game(house.game), in_force(house).rules)
    house.retired_at = None
    house.save(update_fields=["retired_at"])
    _told(house, Kind.HOUSE_BROUGHT_BACK, by)
    return house


@transaction.atomic
def offer_first(*, house_id: UUID, by: User, first: bool) -> HouseRules:
    """New tables of the game are offered these first, or none of the club's before others. Raises Refused
    `house_rules_retired`."""
    house = _locked(house_id, by)
    if first and house.retired_at:
        text = Text(gettext_noop("These house rules are retired. Restore them first."))
        raise Refused([Problem("house_rules_retired", "", text)])
    if house.is_default == first:
        return house
    if first:
        HouseRules.objects.filter(club=house.club, game=house.game, is_default=True).update(is_default=False)
    house.is_default = first
    house.save(update_fields=["is_default"])
    _told(house, Kind.HOUSE_FIRST if first else Kind.HOUSE_NOT_FIRST, by)
    return house


def _locked(house_id: UUID, by: User) -> HouseRules:
    """One set of a club that this person belongs to, while nobody else changes any of them."""
    house = HouseRules.objects.select_related("club").get(pk=house_id, club__memberships__user=by)
    require(can_keep_rules(role_in(by, house.club)))
    lock_book(house.club)
    return HouseRules.objects.select_related("club").get(pk=house_id)


def _told(house: HouseRules, kind: Kind, by: User, now: datetime | None = None, **more: Any) -> None:
    """Write into the club's journal what was done to them."""
    write(kind, house.club_id, at=now, by_user=by, thing=house.pk, **more)


def _named(club: Club, game: str, name: str) -> HouseRules | None:
    return HouseRules.objects.filter(club=club, game=game, name=name, retired_at=None).first()


def _add(
    house: HouseRules, number: int, rules: Mapping[str, Any], wording: Wording, by: User, now: datetime
) -> HouseRulesVersion:
    """Raises Refused `note_too_long`."""
    note = tidied(wording.note[: 2 * LONGEST_NOTE])
    if len(note) > LONGEST_NOTE:
        text = Text(gettext_noop("At most {most} characters, please."), {"most": LONGEST_NOTE})
        raise Refused([Problem("note_too_long", "note", text)])
    return HouseRulesVersion.objects.create(
        club=house.club, house=house, number=number, rules=rules, note=note, by=by, at=now
    )


def checked(slug: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """The rules in full, as some table can play by them; those that are not said are as in the game. Raises Refused
    `game_unknown`, as `games.rules_codes`."""
    if slug not in games.all_games():
        raise Refused([Problem("game_unknown", "game", Text(gettext_noop("Choose a game.")))])
    game = games.game(slug)
    try:
        typed = load(game.rules, rules)
    except InvalidRecord as error:
        raise Refused(below(error.problems)) from None
    problems = [tuple(game.rules_problems(typed, size)) for size in game.seats]
    if all(problems):
        fewest = min(problems, key=len)
        raise Refused(below(fewest))
    return dump(typed)


def money_problems(club: Club, game: AnyGame, rules: Record) -> list[Problem]:
    """Why these rules do not suit what the club plays for: by them money would be due, and it plays for points. A table
    without an account is a club of its own that says nothing of it; what it agrees on is its own. Refuses
    `plays_for_points`."""
    if club.is_private or club.keeps_money:
        return []
    asked = [*(["unit"] if isinstance(rules, InUnits) else []), *sorted(game.money)]
    text = Text(FOR_MINORS if club.for_minors else FOR_POINTS)
    return [Problem("plays_for_points", name, text) for name in asked if getattr(rules, name)]


FOR_MINORS = gettext_noop("This club is for minors and plays for points. Leave this empty.")
FOR_POINTS = gettext_noop(
    "This club plays for points. Leave this empty, or ask a director to choose in the club’s "
    "settings what it plays for."
)


def _require_playable(club: Club, game: AnyGame, rules: Mapping[str, Any]) -> None:
    """Raises Refused: `plays_for_points`."""
    if problems := money_problems(club, game, load(game.rules, rules)):
        raise Refused(below(problems))


def below(problems: Iterable[Problem]) -> list[Problem]:
    """Problems of rules at the fields of a form that asks for rules."""
    return [Problem(problem.code, f"rules.{problem.field}".rstrip("."), problem.message) for problem in problems]


def _taken(name: str) -> Problem:
    """Refuses `name_taken`."""
    text = Text(gettext_noop("The name {name} is already used for house rules. Choose another."), {"name": name})
    return Problem("name_taken", "name", text)
