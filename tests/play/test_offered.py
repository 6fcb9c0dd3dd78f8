"""What forms offer, wherever one stands. House rules: each set in force once, by its newest version, with what it says
in a line; retired ones and older versions never. Seasons: none of a past year is chosen before anybody has. The forms
are found by reading every page of a club."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse

import games
from scorekeeper.clubs.house_rules import Wording, change, in_force, retire
from scorekeeper.clubs.models import HouseRules
from scorekeeper.common.texts import translated
from scorekeeper.leagues.models import EveningGame, TeamLeague
from scorekeeper.offline.selectors import openings
from scorekeeper.play.house_rules.reads import in_a_line
from scorekeeper.play.offers import sizes
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.models import Tournament
from tests import factories
from tests.acting import client_of, words
from tests.factories.evenings import make_evening
from tests.factories.world import World
from tests.worlds import laid


@dataclass
class Choices:
    """A group of controls of one name that can be chosen, or the places to go that one list shows: each with its
    words."""

    address: str
    name: str
    words: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    values: set[str] = field(default_factory=set)


class _Reading(HTMLParser):
    """Radios and boxes by their name, options by their select, links of lists by theirs."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.found: dict[tuple[int, str], Choices] = {}
        self.address, self._form = address, 0
        self._text: list[str] | None = None
        self._name = self._select = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = dict(attrs)
        if tag == "form":
            self._form += 1
        elif tag == "select":
            self._select = "" if "disabled" in given else given.get("name", "")
        elif tag == "label" or (tag == "a" and "box" in (given.get("class") or "").split()):
            self._text, self._name = [], "" if tag == "label" else "links"
        elif tag == "option":
            self._text, self._name = [], self._select
            self._add(given, is_chosen="selected" in given)
        elif tag == "input" and given.get("type") in {"radio", "checkbox"} and "disabled" not in given:
            self._name = given.get("name", "")
            self._add(given, is_chosen="checked" in given)
        elif tag in {"small", "b"} and self._text is not None:
            self._text.append("\n")

    def _add(self, given: dict[str, str], *, is_chosen: bool) -> None:
        group, value = self._group(), given.get("value", "")
        group.values.add(value)
        group.chosen += [value] if is_chosen else []

    def _group(self) -> Choices:
        return self.found.setdefault((self._form, self._name), Choices(self.address, self._name))

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"label", "a", "option"} and self._text is not None:
            if self._name:
                words = "".join(self._text).replace("\u2068", "").replace("\u2069", "").strip()
                words = words.replace(": Version", "\nVersion") if tag == "option" else words
                self._group().words.append(words)
            self._text = None


