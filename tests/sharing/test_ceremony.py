"""The ceremony of a tournament: what each turn reveals, who turns, and what the projector shows."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.payouts.pools.awarding import award
from scorekeeper.payouts.pools.records import PoolAward, PoolTerms, SpecialPrize
from scorekeeper.payouts.pools.services import enter_all, set_up_pool
from scorekeeper.sharing.models import Ceremony, Link
from scorekeeper.sharing.revealing import begin_ceremony, end_ceremony, shown_at, turn_to, turns_of
from scorekeeper.sharing.services import CeremonyStart, CeremonyTurn, LinkWish, make_link, secret_of
from scorekeeper.tournaments.ending.reads import held_back
from scorekeeper.tournaments.ending.services import end_stage, hold_back, release
from scorekeeper.tournaments.fees.services import open_prizes
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.planning.records import HeldFrom
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import bearer, client_of, refusal, send
from tests.factories import NOW
from tests.factories.matches import make_bracket, next_round
from tests.factories.money import with_money
from tests.factories.tournaments import come, make_cup, publish, write_points

pytestmark = pytest.mark.django_db


def over(points=(100, 200, 200, 300), held=True):
    """A tournament that has ended, with one table."""
    stage = make_cup(people=len(points) - 1, plan=TablesPlan(rounds=1))
    come(stage, "Renate Vogt")
    one = publish(stage)
    table = one.tables.get()
    write_points(table, {place.entrant: points[place.entrant.number - 1] for place in table.places.all()})
    owner = factories.owner_of(stage.club)
    make_official(round_id=one.pk, by=owner, now=NOW)
    if held:
        hold_back(HeldFrom(), tournament_id=stage.tournament_id, by=owner, now=NOW)
    end_stage(stage_id=stage.pk, by=owner, now=NOW)
    stage.tournament.refresh_from_db()
    return stage.tournament, owner


def begin(tournament, owner, **more):
    return begin_ceremony(CeremonyStart(**more), tournament_id=tournament.pk, by=owner, now=NOW)


def turned(tournament, owner, turn):
    return shown_at(turn_to(CeremonyTurn(turn=turn), tournament_id=tournament.pk, by=owner), tournament)


def test_places_come_from_the_last_to_the_first_and_who_shares_one_together():
    tournament, _owner = over()

    turns = turns_of(tournament, None)

    assert [turn.title for turn in turns] == ["Place 4", "Places 2–3", "Place 1"]
    assert [len(turn.honoured) for turn in turns] == [1, 2, 1]
    assert (turns[-1].honoured[0].name, turns[-1].honoured[0].points) == ("Renate V.", "300 points")
    assert [turn.is_first for turn in turns] == [False, False, True]
    assert [turn.title for turn in turns_of(tournament, 2)] == ["Places 2–3", "Place 1"]


def test_it_goes_on_and_back_and_stays_within_its_turns():
    tournament, owner = over()
    shown = shown_at(begin(tournament, owner), tournament)
    assert (shown.at, shown.of, shown.now, shown.next, shown.back, shown.news) == (0, 3, None, 1, None, "")

    shown = turned(tournament, owner, 1)
    assert shown.now.title == "Place 4"
    assert shown.before == []
    shown = turned(tournament, owner, 99)
    assert (shown.at, shown.next, shown.back) == (3, None, 2)
    assert [turn.place for turn in shown.before] == ["2–3", "4"]
    assert shown.news == "Place 1: Renate V. 300 points"
    assert turned(tournament, owner, 0).at == 0


def test_it_needs_an_end_a_director_and_a_place_that_there_is():
    stage = make_cup(people=4)
    owner, scorer = factories.owner_of(stage.club), factories.make_member(stage.club, "scorer")
    with pytest.raises(Conflict, match="End the tournament first"):
        begin(stage.tournament, owner)
    tournament, owner = over()
    scorer = factories.make_member(tournament.club, "scorer")
    for act in (
        lambda: begin(tournament, scorer),
        lambda: turn_to(CeremonyTurn(turn=1), tournament_id=tournament.pk, by=scorer),
        lambda: end_ceremony(tournament_id=tournament.pk, by=scorer, now=NOW),
    ):
        with pytest.raises(PermissionDenied):
            act()
    with pytest.raises(Conflict, match="has not begun"):
        turn_to(CeremonyTurn(turn=1), tournament_id=tournament.pk, by=owner)
    with pytest.raises(Refused, match="from 1 to 4"):
        begin(tournament, owner, since=5)


def test_ending_it_releases_the_standing_and_it_may_begin_anew():
    tournament, owner = over()
    begin(tournament, owner)
    turn_to(CeremonyTurn(turn=3), tournament_id=tournament.pk, by=owner)
    assert held_back(tournament)

    end_ceremony(tournament_id=tournament.pk, by=owner, now=NOW)
    end_ceremony(tournament_id=tournament.pk, by=owner, now=NOW)

    tournament.refresh_from_db()
    assert held_back(tournament) is None
    assert begin(tournament, owner).turn == 0
    assert Ceremony.objects.count() == 1


def test_the_projector_shows_what_the_directors_phone_reveals_and_nothing_more():
    tournament, owner = over()
    link = make_link(LinkWish(kind=Link.Kind.SCREEN), of=tournament.pk, by=owner, now=NOW)
    screen, desk = reverse("shared_screen", args=[secret_of(link)]), client_of(owner)
    page = f"/tournaments/{tournament.pk}/ceremony/"
    assert "Held until the ceremony" in Client().get(screen).content.decode()

    desk.post(page, {"act": "begin", "since": ""})
    first = Client().get(screen)
    assert "The ceremony" in first.content.decode()
    assert not any(word in first.content.decode() for word in ("Renate", "Guest", "300"))
    stamp = first.context["stamp"]
    assert Client().get(screen, {"since": stamp}).status_code == 204

    desk.post(page, {"turn": "1"})
    shown = Client().get(screen, {"since": stamp}, headers={"HX-Request": "true"}).content.decode()
    assert "Place 4" in shown
    assert "100 points" in shown
    assert "Renate" not in shown
    assert "<form" not in shown, "nobody turns it there"
    assert "<html" not in shown

    piece = desk.post(page, {"turn": "3"}, headers={"HX-Request": "true"}).content.decode()
    assert "Renate V." in piece
    assert "3 of 3 revealed" in piece
    assert desk.get(page, {"since": Client().get(screen).context["stamp"]}).status_code == 204
    assert "Release" in desk.get(page).content.decode() or "release" in desk.get(page).content.decode()

    assert desk.post(page, {"act": "end"}).url == f"/tournaments/{tournament.pk}/places/"
    assert "Final places" in Client().get(screen).content.decode()
    refreshed = desk.get(page, {"since": stamp}, headers={"HX-Request": "true"})
    assert (refreshed.status_code, refreshed["HX-Refresh"]) == (204, "true")


def test_members_find_no_ceremony_page_and_the_way_there_is_the_directors():
    tournament, owner = over()
    member, scorer = (client_of(factories.make_member(tournament.club, role)) for role in ("member", "scorer"))
    page, places = f"/tournaments/{tournament.pk}/ceremony/", f"/tournaments/{tournament.pk}/places/"

    assert member.get(page).status_code == scorer.get(page).status_code == 403
    assert page in client_of(owner).get(places).content.decode()
    assert page not in scorer.get(places).content.decode()
    wrong = client_of(owner).post(page, {"act": "begin", "since": "9"})
    assert wrong.status_code == 422
    assert "from 1 to 4" in wrong.content.decode()


def test_a_bracket_has_places_and_no_points():
    stage = make_bracket(4)
    next_round(stage)
    while format_of(stage).open_question(stage):
        next_round(stage)
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    stage.tournament.refresh_from_db()

    turns = turns_of(stage.tournament, None)

    assert turns[-1].place == "1"
    assert not any(one.points for turn in turns for one in turn.honoured)


def test_prizes_stand_beside_the_names_and_special_ones_come_last():
    tournament, owner = over()
    with_money(tournament.club)
    season = open_prizes(tournament_id=tournament.pk, by=owner)
    people = {entrant.number: entrant.players.get().player for entrant in tournament.entrants.all()}
    specials = (
        SpecialPrize(cause="Best lady", amount=500, player=people[4].pk),
        SpecialPrize(cause="Best junior", amount=300),
    )
    wanted = PoolTerms(version=0, entry_price=1000, weights=(50, 30, 20), specials=specials)
    set_up_pool(wanted, competition=season, by=owner, now=NOW)
    enter_all(competition=season, by=owner, player_ids=[one.pk for one in people.values()], now=NOW)

    last, shared, first, lady, junior = turns_of(tournament, None)

    assert [one.prize for turn in (last, *[shared], first) for one in turn.honoured] == [
        "",
        "8.00\u00a0€",
        "8.00\u00a0€",
        "16.00\u00a0€",
    ]
    assert (lady.title, lady.place, lady.honoured[0].name, lady.honoured[0].prize) == (
        "Best lady",
        "",
        "Renate V.",
        "5.00\u00a0€",
    )
    assert junior.honoured[0].name == "nobody"
    release(tournament_id=tournament.pk, by=owner, now=NOW)
    wanted = PoolTerms(version=1, entry_price=1000, weights=(50, 30, 20), specials=specials[:1])
    set_up_pool(wanted, competition=season, by=owner, now=NOW)
    award(PoolAward(), competition=season, key=uuid4(), by=owner, now=NOW)
    *_places, first, lady = turns_of(tournament, None)
    assert (first.honoured[0].prize, lady.title) == ("17.50\u00a0€", "Best lady"), "as it was awarded"


def test_a_program_holds_it():
    tournament, owner = over()
    by, path = bearer(owner), f"tournaments/{tournament.pk}/ceremony"
    assert send(path, None, by, method="GET").status_code == 404
    assert send(f"{path}/turn", {"turn": 1}, by).json()["code"] == "no_ceremony"
    assert refusal(send(f"{path}/begin", {"since": 9}, by)) == (422, [("place_unknown", "since")])

    begun = send(f"{path}/begin", {}, by).json()
    assert (begun["turn"], begun["turns"], begun["revealed"]) == (0, 3, [])
    assert refusal(send(f"{path}/turn", {"turn": -1}, by)) == (422, [("min_value", "turn")])
    turned = send(f"{path}/turn", {"turn": 99}, by).json()

    assert (turned["turn"], [turn["place"] for turn in turned["revealed"]]) == (3, ["1", "2–3", "4"])
    assert turned["revealed"][0]["honoured"] == [{"name": "Renate V.", "points": "300 points", "prize": ""}]
    assert send(path, None, by, method="GET").json() == turned
    assert [send(f"{path}/end", None, by).status_code for _twice in range(2)] == [204, 204]
    assert send(path, None, by, method="GET").status_code == 404
