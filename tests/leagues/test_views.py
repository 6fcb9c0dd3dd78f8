"""The pages of an evening: what they show to whom, what they refuse, and how many statements they cost."""

import re
from datetime import timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.clubs.models import KeepApart
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.evenings.services import open_evening
from scorekeeper.leagues.models import Attendance, Collected, Evening, Place, ReportReader, TableDraw
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.leagues.people.services import EveningSignUp, sign_up
from scorekeeper.leagues.people.views import door_of
from scorekeeper.play.models import Sitting
from tests import factories
from tests.acting import form_of, words
from tests.factories import NOW
from tests.factories.evenings import come, end_all, make_draw, make_evening, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, owner):
    client.force_login(owner)
    return client


# Planning


def test_planned_with_what_the_form_suggests(page, club):
    season = factories.make_season(club)
    address = reverse("evening_new", args=[club.pk, "skat"])

    answer = page.post(address, {**form_of(page, address), "fee": "2,50", "unit": "€", "venue": "Inn"})

    made = Evening.objects.get()
    assert answer["Location"] == reverse("evening_detail", args=[made.pk])
    assert (made.name, made.fee, made.unit, made.venue, made.first.size) == ("Skat evening", 250, "€", "Inn", 4)
    assert list(made.seasons.all()) == [season]
    begins = timezone.localtime(made.starts_at, timezone=ZoneInfo("Europe/Berlin"))
    assert begins.date() == timezone.localdate(timezone=ZoneInfo("Europe/Berlin"))
    assert (begins.hour, begins.minute) == (19, 30)


def test_next_one_is_suggested_a_week_after_the_last(page, club):
    newest = timezone.now() + timedelta(days=2)
    make_evening(club, starts_at=newest)

    assert form_of(page, reverse("evening_new", args=[club.pk, "skat"]))["day"] == (
        timezone.localtime(newest, timezone=ZoneInfo("Europe/Berlin")).date() + timedelta(days=7)
    )


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("fee", "two", "This is not an amount"),
        ("fee", "99999999", "at most 10000.00"),
        ("day", "2500-01-01", "stay at or below"),
        ("day", "2150-01-01", "within two years"),
        ("day", "1-1-1", "Please write this day as year, month and day"),
        ("rules", "none", "These rules are no longer offered. Choose again."),
        ("size", "9", "Please choose one of the options offered here."),
        ("name", "\u200b", "Type a name"),
    ],
)
def test_a_wrong_plan_keeps_what_was_typed(page, club, field, value, sentence):
    address = reverse("evening_new", args=[club.pk, "skat"])

    answer = page.post(address, {**form_of(page, address), "venue": "Inn & Co", field: value})

    assert answer.status_code == 422
    assert sentence in words(answer)
    assert "Inn &amp; Co" in answer.content.decode()
    assert not Evening.objects.exists()


def test_rules_of_the_club_are_offered_before_those_of_the_book(page, club):
    factories.make_sitting(club, rules={"loss_fee": {"each": 50, "from_fourth": 100}})

    form = page.get(reverse("evening_new", args=[club.pk, "skat"])).context["form"]

    names = [one.name for one in form.offered.sets.values()]
    assert names[0] == Sitting.objects.get().rules_name
    assert len(names) == len(set(names))


def test_changed_it_keeps_its_own_rules(page, club):
    evening = make_evening(club, rules={"loss_fee": {"each": 30, "from_fourth": 60}}, fee=300)
    address = reverse("evening_edit", args=[evening.pk])

    answer = page.post(address, {**form_of(page, address), "venue": "Elsewhere"})

    assert answer.status_code == 302
    changed = Evening.objects.get()
    assert (changed.venue, changed.first.rules, changed.fee) == ("Elsewhere", evening.first.rules, 300)
    assert changed.first.rules_name == "Official list, with changes"
    close_evening(evening_id=evening.pk, by=factories.owner_of(club), now=NOW)
    assert page.post(address, form_of(page, address)).status_code == 409


def test_the_game_is_chosen_first(page, club):
    html = page.get(reverse("evening_choose", args=[club.pk])).content.decode()

    assert reverse("evening_new", args=[club.pk, "truco"]) in html


def test_no_such_game_no_page(page, club):
    assert page.get(reverse("evening_new", args=[club.pk, "bridge"])).status_code == 404


# Who sees and does what


