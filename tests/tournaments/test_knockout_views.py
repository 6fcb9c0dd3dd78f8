"""The pages of a knock-out at tables, by the ways somebody goes through them."""

from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from scorekeeper.sharing.screens import screen_of
from scorekeeper.tournaments.clock.services import plays_at
from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.mine.reads import part_of
from scorekeeper.tournaments.models import Round, Tournament
from tests import factories
from tests.factories import NOW
from tests.factories.knockouts import at, entrant, make_knockout, move, out, played_out, running, seat
from tests.factories.tournaments import come, make_cup, make_planned, publish
from tests.pages import folded

pytestmark = pytest.mark.django_db


@pytest.fixture
def one():
    return make_knockout(12, 6)


@pytest.fixture
def page(client, one):
    client.force_login(factories.owner_of(one.club))
    return client


def address(name: str, one: Round, *more: object) -> str:
    return reverse(f"knockout_{name}", args=[one.pk, *more])


def said(one: Round, **more: object) -> dict[str, object]:
    return {"seen": running(one).revision, "key": uuid4(), **more}


def test_who_is_tapped_is_out(page, one):
    number = at(one, 2)[0]
    tapped = f"{address('out', one)}?out={entrant(one, number).pk}"
    assert page.get(tapped).context["table"].number == 2
    answer = page.post(tapped, said(one))
    assert answer.url == address("tables", one)
    assert running(one).course.places == {number: 12}
    shown = page.get(answer.url)
    assert b"11 of 12 left" in shown.content
    assert page.get(tapped).url == address("tables", one)  # they sit nowhere any more


def test_of_several_it_is_asked_who_had_more(page, one):
    first, second = at(one, 1)[:2]
    pks = [entrant(one, number).pk for number in (first, second)]
    tapped = f"{address('out', one)}?out={pks[0]}&out={pks[1]}"
    assert page.post(tapped, said(one)).status_code == 422
    assert page.post(tapped, said(one, **{f"rank-{pks[0]}": 2, f"rank-{pks[1]}": 1})).status_code == 302
    assert running(one).course.places == {first: 12, second: 11}
    third = entrant(one, at(one, 2)[0])
    tapped = f"{address('out', one)}?out={third.pk}"
    assert b"In the same hand as" in page.get(tapped).content
    page.post(tapped, said(one, with_last="on"))
    assert running(one).course.places[third.number] == 10
    assert running(one).course.places[second] == 10


def test_who_saw_other_tables_is_told(page, one):
    seen = running(one).revision
    first, second = (entrant(one, number) for number in at(one, 1)[:2])
    out(one, first.number)
    sent = {"seen": seen, "key": uuid4()}
    answer = page.post(f"{address('out', one)}?out={second.pk}", sent)
    assert (answer.status_code, b"Somebody else has just changed the tables." in answer.content) == (422, True)
    again = {name: answer.context["form"][name].value() for name in ("seen", "key")}
    assert page.post(f"{address('out', one)}?out={second.pk}", again).status_code == 302, "who looks again can say it"
    assert second.number in running(one).course.places
    assert page.post(address("moves", one), sent).status_code == 409
    assert page.post(address("moves", one), {}).status_code == 404


def test_before_tables_are_even_it_is_asked_who_deals(page, one):
    for _hand in range(2):
        out(one, at(one, 2)[0])
    asked = page.get(address("tables", one))
    assert [table.number for table in asked.context["asks"]] == [1, 2]
    deals = {"deals-1": 1, "deals-2": 3}
    told = page.get(address("tables", one), deals)
    assert told.context["asks"] == []
    [due] = told.context["shown"].due
    assert b"Table 1 has 6, table 2 has 4. This player would have dealt next" in told.content
    assert page.post(address("moves", one), said(one, **deals)).status_code == 302
    assert running(one).course.state.left == 10
    after = page.get(address("tables", one)).context["shown"]
    assert after.latest == (due,)
    assert not after.due
    assert page.get(address("tables", one), {"deals-x": 1, "deals-1": "\u0661"}).status_code == 200
    assert page.post(address("moves", one), said(one, **{"deals-1": 11})).status_code == 422


def test_a_slip_is_taken_back_with_a_reason(page, one):
    out(one, at(one, 1)[0])
    back = address("back", one, 1)
    assert page.post(back, said(one, reason="")).status_code == 422
    assert page.post(back, said(one, reason="it was Ben")).url == address("tables", one)
    assert running(one).course.left == 12
    assert page.get(back).url == address("tables", one)


def test_who_comes_late_sits_down(page, one):
    late = come(one.stage, "Late")
    assert page.post(address("seat", one), said(one, entrant=late.pk)).status_code == 302
    assert running(one).course.sitting[late.number].table == 3
    assert page.post(address("seat", one), said(one, entrant=late.pk)).status_code == 422


def test_members_look_and_say_nothing(client, one):
    client.force_login(factories.make_member(one.club, "member"))
    number = at(one, 1)[0]
    shown = client.get(address("tables", one))
    assert (shown.status_code, b"/out/" in shown.content) == (200, False)
    assert client.get(f"{address('out', one)}?out={entrant(one, number).pk}").status_code == 403
    for name in ("moves", "seat"):
        assert client.post(address(name, one), said(one)).status_code == 403


