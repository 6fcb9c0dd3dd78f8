"""Every table on every page can be had as a file that says at least as much; asking for it changes nothing."""

import csv
import re
from dataclasses import dataclass, field
from decimal import Decimal
from html.parser import HTMLParser
from io import BytesIO, StringIO
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from openpyxl import load_workbook

from scorekeeper.clubs.models import HouseRules
from scorekeeper.play.actors import Actor
from scorekeeper.sharing.services import secret_of, share_table
from scorekeeper.transfer.models import Upload
from tests import factories
from tests.acting import client_of, forms_of
from tests.factories.evenings import playing
from tests.factories.ratings import make_sheet
from tests.factories.teams import make_day, make_league_of, opened, play_series, tables_of
from tests.factories.world import make_pages
from tests.play.test_keeping_house_rules import boxes
from tests.play.test_screens_palace_poker import LOG
from tests.play.test_views_rules import SPADES
from tests.rows import everything
from tests.worlds import laid

pytestmark = pytest.mark.django_db

# No tables of results: what the entry would bring while it is tapped in, the steps of a hand that is not recorded yet,
# a made-up example for newcomers; and what is printed as a sheet.
NONE_OF_THEM = {"pay", "so-far", "example", "a4", "plan-paper"}
SHEETS = ("csv", "xlsx")
SHEET = re.compile(
    r"/tables/[^/]+/(sheet\.|\?as=)"
)  # its page shows what each hand brought, its file how it stood then
EMPTY = {"br", "hr", "img", "input", "wbr", "meta", "link"}


NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
PARTS = {"½": ".5", "¼": ".25", "¾": ".75"}