def test_strangers_find_nothing(client, club):
    evening = playing(club, 3)
    client.force_login(factories.make_user())

    for name in ("detail", "edit", "people", "door", "draw", "money", "report"):
        assert client.get(reverse(f"evening_{name}", args=[evening.pk])).status_code == 404
    for name in ("list", "choose", "apart"):
        assert client.get(reverse(f"evening_{name}", args=[club.pk])).status_code == 404
    for name in ("sign_up", "open", "next", "swap", "publish", "close", "reopen"):
        assert client.post(reverse(f"evening_{name}", args=[evening.pk])).status_code == 404


def test_members_look_and_sign_up_and_run_nothing(client, club):
    evening = playing(club, 3, fee=100)
    member = factories.make_member(club)
    client.force_login(member)

    html = client.get(reverse("evening_detail", args=[evening.pk])).content.decode()

    assert "Run the evening" not in html
    assert "To collect" not in html
    for name in ("edit", "people", "door", "draw", "money"):
        assert client.get(reverse(f"evening_{name}", args=[evening.pk])).status_code == 403
    for name in ("open", "next", "swap", "publish", "close", "reopen"):
        assert client.post(reverse(f"evening_{name}", args=[evening.pk])).status_code == 403
    assert client.get(reverse("evening_report", args=[evening.pk])).status_code == 200
    client.post(reverse("evening_sign_up", args=[evening.pk]), {"comes": "1"})
    assert Attendance.objects.get(player__user=member).state == "signed_up"


def test_a_closed_evening_takes_no_sign_up(page, club, owner):
    evening = make_evening(club)
    close_evening(evening_id=evening.pk, by=owner, now=NOW)

    answer = page.post(reverse("evening_sign_up", args=[evening.pk]), {"comes": "1"})

    assert answer.status_code == 409
    assert "This evening is closed" in words(answer)


# At the door


def test_people_are_checked_in_by_a_tap_from_the_book_and_by_name(page, club, owner):
    evening = make_evening(club)
    sign_up(EveningSignUp(comes=True), evening_id=evening.pk, by=owner, now=NOW)
    known = factories.make_player(club, "Anna Meier")
    address = reverse("evening_people", args=[evening.pk])
    mine = factories.player_of(owner, club)

    page.post(reverse("evening_open", args=[evening.pk]))
    page.post(reverse("evening_mark", args=[evening.pk, mine.pk]), {"state": "here"})
    page.post(address, {"player": str(known.pk)})
    alike = page.post(address, {"name": "Anna Maier"})
    new = page.post(address, {"name": "Anna Maier", "new": "on"})

    assert alike.status_code == 422
    assert "Is this Anna Meier?" in words(alike)
    assert 'value="Anna Maier"' in alike.content.decode()
    assert new.status_code == 302
    here = Attendance.objects.filter(state="here").values_list("player__name", flat=True)
    assert set(here) == {mine.name, "Anna Meier", "Anna Maier"}


def test_the_code_at_the_door_lets_anybody_say_who_has_come(club, owner):
    evening = make_evening(club)
    member = factories.make_member(club, user=factories.make_user("Berta Brecht"))
    sign_up(EveningSignUp(comes=True), evening_id=evening.pk, by=member, now=NOW)
    address = reverse("door", args=[evening.pk, door_of(evening.pk)])
    phone = Client()

    before = phone.get(address)
    open_evening(evening_id=evening.pk, by=owner, now=NOW)
    during = phone.get(address)
    picked = phone.post(address, {"player": str(factories.player_of(member, club).pk)}, follow=True)
    typed = phone.post(address, {"name": "Zoë"}, follow=True)
    nobody = phone.post(address, {"name": " "})

    assert "This evening begins on" in words(before)
    assert "Berta" in words(during)
    assert "Brecht" not in words(during)
    assert "Berta Brecht is checked in." in words(picked)
    assert "Zoë is checked in." in words(typed)
    assert (nobody.status_code, "Type a name." in words(nobody)) == (422, True)
    assert set(Attendance.objects.values_list("player__name", "state")) == {("Berta Brecht", "here"), ("Zoë", "here")}


