"""The list of entries as the place where a director does everything about people: in its rows, and with all at once."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.payouts.models import Booking, Payment
from scorekeeper.payouts.payments.reads import held_in
from scorekeeper.payouts.pools.reads import PoolNow
from scorekeeper.payouts.pools.records import PoolTerms
from scorekeeper.payouts.pools.services import set_up_pool
from scorekeeper.tournaments.entries.reads import coming_round
from scorekeeper.tournaments.fees.services import open_prizes
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Stage, Tournament
from tests import factories
from tests.acting import as_role, text
from tests.factories import NOW
from tests.factories.matches import make_bracket, make_duels, make_pairs_cup
from tests.factories.money import EURO, balances, with_money
from tests.factories.tournaments import come, leave, make_cup, play_round, publish

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def plain(answer: Any) -> str:
    found = answer if isinstance(answer, str) else answer.content.decode()
    return found.replace("\u2068", "").replace("\u2069", "").replace("\xa0", " ")


class Desk:
    """The page of a tournament, as a director has it; with `scripts` its parts are asked for."""

    def __init__(self, stage: Stage, role: str = "owner", *, scripts: bool = False) -> None:
        self.stage, self.tournament = stage, stage.tournament
        self.client: Client = as_role(stage, role)
        self.headers = HTMX if scripts else {}

    def at(self, name: str, entrant: Entrant | None = None) -> str:
        return reverse(name, args=[self.tournament.pk, *([entrant.pk] if entrant else [])])

    def read(self, query: str = "") -> str:
        return plain(text(self.client.get(self.at("tournament_entries") + query)))

    def post(self, name: str, entrant: Entrant | None = None, target: str = "", **sent: Any) -> Any:
        headers = {**self.headers, **({"HX-Target": target} if target else {})}
        return self.client.post(self.at(name, entrant), sent, headers=headers)

    def number(self, number: int) -> Entrant:
        return self.tournament.entrants.get(number=number)


def with_fees(stage: Stage, price: int = 1000) -> Any:
    with_money(stage.club)
    by = factories.owner_of(stage.club)
    season = open_prizes(tournament_id=stage.tournament_id, by=by)
    set_up_pool(PoolTerms(version=0, entry_price=price), competition=season, by=by, now=NOW)
    stage.tournament.refresh_from_db()
    return season


def test_everybody_has_a_row_with_how_they_stand_and_what_comes_next() -> None:
    desk = Desk(stage := make_cup(people=3, plan=TablesPlan(rounds=2, size=3), most=4))
    leave(come(stage, "Expected"), "entered")
    leave(come(stage, "Waits"), "waiting")
    leave(come(stage, "Gone"), "cancelled")
    shown = desk.read()
    assert re.findall(r'show=(\w+)"[^>]*>([^<]*)<', shown) == [
        ("all", "All: 6"),
        ("awaited", "Expected: 1"),
        ("here", "Here: 3"),
        ("waiting", "Waiting list: 1"),
        ("gone", "Gone or not coming: 1"),
    ]
    assert shown.count('class="entry') == 6
    assert "Everybody is here" in shown
    waiting = desk.read("?show=waiting")
    assert waiting.count('class="entry') == 1
    assert "the person who has waited longest moves up" in waiting
    assert desk.read("?show=nonsense").count('class="entry') == 6
    assert "Nobody is in this state now." in desk.read("?show=owing")
    member = Desk(stage, "member").read()
    assert member.count('class="entry') == 6
    assert "<form" not in member.split('id="entry-lines"')[1].split("</ol>")[0]


def test_a_tap_answers_with_the_row_and_those_who_moved_up() -> None:
    desk = Desk(stage := make_cup(people=2, plan=TablesPlan(rounds=2, size=3), most=2), scripts=True)
    waits = come(stage, "Waits")
    leave(waits, "waiting")
    answer = desk.post("entrant_mark", desk.number(1), act="cancelled")
    shown = plain(answer)
    assert answer["HX-Retarget"] == "#entry-1"
    assert re.findall(r'id="entry-(\d)"', shown) == ["1", "3"]
    assert shown.count("hx-swap-oob") == 2, "the other row, and the head"
    assert "<html" not in shown
    waits.refresh_from_db()
    assert waits.state == "entered"


def test_a_refused_tap_says_why_in_the_row() -> None:
    desk = Desk(make_cup(people=2), scripts=True)
    answer = desk.post("entrant_mark", desk.number(1), act="moved_up")
    assert answer.status_code == 409
    assert 'role="alert"' in plain(answer)
    assert plain(answer).count('class="entry') == 1


def test_a_name_and_enter_is_entered_and_paid_by_one_tick() -> None:
    desk = Desk(stage := make_cup(people=2), scripts=True)
    season = with_fees(stage)
    answer = desk.post("tournament_entries", target="enter", who_0="Zoë Lang", here="on")
    shown = plain(answer)
    assert "Zoë Lang has entered and is checked in." in shown
    note = shown.split('class="note done"')[1].split("</form>")[0]
    late = stage.tournament.entrants.get(number=3)
    assert (late.state, desk.at("entrant_paid", late) in note, "Paid 10.00 €" in note) == ("here", True, True)
    assert 'id="enter"' in shown
    assert 'id="entry-lines" hx-swap-oob="true"' in shown
    assert 'value="Zoë Lang"' not in shown, "the field is empty for the next one"

    paid = plain(desk.post("entrant_paid", late, paid="1", amount="1000"))
    assert "untick Zoë Lang" in paid
    assert PoolNow(season.prize_pool).owing == {}
    assert held_in(stage.club, EURO) == 1000
    assert not Payment.objects.exists()


def test_a_name_that_is_asked_about_comes_back_with_the_form_alone() -> None:
    desk = Desk(stage := make_cup(people=2), scripts=True)
    factories.make_player(stage.club, "Friederike Lange")
    answer = desk.post("tournament_entries", target="enter", who_0="Friederike Langer")
    assert answer.status_code == 422
    assert "Is this Friederike Lange?" in plain(answer)
    assert "<html" not in plain(answer)


def test_without_scripts_the_list_says_who_has_entered_and_offers_the_tick() -> None:
    desk = Desk(stage := make_cup(people=2))
    with_fees(stage)
    answer = desk.client.post(desk.at("tournament_entries"), {"who_0": "Zoë Lang", "here": "on"}, follow=True)
    assert "Zoë Lang has entered and is checked in." in plain(answer)
    assert plain(answer).count("Paid 10.00 €") == 4
    late = stage.tournament.entrants.get(number=3)
    assert desk.post("entrant_paid", late, paid="1", amount="1000").status_code == 302
    assert desk.post("entrant_paid", late, paid="nonsense").status_code == 404


def test_all_who_are_here_have_paid_by_one_tap_and_undo_takes_it_back() -> None:
    desk = Desk(stage := make_cup(people=3, plan=TablesPlan(size=3)), scripts=True)
    season = with_fees(stage)
    leave(come(stage, "Expected"), "entered")
    shown = desk.read()
    assert "All 3 have paid: 30.00 €" in shown
    assert "owes 10.00 €, not booked yet" in shown

    answer = plain(desk.post("entrants_paid", target="entry-lines", amount="3000"))
    assert "Paid into the cash box." in answer
    undo = re.findall(r'name="undo" value="(paid:[^"]+)"', answer)[0]
    assert "All 3 have paid" not in answer
    assert held_in(stage.club, EURO) == 3000
    assert set(balances(stage.club)) == {("prizes", season.pk), ("cash", None)} or len(balances(stage.club)) == 2

    undone = plain(desk.post("entries_undo", target="entry-lines", undo=undo))
    assert "All 3 have paid: 30.00 €" in undone
    assert balances(stage.club) == {}
    assert Booking.objects.filter(reverses=None).count() == 6


def test_what_is_due_has_to_be_what_was_shown() -> None:
    desk = Desk(stage := make_cup(people=2), scripts=True)
    with_fees(stage)
    for name, entrant, target in (("entrants_paid", None, "entry-lines"), ("entrant_paid", desk.number(1), "")):
        answer = desk.post(name, entrant, target=target, paid="1", amount="1")
        assert answer.status_code == 409
        assert "The amount due has just changed." in plain(answer)
    assert not Booking.objects.exists()


def test_all_are_here_by_one_tap_and_undo_without_scripts_too() -> None:
    desk = Desk(make_cup(people=3, plan=TablesPlan(size=3)))
    Entrant.objects.update(state="entered")
    answer = desk.post("entrants_here")
    shown = desk.read("?" + answer.url.partition("?")[2])
    assert "Checked in." in shown
    undo = re.findall(r'name="undo" value="(here:[^"]+)"', shown)[0]
    desk.post("entries_undo", undo=undo)
    assert set(Entrant.objects.values_list("state", flat=True)) == {"entered"}
    for wrong in ("here:x", "prizes:" + undo[5:], ""):
        assert desk.post("entries_undo", undo=wrong).status_code == 404
    assert desk.client.get(desk.at("tournament_entries") + "?undo=here:x&entered=nobody").status_code == 200


def test_a_tick_is_taken_back_and_who_does_not_come_gets_the_fee_back() -> None:
    desk = Desk(stage := make_cup(people=2), scripts=True)
    season = with_fees(stage)
    one = desk.number(1)
    desk.post("entrant_paid", one, paid="1", amount="1000")
    assert "Paid 10.00 €" in plain(desk.post("entrant_paid", one, paid="0"))
    assert balances(stage.club) == {}
    desk.post("entrant_paid", one, paid="1", amount="1000")
    assert desk.post("entrant_paid", one, paid="back").status_code == 409, "they take part"

    gone = plain(desk.post("entrant_mark", one, act="cancelled"))
    assert "Refund 10.00 €" in gone
    back = plain(desk.post("entrant_paid", one, paid="back"))
    assert "Refund 10.00 €" not in back
    assert balances(stage.club) == {}
    assert PoolNow(season.prize_pool).standing == []
    assert desk.post("entrant_paid", one, paid="1").status_code == 422, "nothing is owed"


def test_a_scorer_checks_in_and_ticks_nothing() -> None:
    stage = make_cup(people=2)
    with_fees(stage)
    desk = Desk(stage, "scorer", scripts=True)
    assert "Paid" not in desk.read()
    for name, entrant in (("entrants_paid", None), ("entrant_paid", desk.number(1))):
        assert desk.post(name, entrant, paid="1").status_code == 403
    assert desk.post("entries_undo", undo="paid:01a2199e-f581-758c-9283-551485acb02e").status_code == 403
    assert "untick" not in plain(desk.post("entrant_mark", desk.number(1), act="not_here"))


def test_a_pair_pays_for_both_at_once() -> None:
    stage = make_pairs_cup(SwissPlan(), 2)
    season = with_fees(stage)
    desk = Desk(stage, scripts=True)
    assert "All 2 have paid: 40.00 €" in desk.read()
    desk.post("entrant_paid", desk.number(1), paid="1", amount="2000")
    assert len(PoolNow(season.prize_pool).collected) == 2


def test_where_an_entry_costs_nothing_nothing_is_ticked() -> None:
    desk = Desk(make_cup(people=2), scripts=True)
    answer = desk.post("entrants_paid", target="entry-lines")
    assert answer.status_code == 409
    assert "There is no entry fee here." in plain(answer)


def test_what_is_beside_a_row_opens_in_place_and_answers_with_the_row() -> None:
    stage = make_cup(people=3, plan=TablesPlan(rounds=4, size=3))
    publish(stage)
    desk = Desk(stage, scripts=True)
    one = desk.number(1)
    opened = plain(desk.client.get(desk.at("entrant_detail", one), headers=HTMX))
    assert "<html" not in opened
    assert all(word in opened for word in ("Penalty or bonus", "Joins later", "Rounds missed", "Substitute"))
    assert 'id="id_of_1_points"' in opened, "several may be open on a page"

    wrong = desk.post("entrant_points", one, points="-20", reason="", key="01a2199e-f581-758c-9283-551485acb02e")
    assert (wrong.status_code, "<html" in plain(wrong)) == (422, False)
    given = desk.post("entrant_points", one, points="-20", reason="phone", key="01a2199e-f581-758c-9283-551485acb02e")
    assert given["HX-Retarget"] == "#entry-1"
    assert "penalty −20: phone" in plain(given)
    act = DeskAct.objects.get(kind="penalty")
    assert reverse("act_back", args=[act.pk]) in plain(desk.client.get(desk.at("entrant_detail", one)))

    late = plain(desk.post("entrant_late", one, round="4"))
    assert "plays again from round 4 on" in late
    assert "misses round" not in late
    assert desk.post("entrant_late", one, round="9").status_code == 422
    stage_id = str(stage.pk)
    missed = plain(desk.post("entrant_miss", desk.number(2), stage=stage_id, round="3"))
    assert "misses round 3" in missed
    changed = plain(desk.post("entrant_detail", desk.number(3), origin="Nord", rating="7"))
    assert "Nord" in changed
    played = plain(desk.post("entrant_substitute", desk.number(3), who="Cleo", new="1"))
    assert "Cleo (for Guest 03)" in played


def test_a_penalty_is_taken_back_in_the_row_with_its_reason() -> None:
    stage = make_cup(people=3, plan=TablesPlan(rounds=4, size=3))
    publish(stage)
    desk = Desk(stage, scripts=True)
    one, key = desk.number(1), "01a2199e-f581-758c-9283-551485acb02e"
    desk.post("entrant_points", one, points="-20", reason="phone", key=key)
    act = DeskAct.objects.get(kind="penalty")
    opened = plain(desk.client.get(desk.at("entrant_detail", one), headers=HTMX))
    assert act.by
    assert act.by.name in opened, "who gave it"
    address, sent = reverse("act_back", args=[act.pk]), {"key": str(act.pk), "to": "entrant"}
    without = desk.client.post(address, {**sent, "reason": ""}, headers=HTMX)
    assert without.status_code == 422
    assert "penalty −20: phone" in plain(without), "the row, with what is wrong"
    taken = desk.client.post(address, {**sent, "reason": "another phone"}, headers=HTMX)
    assert taken["HX-Retarget"] == "#entry-1"
    assert "phone" not in plain(taken)
    assert act.taken_back_by.reason == "another phone"


def test_the_desk_lists_penalties_and_takes_them_back_in_place() -> None:
    stage = make_cup(people=3, plan=TablesPlan(rounds=4, size=3))
    publish(stage)
    desk = Desk(stage, scripts=True)
    key = "01a2199e-f581-758c-9283-551485acb02e"
    desk.post("entrant_points", desk.number(1), points="-20", reason="phone", key=key)
    desk.post("entrant_points", desk.number(2), points="7", reason="fair", key=key)
    here = reverse("stage_points", args=[stage.pk])
    page = plain(desk.client.get(reverse("tournament_desk", args=[stage.tournament_id])))
    assert "Penalties 2" in page
    assert f'hx-get="{here}"' in page
    shown = plain(desk.client.get(here, headers=HTMX))
    assert all(word in shown for word in ("Guest 01", "−20", "phone", "Guest 02", "+7", "fair"))
    act = DeskAct.objects.get(kind="penalty", points=-20)
    sent = {"key": str(act.pk), "to": "points", "reason": "another phone"}
    left = desk.client.post(reverse("act_back", args=[act.pk]), sent, headers=HTMX)
    assert ("−20" in plain(left), "+7" in plain(left), "<html" in plain(left)) == (False, True, False)
    act = DeskAct.objects.get(kind="penalty", points=7)
    plainly = desk.client.post(reverse("act_back", args=[act.pk]), {**sent, "key": str(act.pk)})
    assert plainly["Location"] == here
    assert "No penalty or bonus has been given." in plain(desk.client.get(here))


def test_halves_of_matches_are_written_as_halves_and_a_bracket_has_no_penalties() -> None:
    stage = make_duels(SwissPlan(rounds=2), 4)
    publish(stage)
    desk = Desk(stage, scripts=True)
    key = "01a2199e-f581-758c-9283-551485acb02e"
    assert "bonus +½: fair" in plain(desk.post("entrant_points", desk.number(1), points="0.5", reason="fair", key=key))
    bracket = Desk(make_bracket(4), scripts=True)
    answer = bracket.post("entrant_points", bracket.number(1), points="1", reason="x", key=key)
    assert answer.status_code == 409
    assert "Penalty or bonus" not in plain(bracket.client.get(bracket.at("entrant_detail", bracket.number(1))))


def test_without_scripts_these_acts_lead_back_to_the_page_of_the_entrant() -> None:
    stage = make_cup(people=3, plan=TablesPlan(rounds=4, size=3))
    publish(stage)
    desk = Desk(stage)
    one, key = desk.number(1), "01a2199e-f581-758c-9283-551485acb02e"
    here = desk.at("entrant_detail", one)
    assert desk.post("entrant_points", one, points="5", reason="fair", key=key).url == here
    assert desk.post("entrant_late", one, round="3").url == here
    assert "plays again from round 3 on" in desk.read()
    assert coming_round(stage.tournament).back_in(one) == 3


def test_each_round_that_is_checked_in_for_says_so_in_the_rows() -> None:
    stage = make_cup(people=4, plan=TablesPlan(rounds=3, check_in=True))
    play_round(stage, publish(stage))
    desk = Desk(stage, scripts=True)
    shown = desk.read()
    assert "All 4 are here for round 2" in shown
    assert shown.count("not here for round 2") == 4
    row = plain(desk.post("entrant_mark", desk.number(1), act="came"))
    assert "here for round 2" in row
    assert "All 3 are here for round 2" in row
    assert 'value="not_here"' in row


def test_after_the_end_fees_are_still_ticked_and_nothing_else() -> None:
    stage = make_cup(people=2)
    with_fees(stage)
    Tournament.objects.update(state="ended", ended_at=NOW)
    desk = Desk(stage, scripts=True)
    shown = desk.read()
    assert "All 2 have paid: 20.00 €" in shown
    assert 'name="act"' not in shown
    assert 'id="enter"' not in shown
    desk.post("entrants_paid", target="entry-lines", amount="2000")
    assert held_in(stage.club, EURO) == 2000


@pytest.mark.parametrize("people", [3, 60])
def test_the_page_costs_few_statements_however_many_there_are(people: int, django_assert_max_num_queries: Any) -> None:
    stage = make_cup(people=people, plan=TablesPlan(rounds=2, size=3))
    with_fees(stage)
    desk = Desk(stage, scripts=True)
    desk.read()
    with django_assert_max_num_queries(20):
        desk.read()
    with django_assert_max_num_queries(34):
        desk.post("entrant_mark", desk.number(1), act="not_here")


@pytest.mark.parametrize("value", ["", "x", "-1", "1" * 5000, "١٢", "\x00", "🂡", "1e9", "null"])
def test_whatever_is_sent_is_answered_and_books_nothing(value: str) -> None:
    stage = make_cup(people=3, plan=TablesPlan(rounds=4, size=3))
    with_fees(stage)
    publish(stage)
    desk, one = Desk(stage, scripts=True), Desk(stage).number(1)
    sent = [
        desk.post("entries_undo", undo=f"paid:{value}"),
        desk.post("entries_undo", undo=value),
        desk.post("entrant_paid", one, paid=value, amount=value),
        desk.post("entrant_points", one, points=value, reason=value, key=value),
        desk.post("entrant_late", one, round="0" + value),
        desk.client.get(desk.at("tournament_entries"), {"show": value, "undo": f"paid:{value}", "entered": value}),
    ]
    assert all(answer.status_code in {200, 404, 422} for answer in sent), [answer.status_code for answer in sent]
    assert not Booking.objects.exists()
    assert not DeskAct.objects.filter(kind__in=["penalty", "absent"]).exists()
