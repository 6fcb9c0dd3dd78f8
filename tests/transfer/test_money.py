"""Money that is brought along: what files of people and of other programs move, and that it is booked and taken back
as a whole."""

import json
import re
from datetime import date
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.common.errors import Refused
from scorekeeper.jobs import services
from scorekeeper.jobs.models import Job, State
from scorekeeper.payouts.bank.bringing import take_brought_back
from scorekeeper.payouts.book.verifying import differences
from scorekeeper.payouts.models import Booking
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.spreadsheets.cells import Asks, Calendar
from scorekeeper.spreadsheets.reading import read
from scorekeeper.spreadsheets.texts import Unreadable
from scorekeeper.transfer.plans.money import (
    OF_BALANCES,
    OF_LEDGER,
    evened,
    group_in,
    plan_balances,
    plan_group,
    plan_ledger,
    shared,
)
from scorekeeper.transfer.services.keeping import keep
from scorekeeper.transfer.services.running import take_money_over
from tests import factories
from tests.factories.files import file_sent
from tests.factories.money import EURO, balances, with_money

TODAY = date(2026, 11, 22)
NOW = factories.NOW


def ledger(text):
    return plan_ledger(read(text.encode(), OF_LEDGER), Calendar(), TODAY, EURO)


def opening(text):
    return plan_balances(read(text.encode(), OF_BALANCES), EURO)


def faults(plan):
    return [(fault.number, str(fault.message)) for fault in plan.faults]


def moves(plan):
    return [dict(line.moves) for line in plan.lines]


SPLITWISE = """Date,Description,Category,Cost,Currency,Ada Abel,Sam Sand,Theo Tal

2026-04-03,Riad,Lodging,300.00,EUR,200.00,-100.00,-100.00
2026-04-04,"Dinner, late",Dining out,60.00,EUR,-20.00,-20.00,40.00
2026-04-05,Deposit back,General,-30.00,EUR,10.00,10.00,-20.00
2026-04-06,Two paid,General,100.00,EUR,20.00,30.00,-50.00
2026-04-07,Ada paid Theo,Payment,25.00,EUR,25.00,0.00,-25.00
2026-04-08,Nothing,General,10.00,EUR,0.00,0.00,0.00
2026-04-09,Cab,Taxi,30.00,USD,20.00,-10.00,-10.00

2026-09-18,Total balance, , ,EUR,235.00,-80.00,-155.00
2026-09-18,Total balance, , ,USD,20.00,-10.00,-10.00
"""


def test_an_export_of_splitwise_as_it_comes():
    plan = ledger(SPLITWISE)

    assert faults(plan) == []
    assert [str(warning.message) for warning in plan.warnings] == ["This line changes nothing and is left out."]
    assert plan.totals() == {
        ("Ada Abel", "EUR"): 23500, ("Sam Sand", "EUR"): -8000, ("Theo Tal", "EUR"): -15500,
        ("Ada Abel", "USD"): 2000, ("Sam Sand", "USD"): -1000, ("Theo Tal", "USD"): -1000,
    }  # fmt: skip
    assert [(line.what, line.day) for line in plan.lines][1] == ("Dinner, late", date(2026, 4, 4))


def test_shares_that_splitwise_has_not_rounded_come_to_nothing_in_cents():
    plan = ledger(
        "Date,Description,Category,Cost,Currency,A,B,C,D\n"
        "2026-08-26,Car,Car,1231.46,USD,923.595,-307.865,-307.865,-307.865\n"
    )

    assert (faults(plan), sum(moves(plan)[0].values())) == ([], 0)
    assert moves(plan)[0]["A"] in {92359, 92360}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("2026-01-02,Bad,General,10.00,EUR,5.00,5.00,0.00", "The columns of this line add up to 10.00 instead of 0."),
        ("2026-01-02,Bad,General,10.00,EUR,50.00,-50.00,0", "The columns say 50.00 was paid, but the cost is 10.00."),
        ("2026-01-02,Bad,General,x,EUR,5.00,-5.00,0", "“x” is not a whole number."),
        ("2099-01-02,Bad,General,10.00,EUR,5.00,-5.00,0", "“2099-01-02” is in the future."),
    ],
)
def test_a_line_of_splitwise_that_contradicts_itself(line, found):
    plan = ledger(SPLITWISE.replace("2026-04-03,Riad,Lodging,300.00,EUR,200.00,-100.00,-100.00", line))

    assert faults(plan)[0] == (3, found)