def test_a_member_comes_in_as_the_one_they_are(page, club, owner):
    evening = make_evening(club)
    open_evening(evening_id=evening.pk, by=owner, now=NOW)
    address = reverse("door", args=[evening.pk, door_of(evening.pk)])

    answer = page.post(address, {"me": "1"}, follow=True)

    assert "is checked in" in words(answer)
    assert (Attendance.objects.get().by, Attendance.objects.get().player.user) == (owner, owner)
    close_evening(evening_id=evening.pk, by=owner, now=NOW)
    assert page.post(address, {"name": "Late"}).status_code == 409


def test_the_door_knows_a_member_by_their_line_in_this_club(page, club, owner):
    """They play elsewhere too, and did so first."""
    other = factories.make_club()
    stranger = factories.owner_of(other)
    factories.make_member(other, user=owner)
    factories.make_member(club, user=stranger)
    evening = make_evening(club)
    elsewhere = make_evening(factories.make_club())

    seen = [page.get(reverse("door", args=[one.pk, door_of(one.pk)])).context["me"] for one in (evening, elsewhere)]
    page.force_login(stranger)
    theirs = page.get(reverse("door", args=[evening.pk, door_of(evening.pk)])).context["me"]

    assert seen == [factories.player_of(owner, club), None]
    assert theirs == factories.player_of(stranger, club)


def test_the_evening_that_comes_next_stands_first(page, club):
    for name, days in (("later", 9), ("next", 2), ("last", 16)):
        make_evening(club, name=name, starts_at=timezone.now() + timedelta(days=days))

    shown = page.get(reverse("evening_list", args=[club.pk])).context["coming"]

    assert [evening.name for evening in shown] == ["next", "later", "last"]


def test_the_code_of_one_evening_opens_no_other(client, club):
    one, other = make_evening(club), make_evening(club)

    assert client.get(reverse("door", args=[other.pk, door_of(one.pk)])).status_code == 404
    assert client.get(reverse("door", args=[uuid4(), "x"])).status_code == 404


def test_too_many_from_one_address_wait(client, club, monkeypatch):
    from scorekeeper.leagues.people import views as people

    monkeypatch.setattr(people, "COMINGS", 1)
    evening = make_evening(club)
    address = reverse("door", args=[evening.pk, door_of(evening.pk)])

    answers = [client.post(address, {"name": "Anna"}).status_code for _time in range(2)]

    assert answers == [409, 429]


def test_the_code_hangs_at_the_door(page, club):
    evening = make_evening(club)

    html = page.get(reverse("evening_door", args=[evening.pk])).content.decode()

    assert f"http://testserver{reverse('door', args=[evening.pk, door_of(evening.pk)])}" in html
    assert "<svg" in html


def test_doors_that_are_closed_stay_closed(page, club, owner):
    evening = make_evening(club)
    close_evening(evening_id=evening.pk, by=owner, now=NOW)

    assert page.post(reverse("evening_open", args=[evening.pk])).status_code == 409
    assert page.post(reverse("evening_people", args=[evening.pk]), {"name": "Late"}).status_code == 409


# Draw, money, end


def test_who_was_to_change_places_stays_chosen_where_it_is_refused(page, club):
    evening = make_evening(club)
    come(evening, 6)
    draw = make_draw(evening)
    place, seen = str(draw.places.all()[0].pk), {"draw": str(draw.pk), "revision": draw.revision}
    game = str(evening.first.pk)

    answer = page.post(reverse("evening_swap", args=[evening.pk]), {**seen, "game": game, "one": place, "other": place})

    html = answer.content.decode()
    assert answer.status_code == 422
    assert html.count(f'<option value="{place}" selected>') == 2
    assert re.search(r'<details class="after" open>\s*<summary[^>]*>\s*Change places by hand', html)


def test_drawn_changed_and_opened_by_the_buttons_of_the_page(page, club):
    evening = make_evening(club)
    people = come(evening, 7)
    address = reverse("evening_draw", args=[evening.pk])

    page.post(address)
    lot = f"Drawn by “tables 1” with the number {TableDraw.objects.get().seed}. The same number gives the same tables"
    assert lot in words(page.get(address))
    seen = {"draw": str(TableDraw.objects.get().pk), "revision": "1"}
    place_of = dict(Place.objects.values_list("player", "pk"))
    swap = {**seen, "one": str(place_of[people[0].pk]), "other": str(place_of[people[1].pk])}
    swapped = page.post(reverse("evening_swap", args=[evening.pk]), swap)
    stale = page.post(reverse("evening_publish", args=[evening.pk]), seen)
    opened = page.post(reverse("evening_publish", args=[evening.pk]), {**seen, "revision": "2"})

    assert (swapped.status_code, stale.status_code, opened.status_code) == (302, 409, 302)
    assert "just changed the draw" in words(stale)
    assert Sitting.objects.count() == 2
    assert "0 / 48 playing" in words(page.get(reverse("evening_detail", args=[evening.pk])))


