"""Plan an evening, change it, copy it for the week after; every problem with its field."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from games import game
from scorekeeper.clubs import house_rules
from scorekeeper.clubs.house_rules import Wording, in_force
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.evenings.reads import newer_of, sittings_of
from scorekeeper.leagues.evenings.services import change_evening, next_evening, open_evening, plan_evening
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.standings.services import end_season
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import a_plan, come, make_evening, publish

pytestmark = pytest.mark.django_db

TRUCO = game("truco").presets[0].rules


def problems(act):
    with pytest.raises(Refused) as refused:
        act()
    return [(problem.code, problem.field) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"game": "bridge", "rules": {}, "rules_name": "x"}, ("game_unknown", "game")),
        ({"rules": {"system": 3}}, ("system_invalid", "rules")),
        ({"size": 5}, ("size_unknown", "size")),
        ({"fee": -1}, ("fee_large", "fee")),
        ({"fee": 1_000_001}, ("fee_large", "fee")),
        ({"unit": "thirteen long"}, ("unit_malformed", "unit")),
        ({"unit": "a\nb"}, ("unit_malformed", "unit")),
        ({"name": " "}, ("name_missing", "name")),
        ({"venue": "v" * 81}, ("name_too_long", "venue")),
        ({"starts_at": NOW + timedelta(days=800)}, ("day_far", "day")),
        ({"seasons": [uuid4()]}, ("season_unknown", "seasons")),
    ],
)
def test_a_plan_that_cannot_be_says_why(club, wrong, expected):
    game = wrong.pop("game", "skat")
    plan = a_plan(**wrong)
    plan = type(plan)(**{**dict(plan), "game": game})

    found = problems(lambda: plan_evening(plan, club=club, by=factories.owner_of(club), now=NOW))

    assert found[0][1] == expected[1]
    assert expected[0] in {"system_invalid", found[0][0]}
    assert not Evening.objects.exists()


def test_the_season_of_another_game_or_one_that_ended_does_not_count(club, owner):
    other = factories.make_season(club, game="truco", system="three_a_win")
    ended = factories.make_season(club)
    end_season(competition=ended, by=owner, now=NOW)

    for season in (other, ended):
        found = problems(lambda season=season: make_evening(club, seasons=[season.pk]))
        assert found == [("season_unknown", "seasons")]


def test_what_a_club_chooses_itself_comes_from_its_newest_table(club):
    plan = {"game": "tonk", "rules": {}, "rules_name": "House"}

    sitting = factories.make_sitting(club, game="tonk", rules={"catch_extra": "none"})

    assert make_evening(club, **plan).first.rules == {**sitting.rules, "unit": "", "decimals": 0}


def test_a_member_plans_nothing(club):
    member = factories.make_member(club, "scorer")

    with pytest.raises(PermissionDenied):
        plan_evening(a_plan(), club=club, by=member, now=NOW)


def test_changed_until_it_is_closed(club, owner):
    evening = make_evening(club, fee=300)

    changed = change_evening(a_plan(name="Saturday", fee=0), evening_id=evening.pk, by=owner, now=NOW)
    with pytest.raises(Refused):
        change_evening(a_plan(game="svoi_kozyri", size=3), evening_id=evening.pk, by=owner, now=NOW)
    close_evening(evening_id=evening.pk, by=owner, now=NOW)

    assert (changed.name, changed.fee) == ("Saturday", 0)
    with pytest.raises(Conflict):
        change_evening(a_plan(), evening_id=evening.pk, by=owner, now=NOW)


def test_opened_twice_it_is_opened_once(club, owner):
    evening = make_evening(club)

    first = open_evening(evening_id=evening.pk, by=owner, now=NOW)
    second = open_evening(evening_id=evening.pk, by=owner, now=factories.at(5))

    assert (first.opened_at, second.opened_at) == (NOW, NOW)


def test_next_evening_is_a_week_later_by_the_clock_of_the_club(club, owner):
    season = factories.make_season(club)
    before_the_change = datetime(2026, 10, 23, 17, 30, tzinfo=UTC)  # 19:30 in Berlin, in summer time
    evening = make_evening(club, starts_at=before_the_change, seasons=[season.pk], fee=250, unit="€", venue="Inn")

    made = next_evening(evening_id=evening.pk, by=owner, now=NOW)

    made.refresh_from_db()
    assert made.starts_at == datetime(2026, 10, 30, 18, 30, tzinfo=UTC)
    kept = ("name", "venue", "fee", "unit")
    assert [getattr(made, name) for name in kept] == [getattr(evening, name) for name in kept]
    assert [said(one) for one in made.line_up] == [said(one) for one in evening.line_up]
    assert list(made.seasons.all()) == [season]
    assert made.is_planned


def said(one):
    """What a game of an evening says."""
    return one.order, one.game, one.rules, one.rules_name, one.size, one.house_version


def by_house(club, **more):
    house = factories.make_house_rules(club, rules={"kontra": True})
    first = in_force(house)
    return house, first, make_evening(club, house_version=first.pk, **more)


def new_version(house, **rules):
    owner, seen = factories.owner_of(house.club), house.versions.count()
    wording = Wording({"kontra": True, **rules}, "agreed")
    return house_rules.change(house_id=house.pk, by=owner, wording=wording, seen=seen, now=NOW)


def test_an_evening_goes_by_the_version_that_was_named(club, owner):
    house, first, evening = by_house(club, rules={}, rules_name="x", size=3)
    played = evening.first
    assert (played.rules_name, played.rules["kontra"], played.house_version) == ("Thursday rules", True, first)
    second = new_version(house, bock=True)
    house_rules.rename(house_id=house.pk, by=owner, name="Friday rules")
    assert newer_of(played) == second

    come(evening, 6)
    publish(evening)

    for sitting in sittings_of(evening):
        assert (sitting.house_version, sitting.rules_name) == (first, "Thursday rules")
        assert (sitting.rules["kontra"], sitting.rules["bock"]) == (True, False)


def test_the_next_evening_goes_by_the_version_in_force(club, owner):
    house, first, evening = by_house(club)
    again = next_evening(evening_id=evening.pk, by=owner, now=NOW)
    assert (again.first.house_version, newer_of(again.first)) == (first, None)
    second = new_version(house, bock=True)
    third = next_evening(evening_id=again.pk, by=owner, now=NOW)
    third.refresh_from_db()
    assert (third.first.house_version, third.first.rules["bock"]) == (second, True)
    assert Evening.objects.get(pk=again.pk).first.house_version == first
    new_version(house, bock=False)
    house_rules.retire(house_id=house.pk, by=owner, now=NOW)
    assert next_evening(evening_id=third.pk, by=owner, now=NOW).first.house_version == second


def test_house_rules_that_cannot_be_named(club, owner):
    house, first, evening = by_house(club)
    elsewhere = in_force(factories.make_house_rules(factories.make_club()))
    of_truco = in_force(factories.make_house_rules(club, game="truco", rules=TRUCO))
    for version in (elsewhere.pk, of_truco.pk, uuid4()):
        assert problems(lambda version=version: make_evening(club, house_version=version)) == [
            ("house_rules_unknown", "rules")
        ]
    house_rules.retire(house_id=house.pk, by=owner, now=NOW)
    assert problems(lambda: make_evening(club, house_version=first.pk)) == [("house_rules_unknown", "rules")]
    plan = a_plan(house_version=first.pk, venue="Inn")
    assert change_evening(plan, evening_id=evening.pk, by=owner, now=NOW).first.house_version == first
    plan = a_plan(venue="Inn")
    assert change_evening(plan, evening_id=evening.pk, by=owner, now=NOW).first.house_version is None


def test_next_evening_asked_twice_is_the_same_one(club, owner):
    evening = make_evening(club)

    assert next_evening(evening_id=evening.pk, by=owner, now=NOW) == next_evening(
        evening_id=evening.pk, by=owner, now=NOW
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        Evening.objects.create(club=club, next_of=evening, starts_at=NOW, planned_by=owner, planned_at=NOW)


def test_next_evening_of_one_long_ago_lies_ahead(club, owner):
    evening = make_evening(club)

    made = next_evening(evening_id=evening.pk, by=owner, now=NOW + timedelta(days=30))

    assert made.starts_at == evening.starts_at + timedelta(days=35)


@pytest.mark.parametrize("wrong", [{"state": "lost"}, {"state": "closed"}, {"closed_at": NOW}])
def test_the_database_holds_the_state(club, wrong):
    evening = make_evening(club)

    with pytest.raises(IntegrityError), transaction.atomic():
        Evening.objects.filter(pk=evening.pk).update(**wrong)
