"""A list of entries is looked at first, and entered as a whole or not at all."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from scorekeeper.clubs.models import Player
from scorekeeper.outbox.models import Mail
from scorekeeper.tournaments.models import DeskAct
from tests import factories
from tests.factories.tournaments import make_pairs, make_planned, make_teams

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club(owner=factories.make_user("Renate Vogt"))


@pytest.fixture
def page(client, club):
    client.force_login(factories.owner_of(club))
    return client


def send(page, made, text="", **more):
    return page.post(reverse("tournament_import", args=[made.pk]), {"text": text, **more})


def on_list(made):
    return [
        (one.name, [who.player.name for who in one.players.order_by("order")], one.origin, one.rating)
        for one in made.entrants.all()
    ]


def shown(answer):
    return answer.content.decode().replace("\u2068", "").replace("\u2069", "")


def test_a_list_is_looked_at_and_then_entered(page, club):
    made = make_planned(club)
    known = factories.make_player(club, "Käthe Lang")
    text = "Anna;Nord;1500\nkäthe lang\n"
    look = send(page, made, text)

    assert "Anna is new." in shown(look)
    assert "käthe lang is new" not in shown(look)
    assert "Nothing is entered yet" in shown(look)
    assert (made.entrants.count(), Player.objects.filter(name="Anna").count()) == (0, 0)
    assert send(page, made, look.context["form"]["text"].value(), take="1").status_code == 302
    assert on_list(made) == [("", ["Anna"], "Nord", 1500), ("", ["Käthe Lang"], "", None)]
    assert made.entrants.last().players.get().player == known


def test_pairs_by_the_heads_of_their_columns(page, club):
    made = make_pairs(club)
    send(page, made, "Verein,Wertung,Partner,Name,Paar\nSüd,7,Ben,Anna,Die Zwei\n,,Dora,Carl,\n", take="1")
    assert on_list(made) == [("Die Zwei", ["Anna", "Ben"], "Süd", 7), ("", ["Carl", "Dora"], "", None)]


def test_players_of_a_team_stand_on_lines_of_their_own(page, club):
    made = make_teams(club, size=2)
    send(page, made, "Adler;Anna;Nord\nFalken;Carl\nadler;Ben\n", take="1")
    assert on_list(made) == [("Adler", ["Anna", "Ben"], "Nord", None), ("Falken", ["Carl"], "", None)]


def test_one_wrong_line_keeps_all_of_it_out_and_says_which(page, club):
    made = make_planned(club)
    for take in ({}, {"take": "1"}):
        answer = send(page, made, "Anna;;viel\nBen\nAnna\n", **take)
        assert answer.status_code == 422
        assert "The rating is no whole number." in shown(answer)
        assert "This name stands in the list twice." in shown(answer)
        assert "Anna;;viel" in shown(answer)
        assert not made.entrants.exists()
    assert not DeskAct.objects.exists()
    assert not Player.objects.filter(name__in=["Anna", "Ben"]).exists()


def test_what_is_wrong_with_an_entry_is_said_in_the_dry_run_already(page, club):
    made = make_pairs(club)
    answer = send(page, made, "Anna;Ben\nCarl\n")
    assert (answer.status_code, "Name the partner." in shown(answer)) == (422, True)


def test_a_name_like_one_of_the_book_is_pointed_out(page, club):
    factories.make_player(club, "Friederike Lange")
    assert "Is Friederike Langer Friederike Lange?" in shown(send(page, make_planned(club), "Friederike Langer\n"))


def test_a_spreadsheet_is_read_and_its_lines_can_be_put_right(page, club):
    made = make_planned(club)
    book, told = Workbook(), io.BytesIO()
    for row in (["Name", "Rating"], ["Anna", 1500], ["Ben", None]):
        book.active.append(row)
    book.save(told)
    answer = send(page, made, file=SimpleUploadedFile("list.xlsx", told.getvalue()))
    assert answer.context["form"]["text"].value().splitlines()[:2] == ["Name;Rating", "Anna;1500"]
    broken = send(page, made, file=SimpleUploadedFile("list.xlsx", b"PK\x03\x04 no"))
    assert broken.status_code == 422
    assert "damaged" in shown(broken)
    assert set(broken.context["form"].errors) == {"file"}
    assert send(page, made).status_code == 422


def test_a_dry_run_tells_nobody(page, club):
    made = make_planned(club)
    send(page, made, "Anna\nBen\n")
    assert not Mail.objects.exists()


def test_a_list_is_bounded_and_of_the_desk(page, club, client):
    made = make_planned(club)
    assert send(page, made, "\n".join(f"Name {number}" for number in range(401))).status_code == 422
    client.force_login(factories.make_member(club))
    assert send(client, made, "Anna\n", take="1").status_code == 403
    assert not made.entrants.exists()
