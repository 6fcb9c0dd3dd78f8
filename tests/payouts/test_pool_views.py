"""The pages of a season's prizes."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.pools.reads import PoolNow
from scorekeeper.payouts.pools.records import SpecialPrize
from scorekeeper.standings.records import SeasonReopening
from scorekeeper.standings.services import reopen_season
from tests import factories
from tests.acting import client_of
from tests.factories.money import Pool, balances, of
from tests.refusing import Reading

pytestmark = pytest.mark.django_db


def text_of(response) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).replace("\xa0", " ").split())


class Pages:
    def __init__(self, pool: Pool, user=None) -> None:
        self.pool, self.client = pool, client_of(user or pool.owner)

    def url(self, name: str = "season_prizes", *more) -> str:
        return reverse(name, args=[self.pool.season.pk, *more])

    def read(self, name: str = "season_prizes", *more) -> str:
        return text_of(self.client.get(self.url(name, *more)))

    def send(self, name: str, form, *more):
        return self.client.post(self.url(name, *more), form)


def test_pool_is_set_up_from_the_season():
    pool = Pool((3, 2))
    PrizePool.objects.all().delete()
    pages = Pages(pool)
    season = text_of(pages.client.get(reverse("season_detail", args=[pool.season.pk])))
    empty = pages.read()
    wrong = pages.send("pool_terms", {"version": 0, "entry_price": "ten", "weights": "30 50"})
    form = {
        "version": 0, "entry_price": "10", "guarantee": "50", "round_to": "1", "weights": "60/40",
        "kept_1_cause": "hall", "kept_1_percent": "12.5", "kept_1_to": "fees",
        "special_0_cause": "best null", "special_0_amount": "5,50", "special_0_player": str(pool.people[0].pk),
    }  # fmt: skip
    done = pages.send("pool_terms", form)
    made = PrizePool.objects.get()
    again = pages.client.get(pages.url("pool_terms")).content.decode()

    assert "Set up prizes" in season
    assert "no prize pool yet" in empty
    assert wrong.status_code == 422
    assert "Write it like 0.50" in text_of(wrong)
    assert done.status_code == 302
    assert (made.entry_price, made.guarantee, made.round_to, made.tie_unit, made.weights) == (
        1000,
        5000,
        100,
        1,
        [60, 40],
    )
    assert made.deductions == [{"cause": "hall", "amount": 0, "per_mille": 125, "to": "fees"}]
    assert made.specials == [{"cause": "best null", "amount": 550, "player": str(pool.people[0].pk)}]
    assert 'value="60 40"' in again
    assert 'value="12.5"' in again


def test_what_the_service_refuses_stands_at_its_field():
    pool = Pool(())
    sent = {"version": 1, "round_to": "1", "kept_2_amount": "3", "weights": "30 50"}
    answer = Pages(pool).send("pool_terms", sent)

    assert answer.status_code == 422
    assert "kept_2_cause_error" in answer.content.decode()
    assert "cannot get a larger share" in text_of(answer)


def test_director_taps_people_in():
    pool = Pool((3, 2, 1), rebuy_price=500)
    pages = Pages(pool)
    one, key = pool.people[0], uuid4()
    pages.send("pool_entries", {"do": f"entry:{one.pk}", "key": key})
    pages.send("pool_entries", {"do": "all"})
    more = {"do": f"rebuy:{one.pk}", "key": uuid4()}
    pages.send("pool_entries", more)
    pages.send("pool_entries", more)
    shown = pages.read("pool_entries")

    assert PoolNow(pool.pool).sums.taken == 3 * 1000 + 500
    assert "3 have entered" in shown
    assert "1 re-buy" in shown
    assert shown.count("booked: 10.00") == 3
    assert pages.send("pool_entries", {"do": "entry:nobody", "key": key}).status_code == 404
    refused = pages.send("pool_entries", {"do": f"rebuy:{factories.make_player(pool.club).pk}", "key": uuid4()})
    assert refused.status_code == 422
    assert "note bad" in refused.content.decode()
    pages.send("pool_entries", {"do": f"entry:{one.pk}", "key": uuid4()})
    assert f"{one.name} has already paid this; nothing more was booked." in pages.read("pool_entries")


def test_member_reads_and_does_nothing():
    pool = Pool(weights=[50, 50])
    pool.enter()
    pages = Pages(pool, factories.make_member(pool.club))
    shown = pages.read()

    assert "30.00 € to be won" in shown
    assert "entry: 3 × 10.00 €" in shown.lower()
    assert "If it ended now" in shown
    assert "The season is still running" in shown
    assert "Withdraw the award" not in shown
    for name in ("pool_terms", "pool_entries", "pool_award"):
        assert pages.client.get(pages.url(name)).status_code == 403
    assert Client().get(pages.url()).status_code == 302
    assert client_of(factories.make_user()).get(pages.url()).status_code == 404


def test_award_is_shown_before_it_is_done_and_stands_on_the_accounts():
    pool = Pool((50, 40, 40), weights=[50, 30, 20])
    pool.enter()
    pages = Pages(pool)
    waiting = pages.read("pool_award")
    pool.end()
    page = pages.client.get(pages.url("pool_award"))
    sent = dict(re.findall(r'name="(key|seen)" value="([^"]+)"', page.content.decode()))
    stale = pages.send("pool_award", {**sent, "seen": "x" * 64, "do": "award"})
    done = pages.send("pool_award", {**sent, "do": "award"})
    receipt = text_of(pages.client.get(reverse("money_account", args=[pool.club.pk, pool.people[1].pk])))

    assert "not official yet" in waiting
    assert "2–3, shared" in text_of(page)
    assert stale.status_code == 409
    assert done.status_code == 302
    assert balances(pool.club) == {of(pool.people[0]): 500, of(pool.people[1]): -250, of(pool.people[2]): -250}
    assert "places 2 to 3, shared" in receipt
    assert "Awarded." in pages.read()
    act = PoolAct.objects.get(kind="awarded")
    back = pages.send("pool_back", {"reason": "one list was wrong"}, act.pk)
    assert back.status_code == 302
    assert pages.send("pool_back", {"reason": ""}, act.pk).status_code == 422
    assert "Award the prizes" in pages.read()


def test_deal_says_how_much_is_missing():
    pool = Pool()
    pool.enter()
    pool.end()
    pages = Pages(pool)
    one, two, _three = pool.people
    short = pages.send("pool_award", {"do": "deal", "key": uuid4(), f"of_{one.pk}": "20", f"of_{two.pk}": "9,50"})
    done = pages.send("pool_award", {"do": "deal", "key": uuid4(), f"of_{one.pk}": "20", f"of_{two.pk}": "10"})

    assert short.status_code == 422
    shares = Reading(short.content.decode(), "")
    assert [name for name, _pointers in shares.invalid] == [f"of_{pool.people[2].pk}"], "the last share"
    assert "0.50 € less than the pool" in shares.errors[0][1]
    assert not shares.alerts
    assert done.status_code == 302
    assert "by agreement" in pages.read()


def test_page_says_that_the_standings_moved_after_the_award():
    pool = Pool(specials=[])
    pool.enter()
    pool.end()
    pool.award()
    pages = Pages(pool)
    before = pages.read()
    warned = text_of(pages.client.get(reverse("season_reopen", args=[pool.season.pk])))
    reopen_season(
        SeasonReopening(reason="a line"), competition=pool.season, by=pool.owner, key=uuid4(), now=factories.NOW
    )
    factories.give(pool.season, pool.people[2], 100)

    assert "have changed since" not in before
    assert "take the award back and award the prizes again" in warned
    assert "The standings have changed since" in pages.read()
    assert "Prizes by the current standings" in pages.read()


def test_notes_say_what_is_cut_and_who_is_not_ranked():
    pool = Pool((2, 1), weights=[3, 2, 1], specials=[SpecialPrize(cause="best null", amount=100)])
    guest = factories.make_player(pool.club)
    pool.enter(*pool.people, guest)
    shown = Pages(pool).read()

    assert "The pool goes to 2 places" in shown
    assert f"not in the standings: {guest.name}" in shown
    assert "best null not yet known 1.00" in shown


def test_the_form_has_as_many_rows_as_a_pool_can_have():
    pool = Pool((3, 2))
    pages = Pages(pool)
    form = {"version": pool.pool.version, "entry_price": "10", "kept_0_cause": "hall", "kept_0_percent": "1"}
    before = pool.pool.version

    for rows in (3, 5, 7, 9, 10, 10):
        answer = pages.send("pool_terms", {**form, "more": "kept"})
        page = answer.context["form"]
        assert (answer.status_code, len(page.kept), page["kept_0_cause"].value()) == (200, rows, "hall")
        assert pool.pool.version == before
        form |= {f"kept_{row}_cause": form.get(f"kept_{row}_cause", "") for row in range(rows)}
    assert 'value="kept"' not in answer.content.decode()
    form |= {f"kept_{row}_cause": f"cause {row}" for row in range(10)} | {
        f"kept_{row}_percent": "1" for row in range(10)
    }
    form |= {f"special_{row}_cause": f"feat {row}" for row in range(10)}
    form |= {f"special_{row}_amount": "1" for row in range(10)}
    assert pages.send("pool_terms", form).status_code == 302

    assert (len(pool.pool.deductions), len(pool.pool.specials)) == (10, 10)
    again = pages.client.get(pages.url("pool_terms")).context["form"]
    assert (len(again.kept), len(again.special)) == (10, 10)


def test_page_says_that_a_season_was_opened_again_after_the_award():
    pool = Pool()
    pool.enter()
    pool.end().award()
    pages = Pages(pool)
    assert "no longer official" not in pages.read()

    reopen_season(
        SeasonReopening(reason="one more evening"),
        competition=pool.season,
        by=pool.owner,
        key=uuid4(),
        now=factories.NOW,
    )

    assert "The standings are no longer official: The season is still running." in pages.read()


def test_what_is_no_part_is_said_in_plain_words():
    pages = Pages(Pool((3, 2)))
    for wrong in ("200", "-1", "x", "1.25"):
        form = {"version": 1, "entry_price": "10", "kept_0_cause": "hall", "kept_0_percent": wrong}
        answer = pages.send("pool_terms", form)
        assert answer.status_code == 422
        assert answer.context["form"].errors["kept_0_percent"] == [
            "Enter a percentage from 0 to 100, for example 5 or 12.5."
        ]


def test_what_is_not_official_is_not_called_so():
    pool = Pool()
    pool.enter()
    pages = Pages(pool)

    assert "By the current standings" in pages.read("pool_award")
    pool.end()
    assert "By the official standings" in pages.read("pool_award")


def test_a_deal_is_not_told_as_shared_places(client):
    pool = Pool((50, 40, 40))
    pool.enter()
    pool.end()
    client.force_login(pool.owner)
    one, two, three = pool.people
    pool.award({one: 1000, two: 1500, three: 500})

    told = client.get(reverse("season_prizes", args=[pool.season.pk])).content.decode()

    assert "shared" not in told
    assert "share the prizes of their places" not in told


def test_director_ticks_off_who_has_paid_one_by_one_and_all_at_once():
    pool = Pool((3, 2, 1), rebuy_price=500)
    pages = Pages(pool)
    one, other, third = pool.people
    pool.enter()
    pool.pay("rebuy", one)
    shown = pages.read("pool_entries")
    assert "owes 15.00" in shown
    assert "All 3 have paid: €35.00" in shown or "All 3 have paid: 35.00" in shown
    assert "Entries already booked" not in shown
    assert "Entries, re-buys and add-ons are owed; payments go into the cash box." in shown

    pages.send("pool_entries", {"do": f"paid:{one.pk}"})
    assert PoolNow(pool.pool).owing == {other.pk: 1000, third.pk: 1000}
    assert "All 2 have paid" in pages.read("pool_entries")
    answer = pages.client.post(pages.url("pool_entries"), {"do": "paid:"}, follow=True)
    assert "Paid into the cash box:" in text_of(answer)
    assert PoolNow(pool.pool).owing == {}
    answer = pages.client.post(pages.url("pool_entries"), {"do": "paid:"}, follow=True)
    assert "Nothing was owed" in text_of(answer)

    pages.send("pool_entries", {"do": f"unpaid:{one.pk}"})
    assert PoolNow(pool.pool).owing == {one.pk: 1500}
    assert pages.send("pool_entries", {"do": "paid:nobody"}).status_code == 404
