"""A person says on the page how a file is read, and the club's next file is read so."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from scorekeeper.spreadsheets.models import ColumnChoice
from scorekeeper.transfer.models import Upload
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def page(client, club):
    client.force_login(factories.owner_of(club))
    return client


def sent(page, club, data, kind="totals", season=None, name="list.csv"):
    """The page of a file that was sent, and its address."""
    file = SimpleUploadedFile(name, data.encode() if isinstance(data, str) else data)
    body = {"kind": kind, "season": season.pk if season else "", "file": file}
    answer = page.post(f"/clubs/{club.pk}/imports/", body, follow=True)
    return answer, answer.redirect_chain[-1][0]


def shown(answer):
    return answer.content.decode().replace("\u2068", "").replace("\u2069", "")


def workbook(**sheets):
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_column_is_chosen_and_remembered(page, club):
    season = factories.make_season(club)
    text = "Held;3.3.2025;Kasse\nAnna;5;1\nBruno;7;2\n"
    answer, look = sent(page, club, text, season=season)
    assert "Columns that are not read:" in shown(answer)
    assert "Held, Kasse" in shown(answer)

    answer = page.post(look, {"read-column-held": "name", "read-column-kasse": "-"})
    assert [(one.match.name, one.total.total) for one in answer.context["look"].sums] == [("Anna", 5), ("Bruno", 7)]
    assert list(ColumnChoice.objects.values_list("club", "kind", "key", "column")) == [
        (club.pk, "totals", "held", "name")
    ]

    answer, _look = sent(page, club, text.replace("7", "8"), season=season)
    assert [(one.match.name, one.total.total) for one in answer.context["look"].sums] == [("Anna", 5), ("Bruno", 8)]
    other, _look = sent(page, club, text, kind="people")
    assert other.context["look"].people == []


def test_what_the_reader_knows_by_itself_is_not_remembered(page, club):
    season = factories.make_season(club)
    _answer, look = sent(page, club, "Name;3.3.2025;Summe\nAnna;5;6\n", season=season)

    answer = page.post(look, {"read-column-name": "name", "read-column-summe": "-"})
    assert answer.context["look"].plan.faults == []
    assert list(ColumnChoice.objects.values_list("key", "column")) == [("summe", "")]

    page.post(look, {"read-column-name": "name", "read-column-summe": "total"})
    assert not ColumnChoice.objects.exists()


def test_the_sheet_of_a_workbook_is_chosen(page, club):
    season = factories.make_season(club)
    data = workbook(
        Notizen=[["Das Jahr"], ["Kasse", 5]],
        Saison=[["Skatclub, Saison 2025"], [], ["Name", "3.3.2025"], ["Anna", 5]],
        Vorjahr=[["Name", "3.3.2024"], ["Bruno", 7]],
    )
    answer, look = sent(page, club, data, season=season, name="list.xlsx")
    assert "3 sheets. Saison is read" in shown(answer)
    assert "1: Skatclub, Saison 2025" in shown(answer)
    assert "Lines without anything: 2" in shown(answer)
    assert [one.match.name for one in answer.context["look"].sums] == ["Anna"]

    answer = page.post(look, {"read-sheet": "Vorjahr"})
    assert [one.match.name for one in answer.context["look"].sums] == ["Bruno"]
    assert Upload.objects.get().said["sheet"] == "Vorjahr"
    answer = page.post(look, {"read-sheet": "Nirgends"})
    assert answer.status_code == 200


def test_the_line_of_heads_is_chosen(page, club):
    season = factories.make_season(club)
    _answer, look = sent(page, club, "Name;3.3.2025\nHeld;10.3.2025\nAnna;5\n", season=season)

    answer = page.post(look, {"read-heads": "2", "read-column-held": "name"})
    assert [one.played_on.isoformat() for one in answer.context["look"].plan.evenings] == ["2025-03-10"]
    answer = page.post(look, {"read-heads": "3"})
    assert answer.status_code == 422
    assert Upload.objects.get().said["heads"] == 2


def test_what_cannot_be_chosen_changes_nothing(page, club):
    season = factories.make_season(club)
    _answer, look = sent(page, club, "Name;3.3.2025\nAnna;5\n", season=season)

    answer = page.post(look, {"read-column-name": "owner", "read-heads": "x", "read-column-nowhere": "name"})

    assert [one.match.name for one in answer.context["look"].sums] == ["Anna"]
    assert not ColumnChoice.objects.exists()


def test_letters_are_chosen_where_the_file_does_not_say_them(page, club):
    season = factories.make_season(club)
    answer, look = sent(page, club, "Name;3.3.2025\nJürgen;5\n".encode("cp1252"), season=season)
    assert 'name="read-letters"' in shown(answer)

    answer = page.post(look, {"read-letters": "mac_roman"})
    assert [one.match.name for one in answer.context["look"].sums] != ["Jürgen"]
    answer = page.post(look, {"read-letters": "cp1252"})
    assert [one.match.name for one in answer.context["look"].sums] == ["Jürgen"]
    plain, _look = sent(page, club, "Name;3.3.2025\nJürgen;5\n", season=season)
    assert 'name="read-letters"' not in shown(plain)


def test_what_is_offered_to_choose_is_short_enough_for_a_phone(page, club):
    text = "Name;14. Dezember 2025;15. Dezember 2025;16. Dezember 2025\nAnna;5;6;7\n"
    answer, _look = sent(page, club, text, season=factories.make_season(club))
    for field in answer.context["reading_form"].fields.values():
        assert all(len(str(words)) <= 40 for _value, words in field.choices)
