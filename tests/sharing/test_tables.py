"""The link of a table: who makes it, what whoever holds it sees, and what they don't."""

import pytest
from django.test import Client
from django.urls import reverse

from games import all_games
from scorekeeper.play.recording.services import next_table
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import secret_of, share_table
from tests import factories
from tests.acting import bearer, send
from tests.factories import NOW
from tests.factories.hands import hand_of
from tests.hostile.test_names import SARA, body_of, mixed

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club("Lindenhof", owner=factories.make_user("Renate Vogt"))


@pytest.fixture
def sitting(club):
    guests = [factories.make_player(club, name) for name in ("Murat Arslan", "Ines Weber")]
    return factories.make_sitting(club, players=[factories.player_of(factories.owner_of(club), club), *guests])


def link_of(sitting):
    return share_table(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)


def look(link, page="shared_table", client=None, **headers):
    return (client or Client()).get(reverse(page, args=[secret_of(link)]), **headers)


def test_whoever_holds_the_link_sees_the_sheet_with_short_names(sitting):
    factories.correct(factories.record(sitting).hand, factories.played(1), reason="Renate mixed it up")
    factories.record(sitting)

    answer = look(link_of(sitting))
    page = answer.content.decode()

    assert "Renate V." in page
    shown, *_language = page.split('<footer class="languages"')
    assert not any(name in shown for name in ("Vogt", "Arslan", "Weber", "mixed it up", "<form", "Save hand"))
    assert "noindex" in answer["X-Robots-Tag"]
    assert "noindex" in page


def test_asked_again_while_nothing_is_new_it_says_so(sitting):
    link = link_of(sitting)
    first = look(link)

    assert look(link, headers={"If-None-Match": first["ETag"]}).status_code == 304
    since = first["ETag"].strip('"')
    address = reverse("shared_table", args=[secret_of(link)])
    assert Client().get(address, {"since": since}, headers={"HX-Request": "true"}).status_code == 204

    factories.record(sitting)
    again = Client().get(address, {"since": since}, headers={"HX-Request": "true"})
    assert again.status_code == 200
    assert again.content.startswith(b"{#") is False
    assert b"<html" not in again.content
    assert look(link, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_table_that_is_played_asks_again_and_a_finished_one_does_not(sitting):
    link = link_of(sitting)
    factories.record(sitting)
    assert "every 5s" in look(link).content.decode()

    factories.finish(sitting)

    page = look(link).content.decode()
    assert "every 5s" not in page
    assert "finished sheet" in page


@pytest.mark.parametrize("game", all_games())
def test_every_game_can_be_looked_at(club, game):
    sitting = factories.make_sitting(club, players=4 if game == "truco" else 3, game=game)
    for _hand in range(2):
        sitting.refresh_from_db()
        factories.record(sitting, hand_of(game, next_table(sitting, factories.seats_of(sitting))))
    link = link_of(sitting)

    assert look(link).status_code == 200
    picture = look(link, "shared_picture")
    assert picture["Content-Type"] == "image/svg+xml"
    assert picture.content.decode().startswith("<svg")


def test_picture_is_wellformed_whatever_people_are_called(sitting, club):
    from defusedxml.ElementTree import fromstring

    club.players.update(name='<b onload="x">&amp; ]]>')
    factories.record(sitting)

    picture = look(link_of(sitting), "shared_picture")

    fromstring(picture.content)
    assert b"<b " not in picture.content
    assert "attachment" in picture["Content-Disposition"]


def test_no_name_turns_its_neighbours_round(sitting, club):
    factories.record(sitting)
    club.players.update(name=SARA)

    assert mixed(body_of(look(link_of(sitting)))) == []


def test_link_ends_and_another_is_another(sitting):
    keeper = Client()
    keeper.force_login(factories.keeper_of(sitting).user)
    address = reverse("table_share", args=[sitting.pk])
    keeper.post(address, {"share": "1"})
    keeper.post(address, {"share": "1"})
    link = Link.objects.get()
    assert look(link).status_code == 200
    assert secret_of(link) in keeper.get(address).content.decode()

    keeper.post(address, {"share": "0"})

    assert look(link).status_code == 404
    assert look(link, "shared_picture").status_code == 404
    assert secret_of(link_of(sitting)) != secret_of(link)


def test_who_may_not_record_makes_no_link(sitting, club):
    member, stranger = Client(), Client()
    member.force_login(factories.make_member(club))
    stranger.force_login(factories.make_user())
    address = reverse("table_share", args=[sitting.pk])

    assert [member.get(address).status_code, member.post(address).status_code] == [403, 403]
    assert [stranger.get(address).status_code, stranger.post(address).status_code] == [404, 404]
    assert not Link.objects.exists()


def test_link_of_a_calendar_shows_no_table(club, sitting):
    from scorekeeper.sharing.services import make_calendar

    link = make_calendar(club=club, by=factories.owner_of(club), now=NOW)

    assert look(link).status_code == 404


@pytest.mark.parametrize("hands", [1, 6])
def test_looking_costs_the_same_at_any_length(sitting, hands, django_assert_num_queries):
    for _hand in range(hands):
        factories.record(sitting)
    link = link_of(sitting)

    with django_assert_num_queries(4):
        look(link)
    mark = look(link)["ETag"]
    with django_assert_num_queries(1):
        look(link, headers={"If-None-Match": mark})


def test_a_program_makes_reads_and_ends_the_link(client, sitting):
    by, path = bearer(sitting.opened_by_user), f"sittings/{sitting.pk}/link"
    assert send(path, None, by, method="GET").status_code == 404

    made, again = (send(f"{path}/make", None, by).json() for _twice in range(2))

    assert made == again == send(path, None, by, method="GET").json()
    assert "Renate V." in client.get(made["address"]).content.decode()
    assert [send(f"{path}/end", None, by).status_code for _twice in range(2)] == [204, 204]
    assert client.get(made["address"]).status_code == 404
