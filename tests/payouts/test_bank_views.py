"""The pages of the bank of a table, without scripts."""

import re
from uuid import uuid4

import pytest

from scorekeeper.payouts.models import BankAct
from scorekeeper.play.actors import Actor
from tests import factories
from tests.factories.money import balances, bank, of, tonk, with_money, won
from tests.reading_pages import grid

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting():
    club = with_money()
    return tonk(club, [factories.make_player(club, name) for name in ("Ann", "Bob")])


@pytest.fixture
def organiser(client, sitting):
    client.force_login(factories.owner_of(sitting.club))
    return client


def text_of(response) -> str:
    """What the page says, without tags and the marks around names."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(re.sub("[\u2068\u2069]", "", words).replace("\xa0", " ").split())


def page(sitting, *more: str) -> str:
    return "/".join([f"/tables/{sitting.pk}/bank", *more, ""])


def test_the_table_shows_the_bank_and_what_waits_for_the_organiser(organiser, sitting):
    factories.record(sitting, won(0))
    bank(sitting, "buy_in", 1000, 0)
    asked = bank(sitting, "buy_in", 700, 1, by=Actor(device=factories.make_device(sitting, 1)))

    before = text_of(organiser.get(f"/tables/{sitting.pk}/"))
    answer = organiser.post(page(sitting, str(asked.pk), "approve"), {"on": "table"})
    after = text_of(organiser.get(answer.url))

    assert "Waiting for the bank’s approval: Bob, buy-in: 7.00 €." in before
    assert "Waiting for the bank’s approval" not in after
    assert "The bank holds 17.00 €" in after


def test_an_amount_is_typed_or_tapped_and_wrong_ones_are_told_at_their_field(organiser, sitting):
    sent = {"key": str(uuid4()), "move": "buy_in", "seat": "1"}

    wrong = organiser.post(page(sitting), {**sent, "amount": "ten"})
    for _again in range(2):  # the answer was lost
        assert organiser.post(page(sitting), {**sent, "amount": "10,50"}).status_code == 302
    organiser.post(page(sitting), {**sent, "key": str(uuid4()), "quick": "2000"})

    assert (wrong.status_code, "This is not an amount" in text_of(wrong)) == (422, True)
    assert BankAct.objects.filter(kind="approved").count() == 2
    assert balances(sitting.club)[of(factories.seats_of(sitting)[1].player)] == -3050


def test_the_stack_by_the_sheet_is_offered_as_the_cash_out(organiser, sitting):
    for seat in range(2):
        bank(sitting, "buy_in", 1000, seat)
    factories.record(sitting, won(0))

    answer = organiser.get(page(sitting))
    told, lines = text_of(answer), grid(answer, head="On the table")

    assert lines.row("Ann") == {"": "Ann", "Bought in": "10.00", "Cashed out": "0.00", "On the table": "10.50"}
    assert lines.row("Bob") == {"": "Bob", "Bought in": "10.00", "Cashed out": "0.00", "On the table": "9.50"}
    assert "By the sheet, Ann has 10.50 € on the table." in told
    assert "Cash out Bob: 9.50 €" in told


def test_refusing_and_booking_back_ask_for_a_reason(organiser, sitting):
    asked = bank(sitting, "buy_in", 1000, 0)
    address = page(sitting, str(asked.pk), "undo")

    without = organiser.post(address, {"reason": ""})
    organiser.post(address, {"reason": "typed twice"})

    assert (organiser.get(address).status_code, without.status_code) == (200, 422)
    assert balances(sitting.club) == {}
    assert "reversed" in text_of(organiser.get(page(sitting)))


def test_closing_is_refused_in_words_and_a_closed_bank_stands_on_paper(organiser, sitting):
    bank(sitting, "buy_in", 1000, 0)
    close = f"/tables/{sitting.pk}/close/"

    refused = organiser.post(close, {"reason": "late"})
    bank(sitting, "cash_out", 1000, 0)
    organiser.post(close, {"reason": "late"})

    assert "The bank does not balance: this table’s bank still holds 10.00 €." in text_of(refused)
    paper = organiser.get(f"/tables/{sitting.pk}/print/")
    assert "Bank of the table, in €." in text_of(paper)
    assert grid(organiser.get(page(sitting)), head="Bought in").row("Ann")["Cashed out"] == "10.00"
    assert "Who pays whom" not in text_of(organiser.get(f"/tables/{sitting.pk}/"))


def test_a_table_without_money_has_no_bank(organiser, sitting):
    plain = factories.make_sitting(sitting.club)

    assert organiser.get(page(plain)).status_code == 404
    assert organiser.get(page(sitting, str(uuid4()), "approve")).status_code == 404


def test_a_cash_out_after_a_buy_in_is_asked_for_as_what_it_is(organiser, sitting):
    phone = Actor(device=factories.make_device(sitting, 0))
    bank(sitting, "buy_in", 1000, 0)
    bank(sitting, "cash_out", 400, 0, by=phone)
    bank(sitting, "buy_in", 500, 0, by=phone)

    told = text_of(organiser.get(f"/tables/{sitting.pk}/"))

    assert "Ann, cash-out: 4.00 €" in told
    assert "Ann, re-buy: 5.00 €" in told
