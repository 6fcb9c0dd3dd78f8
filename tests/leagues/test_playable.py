"""House rules that cannot be played where they are chosen are refused when they are written and when something is
planned, with a link that mends it; what a form chooses at first opens its tables."""

import re

import pytest
from django.urls import reverse

import games
from scorekeeper.clubs.house_rules import Wording, bring_back, change, in_force, offer_first, retire
from scorekeeper.clubs.models import HouseRules
from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.common.errors import Refused
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.evenings.services import change_evening, change_game
from scorekeeper.leagues.models import Evening, TeamLeague
from scorekeeper.play.house_rules.choice import rule_texts
from scorekeeper.play.offers import sizes
from scorekeeper.play.recording.services import next_table
from scorekeeper.tournaments.models import Tournament
from tests import factories
from tests.acting import client_of, problems_of, words
from tests.factories import NOW
from tests.factories.evenings import a_plan, come, make_evening, make_mixed, publish
from tests.factories.hands import hand_of

pytestmark = pytest.mark.django_db
CENTS = {"loss_fee": {"each": 50, "from_fourth": 100}}
EUROS = {"unit": "€", "decimals": 2}
OF_AMOUNTS = [
    game.name
    for game in games.all_games().values()
    if any(not game.in_units.isdisjoint(weights) for weights in game.systems.values())
]
ASKED = {"tonk": {"catch_extra": "others"}}


def summing(club, game, **unit):
    """A season of this game that sums amounts, and has a table in this unit."""
    plays = games.game(game)
    system = next(name for name, weights in plays.systems.items() if not plays.in_units.isdisjoint(weights))
    season = factories.make_season(club, f"{game} in {unit.get('unit', 'points')}", game=game, system=system)
    play(club, game, season, **unit)
    return season


def play(club, game, season, **unit):
    plays = games.game(game)
    size = 4 if game == "truco" else sizes(plays)[-1]
    sitting = factories.make_sitting(
        club, players=size, game=game, seasons=[season], rules={**ASKED.get(game, {}), **unit}
    )
    factories.record(sitting, hand_of(game, next_table(sitting, factories.seats_of(sitting))))
    return sitting


def sent_by(client, address):
    """What a form would send as it stands when it is opened."""
    form = client.get(address).context["form"]
    return {box.html_name: box.value() for box in form if box.value() not in (None, [])}


# Written down


@pytest.mark.parametrize(
    ("game", "rules", "field"),
    [("skat", CENTS, "rules.loss_fee"), ("tonk", {**EUROS, **ASKED["tonk"]}, "rules.unit")],
)
def test_a_club_that_plays_for_points_writes_down_no_rules_for_money(game, rules, field):
    club = factories.make_club(unit="")
    owner = factories.owner_of(club)
    plain = factories.make_house_rules(club, "Plain", game=game, rules=ASKED.get(game, {}))

    for act in (
        lambda: factories.make_house_rules(club, game=game, rules=rules),
        lambda: change(house_id=plain.pk, by=owner, wording=Wording(rules), seen=1, now=NOW),
    ):
        with pytest.raises(Refused) as caught:
            act()
        assert problems_of(caught) == [("plays_for_points", field)]
    assert HouseRules.objects.get().versions.count() == 1


def test_rules_for_money_do_not_come_back_into_a_club_that_plays_for_points_by_now():
    club = factories.make_club()
    owner, house = factories.owner_of(club), factories.make_house_rules(club, rules=CENTS)
    retire(house_id=house.pk, by=owner, now=NOW)
    change_club(ClubChange(unit="", decimals=2, for_minors=False), club=club, by=owner)

    with pytest.raises(Refused):
        bring_back(house_id=house.pk, by=owner)


@pytest.mark.parametrize("address", ["new", "change"])
def test_the_form_of_house_rules_says_so_with_a_link(address):
    club = factories.make_club(unit="")
    client = client_of(factories.owner_of(club))
    house = factories.make_house_rules(club)
    new, changed = reverse("house_new", args=[club.pk, "skat"]), reverse("house_change", args=[club.pk, house.pk])
    at = new if address == "new" else changed
    texts = rule_texts(games.game("skat"), games.game("skat").rules()) | {
        "loss_fee.each": "50",
        "loss_fee.from_fourth": "100",
    }
    sent = {"form": "1", "name": "Holm rules", "seen": "1", **{f"rules.{name}": text for name, text in texts.items()}}

    answer = client.post(at, sent)

    assert answer.status_code == 422, words(answer)
    assert "This club plays for points" in words(answer)
    assert f'href="{reverse("club_edit", args=[club.pk])}#id_unit"' in answer.content.decode()


def test_rules_in_a_unit_that_no_season_counts_are_refused_when_they_are_written():
    club = factories.make_club()
    summing(club, "tonk", **EUROS)
    client = client_of(factories.owner_of(club))
    address = reverse("house_new", args=[club.pk, "tonk"])
    plays = games.game("tonk")
    texts = rule_texts(plays, plays.rules.model_validate({**plays.presets[0].rules, **ASKED["tonk"], "unit": "chips"}))
    sent = {"form": "1", "name": "Chips", **{f"rules.{name}": text for name, text in texts.items()}}

    refused = client.post(address, sent)
    season = client.get(reverse("season_new", args=[club.pk]))
    taken = client.post(address, {**sent, "rules.unit": "€", "rules.decimals": "2"})

    assert (refused.status_code, taken.status_code, season.status_code) == (422, 302, 200)
    assert "No season of this game counts chips" in words(refused)
    assert reverse("season_new", args=[club.pk]) in refused.content.decode()


