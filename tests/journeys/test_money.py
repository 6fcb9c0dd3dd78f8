"""The money book on phones: a sheet of Tonk that was wrong, a payment of two people, a limit, and a year of history."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import SESSIONS, doors, drawn, signed_in, texts
from tests.journeys.conftest import Phone
from tests.journeys.tonk_acting import TonkTable
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from tests.factories.money import CLUB, booked, of, with_money

owner, member = factories.make_user("Renate Vogt"), factories.make_user("Boris Lang")
club = with_money(factories.make_club("Tuesday club", owner=owner))
factories.make_member(club, "member", user=member)
renate, boris = (factories.player_of(user, club) for user in (owner, member))
at = f"/clubs/{club.pk}/money/"
sessions = {"owner": session(owner), "member": session(member)}
"""
TONK = """
carla = factories.make_player(club, "Carla")
rules = {"unit": "€", "decimals": 2, "stake": 50}
sitting = factories.make_sitting(club, players=[renate, boris, carla], game="tonk", rules=rules, by=owner)
print(json.dumps({**sessions, "table": f"/tables/{sitting.pk}/", "money": at}))
"""
DEBT = """
booked(club, {of(renate): 1250, of(boris): -1250}, reason="a round")
print(json.dumps({**sessions, "money": at}))
"""
BANK = """
other = factories.make_user("Carla Neri")
factories.make_member(club, "member", user=other)
booked(club, {of(boris): -1250, CLUB: 1250}, reason="a round")
rules = {"unit": "€", "decimals": 2, "small_bet": 50}
players = [renate, boris, factories.player_of(other, club)]
sitting = factories.make_sitting(club, players=players, game="palace_poker", rules=rules, by=owner)
print(json.dumps({**sessions, "other": session(other), "table": f"/tables/{sitting.pk}/", "money": at}))
"""
YEAR = """
from datetime import timedelta
from django.utils import timezone

for week in range(60):
    won, night = (-1) ** week * (week + 1), timezone.now() - timedelta(weeks=60 - week)
    booked(club, {of(boris): won, of(renate): -won}, kind="result", now=night)
    booked(club, {of(boris): -300, CLUB: 300}, kind="entry", now=night + timedelta(hours=1))
print(json.dumps({**sessions, "money": at, "player": str(boris.pk)}))
"""


def close(page: Page, table: str) -> None:
    page.goto(f"{table}close/")
    page.get_by_label("Reason").fill("all went home")
    page.get_by_role("button", name="Close the sheet").tap()
    expect(page.get_by_text("Official").first).to_be_visible()


def stands(page: Page, money: str) -> dict[str, str]:
    """Who owes or is to get how much, as the first page of the book tells it."""
    page.goto(money)
    expect(page.get_by_role("heading", name="Latest transactions")).to_be_visible()
    rows = page.get_by_role("table", name="Who is owed and who owes, and how much").locator("tbody tr")
    found = {}
    for row in rows.all():
        owes, gets = texts(row.get_by_role("cell"))
        found[row.get_by_role("rowheader").inner_text()] = f"owes {owes}" if owes else f"gets {gets}"
    return found


def test_a_hand_that_is_corrected_after_closing_is_booked_back_and_anew(phone: Phone, server: Server):
    place: dict[str, Any] = server.python(SESSIONS + MAKE + TONK)
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(place["table"])
    table = TonkTable(page)
    table.ended("Out", "Who went out", "Boris")
    table.save_hand()
    close(page, place["table"])
    looks_right(page)
    before = stands(page, place["money"])

    page.goto(f"{place['table']}reopen/")
    page.get_by_label("Reason").fill("it was Carla who went out")
    looks_right(page)
    page.get_by_role("button", name="Open the sheet").tap()
    expect(doors(page).get_by_role("link", name=re.compile("^End the evening now"))).to_be_visible()
    assert stands(page, place["money"]) == {}
    correct(page, place["table"])
    close(page, place["table"])

    assert before == {"Boris Lang": "gets 1.00", "Carla": "owes 0.50", "Renate Vogt": "owes 0.50"}
    after = stands(page, place["money"])
    assert after == {"Carla": "gets 1.00", "Boris Lang": "owes 0.50", "Renate Vogt": "owes 0.50"}
    page.get_by_role("link", name="Boris Lang").first.tap()
    rows = texts(page.get_by_role("table", name=re.compile("^Every transaction")).get_by_role("rowheader"))
    for row, told in zip(rows, ("Result of a table", "Reversed", "Result of a table"), strict=True):
        assert row.startswith(told)
    assert "it was Carla who went out" in rows[1]
    looks_right(page)


def correct(page: Page, table: str) -> None:
    """The first hand: Carla went out."""
    page.goto(table)
    found = TonkTable(page)
    found.row(1).get_by_role("link").tap()
    page.get_by_role("link", name="Correct hand 1").tap()
    found.who("Who went out", "Carla").tap()
    page.get_by_role("button", name="Preview the changes").tap()
    page.get_by_label("Reason").fill("it was Carla")
    page.get_by_role("button", name=re.compile("^Correct")).tap()
    expect(page.get_by_role("link", name="Back").first).to_be_visible()


