"""A spreadsheet that grows and is sent again, several lists of an evening, and totals that have to fit."""

from collections import Counter
from datetime import date, timedelta

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Refused
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.comparing import ChangeKind
from scorekeeper.standings.models import Spreadsheet
from scorekeeper.standings.selectors.rounds import corrections_of
from scorekeeper.standings.selectors.table import book_of
from scorekeeper.transfer.selectors.looking import look_at
from scorekeeper.transfer.selectors.taken import written_in_by
from scorekeeper.transfer.services.keeping import keep
from scorekeeper.transfer.services.taking import take_import_back, take_over, take_people_back
from scorekeeper.transfer.tables import changed_table
from tests import factories
from tests.factories.files import answered, file_sent
from tests.rows import undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db

EXAMPLES = examples(5, part=4)  # each of them takes some files over
NOW = factories.NOW + timedelta(days=365)
FIRST = "Name;7.1.2025;14.1.2025;Gesamt\nGrow Anna;100;200;300\nGrow Bert;50;60;110\n"
MONTH_LATER = "Name;7.1.2025;14.1.2025;21.1.2025;Gesamt\nGrow Anna;100;200;40;340\nGrow Bert;50;60;70;180\n"


@pytest.fixture
def season():
    return factories.make_season(factories.make_club())


def sent(season, text, *, kind="totals", name="season.csv", spreadsheet=None, **said):
    by = factories.owner_of(season.club)
    of = spreadsheet.pk if spreadsheet else None
    upload = keep(file_sent(text, kind, season=season.pk, of=of, name=name), club=season.club, by=by, now=NOW)
    return answered(upload, now=NOW, **said) if said else upload


def look(season, text, **more):
    return look_at(sent(season, text, **more), NOW)


def taken(season, text, **more):
    upload = sent(season, text, **more)
    shown = look_at(upload, NOW).shown
    done = take_over(upload=upload, by=factories.owner_of(season.club), now=NOW, link=lambda _secret: "", shown=shown)
    assert sound() == []
    return done.imported


def back(imported):
    take_import_back(Reasoned(reason="wrong file"), imported=imported, by=factories.owner_of(imported.club), now=NOW)
    assert sound() == []


def sound():
    return [*map(str, verify(Count())), *map(str, rebuild(Rebuilt(), write=False))]


def standings(season):
    """{name: (points, evenings, lists)}."""
    book = book_of(season, each=True)
    return {
        book.names[person]: (account.points, account.evenings, account.sheets)
        for person, account in book.table().accounts.items()
    }


def faults(found):
    return [(fault.number, fault.cell, str(fault.message)) for fault in found.plan.faults]


def test_a_grown_sheet_adds_what_is_new(season):
    taken(season, FIRST)
    assert {name: points for name, (points, *_many) in standings(season).items()} == {
        "Grow Anna": 300,
        "Grow Bert": 110,
    }

    found = look(season, MONTH_LATER)
    assert found.numbers == Counter({ChangeKind.THERE: 4, ChangeKind.NEW: 2})
    grown = taken(season, MONTH_LATER)

    assert standings(season) == {"Grow Anna": (340, 3, 3), "Grow Bert": (180, 3, 3)}
    assert look(season, MONTH_LATER).adds_nothing
    assert grown.results.count() == 2
    assert sorted(grown.results.values_list("line", flat=True)) == [2, 3]

    back(grown)
    assert standings(season) == {"Grow Anna": (300, 2, 2), "Grow Bert": (110, 2, 2)}


def test_the_page_of_a_player_names_what_a_later_file_corrected(client, season):
    taken(season, FIRST)
    client.force_login(factories.owner_of(season.club))
    anna = season.club.players.get(name="Grow Anna")
    address = f"/clubs/{season.club.pk}/players/{anna.pk}/"
    assert "Corrected results" not in client.get(address).content.decode()

    newer = taken(season, FIRST.replace("100;200;300", "110;200;310"), name="march.csv")

    (correction,) = corrections_of(anna)
    assert (correction.before, correction.after, correction.row.played_on.day) == (100, 110, 7)
    shown = client.get(address).content.decode()
    assert "Corrected results of old lists" in shown
    assert "march.csv of" in shown
    assert (
        client.get(reverse("player_page_files", args=[season.club.pk, anna.pk, "corrections", "csv"])).status_code
        == 200
    )
    back(newer)
    assert corrections_of(anna) == []


