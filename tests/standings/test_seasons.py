"""What directors may do to a season: games, settings, bonuses; what it moves, and what proves it."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.formats import date_format

from scorekeeper.clubs.models import Role
from scorekeeper.common.append_only import unprotect
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.models import Competition, Result, SeasonAct
from scorekeeper.standings.records import SeasonBonus, SeasonChange, SeasonCounts, SeasonOpening, SeasonTakingBack
from scorekeeper.standings.selectors.rounds import MOST_ROUNDS, ROW, WIDTH, race, rounds, settings_moves
from scorekeeper.standings.selectors.table import MOST_DAYS, book_of, evenings, lines
from scorekeeper.standings.selectors.why import why
from scorekeeper.standings.services import (
    Change,
    Source,
    apply,
    change_season,
    end_season,
    give_bonus,
    open_season,
    take_back_bonus,
)
from tests import factories
from tests.factories import NOW
from tests.reading_pages import grid
from tests.rows import discrepancies

pytestmark = pytest.mark.django_db


def problems(error):
    return [problem.code for problem in error.value.problems]


@pytest.fixture
def season(club):
    return factories.make_season(club)


@pytest.fixture
def four(club):
    return [factories.make_player(club, name) for name in ("Anna", "Bert", "Cora", "Dirk")]


def evening(season, day, **points):
    """One sheet of one day, in classic points: {player: points} by name."""
    book = {player.name: player for player in season.club.players.all()}
    source = Source(uuid4(), season.club_id, NOW.date() + timedelta(days=day), season.game)
    changes = [
        Change(book[name].pk, {"points": p, "hands": 12}, {"points": p, "hands": 12}) for name, p in points.items()
    ]
    apply([season], source, changes)
    return source


def ranks(season, **more):
    book = book_of(season, **more)
    return {book.names[person]: rank for person, rank in book.table().ranks.items()}


def settings(season, **counts):
    change = SeasonChange(counts=SeasonCounts(**counts))
    return change_season(change, competition=season, by=factories.owner_of(season.club), now=NOW)


@pytest.fixture
def played(season, four):
    evening(season, 0, Anna=100, Bert=60, Cora=10)
    evening(season, 7, Anna=-80, Bert=50, Dirk=500)
    evening(season, 14, Anna=90, Bert=55, Cora=120)
    return season


def test_a_season_may_drop_and_ask_for_attendance(played):
    assert ranks(played) == {"Dirk": 1, "Bert": 2, "Cora": 3, "Anna": 4}

    changed = settings(played, best=2, least=2)

    assert ranks(changed) == {"Anna": 1, "Cora": 2, "Bert": 3}
    found = lines(changed, official=False)
    assert [(line.name, missing) for line, missing in found.lacking] == [("Dirk", 1)]
    anna = found.ranked[0].row
    chain = why(changed, found, anna.player_id, official=False)
    assert [(part.result.points, part.is_dropped) for part in chain.parts] == [(90, False), (-80, True), (100, False)]
    assert sum(part.result.points for part in chain.parts if not part.is_dropped) == anna.points == 190
    cells = evenings(found, official=False).cells[anna.player_id]
    assert [cells[day].is_dropped for day in sorted(cells)] == [False, True, False]


def test_an_evening_is_marked_as_dropped_only_where_nothing_of_it_counts(season, four):
    evening(season, 0, Anna=10)
    evening(season, 0, Anna=-50)
    evening(season, 7, Anna=20)
    evening(season, 14, Anna=-5)
    anna = four[0].pk

    found = {
        by: evenings(lines(settings(season, by=by, drop=2), official=False), official=False).cells[anna]
        for by in ("sheet", "evening")
    }

    marks = {by: [cells[day].is_dropped for day in sorted(cells)] for by, cells in found.items()}
    assert marks == {"sheet": [False, False, True], "evening": [True, False, True]}


def test_what_settings_would_move_is_what_they_move(played):
    wanted = Competition.objects.get(pk=played.pk)
    wanted.settings = Counts(drop=1).kept

    moves = {one.name: (one.rank_before, one.rank_after) for one in settings_moves(played, wanted)}
    before, after = ranks(played), ranks(settings(played, drop=1))

    assert moves == {name: (before[name], after[name]) for name in before if name != "Dirk"}


def bonus(player, points, reason):
    return SeasonBonus.read({"player": player, "points": points, "reason": reason})


def test_bonuses_count_until_they_are_taken_back(played, four):
    owner = factories.owner_of(played.club)
    bert, key = four[1], uuid4()

    given = give_bonus(bonus(bert.pk, -45, "came late"), competition=played, by=owner, key=key, now=NOW)
    again = give_bonus(bonus(bert.pk, -45, "came late"), competition=played, by=owner, key=key, now=NOW)
    fined = lines(Competition.objects.get(pk=played.pk), official=False)
    back = [
        take_back_bonus(SeasonTakingBack(reason="it was the train"), season_act=given, by=owner, key=uuid4(), now=NOW)
        for _time in "12"
    ]

    assert given == again
    assert back[0] == back[1]
    account = fined.book.table().accounts[bert.pk]
    assert (account.points, account.brought, account.bonus) == (120, 165, -45)
    assert book_of(Competition.objects.get(pk=played.pk)).table().accounts[bert.pk].points == 165
    assert SeasonAct.objects.count() == 2
    assert back[0].points == 45
    assert [one for one in discrepancies() if "what directors did" in one] == []
    with pytest.raises(Conflict):
        give_bonus(bonus(bert.pk, -99, "came late"), competition=played, by=owner, key=key, now=NOW)


@pytest.mark.parametrize(
    ("points", "reason", "who", "expected"),
    [
        (0, "x", 0, "points_missing"),
        (10**12, "x", 0, "points_too_many"),
        (5, " ", 0, "reason_missing"),
        (5, "x" * 300, 0, "reason_too_long"),
        (5, "x", 4, "player_unknown"),
    ],
)
def test_a_bonus_that_cannot_be_is_refused(played, four, points, reason, who, expected):
    people, owner = [*four, factories.make_player(played.club, "Emil")], factories.owner_of(played.club)

    with pytest.raises(Refused) as error:
        give_bonus(bonus(people[who].pk, points, reason), competition=played, by=owner, key=uuid4(), now=NOW)

    assert problems(error) == [expected]
    assert not SeasonAct.objects.exists()


def test_only_directors_give_and_change(played, four):
    scorer = factories.make_member(played.club, Role.SCORER)

    with pytest.raises(PermissionDenied):
        give_bonus(bonus(four[0].pk, 5, "x"), competition=played, by=scorer, key=uuid4(), now=NOW)
    with pytest.raises(PermissionDenied):
        change_season(SeasonChange(name="Other"), competition=played, by=scorer, now=NOW)


def test_an_ended_season_is_read_only(played, four):
    owner = factories.owner_of(played.club)
    given = give_bonus(bonus(four[0].pk, 5, "x"), competition=played, by=owner, key=uuid4(), now=NOW)
    end_season(competition=played, by=owner, now=NOW)

    for write in (
        lambda: give_bonus(bonus(four[0].pk, 5, "y"), competition=played, by=owner, key=uuid4(), now=NOW),
        lambda: take_back_bonus(SeasonTakingBack(reason="y"), season_act=given, by=owner, key=uuid4(), now=NOW),
        lambda: settings(played, best=1),
    ):
        with pytest.raises(Refused) as error:
            write()
        assert problems(error) == ["season_ended"]


@pytest.mark.parametrize(
    ("first", "others", "counts", "expected"),
    [
        (("skat", "classic"), {"tonk": "net"}, {}, "season_amounts"),
        (("tonk", "net"), {"skat": "classic"}, {}, "season_amounts"),
        (("skat", "classic"), {"canasta": "net"}, {}, "system_unknown"),
        (("skat", "classic"), {"tonk": "won"}, {"tie_breaks": ("net",)}, "tie_break_unknown"),
        (("skat", "classic"), {}, {"tie_breaks": ("won", "won")}, "tie_break_unknown"),
        (("skat", "classic"), {}, {"best": 2, "drop": 1}, "best_or_drop"),
        (("skat", "classic"), {}, {"best": 100}, "number_range"),
    ],
)
def test_settings_that_cannot_be_are_refused(club, first, others, counts, expected):
    asked = {"name": "Mix", "game": first[0], "system": first[1], "others": others, "counts": counts}

    with pytest.raises(Refused) as error:
        open_season(SeasonOpening.read(asked), club=club, by=factories.owner_of(club), now=NOW)

    assert problems(error) == [expected]


def test_a_season_of_several_games_counts_each_by_its_own_system(club):
    asked = SeasonOpening(name="Mix", game="skat", system="seeger_fabian", others={"tonk": "won"})
    season = open_season(asked, club=club, by=factories.owner_of(club), now=NOW)
    people = [factories.make_player(club) for _player in range(3)]
    skat = factories.make_sitting(club, players=people, seasons=[season])
    factories.record(skat, factories.played(0))
    tonk = factories.make_sitting(club, players=people, game="tonk", seasons=[season], rules={"stake": 1, "unit": "€"})
    factories.record(tonk, {"kind": "discard_out", "by": 0})

    with pytest.raises(Refused):
        factories.make_sitting(club, players=people, game="svoi_kozyri", seasons=[season])

    account = book_of(season).table().accounts[people[0].pk]
    assert account.points == 74 + 1
    assert account.measures["won"] == 2
    assert set(Result.objects.values_list("game", flat=True)) == {"skat", "tonk"}
    assert season.tie_breaks == [("won", 1)]
    assert discrepancies() == []
    Result.objects.update(points=0)
    assert len([*rebuild(Rebuilt(), write=True)]) > 0
    assert discrepancies() == []


def test_games_of_a_season_are_added_and_never_changed(club):
    season = factories.make_season(club)
    by = factories.owner_of(club)
    allowed = {"truco": "two_a_win", "tonk": "won"}

    def change(others):
        change_season(SeasonChange(others=others), competition=season, by=by, now=NOW)

    change({"truco": "games"})
    change({"truco": "two_a_win"})
    factories.make_sitting(club, seasons=[season])
    change(allowed)

    for others in ({}, {"truco": "games", "tonk": "won"}, {"tonk": "won"}):
        with pytest.raises(Refused) as error:
            change(others)
        assert problems(error) == ["games_fixed"]
    change(allowed)
    assert SeasonAct.objects.count() == 3  # what changes nothing is not written down
    assert discrepancies() == []


@pytest.mark.parametrize("column", ["points", "reason", "hash"])
def test_what_was_changed_afterwards_is_found(played, four, column):
    by = factories.owner_of(played.club)
    for number in range(3):
        give_bonus(
            bonus(four[0].pk, 5 + number, "x"),
            competition=played,
            by=by,
            key=uuid4(),
            now=NOW,
        )
    of_acts = lambda: [one for one in discrepancies() if "directors" in one]  # noqa: E731
    assert of_acts() == []

    unprotect(connection, ["standings_seasonact"])
    SeasonAct.objects.filter(seq=2).update(**{column: 7 if column == "points" else "changed"})

    assert len(of_acts()) == 1


def test_results_of_merged_lines_are_dropped_as_one_persons(played, four):
    anna, _bert, _cora, dirk = four
    season = settings(played, best=2, least=3)
    merge_players(Merging(kept=anna.pk), club=played.club, by=factories.owner_of(played.club), gone=dirk.pk, now=NOW)

    table = book_of(season).table()

    assert table.ranks == {anna.pk: 1, four[1].pk: 2}
    assert table.accounts[anna.pk].points == (500 - 80) + 100  # two sheets of one evening are one result


def test_each_figure_of_the_page_stands_in_its_row_under_its_heading(client, played, four):
    factories.give(played, four[1], -45, reason="came late")
    Result.objects.filter(competition=played, played_on=NOW.date() + timedelta(days=7)).update(is_sealed=True)
    client.force_login(factories.owner_of(played.club))
    address = reverse("season_detail", args=[played.pk])

    table = grid(client.get(address), "Standing of")
    settings(Competition.objects.get(pk=played.pk), best=1)
    best = grid(client.get(address), "Standing of")

    days = ["4 Sep", "11 Sep", "18 Sep"]
    newest = {"4 Sep": "100, not official yet", "11 Sep": "-80", "18 Sep": "90, not official yet"}
    anna = table.row("Anna")
    assert [head for head in table.heads if head in days] == days
    assert {day: anna[day] for day in days} == newest
    assert (anna["Sheets"], anna["Points"]) == ("3", "110, not all official yet")
    assert {name: table.cell(name, "Bonus") for name in ("Anna", "Bert")} == {"Anna": "–", "Bert": "-45"}
    assert table.cell("Dirk", "18 Sep") == "–"
    assert table.column("Points") == [f"{points}, not all official yet" for points in (500, 130, 120, 110)]
    assert [rank[0] for rank in table.column("Rank")] == ["1", "2", "3", "4"]
    assert [best.cell("Anna", day) for day in days] == ["100, not official yet", "-80, dropped", "90, dropped"]


def test_movement_is_against_the_evening_before(played):
    sums = evenings(lines(played, official=False), official=False)
    chosen = settings(played, tie_breaks=("evenings",))
    each = evenings(lines(chosen, official=False), official=False)

    names = {player.pk: player.name for player in played.club.players.all()}
    before = {names[pk]: rank for pk, rank in sums.ranks_before.items()}
    assert before == {"Dirk": 1, "Bert": 2, "Anna": 3, "Cora": 4}
    assert each.ranks_before == sums.ranks_before
    assert each.days == sums.days


def test_ranks_after_each_evening(played):
    found = rounds(played, official=False)

    assert {one.name: one.ranks for one in found.courses} == {
        "Anna": (1, 3, 4),
        "Bert": (2, 2, 2),
        "Cora": (3, 4, 3),
        "Dirk": (None, 1, 1),
    }
    assert rounds(played, official=True).courses == []


def test_a_race_has_everybodys_points_and_place_after_each_evening(played, django_assert_num_queries):
    with django_assert_num_queries(3):
        found = race(played, official=False)

    ranks = {one.name: one.ranks for one in rounds(played, official=False).courses}
    assert {
        one.name: tuple(None if place is None else place + 1 for place in one.places) for one in found.runners
    } == ranks
    now = {line.name: line.points for line in lines(played, official=False).all_of_them}
    assert {one.name: one.points[-1] for one in found.runners} == now
    assert len(found.frames) == len(found.days)


def test_bars_of_a_race_stay_in_their_frame(played):
    found = race(played, official=False)

    bars = found.bars()

    assert [bar.is_lit for bar in bars] == [True, *[False] * (len(bars) - 1)]
    assert all(x >= 0 and x + width <= WIDTH + 0.2 for bar in bars for x, width in zip(bar.x, bar.width, strict=True))
    assert sorted(bar.y[-1] for bar in bars) == [place * ROW for place in range(len(bars))]


def queries(read):
    with CaptureQueriesContext(connection) as captured:
        read()
    return len(captured)


@pytest.mark.parametrize("counts", [{}, {"best": 2}, {"least": 2, "tie_breaks": ("direct_encounter", "best_evening")}])
def test_a_table_costs_the_same_statements_whatever_was_played(club, client, counts):
    client.force_login(factories.owner_of(club))
    costs = []
    for size, days in ((3, 2), (12, 9)):
        season = factories.make_season(club)
        names = [f"{season.name} {number}" for number in range(size)]
        people = [factories.make_player(club, name) for name in names]
        for day in range(days):
            evening(season, day, **{name: (day * 7 + place) % 5 for place, name in enumerate(names)})
        season = settings(season, **counts) if counts else season
        at, why_at = f"/seasons/{season.pk}/", f"?why={people[0].pk}"
        addresses = [at, at + why_at, f"{at}?count=official", f"{at}rounds/", f"{at}race/", f"/api/v1{at}standings"]
        costs.append([queries(lambda address=address: client.get(address)) for address in addresses])

    assert costs[0] == costs[1]


def naive_ranks(season, most):
    """After each evening the table of what had been played and given by then, made from nothing."""
    book = book_of(season, official=False, each=True)
    days = sorted({one.day for own in book.held.values() for one in own})
    found = []
    for day in days[-most:]:
        held = {person: tuple(one for one in own if one.day <= day) for person, own in book.held.items()}
        given = tuple(one for one in book.given if one.act.day <= day)
        found.append(replace(book, held=held, given=given).table().ranks)
    return found


@pytest.mark.parametrize(
    "counts",
    [{}, {"least": 30, "least_of": "hands"}, {"best": 2}, {"drop": 1, "least": 2}, {"tie_breaks": ("evenings_won",)}],
)
def test_going_back_evening_by_evening_is_what_each_evening_was(club, counts):
    season = factories.make_season(club)
    names = ["Anna", "Bert", "Cora", "Dirk", "Emil"]
    for name in names:
        factories.make_player(club, name)
    for day in range(8):
        evening(
            season, day, **{name: (day * 7 + place * 3) % 5 for place, name in enumerate(names) if day % 4 != place}
        )
    factories.give(season, club.players.get(name="Cora"), 40)
    season = settings(season, **counts) if counts else season

    found = rounds(season, official=False, most=5)

    each = [{one.player_id: rank for one in found.courses if (rank := one.ranks[nth])} for nth in range(5)]
    assert each == naive_ranks(season, 5)
    assert found.is_cut
    assert not rounds(season, official=False, most=8).is_cut


@pytest.mark.parametrize("counts", [{}, {"best": 2}])
def test_older_evenings_are_left_out_in_words_and_days_of_another_year_say_theirs(client, club, counts):
    client.force_login(factories.owner_of(club))
    season = factories.make_season(club)
    factories.make_player(club, "Anna")
    factories.make_player(club, "Bert")
    days = [-300, *range(MOST_DAYS - 1)]
    for day in days:
        evening(season, day, Anna=10 + day, Bert=20)
    season = settings(season, **counts) if counts else season
    Competition.objects.filter(pk=season.pk).update(ended_at=NOW)
    address, words = f"/seasons/{season.pk}/", "Only the latest 6 evenings have columns here"

    whole = client.get(address).content.decode()
    evening(season, MOST_DAYS, Anna=1, Bert=2)
    cut = client.get(address).content.decode()

    assert words not in whole
    assert words in cut
    assert "standings.csv" in cut.partition(words)[2][:200]
    assert ">8 Nov 2025<" in whole
    assert ">4 Sep<" in whole
    assert "2025" not in cut.partition("<thead>")[2].partition("</thead>")[0]


def test_the_ranks_of_the_newest_evening_stand_first(client, club):
    client.force_login(factories.owner_of(club))
    season = factories.make_season(club)
    factories.make_player(club, "Anna")
    factories.make_player(club, "Bert")
    for day, points in enumerate(({"Anna": 1, "Bert": 2}, {"Anna": 9, "Bert": 1})):
        evening(season, day, **points)

    page = client.get(f"/seasons/{season.pk}/rounds/").content.decode()

    days = client.get(f"/seasons/{season.pk}/rounds/").context["rounds"].days
    assert days == sorted(days)
    table = grid(page)
    assert table.heads == [
        "Player",
        *(date_format(day, "j M" if day.year == season.year else "j M Y") for day in reversed(days)),
    ]
    assert table.rows == [["Anna", "1", "2"], ["Bert", "2", "1"]]


def test_the_chart_of_rounds_says_that_it_is_cut_and_shows_all_when_asked(client, club):
    client.force_login(factories.owner_of(club))
    season = factories.make_season(club)
    factories.make_player(club, "Anna")
    for day in range(MOST_ROUNDS + 1):
        evening(season, day, Anna=day)
    address = f"/seasons/{season.pk}/rounds/"

    cut, whole = client.get(address), client.get(address, {"evenings": "all"})

    assert (len(cut.context["rounds"].days), len(whole.context["rounds"].days)) == (MOST_ROUNDS, MOST_ROUNDS + 1)
    assert "Only the latest 26 evenings are shown." in cut.content.decode()
    assert 'href="?evenings=all"' in cut.content.decode()
    assert "are shown" not in whole.content.decode()
