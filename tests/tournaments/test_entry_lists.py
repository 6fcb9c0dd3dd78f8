"""A list of entries is looked at first, and entered as a whole or not at all."""

import io
from pathlib import Path

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
EXAMPLES = Path(__file__).parents[2] / "scorekeeper" / "static" / "examples"


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
    assert "Nothing has been entered yet" in shown(look)
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
        assert "The rating is not a whole number." in shown(answer)
        assert "This name is in the list twice." in shown(answer)
        assert "Anna;;viel" in shown(answer)
        assert not made.entrants.exists()
    assert not DeskAct.objects.exists()
    assert not Player.objects.filter(name__in=["Anna", "Ben"]).exists()


def test_what_is_wrong_with_an_entry_is_said_in_the_dry_run_already(page, club):
    made = make_pairs(club)
    answer = send(page, made, "Anna;Ben\nCarl\n")
    assert (answer.status_code, "Type the name of the partner." in shown(answer)) == (422, True)


def test_a_name_like_one_of_the_book_is_pointed_out(page, club):
    factories.make_player(club, "Friederike Lange")
    assert "Is Friederike Langer the same person as Friederike Lange?" in shown(
        send(page, make_planned(club), "Friederike Langer\n")
    )


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


def names_on(made):
    return [[who.player.name for who in one.players.order_by("order")] + [one.origin] for one in made.entrants.all()]


def test_first_and_last_names_in_columns_of_their_own(page, club):
    made = make_planned(club)
    look = send(page, made, "Vorname;Nachname;Verein\nRenata;Vogtmann;SC Nord\nThomasina;Brandtner;SC Süd\n")
    assert "2 entries are new." in shown(look)
    send(page, made, look.context["form"]["text"].value(), take="1")
    assert names_on(made) == [["Renata Vogtmann", "SC Nord"], ["Thomasina Brandtner", "SC Süd"]]


@pytest.mark.parametrize(
    "text",
    [
        "Sommerturnier 2025\n\nName;Vorname;Verein\nAstor;Anton;Nord\nLang;Käthe;Süd\n",
        "Фамилия;Имя;Клуб\nAstor;Anton;Nord\nLang;Käthe;Süd\n",
        "1. Anton Astor;Nord\n2. Käthe Lang;Süd\n",
        "Astor, Anton;Nord\nLang, Käthe;Süd\n",
        "Sommerturnier 2025\nAnton Astor\tNord\nKäthe Lang\tSüd\n",
        "Name|Verein\nAstor,  Anton|Nord\nKäthe  Lang|Süd\n",
    ],
)
def test_lists_as_clubs_send_them(page, club, text):
    made = make_planned(club)
    known = factories.make_player(club, "Käthe Lang")
    send(page, made, text, take="1")
    assert names_on(made) == [["Anton Astor", "Nord"], ["Käthe Lang", "Süd"]]
    assert made.entrants.last().players.get().player == known


def test_what_is_not_read_is_said_and_can_be_chosen(page, club):
    made = make_planned(club)
    look = send(page, made, "Name;Handy;Von wo\nAnna;0170;Nord\n")
    assert "Handy, Von wo<br>" in shown(look)

    text = look.context["form"]["text"].value()
    look = send(page, made, text, **{"read-column-vonwo": "origin", "read-column-handy": "-"})
    assert look.context["reading"].unread == ["Handy"]
    assert look.context["lines"][0].origin == "Nord"
    again = send(page, made, file=SimpleUploadedFile("list.csv", b"Name;Von wo\nBen;West\n"))
    assert again.context["lines"][0].origin == "West"


def test_a_day_is_no_person_and_a_name_like_another_is_asked(page, club):
    made = make_planned(club)
    factories.make_player(club, "Käthe Lang")
    answer = send(page, made, "Name\n3.3.2025\nKathe Lang\n")

    assert answer.status_code == 422
    assert "“3.3.2025” is not a person’s name." in shown(answer)
    assert "1 line is refused." in shown(answer)
    assert "3.3.2025 is new." not in shown(answer)
    assert "Is Kathe Lang the same person as Käthe Lang?" in shown(answer)


def test_the_first_and_last_names_of_pairs(page, club):
    made = make_pairs(club)
    send(page, made, "Vorname 1;Nachname 1;Vorname 2;Nachname 2\nAnna;Ast;Ben;Bach\n", take="1")
    send(page, made, "Spieler 1;Spieler 2\nCarl;Dora\n", take="1")
    assert names_on(made) == [["Anna Ast", "Ben Bach", ""], ["Carl", "Dora", ""]]


def test_programs_hear_what_is_not_read(page, club):
    made = make_planned(club)
    body = {"text": "Sommerturnier 2025\nName;Handy\nAnna;0170\n", "dry": True}
    answer = page.post(f"/api/v1/tournaments/{made.pk}/enter-list", body, content_type="application/json")
    assert (answer.json()["unread"], answer.json()["passed_over"]) == (["Handy"], [1])


def test_a_list_that_has_grown_enters_who_is_new(page, club):
    made = make_planned(club)
    send(page, made, "Anna;Nord;1500\nBen;Süd\n", take="1")
    grown = "Anna;Nord;1600\nBen;Süd\nCarl;West\n"

    look = send(page, made, grown)
    assert "1 entry is new." in shown(look)
    assert "2 people on the list have already entered and stay." in shown(look)
    assert [line.has_entered for line in look.context["lines"]] == [True, True, False]
    send(page, made, grown, take="1")
    assert on_list(made) == [("", ["Anna"], "Nord", 1600), ("", ["Ben"], "Süd", None), ("", ["Carl"], "West", None)]

    again = send(page, made, grown)
    assert "3 people on the list have already entered and stay" in shown(again)
    assert 'name="take"' not in shown(again)


