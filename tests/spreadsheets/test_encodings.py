"""In which letters a text is written that does not say it."""

import pytest

from scorekeeper.spreadsheets.texts import decoded


@pytest.mark.parametrize(
    ("text", "encodings"),
    [
        ("Name;1\nJürgen Groß;2\nKäthe Lang;3", ("cp1252", "mac_roman", "cp1250")),
        ("Name\nJürgen", ("cp1252", "mac_roman")),
        ("Ärmel Anton\nÖsterle Otto\nÅlund Åke", ("cp1252", "mac_roman")),
        ("Jørgen Sørensen\nÅse Bjørn", ("cp1252", "mac_roman")),
        ("João Conceição;5\nJosé Muñoz;3", ("cp1252", "mac_roman")),
        ("François Lefèvre\nZoë", ("cp1252", "mac_roman")),
        ("Jméno\nJiří Dvořák\nŠkoda Petr\nČapek Karel", ("cp1250",)),
        ("Łukasz Wiśniewski\nŻaneta Król", ("cp1250",)),
        ("Szőke Ödön\nŐri Tünde", ("cp1250",)),
        ("Игрок;Очки\nИванов Пётр;5", ("cp1251",)),
        ("Anna;5 €", ("cp1252",)),
    ],
)
def test_letters_are_known_by_the_words_they_make(text, encodings):
    for encoding in encodings:
        assert decoded(text.encode(encoding))[0] == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_no_guess(encoding):
    assert decoded("Jürgen;5\nИванов;6\n".encode(encoding)) == ("Jürgen;5\nИванов;6\n", "", ())


def test_a_guess_is_said_with_the_word_that_shows_it():
    [note] = decoded("Name\nJürgen\n".encode("mac_roman"))[2]

    assert "“Jürgen”" in str(note)
    assert "old Macintosh" in str(note)
    assert decoded("Name\nJürgen\n".encode("cp1252"))[2] == ()
