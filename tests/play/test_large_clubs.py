"""What a club has played costs nobody anything later: not who records, not who looks."""

from datetime import timedelta

import pytest
from django.db import connection

from scorekeeper.desk.selectors import search
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.standings.models import Result
from scorekeeper.standings.selectors import rounds
from tests import factories as f
from tests.effort import effort

pytestmark = pytest.mark.django_db
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
        closed_at=at, opened_by_user=f.owner_of(club),
    )  # fmt: skip
    seats = [Seat(club=club, sitting=sheet, number=place, player=one) for place, one in enumerate(three)]
    results = [
        Result(
            club=club, competition=season, player=one, source=sheet.pk, played_on=at.date(), measures=MEASURES,
            points=96, is_sealed=True, game="skat",
        )
        for one in three
    ]  # fmt: skip
    entry = Entry(club=club, at=at, kind=Kind.CLOSED, by_user=f.owner_of(club), thing=sheet.pk)
    return sheet, seats, results, entry


def play_much(club, season, three, days):
    made = [closed(club, season, three, nth) for nth in days]
    Sitting.objects.bulk_create([sheet for sheet, *_rest in made])
    Seat.objects.bulk_create([seat for _sheet, seats, *_rest in made for seat in seats])
    Result.objects.bulk_create([result for *_rest, results, _entry in made for result in results])
    Entry.objects.bulk_create([entry for *_rest, entry in made])


def test_recording_looks_at_no_more_in_a_large_club(club, season, three):
    costs = []
    for tables in (1, 8):
        for _other in range(tables):
            f.record_list(table(club, season, three), [f.played()] * 3)
        mine = table(club, season, three)
        costs.append(effort(lambda mine=mine: f.record(mine)))

    assert costs[0] == costs[1]


PAGES = {
    "home": "/",
    "club": "/clubs/{club}/",
    "log": "/clubs/{club}/log/",
    "search": "/clubs/{club}/search/?q=anna",
    "season": "/seasons/{season}/",
    "official": "/seasons/{season}/?count=official",
    "why": "/seasons/{season}/?why={player}",
    "rounds": "/seasons/{season}/rounds/",
}


# PostgreSQL's plans differ a little with what it knows of tables as small as these, and one's own last lists are sought
# in all sheets while there are so few: whoever read every sheet, seat or result would meet a hundred more.
MORE = {"sqlite": 0, "postgresql": 99}[connection.vendor]
COUNTED = [name for name in PAGES if connection.vendor == "sqlite" or name != "home"]


@pytest.mark.parametrize("name", COUNTED)
def test_a_page_looks_at_no_more_in_a_large_club(client, club, season, three, name, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_ROUNDS", 5)
    monkeypatch.setattr(search, "LOOKED_THROUGH", 10)
    client.force_login(f.owner_of(club))
    f.record(table(club, season, three))
    others = [f.make_player(club) for _seat in range(3)]
    f.record(table(club, season, others))
    at, costs = PAGES[name].format(club=club.pk, season=season.pk, player=three[0].pk), []
    for days in (range(1, 51), range(51, 151)):  # more than a page of anything has
        play_much(club, season, others, days)
        costs.append(effort(lambda: client.get(at)))

    assert costs[1] <= costs[0] + MORE
