"""The one reader of all imports: where the table begins, what is in which column, and all that is not read."""

import pytest
from django.conf import settings
from django.utils import translation

from scorekeeper.spreadsheets.cells import dated
from scorekeeper.spreadsheets.heads import OF_COLUMNS, TITLES, Columns, column_of, head_key, round_of
from scorekeeper.spreadsheets.reading import Choices, Wanted, columns_of, read
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.spreadsheets.texts import Unreadable
from tests.spreadsheets import writing

PEOPLE = Wanted(("name", "first", "last", "origin", "rating"))
TOTALS = Wanted(("name", "first", "last", "date", "list", "total", "running"), has_evenings=True)


def people(reading):
    return [reading.person(row) for row in reading.rows]


def numbers(rows):
    return [row.number for row in rows]


def test_titles_and_blank_lines_are_passed_over_and_said():
    text = "Skatclub Lindenhof\n;;\nSaison 2025;;\n\nName;Vorname;Verein\nHanke;Micha;Nord\n\nHanke;Berta;Süd\n"
    found = read(text.encode(), PEOPLE)

    assert people(found) == ["Micha Hanke", "Berta Hanke"]
    assert (found.heads_at, numbers(found.passed), found.blank_lines) == (5, [1, 3], "2, 4, 7")
    assert found.passed_over == 5


def test_heads_that_stand_there_again_sums_and_remarks_are_no_people():
    text = (
        "Name;3.3.2025\nAnna;5\nName;3.3.2025\nBruno;7\nGesamt;12\n\nStand: 4.3.2025\n"
        "Alle Angaben wie immer ohne Gewähr und Pistole\n"
    )
    found = read(text.encode(), TOTALS)

    assert people(found) == ["Anna", "Bruno"]
    assert (numbers(found.sums), numbers(found.passed)) == ([5], [3, 7, 8])


def test_a_line_of_sums_is_known_by_its_first_cell_too():
    found = read(b"Held;Vorname;3.3.2025\nBrandt;Anna;5\nGesamt;;5\n", TOTALS)

    assert (people(found), numbers(found.sums)) == (["Anna"], [3])


def test_a_merged_title_of_a_workbook_is_one_cell():
    found = read(writing.xlsx([["Vereinsmeisterschaft", None, None], [], ["Name", "3.3.2025"], ["Anna", 5]]), TOTALS)

    assert (people(found), numbers(found.passed), found.blank) == (["Anna"], [1], (2,))


def test_the_sheet_whose_heads_are_known_is_read_and_the_others_are_named():
    data = writing.ods([["Kasse", "Betrag"], ["Mai", 5]], [["Name", "3.3.2025"], ["Anna", 5]], [["Name"], ["Bruno"]])
    found = read(data, TOTALS)

    assert (found.sheet, found.sheets, people(found)) == ("Sheet 2", ("Sheet 1", "Sheet 2", "Sheet 3"), ["Anna"])
    assert people(read(data, TOTALS, Choices(sheet="Sheet 3"))) == ["Bruno"]
    assert people(read(data, TOTALS, Choices(sheet="nowhere"))) == ["Anna"]


def test_every_column_that_is_not_read_is_listed():
    found = read(b"Name;Telefon;;Verein;Name\nAnna;0170;x;Nord;Anna\n", PEOPLE)

    assert found.unread == ["Telefon", "C", "Name"]
    assert read(b"Name;;\nAnna;;\n", PEOPLE).unread == []


def test_a_choice_goes_before_what_the_reader_knows():
    heads, rows = ("Name", "Held", "Summe"), (Row(2, ("x", "Anna", "5")),)
    chosen = columns_of(heads, rows, TOTALS, {"held": "name", "summe": "round"})

    assert chosen == Columns({"name": 1}, rounds={2: 1}, unread=(0,))


def test_a_table_without_heads():
    wanted = Wanted(("name", "origin"), needs=("name",), in_order=("name", "origin"))
    found = read("Sommerturnier 2025\n1. Anton Astor;Nord\n2. Lang, Käthe;Süd;x\n".encode(), wanted)

    assert (people(found), numbers(found.passed), found.unread) == (["Anton Astor", "Käthe Lang"], [1], ["C"])


@pytest.mark.parametrize(
    "text",
    [
        "Name;Punkte\nBrandt, Jürgen;5\nLang, Käthe;6\n",
        'Name,Punkte\n"Brandt, Jürgen",5\n"Lang, Käthe",6\n',
        "Name\tPunkte\nBrandt, Jürgen\t5\nLang, Käthe\t6\n",
        "Name|Punkte\nBrandt, Jürgen|5\nLang, Käthe|6\n",
        "sep=|\nName|Punkte\nBrandt, Jürgen|5\nLang, Käthe|6\n",
        "Saison 2025, Herbst, Ergebnisse\nName;Punkte\nBrandt, Jürgen;5\nLang, Käthe;6\n",
        "Name\nBrandt, Jürgen\nLang, Käthe\n",
    ],
)
def test_what_parts_the_cells_is_seen(text):
    assert people(read(text.encode(), TOTALS)) == ["Jürgen Brandt", "Käthe Lang"]