# Planned


@pytest.mark.parametrize("form", ["evening_new", "tournament_new", "league_new"])
def test_rules_for_money_are_refused_when_something_is_planned(form):
    club = factories.make_club()
    owner = factories.owner_of(club)
    factories.make_season(club)
    house = factories.make_house_rules(club, "Holm rules", rules=CENTS)
    offer_first(house_id=house.pk, by=owner, first=True)
    change_club(ClubChange(unit="", decimals=2, for_minors=False), club=club, by=owner)
    client = client_of(owner)
    address = reverse(form, args=[club.pk, *(["skat"] if form != "league_new" else [])])

    answer = client.post(address, sent_by(client, address))

    assert answer.status_code == 422
    assert "“Holm rules” plays for money, but this club plays for points." in words(answer)
    assert reverse("club_edit", args=[club.pk]) in answer.content.decode()
    assert not any(model.objects.exists() for model in (Evening, Tournament, TeamLeague))


def test_a_unit_that_the_season_does_not_count_is_refused_when_the_evening_is_planned():
    club = factories.make_club()
    season = summing(club, "tonk", **EUROS)
    house = factories.make_house_rules(club, "Chips", game="tonk", rules={**ASKED["tonk"], "unit": "chips"})
    client = client_of(factories.owner_of(club))
    address = reverse("evening_new", args=[club.pk, "tonk"])
    sent = {**sent_by(client, address), "rules": f"house-{in_force(house).pk.hex}", "seasons": [str(season.pk)]}

    answer = client.post(address, sent)
    without = client.post(address, {**sent, "seasons": []})

    assert (answer.status_code, without.status_code) == (422, 302)
    assert f"{season.name} counts in € with two decimals, these rules in chips." in words(answer)
    assert reverse("house_change", args=[club.pk, house.pk]) in answer.content.decode()


def test_each_act_on_an_evening_refuses_it():
    club = factories.make_club()
    owner, season = factories.owner_of(club), summing(club, "tonk", **EUROS)
    chips = {"game": "tonk", "rules": {**ASKED["tonk"], "unit": "chips"}, "rules_name": "Chips"}
    euros = {**chips, "rules": {**ASKED["tonk"], **EUROS}}
    evening = make_evening(club, **euros, seasons=[season.pk])
    plan = a_plan(**chips, seasons=[season.pk])

    for act in (
        lambda: make_evening(club, **chips, seasons=[season.pk]),
        lambda: change_evening(plan, evening_id=evening.pk, by=owner, now=NOW),
        lambda: change_game(plan, evening_id=evening.pk, game_id=evening.first.pk, by=owner, now=NOW),
    ):
        with pytest.raises(Refused) as caught:
            act()
        assert problems_of(caught) == [("season_unit", "seasons")]
    mixed = make_mixed(club, "truco", seasons=[])
    assert not mixed.seasons.exists()


def test_what_changed_since_it_was_planned_is_said_before_tables_are_drawn():
    club = factories.make_club()
    owner = factories.owner_of(club)
    evening = make_evening(club, rules=CENTS, rules_name="Holm rules")
    come(evening, 4)
    change_club(ClubChange(unit="", decimals=2, for_minors=False), club=club, by=owner)
    client = client_of(owner)

    for name in ("evening_detail", "evening_draw"):
        page = client.get(reverse(name, args=[evening.pk]))
        assert "“Holm rules” plays for money" in words(page)
        assert reverse("club_edit", args=[club.pk]) in page.content.decode()


# What is chosen at first


@pytest.mark.parametrize("house", ["none", "without a unit", "in the unit"])
@pytest.mark.parametrize("unit", [{}, EUROS, {"unit": "€"}], ids=["points", "cents", "whole"])
@pytest.mark.parametrize("game", OF_AMOUNTS)
def test_an_evening_opens_with_what_the_form_chooses_at_first(game, unit, house):
    club = factories.make_club()
    season = summing(club, game, **unit)
    if house != "none":
        rules = {**ASKED.get(game, {}), **(unit if house == "in the unit" else {})}
        factories.make_house_rules(club, "Ours", game=game, rules=rules)
    client = client_of(factories.owner_of(club))
    address = reverse("evening_new", args=[club.pk, game])

    answer = client.post(address, sent_by(client, address))

    assert answer.status_code == 302, words(answer)
    evening = Evening.objects.get()
    assert list(evening.seasons.all()) == [season]
    come(evening, 4)
    publish(evening)
    (sitting,) = sittings_of(evening)
    assert (sitting.unit.unit, sitting.unit.decimals) == (unit.get("unit", ""), unit.get("decimals", 0))


def test_the_button_that_opens_says_what_will_count_and_what_is_played_for():
    club = factories.make_club()
    season = summing(club, "tonk", **EUROS)
    evening = make_evening(club, game="tonk", rules={**ASKED["tonk"], **EUROS}, rules_name="Ours", seasons=[season.pk])
    come(evening, 4)
    client = client_of(factories.owner_of(club))
    address = reverse("evening_draw", args=[evening.pk])
    client.post(address)

    page = words(client.get(address))

    assert re.search(rf"These tables count for: \W*{season.name}\W* They play for \W*€\W* Open", page), page