def test_a_total_that_the_lines_do_not_come_to():
    assert faults(ledger(SPLITWISE.replace("EUR,235.00,", "EUR,335.00,"))) == [
        (11, "The total of Ada Abel is 335.00, but the lines add up to 235.00.")
    ]


SPLIIT = """\ufeffDate,Description,Category,Currency,Cost,Is Reimbursement,Split mode,John,Jane,Joe
2025-01-06,Dinner,Food,EUR,100.00,No,Evenly,33.33,-33.33,-33.33
2025-01-07,Tickets,Travel,EUR,50.00,No,Unevenly – By amount,-30,20,0
2025-01-08,Back,Payment,EUR,-9.00,No,Evenly,-3,3,3
"""


def test_a_csv_of_spliit_has_shares_with_a_minus_but_for_who_paid():
    plan = ledger(SPLIIT)

    assert faults(plan) == []
    first, second, third = moves(plan)
    assert first["John"] in {6666, 6667}
    assert {first["Jane"], first["Joe"]} <= {-3333, -3334}
    assert second == {"John": -3000, "Jane": 3000}
    assert third == {"John": -600, "Jane": 300, "Joe": 300}
    newer = SPLIIT.replace("Cost,Is", "Cost,Original cost,Original currency,Conversion rate,Is")
    newer = newer.replace(".00,No", ".00,,,,No")
    assert moves(ledger(newer)) == moves(plan)


def test_a_csv_of_spliit_that_leaves_out_who_paid():
    three = SPLIIT + "2025-01-09,Pay back,Payment,EUR,10.00,Yes,Evenly,0,-10,0\n"
    assert [(line.number, line.names) for line in ledger(three).unpaid] == [(5, ("John", "Joe"))]
    nobody = SPLIIT + "2025-01-09,Pay back,Payment,EUR,10.00,Yes,Evenly,-2,-4,-4\n"
    assert [number for number, _message in faults(ledger(nobody))] == [5]
    two = "Date,Description,Category,Currency,Cost,Is Reimbursement,Split mode,John,Jane\n"
    assert moves(ledger(two + "2025-01-09,Pay back,Payment,€,10.00,Yes,Evenly,0,-10\n")) == [
        {"John": 1000, "Jane": -1000}
    ]


def test_who_paid_a_line_of_spliit_is_asked_among_those_without_a_share(page, club):
    three = SPLIIT + "2025-01-09,Pay back,Payment,EUR,10.00,Yes,Evenly,0,-10,0\n"
    shown, look = sent(page, club, three)
    assert "Who paid line 5, “" in shown
    assert "First choose who paid." in shown
    assert page.post(look, {"take": "1"}).status_code == 422
    assert page.post(look, {"payer-5": "Jane"}).status_code == 422, "Jane has the share"

    assert page.post(look, {"payer-5": "Joe", "take": "1"}).status_code == 302
    booked = Booking.objects.get(reason__startswith="Pay back")
    assert {leg.account.player.name: leg.amount for leg in booked.legs.all()} == {"Jane": -1000, "Joe": 1000}


def group(*expenses, **more):
    people = [{"id": "a", "name": "John"}, {"id": "b", "name": "Jane"}, {"id": "c", "name": "Joe"}]
    return json.dumps({"name": "Trip", "currency": "€", "participants": people, "expenses": expenses, **more}).encode()


def expense(amount=10000, payer="a", shares=(("a", 100), ("b", 100), ("c", 100)), **more):
    paid_for = [{"participantId": person, "shares": share} for person, share in shares]
    return {
        "title": "Dinner", "expenseDate": "2025-01-06T00:00:00.000Z", "amount": amount, "paidById": payer,
        "paidFor": paid_for, "splitMode": "EVENLY", "isReimbursement": False, **more,
    }  # fmt: skip