@pytest.mark.both_engines("SQL by hand", "common.inserting")
def test_a_corrected_figure_replaces_the_earlier_one(season):
    taken(season, FIRST)
    corrected = FIRST.replace("100;200;300", "110;200;310")

    found = look(season, corrected)
    [change] = [one for one in found.changes if one.change is ChangeKind.CHANGED]
    assert (change.before, change.result.measures) == ({"points": 100}, {"points": 110})
    again = taken(season, corrected)

    assert standings(season)["Grow Anna"] == (310, 2, 2)
    back(again)
    assert standings(season)["Grow Anna"] == (300, 2, 2)


LIST = """Datum;Liste;Nr;Alleinspieler;Spiel;Wert;Bonus;Gegner
11.11.2025;3;1;Abel;Kreuz;24;50;
;;2;Bruno;Herz;20;50;
;;3;Carla;Grand;-96;-50;40
"""


def test_a_list_that_is_sent_again_with_one_more_hand(season):
    taken(season, LIST, kind="lists")
    before = standings(season)
    more = f"{LIST};;4;Abel;Karo;18;50;\n"

    changes = changed_table(season, look(season, more, kind="lists").changes)
    whys = {row[1].value: row[1].note for row in changes.rows}
    assert "otherwise" not in whys["Abel"]
    assert whys["Bruno"].endswith("The points are the same, but these details differ: Hands 3 → 4.")
    taken(season, more, kind="lists")

    assert before == {"Abel": (114, 1, 1), "Bruno": (110, 1, 1), "Carla": (-146, 1, 1)}
    assert standings(season) == {"Abel": (182, 1, 1), "Bruno": (110, 1, 1), "Carla": (-146, 1, 1)}


def test_who_is_left_out_of_a_file_that_nobody_keeps_stays(season):
    taken(season, FIRST)

    taken(season, "Name;7.1.2025\nGrow Anna;101\n")

    assert standings(season) == {"Grow Anna": (301, 2, 2), "Grow Bert": (110, 2, 2)}


TWICE = "Name;19.10.2012;19.10.2012;Gesamt\nSpieler Eins;1035;889;1924\nSpieler Zwei;900;942;1842\n"
ROUNDS = (
    "Name;Runde 1;Runde 2;Gesamt;Platzierung\nSpieler Eins;1035;889;1924;1\nSpieler Zwei;900;942;1842;2\n"
    "Spieler Sechsüß;983;130;1113;6\nSpieler Elf;378;-;378;-\n"
)
DAYS = (
    "Spieler;1. Spieltag;2. Spieltag;3. Spieltag;Gesamt\nKappa Karl;1820;1789;1690;5299\n"
    "Lambda Lotte;1402;1611;1789;4802\n"
)
LONG = (
    "Datum;Liste;Spieler;Punkte\n19.10.2012;1;Spieler Eins;1035\n19.10.2012;2;Spieler Eins;889\n"
    "19.10.2012;1;Spieler Zwei;900\n19.10.2012;2;Spieler Zwei;942\n"
)


def test_two_series_of_one_day_are_two_lists_of_one_evening(season):
    taken(season, TWICE)

    assert standings(season) == {"Spieler Eins": (1924, 1, 2), "Spieler Zwei": (1842, 1, 2)}


def test_the_day_of_rounds_without_one_is_asked_once(season):
    unsaid = look(season, ROUNDS)
    assert unsaid.plan.rounds == {"runde1": "Runde 1", "runde2": "Runde 2"}
    assert str(unsaid.obstacle) == "First choose how to read the dates."

    taken(season, ROUNDS, days={"runde1": "2012-10-19"})

    assert standings(season) == {
        "Spieler Eins": (1924, 1, 2), "Spieler Zwei": (1842, 1, 2), "Spieler Sechsüß": (1113, 1, 2),
        "Spieler Elf": (378, 1, 1),
    }  # fmt: skip


def test_match_days_have_a_day_each(season):
    days = {"1spieltag": "2024-03-01", "2spieltag": "2024-04-05"}
    assert str(look(season, DAYS, days=days).obstacle) == "First choose how to read the dates."

    taken(season, DAYS, days={**days, "3spieltag": "2024-05-03"})

    assert standings(season) == {"Kappa Karl": (5299, 3, 3), "Lambda Lotte": (4802, 3, 3)}


@pytest.mark.parametrize(("other", "said"), [(TWICE, {}), (ROUNDS, {"days": {"runde1": "2012-10-19"}})])
def test_the_same_evening_in_another_layout_is_there_already(season, other, said):
    taken(season, LONG)
    assert standings(season) == {"Spieler Eins": (1924, 1, 2), "Spieler Zwei": (1842, 1, 2)}

    again = look(season, other, **said)

    names = {"Spieler Eins", "Spieler Zwei"}
    assert {one.change for one in again.changes if one.result.name in names} == {ChangeKind.THERE}


