"""Somebody who sits at another open table is seated only when that was said, by the page and by a program; and who was
seated by mistake is taken off again without a trace."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.clubs.selectors import tables_of
from scorekeeper.common.errors import Refused
from scorekeeper.leagues.drawing.reads import draft_of
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.people.selectors import book
from scorekeeper.play.models import Act, Seat, Seated, Sitting
from scorekeeper.play.seats.records import Latecomer, Leaving, Substitution
from scorekeeper.play.seats.services import seat_player, substitute, take_seat_back
from tests import factories
from tests.acting import bearer, client_of, codes_of, refusal, send, words
from tests.factories import NOW
from tests.factories.evenings import come, make_draw, make_evening, publish
from tests.rows import discrepancies

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def busy(club):
    """Somebody who sits at a table that is still played."""
    player = factories.make_player(club, "Birgit Clausen")
    factories.make_sitting(club, players=[player, *(factories.make_player(club) for _seat in range(2))])
    return player


@pytest.fixture
def table(club, busy):
    return factories.make_sitting(club)


@pytest.fixture
def page(club):
    return client_of(factories.owner_of(club))


def by(sitting):
    return {"sitting_id": sitting.pk, "by": factories.keeper_of(sitting), "now": NOW}


def names(sitting):
    return [seat.player.name for seat in factories.seats_of(Sitting.objects.get(pk=sitting.pk))]


# Asked


def test_who_comes_late_is_shown_first_and_asked_about(page, table, busy):
    address, before = reverse("seat_join", args=[table.pk]), names(table)

    shown = page.post(address, {"player": str(busy.pk)})
    unsaid = page.post(address, {"player": str(busy.pk), "confirmed": "1"})
    free = page.post(address, {"name": "Emil"})
    left = names(table)
    done = page.post(address, {"player": str(busy.pk), "confirmed": "1", "elsewhere": "1"})

    assert shown.status_code == 200
    assert "Birgit Clausen already sits at an open table: Skat." in words(shown)
    assert 'name="elsewhere" value="1"' in shown.content.decode()
    assert (unsaid.status_code, free.status_code, done.status_code) == (422, 200, 302)
    assert "already sits at an open table" not in words(free)
    assert (left, names(table)) == (before, [*before, busy.name])


def test_a_new_table_asks_by_the_page(page, club, busy):
    address = reverse("sitting_new", args=[club.pk, "skat"])
    seats = {"seats.0.name": busy.name, "seats.0.player": str(busy.pk), "seats.1.name": "Cy", "seats.2.name": "Dee"}
    sent = {"form": "1", "preset": "official", "shown": "official", "dealer": "0", "name": "T", **seats}

    asked = page.post(address, sent)
    opened = page.post(address, {**sent, "elsewhere": "1"})

    assert (asked.status_code, opened.status_code) == (422, 302), words(opened)
    assert "Birgit Clausen already sits at an open table: Skat." in words(asked)
    assert 'name="elsewhere"' in asked.content.decode()


def test_a_program_is_refused_alike(club, busy, table):
    headers = bearer(factories.owner_of(club))
    seats = [{"player": str(busy.pk)}, {"name": "Cy"}, {"name": "Dee"}]
    opening = {"game": "skat", "preset": "official", "seats": seats}
    playing = {"seat": 1, "player": str(busy.pk)}

    refused = send(f"clubs/{club.pk}/sittings", opening, headers)
    taken = send(f"clubs/{club.pk}/sittings", {**opening, "elsewhere": True}, headers)
    shown = send(f"sittings/{table.pk}/substitutes", {**playing, "preview": True}, headers)
    not_played = send(f"sittings/{table.pk}/substitutes", playing, headers)
    played = send(f"sittings/{table.pk}/substitutes", {**playing, "elsewhere": True}, headers)

    assert refusal(refused) == (422, [("player_elsewhere", "seats.0")])
    assert refusal(not_played) == (422, [("player_elsewhere", "player")])
    assert (taken.status_code, shown.status_code, played.status_code) == (201, 200, 201)
    assert shown.json()["elsewhere"]


def test_a_substitute_is_asked_about_on_the_page(page, table, busy):
    address = reverse("seat_substitute", args=[table.pk, 0])
    sent = {"player": str(busy.pk), "key": str(uuid4())}

    shown = page.post(address, sent)
    unsaid = page.post(address, {**sent, "confirmed": "1"})
    done = page.post(address, {**sent, "confirmed": "1", "elsewhere": "1"})

    assert "Birgit Clausen already sits at an open table: Skat." in words(shown)
    assert (shown.status_code, unsaid.status_code, done.status_code) == (200, 422, 302)


def test_who_plays_for_somebody_sits_there_and_a_list_that_is_over_holds_nobody(club, table, busy):
    other = factories.make_sitting(club)
    guest = factories.make_player(club, "Gast")
    wanted = Substitution(seat=0, player=guest.pk)
    substitute(wanted, sitting_id=other.pk, by=factories.keeper_of(other), key=uuid4(), now=NOW)

    with pytest.raises(Refused) as caught:
        seat_player(Latecomer(player=guest.pk), **by(table))
    assert codes_of(caught) == ["player_elsewhere"]
    Sitting.objects.exclude(pk=table.pk).update(ended_at=NOW)
    assert seat_player(Latecomer(player=busy.pk), **by(table)).number == 3


# Taken back


def test_seated_by_mistake_leaves_no_trace(page, table, busy):
    before = (names(table), words(page.get(reverse("sitting_detail", args=[table.pk]))).count(busy.name))
    many = tables_of(busy)
    seat = seat_player(Latecomer(player=busy.pk, elsewhere=True), **by(table))

    seats = page.get(reverse("sitting_seats", args=[table.pk]))
    taken = page.post(reverse("seat_leave", args=[table.pk, seat.number]), {"undo": "1"})

    sheet = page.get(reverse("sitting_detail", args=[table.pk]))
    assert "was seated by mistake" in words(seats)
    assert taken.status_code == 302
    assert (names(table), words(sheet).count(busy.name)) == before
    assert (tables_of(busy), Seated.objects.get(player=busy).tables) == (many, 1)
    assert [act.kind for act in table.acts.order_by("pk")][-2:] == [Act.Kind.JOINED, Act.Kind.LEFT]
    record_and_sign(table)
    assert not discrepancies()


def test_a_guest_who_was_seated_by_mistake_leaves_the_book(club, table):
    seat = seat_player(Latecomer(name="Hienz"), **by(table))
    there = {player.name for player in book(club).found}
    take_seat_back(Leaving(seat=seat.number), **by(table))

    assert there - {player.name for player in book(club).found} == {"Hienz"}
    assert not book(club).retired
    record_and_sign(table)
    assert not discrepancies()


def record_and_sign(table):
    factories.record(Sitting.objects.get(pk=table.pk), factories.played(1))
    factories.finish(Sitting.objects.get(pk=table.pk))


def test_they_can_sit_down_again_and_others_after_them(table, busy):
    first = seat_player(Latecomer(player=busy.pk, elsewhere=True), **by(table))
    take_seat_back(Leaving(seat=first.number), **by(table))
    with pytest.raises(Refused):
        take_seat_back(Leaving(seat=first.number), **by(table))
    again = seat_player(Latecomer(player=busy.pk, elsewhere=True), **by(table))

    assert (again.pk, again.number, again.is_active) == (first.pk, 3, True)
    record_and_sign(table)
    assert not discrepancies()


def test_whoever_has_played_stays_on_the_sheet(page, table, busy):
    seat = seat_player(Latecomer(player=busy.pk, elsewhere=True), **by(table))
    table = Sitting.objects.get(pk=table.pk)
    factories.record(table, factories.played(1))

    with pytest.raises(Refused) as caught:
        take_seat_back(Leaving(seat=seat.number), **by(table))

    assert codes_of(caught) == ["seat_played"]
    assert "was seated by mistake" not in words(page.get(reverse("sitting_seats", args=[table.pk])))


def test_a_table_that_was_opened_with_one_too_many_begins_without_them(club, busy):
    people = [factories.make_player(club, name) for name in ("Ann", "Cy", "Dee")]
    table = factories.make_sitting(club, players=[people[0], busy, *people[1:]])
    three = factories.make_sitting(club, players=[factories.make_player(club) for _seat in range(3)])

    take_seat_back(Leaving(seat=1), **by(table))

    table = Sitting.objects.get(pk=table.pk)
    assert [(seat.number, seat.player.name) for seat in factories.seats_of(table)] == [
        (0, "Ann"),
        (1, "Cy"),
        (2, "Dee"),
    ]
    assert (table.state, table.dealer) == (three.state, three.dealer)
    record_and_sign(table)
    assert not discrepancies()


def test_report_and_draws_of_an_evening_are_as_before(page, club):
    evening = make_evening(club)
    people = come(evening, 6)
    publish(evening)
    (first, second) = sittings_of(evening)
    wrong = factories.seats_of(second)[0].player
    seat = seat_player(Latecomer(player=wrong.pk, elsewhere=True), **by(first))
    take_seat_back(Leaving(seat=seat.number), **by(first))
    for sitting in (first, second):
        record_and_sign(sitting)

    report = words(page.get(reverse("evening_report", args=[evening.pk])))
    make_draw(evening)
    game = evening.line_up[0]
    reasons = " ".join(draft_of(game).explanation.reasons)

    met = {seat.player.name for seat in factories.seats_of(first)}
    assert len(people) == 6
    assert wrong.name not in met
    assert Seat.everything.filter(sitting=first).count() == 4
    assert not [name for name in met if f"{name} and {wrong.name}" in reasons or f"{wrong.name} and {name}" in reasons]
    assert report.count(wrong.name) >= 1
