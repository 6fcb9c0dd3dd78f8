"""What a file would bring: evenings and totals, and each line that is refused with its number and its reason."""

from datetime import date

import pytest

from games.skat import GAME
from scorekeeper.spreadsheets.days import Asks, Calendar
from scorekeeper.spreadsheets.reading import read
from scorekeeper.transfer.plans.lists import COLUMNS as OF_LISTS
from scorekeeper.transfer.plans.lists import plan_lists
from scorekeeper.transfer.plans.totals import Counting, columns_of_totals, plan_totals, totals_of

TODAY = date(2026, 11, 22)
TITLES = {name: str(title) for name, title in GAME.measure_titles.items()}
COUNTING = Counting(GAME.systems["seeger_fabian"], TITLES)


def totals(text, calendar=Calendar()):  # noqa: B008 it never changes
    return plan_totals(read(text.encode(), columns_of_totals(COUNTING)), COUNTING, calendar, TODAY)


def lists(text, calendar=Calendar()):  # noqa: B008 it never changes
    return plan_lists(read(text.encode(), OF_LISTS), calendar, TODAY)


def faults(plan):
    return [(fault.number, str(fault.message)) for fault in plan.faults]


def test_one_row_a_person():
    plan = totals("Spieler;03.03.2025;10.03.2025;Summe\nBrandt, Jürgen;1.250;-48;1202\nZoë;;300;300\n")

    assert faults(plan) == []
    assert [(evening.played_on, evening.measures) for evening in plan.evenings] == [
        (date(2025, 3, 3), {"Jürgen Brandt": {"points": 1250}}),
        (date(2025, 3, 10), {"Jürgen Brandt": {"points": -48}, "Zoë": {"points": 300}}),
    ]
    assert [*totals_of(plan, COUNTING)] == [("Jürgen Brandt", 2, 1202), ("Zoë", 1, 300)]


def test_one_row_a_person_and_day_with_games_won_and_lost():
    plan = totals("Date,Player,Points,Won,Lost\n2025-03-03,Anna,600,5,2\n,Bruno,-20,1,1\n2025-03-10,Anna,30,,\n")

    assert faults(plan) == []
    assert plan.evenings[0].measures == {
        "Anna": {"points": 450, "won": 5, "lost": 2},
        "Bruno": {"points": -20, "won": 1, "lost": 1},
    }
    assert [*totals_of(plan, COUNTING)] == [("Anna", 2, 630), ("Bruno", 1, -20)]


def test_every_line_that_is_refused_is_told():
    plan = totals(
        "Name;03.03.2025;10.03.2025;Total\nAnna;12;x;12\nBruno;12;12;25\n=1+1;1;1;2\n;1;1;2\nAnna;1;;1\nAnna;2;;2\n"
        "Total;1;1;2\n"
    )

    assert faults(plan) == [
        (2, "“x” is no whole number."),
        (3, "The total says 25, but the evenings come to 24. It should be 24."),
        (4, "“=1+1” is a formula and no name."),
        (5, "Type a name."),
        (7, "Anna stands there twice for this day. It should be one line."),
    ]


def test_a_line_whose_points_and_total_differ():
    plan = totals("Date;Name;Game points;Won;Lost;Total\n3.3.2025;Anna;400;3;1;500\n3.3.2025;Bruno;400;3;1;450\n")

    assert faults(plan) == [(3, "The total says 450, but the line comes to 500. It should be 500.")]
    assert list(plan.evenings[0].measures) == ["Anna"]


def test_days_that_can_be_read_in_two_ways_are_asked():
    text = "Name;3/4/2025;10/4/2025\nAnna;1;2\n"

    assert totals(text).asks == {Asks.ORDER}
    assert totals(text).evenings == []
    assert [evening.played_on for evening in totals(text, Calendar("day")).evenings] == [
        date(2025, 4, 3), date(2025, 4, 10),
    ]  # fmt: skip
    assert totals("Name;3.4.;10.4.\nAnna;1;2\n").asks == {Asks.YEAR}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Wer;Was\nAnna;1\n", "No column is called “Date” (or “Datum”), and none has a day as its head."),
        ("Datum;Punkte\n3.3.2025;1\n", "No column is called “Name” or “Player” (or “Spieler”)."),
        ("Datum;Name\n3.3.2025;Anna\n", "No column is called “Points” or “Total” (or “Punkte”, “Gesamt”)."),
    ],
)
def test_a_file_without_what_is_needed(text, said):
    assert faults(totals(text)) == [(0, said)]


def test_days_that_have_not_come():
    assert faults(totals("Name;03.03.2027\nAnna;1\n")) == [(1, "“03.03.2027” lies in the future.")]


LIST = """Datum;Liste;Nr;Alleinspieler;Spiel;Wert;Gewonnen;Verloren;Gegner
03.03.2025;1;1;Anna;Kreuz;24;50;;
;;2;Bruno;Null;-46;;-50;40
;;3;eingepasst;;;;;
;;4;Clara;Grand;{grand};50;;
03.03.2025;2;1;Anna;Pik;22;50;;
;;2;Bruno;Herz;20;50;;
;;3;Clara;Karo;18;50;;
"""


def test_lists_kept_by_hand():
    plan = lists(LIST.format(grand=48))

    assert faults(plan) == []
    assert [(evening.title, evening.played_on) for evening in plan.evenings] == [
        ("1", date(2025, 3, 3)), ("2", date(2025, 3, 3)),
    ]  # fmt: skip
    assert plan.evenings[0].measures == {
        "Anna": {"hands": 4, "points": 24, "won": 1, "others_lost_3": 1},
        "Bruno": {"hands": 4, "points": -46, "lost": 1},
        "Clara": {"hands": 4, "points": 48, "won": 1, "others_lost_3": 1},
    }
    assert [*totals_of(plan, COUNTING)] == [("Anna", 2, 186), ("Bruno", 2, -26), ("Clara", 2, 206)]


def test_a_list_that_contradicts_itself_is_left_out_whole():
    plan = lists(LIST.format(grand=50))

    assert faults(plan) == [(5, "No game comes to 50. The nearest are 48 and 72.")]
    assert [evening.title for evening in plan.evenings] == ["2"]


def test_who_sat_there_without_a_game_is_said_in_a_column():
    text = "Date;Declarer;Value;Bonus;Others;Players\n3.3.2025;Anna;-48;-50;30;Anna, Bruno, Clara, Dora\n"

    assert faults(lists(text)) == []
    assert lists(text).evenings[0].measures["Dora"] == {"hands": 1, "others_lost_4": 1}
    without = lists("Date;Declarer;Value\n3.3.2025;Anna;24\n")
    assert faults(without) == [
        (2, "Three or four sit at a table of Skat, but this list names 1. Name all of them in a column “Players”.")
    ]


def test_the_same_content_has_the_same_digest():
    one, other = totals("Name;3.3.2025\nAnna;1\n"), totals("Name,2025-03-03\nAnna,1\n")

    assert one.digest() == other.digest() != totals("Name;3.3.2025\nAnna;2\n").digest()


def test_a_formula_is_no_game_and_bonuses_are_known_by_whose_they_are():
    plan = lists(
        "Date;Players;Declarer;Game;Value;Bonus declarer;Bonus others\n"
        "2025-03-03;Anna, Bruno, Clara;Anna;=1+1;24;50;\n"
        "2025-03-10;Anna, Bruno, Clara;Bruno;clubs;-48;-50;\n"
    )

    assert faults(plan) == [
        (2, "“=1+1” is no game of Skat."),
        (3, "The bonus of the others was forgotten. It should be 40 for each."),
    ]