def test_rounds_beside_a_column_of_days(season):
    taken(
        season, "Datum;Name;Serie 1;Serie 2;Gesamt\n3.3.2025;Anna;10;20;30\n10.3.2025;Anna;1;2;3\n3.3.2025;Bo;-5;;-5\n"
    )

    assert standings(season) == {"Anna": (33, 2, 4), "Bo": (-5, 1, 1)}


def test_a_line_without_lists_that_stands_there_twice_is_refused_and_another_result_is_another_list(season):
    text = "Date;Name;Points\n3.3.2025;Anna;10\n3.3.2025;Anna;20\n3.3.2025;Anna;10\n"

    assert faults(look(season, text)) == [
        (4, "", "This line repeats line 2. Delete it, or add a column “List” if it belongs to another list.")
    ]  # fmt: skip
    taken(season, text, leave_out=True)
    assert standings(season) == {"Anna": (30, 1, 2)}


def test_a_refused_cell_leaves_out_the_line_and_says_what_is_right_where_the_total_says_it(season):
    text = "Name;7.1.2025;14.1.2025;Gesamt\nAnna;100;x;300\nBert;50;60;111\nCleo;1;y;\nDora;a;b;3\nEmil;5;6;11\n"

    assert faults(look(season, text)) == [
        (2, "C2", "“x” is not a whole number. The total suggests 200."),
        (3, "D3", "The total is 111, but the evenings add up to 110. Please correct it to 110."),
        (4, "C4", "“y” is not a whole number."),
        (5, "B5", "“a” is not a whole number."),
        (5, "C5", "“b” is not a whole number."),
    ]
    taken(season, text, leave_out=True)
    assert standings(season) == {"Emil": (11, 2, 2)}


def test_a_column_that_is_refused_stops_each_line_whose_total_holds_it(season):
    text = "Name;7.1.2025;14.1.2040;Gesamt\nAnna;100;200;300\nBert;50;;50\n"

    taken(season, text, leave_out=True)

    assert standings(season) == {"Bert": (50, 1, 1)}


def test_sums_below_the_columns_that_differ_are_noted(season):
    found = look(season, "Name;7.1.2025;14.1.2025\nAnna;100;20\nBert;50;30\nSumme;150;51\n")

    assert [str(warning.message) for warning in found.plan.warnings] == [
        "The sum in C4 is 51, but the lines read add up to 50."
    ]
    assert found.is_ready


POKER = (
    "Date;Player;Total\n2023-01-02;Ada;30\n2023-01-02;Bo;-25\n2023-01-02;Cy;-30\n2023-01-02;Dee;-55\n2023-01-02;Eli;80\n"
    "2023-01-13;Ada;0\n2023-01-13;Bo;-85\n2023-01-13;Cy;105\n2023-01-20;Ada;10\n2023-01-20;Bo;-10\n"
)


def test_evenings_of_poker_that_do_not_come_to_zero_are_said(season):
    poker = factories.make_season(season.club, game="tonk", system="net")

    assert [(str(one.played_on), difference) for one, difference in look(poker, POKER).unbalanced] == [
        ("2023-01-13", 20)
    ]
    assert look(season, POKER).unbalanced == []
    taken(poker, POKER)
    assert standings(poker)["Ada"] == (40, 3, 3)


def test_what_was_played_on_sheets_is_never_overwritten(season):
    people = [factories.make_player(season.club, name) for name in ("Anna", "Bert", "Cleo")]
    sitting = factories.make_sitting(season.club, players=people, seasons=[season])
    factories.record(sitting, factories.played(0))
    before = standings(season)
    day = sitting.played_on

    found = look(season, f"Name;{day}\nAnna;5\nDora;7\n")
    assert [(one.result.name, one.change) for one in found.changes] == [
        ("Anna", ChangeKind.PLAYED), ("Dora", ChangeKind.NEW),
    ]  # fmt: skip
    taken(season, f"Name;{day}\nAnna;5\nDora;7\n")

    assert standings(season) == {**before, "Dora": (7, 1, 1)}