def test_a_json_file_of_spliit_says_who_paid_and_whose_shares():
    plan = plan_group(group(expense(), expense(1000, "b", [("a", 1000)], isReimbursement=True), expense(0)), TODAY)

    assert faults(plan) == []
    first, second = moves(plan)
    assert (sum(first.values()), first["John"] in {6666, 6667}) == (0, True)
    assert second == {"Jane": 1000, "John": -1000}
    assert (plan.lines[0].day, plan.lines[0].currency) == (date(2025, 1, 6), "€")
    assert plan_group(group(expense(), currencyCode="EUR"), TODAY).lines[0].currency == "EUR"


@pytest.mark.parametrize(
    "wrong",
    [
        {"paidById": "z"}, {"paidFor": []}, {"paidFor": [{"participantId": "a", "shares": -1}]}, {"amount": 1.5},
        {"amount": True}, {"expenseDate": "x"}, {"expenseDate": "2099-01-01"}, {"paidFor": "x"}, {"amount": 10**15},
    ],
)  # fmt: skip
def test_an_expense_that_says_too_little_is_refused_with_its_number(wrong):
    plan = plan_group(group(expense(), {**expense(), **wrong}), TODAY)

    assert [number for number, _message in faults(plan)] == [2]
    assert len(plan.lines) == 1


@pytest.mark.parametrize("data", [b"{", b"[]", b"{}", b'{"participants": [], "expenses": 1}', b'{"a":' * 9000])
def test_another_json_file_is_refused(data):
    with pytest.raises(Unreadable):
        group_in(data)


def test_a_ledger_as_people_keep_it():
    plan = ledger(
        "Datum;Was;Betrag;Bezahlt von;Für wen;Anteile\n"
        "14.01.2025;Kaffee;24,00;Anna;alle;\n"
        "14.01.2025;Karten;10,00 €;Bert;Anna, Cora;\n"
        "11.02.2025;Taxi;30;Cora;Anna, Cora;2, 1\n"
        "11.02.2025;Wein;9,00;Anna;Bert x2, Cora;\n"
        "12.02.2025;Pfand;-3,00;Anna;;\n"
    )

    assert faults(plan) == []
    assert moves(plan) == [
        {"Anna": 1600, "Bert": -800, "Cora": -800},
        {"Bert": 1000, "Anna": -500, "Cora": -500},
        {"Cora": 2000, "Anna": -2000},
        {"Anna": 900, "Bert": -600, "Cora": -300},
        {"Anna": -200, "Bert": 100, "Cora": 100},
    ]


def test_a_ledger_with_a_column_of_shares_for_each():
    plan = ledger("Date,What,Amount,Paid by,Ann,Ben\n2025-01-02,Pizza,30,Ann,10,20\n2025-01-03,Wine,9,Ben,1,2\n")

    assert moves(plan) == [{"Ann": 2000, "Ben": -2000}, {"Ben": 300, "Ann": -300}]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Was;Betrag;Wer\nx;1;Anna\n", (0, "There is no column “Date” (or “Datum”).")),
        ("Datum;Was;Betrag\n1.1.2025;x;1\n", (
            0, "No column shows who paid, and none has a person’s name as its heading.")),
        ("Datum;Was;Betrag;Bezahlt von;Für wen;Anteile\n1.1.2025;x;1;Anna;Bert, Cora;2\n", (
            2, "There must be 2 shares, one for each person named.")),
        ("Datum;Was;Betrag;Bezahlt von;Für wen\n1.1.2025;x;1;=A1;Bert\n", (2, "“=A1” is a formula, not a name.")),
    ],
)  # fmt: skip
def test_a_ledger_that_says_too_little(text, found):
    assert faults(ledger(text))[0] == found


def test_days_that_can_be_read_in_two_ways_are_asked():
    assert ledger("Date,What,Amount,Paid by,For\n3/4/2025,x,1,Ann,Ben\n").asks == {Asks.ORDER}


def test_where_everybody_stands():
    plan = opening("Nachname;Vorname;Saldo\nSchulze;Hilde;12,50\nBrandt;Jürgen;-20,00\nKaya;Zoë;7,50 €\nOtt;Ina;0\n")

    assert faults(plan) == []
    assert moves(plan) == [{"Hilde Schulze": 1250, "Jürgen Brandt": -2000, "Zoë Kaya": 750}]
    assert faults(opening("Name;Saldo\nAnna;1\nAnna;2\n")) == [
        (3, "Anna is listed twice. Combine the two into one line.")
    ]
    assert faults(opening("Name;Was\nAnna;1\n"))[0][0] == 0


