"""The JSON door to the prizes of a season: the same services, the same words."""

from uuid import uuid4

import pytest

from scorekeeper.payouts.care.services import hide_of_club
from scorekeeper.payouts.models import PrizePool
from tests import factories
from tests.acting import bearer, send
from tests.factories.money import Pool, balances, of

pytestmark = pytest.mark.django_db


def test_pool_from_its_terms_to_the_award_and_back():
    pool = Pool((50, 40, 40))
    PrizePool.objects.all().delete()
    by, season = bearer(pool.owner), f"seasons/{pool.season.pk}/prizes"
    nothing = send(season, None, by, method="GET")
    made = send(f"{season}/terms", {"version": 0, "entry_price": 1000, "weights": [50, 30, 20]}, by)
    for who in pool.people:
        answer = send(f"{season}/entries", {"kind": "entry", "player": str(who.pk)}, by)
    pool.end()
    told = send(season, None, by, method="GET").json()
    done = send(f"{season}/award", {}, by)
    after = balances(pool.club)
    back = send(f"prize-acts/{done.json()['id']}/take-back", {"reason": "a wrong list"}, by)

    assert nothing.status_code == 404
    assert (made.status_code, made.json()["version"], answer.status_code) == (200, 1, 201)
    assert (told["taken"], told["amount"], told["is_awarded"]) == (3000, 3000, False)
    assert [(one["first"], one["last"], one["amount"]) for one in told["prizes"]] == [
        (1, 1, 1500), (2, 3, 750), (2, 3, 750),
    ]  # fmt: skip
    assert after == {of(pool.people[0]): 500, of(pool.people[1]): -250, of(pool.people[2]): -250}
    assert (done.status_code, back.status_code, back.json()["is_awarded"]) == (201, 200, False)


def test_deal_and_its_refusals():
    pool = Pool()
    pool.enter()
    pool.end()
    by, award = bearer(pool.owner), f"seasons/{pool.season.pk}/prizes/award"
    one = str(pool.people[0].pk)
    twice = send(award, {"deal": [{"player": one, "amount": 1500}] * 2}, by)
    short = send(award, {"deal": [{"player": one, "amount": 2999}]}, by)
    stranger = send(award, {"deal": [{"player": str(uuid4()), "amount": 3000}]}, by)
    done = send(award, {"deal": [{"player": one, "amount": 3000}]}, by)

    assert [answer.status_code for answer in (twice, short, stranger, done)] == [422, 422, 422, 201]
    assert "0.01" in short.content.decode()


def test_special_prizes_and_what_is_kept_are_told():
    pool = Pool()
    pool.enter()
    member = bearer(factories.make_member(pool.club))
    special = {"cause": "best null", "amount": 500, "player": str(pool.people[2].pk)}
    terms = {"version": 1, "entry_price": 1000, "deductions": [{"cause": "hall", "amount": 100}], "specials": [special]}
    done = send(f"seasons/{pool.season.pk}/prizes/terms", terms, bearer(pool.owner))
    told = send(f"seasons/{pool.season.pk}/prizes", None, member, method="GET").json()

    assert done.status_code == 200
    assert (told["kept"], told["amount"], told["prizes"][-1]["cause"]) == (100, 2900, "best null")


def test_award_before_its_time_and_a_second_time_are_conflicts_that_say_what_stands():
    pool = Pool()
    pool.enter()
    by, award = bearer(pool.owner), f"seasons/{pool.season.pk}/prizes/award"
    open_sheet = factories.make_sitting(pool.club)
    open_sheet.competitions.add(pool.season)
    early = send(award, {}, by)
    open_sheet.competitions.clear()
    pool.end()
    done = send(award, {}, by)
    twice = send(award, {}, by)

    assert (early.status_code, early.json()["code"]) == (409, "not_final")
    assert all(one["code"] and one["detail"] for one in early.json()["standing"])
    assert early.json()["standing"]
    assert (twice.status_code, twice.json()["code"]) == (409, "awarded")
    assert twice.json()["standing"] == {"award": done.json()["id"]}


def test_what_is_not_sent_of_the_terms_stays_and_all_of_them_can_be_read_changed_and_sent_again():
    pool = Pool()
    by, season = bearer(pool.owner), f"seasons/{pool.season.pk}/prizes"
    special = {"cause": "best null", "amount": 500, "player": str(pool.people[2].pk)}
    kept = {"cause": "hall", "amount": 100, "per_mille": 0, "to": "fees"}
    terms = {"version": 1, "weights": [50, 30, 20], "guarantee": 700, "deductions": [kept], "specials": [special]}
    send(f"{season}/terms", terms, by)
    dearer = send(f"{season}/terms", {"version": 2, "entry_price": 1500}, by)
    read = send(season, None, bearer(factories.make_member(pool.club)), method="GET").json()["terms"]
    again = send(f"{season}/terms", read, by)

    assert (dearer.status_code, dearer.json()["terms"]) == (200, read)
    assert read == {
        **terms, "version": 3, "entry_price": 1500, "rebuy_price": 0, "addon_price": 0, "round_to": 1, "tie_unit": 1,
        "one_each": False, "groups": [],
    }  # fmt: skip
    assert (again.status_code, again.json()["version"]) == (200, 3), "nothing changes"


def test_the_winner_of_a_special_prize_is_named_without_the_other_terms():
    pool = Pool(weights=(50, 30, 20))
    by, season = bearer(pool.owner), f"seasons/{pool.season.pk}/prizes"
    specials = [{"cause": "best null", "amount": 500}, {"cause": "last hand", "amount": 200}]
    send(f"{season}/terms", {"version": 1, "specials": specials}, by)
    winner = str(pool.people[1].pk)
    named = send(f"{season}/winner", {"version": 2, "number": 1, "player": winner}, by)
    stale = send(f"{season}/winner", {"version": 2, "number": 1, "player": None}, by)
    wrong = send(f"{season}/winner", {"version": 3, "number": 2, "player": str(uuid4())}, by)

    assert named.status_code == 200
    assert [one["player"] for one in named.json()["terms"]["specials"]] == [None, winner]
    assert named.json()["terms"]["weights"] == [50, 30, 20]
    assert (stale.status_code, stale.json()["code"]) == (409, "changed_meanwhile")
    assert [(one["code"], one["field"]) for one in wrong.json()["errors"]] == [
        ("special_unknown", "number"), ("player_unknown", "player"),
    ]  # fmt: skip


def test_terms_of_a_pool_that_is_partly_hidden_are_not_told():
    pool = Pool()
    pool.enter()
    hide_of_club(club=pool.club, by=pool.owner, hides=True, now=factories.NOW)
    told = send(f"seasons/{pool.season.pk}/prizes", None, bearer(factories.make_member(pool.club)), method="GET").json()

    assert (told["is_partly_hidden"], told["terms"], told["passed_over"]) == (True, None, [])