def test_a_kept_spreadsheet_is_sent_again_with_what_was_said_of_it(season):
    days = {"1spieltag": "2024-03-01", "2spieltag": "2024-04-05", "3spieltag": "2024-05-03"}
    first = taken(season, DAYS, days=days, keep_as="The season's spreadsheet", leave_out=True)
    kept = Spreadsheet.objects.get()
    assert (kept.name, kept.said) == ("The season's spreadsheet", {"days": days, "people": {}})
    assert list(kept.states.all()) == [first]

    found = look(season, DAYS.replace("Lambda Lotte;1402", "Lambda Lotte;").replace("4802", "3400"), spreadsheet=kept)

    assert found.numbers == Counter({ChangeKind.THERE: 5, ChangeKind.GONE: 1})
    taken(season, DAYS.replace("Lambda Lotte;1402", "Lambda Lotte;").replace("4802", "3400"), spreadsheet=kept)
    assert standings(season)["Lambda Lotte"] == (3400, 2, 2)
    assert kept.states.count() == 2


def test_a_kept_spreadsheet_knows_who_is_who_and_names_nobody(season):
    player = factories.make_player(season.club, "Günter Wolf")
    text = "Name;7.1.2025\nGuenther Wolf;5\n"
    taken(season, text, people={"Guenther Wolf": str(player.pk)}, keep_as="ours")
    kept = Spreadsheet.objects.get()

    again = look(season, text, spreadsheet=kept)

    assert again.adds_nothing
    assert [one.chosen for one in again.matching.matches] == [player]
    assert "Wolf" not in str(kept.said)


def test_nothing_is_gone_while_a_line_is_refused(season):
    taken(season, FIRST, keep_as="ours")
    kept = Spreadsheet.objects.get()

    found = look(season, FIRST.replace("50;60", "x;60"), spreadsheet=kept)

    assert found.numbers == Counter({ChangeKind.THERE: 2})


NAMES = ("Ada", "Bo", "Cy", "Dee")
LAYOUT = [date(2025, 1, 7) + timedelta(weeks=week) for week in range(6)]
cells = st.one_of(st.none(), st.integers(-200, 200))
edits = st.lists(st.tuples(st.integers(0, 5), st.sampled_from(NAMES), cells), min_size=30, max_size=30)


def test_a_spreadsheet_of_thirty_edits_gives_the_totals_of_its_last_state(db):
    @settings(max_examples=EXAMPLES)
    @given(edits=edits, sent_after=st.sets(st.integers(0, 29), max_size=4))
    def grows(edits, sent_after):
        with undone():  # or all that was taken over before is verified again, each time
            season = factories.make_season(factories.make_club())
            cells = {(0, "Ada"): 1}
            taken(season, written(cells), keep_as="ours")
            kept = Spreadsheet.objects.get(club=season.club)
            for number, (column, name, points) in enumerate(edits):
                cells.pop((column, name), None)
                if points is not None:
                    cells[column, name] = points
                if cells and (number in sent_after or number == len(edits) - 1):
                    send_again(season, cells, kept)
            lines = {name: [points for (_column, of), points in cells.items() if of == name] for name in NAMES}
            due = {name: (sum(own), len(own), len(own)) for name, own in lines.items() if own}
            assert not cells or standings(season) == due

    grows()


def send_again(season, cells, kept):
    if not look(season, written(cells), spreadsheet=kept).adds_nothing:
        taken(season, written(cells), spreadsheet=kept)


def written(cells):
    columns = sorted({column for column, _name in cells})
    lines = [["Name", *(LAYOUT[column].isoformat() for column in columns)]]
    for name in NAMES:
        own = [cells.get((column, name)) for column in columns]
        if any(points is not None for points in own):
            lines.append([name, *("" if points is None else str(points) for points in own)])
    return "".join(";".join(line) + "\n" for line in lines)


def test_people_of_a_list_are_taken_back_while_they_have_done_nothing(season):
    club, owner = season.club, factories.owner_of(season.club)
    upload = sent(season, "Name;E-Mail;Art\nAnna;;\nBert;bert@example.org;Mitglied\nCleo;;\n", kind="people")
    done = take_over(upload=upload, by=owner, now=NOW, link=lambda _secret: "")
    taken(season, "Name;7.1.2025\nCleo;5\n")

    with pytest.raises(Refused):
        take_people_back(Reasoned(reason=" "), upload=done, by=owner, now=NOW)
    take_people_back(Reasoned(reason="an old list"), upload=done, by=owner, now=NOW)

    assert written_in_by(done).left == 1
    left = Player.objects.filter(club=club, user=None).values_list("name", "retired_at")
    assert sorted(left) == [("Bert", NOW), ("Cleo", None)]
    assert not club.invitations.filter(used_at=None).exists()
    with pytest.raises(Refused, match="Nobody can be removed"):
        take_people_back(Reasoned(reason="again"), upload=done, by=owner, now=NOW)
    assert sound() == []