def test_another_club_or_rating_is_shown_with_the_old_one_and_taken(page, club):
    made = make_planned(club)
    send(page, made, "Anna;Nord;1500\nBen;Süd;1400\n", take="1")
    newer = "Anna;Ost;1600\nBen;;\n"

    look = send(page, made, newer)
    assert "The club was Nord and becomes Ost." in shown(look)
    assert "The rating was 1500 and becomes 1600." in shown(look)
    assert "1 of them has a different club or rating now." in shown(look)
    assert "Change these entries" in shown(look)
    assert on_list(made)[0] == ("", ["Anna"], "Nord", 1500)
    send(page, made, newer, take="1")
    assert on_list(made) == [("", ["Anna"], "Ost", 1600), ("", ["Ben"], "Süd", 1400)]

    wrong = send(page, made, "Anna;Ost;9999999\n", take="1")
    assert wrong.status_code == 422
    assert "This rating is not possible." in shown(wrong)
    assert on_list(made)[0] == ("", ["Anna"], "Ost", 1600)


def test_programs_hear_what_becomes_otherwise(page, club):
    made = make_planned(club)
    send(page, made, "Anna;Nord;1500\n", take="1")
    body = {"text": "Anna;Ost;1500\n", "dry": True}
    answer = page.post(f"/api/v1/tournaments/{made.pk}/enter-list", body, content_type="application/json")
    assert answer.json()["lines"][0]["changes"] == [{"name": "origin", "before": "Nord", "after": "Ost"}]


def test_half_of_a_pair_that_has_entered_is_refused(page, club):
    made = make_pairs(club)
    send(page, made, "Anna;Ben\n", take="1")
    assert send(page, made, "Ben;Anna\n").context["entered"] == 1
    answer = send(page, made, "Anna;Carl\n")
    assert answer.status_code == 422
    assert "Anna has entered already." in shown(answer)


@pytest.mark.parametrize(
    ("make", "name", "entrants"),
    [
        (
            make_planned,
            "entries",
            [
                ("", ["Hildegard Schulze"], "SC Nord", 1512),
                ("", ["Jürgen Brandt"], "SC Süd", 1430),
                ("", ["Zoë Kaya"], "", None),
            ],
        ),
        (
            make_pairs,
            "entries-pairs",
            [
                ("Die Zwei", ["Hildegard Schulze", "Jürgen Brandt"], "SC Nord", 1512),
                ("", ["Zoë Kaya", "Max Lang"], "SC Süd", None),
            ],
        ),
        (
            make_teams,
            "entries-teams",
            [
                ("Adler", ["Hildegard Schulze", "Jürgen Brandt"], "SC Nord", None),
                ("Falken", ["Zoë Kaya", "Max Lang"], "SC Süd", None),
            ],
        ),
    ],
)
def test_the_examples_of_the_page_can_be_entered(page, club, make, name, entrants):
    made = make(club)
    offered = page.get(reverse("tournament_import", args=[made.pk])).content.decode()
    assert f"examples/{name}.csv" in offered
    assert f"examples/{name}.xlsx" in offered
    filled = (EXAMPLES / f"{name}.csv").read_text(encoding="utf-8").replace("Beispiel: ", "").replace("Beispiel:", "")
    send(page, made, filled, take="1")
    assert on_list(made) == entrants


def test_the_name_of_a_team_may_stand_on_its_first_line_only(page, club):
    made = make_teams(club, size=2)
    send(page, made, "Team;Name;Rating\nAdler;Anna;1.512\n;Ben;\nFalken;Carl;\n", take="1")
    assert on_list(made) == [("Adler", ["Anna", "Ben"], "", 1512), ("Falken", ["Carl"], "", None)]


def test_the_letters_of_a_file_can_be_chosen(page, club):
    made = make_planned(club)
    file = SimpleUploadedFile("entries.csv", "Name;Club\nJürgen Groß;SC Süd\nZoë Kaya;\n".encode("cp1252"))
    look = send(page, made, file=file, **{"read-letters": ""})
    assert look.context["reading_form"]["read-letters"].initial == "cp1252"

    def sent(look, **more):
        form = look.context["form"]
        return send(page, made, form["text"].value(), as_sent=form["as_sent"].value(), **more)

    wrong = sent(look, **{"read-letters": "mac_roman"})
    assert "Jürgen" not in wrong.context["form"]["text"].value()
    assert wrong.context["reading_form"]["read-letters"].initial == "mac_roman"
    right = sent(wrong, **{"read-letters": "cp1252"})
    assert right.context["form"]["text"].value() == look.context["form"]["text"].value()
    sent(right, **{"read-letters": "cp1252"}, take="1")
    assert on_list(made) == [("", ["Jürgen Groß"], "SC Süd", None), ("", ["Zoë Kaya"], "", None)]


def test_a_list_put_right_in_its_field_is_read_as_it_stands_there(page, club):
    made = make_planned(club)
    file = SimpleUploadedFile("entries.csv", "Name\nJürgen Groß\n".encode("cp1252"))
    form = send(page, made, file=file).context["form"]
    text = form["text"].value().replace("Groß", "Klein")
    send(page, made, text, as_sent=form["as_sent"].value(), take="1", **{"read-letters": "cp1252"})
    assert on_list(made) == [("", ["Jürgen Klein"], "", None)]


@pytest.mark.parametrize("kept", ["cp1252 ???", "utf-7 QQ==", "cp1252", "cp1252 QQ== QQ=="])
def test_bytes_that_no_page_kept_are_passed_over(page, club, kept):
    look = send(page, make_planned(club), "Name\nAnna\n", as_sent=kept, **{"read-letters": "cp850"})
    assert "Anna is new." in shown(look)
