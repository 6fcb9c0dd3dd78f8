"""What a file would bring: evenings and totals, and each line that is refused with its number and its reason."""

from datetime import date

import pytest

from games.skat import GAME
from scorekeeper.spreadsheets.cells import Asks, Calendar
from scorekeeper.spreadsheets.reading import read
from scorekeeper.transfer.plans.lists import COLUMNS as OF_LISTS
from scorekeeper.transfer.plans.lists import ListAnswers, plan_lists
from scorekeeper.transfer.plans.totals import Counting, columns_of_totals, plan_totals, totals_of

TODAY = date(2026, 11, 22)
TITLES = {name: str(title) for name, title in GAME.measure_titles.items()}
COUNTING = Counting(GAME.systems["seeger_fabian"], TITLES)


def totals(text, calendar=Calendar()):  # noqa: B008 it never changes
    return plan_totals(read(text.encode(), columns_of_totals(COUNTING)), COUNTING, calendar, TODAY)


def lists(text, calendar=Calendar(), **answers):  # noqa: B008 it never changes
    return plan_lists(read(text.encode(), OF_LISTS), calendar, TODAY, ListAnswers(**answers))


def points(plan):
    """What each list brings each of its players, bonuses and all."""
    return [
        {name: COUNTING.total(measures) for name, measures in evening.measures.items()} for evening in plan.evenings
    ]


def faults(plan):
    return [(fault.number, str(fault.message)) for fault in plan.faults]


def warnings(plan):
    return [(warning.number, str(warning.message)) for warning in plan.warnings]


def sums(plan):
    return [(one.name, one.evenings, one.lists, one.total, one.written) for one in totals_of(plan, COUNTING)]


def test_one_row_a_person():
    plan = totals("Spieler;03.03.2025;10.03.2025;Summe\nBrandt, Jürgen;1.250;-48;1202\nZoë;;300;300\n")

    assert faults(plan) == []
    assert [(evening.played_on, evening.measures) for evening in plan.evenings] == [
        (date(2025, 3, 3), {"Jürgen Brandt": {"points": 1250}}),
        (date(2025, 3, 10), {"Jürgen Brandt": {"points": -48}, "Zoë": {"points": 300}}),
    ]
    assert sums(plan) == [("Jürgen Brandt", 2, 2, 1202, 1202), ("Zoë", 1, 1, 300, 300)]


def test_one_row_a_person_and_day_with_games_won_and_lost():
    plan = totals("Date,Player,Points,Won,Lost\n2025-03-03,Anna,600,5,2\n,Bruno,-20,1,1\n2025-03-10,Anna,30,,\n")

    assert faults(plan) == []
    assert plan.evenings[0].measures == {
        "Anna": {"points": 450, "won": 5, "lost": 2},
        "Bruno": {"points": -20, "won": 1, "lost": 1},
    }
    assert sums(plan) == [("Anna", 2, 2, 630, None), ("Bruno", 1, 1, -20, None)]


def test_every_line_that_is_refused_is_told():
    plan = totals(
        "Name;03.03.2025;10.03.2025;Total\nAnna;12;x;12\nBruno;12;12;25\n=1+1;1;1;2\n;1;1;2\nAnna;1;;1\nAnna;2;;2\n"
        "Total;1;1;2\n"
    )

    assert faults(plan) == [
        (2, "“x” is not a whole number. The total suggests 0."),
        (3, "The total is 25, but the evenings add up to 24. Please correct it to 24."),
        (4, "“=1+1” is a formula, not a name."),
        (5, "Type a name."),
        (7, "Anna is already on line 6. Combine the two into one line."),
    ]


def test_a_line_whose_points_and_total_differ():
    plan = totals("Date;Name;Game points;Won;Lost;Total\n3.3.2025;Anna;400;3;1;500\n3.3.2025;Bruno;400;3;1;450\n")

    assert faults(plan) == [(3, "The total is 450, but the line adds up to 500. Please correct it to 500.")]
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
        ("Wer;Was\nAnna;1\n", "There is no column “Date” (or “Datum”), and no column has a date as its heading."),
        ("Datum;Punkte\n3.3.2025;1\n", "There is no column “Name” or “Player” (or “Spieler”)."),
        ("Datum;Name\n3.3.2025;Anna\n", "There is no column “Points” or “Total” (or “Punkte”, “Gesamt”)."),
    ],
)
def test_a_file_without_what_is_needed(text, said):
    assert faults(totals(text)) == [(0, said)]