@dataclass
class Shown:
    """A table of a page, by the figures of each row, and the addresses of its files."""

    rows: list[list[Decimal]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    caption: str = ""


class Page(HTMLParser):
    """Tables and offers in the order of the page. One offer is for the tables above it up to the offer before."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[Shown] = []
        self._open: list[tuple[str, set[str]]] = []
        self._figure: str | None = None
        self.feed(html)

    def _inside(self, *names: str) -> bool:
        return any(tag in names or classes & set(names) for tag, classes in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag not in EMPTY:
            self._open.append((tag, set(has.get("class", "").split())))
        if self._inside(*NONE_OF_THEM):
            return
        if tag == "table":
            self.tables.append(Shown())
        elif tag == "tr" and self._inside("tbody") and "none" not in has.get("class", ""):
            self.tables[-1].rows.append([])
        elif tag in {"td", "th"} and self._inside("tbody") and {"num"} & set(has.get("class", "").split()):
            self._figure = ""
        elif self._inside("files") and (file := has.get("href")):
            self._offer(file)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A shape."""

    def handle_data(self, data: str) -> None:
        if self._inside("caption") and self.tables:
            self.tables[-1].caption += data
        if self._figure is not None and not self._inside("small"):
            self._figure += data

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()
        if tag in {"td", "th"} and self._figure is not None and self.tables and self.tables[-1].rows:
            self.tables[-1].rows[-1] += figures(self._figure)
            self._figure = None

    def _offer(self, file: str) -> None:
        """The addresses of a page's files are those of its page with another end."""
        if kind_of(file) not in SHEETS:
            return  # a PDF is looked at in test_pdf.py
        for table in reversed(self.tables):
            if any(stem(file) != stem(other) for other in table.files):
                return
            table.files.append(file)


def offers(html: str) -> list[str]:
    """The addresses of all files of a page."""
    return [file for table in Page(html).tables for file in table.files]


def stem(file: str) -> str:
    """What the address of a file says of its table."""
    if "as=" in file:
        return re.sub(r"as=\w+|separator=\w+", "", file).strip("&")
    return urlsplit(file).path.rpartition(".")[0]


def kind_of(file: str) -> str:
    """What kind of file an address offers."""
    address = urlsplit(file)
    return parse_qs(address.query).get("as", [address.path.rpartition(".")[2]])[0]


def figures(text: str) -> list[Decimal]:
    """The numbers of a cell."""
    plain = text.replace("−", "-")
    for part, decimals in PARTS.items():
        plain = plain.replace(part, decimals)
    return [Decimal(found) for found in NUMBER.findall(plain)] if re.fullmatch(r"[-+→–\s\d.]*", plain) else []


def lines_of(answer: Any) -> list[list[Any]]:
    """The rows of the file below its heads."""
    if answer["Content-Type"].startswith("text/csv"):
        text = answer.content.decode("utf-8-sig")
        mark = ";" if "separator=semicolon" in answer.request["QUERY_STRING"] else ","
        rows = list(csv.reader(StringIO(text, newline=""), delimiter=mark))
        return [[cell.replace(",", ".") if mark == ";" else cell for cell in row] for row in rows[1:]]
    sheet = load_workbook(BytesIO(answer.content)).active
    return [list(row) for row in sheet.iter_rows(min_row=2, values_only=True)]


def rows_of(answer: Any) -> int:
    """How many rows the file has below its heads."""
    return len(lines_of(answer))


def has_all(line: list[Any], wanted: list[Decimal]) -> bool:
    """Whether a row of a file has these numbers."""
    there = [figure for cell in line for figure in figures(str("" if cell is None else cell))]
    return all(figure in there or -figure in there for figure in wanted)


def faults_of(client: Client, address: str, sent: dict[str, Any] | None = None, *, least: int = 0) -> list[str]:
    """What is wrong with the tables of this page, that it has too few of them not least."""
    answer = client.get(address, follow=True) if sent is None else client.post(address, sent, follow=True)
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return [f"{address}: {answer.status_code}"] if least else []
    here = answer.redirect_chain[-1][0] if answer.redirect_chain else address
    return faults_in(client, here, answer.content.decode(), least=least)


def faults_in(client: Client, here: str, html: str, *, least: int = 0) -> list[str]:
    """The same of a page that was read."""
    faults = []
    tables = [table for table in Page(html).tables if table.rows]
    if len(tables) < least:
        faults.append(f"{here}: only {tables}")
    for table in tables:
        if {kind_of(file) for file in table.files} != set(SHEETS):
            faults.append(f"{here}: no file of {table}")
        for file in (urljoin(here, file) for file in table.files):
            got = client.get(file)
            if "attachment" not in got.get("Content-Disposition", ""):
                faults.append(f"{file}: no file but {got.status_code}")
                continue
            lines = lines_of(got)
            if len(lines) < len(table.rows):
                faults.append(f"{file}: {len(lines)} rows of {table}")
            compared = [] if SHEET.search(file) else table.rows
            lacking = [row for row in compared if not any(has_all(line, row) for line in lines)]
            faults += [f"{file}: no row has {row}, which {here} shows" for row in lacking]
    return faults


def test_every_table_of_every_page_comes_as_a_file():
    _world, pages = laid(make_pages)

    faults = [fault for client, address, html in pages for fault in faults_in(client, address, html)]
    stranger = client_of(factories.owner_of(factories.make_club("Another club")))
    shut = [address for _client, address, html in pages if ".csv" in html and stranger.get(address).status_code != 200]
    found = (urljoin(address, file) for _c, address, html in pages if address in shut for file in offers(html))
    offered = {file for file in found if not file.startswith("/rules/")}
    open_to_all = [file for file in offered for asking in (stranger, Client()) if asking.get(file).status_code == 200]

    assert not faults, "\n".join(faults)
    assert len(offered) > 30
    assert not open_to_all


@pytest.mark.both_engines("SQL by hand", "common.inserting")
def test_the_tables_of_what_was_played_come_as_files(club, owner, client):
    client.force_login(owner)
    season = factories.make_season(club)
    players = [factories.player_of(owner, club), *(factories.make_player(club) for _other in range(2))]
    sitting = factories.make_sitting(club, players=players, seasons=[season])
    factories.record_list(sitting, [factories.played(), factories.played(1)])
    secret = secret_of(share_table(sitting_id=sitting.pk, by=Actor(user=owner), now=factories.NOW))
    for _sheet in range(2):
        make_sheet(club, players)
    factories.finish(sitting)
    other = make_sheet(club, [factories.make_player(club, "Guest"), *players[1:]])
    factories.import_evening(season, {other.seats.get(number=0).player: {"points": 12}})
    league = make_league_of(club, (4, 4), season=season)
    day = make_day(league)
    series = opened(day)
    play_series(series, ["Adler"] * len(tables_of(series)))
    evening = playing(club, 6, fee=250, unit="€")
    guest = other.seats.get(number=0).player.pk

    faults = [
        *faults_of(client, "/", least=1),
        *faults_of(client, f"/tables/{sitting.pk}/", least=3),  # the sheet, its running totals, how each total is made
        *faults_of(client, f"/tables/{sitting.pk}/reopen/", least=1),
        *faults_of(Client(), f"/shared/{secret}/", least=2),
        *faults_of(client, f"/clubs/{club.pk}/people/{guest}/merge/{players[1].pk}/", least=1),
        *faults_of(client, f"/match-days/{day.pk}/", least=1),
        *faults_of(client, f"/evenings/{evening.pk}/report/", least=1),
        *faults_of(Client(), "/rules/skat/worth/", SPADES, least=1),
        *faults_of(client, _hand(club, "skat"), least=1),
        *faults_of(client, _hand(club, "palace_poker", LOG), least=3),  # the pots, what each put in, the ledger
    ]

    assert not faults, "\n".join(faults)


def _hand(club: Any, game: str, facts: Any = None) -> str:
    sitting = factories.make_sitting(club, game=game)
    return f"/tables/{sitting.pk}/hands/{factories.record(sitting, facts).hand.pk}/"


def test_what_something_would_move_comes_as_a_file_and_moves_nothing(club, owner, client):
    client.force_login(owner)
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season])
    hand = factories.record(sitting).hand
    table, reason = f"/tables/{sitting.pk}/", {"reason": "an error"}
    client.post(f"/clubs/{club.pk}/house-rules/new/skat/", _boxes(client, club) | {"name": "Thursday"})
    house = f"/clubs/{club.pk}/house-rules/{HouseRules.objects.get(club=club).pk}/change/"
    season_form = next(one for one in forms_of("", client.get(f"/seasons/{season.pk}/change/").content.decode()))
    changed = {name: values[0] for name, values in season_form.fields.items() if values}
    shown = [
        (f"{table}hands/{hand.pk}/correct/", factories.played(1) | {"version": "1"}),
        (f"{table}seats/swap/", {"seats": ["0", "1"], **reason}),
        (f"{table}adjustments/penalty/", {"seat": "0", "points": "50", **reason}),
        (f"{table}adjustments/new/", {"seat": "0", "points": "50", "way": "give", **reason}),
        (f"{table}seats/0/substitute/", {"name": "Somebody", "number": "1", **reason}),
        (f"/seasons/{season.pk}/change/", changed | {"least": "2", "least_of": "evenings"}),
        (house, _boxes(client, club) | {"rules.system": "bierlachs", "seen": "1"}),
    ]
    before = everything()

    faults = [fault for address, sent in shown for fault in faults_of(client, address, _texts(sent), least=1)]

    assert not faults, "\n".join(faults)
    assert everything() == before


