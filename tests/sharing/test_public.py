"""A tournament on everybody's phone: what whoever holds its link sees."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.sharing.models import Link
from scorekeeper.sharing.public import public_of
from scorekeeper.sharing.services import LinkWish, end_link, make_link, secret_of
from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.factories import NOW
from tests.factories.knockouts import make_knockout, played_out
from tests.factories.matches import make_bracket, won
from tests.factories.tournaments import add_final, come, draw, make_cup, publish, sheet, write_points

pytestmark = pytest.mark.django_db
PUBLIC = Link.Kind.PUBLIC


def link_of(stage):
    return make_link(LinkWish(kind=PUBLIC), of=stage.tournament_id, by=factories.owner_of(stage.club), now=NOW)


def look(link, htmx=False, **asked):
    headers = {"HX-Request": "true"} if htmx else {}
    return Client().get(reverse("shared_tournament", args=[secret_of(link)]), asked, headers=headers)


def over(stage, one):
    for table in one.tables.all():
        write_points(table, {place.entrant: 100 * place.entrant.number for place in table.places.all()})
    return make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)


def test_rounds_tables_standing_and_places_by_short_names():
    stage = make_cup(people=7, plan=TablesPlan(rounds=2))
    come(stage, "Renate Vogt")
    link = link_of(stage)
    assert "when the first round opens" in look(link).content.decode()
    over(stage, publish(stage))
    draft = draw(stage)
    assert "Round 2" not in look(link).content.decode(), "a draft is nobody's business"

    second = publish(stage, draft)
    page, first = look(link).content.decode(), look(link, round=1).content.decode()
    assert "Round 2" in page
    assert "Standing after 1 round" in page
    assert "Renate V." in page
    assert "Vogt" not in page + first, "a last name is no business of everybody"
    assert "800" in first
    assert look(link, round="99999").status_code == look(link, round="x").status_code == 200

    over(stage, second)
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    page = look(link).content.decode()
    assert "Final places" in page
    assert "hx-trigger" not in page
    stage.tournament.refresh_from_db()
    winner, second, *_others = public_of(stage.tournament, 0, NOW).winners
    assert winner == ("1", "Renate V.")
    assert second[0] == "2"
    assert "The first three places" in page


def test_a_round_has_its_tables_with_what_they_have_brought_and_who_sits_out():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    one = publish(stage)
    table = one.tables.get()
    places = sorted(table.places.all(), key=lambda place: place.seat)
    write_points(table, {place.entrant: 10 * place.seat for place in places})
    come(stage, "Late Guest")
    one.places.create(club=stage.club, entrant=stage.tournament.entrants.get(number=5), kind="bye")

    shown = public_of(stage.tournament, 1, NOW)

    assert shown.chosen.round == one
    assert [(at.number, at.state) for at in shown.tables] == [(1, "desk")]
    assert [points for _name, points, _chair in shown.tables[0].places] == ["0", "10", "20", "30"]
    assert shown.out == ("Late G.",)
    assert shown.ranked == [], "nothing is official"


def test_asked_again_it_says_nothing_until_a_hand_is_played():
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    one, link = publish(stage), link_of(stage)
    stage.tournament.refresh_from_db()
    stamp = stamp_of(stage.tournament, 0)

    assert look(link, since=stamp).status_code == 204
    assert look(link, since=stamp, round=1).status_code == 200, "another round is another page"
    factories.record(sheet(one.tables.get()), factories.passed())
    piece = look(link, htmx=True, since=stamp).content.decode()
    assert 'id="public"' in piece
    assert "<html" not in piece


@pytest.mark.both_engines("locks rows", "sharing.services")
def test_both_links_are_made_and_ended_each_by_itself(client):
    stage = make_cup(people=4)
    owner, address = factories.owner_of(stage.club), reverse("tournament_screen", args=[stage.tournament_id])
    client.force_login(owner)
    client.post(address, {"public": "1"})
    client.post(address, {"screen": "1"})
    public, screen = Link.objects.get(kind=PUBLIC), Link.objects.get(kind=Link.Kind.SCREEN)
    page = client.get(address).content.decode()
    assert secret_of(public) in page
    assert secret_of(screen) in page
    assert Client().get(reverse("shared_tournament", args=[secret_of(screen)])).status_code == 404
    assert Client().get(reverse("shared_screen", args=[secret_of(public)])).status_code == 404
    assert link_of(stage) == public

    client.post(address, {"public": "0"})

    assert look(public).status_code == 404
    assert Client().get(reverse("shared_screen", args=[secret_of(screen)])).status_code == 200
    assert link_of(stage) != public
    member = factories.make_member(stage.club)
    with pytest.raises(PermissionDenied):
        make_link(LinkWish(kind=PUBLIC), of=stage.tournament_id, by=member, now=NOW)
    with pytest.raises(PermissionDenied):
        end_link(LinkWish(kind=PUBLIC), of=stage.tournament_id, by=member, now=NOW)


@pytest.mark.parametrize("people", [4, 24])
def test_the_page_costs_the_same_at_any_size(people, django_assert_num_queries):
    stage = make_cup(people=people, plan=TablesPlan(rounds=2))
    over(stage, publish(stage))
    publish(stage)
    address = reverse("shared_tournament", args=[secret_of(link_of(stage))])

    with django_assert_num_queries(26):
        assert Client().get(address).status_code == 200


def test_a_knock_out_tells_the_seats():
    one = make_knockout(7, seats=4)
    page = look(link_of(one.stage)).content.decode()
    place = one.places.get(seat=3)
    assert f"</span>4</span><b><bdi>{place.entrant.players.get().player.name}</bdi>" in page
    assert "playing" in page
    stage = played_out(one)
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    page = look(link_of(stage)).content.decode()
    assert "finished" in page
    assert "playing" not in page


def test_a_bracket_is_drawn_without_links_to_sheets():
    stage = make_bracket(5)
    link = link_of(stage)
    assert 'class="bracket"' not in look(link).content.decode(), "nothing is opened"
    won(publish(stage).tables.get(code="W1.2"))
    page = look(link).content.decode()
    assert page.count('id="m-w') == 7
    assert "/tables/" not in page
    assert "sittings" not in page


def test_rounds_of_several_stages_are_chosen_stage_by_stage():
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    final = add_final(stage.tournament, "The last four")
    over(stage, publish(stage))
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    publish(final)
    page = look(link_of(stage)).content.decode()
    assert page.count('of-stage"') == 2
    assert page.index("The last four</span>") > page.index('href="?round=1"')
