"""Prizes of groups: marks, terms, who wins, what is booked, on pages, paper and for programs."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Refused
from scorekeeper.journal.models import Entry
from scorekeeper.payouts.models import PrizeMark
from scorekeeper.payouts.pools.awarding import set_mark
from scorekeeper.payouts.pools.reads import Given, PoolNow, marks_of, outlook, ranking_of
from scorekeeper.payouts.pools.records import GroupPrize, MarkHolders, SpecialPrize
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.acting import Api, bearer, codes_of, form_of, words
from tests.factories import NOW
from tests.factories.money import Pool, balances, of

pytestmark = pytest.mark.django_db


def mark(pool, name, *people, **more):
    sent = {"by": pool.owner, **more}
    holders = MarkHolders.read({"name": name, "players": [person.pk for person in people]})
    return set_mark(holders, competition=pool.season, now=NOW, **sent)


def five(**more):
    """Five who have entered for 10.00 each; the second, fourth and fifth are marked."""
    pool = Pool((50, 40, 30, 20, 10), weights=(60, 40), **more)
    pool.enter()
    mark(pool, "lady", pool.people[1], pool.people[3], pool.people[4])
    return pool


def would_be(pool):
    now = PoolNow(pool.pool)
    return outlook(now, ranking_of(pool.season, now.entrants, official=False))


LADY = GroupPrize(name="best lady", mark="lady", amount=1000)


def test_the_best_of_a_group_wins_and_the_whole_pool_is_given_out():
    pool = five(groups=[LADY])

    given = would_be(pool).given

    assert [(one.player, one.amount) for one in given.paid] == [(pool.people[0].pk, 2400), (pool.people[1].pk, 1600)]
    won = given.specials[0]
    assert (won.cause, won.amount, won.player) == ("best lady", 1000, pool.people[3].pk)
    assert (won.first, won.last, won.members) == (1, 1, 3)
    assert given.total == 5000
    assert Given.from_json(given.to_json()) == given


def test_awarded_it_is_booked_verified_and_taken_back():
    pool = five(groups=[LADY], specials=[SpecialPrize(cause="lucky loser", amount=500, player=None)])
    pool.set_up(
        weights=(60, 40),
        entry_price=1000,
        groups=[LADY],
        specials=[SpecialPrize(cause="x", amount=500, player=pool.people[2].pk)],
    )
    pool.end()
    act = pool.award()

    assert balances(pool.club).get(of(pool.people[3]), 0) == 1000 - 1000
    assert balances(pool.club)[of(pool.people[2])] == 500 - 1000
    assert not list(verify(Count(), pool.club.pk))
    pool.back(act)
    assert not list(verify(Count(), pool.club.pk))


def test_a_deal_leaves_the_prizes_of_groups_as_they_are():
    pool = five(groups=[LADY])
    pool.end()

    with pytest.raises(Refused) as refused:
        pool.award({pool.people[0]: 5000})
    assert codes_of(refused) == ["deal_sum"]
    given = Given.from_json(pool.award({pool.people[0]: 4000}).detail)

    assert [one.player for one in given.specials] == [pool.people[3].pk]
    assert given.total == 5000


@pytest.mark.parametrize(("wins", "winner"), [("main", 3), ("both", 1), ("larger", 3)])
def test_who_also_has_a_prize_of_a_place(wins, winner):
    pool = five(groups=[GroupPrize(name="best lady", mark="lady", amount=1000, wins=wins)])

    assert would_be(pool).given.specials[0].player == pool.people[winner].pk


def test_a_part_of_the_pool_over_places_of_a_group():
    pool = five(groups=[GroupPrize(name="ladies", mark="lady", per_mille=300, weights=(2, 1), wins="both")])

    assert [(one.amount, one.first) for one in would_be(pool).given.specials] == [(1000, 1), (500, 2)]


def test_prizes_of_groups_that_come_to_more_than_the_pool_are_said():
    pool = five(groups=[GroupPrize(name="best lady", mark="lady", amount=9000)])

    assert [one.code for one in would_be(pool).problems] == ["groups_exceed_pool"]


def test_a_mark_follows_the_person_and_nobody_is_guessed():
    pool = five(groups=[LADY])
    kept = factories.make_player(pool.club, "Anna")
    merge_players(Merging(kept=kept.pk), club=pool.club, by=pool.owner, gone=pool.people[4].pk, now=NOW)

    assert marks_of(pool.club.pk) == {"lady": {pool.people[1].pk, pool.people[3].pk, kept.pk}}
    assert PrizeMark.objects.count() == 3


def test_a_mark_is_set_of_those_who_were_asked_alone_and_leaves_no_trace_of_whom():
    pool = five()
    mark(pool, "lady", pool.people[1], among=[pool.people[1].pk, pool.people[3].pk])

    assert marks_of(pool.club.pk) == {"lady": {pool.people[1].pk, pool.people[4].pk}}
    entry = Entry.objects.filter(kind="prize_marks").last()
    assert (entry.player, entry.detail) == (None, {})
    mark(pool, "lady")
    assert marks_of(pool.club.pk) == {}


def test_marks_are_for_those_who_keep_the_money():
    pool = five()
    with pytest.raises(PermissionDenied):
        mark(pool, "junior", by=factories.make_member(pool.club, Role.SCORER))


def test_what_is_no_mark_is_refused():
    pool = five()
    stranger = factories.make_player(factories.make_club())
    for name, people, codes in (
        (" ", [], ["mark_wrong"]),
        ("x" * 41, [], ["mark_wrong"]),
        ("x", [stranger], ["player_unknown"]),
    ):
        with pytest.raises(Refused) as refused:
            mark(pool, name, *people)
        assert codes_of(refused) == codes
    for number in range(29):
        mark(pool, f"mark {number}", pool.people[0])
    with pytest.raises(Refused) as refused:
        mark(pool, "one more", pool.people[0])
    assert codes_of(refused) == ["too_many"]


@pytest.mark.parametrize(
    ("group", "at"),
    [
        ({"name": ""}, "groups.0.name"),
        ({"mark": ""}, "groups.0.who"),
        ({"origin": "East"}, "groups.0.who"),
        ({"mark": "", "origin": "East"}, "groups.0.who"),
        ({"amount": 0}, "groups.0.amount"),
        ({"per_mille": 1001}, "groups.0.per_mille"),
        ({"weights": ()}, "groups.0.weights"),
        ({"weights": (1, 2)}, "groups.0.weights"),
        ({"wins": "most"}, "groups.0.wins"),
    ],
)
def test_what_is_no_prize_of_a_group_is_refused_at_its_field(group, at):
    pool = Pool()
    usual = {"name": "best lady", "mark": "lady", "amount": 1000}
    with pytest.raises(Refused) as refused:
        pool.set_up(groups=[{**usual, **group}])
    assert [one.field for one in refused.value.problems] == [at]


# Pages and programs


def test_the_pages_set_marks_and_terms_and_say_why(client):
    pool = Pool((50, 40, 30, 20, 10), weights=(60, 40))
    client.force_login(pool.owner)
    page = client
    pool.enter()
    marks = reverse("pool_marks", args=[pool.season.pk])
    sent = {"name": "lady", "players": [str(pool.people[at].pk) for at in (1, 3)]}
    assert page.post(marks, sent)["Location"] == marks
    assert "lady" in words(page.get(marks))
    assert sorted(form_of(page, f"{marks}?mark=lady")["players"]) == sorted(sent["players"])

    terms = reverse("pool_terms", args=[pool.season.pk])
    row = {"group_0_name": "best lady", "group_0_who": "mark:lady", "group_0_amount": "10"}
    answer = page.post(terms, {**form_of(page, terms), **row, "group_0_weights": "one half"})
    assert answer.status_code == 422
    assert "Enter whole numbers" in words(answer)
    assert page.post(terms, {**form_of(page, terms), **row}).status_code == 302
    assert pool.pool.groups[0]["weights"] == [1]
    assert form_of(page, terms)["group_0_amount"] == "10.00"

    said = words(page.get(reverse("season_prizes", args=[pool.season.pk])))
    assert "best lady" in said
    assert "place 4, best of 2" in said
    refused = page.post(marks, {"name": ""})
    assert refused.status_code == 422


def test_programs_set_marks_and_groups_and_read_who_wins():
    pool = five()
    api, path = Api(bearer(pool.owner, "read", "manage")), f"seasons/{pool.season.pk}/prizes"
    body = {"version": pool.pool.version, "groups": [{"name": "best junior", "mark": "junior", "per_mille": 100}]}
    api.post(f"{path}/terms", body)
    people = [str(pool.people[4].pk)]
    answer = api.post(f"{path}/marks/set", {"name": "junior", "players": people})
    assert {one["name"]: one["players"] for one in answer}["junior"] == people
    assert api.get(f"{path}/marks") == answer

    found = api.get(path)
    (won,) = [one for one in found["prizes"] if one["cause"]]
    assert (won["player"], won["amount"], won["first"], won["members"]) == (people[0], 500, 1, 1)
    assert found["terms"]["groups"][0]["wins"] == "main"