def test_days_that_have_not_come():
    assert faults(totals("Name;03.03.2027\nAnna;1\n")) == [(1, "“03.03.2027” is in the future.")]


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
    assert sums(plan) == [("Anna", 1, 2, 186, None), ("Bruno", 1, 2, -26, None), ("Clara", 1, 2, 206, None)]


def test_a_list_that_contradicts_itself_is_left_out_whole():
    plan = lists(LIST.format(grand=50))

    assert faults(plan) == [(5, "The game written here is not worth 50. The nearest values are 48 and 72.")]
    assert [evening.title for evening in plan.evenings] == ["2"]


def test_who_sat_there_without_a_game_is_said_in_a_column():
    text = "Date;Declarer;Value;Bonus;Others;Players\n3.3.2025;Anna;-48;-50;30;Anna, Bruno, Clara, Dora\n"

    assert faults(lists(text)) == []
    assert lists(text).evenings[0].measures["Dora"] == {"hands": 1, "others_lost_4": 1}
    without = lists("Date;Declarer;Value\n3.3.2025;Anna;24\n")
    assert faults(without) == [
        (2, "Three or four play at a Skat table, but this list names 1. Name all of them in a column “Players”.")
    ]


def test_a_formula_is_no_game_and_bonuses_are_known_by_whose_they_are():
    plan = lists(
        "Date;Players;Declarer;Game;Value;Bonus declarer;Bonus others\n"
        "2025-03-03;Anna, Bruno, Clara;Anna;=1+1;24;50;\n"
        "2025-03-10;Anna, Bruno, Clara;Bruno;clubs;-48;-50;\n"
    )

    assert faults(plan) == [
        (2, "“=1+1” is not a Skat game."),
        (3, "The bonus of the others was forgotten. It should be 40 for each."),
    ]


HEADS = "Datum;Liste;Nr;Alleinspieler;Spiel;Wert;Gewonnen;Verloren;Gegner;Am Tisch\n"
THREE_HANDS = f"""{HEADS}14.01.2025;1;1;Anna A;Grand;144;50;;;Anna A, Bert B, Cora C
;;2;Anna A;Karo;-54;;-50;40;
;;3;Cora C;Null ouvert;46;50;;;
"""
RARE_GAMES = f"""{HEADS}15.01.2025;1;1;Anna A;Null ouvert Hand;59;50;;;Anna A, Bert B, Cora C, Dora D
;;2;Bert B;Null ouvert Hand;-118;;-50;30;
;;3;Cora C;Grand;264;50;;;
;;4;Dora D;Herz;-60;;-50;30;
;;5;Anna A;Null Hand;35;50;;;
;;6;Bert B;Null Hand;-70;;-50;30;
;;7;Cora C;Kreuz;-216;;-50;30;
;;8;Dora D;Grand;-240;;-50;30;
;;9;Anna A;Null;-46;;-50;30;
"""
CONTRACT_WORDS = f"""{HEADS}15.01.2025;1;1;Anna A;Grand ouvert;264;50;;;Anna A, Bert B, Cora C, Dora D
;;2;Bert B;Grand Hand;72;50;;;
;;3;Cora C;Herz Hand;-80;;-50;30;
;;4;Dora D;Pik ohne 2;33;50;;;
"""
FOUR_OF_THEM = ("Anna A", "Bert B", "Cora C", "Dora D")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (THREE_HANDS, (90, 40, 136)),
        (RARE_GAMES, (248, -168, 198, -280)),
        (CONTRACT_WORDS, (344, 152, -130, 113)),
    ],
)
def test_lists_of_three_and_four_with_contracts_in_words(text, right):
    plan = lists(text)

    assert (faults(plan), warnings(plan)) == ([], [])
    assert points(plan) == [dict(zip(FOUR_OF_THEM, right, strict=False))]


@pytest.mark.parametrize("word", ["Spiel des Abends", "K", "Grand Null", "24 48", "Grand 4"])
def test_a_contract_that_cannot_be_read_stands_against_nothing(word):
    plan = lists(THREE_HANDS.replace(";Grand;", f";{word};"))

    assert (faults(plan), points(plan)) == ([], points(lists(THREE_HANDS)))
    assert [number for number, _message in warnings(plan)] == [2]


BY_COLUMNS = """Skatclub Herz Dame
Nr;Spiel;Wert;Anna A;Bert B;Cora C
1;Grand;144;50;;
2;Karo;-54;-50;40;40
3;Null ouvert;46;;;50
4;eingepasst;;;;
Summe;;;90;40;136
"""
DAY = date(2025, 1, 14)


