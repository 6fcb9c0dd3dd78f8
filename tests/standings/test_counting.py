"""Which results count, and what they come to: pure, so tried with whatever may come."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from games import all_games
from scorekeeper.standings.counting import (
    SPECIAL,
    Brought,
    Counts,
    account,
    as_one,
    evenings_won,
    meetings,
    parted,
    sheets,
    table_of,
)
from scorekeeper.standings.models import shared_measures
from scorekeeper.standings.ranking import Sheet

DAY = date(2026, 9, 4)


def brought(points: int, evening: int = 0, table: int = 0, **measures: int) -> Brought:
    return Brought(points, {"hands": 10, **measures}, UUID(int=100 * evening + table + 1), DAY + timedelta(evening))


def points_of(results):
    return [one.points for one in results]


def test_everything_counts_at_first():
    assert points_of(parted([brought(5), brought(-3, 1)], Counts())[0]) == [5, -3]


def test_a_single_result_comes_to_what_it_would_beside_one_of_nothing():
    nothing = Brought(0, {}, many=0)
    for one in (
        brought(5, won=3, lost=0),
        Brought(-7, {"won": -1, "hands": 4}, is_sealed=False, many=3),
        Brought(0, {"lost": 0}),
        Brought(9, {}),
    ):
        for counts in (Counts(), Counts(best=1), Counts(drop=1), Counts(least=2)):
            assert account([one], 4, counts, 2) == account([one, nothing], 4, counts, 2)


def test_the_best_evenings_count_with_all_their_sheets():
    results = [brought(50, 0), brought(-20, 0, 1), brought(40, 1), brought(10, 2)]

    counted, dropped = parted(results, Counts(best=2))

    assert (points_of(counted), points_of(dropped)) == ([50, -20, 40], [10])


def test_the_best_sheets_count_each_for_itself():
    results = [brought(50, 0), brought(-20, 0, 1), brought(40, 1), brought(10, 2)]

    assert points_of(parted(results, Counts(best=2, by="sheet"))[0]) == [50, 40]


def test_one_result_always_stays():
    assert points_of(parted([brought(-5), brought(-9, 1)], Counts(drop=4))[0]) == [-5]


def test_of_equal_results_the_earlier_counts():
    counted, dropped = parted([brought(7, 3), brought(7, 1)], Counts(best=1))

    assert (counted[0].day, dropped[0].day) == (DAY + timedelta(1), DAY + timedelta(3))


def test_who_played_too_little_is_listed_with_what_they_lack():
    held = {"a": [brought(5), brought(5, 1)], "b": [brought(90)], "c": [brought(100)], "d": []}

    found = table_of(held, {}, Counts(least=2), ())

    assert [row.row for row in found.ranked] == ["a"]
    assert list(found.lacking.items()) == [("c", 1), ("b", 1)]
    assert "d" not in found.accounts


def test_hands_may_be_what_is_asked_for():
    held = {"a": [brought(5), brought(5, 1)], "b": [brought(90)]}

    assert table_of(held, {}, Counts(least=15, least_of="hands"), ()).lacking == {"b": 5}


def test_dropped_results_count_for_being_there():
    found = account([brought(5), brought(9, 1)], 0, Counts(best=1))

    assert (found.points, found.sheets, found.evenings, found.hands) == (9, 1, 2, 20)


def test_a_bonus_moves_the_total_and_no_tie_break():
    held = {"a": [brought(5, won=1)], "b": [brought(9, won=2)]}

    found = table_of(held, {"a": 4}, Counts(), (("won", 1),))

    assert [(row.row, row.rank, row.decided_by) for row in found.ranked] == [("b", 1, None), ("a", 2, "won")]
    assert found.accounts["a"].bonus == 4


def test_special_tie_breaks():
    held = {
        "a": [brought(10, 0), brought(0, 1), brought(2, 2, 1)],
        "b": [brought(4, 0), brought(6, 1), brought(2, 2, 1)],
    }

    def order(*names):
        found = table_of(held, {}, Counts(tie_breaks=names), [(name, 1) for name in names])
        return [(row.row, row.decided_by) for row in found.ranked]

    assert order("evenings") == [("a", None), ("b", None)]
    assert order("evenings_won") == [("a", None), ("b", None)]
    assert order("evenings_won", "best_evening") == [("a", None), ("b", "best_evening")]
    assert order("direct_encounter", "best_evening")[1] == ("b", "best_evening")


def test_direct_encounter_decides_by_the_tables_where_both_sat():
    held = {"a": [brought(3, 0, 1), brought(1, 1)], "b": [brought(1, 0, 1), brought(3, 1, 1)]}

    found = table_of(held, {}, Counts(tie_breaks=("direct_encounter",)), [("direct_encounter", 1)])

    assert [(row.row, row.rank, row.decided_by) for row in found.ranked] == [
        ("a", 1, None),
        ("b", 2, "direct_encounter"),
    ]


def test_sums_are_enough_unless_single_results_are_asked():
    sums = [Counts(), Counts(least=3, least_of="hands"), Counts(least_of="evenings"), Counts(tie_breaks=("won",))]
    singly = [Counts(best=1), Counts(drop=1), Counts(least=3), Counts(tie_breaks=("won", "buchholz"))]

    assert [one.asks_each_result for one in (*sums, *singly)] == [False] * 4 + [True] * 4


def test_sums_of_sheets_are_one_that_says_of_how_many():
    results = [brought(5, won=1, lost=1), brought(-2, 1, lost=2)._replace(is_sealed=False, many=3)]

    assert as_one(results) == Brought(3, {"hands": 20, "lost": 3, "won": 1}, is_sealed=False, many=4)


def test_points_without_a_sheet_are_no_meeting_no_game_and_win_no_evening():
    fine = Brought(-9, {}, UUID(int=1), DAY)
    held = {"a": [brought(3), fine], "b": [brought(1), Brought(9, {}, None, DAY)]}

    assert evenings_won(held) == {"a": 1}
    assert meetings(held) == [{"a": 3, "b": 1}]
    assert sheets(held, {}) == [Sheet(UUID(int=1), "", {"a": (3, {"hands": 10}), "b": (1, {"hands": 10})}, set())]


def test_two_lines_of_one_sheet_are_what_it_brought():
    held = {"a": [brought(3, won=1), brought(-5, lost=1)], "b": [brought(4, won=1)]}

    (sheet,) = sheets(held, table_of(held, {}, Counts(), ()).accounts)

    assert sheet.took == {"a": (-2, {"hands": 20, "lost": 1, "won": 1}), "b": (4, {"hands": 10, "won": 1})}


def test_no_game_measures_what_a_season_knows_itself():
    assert not {measure for game in all_games().values() for measure in game.measures} & {*SPECIAL}
    assert all("hands" in game.measures for game in all_games().values())


def test_a_mix_breaks_ties_by_what_all_its_games_count():
    plays = all_games()

    assert shared_measures([plays["skat"]]) == {"won": 1, "lost": -1}
    assert shared_measures([plays["skat"], plays["svoi_kozyri"]]) == {"won": 1, "lost": -1}
    assert shared_measures([plays["truco"], plays["skat"]]) == {"won": 1}
    assert shared_measures([plays["tonk"], plays["palace_poker"]]) == {"won": 1}


def test_settings_are_kept_as_far_as_they_differ():
    counts = Counts(best=6, least=3, tie_breaks=("won", "direct_encounter"))

    assert Counts().kept == {}
    assert Counts.read(counts.kept) == counts
    assert Counts.read({**counts.kept, "tie_breaks": ["won", "direct_encounter"]}) == counts


results_of_one = st.lists(
    st.builds(brought, st.integers(-9, 9), st.integers(0, 5), st.integers(0, 1)),
    max_size=7,
    unique_by=lambda b: b.source,
)
choosing = st.builds(
    Counts,
    best=st.just(0),
    drop=st.integers(0, 4),
    by=st.sampled_from(["evening", "sheet"]),
    least=st.integers(0, 3),
) | st.builds(Counts, best=st.integers(0, 4), by=st.sampled_from(["evening", "sheet"]))


@given(results_of_one, choosing)
def test_no_other_choice_of_so_many_is_worth_more(results, counts):
    counted, dropped = parted(results, counts)

    assert sorted(map(str, [*counted, *dropped])) == sorted(map(str, results))
    units = {}
    for one in results:
        units.setdefault(one.day if counts.by == "evening" else one.source, []).append(one.points)
    sums = [sum(points) for points in units.values()]
    many = min(counts.best or max(len(sums) - counts.drop, 1), len(sums))
    assert sum(points_of(counted)) == max((sum(some) for some in combinations(sums, many)), default=0)


@given(st.dictionaries(st.sampled_from("abcd"), results_of_one), choosing, st.sampled_from(["", *SPECIAL, "won"]))
def test_a_table_has_everybody_once_and_a_worse_result_helps_nobody(held, counts, tie):
    counts = replace(counts, tie_breaks=(tie,) if tie else ())
    found = table_of(held, {}, counts, [(name, 1) for name in counts.tie_breaks])

    played = {person for person, results in held.items() if results}
    assert {row.row for row in found.ranked} | set(found.lacking) == played == set(found.accounts)
    assert not found.ranks.keys() & found.lacking.keys()
    for row in found.ranked:
        better = [other for other in found.ranked if found.accounts[other.row].points > found.accounts[row.row].points]
        assert row.rank > len(better)
    assert sum(evenings_won(held).values()) >= len({one.day for results in held.values() for one in results})
    assert all(len(meeting) > 1 for meeting in meetings(held))
    if found.ranked and not counts.tie_breaks:
        last = found.ranked[-1].row
        worse = {**held, last: [*(one._replace(points=one.points - 1) for one in held[last])]}
        assert table_of(worse, {}, counts, ()).ranks[last] >= found.ranks[last]