names = st.sampled_from(["Ann", "Ben", "Cat", "Dan", "Eve"])


@given(
    names,
    st.integers(-(10**7), 10**7),
    st.dictionaries(names, st.integers(1, 9).map(Fraction), min_size=1),
    st.integers(0, 9),
)
def test_whatever_is_shared_comes_to_nothing_and_nobody_is_a_cent_off(payer, amount, weights, turn):
    found = shared(payer, amount, weights, turn)
    whole = sum(weights.values())

    assert sum(found.values()) == 0
    for name in {payer, *weights}:
        due = (amount if name == payer else 0) - amount * weights.get(name, Fraction()) / whole
        assert abs(found.get(name, 0) - due) < 1


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=5))
def test_amounts_that_are_whole_stay_as_they_are(amounts):
    nets = {f"P{number}": Fraction(amount) for number, amount in enumerate([*amounts, -sum(amounts)])}

    assert evened(nets, 3) == {name: int(amount) for name, amount in nets.items() if amount}


@pytest.fixture
def club(db):
    return with_money()


@pytest.fixture
def page(client, club):
    client.force_login(factories.owner_of(club))
    return client


def sent(page, club, data, kind="money", name="trip.csv"):
    """The page of a file that was sent, and its address."""
    file = SimpleUploadedFile(name, data.encode() if isinstance(data, str) else data)
    answer = page.post(f"/clubs/{club.pk}/imports/money/", {"kind": kind, "file": file}, follow=True)
    return answer.content.decode(), answer.redirect_chain[-1][0]


def by_name(club, unit="€"):
    named = {player.pk: player.name for player in club.players.all()}
    return {named.get(whose.of, whose.kind): amount for whose, amount in balances(club, unit).items()}


@pytest.mark.both_engines("locks rows", "payouts.bank.bringing", "transfer.services.running")
def test_a_trip_is_brought_along_and_taken_back_through_the_page(page, club):
    factories.make_player(club, "Ada Abel")
    shown, look = sent(page, club, SPLITWISE)
    assert "6 transactions" in shown
    assert "is owed 235.00" in shown
    assert "Columns that are not read" not in shown
    assert page.post(look, {"take": "1"}).status_code == 302

    assert by_name(club) == {"Ada Abel": 23500, "Sam Sand": -8000, "Theo Tal": -15500}
    assert by_name(club, "$") == {"Ada Abel": 2000, "Sam Sand": -1000, "Theo Tal": -1000}
    assert club.players.filter(name="Ada Abel").count() == 1
    assert Booking.objects.get(reason__startswith="Riad").detail["line"] == 3
    assert [*differences(club.pk)] == []
    assert [str(found) for found in verify(Count())] == []
    again, other = sent(page, club, SPLITWISE)
    assert "The same balances are already booked" in again
    assert page.post(other, {"take": "1"}).status_code == 422

    detail = page.get(look, follow=True).redirect_chain[-1][0]
    assert "This reverses every amount of the import" in page.get(detail).content.decode()
    assert page.post(detail, {"reason": ""}).status_code == 422
    assert page.post(detail, {"reason": "the wrong trip"}).status_code == 302
    assert by_name(club) == by_name(club, "$") == {}
    assert "Import undone" in page.get(detail).content.decode()
    assert page.post(other, {"take": "1"}).status_code == 302, "it can be brought along again"
    assert by_name(club)["Ada Abel"] == 23500
    history = page.get(f"/clubs/{club.pk}/money/bookings/{Booking.objects.latest('pk').pk}/").content.decode()
    assert "trip.csv" in history


def test_opening_balances_come_to_zero_or_say_where_the_rest_lies(page, club):
    text = "Name;Saldo\nAnna;12,50\nBert;-20,00\nCora;17,50\n"
    shown, look = sent(page, club, text, kind="balances")
    assert "These balances do not add up to zero." in shown
    assert page.post(look, {"take": "1"}).status_code == 422

    assert page.post(look, {"against": "cash", "take": "1"}).status_code == 302
    assert by_name(club) == {"Anna": 1250, "Bert": -2000, "Cora": 1750, "cash": -1000}
    again, _look = sent(page, club, text.replace("17,50", "18,50"), kind="balances")
    assert "already have an imported opening balance" in again
    others = text.replace("Anna", "Dora").replace("Bert", "Emil").replace("Cora;17,50", "Fritz;1,00")
    _shown, less = sent(page, club, others, kind="balances")
    assert "The cash box would go below zero." in page.post(less, {"against": "cash"}).content.decode()
    assert page.post(less, {"against": "club", "take": "1"}).status_code == 302
    assert by_name(club)["club"] == 650


