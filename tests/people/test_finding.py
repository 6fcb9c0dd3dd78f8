"""Typed letters find people of the book: whom, in which order, and for whom."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Player, Role
from scorekeeper.desk.selectors import search as search_club
from scorekeeper.leagues.evenings.services import open_evening
from scorekeeper.leagues.models import Attendance
from scorekeeper.people import views
from scorekeeper.people.selectors import book
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.opening.reads import find, offered
from tests import factories
from tests.acting import client_of, csrf, holding, words
from tests.factories import NOW
from tests.factories.evenings import make_evening

pytestmark = pytest.mark.django_db


def names(found):
    return [one.player.name for one in found[0]]


@pytest.fixture
def full(club):
    """Eighteen guests who played yesterday, and two members who played last year."""
    guests = [factories.make_player(club, f"Guest {number:02}") for number in range(18)]
    members = [factories.make_member(club, user=factories.make_user(name)) for name in ("Heinz Albers", "Jürgen Öz")]
    lines = [factories.player_of(user, club) for user in members]
    factories.make_sitting(club, players=[*lines, guests[0]], now=NOW - timedelta(days=365))
    for first in range(0, 18, 3):
        factories.make_sitting(club, players=guests[first : first + 3], now=NOW + timedelta(minutes=first))
    return club


def test_members_are_offered_before_guests_who_played_later(full):
    shown = [player.name for player in offered(full)]

    members = {"Heinz Albers", "Jürgen Öz"}
    first = [name for name in shown if not name.startswith("Guest")]
    assert shown[: len(first)] == first
    assert members <= set(first)
    assert shown[len(first)] == "Guest 15", "then who played last"
    assert len(shown) == 18


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("hei", ["Heinz Albers"]),
        ("ALB", ["Heinz Albers"]),
        ("albers heinz", ["Heinz Albers"]),
        ("jurgen", ["Jürgen Öz"]),
        ("Juergen", ["Jürgen Öz"]),
        ("oz", ["Jürgen Öz"]),
        ("heinza", ["Heinz Albers"]),
        ("einz", []),
        ("heinz brandt", []),
        ("", []),
        ("  ' ", []),
    ],
)
def test_each_typed_word_begins_a_word_of_the_name(full, typed, found):
    assert names(find(full, typed)) == found


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Хабиб Жуков", ("хабиб", "Khabib", "Zhukov", "Chabib", "habib", "schukow")),
        ("Юрий Щукин", ("yuri", "yury", "juri", "iurii", "Shchukin", "ЩУК")),
        ("Дмитрий Ёлкин", ("dmitry", "dmitriy", "dmitrij", "elkin", "yolkin")),
        ("Sergey Ivanov", ("сергей", "иванов")),
        ("Günter Müller", ("muller", "Mueller", "mül", "guenter")),
    ],
)
def test_a_name_is_found_by_each_of_its_spellings_wherever_one_looks(club, name, typed):
    factories.make_player(club, name)
    for other in ("Igor Petrov", "Ян Ким", "Jan Kowalski"):
        factories.make_player(club, other)

    for text in typed:
        assert names(find(club, text)) == [name], text
        assert [player.name for player in book(club, text).found] == [name], text
        assert [line.player.name for line in search_club(club, text).people] == [name], text


def test_a_name_after_a_hyphen_is_a_word_too(club):
    factories.make_player(club, "Karl-Heinz Ruppert")

    for typed in ("heinz", "karl heinz", "karl-heinz", "karlh"):
        assert names(find(club, typed)) == ["Karl-Heinz Ruppert"], typed


def test_no_more_are_found_than_a_list_holds(full):
    found, has_more = find(full, "guest")

    assert (len(found), has_more) == (12, True)
    assert names((found, has_more))[0] == "Guest 15", "who played last stands first"


def test_a_merged_line_is_found_as_the_person_it_is_and_who_is_retired_not_at_all(club):
    kept, gone, retired = (factories.make_player(club, name) for name in ("Bernd Brandt", "Brandt", "Brandt senior"))
    Player.objects.filter(pk=retired.pk).update(retired_at=NOW)
    factories.make_sitting(club, players=[gone, factories.make_player(club), factories.make_player(club)])
    merge_players(Merging(kept=kept.pk), club=club, by=factories.owner_of(club), gone=gone.pk, now=NOW)

    (one,) = find(club, "brandt")[0]

    assert (one.player.pk, one.player.name, one.is_member) == (kept.pk, "Bernd Brandt", False)
    assert one.last is not None, "the table of the line that is gone is theirs"


def search(client, club, typed="guest"):
    return client.get(reverse("people_find", args=[club.pk]), {"q": typed})


@pytest.mark.parametrize("role", list(Role))
def test_whoever_is_of_the_club_may_search_its_book(full, role):
    user = factories.owner_of(full) if role == Role.OWNER else factories.make_member(full, role)

    found = search(client_of(user), full).json()

    assert len(found["people"]) == 12
    assert found["people"][0].keys() == {"id", "name", "note"}
    assert found["said"] == "More than 12 people match. Type more of the name."
    assert search(client_of(user), full, "nobody").json() == {
        "people": [],
        "said": "Nobody with this name is known to the club.",
    }


def test_nobody_else_finds_anybody(full):
    sitting = full.sittings.first()
    phone = holding(factories.make_device(sitting, now=timezone.now()))

    assert search(client_of(factories.make_user()), full).status_code == 404
    for client in (Client(), phone):
        assert search(client, full).status_code == 302, "asked to sign in"


def test_other_clubs_people_are_not_found(full):
    other = factories.make_club()
    factories.make_player(other, "Guest of theirs")

    assert names(find(other, "guest")) == ["Guest of theirs"]
    assert search(client_of(factories.owner_of(other)), full).status_code == 404


def test_a_table_without_a_club_has_no_book():
    sitting, host = factories.make_guest_table()

    assert search(holding(host.device), sitting.club).status_code == 302


def test_too_many_searches_are_told_to_wait(full, monkeypatch):
    monkeypatch.setattr(views, "MOST_SEARCHES", 2)
    cache.clear()
    client = client_of(factories.owner_of(full))

    answers = [search(client, full) for _time in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[-1]["Retry-After"]) > 0


def test_a_phone_with_the_code_learns_nothing_of_the_book_by_typing(full):
    """Before, whoever typed a likely name at a table was asked whether it was somebody of the book."""
    sitting = full.sittings.order_by("-opened_at").first()
    phone = holding(factories.make_device(sitting, now=timezone.now()))

    answer = phone.post(reverse("seat_join", args=[sitting.pk]), {"name": "Heinz"}, headers=csrf(phone))

    assert answer.status_code == 403
    assert "Albers" not in answer.content.decode()
    assert "Albers" not in phone.get(reverse("sitting_seats", args=[sitting.pk])).content.decode()


def test_a_list_of_names_is_written_into_the_book(client, club):
    client.force_login(factories.owner_of(club))
    factories.make_player(club, "Heinz Albers")
    address = reverse("person_new", args=[club.pk])

    first = client.post(address, {"names": "1. Anna Berg\n2. heinz albers\n\n- Heintz Albers\nAnna  Berg"})
    asked = {"names": "Heintz Albers", "asked": "Heintz Albers"}
    known = client.post(address, {**asked, "player": str(Player.objects.get(name="Heinz Albers").pk)})
    new = client.post(address, {**asked, "new": "1"})

    assert "This is Heinz Albers" in words(first)
    assert [answer.status_code for answer in (first, known, new)] == [200, 302, 302]
    book = list(Player.objects.filter(club=club, user=None).order_by("name").values_list("name", flat=True))
    assert book == ["Anna Berg", "Heintz Albers", "Heinz Albers"]


def test_where_one_name_of_a_list_is_refused_nobody_is_written_in(client, club):
    client.force_login(factories.owner_of(club))
    before = Player.objects.count()

    answer = client.post(reverse("person_new", args=[club.pk]), {"names": "Anna Berg\n" + "x" * 81})

    assert answer.status_code == 422
    assert "This name is too long" in words(answer)
    assert Player.objects.count() == before


def test_a_list_that_is_too_long_is_kept_and_refused(client, club):
    client.force_login(factories.owner_of(club))
    names = "\n".join(f"Guest {number}" for number in range(101))

    answer = client.post(reverse("person_new", args=[club.pk]), {"names": names})

    assert answer.status_code == 422
    assert "At most 100 names at once" in words(answer)
    assert "Guest 100" in answer.content.decode()


def test_a_list_at_the_door_asks_only_about_who_may_be_known(client, club):
    evening = make_evening(club)
    open_evening(evening_id=evening.pk, by=factories.owner_of(club), now=NOW)
    for name in ("Jürgen Brandt", "Heike Wolff", "Heike Wolff"):
        factories.make_player(club, name)
    client.force_login(factories.owner_of(club))
    address = reverse("evening_people", args=[evening.pk])

    answer = client.post(address, {"names": "Zoe\nJürgen Brand\nHeike Wolff"})

    here = set(Attendance.objects.filter(evening=evening).values_list("player__name", flat=True))
    shown = words(answer)
    assert here == {"Zoe"}
    assert "This is Jürgen Brandt" in shown
    assert shown.count("This is Heike Wolff") == 2, "namesakes are asked about too"
