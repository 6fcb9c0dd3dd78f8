"""The places of a tournament that has ended, and its prizes in the money book."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.navigation import navigation
from scorekeeper.payouts.models import Account, Booking, PoolAct, PrizePool
from scorekeeper.payouts.pools.awarding import award
from scorekeeper.payouts.pools.reads import PoolNow, not_final
from scorekeeper.payouts.pools.records import KeptOut, PoolAward, PoolTakingBack, PoolTerms
from scorekeeper.payouts.pools.services import enter_all, set_up_pool, take_back
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.ending.services import end_stage, reopen_tournament
from scorekeeper.tournaments.entries.attending import mark
from scorekeeper.tournaments.entries.records import EntrantMark
from scorekeeper.tournaments.fees.services import open_prizes
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant, Tournament
from scorekeeper.tournaments.party import TournamentRanks
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.standing.reads import final_lines
from tests import factories
from tests.acting import Api, bearer
from tests.factories import NOW
from tests.factories.matches import make_pairs_cup
from tests.factories.money import with_money
from tests.factories.tournaments import come, make_cup, publish, write_points

pytestmark = pytest.mark.django_db
POINTS = (900, 700, 700, 100)


def finished(stage):
    """One table whose four are told at the desk, two of them level; official, and not ended yet."""
    one = publish(stage)
    entrants = list(stage.tournament.entrants.order_by("number"))
    write_points(one.tables.get(), dict(zip(entrants, POINTS, strict=True)))
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    return entrants


def ended(stage):
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    return Tournament.objects.get(pk=stage.tournament_id)


def a_stage(**more):
    return make_cup(people=4, plan=TablesPlan(rounds=1, **more))


def test_places_are_shared_by_equals():
    stage = a_stage()
    finished(stage)

    found = ended(stage)

    assert (found.state, found.ended_at) == ("ended", NOW)
    assert [(one.first, one.last) for one in final_lines(found, official=True)] == [(1, 1), (2, 3), (2, 3), (4, 4)]
    stage.refresh_from_db()
    assert stage.state == "ended"


def with_pool(stage, prices=1000):
    """A pool that everybody has paid into."""
    with_money(stage.club)
    owner = factories.owner_of(stage.club)
    season = open_prizes(tournament_id=stage.tournament_id, by=owner)
    wanted = PoolTerms(version=0, entry_price=prices, weights=(50, 30, 20))
    set_up_pool(wanted, competition=season, by=owner, now=NOW)
    people = TournamentRanks().took_part(season)
    assert enter_all(competition=season, by=owner, player_ids=people, now=NOW) == len(people)
    return season, owner


def balances(season):
    accounts = Account.objects.filter(club=season.club, kind="player").select_related("player")
    return {account.player.name: account.balance for account in accounts}


def test_prizes_and_receipts_on_paper(client):
    stage = a_stage()
    season, owner = with_pool(stage)
    client.force_login(owner)
    finished(stage)
    ended(stage)
    place = [stage.tournament_id]
    assert client.get(reverse("receipts_print", args=place)).status_code == 404, "nothing is awarded"
    award(PoolAward(), competition=season, by=owner, key=uuid4(), now=NOW)

    prizes = client.get(reverse("prizes_print", args=place)).content.decode()
    receipts = client.get(reverse("receipts_print", args=place)).content.decode()

    assert "20.00" in prizes
    assert receipts.count("<article") == 3
    assert "20.00" in receipts
    assert receipts.count("places 2 to 3, shared") == 2
    assert "Receipts to sign" in client.get(reverse("tournament_print", args=place)).content.decode()
    awarded = reverse("season_prizes", args=place)
    assert reverse("receipts_print", args=place) in client.get(awarded).content.decode()
    client.force_login(factories.make_member(stage.club, "scorer"))
    assert client.get(reverse("receipts_print", args=place)).status_code == 403
    assert client.get(reverse("prizes_print", args=place)).status_code == 403
    assert reverse("receipts_print", args=place) not in client.get(awarded).content.decode()
    assert "Receipts" not in client.get(reverse("tournament_print", args=place)).content.decode()


def test_once_prizes_are_awarded_nobody_is_asked_in_and_nothing_goes_on(client):
    stage = a_stage()
    season, owner = with_pool(stage)
    client.force_login(owner)
    finished(stage)
    prints, places = (reverse(name, args=[stage.tournament_id]) for name in ("tournament_print", "tournament_places"))
    assert "Code for the door" in words(client.get(prints))
    ended(stage)
    assert "Reopen the tournament" in words(client.get(places))
    assert "Code for the door" not in words(client.get(prints))
    award(PoolAward(), competition=season, by=owner, key=uuid4(), now=NOW)
    over = words(client.get(places))
    assert "first take back the award" in over
    assert "Reopen the tournament" not in over


def test_the_page_of_prizes_says_whether_the_standings_are_official_and_asks_for_the_fees(client):
    stage = a_stage()
    with_money(stage.club)
    owner = factories.owner_of(stage.club)
    season = open_prizes(tournament_id=stage.tournament_id, by=owner)
    set_up_pool(PoolTerms(version=0, entry_price=1000), competition=season, by=owner, now=NOW)
    finished(stage)
    client.force_login(owner)
    runs = client.get(reverse("season_prizes", args=[season.pk])).content.decode()
    ended(stage)
    over = client.get(reverse("season_prizes", args=[season.pk])).content.decode()

    for said in ("If it ended now", "Prizes are awarded once the standings are official."):
        assert said in runs
        assert said not in over
    assert "By the official standings" in over
    assert "Book the entry fees" in over


def test_prizes_go_by_the_places_of_a_tournament_that_has_ended():
    stage = a_stage()
    season, owner = with_pool(stage)
    finished(stage)
    assert [one.code for one in not_final(season)] == ["tournament_runs"]
    with pytest.raises(Conflict):
        award(PoolAward(), competition=season, by=owner, key=uuid4(), now=NOW)
    ended(stage)

    done = award(PoolAward(), competition=season, by=owner, key=uuid4(), now=NOW)

    assert balances(season) == {"Guest 01": 1000, "Guest 02": 0, "Guest 03": 0, "Guest 04": -1000}
    with pytest.raises(Conflict) as conflict:
        reopen_tournament(WithReason(reason="a sheet was wrong"), tournament_id=stage.tournament_id, by=owner, now=NOW)
    assert conflict.value.code == "awarded"
    take_back(PoolTakingBack(reason="a sheet was wrong"), competition=season, by=owner, act_id=done.act.pk, now=NOW)
    with pytest.raises(Refused):
        reopen_tournament(WithReason(reason=" "), tournament_id=stage.tournament_id, by=owner, now=NOW)
    again = reopen_tournament(
        WithReason(reason="a sheet was wrong"), tournament_id=stage.tournament_id, by=owner, now=NOW
    )
    assert (again.state, [one.code for one in not_final(season)]) == ("running", ["tournament_runs"])


def test_only_the_best_of_a_club_gets_a_prize_where_the_pool_says_so(client):
    stage = a_stage()
    Entrant.objects.filter(number__in=[1, 2]).update(origin="Lindenhof")
    Entrant.objects.filter(number=3).update(origin="lindenhof")
    finished(stage)
    season, owner = with_pool(stage)
    wanted = PoolTerms(version=1, entry_price=1000, weights=(50, 30, 20), one_each=True)
    set_up_pool(wanted, competition=season, by=owner, now=NOW)
    ended(stage)
    client.force_login(owner)

    page = client.get(reverse("season_prizes", args=[season.pk])).content.decode()
    terms = client.get(reverse("pool_terms", args=[season.pk])).content.decode()
    award(PoolAward(), competition=season, by=owner, key=uuid4(), now=NOW)

    got = {name: amount + 1000 for name, amount in balances(season).items()}
    assert got == {"Guest 01": 2500, "Guest 02": 0, "Guest 03": 0, "Guest 04": 1500}
    assert "theirs already has one: <bdi>Guest 02</bdi>, <bdi>Guest 03</bdi>." in " ".join(page.split())
    assert "If players of one club are level, the one listed first gets it" in page
    assert "One prize per club" in terms


@pytest.fixture
def with_a_tie(client):
    """Two from one club and two from none; one of the club shares the second place with one from none, and is passed
    over. (season, its director, and what the page of each name says)"""
    stage = a_stage()
    Entrant.objects.filter(number__in=[1, 2]).update(origin="Lindenhof")
    finished(stage)
    season, owner = with_pool(stage)
    wanted = PoolTerms(version=1, entry_price=1000, weights=(50, 30, 20), one_each=True)
    set_up_pool(wanted, competition=season, by=owner, now=NOW)
    ended(stage)
    client.force_login(owner)
    return season, owner, lambda name: " ".join(words(client.get(reverse(name, args=[season.pk]))).split())


def test_who_was_passed_over_is_named_before_the_award_after_it_on_paper_and_to_programs(client, with_a_tie):
    season, owner, page = with_a_tie
    said = "theirs already has one: <bdi>Guest 02</bdi>."
    assert said in page("season_prizes")
    assert said in page("pool_award")

    award(PoolAward(), competition=season, by=owner, key=uuid4(), now=NOW)

    assert said in page("season_prizes")
    listed = client.get(reverse("prizes_print", args=[season.pk]) + "?as=csv")
    assert (
        b"".join(listed).decode().splitlines()[-1]
        == '"Places 2 to 3: one prize for each club, and theirs has one",Guest 02,'
    )
    second = Entrant.objects.get(number=2).players.get().player
    assert Api(bearer(owner)).get(f"seasons/{season.pk}/prizes")["passed_over"] == [str(second.pk)]


def test_who_alone_of_a_tie_gets_something_shares_with_nobody(client, with_a_tie):
    season, owner, page = with_a_tie
    assert "<td>2–3</td>" in page("pool_award")

    done = award(PoolAward(), competition=season, by=owner, key=uuid4(), now=NOW)

    listed = client.get(reverse("prizes_print", args=[season.pk]) + "?as=csv")
    assert b"".join(listed).decode().splitlines()[2] == "Places 2 to 3,Guest 03,12.00"
    assert "for places 2 to 3" in page("receipts_print")
    assert "shared" not in page("season_prizes") + page("receipts_print")
    told = Api(bearer(owner)).get(f"seasons/{season.pk}/prizes")["prizes"]
    assert [one["is_shared"] for one in told] == [False, False, False]
    booked = Booking.objects.get(source=done.act.pk, legs__account__player__name="Guest 03")
    assert "shared" not in str(booked.detail["label"])


def test_a_season_has_no_clubs_to_give_one_prize_each():
    season = factories.make_season(with_money(factories.make_club()))

    with pytest.raises(Refused) as refused:
        set_up_pool(
            PoolTerms(version=0, one_each=True),
            competition=season,
            by=factories.owner_of(season.club),
            now=NOW,
        )

    assert [(one.code, one.field) for one in refused.value.problems] == [("no_groups", "one_each")]


def test_a_pair_is_one_entrant_and_divides_its_prize():
    stage = make_cup(people=0, plan=TablesPlan(rounds=1), of="pairs", team_size=2)
    come(stage, "Ana", "Bia", entrant="As")
    come(stage, "Caio", "Davi", entrant="Os")
    season, _owner = with_pool(stage, 333)

    ranks = TournamentRanks()

    assert len(ranks.took_part(season)) == 4
    assert PoolNow(PrizePool.objects.get()).sums.amount == 4 * 333
    one = publish(stage)
    write_points(one.tables.get(), dict(zip(stage.tournament.entrants.order_by("number"), (10, 20), strict=True)))
    names = {player.pk: player.name for player in stage.club.players.all()}
    ranked = [[[names[pk] for pk in people] for people in tied] for tied in ranks.ranking(season, (), official=False)]
    assert ranked == [[["Caio", "Davi"]], [["Ana", "Bia"]]]


@pytest.mark.parametrize("name", ["season_prizes", "pool_terms", "pool_entries", "pool_award"])
def test_the_pages_of_its_prizes_keep_the_tabs_of_the_tournament_and_its_place_in_the_club(client, name):
    stage = a_stage()
    season, owner = with_pool(stage)
    client.force_login(owner)

    page = client.get(reverse(name, args=[season.pk]))

    text = page.content.decode()
    current = "page" if name == "season_prizes" else "true"
    assert f'<a href="{reverse("tournament_prizes", args=[season.pk])}" aria-current="{current}">Prizes</a>' in text
    assert reverse("tournament_print", args=[season.pk]) in text
    assert [item.part for item in navigation(page.wsgi_request, stage.club).phone if item.is_current] == ["club"]


def test_the_prizes_of_a_season_have_no_tabs_of_a_tournament(client):
    club = with_money(factories.make_club())
    season = factories.make_season(club)
    set_up_pool(PoolTerms(version=0), competition=season, by=factories.owner_of(club), now=NOW)
    client.force_login(factories.owner_of(club))

    page = client.get(reverse("season_prizes", args=[season.pk]))

    assert "parts-nav" not in page.content.decode()
    assert [item.part for item in navigation(page.wsgi_request, club).phone if item.is_current] == ["standings"]


def test_a_tournament_is_no_season():
    stage = a_stage()
    season, owner = with_pool(stage)
    assert not Competition.objects.filter(club=stage.club).exists()
    assert Competition.everything.get(club=stage.club) == season
    assert open_prizes(tournament_id=stage.tournament_id, by=owner) == season
    assert season.pk == stage.tournament_id


def test_who_plays_for_points_has_no_prizes(client):
    stage = make_cup(factories.make_club(unit=""), people=4)
    client.force_login(factories.owner_of(stage.club))

    assert client.get(reverse("tournament_prizes", args=[stage.tournament_id])).status_code == 404
    assert "Prizes" not in client.get(reverse("tournament_detail", args=[stage.tournament_id])).content.decode()
    with pytest.raises(Conflict):
        open_prizes(tournament_id=stage.tournament_id, by=factories.owner_of(stage.club))


def test_the_way_to_the_prizes(client):
    stage = a_stage()
    with_money(stage.club)
    client.force_login(factories.owner_of(stage.club))
    address = reverse("tournament_prizes", args=[stage.tournament_id])

    assert "Set up prizes" in client.get(address).content.decode()
    assert client.post(address).url == f"/prizes/{stage.tournament_id}/terms/"
    page = client.get(f"/prizes/{stage.tournament_id}/terms/")
    assert page.status_code == 200
    season = Competition.everything.get(pk=stage.tournament_id)
    wanted = PoolTerms(version=0, entry_price=500)
    set_up_pool(wanted, competition=season, by=factories.owner_of(stage.club), now=NOW)
    assert client.get(address).url == f"/prizes/{stage.tournament_id}/"
    shown = client.get(f"/prizes/{stage.tournament_id}/").content.decode()
    assert reverse("tournament_detail", args=[stage.tournament_id]) in shown
    client.force_login(factories.make_member(stage.club))
    assert client.get(address).url == f"/prizes/{stage.tournament_id}/"


def test_special_prizes_are_offered_first_to_who_takes_part(client):
    stage = a_stage()
    season, owner = with_pool(stage)
    factories.make_player(stage.club, "Aaron Guest")
    client.force_login(owner)
    form = client.get(reverse("pool_terms", args=[season.pk])).context["form"]
    unknown, mine, others = form.fields["special_0_player"].choices
    assert unknown[0] == ""
    assert [name for _pk, name in mine[1]] == ["Guest 01", "Guest 02", "Guest 03", "Guest 04"]
    assert "Aaron Guest" in [name for _pk, name in others[1]]


def test_the_places_on_their_page(client):
    stage = a_stage()
    client.force_login(factories.owner_of(stage.club))
    places = reverse("tournament_places", args=[stage.tournament_id])
    assert "The standings appear here once" in client.get(places).content.decode()
    finished(stage)
    assert "To the desk" in client.get(places).content.decode()
    ended(stage)

    assert "Final places" in client.get(places).content.decode()
    overview = client.get(reverse("tournament_detail", args=[stage.tournament_id]))
    assert overview.context["winners"] == [("1", "Guest 01"), ("2–3", "Guest 02"), ("2–3", "Guest 03")]
    assert f'class="btn" href="{places}"' in overview.content.decode()
    again = reverse("tournament_reopen", args=[stage.tournament_id])
    refused = client.post(again, {"reason": ""})
    assert refused.status_code == 422
    assert client.post(again, {"reason": "one sheet was wrong"}).url == places
    assert Tournament.objects.get().is_running


def words(answer):
    return answer.content.decode().replace("\u2068", "").replace("\u2069", "").replace("\xa0", " ")


def test_an_entry_says_what_it_costs_and_whose_fee_is_booked(client):
    stage = a_stage()
    season, owner = with_pool(stage)
    late = come(stage, "Late Guest")
    listed = reverse("tournament_entries", args=[stage.tournament_id])
    client.force_login(owner)

    page = words(client.get(listed))

    assert page.count("owes 10.00 €</small>") == 4
    assert page.count("owes 10.00 €, not booked yet") == 1
    Entrant.objects.filter(pk=late.pk).update(state="cancelled")
    mark(EntrantMark(act="cancelled"), entrant_id=stage.tournament.entrants.get(number=1).pk, by=owner, now=NOW)
    gone = PoolAct.objects.get(pool__competition=season, player__name="Guest 01")
    page = words(client.get(listed))
    assert page.count("Waive the fee") == 1
    take_back(PoolTakingBack(reason="did not come"), competition=season, by=owner, act_id=gone.pk, now=NOW)
    assert "Waive the fee" not in words(client.get(listed))
    assert balances(season)["Guest 01"] == 0


def test_a_pool_that_keeps_more_than_came_in_yet_is_not_filled_up_to_a_guarantee_that_nobody_gave(client):
    stage = a_stage()
    with_money(stage.club)
    owner = factories.owner_of(stage.club)
    season = open_prizes(tournament_id=stage.tournament_id, by=owner)
    wanted = PoolTerms(version=0, entry_price=1000, weights=(100,), deductions=(KeptOut(cause="Room", amount=2000),))
    set_up_pool(wanted, competition=season, by=owner, now=NOW)
    client.force_login(owner)
    page = words(client.get(reverse("season_prizes", args=[season.pk])))
    assert "deducted for Room" in page
    assert "The deductions are more than what came in" in page
    assert "Nothing has come in yet" in page
    assert "The club adds what is missing" not in page


def test_who_has_left_and_not_paid_stays_on_the_list_as_owing_also_after_the_end(client):
    stage = a_stage()
    season, owner = with_pool(stage)
    finished(stage)
    late = come(stage, "Late Guest")
    fees = reverse("pool_entries", args=[season.pk])
    listed = reverse("tournament_entries", args=[stage.tournament_id])
    client.force_login(owner)
    Entrant.objects.filter(pk=late.pk).update(state=Entrant.State.CANCELLED)
    assert "not booked yet" not in words(client.get(listed)), "who does not come owes none"
    Entrant.objects.filter(pk=late.pk).update(state=Entrant.State.WITHDRAWN)

    assert "owes 10.00 €, not booked yet" in words(client.get(listed)).split('class="entry gone"')[1]
    ended(stage)
    page = words(client.get(listed))
    assert "owes 10.00 €, not booked yet" in page
    assert fees in page
    client.force_login(factories.make_member(stage.club))
    assert fees not in words(client.get(listed))


def test_members_see_the_price_and_nothing_of_what_others_have_paid(client):
    stage = a_stage()
    with_pool(stage)
    client.force_login(factories.make_member(stage.club))
    place = [stage.tournament_id]
    for name in ("tournament_detail", "tournament_sign_up"):
        assert "An entry costs 10.00" in words(client.get(reverse(name, args=place))), name
    assert " fee" not in words(client.get(reverse("tournament_entries", args=place)))
    PrizePool.objects.update(entry_price=0)
    assert "An entry costs" not in words(client.get(reverse("tournament_detail", args=place)))


def test_a_pair_has_a_fee_for_each_of_the_two(client):
    stage = make_pairs_cup(SwissPlan(), 2)
    season, owner = with_pool(stage)
    client.force_login(owner)
    one = PoolAct.objects.filter(pool__competition=season).first()
    take_back(PoolTakingBack(reason="pays later"), competition=season, by=owner, act_id=one.pk, now=NOW)
    page = words(client.get(reverse("tournament_entries", args=[stage.tournament_id])))
    assert page.count("owes 20.00 €, not booked yet") == 1
    assert page.count("owes 20.00 €<") == 1
    assert "10.00 € for each player" in words(client.get(reverse("tournament_detail", args=[stage.tournament_id])))
    fees = words(client.get(reverse("pool_entries", args=[season.pk])))
    assert "On the entry list, but fee not booked" in fees
    assert "Book the fee of 1 person" in fees
    assert "Fee booked: 3" in fees
    assert fees.count("booked: 10.00") == 3
    assert "Book the fee<span" in fees
    assert "have entered" not in fees
