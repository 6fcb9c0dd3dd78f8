"""Results and standings move by differences and stay the sums they should be."""

from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.common.errors import Refused
from scorekeeper.standings.models import Result, SeasonTally
from scorekeeper.standings.records import SeasonOpening
from scorekeeper.standings.services import Change, Source, added, apply, end_season, open_season, seal
from tests import factories
from tests.rows import undone
from tests.strategies import examples

pytestmark = pytest.mark.django_db

DAY = date(2026, 9, 4)


def sums(season):
    """{player: (recorded, official)}, each (points, measures, sources)."""
    return {
        row.player_id: (
            (row.points, row.measures, row.sources),
            (row.official_points, row.official_measures, row.official_sources),
        )
        for row in SeasonTally.objects.filter(competition=season)
    }


def source(club):
    return Source(uuid4(), club.pk, DAY)


def test_first_hand_makes_result_and_standing(club):
    season, player, evening = factories.make_season(club), factories.make_player(club), source(club)

    apply([season], evening, [Change(player.pk, {"points": 24, "won": 1}, {"points": 24, "won": 1})])

    assert sums(season) == {player.pk: ((74, {"points": 24, "won": 1}, 1), (0, {}, 0))}
    assert list(Result.objects.values_list("source", "player", "points", "is_sealed", "played_on")) == [
        (evening.id, player.pk, 74, False, DAY)
    ]


def test_source_whose_last_hand_is_struck_no_longer_counts(club):
    season, player, evening = factories.make_season(club), factories.make_player(club), source(club)
    apply([season], evening, [Change(player.pk, {"hands": 1}, {"hands": 1})])

    apply([season], evening, [Change(player.pk, {}, {"hands": -1})])

    assert sums(season) == {player.pk: ((0, {}, 0), (0, {}, 0))}


def test_sealing_twice_is_sealing_once(club):
    season, player, evening = factories.make_season(club), factories.make_player(club), source(club)
    apply([season], evening, [Change(player.pk, {"points": 7}, {"points": 7})])

    for _time in range(2):
        seal([season], evening, sealed=True)
    sealed = sums(season)
    for _time in range(2):
        seal([season], evening, sealed=False)

    assert sealed == {player.pk: ((7, {"points": 7}, 1), (7, {"points": 7}, 1))}
    assert sums(season) == {player.pk: ((7, {"points": 7}, 1), (0, {}, 0))}


@settings(max_examples=examples(8, part=10))
@given(
    moves=st.lists(
        st.tuples(
            st.integers(0, 2),
            st.integers(0, 2),
            st.dictionaries(st.sampled_from(["points", "won", "lost"]), st.integers(-3, 3), max_size=3),
            st.sampled_from(["", "", "seal", "unseal"]),
        ),
        max_size=10,
    )
)
def test_standings_are_the_sums_of_the_newest_results(moves):
    with undone():
        club = factories.make_club()
        seasons = [factories.make_season(club, system=system) for system in ("seeger_fabian", "classic")]
        players = [factories.make_player(club) for _player in range(3)]
        sources = [source(club) for _source in range(3)]
        now, sealed = {}, set()

        for at, who, drawn, act in moves:
            moved = added(drawn, {})
            if at not in sealed and moved:
                now[at, who] = added(now.get((at, who), {}), moved)
                apply(seasons, sources[at], [Change(players[who].pk, now[at, who], moved)])
            if act:
                seal(seasons, sources[at], sealed=act == "seal")
                sealed = sealed | {at} if act == "seal" else sealed - {at}

        for season in seasons:
            assert sums(season) == {
                players[who].pk: (folded(season, now, who, range(3)), folded(season, now, who, sealed))
                for who in {who for _at, who in now}
            }


def folded(season, now, who, counting):
    """(points, measures, sources) of a player from what each counting source has brought."""
    brought = [measures for (at, player), measures in now.items() if player == who and at in counting]
    total = {}
    for measures in brought:
        total = added(total, measures)
    return season.points(total), total, sum(bool(measures) for measures in brought)


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"name": " "}, ["name_missing"]),
        ({"name": "Autumn"}, ["name_taken"]),
        ({"game": "canasta"}, ["game_unknown"]),
        ({"system": "best"}, ["system_unknown"]),
        ({"name": "Autumn", "game": "canasta"}, ["name_taken", "game_unknown"]),
    ],
)
def test_season_that_cannot_be_is_refused(club, owner, wrong, expected):
    factories.make_season(club, "Autumn")
    wanted = {"name": "Winter", "game": "skat", "system": "seeger_fabian", **wrong}

    with pytest.raises(Refused) as caught:
        open_season(SeasonOpening(**wanted), club=club, by=owner, now=factories.NOW)

    assert [problem.code for problem in caught.value.problems] == expected


@pytest.mark.parametrize("role", ["scorer", "member"])
def test_only_directors_make_and_end_seasons(club, role):
    member, season = factories.make_member(club, role), factories.make_season(club)
    opening = SeasonOpening(name="Winter", game="skat", system="classic")

    with pytest.raises(PermissionDenied):
        open_season(opening, club=club, by=member, now=factories.NOW)
    with pytest.raises(PermissionDenied):
        end_season(competition=season, by=member, now=factories.NOW)


def test_season_ends_once(club):
    season = factories.make_season(club)
    director = factories.make_member(club, "director")

    end_season(competition=season, by=director, now=factories.NOW)
    end_season(competition=season, by=director, now=factories.at(60))

    season.refresh_from_db()
    assert (season.ended_at, season.revision) == (factories.NOW, 2)
