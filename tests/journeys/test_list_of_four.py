"""A list of 48 at a table of four with all that happens to lists: by the screen, and the same by the API."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.journeys.access import audit
from tests.journeys.acting import MOST_ON_ONE_BOX, SESSIONS, Table, drawn, open_table, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.hands import PASSED, Facts, expected, overbid, plain, whole_list
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Heinz Albers", "Lena Hoffmann", "Piotr Nowak", "Ayşe Demir")
SHORT = ("Heinz", "Lena", "Piotr", "Ayşe")
OVERBID, WRONG, STRUCK = 10, 15, 20  # numbers of hands


def whole_evening() -> list[Facts]:
    """The hands as they are recorded at first. One is struck later, so that a 49th completes the list."""
    hands = whole_list(4, 49, "four of us")
    hands[3] = PASSED
    hands[OVERBID - 1] = overbid(2)
    hands[WRONG - 1] = plain(0, "spades", 2)
    hands[STRUCK - 1] = plain(1, "hearts", 3)
    return hands


HANDS = whole_evening()
RIGHT = plain(0, "spades", 2, won=False)
STANDING = [RIGHT if number == WRONG else None if number == STRUCK else facts for number, facts in enumerate(HANDS, 1)]
TOTALS = expected(STANDING, 4)


@pytest.fixture
def club(server: Server) -> dict[str, Any]:
    """A club with a season, and the session of its owner."""
    return server.python(
        SESSIONS + "club = factories.make_club('Skatclub Lindenhof')\n"
        "season = factories.make_season(club)\n"
        "owner = factories.owner_of(club)\n"
        "print(json.dumps({'id': str(club.pk), 'season': str(season.pk), 'session': session(owner)}))"
    )


@pytest.mark.parametrize(
    "tapped",
    [{1, OVERBID, STRUCK, 47, 48}, pytest.param(set(range(1, 49)), marks=pytest.mark.long)],
    ids=["six", "all"],
)
def test_list_of_48_through_the_screen(tapped: set[int], phone: Phone, server: Server, club: dict[str, Any]):
    """The hands of these numbers and the 49th are tapped or typed; those between are recorded by a program."""
    page = phone(storage_state=signed_in(club["session"]))
    page.goto(f"/clubs/{club['id']}/tables/new/skat/")
    page.get_by_role("button", name="Empty seat 1").click()
    expect(page.get_by_role("button", name="Empty seat 1")).to_have_count(0)
    table = open_table(page, NAMES)

    done = 0
    for number in sorted(tapped):
        if between := HANDS[done : number - 1]:
            table.go_on_after(between, server)
        record(table, HANDS[number - 1])
        done = number
        if number in (OVERBID, STRUCK):
            assert table.totals() == expected(HANDS[:number], 4)
    correct(page, table)
    strike(page, table)
    expect(page.get_by_text("Hand 49, 47 of 48")).to_be_visible()
    record(table, HANDS[48])

    expect(page.get_by_role("heading", name="The list is complete")).to_be_visible()
    assert table.totals() == TOTALS
    audit(page)
    page.goto(f"/seasons/{club['season']}/")
    expect(page.get_by_role("table", name=re.compile("^Standing of")).locator("tbody tr")).to_have_count(4)


def record(table: Table, facts: Facts) -> None:
    """By keyboard where the game is a plain one with few matadors, else by taps."""
    is_plain = facts.get("with") and facts["matadors"] <= MOST_ON_ONE_BOX and "outcome" in facts
    if is_plain and not facts.get("hand") and "schneider" not in facts["outcome"]:
        table.type(facts)
    else:
        table.record(facts, SHORT)


def correct(page: Page, table: Table) -> None:
    """The won game was lost: what that moves is said before, and asked for with a reason."""
    before = table.totals()
    after = expected([RIGHT if number == WRONG else facts for number, facts in enumerate(HANDS[:48], 1)], 4)
    table.row(WRONG).get_by_role("link").click()
    audit(page)
    page.get_by_role("link", name=f"Correct hand {WRONG}").click()
    expect(table.group("Result").get_by_role("radio", name="Won")).to_be_checked()
    table.tap(table.group("Result").get_by_role("radio", name="Lost"))
    audit(page)
    page.get_by_role("button", name="Preview the changes").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    moved = page.get_by_role("table", name="Totals and places before and after")
    for name, was, now in zip(NAMES, before, after, strict=True):
        row = moved.get_by_role("row").filter(has_text=name)
        for total in {was, now}:
            expect(row).to_contain_text(str(total).replace("-", "\N{MINUS SIGN}"))
    audit(page)
    page.get_by_role("button", name=re.compile("^Correct: ")).click()
    expect(page.get_by_label("Reason")).to_be_focused()  # a correction needs its reason
    audit(page)
    page.get_by_label("Reason").fill("Heinz had counted a trick twice")
    page.get_by_role("button", name=re.compile("^Correct: ")).click()
    expect(page.get_by_text("Reason: Heinz had counted a trick twice")).to_be_visible()
    audit(page)
    page.get_by_role("link", name="Back").click()
    expect(table.row(WRONG)).to_contain_text("corrected")
    assert table.totals() == after


def strike(page: Page, table: Table) -> None:
    """A hand that should never have stood: it stays readable, struck."""
    table.row(STRUCK).get_by_role("link").click()
    page.get_by_role("link", name="Strike this hand").click()
    page.get_by_label("Reason").fill("it was a misdeal")
    audit(page)
    page.get_by_role("button", name=f"Strike hand {STRUCK}").click()
    expect(page.get_by_text("This hand is struck: it was a misdeal")).to_be_visible()
    audit(page)
    page.get_by_role("link", name="Back").click()
    expect(table.row(STRUCK)).to_contain_text("struck")
    assert table.totals() == expected(STANDING[:48], 4)


@pytest.fixture
def api(browser: Browser, phone: Phone, club: dict[str, Any]) -> Iterator[APIRequestContext]:
    """A program with a token that its owner made on the account page; it has no session."""
    page = phone(storage_state=signed_in(club["session"]))
    page.goto("/accounts/tokens/")
    audit(page)
    page.get_by_label("What is the token for?").fill("the club's own program")
    for scope in drawn(page.get_by_role("group", name="What it may do").get_by_role("checkbox")).all():
        scope.check()
    page.get_by_role("button", name="Create the token").click()
    secret = page.get_by_label("Your new token").inner_text()
    audit(page)
    context = browser.new_context(
        base_url=page.url.split("/accounts")[0], extra_http_headers={"Authorization": f"Bearer {secret}"}
    )
    yield context.request
    context.close()


def test_same_list_by_the_api_alone(api: APIRequestContext, club: dict[str, Any]):
    seats = [{"name": f"{name} by program"} for name in NAMES]
    opening = {"game": "skat", "preset": "official", "seats": seats, "seasons": [club["season"]]}
    opened = api.post(f"/api/v1/clubs/{club['id']}/sittings", data=opening)
    assert opened.status == 201, opened.text()
    sitting = f"/api/v1/sittings/{opened.json()['id']}"

    ids = [send(api, f"{sitting}/hands", {"record": facts})["id"] for facts in HANDS[:48]]
    send(api, f"/api/v1/hands/{ids[WRONG - 1]}/corrections", {"record": RIGHT, "reason": "a trick counted twice"})
    send(api, f"/api/v1/hands/{ids[STRUCK - 1]}/void", {"reason": "it was a misdeal"})
    last = send(api, f"{sitting}/hands", {"record": HANDS[48], "number": 49})

    state = last["state"]
    assert [seat["total"] for seat in state["seats"]] == TOTALS
    assert state["status"] == "to_be_signed"
    for seat in range(4):
        signed = api.post(f"{sitting}/signatures", data={"seat": seat, "head": state["head"]})
        assert signed.status == 200, signed.text()
    closed = api.get(sitting).json()
    assert closed["status"] == "closed"
    assert [seat["total"] for seat in closed["seats"]] == TOTALS
    assert len(closed["hands"]) == 49
    ranked = api.get(f"/api/v1/seasons/{club['season']}/standings").json()
    assert sorted(TOTALS) == sorted(points_by_program(ranked))


def send(api: APIRequestContext, url: str, body: dict[str, Any]) -> dict[str, Any]:
    """Write with a key of its own; sending it again changes nothing."""
    headers = {"Idempotency-Key": str(uuid4())}
    answer = api.post(url, data=body, headers=headers)
    assert answer.status == 201, answer.text()
    again = api.post(url, data=body, headers=headers)
    assert again.status == 200, again.text()
    assert again.json()["id"] == answer.json()["id"]
    return dict(answer.json())


def points_by_program(standings: dict[str, Any]) -> list[int]:
    return [row["points"] for row in standings["standings"] if row["name"].endswith("by program")]