def _boxes(client: Client, club: Any) -> dict[str, str]:
    return boxes(client.get(f"/clubs/{club.pk}/house-rules/new/skat/?from=pub").context["form"])


def _texts(sent: dict[str, Any]) -> dict[str, Any]:
    """As a form sends them: true as it says so, nothing for what is off or left out."""
    return {name: "true" if value is True else value for name, value in sent.items() if value not in (None, False)}


def test_who_does_something_is_answered_that_it_is_done_and_with_no_file(club, owner, client):
    client.force_login(owner)
    sitting = factories.make_sitting(club)
    hand = factories.record(sitting).hand
    table, done = f"/tables/{sitting.pk}/", {"confirmed": "1", "reason": "an error", "key": str(uuid4())}

    for address, sent in (
        (f"{table}hands/{hand.pk}/void/", {"version": "1"}),
        (f"{table}adjustments/penalty/", {"seat": "0", "points": "50"}),
    ):
        before = everything()
        assert client.post(f"{address}?as=csv&read=moved", done | sent).status_code == 302
        assert everything() != before


def test_the_dry_run_of_an_import_comes_as_files_with_every_line(club, owner, client):
    client.force_login(owner)
    season = factories.make_season(club)
    lines = b"".join(b"Nobody %d;x\n" % number for number in range(120))
    files = {"totals": b"Name;2025-04-03\nAlice;1\n=Bob;2\n" + lines, "people": b"Name\nAlice\n"}
    looks = {}
    for kind, data in files.items():
        upload = Upload.objects.create(
            club=club, by=owner, kind=kind, competition=season, name=kind, at=factories.NOW, data=data
        )
        looks[kind] = f"/clubs/{club.pk}/imports/files/{upload.pk}/"

    faults = [*faults_of(client, looks["totals"], least=2), *faults_of(client, looks["people"], least=1)]
    refused = client.get(f"{looks['totals']}?as=csv&read=refused")

    assert not faults, "\n".join(faults)
    assert rows_of(refused) >= 120
