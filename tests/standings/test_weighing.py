"""The games of a season weighed against each other: what is recorded, what a change makes of it, what is shown."""

import csv
import re
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.common.errors import Refused
from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild
from scorekeeper.standings.models import Competition, Result, SeasonAct, SeasonTally
from scorekeeper.standings.records import SeasonChange, SeasonOpening
from scorekeeper.standings.selectors.rounds import settings_moves
from scorekeeper.standings.services import (
    Change,
    Source,
    apply,
    change_season,
    considered,
    open_season,
    seal,
)
from tests import factories
from tests.factories import NOW
from tests.rows import discrepancies, undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db

TRUCO = {"truco": "three_a_win"}


def opened(club, name="Both", **factors):
    asked = SeasonOpening(name=name, game="skat", system="seeger_fabian", others=TRUCO, factors=factors)
    return open_season(asked, club=club, by=factories.owner_of(club), now=NOW)


def weigh(season, **factors):
    return change_season(SeasonChange(factors=factors), competition=season, by=factories.owner_of(season.club), now=NOW)


def sums(season):
    """Points and official points of each, by name."""
    rows = SeasonTally.objects.filter(competition=season).order_by("player__name")
    return {name: rest for name, *rest in rows.values_list("player__name", "points", "official_points")}


@pytest.fixture
def mixed(club):
    """A list of Skat that is signed, and an open match of Truco, in a season where Truco counts 300-fold."""
    season, two = opened(club, truco=300), [factories.make_player(club, name) for name in ("Anna", "Bert")]
    skat = factories.make_sitting(club, players=[*two, factories.make_player(club, "Cora")], seasons=[season])
    factories.record(skat, factories.played(0))
    factories.finish(skat)
    source = Source(uuid4(), club.pk, NOW.date(), "truco")
    apply([season], source, [Change(two[1].pk, {"won": 1, "hands": 9}, {"won": 1, "hands": 9})])
    return season


def test_what_is_recorded_counts_by_its_factor(club):
    season = opened(club, skat=2, truco=300)
    sitting = factories.make_sitting(club, seasons=[season])

    hand = factories.record(sitting, factories.played(0)).hand
    by_hand = dict(Result.objects.values_list("player", "points"))
    factories.correct(hand, factories.played(1))

    first, second = (seat.player_id for seat in factories.seats_of(sitting)[:2])
    assert by_hand[first] == 2 * 74
    assert Result.objects.get(player=second).points == 2 * 74
    assert discrepancies() == []
    Result.objects.update(points=1)
    SeasonTally.objects.update(points=1)
    assert [*rebuild(Rebuilt(), write=True)] != []
    assert discrepancies() == []


def test_other_factors_count_for_what_was_played_and_the_preview_said_so(mixed):
    before = sums(mixed)
    changed = considered(
        SeasonChange(factors={"skat": 10, "truco": 7}), competition=Competition.objects.get(pk=mixed.pk)
    )

    moves = {one.name: (one.points_before, one.points_after) for one in settings_moves(mixed, changed)}
    weigh(mixed, skat=10, truco=7)

    after = sums(mixed)
    assert before == {"Anna": [74, 74], "Bert": [900, 0], "Cora": [0, 0]}
    assert after == {"Anna": [740, 740], "Bert": [21, 0], "Cora": [0, 0]}
    assert moves == {"Anna": (74, 740), "Bert": (900, 21)}
    assert SeasonAct.objects.get().detail == {"factors": [{"truco": 300}, {"skat": 10, "truco": 7}]}


@settings(max_examples=examples(6, part=10))
@given(
    moves=st.lists(
        st.tuples(st.sampled_from(["skat", "truco"]), st.integers(0, 2), st.integers(-5, 5), st.booleans()), max_size=6
    ),
    factors=st.lists(
        st.fixed_dictionaries({"skat": st.integers(1, 400), "truco": st.integers(1, 400)}), min_size=1, max_size=3
    ),
)
def test_weighed_afterwards_is_weighed_at_once(moves, factors):
    with undone():
        club = factories.make_club()
        players = [factories.make_player(club, name) for name in "abc"]
        later, at_once = opened(club, "Later"), opened(club, "At once", **factors[-1])
        for game, who, won, sealed in moves:
            source, took = Source(uuid4(), club.pk, NOW.date(), game), {"won": won} if won else {"hands": 1}
            apply([later, at_once], source, [Change(players[who].pk, took, took)])
            if sealed:
                seal([later, at_once], source, sealed=True)

        for these in factors:
            weigh(later, **these)

        assert sums(later) == sums(at_once)


