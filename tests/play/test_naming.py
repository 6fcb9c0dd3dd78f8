"""Names of people at a table without a club, written down after it was opened."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list, sign
from scorekeeper.play.models import Device, Sitting
from scorekeeper.play.records import PerhapsReasoned, Signing
from scorekeeper.play.seats.records import Naming
from scorekeeper.play.seats.services import name_seats
from tests.factories import make_club, make_sitting, make_user, owner_of

pytestmark = pytest.mark.django_db


def naming(**names: str) -> Naming:
    return Naming.read({"names": [{"seat": int(seat[1:]), "name": name} for seat, name in names.items()]})


@pytest.fixture
def opened(client: Client) -> Sitting:
    client.post(reverse("guest_table_new", args=["skat"]), {"players": "3"})
    return Sitting.objects.get()


def names_of(sitting: Sitting) -> list[str]:
    return [seat.player.name for seat in sitting.seats.select_related("player")]


def host_of(sitting: Sitting) -> Actor:
    return Actor(device=Device.objects.get(sitting=sitting, is_host=True))


def send(client: Client, sitting: Sitting, **names: str):
    return client.post(
        reverse("seats_name", args=[sitting.pk]), {f"names.{seat[1:]}": name for seat, name in names.items()}
    )


def test_whoever_keeps_the_sheet_writes_the_names_down(client, opened):
    before = Sitting.objects.get().revision
    page = client.get(reverse("sitting_detail", args=[opened.pk])).content.decode()
    assert "Write the names down" in page

    answer = send(client, opened, s0=" Anna  Krüger", s1="Ben", s2="Cem")

    assert answer.url == reverse("sitting_detail", args=[opened.pk])
    assert names_of(opened) == ["Anna Krüger", "Ben", "Cem"]
    assert Sitting.objects.get().revision > before, "other phones see it"
    assert "Write the names down" not in client.get(answer.url).content.decode()


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"s0": "Ben", "s1": "ben "}, "Two seats have the same name"),
        ({"s0": "Seat 2"}, "Two seats have the same name"),
        ({"s0": " "}, "name"),
        ({"s0": "x" * 81}, "80"),
    ],
)
def test_a_name_that_cannot_be_is_refused_at_its_field(client, opened, names, words):
    answer = send(client, opened, **names)

    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert names_of(opened) == ["Seat 1", "Seat 2", "Seat 3"]


def test_nobody_else_names_anybody(opened):
    assert send(Client(), opened, s0="Eve").status_code == 404
    assert names_of(opened) == ["Seat 1", "Seat 2", "Seat 3"]


def test_people_of_a_club_are_named_in_its_book():
    club = make_club()
    sitting = make_sitting(club)

    with pytest.raises(PermissionDenied):
        name_seats(naming(s0="Eve"), sitting_id=sitting.pk, by=Actor(user=owner_of(club)))


def test_a_seat_that_is_not_there_is_refused(client, opened):
    with pytest.raises(Refused) as refused:
        name_seats(naming(s7="Eve"), sitting_id=opened.pk, by=host_of(opened))

    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("seat_unknown", "names.7")]


def test_who_has_an_account_keeps_their_own_name(client, opened):
    seat = opened.seats.select_related("player").get(number=0)
    seat.player.user = make_user("Anna Vogt")
    seat.player.save()

    send(client, opened, s0="Eve", s1="Ben")

    assert names_of(opened) == ["Seat 1", "Ben", "Seat 3"]


def test_a_closed_sheet_keeps_the_names_that_were_signed(opened):
    end_list(PerhapsReasoned(reason="it is late"), sitting_id=opened.pk, by=host_of(opened), now=timezone.now())
    head = Sitting.objects.get().head
    for seat in range(3):
        sign(Signing(seat=seat, head=head), sitting_id=opened.pk, by=host_of(opened), now=timezone.now())

    with pytest.raises(Conflict):
        name_seats(naming(s0="Eve"), sitting_id=opened.pk, by=host_of(opened))