@pytest.mark.parametrize(
    ("head", "column"),
    [
        ("Vorname", "first"), ("VORNAME*", "first"), ("Nachname / Vorname", "name"), ("Name, Vorname", "name"),
        ("Punkte (gesamt)", "total"), ("Einsatz (€)", ""), ("Último nome", "last"), ("ultimo nome", "last"),
        ("Имя", "name"), ("ФИО", "name"), ("Apellidos", "last"), ("ਖਿਡਾਰੀ", "name"), ("ખેલાડી", "name"),
        ("Datum:", "date"), ("Gästeliste", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_head_in_any_language(head, column):
    assert column_of(head, TOTALS.columns, {}) == column


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_a_head_that_pages_ask_for_is_known_in_their_language(language):
    with translation.override(language):
        declarer = translation.pgettext("skat", "Declarer")

    assert column_of(declarer, ("declarer",), {}) == "declarer"


def test_a_measure_goes_by_its_title_and_before_a_column():
    measures = {"won": "Games won", "points": "Game points"}

    assert column_of("GAMES WON", ("won_bonus",), measures) == "measure:won"
    assert column_of("Gewonnen", ("won_bonus",), measures) == "measure:won"
    assert column_of("Gewonnen", ("won_bonus",), {}) == "won_bonus"


@pytest.mark.parametrize(
    ("head", "number"),
    [("Runde 1", 1), ("Serie 2", 2), ("3. Spieltag", 3), ("Round 4", 4), ("5ª rodada", 5), ("Тур 6", 6),
     ("Liste", None), ("1st round", 1), ("Runde 1 von 3", None), ("2025", None)],
)  # fmt: skip
def test_the_number_of_a_round(head, number):
    assert round_of(head) == number


def test_every_column_has_a_title_and_words_in_every_script():
    of_one_program = {"split_mode", "reimbursement", "original", "original_currency", "rate"}  # spliit writes English

    assert set(TITLES) == set(OF_COLUMNS)
    for column in set(OF_COLUMNS) - of_one_program:
        words = OF_COLUMNS[column]
        for script in ("a-z", "\u0400-\u04ff", "\u0a00-\u0a7f", "\u0a80-\u0aff"):
            first, last = script[0], script[-1]
            assert any(first <= letter <= last for letter in words), f"{column}: no word in {script}"


def test_vowels_of_other_scripts_tell_heads_apart():
    assert head_key("ਜਿੱਤ") != head_key("ਜੋਤ")
    assert head_key("Größe") == head_key("GROESSE")
    assert head_key("Й") == head_key("и")


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("Serie 1 (19.10.)", ("19.10.", "Serie 1")),
        ("Serie 1 (19.10.2025)", ("19.10.2025", "Serie 1")),
        ("Serie 2, 19.10.2025", ("19.10.2025", "Serie 2")),
        ("19.10.: Runde 3", ("19.10.", "Runde 3")),
        ("Abend 19. Oktober 2025", ("19. Oktober 2025", "Abend")),
        ("Rodada 4 (19/10/2025)", ("19/10/2025", "Rodada 4")),
        ("Серия 1 (19.10.2025)", ("19.10.2025", "Серия 1")),
        ("Weihnachtsskat (20.12.)", ("20.12.", "Weihnachtsskat")),
        ("19.10.2025", ("19.10.2025", "")),
        ("Serie 1", None),
        ("Punkte 19.10.", None),
        ("Name", None),
    ],
)
def test_a_head_with_a_day(head, found):
    assert dated(head) == found


def test_days_in_heads_are_read_where_the_rest_is_no_other_column():
    reading = read(b"Name;Abend (19.10.2025);Gesamt (19.10.2025)\nAnna;5;5\n", TOTALS)

    assert reading.columns.places == {"name": 0, "total": 2}
    assert reading.columns.days == {1: "Abend (19.10.2025)"}


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("Name;Serie 1;Serie 2\n;19.10.;26.10.\nAnna;1;2\n", ("Name", "Serie 1 (19.10.)", "Serie 2 (26.10.)")),
        (";Serie 1;Serie 2\nName;19.10.;26.10.\nAnna;1;2\n", ("Name", "Serie 1 (19.10.)", "Serie 2 (26.10.)")),
        ("Vor-;Nach-;19.10.\nname;name;\nAnna;Ast;2\n", ("Vorname", "Nachname", "19.10.")),
    ],
)
def test_heads_on_two_lines_are_one(text, heads):
    reading = read(text.encode(), TOTALS)

    assert reading.heads == heads
    assert [row.number for row in reading.rows] == [3]
    assert reading.passed == ()


@pytest.mark.parametrize(
    "text",
    [
        "Name;Datum;Punkte\n;19.10.2025;\nAnna;;5\n",
        "Saison;2025;\nName;19.10.;26.10.\nAnna;1;2\n",
        "Name;Punkte;Datum\nAnna;5;19.10.2025\nBert;6;\n",
    ],
)
def test_a_line_of_the_table_or_a_title_is_no_second_line_of_heads(text):
    assert "(" not in "".join(read(text.encode(), TOTALS).heads)


def test_running_totals_are_known_by_their_heads_or_named():
    text = "Name;1. Spieltag;Stand;2. Spieltag;Stand;Rest\nAnna;5;5;6;11;1\n"
    known = read(text.encode(), TOTALS)
    chosen = read(text.encode(), TOTALS, Choices(columns={"rest": "running"}))

    assert (known.columns.running, known.unread) == ((2, 4), ["Rest"])
    assert (chosen.columns.running, chosen.unread) == ((5, 2, 4), [])


def test_letters_are_read_as_somebody_chose():
    data = "Name;Points\nJürgen;5\n".encode("cp850")
    guessed, chosen = read(data, TOTALS), read(data, TOTALS, Choices(letters="cp850"))

    assert (chosen.rows[0].cells[0], chosen.letters, chosen.notes) == ("Jürgen", "cp850", ())
    assert (guessed.letters, len(guessed.notes)) == ("cp850", 1), "guessed, which is said"
    assert read("Name;Points\nJürgen;5\n".encode(), TOTALS, Choices(letters="cp850")).letters == ""
    with pytest.raises(Unreadable):
        read(b"Name;Points\nJ\x81rgen;5\n", TOTALS, Choices(letters="cp1252"))