def test_a_draft_is_held_taken_back_and_thrown_away_by_the_buttons_of_the_page(page, club, owner):
    evening = make_evening(club)
    come(evening, 8)
    address = reverse("evening_draw", args=[evening.pk])
    page.post(address)
    place = Place.objects.get(table__number=1, seat=2)

    def act(name, **more):
        draft = TableDraw.objects.get()
        seen = {"draw": str(draft.pk), "revision": str(draft.revision), "game": str(evening.first.pk), **more}
        return page.post(reverse(f"evening_{name}", args=[evening.pk]), seen)

    assert act("hold", place=str(place.pk), held="1").status_code == 302
    told = words(page.get(address))
    assert (f"kept here by {owner.name}" in told, f"Release : {place.player.name}" in told) == (True, True)
    assert "Back to the previous draw" not in told
    page.post(address)
    assert "Back to the previous draw" in words(page.get(address))
    taken = page.get(address, {"take": str(Place.objects.get(table__number=1, seat=0).pk)})
    assert "Let go" in words(taken)
    assert act("undo").status_code == 302
    assert act("undo").status_code == 409
    assert act("drop").status_code == 302
    assert "Draw tables" in words(page.get(address))


def test_a_draft_of_nobody_knows_what_to_do(page, club):
    evening = make_evening(club)
    address = reverse("evening_draw", args=[evening.pk])

    assert "Open the doors first" in words(page.get(address))
    assert page.post(address).status_code == 409
    come(evening, 2)
    assert page.post(address).status_code == 422
    for value in ("", "x", "٣", "9" * 30, "-1"):
        sent = {"draw": value, "revision": value, "one": value, "other": value}
        assert page.post(reverse("evening_publish", args=[evening.pk]), sent).status_code == 409
        for act in ("swap", "hold", "undo", "drop"):
            assert page.post(reverse(f"evening_{act}", args=[evening.pk]), sent).status_code == 409


def test_ticked_and_taken_back(page, club):
    evening = playing(club, 3, fee=250, unit="€")
    address = reverse("evening_money", args=[evening.pk])
    player = sittings_of(evening)[0].seats.all()[0].player
    paid = {"player": str(player.pk), "unit": "€", "decimals": "2", "amount": "250"}

    page.post(address, {**paid, "paid": "1"})
    told = words(page.get(address))
    wrong = page.post(address, {**paid, "amount": "240", "paid": "1"})
    page.post(address, {**paid, "paid": "0"})

    assert "5.00 € still to collect" in told.replace("\N{NO-BREAK SPACE}", " ")
    assert wrong.status_code == 409
    assert not Collected.objects.exists()
    for field, value in (
        ("player", "x"),
        ("amount", "1.5"),
        ("amount", "9" * 16),
        ("decimals", "3"),
        ("unit", "u" * 13),
    ):
        assert page.post(address, {**paid, field: value}).status_code == 404


def test_closed_by_a_tap_its_report_follows(page, club, owner):
    evening = playing(club, 7, fee=100, unit="€")

    early = page.post(reverse("evening_close", args=[evening.pk]))
    end_all(evening, [factories.played(2)])
    answer = page.post(reverse("evening_close", args=[evening.pk]), follow=True)

    assert early.status_code == 422
    assert "Hands can still be recorded at" in words(early)
    assert answer.redirect_chain[-1][0] == reverse("evening_report", args=[evening.pk])
    told = words(answer).replace("\N{NO-BREAK SPACE}", " ")
    assert "7 came" in told
    assert "7.00 € due (7.00 € in fees, 0.00 € for lost games), 0.00 € collected." in told
    assert "Still to be paid: Guest 00 1.00 €" in told
    refused = page.post(reverse("evening_reopen", args=[evening.pk]))
    assert (refused.status_code, "Give a reason" in words(refused)) == (422, True)
    assert "Reason for reopening" in words(page.get(reverse("evening_detail", args=[evening.pk])))
    page.post(reverse("evening_reopen", args=[evening.pk]), {"reason": "one came late"})
    assert Evening.objects.get().is_open


