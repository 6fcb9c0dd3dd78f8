"""Money says its direction once, in the words of the treasurer: on pages, in files, and by the API."""

import csv
import re
from html import unescape
from io import StringIO
from urllib.parse import unquote, urljoin
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import translation

from games.core.settling import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.common.texts import amount_words
from scorekeeper.payouts.box.services import BoxMove, move
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account
from scorekeeper.payouts.words import GETS, OWES, OWES_FOR, PAYS, RECEIVES, summed
from tests import factories
from tests.acting import bearer, send
from tests.factories.money import CASH, CLUB, EURO, booked, of, with_money
from tests.reading_pages import NOT_SEEN

pytestmark = pytest.mark.django_db

CHIPS = InUnits(unit="chips")
SIGNED = re.compile(r"(?<![\w.,:-])[+\N{MINUS SIGN}-]\d+\.\d\d\b")


@pytest.fixture
def club() -> Club:
    """One in which 40 € went into the box and 12.50 € out of it, and Thomas owes for an entry and paid it."""
    club = with_money()
    owner, thomas = factories.owner_of(club), factories.make_player(club, "Thomas")
    for act, amount, reason in (("put_in", 4_000, "a gift"), ("take_out", 1_250, "New cards")):
        moved = BoxMove.read({"act": act, "amount": amount, "reason": reason, **dict(EURO)})
        move(moved, club=club, by=owner, key=uuid4(), now=factories.NOW)
    booked(club, {of(thomas): -1_000, CLUB: 1_000}, kind="entry")
    booked(club, {of(thomas): 1_000, CASH: -1_000}, kind="collected")
    return club


def test_no_page_of_the_money_book_tells_a_direction_by_a_sign(client, club):
    client.force_login(factories.owner_of(club))
    thomas = club.players.get(name="Thomas")
    pages = {
        "money_overview": [
            "40.00 € into the cash box",
            "12.50 € out of the cash box",
            "Thomas owes 10.00 € for the entry",
        ],
        "money_history": ["40.00 € into the cash box", "12.50 € out of the cash box", "Thomas paid 10.00 €"],
        "money_box": ["40.00 € into the cash box", "12.50 € out of the cash box"],
        "money_years": [
            "40.00 € into the cash box",
            "12.50 € out of the cash box",
            "owes 10.00 € for the entry",
            "paid 10.00 €",
        ],
        "money_settle": [],
        "money_payments": [],
    }
    addresses = {reverse(name, args=[club.pk]): words for name, words in pages.items()}
    of_thomas = ["owes 10.00 € for the entry", "paid 10.00 €", "even"]
    for name in ("money_account", "money_statement"):
        addresses[reverse(name, args=[club.pk, thomas.pk])] = of_thomas

    for address, words in addresses.items():
        told = seen(client.get(address))
        assert [word for word in words if word not in told] == []
        assert SIGNED.findall(told) == [], address


def test_files_and_the_api_say_it_in_the_same_words(client, club):
    owner = factories.owner_of(club)
    client.force_login(owner)
    thomas = club.players.get(name="Thomas")

    history = client.get(reverse("money_history", args=[club.pk]), {"as": "csv"})
    statement = client.get(reverse("money_statement", args=[club.pk, thomas.pk]), {"as": "csv"})
    by_api = send(f"clubs/{club.pk}/bookings", None, bearer(owner), method="GET").json()

    for answer in (history, statement):
        told = b"".join(answer).decode("utf-8-sig").translate(NOT_SEEN)
        assert SIGNED.findall(told) == []
    rows = list(csv.reader(StringIO(b"".join(client.get(history.request["PATH_INFO"], {"as": "csv"})).decode())))
    in_words = {row[4].translate(NOT_SEEN) for row in rows}
    assert {"40.00 € into the cash box", "12.50 € out of the cash box", "Thomas owes 10.00 € for the entry"} <= in_words
    year = b"".join(client.get(reverse("money_years", args=[club.pk]), {"as": "csv"})).decode("utf-8-sig")
    of_box = [[row[1], *row[3:]] for row in csv.reader(StringIO(year.translate(NOT_SEEN))) if row[1] == "Cash box"]
    assert SIGNED.findall(year) == []
    assert ["Cash box", "12.50 € out of the cash box", "12.50", ""] in of_box
    assert ["Cash box", "40.00 € into the cash box", "", "40.00"] in of_box
    assert in_words >= {leg["text"].translate(NOT_SEEN) for one in by_api["bookings"] for leg in one["legs"]}


def test_files_of_two_units_can_be_told_apart(client, club):
    thomas = of(club.players.get(name="Thomas"))
    booked(club, {thomas: 7, CASH: -7}, unit=CHIPS)
    booked(club, {thomas: 700, CASH: -700})
    client.force_login(factories.owner_of(club))
    page = client.get(reverse("money_overview", args=[club.pk]))

    links = re.findall(r'href="(\d\.csv)"', page.content.decode())
    files = [client.get(urljoin(page.request["PATH_INFO"], link)) for link in links]

    names = [unquote(answer["Content-Disposition"]) for answer in files]
    heads = [b"".join(answer).decode("utf-8-sig").splitlines()[0] for answer in files]
    assert len(files) > 1
    for unit in ("€", "chips"):
        assert [unit in name for name in names] == [unit in head for head in heads], names
        assert sum(unit in name for name in names) == 1, names


def seen(answer):
    """The words of a page as they are read, without its tags."""
    text = re.sub(r"<[^>]+>", " ", answer.content.decode().partition("<main")[2])
    return " ".join(unescape(text).translate(NOT_SEEN).split())


@pytest.mark.parametrize("code", ["ru", "pa", "gu"])
def test_money_without_a_name_is_not_the_sentence_of_a_name_with_its_place_left_empty(code):
    """Which would leave the colon or the ending that these languages put after the name."""
    with translation.override(code):
        unnamed = {summed(Account.Kind.PLAYER, kind, moves, CHIPS) for kind in Kind.values for moves in (-5, 5)}
        of_a_name = [GETS, OWES, PAYS, RECEIVES, *OWES_FOR.values()]
        emptied = {str(named).format(who="", amount=amount_words(5, CHIPS)).strip() for named, _unnamed in of_a_name}

    assert unnamed
    assert unnamed & emptied == set()
