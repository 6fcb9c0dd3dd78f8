"""Standings through the API: told once, then only when they have changed."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from rest_framework.request import Request

from scorekeeper.common.api import unchanged_since
from scorekeeper.people.services import PersonName, rename_player
from scorekeeper.play.closing.services import reopen_sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.services import end_season
from tests import factories
from tests.acting import bearer, refusal, send

pytestmark = pytest.mark.django_db

READ = 4  # the caller and the season with what the ETag reads, its rows, its newest days and what they brought
UNCHANGED = 1


@pytest.fixture
def season(club):
    return factories.make_season(club, "Autumn")


@pytest.fixture
def by(owner):
    return bearer(owner)


def read(season, by, query="", **headers):
    return send(f"seasons/{season.pk}/standings{query}", None, {**by, **headers}, method="GET")


def tag(season, by):
    return read(season, by)["ETag"]


def queries(season, by, **headers):
    with CaptureQueriesContext(connection) as captured:
        status = read(season, by, **headers).status_code
    return status, len(captured)


def test_standings_say_who_stands_where_and_why(club, season, by):
    sitting = factories.make_sitting(club, seasons=[season])
    factories.record_list(sitting, [factories.played(1), factories.played(1), factories.played(0)])

    found = read(season, by).json()

    names = [seat.player.name for seat in factories.seats_of(sitting)]
    assert {name: found[name] for name in ("name", "game", "system", "official")} == {
        "name": "Autumn",
        "game": "skat",
        "system": "seeger_fabian",
        "official": False,
    }
    assert [
        (row["rank"], row["name"], row["points"], row["sittings"], row["decided_by"]) for row in found["standings"]
    ] == [
        (1, names[1], 148, 1, None),
        (2, names[0], 74, 1, ""),
        (3, names[2], 0, 1, ""),
    ]
    assert found["standings"][0]["measures"] == {"hands": 3, "points": 48, "won": 2}


def test_official_standings_hold_sealed_sittings_only(club, season, by):
    running, done = (factories.make_sitting(club, seasons=[season]) for _sitting in range(2))
    factories.record(running, factories.played(0))
    factories.record(done, factories.played(0))
    factories.finish(done)

    found = read(season, by, "?official=true").json()

    assert (found["official"], len(found["standings"]), len(read(season, by).json()["standings"])) == (True, 3, 6)
    assert {row["player"] for row in found["standings"]} == {str(seat.player_id) for seat in factories.seats_of(done)}


@pytest.mark.parametrize("query", ["", "?official=false"])
def test_standings_are_provisional_unless_asked(season, by, query):
    assert read(season, by, query).json()["official"] is False


@pytest.mark.parametrize("sent", ["1", "TRUE", "0", "nonsense", ""])
def test_what_is_neither_true_nor_false_is_refused(season, by, sent):
    assert refusal(read(season, by, f"?official={sent}")) == (422, [("invalid", "official")])


def test_unchanged_standings_are_not_told_again(club, season, by):
    factories.record(factories.make_sitting(club, seasons=[season]))
    known = tag(season, by)

    again = read(season, by, **{"If-None-Match": known})
    weak = read(season, by, **{"If-None-Match": f"W/{known}"})

    assert [(answer.status_code, answer.content, answer["ETag"]) for answer in (again, weak)] == [(304, b"", known)] * 2
    assert read(season, by, "?official=true", **{"If-None-Match": known}).status_code == 200


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (304, {"If-None-Match": '"one"'}),
        (304, {"If-None-Match": "*"}),
        (304, {"If-None-Match": '"other", W/"one"'}),
        (304, {"If-None-Match": '"one"', "If-Match": '"one"'}),
        (412, {"If-None-Match": '"one"', "If-Match": '"other"'}),
        (412, {"If-None-Match": '"one"', "If-Unmodified-Since": "Sat, 04 Sep 2021 18:00:00 GMT"}),
        (None, {"If-None-Match": '"other"'}),
        (None, {"If-None-Match": "one"}),
        (None, {}),
    ],
)
def test_a_tag_sent_back_is_compared_as_the_standard_says(status, sent):
    answer = unchanged_since(Request(RequestFactory().get("/", headers=sent)), '"one"')

    assert (answer and answer.status_code) == status
    assert answer is None or (answer.content, answer["ETag"]) == (b"", '"one"')


def test_whatever_moves_the_standings_changes_the_tag(club, season, by, owner):
    sitting = factories.make_sitting(club, seasons=[season])
    tags = [tag(season, by)]

    hand = factories.record(sitting).hand
    tags.append(tag(season, by))
    struck = factories.undo(hand).hand
    tags.append(tag(season, by))
    factories.correct(struck, factories.played(2))
    tags.append(tag(season, by))
    factories.finish(sitting)
    tags.append(tag(season, by))
    reopen_sitting(
        Reasoned(reason="an error"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW
    )
    tags.append(tag(season, by))
    end_season(competition=season, by=owner, now=factories.NOW)
    tags.append(tag(season, by))

    assert len(set(tags)) == 7


@pytest.mark.parametrize("tables", [1, 3])
def test_reading_costs_the_same_for_few_and_many_rows(club, season, by, tables):
    for _table in range(tables):
        sitting = factories.make_sitting(club, seasons=[season])
        factories.record_list(sitting, [factories.played(0)] * tables)

    told = queries(season, by)
    unchanged = queries(season, by, **{"If-None-Match": tag(season, by)})

    assert (told, unchanged) == ((200, READ), (304, UNCHANGED))


def test_stranger_finds_no_season(season):
    strangers = [factories.make_user(), factories.owner_of(factories.make_club())]

    assert [read(season, bearer(stranger)).status_code for stranger in strangers] == [404, 404]
    assert read(season, {}).status_code == 401


def test_answer_is_kept_nowhere(season, by):
    answer = read(season, by)

    assert answer["Cache-Control"] == "no-store, private"


def test_a_new_name_in_the_book_is_told(club, season, by, owner):
    sitting = factories.make_sitting(club, seasons=[season])
    factories.record(sitting, factories.played(1))
    before = tag(season, by)
    player = factories.seats_of(sitting)[0].player

    rename_player(PersonName(name="Günter Wolf"), club=club, by=owner, player=player)

    found = read(season, by, **{"If-None-Match": before})
    assert found.status_code == 200
    assert "Günter Wolf" in [row["name"] for row in found.json()["standings"]]


def test_who_has_moved_since_the_evening_before_is_told(club, season, by):
    first = factories.make_sitting(club, seasons=[season])
    factories.record_list(first, [factories.played(0), factories.played(1)])
    factories.record(first, factories.played(0))
    players = [seat.player for seat in factories.seats_of(first)]
    assert {row["moved"] for row in read(season, by).json()["standings"]} == {0}
    later = factories.NOW + timedelta(days=7)
    second = factories.make_sitting(club, seasons=[season], players=players, now=later)
    factories.record_list(second, [factories.played(2)] * 3)

    rows = read(season, by).json()["standings"]

    assert [(row["name"], row["rank"], row["moved"]) for row in rows] == [
        (players[2].name, 1, 2), (players[0].name, 2, -1), (players[1].name, 3, -1),
    ]  # fmt: skip


OPENING = {"name": "Winter", "game": "skat", "system": "seeger_fabian"}


def test_a_director_opens_a_season_and_changes_a_part_of_it(club, by):
    sent = {**OPENING, "others": {"truco": "games"}, "factors": {"truco": 300, "skat": 1}, "counts": {"best": 3}}

    opened = send(f"clubs/{club.pk}/seasons/open", sent, by)

    assert opened.status_code == 201, opened.json()
    made = Competition.objects.get(pk=opened.json()["id"])
    assert (made.name, made.systems) == ("Winter", {"skat": "seeger_fabian", "truco": "games"})
    assert (made.factors, made.settings) == ({"truco": 300}, {"best": 3})
    assert opened.json()["factors"] == {"skat": 1, "truco": 300}

    changed = send(f"seasons/{made.pk}/change", {"counts": {"drop": 1, "tie_breaks": ["won"]}}, by)

    assert changed.status_code == 200, changed.json()
    assert (changed.json()["counts"]["best"], changed.json()["counts"]["drop"]) == (0, 1)
    made.refresh_from_db()
    assert (made.name, made.factors, made.settings) == ("Winter", {"truco": 300}, {"drop": 1, "tie_breaks": ["won"]})
    settings = read(made, by).json()
    assert {name: settings[name] for name in changed.json()} == changed.json()


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"game": "canasta"}, "game_unknown", "game"),
        ({"system": "best"}, "system_unknown", "system"),
        ({"others": {"skat": "classic"}}, "game_twice", "others"),
        ({"others": {"canasta": "net"}}, "system_unknown", "others"),
        ({"factors": {"tonk": 3}}, "factor_game", "factors.tonk"),
        ({"counts": {"best": 100}}, "number_range", "counts.best"),
        ({"counts": {"best": 1, "drop": 1}}, "best_or_drop", "counts.drop"),
        ({"counts": {"tie_breaks": ["luck"]}}, "tie_break_unknown", "counts.tie_breaks"),
        ({"name": "Autumn"}, "name_taken", "name"),
    ],
)
def test_a_season_that_cannot_be_is_refused_at_its_field(club, season, by, wrong, code, field):
    answer = send(f"clubs/{club.pk}/seasons/open", {**OPENING, **wrong}, by)

    assert refusal(answer) == (422, [(code, field)])
    assert Competition.objects.count() == 1


def test_a_change_is_previewed_and_made_once_under_its_key(club, season, by):
    people = [factories.make_player(club, name) for name in ("Anna", "Bert")]
    factories.import_evening(season, {people[0]: {"points": 100}, people[1]: {"points": 50}})
    change, key = {"counts": {"least": 2}}, {"Idempotency-Key": str(uuid4())}

    preview = send(f"seasons/{season.pk}/change", {**change, "preview": True}, by)

    assert [(move["name"], move["points"], move["rank"]) for move in preview.json()["moves"]] == [
        ("Anna", [100, 100], [1, None]),
        ("Bert", [50, 50], [2, None]),
    ]
    assert not SeasonAct.objects.exists()

    assert send(f"seasons/{season.pk}/change", change, {**by, **key}).status_code == 200
    factories.settle(season, Counts(best=1))
    assert send(f"seasons/{season.pk}/change", change, {**by, **key}).status_code == 200
    season.refresh_from_db()
    assert season.settings == {"best": 1}
    other = send(f"seasons/{season.pk}/change", {"counts": {"least": 3}}, {**by, **key})
    assert (other.status_code, other.json()["code"]) == (409, "key_used")


def test_the_same_tie_breaks_again_are_no_change(season):
    for _time in range(2):
        factories.settle(season, Counts(tie_breaks=("won",)))
        season.refresh_from_db()

    assert SeasonAct.objects.count() == 1