def test_a_tick_leads_to_its_booking_and_that_to_the_evening(page, club):
    evening = playing(club, 3, fee=100, unit="€")
    player = sittings_of(evening)[0].seats.first().player
    tick = {"player": player.pk, "unit": "€", "decimals": 2, "amount": 100, "paid": 1}

    told = page.post(reverse("evening_money", args=[evening.pk]), tick, follow=True).content.decode()

    booking = reverse("money_booking", args=[club.pk, Collected.objects.get().booking_id])
    assert booking in told
    shown = page.get(booking).content.decode()
    assert reverse("evening_detail", args=[evening.pk]) in shown
    assert "Reverse this transaction" not in shown


def test_copied_by_a_tap_once(page, club):
    evening = make_evening(club)

    answers = [page.post(reverse("evening_next", args=[evening.pk]))["Location"] for _tap in range(2)]

    assert len(set(answers)) == 1
    assert Evening.objects.count() == 2
    assert "Next evening:" in words(page.get(reverse("evening_detail", args=[evening.pk])))


def test_kept_apart_and_let_together(page, club):
    one, other = factories.make_player(club, "Anna"), factories.make_player(club, "Bernd")
    address = reverse("evening_apart", args=[club.pk])

    page.post(address, {"one": str(one.pk), "other": str(other.pk)})
    told = words(page.get(address))
    same = page.post(address, {"one": str(one.pk), "other": str(one.pk)})
    page.post(reverse("evening_together", args=[club.pk, KeepApart.objects.get().pk]))

    assert "Anna and Bernd" in told
    assert (same.status_code, "two different people" in words(same)) == (422, True)
    assert not KeepApart.objects.exists()


def test_reports_are_asked_for_and_declined(page, club):
    for wants, there in (("1", True), ("1", True), ("0", False)):
        page.post(reverse("evening_reports", args=[club.pk]), {"wants": wants})
        assert ReportReader.objects.exists() == there


def test_empty_pages_say_what_will_stand_there(page, client, club):
    evening = make_evening(club)

    assert "No evening is planned" not in words(page.get(reverse("evening_list", args=[club.pk])))
    assert "Nobody has signed up yet" in words(page.get(reverse("evening_detail", args=[evening.pk])))
    assert "Nobody is here yet" in words(page.get(reverse("evening_people", args=[evening.pk])))
    assert "Nothing is due" in words(page.get(reverse("evening_money", args=[evening.pk])))
    assert "No table was opened" in words(page.get(reverse("evening_report", args=[evening.pk])))
    assert "Nobody is kept apart" in words(page.get(reverse("evening_apart", args=[club.pk])))
    Evening.objects.all().delete()
    assert "Plan one" in words(page.get(reverse("evening_list", args=[club.pk])))
    client.force_login(factories.make_member(club))
    assert "A director of the club can plan one" in words(client.get(reverse("evening_list", args=[club.pk])))


STATEMENTS = {
    "evening_detail": 26,
    "evening_people": 8,
    "evening_draw": 10,
    "evening_money": 11,
    "evening_report": 17,
    "evening_course": 10,
}


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize("name", STATEMENTS)
def test_a_page_costs_the_same_for_more_tables(page, club, django_assert_num_queries, name, tables):
    season = factories.make_season(club)
    evening = playing(club, 3 * tables, fee=100, size=3, seasons=[season.pk])
    end_all(evening, [factories.played(1)])
    make_draw(evening)

    with django_assert_num_queries(STATEMENTS[name]):
        page.get(reverse(name, args=[evening.pk]))


@pytest.mark.parametrize("count", [1, 3])
def test_lists_cost_the_same_for_more_rows(page, club, owner, django_assert_num_queries, count):
    for number in range(count):
        close_evening(evening_id=make_evening(club, name=f"E{number}").pk, by=owner, now=NOW)
        make_evening(club, name=f"F{number}")
        one, other = factories.make_player(club), factories.make_player(club)
        keep_apart(club=club, by=owner, one=one.pk, other=other.pk, now=NOW)

    with django_assert_num_queries(9):
        page.get(reverse("evening_list", args=[club.pk]))
    with django_assert_num_queries(5):
        page.get(reverse("evening_apart", args=[club.pk]))