def test_the_round_shows_its_tables_and_points_are_nowhere(page, one):
    assert b"12 of 12 left" in page.get(reverse("round_detail", args=[one.pk])).content
    assert page.get(reverse("stage_points", args=[one.stage_id])).status_code == 404
    assert page.get(reverse("table_result", args=[one.tables.all()[0].pk])).status_code == 404
    tables = publish(make_cup(one.club, 4))
    assert page.get(address("tables", tables)).status_code == 404


def test_the_winner_is_made_official_and_has_the_first_place(page, one):
    played_out(one)
    shown = page.get(address("tables", one))
    assert b"Make the places official" in shown.content
    answer = page.post(reverse("round_official", args=[one.pk]))
    assert answer.status_code == 302
    tables = page.get(address("tables", one)).content.decode()
    assert "/out/" not in tables
    last = running(one).steps[-1].number
    slip = reverse("knockout_back", args=[one.pk, last])
    assert slip in tables
    assert "The places are official. This undoes that" in page.get(slip).content.decode()
    assert page.post(reverse("stage_end", args=[one.stage_id])).status_code == 302
    standing = page.get(reverse("stage_standing", args=[one.stage_id]), {"official": "1"})
    assert [row.first for row in standing.context["standing"].rows] == list(range(1, 13))
    assert Tournament.objects.get(pk=one.stage.tournament_id).is_ended


def test_lots_part_those_who_share_a_place(page, one):
    out(one, *at(one, 1)[:2])
    tied = [entrant(one, who.who).pk for who in running(one).course.out]
    standing = reverse("stage_standing", args=[one.stage_id])
    assert b"share place 11" in page.get(standing).content
    page.post(reverse("stage_lots", args=[one.stage_id]), {"entrant": tied, "key": uuid4()})
    assert list(dict.fromkeys(row.first for row in page.get(standing).context["standing"].rows)) == [1, 11, 12]


def test_a_knock_out_can_be_planned_where_two_can_play(client):
    made = make_planned(factories.make_club(), game="tonk")
    client.force_login(factories.owner_of(made.club))
    offered = client.get(reverse("stage_new", args=[made.pk]))
    assert b"?format=knockout" in offered.content


def test_everybody_sees_their_own_seat_as_it_is_now(one):
    for _hand in range(2):
        out(one, at(one, 2)[0])
    [act] = move(one, {1: 0, 2: 3})
    assert act.entrant
    assert act.table
    stage = one.stage
    me = stage.tournament
    user = factories.make_user()

    def mine(who):
        return part_of(me, who, user, NOW, stamp_of(me)).now

    moved = mine(act.entrant)
    assert (moved.table.number, moved.seat) == (2, act.detail["to"][1] + 1)
    gone = entrant(one, running(one).course.out[0].who)
    assert (mine(gone).out, mine(gone).table, mine(gone).is_over) == (12, None, True)
    late = come(stage, "Late")
    seat(one, late)
    assert mine(late).seat


def test_who_sits_there_now_calls_the_director(one):
    number = at(one, 2)[0]
    who = entrant(one, number)
    user = factories.make_user()
    type(who.players.get().player).objects.filter(pk=who.players.get().player_id).update(user=user)
    table = one.tables.select_related("round__stage").get(number=2)
    assert plays_at(table, user)
    out(one, number)
    assert not plays_at(table, user)


def test_the_screen_shows_the_tables_as_they_are_and_the_places_so_far(one):
    gone = at(one, 2)[:2]
    for number in gone:
        out(one, number)
    move(one, {1: 0, 2: 3})
    me = Tournament.objects.get(pk=one.stage.tournament_id)
    seats = screen_of(me, 1, NOW)
    assert [len(row.people) for row in seats.rows] == [5, 5]
    assert all(sat.chair for row in seats.rows for sat in row.people)
    places = screen_of(me, 2, NOW)
    assert (places.what, [row.rank for row in places.rows]) == ("out", ["11", "12"])
    page = folded(render_to_string("sharing/_screen.html", {"shown": seats, "now": NOW}))
    assert "Who sits where" in page
    assert "10 of 12 left" in page
    assert "Round 1" not in page, "it has no rounds"
    assert "of 2 tables" not in page, "all of them are there"


def test_the_rounds_list_says_how_many_tables_are_left(one):
    client = Client()
    client.force_login(factories.owner_of(one.club))
    address = reverse("tournament_rounds", args=[one.stage.tournament_id])
    assert "2 tables left" in client.get(address).content.decode()
    while len((now := running(one)).course.state.tables) > 1:
        table = max(now.course.state.tables, key=len)
        out(one, table.seats[min(table.seats)])
        move(one)
    assert "1 table left" in client.get(address).content.decode()


def test_which_table_is_broken_next_is_said_only_where_the_plan_says_it(client):
    """Whoever goes out makes their table the smallest: nobody can know which one that will be."""
    one = make_knockout(9, 4)
    client.force_login(factories.owner_of(one.club))
    shown = client.get(address("tables", one)).content.decode()
    assert "A table is broken when 8 are left: the smallest one" in shown
    assert "The average stack equals the starting stack." in shown
    out(one, at(one, 1)[0])
    assert "Table 1 is broken" in client.get(address("tables", one)).content.decode()
    named = make_knockout(9, 4, club=one.club, breaks=(7, 2), name="Named")
    assert "Table 2 is broken when 8 are left." in client.get(address("tables", named)).content.decode()