def test_a_column_of_bonuses_for_each_player_without_declarer_and_day():
    assert lists(BY_COLUMNS).asks == {Asks.DAY}
    plan = lists(BY_COLUMNS, day=DAY)

    assert (faults(plan), warnings(plan), plan.asks, plan.ignored) == ([], [], set(), [])
    assert points(plan) == points(lists(THREE_HANDS))
    assert [evening.played_on for evening in plan.evenings] == [DAY]


@pytest.mark.parametrize("heads", ["1;2;3", "Spieler 1;Spieler 2;Spieler 3", "#1;#2;#3"])
def test_columns_with_numbers_ask_who_sits_there(heads):
    text = BY_COLUMNS.replace("Anna A;Bert B;Cora C", heads)
    asked = lists(text, day=DAY)
    assert (asked.seats, asked.evenings, faults(asked)) == (heads.split(";"), [], [])

    answered = lists(text, day=DAY, seats=dict(zip(heads.split(";"), FOUR_OF_THEM, strict=False)))
    assert points(answered) == points(lists(THREE_HANDS))
    assert faults(lists(text, day=DAY, seats=dict.fromkeys(heads.split(";"), "Anna A"))) == [
        (3, "Each bonus column belongs to a different player. Choose each player only once.")
    ]


def test_columns_with_numbers_go_by_the_order_of_those_at_the_table():
    text = """Datum;Nr;Spiel;Hand;Mit;Ohne;Wert +;Wert -;1;2;3;Am Tisch
14.1.2025;1;Grand;x;4;;144;;50;;;Anna A, Bert B, Cora C
;2;Karo;;;2;;54;-50;40;40;
;3;46;;;;46;;;;50;
"""
    plan = lists(text)

    assert (faults(plan), warnings(plan), plan.seats, plan.ignored) == ([], [], [], [])
    assert points(plan) == points(lists(THREE_HANDS))
    assert faults(lists(text.replace(";144;", ";120;"))) == [
        (2, "The game written here is not worth 120. The nearest value is 144.")
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "found"),
    [
        ("-50;40;40", "-50;40;", (4, "The bonus of Cora C as one of the others is missing. It should be 40.")),
        ("144;50;;", "144;50;40;", (3, "The bonus of 40 here belongs to no lost game. Delete it.")),
        ("46;;;50", "50;;;46", (5, "The value is in the column of the bonus. It should be 46 here.")),
        ("-54;-50", "54;-50", (4, "The game was lost: a minus is missing. It should be -54.")),
        ("-54;-50", "-54;50", (4, "The bonus 50 should be -50.")),
        ("Null ouvert;46", "Null ouvert;23", (
            5, "The game written here is not worth 23. It should be 46.")),
        ("Karo;-54", "Karo;-55", (
            4, "The game written here is not worth -55. The nearest values are -72 and -54.")),
        ("46;;;50", "46;;;", (
            5, "The bonus of this game is in nobody’s column. It should be 50 in the declarer’s column.")),
        ("90;40;136", "90;50;136", (7, "The sum of Bert B is given as 50, but the lines come to 40. It should be 40.")),
        ("2;Karo;-54;-50;40;40\n", "2;Karo;-54;-50;40;40\n2;Karo;-54;-50;40;40\n", (
            5, "No. 2 is there twice: it is the same as line 4. Leave out one of them.")),
        ("2;Karo;-54;-50;40;40\n", "", (4, "No. 2 is missing before this line.")),
    ],
)  # fmt: skip
def test_the_slips_of_a_scribe_are_named_with_line_and_figure(right, wrong, found):
    assert right in BY_COLUMNS
    plan = lists(BY_COLUMNS.replace(right, wrong), day=DAY)

    assert faults(plan)[:1] == [found]
    assert plan.evenings == []


def test_a_bonus_in_the_column_of_another_player_shows_beside_the_declarer():
    text = BY_COLUMNS.replace("Nr;Spiel", "Nr;Alleinspieler;Spiel").replace(
        "1;Grand;144;50;;", "1;Anna A;Grand;144;;50;"
    )
    text = text.replace("2;Karo", "2;1;Karo").replace("3;Null", "3;cora c;Null").replace("4;eing", "4;;eing")
    text = text.replace("Summe;", "Summe;;")

    assert faults(lists(text, day=DAY)) == [
        (3, "The bonus of Anna A is in the column of Bert B. It should be 50 for Anna A."),
        (3, "The bonus of Anna A is in the column of Bert B. It should be 0 for Bert B."),
    ]
    assert points(lists(text.replace("144;;50;", "144;50;;"), day=DAY)) == points(lists(THREE_HANDS))


