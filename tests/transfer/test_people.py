"""Lists of people: those of one name are told apart, and nobody is taken for another silently."""

import pytest

from scorekeeper.transfer.selectors.looking import look_at
from scorekeeper.transfer.services.keeping import keep
from tests import factories
from tests.factories import NOW
from tests.factories.files import answered, file_sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


def look(club, text, **said):
    upload = keep(file_sent(text, "people"), club=club, by=factories.owner_of(club), now=NOW)
    return look_at(answered(upload, now=NOW, **said), NOW)


NAMESAKES = "Vorname;Nachname;E-Mail;Geburtstag\nAnna;Klein;a@b.example;3.3.1980\nZoë;Neu;;\nAnna;Klein;;1.2.1991\n"


def test_two_of_one_name_are_told_apart(club):
    found = look(club, NAMESAKES)
    assert str(found.obstacle) == "First tell people with the same name apart."
    assert [(one.number, one.name, one.suggestion) for one in found.namesakes] == [
        (2, "Anna Klein", "1980"),
        (4, "Anna Klein", "1991"),
    ]
    assert found.plan.faults == []

    found = look(club, NAMESAKES, apart={"2": "1980", "4": "Anni"})
    assert [one.name for one in found.people] == ["Anna Klein (1980)", "Zoë Neu", "Anna Klein (Anni)"]
    assert found.is_ready
    assert not look(club, NAMESAKES, apart={"2": "Anni", "4": "anni "}).is_told_apart


def test_a_line_that_stands_there_again_is_refused(club):
    found = look(club, "Name;Art\nAnna Klein;Gast\nAnna Klein;Gast\n")

    assert [(fault.number, str(fault.message)) for fault in found.plan.faults] == [
        (3, "Anna Klein is already on line 2, with the same details.")
    ]
    assert [one.name for one in found.people] == ["Anna Klein"]


def test_the_page_asks_with_what_the_file_knows(client, club):
    client.force_login(factories.owner_of(club))
    upload = keep(file_sent(NAMESAKES, "people"), club=club, by=factories.owner_of(club), now=NOW)
    address = f"/clubs/{club.pk}/imports/files/{upload.pk}/"
    assert 'value="1991"' in client.get(address).content.decode()

    answer = client.post(address, {"apart-2": "1980", "apart-4": "1991"})
    assert [one.name for one in answer.context["look"].people] == ["Anna Klein (1980)", "Zoë Neu", "Anna Klein (1991)"]


@pytest.mark.parametrize("name", ["Kathe Lang", "Lang Käthe", "Kaethe Lang"])
def test_a_name_that_is_not_written_as_in_the_book_is_asked(club, name):
    known = factories.make_player(club, "Käthe Lang")
    found = look(club, f"Name\n{name}\n")

    assert str(found.obstacle) == "First choose who each person is."
    assert found.matching.asked[0].alike == [known]
    assert look(club, f"Name\n{name}\n", people={name: str(known.pk)}).is_ready


@pytest.mark.parametrize("name", ["käthe  LANG", "Lang, Käthe", "1. Käthe Lang"])
def test_a_name_as_in_the_book_is_that_person(club, name):
    known = factories.make_player(club, "Käthe Lang")

    assert look(club, f"Name;Art\n{name};Gast\n").matching.known[0].player == known


def test_a_word_of_a_cell_that_may_be_a_head_too_is_no_name(club):
    """ "Mitglied" heads a column of names as well."""
    assert look(club, "Anna Amsel;Gast\nBen Brand;Mitglied\nCarl Cohn;Gast\n").people == []

    found = look(club, "Vorname;Nachname;Mitglied\nAnna;Amsel;Mitglied\nBen;Brand;Gast\n")
    assert [(one.name, one.is_member) for one in found.people] == [("Anna Amsel", True), ("Ben Brand", False)]