@dataclass
class Sets:
    """The house rules of one game."""

    game: str
    in_force: list[HouseRules]
    retired: HouseRules

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each with what has to stand beside its name."""
        return [(one.name, in_a_line(games.game(self.game), in_force(one).rules)) for one in self.in_force]


def make_sets(world: World) -> list[Sets]:
    """Of each game: rules in their second version, played and planned by the first; a set that says the same under
    another name, one of another unit; and one that was played and retired."""
    return [_sets_of(world, game.name) for game in games.all_games().values()]


def _sets_of(world: World, game: str) -> Sets:
    club, owner, plays = world.club, world.owner, games.game(game)
    asked = {plays.asked[0]: plays.examples()[0].option} if plays.asked and plays.examples else {}
    other = plays.presets[1].rules

    def written(name: str, **rules: Any) -> HouseRules:
        return factories.make_house_rules(club, f"{name} of {game}", game=game, rules={**asked, **rules})

    first, gone = written("Quorum"), written("Yonder", **other)
    _play(club, owner, first)
    _plan(world, game, first)
    _play(club, owner, gone)
    retire(house_id=gone.pk, by=owner, now=factories.NOW)
    change(house_id=first.pk, by=owner, wording=Wording({**asked, **other}), seen=1, now=factories.NOW)
    others = [written("Twin", **other)]
    others += [written("Euro", **other, unit="€", decimals=2)] if "unit" in plays.agreed else []
    found = HouseRules.objects.filter(pk__in=[first.pk, *(one.pk for one in others)]).order_by("created_at", "pk")
    return Sets(game, list(found), gone)


def _play(club: Any, owner: Any, house: HouseRules) -> None:
    size = sizes(games.game(house.game))[0]
    seats = [Sitter(name=f"{house.name} {number}") for number in range(size)]
    opening = Opening(game=house.game, seats=seats, house_rules=house.pk)
    open_sitting(club=club, by=owner, opening=opening, now=factories.NOW)


def _plan(world: World, game: str, house: HouseRules) -> None:
    """What is planned of this game goes by its first version."""
    version = in_force(house)
    by = {"rules": version.rules, "rules_name": house.name}
    for model in (EveningGame, Tournament):
        model.objects.filter(club=world.club, game=game).update(**by, house_version=version)
    if game == "skat":
        TeamLeague.objects.filter(club=world.club).update(**by)


def _seasons(world: World) -> tuple[Competition, Competition]:
    """One that the last table counted for, and a later one for the old lists of a year."""
    autumn = factories.make_season(world.club, "Autumn league")
    factories.make_sitting(world.club, seasons=[autumn])
    old = factories.make_season(world.club, "Spring 2025")
    factories.import_evening(old, {factories.make_player(world.club): {"points": 100}})
    return autumn, old


def make() -> tuple[World, list[Sets], list[Choices]]:
    """A club with everything in it, its house rules, and everything that can be chosen on its pages."""
    world = World()
    sets, found = make_sets(world), []
    _seasons(world)
    for _client, address, html in world.pages():
        reading = _Reading(address)
        reading.feed(html)
        found += reading.found.values()
    return world, sets, found


@pytest.fixture
def read(db: None) -> tuple[World, list[Sets], list[Choices]]:
    return laid(make)


def lists(sets: Sets, found: list[Choices]) -> list[Choices]:
    """Where rules of this game can be chosen in the club: one of its sets stands there, or two presets."""
    own = {*(one.name for one in sets.in_force), sets.retired.name}
    presets = {translated(preset.title) for preset in games.game(sets.game).presets}
    return [
        one
        for one in found
        if not one.address.startswith(("/tables/new/", "/rules/"))  # of nobody's club
        and "/house-rules/new/" not in one.address  # what a new set starts from
        and (_names(one) & own or len(_names(one) & presets) > 1)
    ]


def _names(found: Choices) -> set[str]:
    return {words.split("\n")[0].strip() for words in found.words}


def test_a_phone_without_a_connection_offers_the_same(read: Any) -> None:
    world, every, _found = read
    kept_there = {one["game"]: one["sets"] for one in openings(world.owner)[0]["games"]}

    for sets in every:
        labels = [one["label"] for one in kept_there[sets.game]]
        abouts = {one["label"]: one["about"] for one in kept_there[sets.game]}
        for house in sets.in_force:
            line = in_a_line(games.game(sets.game), in_force(house).rules)
            assert abouts[house.name] == f"Version {in_force(house).number}. {line}"
        names = [one.name for one in (*sets.in_force, sets.retired)]
        ours = [label for label in labels if any(label.startswith(name) for name in names)]
        assert sorted(ours) == sorted(one.name for one in sets.in_force)


def test_what_is_planned_by_an_older_version_stays_unless_another_is_chosen(db: None) -> None:
    club = factories.make_club()
    owner = factories.owner_of(club)
    house = factories.make_house_rules(club, rules={"kontra": True})
    evening = make_evening(club, house_version=in_force(house).pk)
    change(house_id=house.pk, by=owner, wording=Wording({"bock": True}), seen=1, now=factories.NOW)
    client, address = client_of(owner), reverse("evening_edit", args=[evening.pk])

    page = client.get(address)
    form = page.context["form"]
    sent = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    answer = client.post(address, {**sent, "hour": "20:00", "seasons": []})

    assert "Currently Thursday rules, version 1, which is no longer in force." in words(page)
    assert (form["rules"].value(), answer.status_code) == ("", 302)
    game = evening.games.get()
    assert (game.house_version.number, game.rules["kontra"], game.rules["bock"]) == (1, True, False)

    newest = next(key for key, one in form.offered.sets.items() if one.name == house.name)
    client.post(address, {**sent, "rules": newest, "seasons": []})
    assert evening.games.get().house_version.number == 2


def test_no_form_chooses_a_season_of_a_past_year_before_anybody_has_chosen(read: Any) -> None:
    """Nor another one than what the last table counted for, where a form chooses one at all."""
    world, _every, found = read
    old, autumn = (str(world.club.competitions.get(name=name).pk) for name in ("Spring 2025", "Autumn league"))
    offering = [one for one in found if old in one.values and one.name.startswith("season")]
    new = [one for one in offering if not one.address.endswith("/edit/")]
    choosing = [one for one in new if one.chosen not in ([], [""])]

    assert not [one for one in offering if old in one.chosen]
    assert choosing
    assert not [one for one in choosing if autumn not in one.chosen]


@pytest.mark.parametrize("number", range(len(games.all_games())))
def test_every_list_has_each_set_in_force_once_with_its_line(number: int, read: Any) -> None:
    _world, every, found = read
    sets = every[number]
    offered = lists(sets, found)

    for one in offered:
        shown = [[part.strip() for part in words.split("\n") if part.strip()] for words in one.words]
        ours = [parts for parts in shown if parts[0] in {name for name, _line in sets.lines}]
        assert sorted(parts[0] for parts in ours) == sorted(name for name, _line in sets.lines), one
        for name, line in sets.lines:
            number = next(iter(in_force(house).number for house in sets.in_force if house.name == name))
            assert [f"Version {number}. {line}"] in [parts[1:] for parts in ours if parts[0] == name], one
        old = [parts for parts in shown if parts[0].startswith(sets.retired.name) or "Version 1. As" in parts[0]]
        assert not old, one
    assert offered, sets.game


def test_the_lists_that_are_known_are_among_those_that_were_found(read: Any) -> None:
    """So that the reading does not go blind."""
    world, every, found = read
    addresses = {one.address for sets in every for one in lists(sets, found)}

    club, evening, game = f"/clubs/{world.club.pk}", world.ids["evening_id"], world.ids["game_id"]
    assert {
        f"/evenings/{evening}/games/{game}/",
        f"/tournaments/{world.ids['tournament_id']}/edit/",
        f"{club}/imports/typed/",
        f"{club}/tables/new/skat/",
        f"{club}/evenings/new/skat/",
        f"{club}/tournaments/new/skat/",
        f"{club}/leagues/new/",
    } <= addresses, sorted(addresses)
