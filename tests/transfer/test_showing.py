"""What was shown before an act is had as a file for an hour, by whoever was shown it."""

import csv
import re
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from html import unescape
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from scorekeeper.common.tables.values import Table
from scorekeeper.transfer.models import ShownTable
from scorekeeper.transfer.services import showing
from scorekeeper.transfer.services.showing import KEPT, MOST, forget_shown, keep_shown, shown_table
from tests import factories
from tests.acting import client_of, csrf, holding, text
from tests.factories import NOW

pytestmark = pytest.mark.django_db

PENALTY = {"seat": "0", "points": "50", "reason": "an error"}
TABLE = Table("A name", ("Player", "Points"), [("Ana", 3), ("=1+1", Decimal("-2.50")), (date(2026, 1, 2), None)])


def preview(client: Client) -> str:
    """The page that says to the owner of a club what a penalty would move."""
    sitting = factories.make_sitting()
    factories.record(sitting)
    client.force_login(factories.owner_of(sitting.club))
    return text(client.post(f"/tables/{sitting.pk}/adjustments/penalty/", PENALTY))


def files(page: str) -> list[str]:
    return re.findall(r'href="(/shown-tables/[^"]+)"', page)


def test_the_files_of_a_preview_say_what_it_says_and_come_by_get():
    client = Client()
    as_csv, as_xlsx, with_semicolons = files(preview(client))

    got = client.get(as_csv)
    rows = list(csv.reader(StringIO(got.content.decode("utf-8-sig"))))

    assert (got.status_code, got["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert "no-store" in got["Cache-Control"]
    assert len(rows) == 4
    assert client.get(unescape(with_semicolons)).content.decode("utf-8-sig").startswith("Player;")
    assert rows[0][0] == "Player"
    assert client.get(as_xlsx).content.startswith(b"PK")
    assert client.post(as_csv).status_code == 405


def test_nobody_else_gets_them():
    client = Client()
    address = files(preview(client))[0]

    others = [Client(), client_of(factories.make_user())]
    answers = [other.get(address) for other in others]
    client.logout()
    answers.append(client.get(address))
    answers.append(Client().get(f"/shown-tables/{uuid4()}/?as=csv"))

    assert [answer.status_code for answer in answers] == [404] * 4
    assert all("stored for one hour" in answer.content.decode() for answer in answers)
    assert len({answer.content.decode().split("<main", 1)[1].split("</main")[0] for answer in answers}) == 1


def test_a_phone_without_an_account_gets_its_own_and_no_other_phone_does():
    sitting, actor = factories.make_guest_table()
    factories.record(sitting, by=actor)
    assert actor.device
    phones = [holding(actor.device) for _phone in range(2)]
    tokens = [csrf(phone) for phone in phones]

    answer = phones[0].post(f"/tables/{sitting.pk}/adjustments/penalty/", PENALTY, headers=tokens[0])
    address = files(answer.content.decode())[0]

    assert [phone.get(address).status_code for phone in phones] == [200, 404]


def test_they_are_gone_after_an_hour():
    number = uuid4()
    keep_shown({number: TABLE}, reader="me", now=NOW)

    found = shown_table(number, reader="me", now=NOW + KEPT - timedelta(seconds=1))

    assert found == Table(TABLE.name, list(TABLE.heads), [list(row) for row in TABLE.rows])
    assert shown_table(number, reader="me", now=NOW + KEPT) is None
    assert shown_table(number, reader="other", now=NOW) is None
    assert (forget_shown(now=NOW + KEPT - timedelta(seconds=1)), forget_shown(now=NOW + KEPT)) == (0, 1)


def test_every_kind_of_cell_comes_back_as_it_was():
    moment = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    cells: list[Any] = ["", "a", "=1", 0, -(10**12), Decimal("0.10"), date(2026, 1, 2), moment, None]
    number = uuid4()

    keep_shown({number: Table("x" * 300, ["?"] * len(cells), [cells])}, reader="me", now=NOW)
    found = shown_table(number, reader="me", now=NOW)

    assert found is not None
    assert list(found.rows) == [cells]
    assert [type(cell) for cell in next(iter(found.rows))] == [type(cell) for cell in cells]


def test_who_looks_at_very_many_fills_no_database():
    """The newest stay, and what others were shown."""
    keep_shown({uuid4(): TABLE}, reader="other", now=NOW)
    for minute in range(3):
        many = {uuid4(): TABLE for _table in range(MOST // 2)}
        keep_shown(many, reader="me", now=NOW + timedelta(minutes=minute))

    mine: list[UUID] = list(ShownTable.objects.filter(reader="me").values_list("pk", flat=True))

    assert len(mine) == MOST
    assert set(many) <= set(mine)
    assert ShownTable.objects.filter(reader="other").count() == 1


def test_who_has_no_account_fills_none_by_being_many(monkeypatch):
    monkeypatch.setattr(showing, "MOST_OF_NOBODY", 3)
    keep_shown({uuid4(): TABLE}, reader="somebody", now=NOW)

    for number in range(5):
        keep_shown({uuid4(): TABLE}, reader=f"{showing.NOBODY}{number}", now=NOW + timedelta(seconds=number))

    assert set(ShownTable.objects.values_list("reader", flat=True)) == {"somebody", "-2", "-3", "-4"}