def test_one_says_what_was_paid_and_the_other_confirms_it(phone: Phone, server: Server):
    place: dict[str, Any] = server.python(SESSIONS + MAKE + DEBT)
    payer, getter = phone(storage_state=signed_in(place["member"])), phone(storage_state=signed_in(place["owner"]))
    payer.goto(f"{place['money']}settle/")
    expect(payer.get_by_text("One payment settles everything.")).to_be_visible()
    looks_right(payer)
    row, button = (
        place.bounding_box() or {} for place in (payer.locator(".transfers li"), payer.locator(".transfers .btn"))
    )
    above, below = button["y"] - row["y"], row["y"] + row["height"] - button["y"] - button["height"]
    assert min(above, below) >= 6, "buttons of two rows do not stand edge to edge"
    payer.get_by_role("link", name="Mark as paid").tap()
    expect(payer.get_by_role("heading", name="Report a payment")).to_be_visible()
    looks_right(payer)
    payer.get_by_role("button", name="Report the payment").tap()
    expect(payer.get_by_text("Waiting for confirmation").first).to_be_visible()
    assert stands(payer, place["money"])["Boris Lang"] == "owes 12.50"

    getter.goto("/")
    getter.get_by_text(re.compile("waiting for you")).tap()
    getter.get_by_role("link", name=re.compile("someone reported a payment of 12.50")).first.tap()
    expect(getter.get_by_text("12.50").first).to_be_visible()
    looks_right(getter)
    getter.get_by_role("button", name="Confirm").tap()
    expect(getter.get_by_text("Confirmed").first).to_be_visible()

    assert stands(getter, place["money"]) == {}
    payer.goto(f"{place['money']}settle/")
    expect(payer.get_by_text("everybody is even")).to_be_visible()


def test_a_limit_refuses_a_buy_in_and_who_hides_is_seen_by_directors_alone(phone: Phone, server: Server):
    place: dict[str, Any] = server.python(SESSIONS + MAKE + BANK)
    page = phone(storage_state=signed_in(place["member"]))
    page.goto("/accounts/")
    page.get_by_role("link", name=re.compile("your limit")).tap()
    page.get_by_label(re.compile("^Most I want to lose")).fill("10")
    page.get_by_role("button", name=re.compile("^Set the limit")).tap()
    expect(page.get_by_text("The new limit applies now.")).to_be_visible()
    page.get_by_role("button", name="Hide my balance from other members").tap()
    expect(page.get_by_text("Only directors see your balance. Other members do not.")).to_be_visible()
    looks_right(page)

    page.goto(f"{place['table']}bank/")
    page.get_by_role("button", name="20.00").tap()
    refused = page.get_by_text(re.compile("This would exceed the monthly limit"))
    expect(refused).to_be_visible()
    assert "10.00" not in refused.inner_text()
    looks_right(page)

    seen = {}
    for who in ("other", "owner"):
        reader = phone(storage_state=signed_in(place[who]))
        reader.goto(place["money"])
        seen[who] = reader.locator("main").inner_text()
        looks_right(reader)
    assert "12.50" in seen["owner"]
    assert "Boris Lang" in seen["other"]
    assert "hidden" in seen["other"]
    assert "12.50" not in seen["other"]


def test_a_year_of_history_is_read_on_a_phone(phone: Phone, server: Server):
    place: dict[str, Any] = server.python(SESSIONS + MAKE + YEAR)
    page = phone(storage_state=signed_in(place["member"]))
    page.goto(place["money"])
    page.get_by_role("link", name="All transactions").tap()
    expect(page.get_by_role("heading", name="All transactions", level=1)).to_be_visible()
    looks_right(page)
    assert len(leafed_through(page)) == 120
    looks_right(page)
    fees_are_found(page)

    page.goto(f"{place['money']}players/{place['player']}/statement/")
    looks_right(page)
    with page.expect_download() as got:
        page.get_by_text("Take it with you").first.tap()
        page.get_by_role("link", name="PDF").first.tap()
    assert got.value.path().read_bytes().startswith(b"%PDF")


def leafed_through(page: Page) -> list[str]:
    """Every booking from this page to the oldest one; none is met twice."""
    seen = booked_on(page)
    while page.get_by_role("link", name="Older").count():
        page.get_by_role("link", name="Older").tap()
        page.wait_for_url(re.compile("before="))
        more = booked_on(page)
        assert not set(more) & set(seen)
        seen += more
    return seen


def fees_are_found(page: Page) -> None:
    """Those of the last eight weeks."""
    page.get_by_text("Search").tap()
    since = timezone.localdate() - timedelta(weeks=8)
    page.get_by_label(re.compile("^From")).fill(since.isoformat())
    page.get_by_role("combobox", name="What for").select_option("entry")
    page.get_by_role("button", name="Show", exact=True).tap()
    page.wait_for_url(re.compile("since="))
    assert len(booked_on(page)) == 8
    looks_right(page)


def booked_on(page: Page) -> list[str]:
    """The bookings of this page, by their addresses."""
    return [str(link.get_attribute("href")) for link in drawn(page.locator("a.booked")).all()]
