"""The demo club: plausible, complete, and the same however often it is made."""

from io import StringIO
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

import games
from games.core.values import Table
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.demo.cast import CLUB, EVENINGS, MEMBERS, PASSWORD, SEASON
from scorekeeper.demo.dealing import deal
from scorekeeper.demo.seeding import seed
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.standings.models import Competition, Standing
from tests.factories import at


def everything() -> dict[str, list[Any]]:
    """Every row of our own tables."""
    labels = ("accounts", "clubs", "play", "standings")
    models = [model for label in labels for model in apps.get_app_config(label).get_models()]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}


@pytest.mark.django_db
def test_seed_is_complete():
    club = seed(now=at(0))

    assert club.name == CLUB
    assert dict(Membership.objects.filter(club=club).values_list("user__email", "role")) == {
        member.email: member.role for member in MEMBERS
    }
    assert User.objects.get(email=MEMBERS[0].email).check_password(PASSWORD)
    lists = {sitting.name: (sitting.next_number - 1, sitting.is_open) for sitting in Sitting.objects.all()}
    assert lists == {evening.table: (evening.hands, evening.opened is None) for evening in EVENINGS}
    call_command("verify", stdout=StringIO())
    season = Competition.objects.get(name=SEASON)
    assert all(season.created_at < sitting.opened_at for sitting in season.sittings.all())
    standings = Standing.objects.filter(competition__name=SEASON)
    assert standings.count() == 10
    assert standings.filter(official_sources__gte=1).count() == 9


@pytest.mark.django_db
def test_seed_again_changes_nothing():
    seed(now=at(0))
    before = everything()

    seed(now=at(600))

    assert everything() == before


@pytest.mark.django_db
def test_seed_leaves_alone_what_people_have_changed():
    club = seed(now=at(0))
    Club.objects.filter(pk=club.pk).update(ink="ochre")
    User.objects.filter(email=MEMBERS[1].email).update(name="Jürgen K.")
    before = everything()

    seed(now=at(600))

    assert everything() == before


@pytest.mark.django_db
def test_seed_makes_the_same_hands_each_time():
    seed(now=at(0))

    first = Hand.objects.filter(sitting__name=EVENINGS[0].table).values_list("number", "record", "key")

    assert len(set(Hand.objects.values_list("key"))) == sum(evening.hands for evening in EVENINGS)
    assert first[0][1]["declarer"] == 2
    assert str(first[0][2]) == "c588daf4-6f45-59f7-b53d-2f800fce50a8"


@pytest.mark.parametrize("size", [3, 4])
def test_hands_are_ones_the_rules_accept(size):
    game = games.game("skat")
    rules = game.rules()
    table = Table(tuple(range(size)), 1, 0, game.start(rules, size))
    chance = Random(7)

    for _deal in range(500):
        facts = deal(chance, game, rules, table, [80] * size)
        assert list(game.problems(facts, rules, table)) == []
