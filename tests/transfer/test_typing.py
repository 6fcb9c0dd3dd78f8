"""An old paper list is typed in: cells to records, hands by the usual services, totals against the paper."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from scorekeeper.common.errors import Refused
from scorekeeper.play.models import Sitting
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.transfer.records import ListBonus, ListLine, ListOpening, ListTotal, ListTotals
from scorekeeper.transfer.services.typing import Unclear, close_list, open_list, record_of, totals_of, type_hand
from tests import factories

NAMES = {0: "Anna", 1: "Bruno", 2: "Berta"}
NOW = factories.NOW + timedelta(days=365)
CELLS = ("who", "game", "matadors", "extras", "result")


def cells(line):
    return dict(zip(CELLS, [*line.split("|"), "", "", "", ""], strict=False))


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ("0", {"kind": "passed"}),
        ("1|c|2||75", {"declarer": 0, "contract": "clubs", "matadors": 2, "with": True, "declarer_points": 75}),
        ("br|Ka|-1|h 24|+", {
            "declarer": 1, "contract": "diamonds", "matadors": 1, "with": False, "hand": True, "bid": 24,
            "outcome": {"won": True, "schneider": False, "schwarz": False},
        }),
        ("be|24|4|hsaz|-", {
            "declarer": 2, "contract": "grand", "matadors": 4, "with": True, "hand": True, "schneider_announced": True,
            "outcome": {"won": False, "schneider": True, "schwarz": True},
        }),
        ("1|c|1|kr30b|-", {
            "declarer": 0, "contract": "clubs", "matadors": 1, "with": True, "kontra": True, "re": True, "bock": True,
            "bid": 30, "outcome": {"won": False, "schneider": False, "schwarz": False},
        }),
        ("1|Pik ohne 2|||+", {
            "declarer": 0, "contract": "spades", "matadors": 2, "with": False,
            "outcome": {"won": True, "schneider": False, "schwarz": False},
        }),
        ("1|Grand ouvert m. 4|||+", {
            "declarer": 0, "contract": "grand", "matadors": 4, "with": True, "ouvert": True, "hand": True,
            "outcome": {"won": True, "schneider": False, "schwarz": False},
        }),
        ("3|Eichel Hand Schneider|1||+", {
            "declarer": 2, "contract": "clubs", "matadors": 1, "with": True, "hand": True,
            "outcome": {"won": True, "schneider": True, "schwarz": False},
        }),
        ("2|n||ho|+", {
            "declarer": 1, "contract": "null", "hand": True, "ouvert": True,
            "outcome": {"won": True, "schneider": False, "schwarz": False},
        }),
    ],
)  # fmt: skip
def test_a_line_becomes_a_record(line, record):
    assert record_of(cells(line), NAMES) == {"kind": "played", **record}


@pytest.mark.parametrize(
    ("line", "cell"),
    [("", "who"), ("|c|1||75", "who"), ("0|c|1||75", "who"),
     ("4|c|1||75", "who"), ("b|c|1||75", "who"), ("x|c|1||75", "who"), ("1|x|1||75", "game"),
     ("1|c|x||75", "matadors"), ("1|c|||75", "matadors"), ("1|c|1|q|75", "extras"), ("1|c|1||", "result"),
     ("1|Ramsch|||+", "game"), ("1|Pik Quatsch|1||+", "game"), ("1|Pik ohne 2|2||+", "matadors"),
     ("1|eingepasst", "who"), ("|eingepasst|1", "who"), ("1|c|1||+5", "result"), ("1|c|\u0661||75", "matadors")],
)  # fmt: skip
def test_a_cell_that_is_unclear_is_named(line, cell):
    with pytest.raises(Unclear) as unclear:
        record_of(cells(line), NAMES)
    assert unclear.value.cell == cell


@pytest.fixture
def club(db):
    club = factories.make_club()
    for name in NAMES.values():
        factories.make_player(club, name)
    return club


def opened(club, *, by=None, season=None, day=date(2025, 3, 3), key=None, rules=None):
    asked = {
        "game": "skat",
        "seats": [{"player": club.players.get(name=name).pk} for name in NAMES.values()],
        "rules": rules or {},
        "rules_name": "Official list",
        "name": "Old list",
        "seasons": [season.pk] if season else [],
        "played_on": day,
    }
    place = {"club": club, "by": by or factories.owner_of(club), "key": key or uuid4()}
    return open_list(ListOpening.read(asked), **place, now=NOW)


def typed(sitting, line, *, value=None, bonuses=(), key=None, by=None):
    sitting.refresh_from_db()
    by = by or factories.owner_of(sitting.club)
    on_paper = tuple(ListBonus(seat=seat, amount=amount) for seat, amount in enumerate(bonuses))
    asked = ListLine(number=sitting.next_number, **cells(line), value=value, bonuses=on_paper)
    return type_hand(asked, sitting=sitting, by=by, key=key or uuid4(), now=NOW)


def totals(on_paper):
    return ListTotals(totals=tuple(ListTotal(seat=seat, points=points) for seat, points in on_paper.items()))


def refused(sitting, line, **more):
    with pytest.raises(Refused) as error:
        typed(sitting, line, **more)
    return [problem.field for problem in error.value.problems]


def test_a_list_stands_under_the_day_it_was_played(club):
    season, key = factories.make_season(club), uuid4()
    sitting = opened(club, season=season, key=key)

    assert opened(club, season=season, key=key) == sitting
    assert sitting.played_on == date(2025, 3, 3)
    typed(sitting, "1|c|1||75", value=24)
    assert season.results.get(player__name="Anna").played_on == date(2025, 3, 3)
    with pytest.raises(Refused):
        opened(club, day=date(2028, 1, 1))


def test_what_the_paper_says_otherwise_is_not_saved(club):
    sitting, key = opened(club), uuid4()

    assert refused(sitting, "1|c|1||75", value=36) == ["value"]
    assert refused(sitting, "1|c|12||75") == ["matadors"]
    assert refused(sitting, "1|x") == ["game"]
    assert not sitting.hands.exists()
    first = typed(sitting, "1|c|1||60", value=-48, key=key)
    line = ListLine(number=1, **cells("1|c|1||60"), value=-48)
    again = type_hand(line, sitting=sitting, by=factories.owner_of(club), key=key, now=NOW)
    assert (again.hand.pk, again.is_new) == (first.hand.pk, False)


def test_kontra_and_bock_are_typed_where_the_rules_have_them(club):
    plain = opened(club)
    pub = opened(club, rules={"system": "classic", "passed": "ramsch", "kontra": True, "bock": True})

    assert refused(plain, "1|c|1|k|75", value=48) == ["extras"]
    assert refused(plain, "1|c|1|b|75", value=48) == ["extras"]
    assert refused(pub, "1|c|1|r|75") == ["extras"]
    assert not plain.hands.exists()
    typed(pub, "1|c|1|k|75", value=48)
    typed(pub, "2|c|1|kr|60", value=-192)
    typed(pub, "3|c|1|b|75", value=48)
    assert totals_of(pub, list(pub.seats.all())) == {0: 48, 1: -192, 2: 48}


def test_a_list_may_go_by_the_rules_of_the_house_and_is_found_again(club):
    house = factories.make_house_rules(club, rules={"system": "classic", "kontra": True})
    client = Client()
    client.force_login(factories.owner_of(club))
    start = f"/clubs/{club.pk}/imports/typed/"
    body = {
        "key": str(uuid4()), "played_on": "2025-03-03", "name": "Old list", "rules": str(house.pk), "season": "",
        "player-0": "Anna", "player-1": "Bruno", "player-2": "Berta", "player-3": "",
    }  # fmt: skip

    page = client.post(start, body, follow=True)

    assert (Sitting.objects.get(club=club).rules_name, page.context["rules"].kontra) == ("Thursday rules", True)
    assert f'href="{page.redirect_chain[-1][0]}"' in client.get(start).content.decode()


def test_totals_are_held_against_the_paper(club):
    owner, sitting = factories.owner_of(club), opened(club)
    typed(sitting, "1|c|1||75")
    typed(sitting, "2|n|||-")
    seats = list(sitting.seats.all())
    due = totals_of(sitting, seats)
    assert due == {0: 24 + 50 + 40, 1: -46 - 50, 2: 40}

    with pytest.raises(Refused) as error:
        close_list(totals({**due, 1: 0}), sitting=sitting, by=owner, now=NOW)
    assert [problem.field for problem in error.value.problems] == ["total-1"]
    close_list(totals(due), sitting=sitting, by=owner, now=NOW)

    assert not Sitting.objects.get(pk=sitting.pk).is_open
    assert [str(found) for found in verify(Count())] == []


def test_who_may_type(club):
    member, scorer = factories.make_member(club), factories.make_member(club, "scorer")

    with pytest.raises(PermissionDenied):
        opened(club, by=member)
    sitting = opened(club, by=scorer)
    with pytest.raises(PermissionDenied):
        typed(sitting, "0", by=member)
    typed(sitting, "0", by=scorer)
    with pytest.raises(PermissionDenied):
        close_list(totals(totals_of(sitting, list(sitting.seats.all()))), sitting=sitting, by=scorer, now=NOW)


def test_the_pages(club):
    client = Client()
    client.force_login(factories.owner_of(club))
    body = {
        "key": str(uuid4()), "played_on": "2025-03-03", "name": "Old list", "rules": "official", "season": "",
        "player-0": "Anna", "player-1": "bruno", "player-2": "Zoe", "player-3": "",
    }  # fmt: skip
    start = f"/clubs/{club.pk}/imports/typed/"

    assert "The club does not know this name" in client.post(start, body).content.decode()
    answer = client.post(start, {**body, "is_new": "on"}, follow=True)
    page = answer.redirect_chain[-1][0]
    line = {"key": str(uuid4()), "number": 1, "who": "1", "game": "c", "matadors": "1", "extras": "", "result": "75"}
    wrong = client.post(page, {**line, "value": "36"})
    assert (wrong.status_code, "By the rules, this comes to 24" in wrong.content.decode()) == (422, True)
    client.post(page, {**line, "value": "24"})
    client.post(page, {**line, "value": "24"})
    refused = client.post(page, {**line, "number": 2, "value": "36", "key": str(uuid4())})
    for shown in (client.get(page), refused):
        assert shown.content.decode().count(f'href="{page}typed.csv"') == 1, "the files are offered once"
    assert Sitting.objects.get(club=club).hands.count() == 1
    client.post(page, {"check": "1", "total-0": "74", "total-1": "0", "total-2": "0"})
    assert not Sitting.objects.get(club=club).is_open


@pytest.mark.parametrize("line", ["0", "|eingepasst", "0|all passed"])
def test_a_hand_that_was_passed_is_typed_by_number_or_in_words(line):
    assert record_of(cells(line), NAMES) == {"kind": "passed"}


def test_who_declared_and_who_won_follow_from_the_columns_of_the_paper():
    columns = {0: 40, 1: -50, 2: 40}
    lost = record_of(cells("|Kreuz|1"), NAMES, value=-48, bonuses=columns)
    assert (lost["declarer"], lost["outcome"]["won"]) == (1, False)
    assert record_of(cells("|Kreuz|1"), NAMES, bonuses={2: 50})["outcome"]["won"]
    for bonuses, cell in (({}, "who"), ({0: 50, 1: 50}, "who")):
        with pytest.raises(Unclear) as unclear:
            record_of(cells("|Kreuz|1||+"), NAMES, bonuses=bonuses)
        assert unclear.value.cell == cell


@pytest.mark.parametrize(
    ("line", "value", "bonuses", "wrong"),
    [
        ("|Kreuz mit 1", -48, (40, -50, 0), {"bonus-2": "By this line, the cell should be 40."}),
        ("1|Kreuz mit 1", 24, (50, 40, 0), {"bonus-1": "By this line, the cell should be empty."}),
        ("1|Kreuz mit 1", 24, (0, 50, 0), {
            "bonus-0": "By this line, the cell should be 50.", "bonus-1": "By this line, the cell should be empty."}),
        ("1|Kreuz mit 1", -48, (50, 40, 40), {"bonus-0": "By this line, the cell should be -50."}),
        ("1|Kreuz mit 1", 48, (50, 0, 0), {
            "value": "By the rules, this comes to 24. Check the line, or leave the value empty."}),
    ],
)  # fmt: skip
def test_a_slip_in_the_columns_is_named_while_the_paper_is_typed(club, line, value, bonuses, wrong):
    sitting = opened(club)

    with pytest.raises(Refused) as error:
        typed(sitting, line, value=value, bonuses=bonuses)

    assert {problem.field: str(problem.message) for problem in error.value.problems} == wrong
    assert not sitting.hands.exists()


def test_a_line_with_its_columns_is_recorded_through_the_page(club):
    client, sitting = Client(), opened(club)
    client.force_login(factories.owner_of(club))
    page = f"/clubs/{club.pk}/imports/typed/{sitting.pk}/"
    line = {"key": str(uuid4()), "number": 1, "who": "", "game": "Kreuz mit 1", "matadors": "", "extras": "",
            "result": "", "value": "-48", "bonus-0": "40", "bonus-1": "-50", "bonus-2": "x"}  # fmt: skip

    refused = client.post(page, line)
    assert (refused.status_code, "Type a whole number" in refused.content.decode()) == (422, True)
    refused = client.post(page, {**line, "bonus-2": ""})
    assert (refused.status_code, "By this line, the cell should be 40." in refused.content.decode()) == (422, True)
    assert client.post(page, {**line, "bonus-2": "40"}).status_code == 302

    totals = totals_of(sitting, list(sitting.seats.all()))
    assert totals == {0: 40, 1: -98, 2: 40}