def test_a_hand_written_twice_without_numbers_is_pointed_out():
    text = BY_COLUMNS.replace("4;eingepasst;;;;", "4;Null ouvert;46;;;50").replace("90;40;136", "90;40;232")
    plan = lists(text, day=DAY)

    assert faults(plan) == []
    assert warnings(plan) == [(6, "This line is the same as the one above. Was the hand entered twice?")]


def test_sums_below_a_list_that_names_its_declarers():
    right = THREE_HANDS + "Summe;;;Anna A;;90;;;;\nSumme;;;Bert B;;40;;;;\nSumme;;;;;266;;;;\n"
    assert faults(lists(right)) == []

    assert faults(lists(right.replace("Bert B;;40", "Bert B;;30"))) == [
        (6, "The sum of Bert B is given as 30, but the lines come to 40. It should be 40.")
    ]
    assert faults(lists(right.replace(";;266", ";;366"))) == [
        (7, "The sum is given as 366, but the lines come to 266. It should be 266.")
    ]


def test_lists_of_an_evening_have_their_day_in_brackets():
    plan = totals("Name;Serie 1 (19.10.2025);Serie 2 (19.10.2025);26.10.2025\nAnna;5;6;7\n")

    assert [
        (one.played_on.day, one.title, one.list_place, one.measures["Anna"]["points"]) for one in plan.evenings
    ] == [
        (19, "Serie 1", 0, 5),
        (19, "Serie 2", 1, 6),
        (26, "", 0, 7),
    ]


def test_a_running_total_that_does_not_come_out_is_pointed_out():
    wide = totals("Name;3.3.2025;Stand;4.3.2025;Stand\nAnna;5;5;6;12\nBert;1;1;1;2\n")
    long = totals("Datum;Name;Punkte;Stand\n3.3.2025;Anna;5;5\n4.3.2025;Anna;6;12\n4.3.2025;Bert;1;1\n")

    assert warnings(wide) == [(2, "The running total in E2 is 12, but the lines so far add up to 11.")]
    assert warnings(long) == [(3, "The running total in D3 is 12, but the lines so far add up to 11.")]
    assert points(wide) == points(totals("Name;3.3.2025;4.3.2025\nAnna;5;6\nBert;1;1\n"))


def test_running_totals_of_series_go_on_from_day_to_day():
    head = "Datum;Name;Serie 1;Serie 2;Stand\n"
    plan = totals(f"{head}3.3.2025;Anna;5;6;11\n3.3.2025;Bert;1;1;2\n10.3.2025;Anna;2;;13\n10.3.2025;Bert;4;4;9\n")

    assert faults(plan) == []
    assert warnings(plan) == [(5, "The running total in E5 is 9, but the lines so far add up to 10.")]
    assert sums(plan)[0] == ("Anna", 2, 3, 13, None)


def test_running_totals_of_skat_lists():
    head = "Datum;Nr;Alleinspieler;Wert;Bonus;Gegner;Stand;Am Tisch\n"
    of_games = lists(
        f"{head}14.1.2025;1;Anna;144;50;;144;Anna, Bert, Cora\n;2;Anna;-54;-50;40;90;\n;3;Cora;46;50;;64;\n"
    )
    assert faults(of_games) == []
    assert warnings(of_games) == [(4, "The running total in G4 is 64, but the lines so far add up to 46.")]
    assert not of_games.ignored
    of_all = lists(
        f"{head}14.1.2025;1;Anna;144;50;;194;Anna, Bert, Cora\n;2;Anna;-54;-50;40;90;\n;3;Cora;46;50;;136;\n"
    )
    assert (faults(of_all), warnings(of_all)) == ([], [])


def test_running_totals_beside_the_column_of_each_player():
    head = "Datum;Nr;Spiel;Wert;Anna;Stand;Bert;Stand;Cora;Stand\n"
    right = f"{head}14.1.2025;1;Grand;144;50;194;;0;;0\n;2;Karo;-54;-50;90;40;40;40;40\n;3;Pik;33;;90;50;123;;40\n"

    assert (faults(lists(right)), warnings(lists(right))) == ([], [])
    assert warnings(lists(right.replace("123;;40", "132;;40"))) == [
        (4, "The running total in H4 is 132, but the lines so far add up to 123.")
    ]