def test_names_that_are_much_alike_are_asked_and_a_json_file_is_read(page, club):
    john = factories.make_player(club, "Jon")
    factories.make_player(club, "Jane")
    shown, look = sent(page, club, group(expense(9000)), name="group.json")
    assert "First choose who each person is." in shown
    assert page.post(look, {"who-0": str(john.pk), "take": "1"}).status_code == 302

    assert by_name(club) == {"Jon": 6000, "Jane": -3000, "Joe": -3000}


def test_refused_lines_are_left_out_only_where_that_is_said(page, club):
    shown, look = sent(page, club, SPLITWISE.replace("300.00,EUR", "x,EUR"))
    assert "1 problem found" not in shown  # the total of the file does not fit either
    assert page.post(look, {"take": "1"}).status_code == 422
    page.post(look, {"leave_out": "on"})

    assert page.post(look, {"leave_out": "on", "take": "1"}).status_code == 302
    assert Booking.objects.count() == 5


def test_only_who_keeps_the_money_book_brings_money_along(client, club):
    member = factories.make_member(club)
    client.force_login(member)
    assert client.get(f"/clubs/{club.pk}/imports/money/").status_code == 403
    upload = keep(file_sent(SPLITWISE, "money"), club=club, by=factories.owner_of(club), now=NOW)
    with pytest.raises(PermissionDenied):
        take_money_over(upload=upload, by=member, now=NOW)
    take_money_over(upload=upload, by=factories.owner_of(club), now=NOW)
    with pytest.raises(PermissionDenied):
        take_brought_back(Reasoned(reason="x"), club=club, source=upload.pk, by=member, now=NOW)
    with pytest.raises(Refused):
        take_brought_back(Reasoned(reason="x"), club=club, source=club.pk, by=factories.owner_of(club), now=NOW)
    stranger = factories.make_club("other")
    client.force_login(factories.owner_of(stranger))
    assert client.get(f"/clubs/{stranger.pk}/imports/money/{upload.pk}/").status_code == 404


@pytest.mark.django_db
def test_a_club_that_plays_for_points_books_nothing(client):
    club = factories.make_club(unit="")
    client.force_login(factories.owner_of(club))
    shown, look = sent(client, club, SPLITWISE)

    assert "This club plays for points, so no money is booked." in shown
    assert client.post(look, {"take": "1"}).status_code == 422
    assert not Booking.objects.exists()


def test_a_ledger_that_has_grown_books_what_is_new(page, club):
    first = [expense(10000), expense(500, "b", title="Cake")]
    _shown, look = sent(page, club, group(*first), name="group.json")
    page.post(look, {"take": "1"})
    before = by_name(club)

    shown, grown = sent(page, club, group(expense(900, title="Bus"), *first), name="group.json")
    assert "1 transaction" in shown
    assert "2 lines are already there" in shown
    assert page.post(grown, {"take": "1"}).status_code == 302
    new = {name: amount - before.get(name, 0) for name, amount in by_name(club).items()}
    assert new == {"John": 600, "Jane": -300, "Joe": -300}
    again, _look = sent(page, club, group(expense(900, title="Bus"), *first), name="group.json")
    assert "The same balances are already booked" in again


