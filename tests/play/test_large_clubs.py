"""What a club has played costs nobody anything later: not who records, not who looks."""

from datetime import timedelta
from functools import partial
from itertools import chain

import pytest
from django.db import connection

import games
from scorekeeper.desk import selectors
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.play.house_rules import trying
from scorekeeper.play.models import HandMark, Seat, Sitting
from scorekeeper.ratings.models import Digest, Played
from scorekeeper.ratings.selectors import months_in
from scorekeeper.ratings.services import sum_months
from scorekeeper.standings.models import Result
from scorekeeper.standings.selectors import rounds
from tests import factories as f
from tests.effort import effort

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines("which rows a plan reads", "common.prepared")]
SKAT = games.game("skat")
MEASURES = {"hands": 12, "points": 96, "won": 2}


@pytest.fixture
def club():
    return f.make_club()


@pytest.fixture
def season(club):
    return f.make_season(club)


@pytest.fixture
def three(club):
    return [f.make_player(club) for _seat in range(3)]


def table(club, season, three):
    return f.make_sitting(club, players=three, seasons=[season])


def closed(club, season, three, nth):
    """So many evenings before today a closed sheet, as rows: what the pages that list sheets read."""
    at = f.NOW - timedelta(days=nth)
    pattern = club.sittings.order_by("pk")[0]
    sheet = Sitting(
        club=club, game="skat", name=f"Sheet {nth}", rules=pattern.rules, state=pattern.state, opened_at=at,
        closed_at=at, opened_by_user=f.owner_of(club), next_number=2,
    )  # fmt: skip
    seats = [Seat(club=club, sitting=sheet, number=place, player=one, opened_at=at) for place, one in enumerate(three)]
    results = [
        Result(
            club=club, competition=season, player=one, source=sheet.pk, played_on=at.date(), measures=MEASURES,
            points=96, is_sealed=True, game="skat",
        )
        for one in three
    ]  # fmt: skip
    entry = Entry(club=club, at=at, kind=Kind.CLOSED, by_user=f.owner_of(club), thing=sheet.pk)
    hand = club.sittings.order_by("pk")[0].hands.all()[0]  # of another sheet: which one is told here to nobody
    mark = HandMark(club=club, sitting=sheet, hand=hand, seq=1, after=1, kind=HandMark.Kind.CONFIRMED, at=at, hash="x")
    digest = Digest(
        club=club, sitting=sheet, game="skat", at=at, played_on=at.date(), hands=2, counts={"clubs": 2},
    )  # fmt: skip
    played = [
        Played(
            club=club, digest=digest, player=one, seat=place, side=place, rank=place + 1, won=not place, total=96,
            hands=2, facts={"role": {"declarer": [2, 2, 0, 96]}}, peaks={"value": [24, 1]},
        )
        for place, one in enumerate(three)
    ]  # fmt: skip
    return sheet, seats, results, entry, mark, digest, played


def play_much(club, season, three, days):
    found = [closed(club, season, three, nth) for nth in days]
    sheets, seats, results, entries, marks, digests, played = zip(*found, strict=True)
    for model, rows in (
        (Sitting, sheets),
        (Seat, chain(*seats)),
        (Result, chain(*results)),
        (Entry, entries),
        (HandMark, marks),
        (Digest, digests),
        (Played, chain(*played)),
    ):
        model.objects.bulk_create(rows)
    sum_months(club.pk, "skat", months_in(Digest.objects.filter(club=club)))


# What PostgreSQL's plans differ by; whoever read the seats or hands of the other tables would meet 24 more.
FEW = {"sqlite": 0, "postgresql": 9}[connection.vendor]


def test_recording_looks_at_no_more_in_a_large_club(club, season, three):
    costs = []
    for tables in (1, 8):
        for _other in range(tables):
            f.record_list(table(club, season, three), [f.played()] * 3)
        mine = table(club, season, three)
        costs.append(effort(lambda mine=mine: f.record(mine)))

    assert costs[1] <= costs[0] + FEW


PAGES = {
    "home": "/",
    "club": "/clubs/{club}/",
    "log": "/clubs/{club}/log/",
    "search": "/clubs/{club}/search/?q=anna",
    "season": "/seasons/{season}/",
    "official": "/seasons/{season}/?count=official",
    "why": "/seasons/{season}/?why={player}",
    "rounds": "/seasons/{season}/rounds/",
    "people": "/clubs/{club}/people/",
    "person": "/clubs/{club}/people/{player}/",
    "new table": "/clubs/{club}/tables/new/skat/",
}


# PostgreSQL's plans differ a little with what it knows of tables as small as these: whoever read every sheet, seat or
# result would meet a hundred more.
MORE = {"sqlite": 0, "postgresql": 99}[connection.vendor]


def test_no_page_looks_at_more_in_a_large_club(client, club, season, three, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_ROUNDS", 5)
    monkeypatch.setattr(selectors, "LOOKED_THROUGH", 10)
    client.force_login(f.owner_of(club))
    f.record(table(club, season, three))
    others = [f.player_of(f.owner_of(club), club), *(f.make_player(club) for _seat in range(2))]
    f.record(table(club, season, others))
    ids, costs = {"club": club.pk, "season": season.pk, "player": three[0].pk}, []
    for days in (range(1, 51), range(51, 151)):  # more than a page of anything has
        play_much(club, season, others, days)
        costs.append({name: effort(partial(client.get, at.format(**ids))) for name, at in PAGES.items()})

    few, many = costs
    assert {name: (few[name], many[name]) for name in PAGES if many[name] > few[name] + MORE} == {}


@pytest.mark.parametrize("at", ["/clubs/{club}/players/{player}/", "/clubs/{club}/records/"])
def test_what_months_come_to_looks_at_no_more_however_much_was_played_in_them(client, club, season, three, at):
    client.force_login(f.owner_of(club))
    f.record(table(club, season, three))
    at, costs = at.format(club=club.pk, player=three[0].pk), []
    for days in (range(1, 51), [*range(25, 51)] * 4):  # the newest days, which the chart shows, stay as they are
        play_much(club, season, three, days)
        costs.append(effort(lambda: client.get(at)))

    assert (
        costs[1] <= costs[0] + 2 * MORE
    )  # PostgreSQL may look through 104 more sheets for days, never for those who sat


def test_trying_other_rules_looks_at_no_more_in_a_large_club(club, season, three, monkeypatch):
    monkeypatch.setattr(trying, "MOST_TABLES", 5)
    f.record(table(club, season, three))
    costs = []
    for days in (range(1, 21), range(21, 61)):
        play_much(club, season, three, days)
        costs.append(effort(lambda: trying.tried(club, SKAT, {})))

    assert costs[1] - costs[0] < 1000  # they are counted, by steps of a row: the hands of each are not