@pytest.mark.both_engines("locks rows", "standings.services.posting")
@pytest.mark.parametrize(
    ("others", "factors", "expected"),
    [
        (TRUCO, {"truco": 0}, "factor_range"),
        (TRUCO, {"skat": -3}, "factor_range"),
        (TRUCO, {"truco": 10_001}, "factor_range"),
        (TRUCO, {"tonk": 5}, "factor_game"),
        ({}, {"skat": 5}, "factor_alone"),
    ],
)
def test_factors_that_cannot_be_are_refused(club, others, factors, expected):
    season = factories.make_season(club, "One")
    by, asked = factories.owner_of(club), {"name": "Other", "others": others, "factors": factors}
    opening = SeasonOpening(game="skat", system="classic", **asked)

    for write in (
        lambda: open_season(opening, club=club, by=by, now=NOW),
        lambda: change_season(SeasonChange(**asked), competition=season, by=by, now=NOW),
    ):
        with pytest.raises(Refused) as caught:
            write()
        assert [problem.code for problem in caught.value.problems] == [expected]


@pytest.mark.both_engines("locks rows", "standings.services.seasons")
def test_an_old_list_of_a_weighed_game_counts_by_its_factor(club):
    season, anna = opened(club, skat=3), factories.make_player(club, "Anna")

    factories.import_evening(season, {anna: {"points": 100}})
    weigh(season, skat=5)

    assert sums(season) == {"Anna": [500, 500]}
    assert discrepancies() == []


def test_pages_files_and_programs_say_how_games_are_weighed(client, mixed):
    client.force_login(factories.owner_of(mixed.club))
    at = f"/seasons/{mixed.pk}/"
    bert = mixed.club.players.get(name="Bert")

    page = client.get(at, {"why": str(bert.pk)}).content.decode()
    told = client.get(f"/api/v1{at}standings").json()
    rows = [*csv.DictReader(client.get(at, {"as": "csv"}).content.decode().removeprefix("\ufeff").splitlines())]

    assert re.search(r" ×\xa0300\.\s+As of", page)
    assert "Ties, by the usual rules: " in page
    assert "3 × 300 <b>= 900</b>" in page
    assert told["factors"] == {"skat": 1, "truco": 300}
    assert {row["Player"]: row["Truco ×\xa0300"] for row in rows} == {"Anna": "0", "Bert": "900", "Cora": "0"}


def test_a_director_weighs_games_after_seeing_what_it_moves(client, mixed):
    client.force_login(factories.owner_of(mixed.club))
    at = f"/seasons/{mixed.pk}/change/"
    sent = {"name": mixed.name, "others": ["truco:three_a_win"], "factor_skat": "2", "factor_truco": "1"}

    shown = client.post(at, sent)
    unchanged = sums(mixed)["Anna"]
    client.post(at, {**sent, "save": "1"})
    log = client.get(f"/seasons/{mixed.pk}/log/")
    copied = client.get(f"/clubs/{mixed.club_id}/seasons/new/", {"like": str(mixed.pk)})

    assert "148" in shown.content.decode().partition('id="moves"')[2].partition("</table>")[0]
    assert (unchanged, sums(mixed)["Anna"]) == ([74, 74], [148, 148])
    assert "×\xa02" in log.content.decode()
    assert 'name="factor_skat" value="2"' in copied.content.decode()


@pytest.mark.parametrize(("field", "value"), [("factor_truco", "0"), ("factor_tonk", "3"), ("factor_skat", "1.5")])
def test_a_factor_that_cannot_be_is_said_at_its_field(client, mixed, field, value):
    client.force_login(factories.owner_of(mixed.club))
    sent = {"name": mixed.name, "others": ["truco:three_a_win"], field: value}

    answer = client.post(f"/seasons/{mixed.pk}/change/", sent)

    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode()