@pytest.mark.both_engines("locks rows", "payouts.bank.bringing", "transfer.services.running")
def test_a_changed_line_of_a_ledger_books_the_earlier_one_back_and_itself(page, club):
    _shown, look = sent(page, club, group(expense(9000), expense(600, title="Tea")), name="group.json")
    page.post(look, {"take": "1"})
    before = by_name(club)

    shown, changed = sent(page, club, group(expense(9900, shares=(("a", 1), ("b", 2))), expense(600, title="Tea")))
    assert "1 transaction" in shown
    assert "1 of them corrects an earlier one" in shown
    assert "1 line is already there" in shown
    assert "is owed 60.00" in shown
    assert "is owed 66.00" in shown
    assert page.post(changed, {"take": "1"}).status_code == 302

    assert by_name(club) == {
        "John": before["John"] - 6000 + 6600, "Jane": before["Jane"] + 3000 - 6600, "Joe": before["Joe"] + 3000,
    }  # fmt: skip
    back = Booking.objects.get(kind="reversal")
    assert back.reason == "Corrected by trip.csv"
    assert back.reverses.reversal == back
    assert [*differences(club.pk)] == []
    assert [str(found) for found in verify(Count())] == []
    again, _look = sent(page, club, group(expense(9900, shares=(("a", 1), ("b", 2))), expense(600, title="Tea")))
    assert "The same balances are already booked" in again


def test_taking_a_correction_back_brings_the_earlier_line_back(page, club):
    _shown, look = sent(page, club, group(expense(9000)), name="group.json")
    page.post(look, {"take": "1"})
    before, first = by_name(club), page.get(look, follow=True).redirect_chain[-1][0]
    _shown, changed = sent(page, club, group(expense(9900)))
    page.post(changed, {"take": "1"})
    second = page.get(changed, follow=True).redirect_chain[-1][0]

    assert "is owed 6.00" in page.get(second).content.decode()
    page.post(second, {"reason": "the bill was right"})
    assert by_name(club) == before
    assert "Import undone" in page.get(second).content.decode()
    page.post(first, {"reason": "another trip"})
    assert by_name(club) == {}
    assert [*differences(club.pk)] == []


def test_a_correction_stays_gone_where_the_file_that_it_corrected_was_taken_back(page, club):
    _shown, look = sent(page, club, group(expense(9000), expense(600, title="Tea")), name="group.json")
    page.post(look, {"take": "1"})
    first = page.get(look, follow=True).redirect_chain[-1][0]
    _shown, changed = sent(page, club, group(expense(9900), expense(600, title="Tea")))
    page.post(changed, {"take": "1"})
    page.post(first, {"reason": "another trip"})

    page.post(page.get(changed, follow=True).redirect_chain[-1][0], {"reason": "it too"})

    assert by_name(club) == {}


def test_an_earlier_state_sent_again_corrects_the_correction(page, club):
    for amount in (9000, 9900, 9000):
        _shown, look = sent(page, club, group(expense(amount)))
        assert page.post(look, {"take": "1"}).status_code == 302

    assert by_name(club) == {"John": 6000, "Jane": -3000, "Joe": -3000}


def test_a_long_ledger_is_booked_as_a_job_and_as_it_was_shown(page, club):
    lines = [expense(900 + number, title=f"Round {number}") for number in range(201)]
    shown, look = sent(page, club, group(*lines), name="group.json")
    seen = re.search(r'name="shown" value="(\w+)"', shown)[1]

    stale = page.post(look, {"take": "1", "shown": "0" * 64})
    asked = page.post(look, {"take": "1", "shown": seen})
    job = Job.objects.get()

    assert stale.status_code == 422
    assert asked.url == f"/jobs/{job.pk}/"
    assert page.get(look).url == asked.url
    assert not Booking.objects.exists()
    services.drain(timezone.now)
    job.refresh_from_db()
    assert (job.state, job.sentences) == (State.DONE, ["Booked: group.json."])
    assert Booking.objects.count() == 201
    assert page.get(job.link).status_code == 200
    assert [*differences(club.pk)] == []


def test_a_job_books_nothing_else_than_was_shown(page, club):
    lines = [expense(900 + number, title=f"Round {number}") for number in range(201)]
    _shown, look = sent(page, club, group(*lines), name="group.json")
    page.post(look, {"take": "1"})
    factories.make_player(club, "John")

    services.drain(timezone.now)

    job = Job.objects.get()
    assert (job.state, Booking.objects.count()) == (State.FAILED, 0)
    assert job.again == look


def test_the_same_line_twice_in_a_ledger_is_two_lines(page, club):
    _shown, look = sent(page, club, group(expense(9000)), name="group.json")
    page.post(look, {"take": "1"})
    shown, twice = sent(page, club, group(expense(9000), expense(9000)), name="group.json")
    assert "1 line is already there" in shown
    assert page.post(twice, {"take": "1"}).status_code == 302
    assert by_name(club)["John"] == 12000
