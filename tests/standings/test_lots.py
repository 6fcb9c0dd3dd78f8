"""Lots between those who are equal in everything: drawn with a seed, shown, void, taken back."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.chains.models import with_salts
from scorekeeper.common.append_only import unprotect
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Entry
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.ranking import Entry as Row
from scorekeeper.standings.ranking import Lot, drawn, ranked
from scorekeeper.standings.records import SeasonLot, SeasonTakingBack
from scorekeeper.standings.selectors.table import equals, lines, lots_of
from scorekeeper.standings.services import draw_lot, end_season, take_back_bonus
from tests import factories
from tests.factories import NOW

points = st.integers(0, 2)
rows = st.lists(st.builds(Row, st.integers(0, 99), points, st.just({})), max_size=7, unique_by=lambda row: row.row)


@given(rows, st.lists(st.tuples(st.permutations(range(4)), points), max_size=3))
def test_a_lot_orders_exactly_those_it_was_drawn_between_and_moves_nobody_else(entries, lots):
    before = ranked(entries, ())
    groups = {(frozenset(r.row for r in before if r.rank == one.rank), one.rank) for one in before}
    fitting = [Lot(tuple(sorted(group, reverse=True)), entries[0].points) for group, _rank in list(groups)[:1]]
    found = ranked(entries, (), (), [*(Lot(tuple(order), many) for order, many in lots), *fitting])

    by_points = {one.row: one.points for one in entries}
    assert [by_points[one.row] for one in found] == sorted(by_points.values(), reverse=True)
    for group, rank in groups:
        own = [one for one in found if one.row in group]
        fits = [lot for lot in [*(Lot(tuple(o), m) for o, m in lots), *fitting] if frozenset(lot.order) == group]
        fits = [lot for lot in fits if lot.points == by_points[next(iter(group))]]
        if fits and len(group) > 1:
            assert [one.row for one in own] == list(fits[-1].order)
            assert [one.rank for one in own] == list(range(rank, rank + len(group)))
            assert {one.decided_by for one in own[1:]} == {"lot"}
        else:
            assert {one.rank for one in own} == {rank}


def test_without_a_lot_that_fits_the_rank_is_shared():
    entries = [Row("a", 5, {}), Row("b", 5, {})]

    for lot in (Lot(("a", "b", "c"), 5), Lot(("b", "a"), 4)):
        assert [row[:3] for row in ranked(entries, (), (), [lot])] == [(1, "a", None), (1, "b", None)]
    assert [row[:3] for row in ranked(entries, (), (), [Lot(("b", "a"), 5)])] == [(1, "b", None), (2, "a", "lot")]


@pytest.fixture
def book(club):
    return {name: factories.make_player(club, name) for name in ("Anna", "Bert", "Cora")}


@pytest.fixture
def equal(club, book):
    """Anna and Bert are equal in everything, Cora is behind."""
    season = factories.make_season(club, system="classic")
    factories.import_evening(season, {book[name]: {"points": 100} for name in ("Anna", "Bert")})
    factories.import_evening(season, {book["Cora"]: {"points": 40}})
    return season


def draw(season, *people, seed=None, key=None, by=None):
    return draw_lot(
        SeasonLot(among=tuple(person.pk for person in people)),
        competition=season,
        by=by or factories.owner_of(season.club),
        key=key or uuid4(),
        now=NOW,
        seed=seed,
    )


def table(season):
    return lines(Competition.objects.get(pk=season.pk), official=False)


def standing(season):
    return [(row.row.name, row.rank, row.decided_by) for row in table(season).ranked]


def holding(season):
    return [one.holds for one in lots_of(table(season))]


@pytest.mark.django_db
def test_a_lot_decides_until_somebody_has_other_points(equal, book):
    anna, bert, cora = book.values()

    act = draw(equal, anna, bert)
    first, second = (UUID(pk) for pk in act.detail["order"])
    names = {player.pk: name for name, player in book.items()}
    decided = standing(equal)
    factories.give(equal, cora, 60)
    joined = (standing(equal), holding(equal))

    assert drawn(act.detail["seed"], [anna.pk, bert.pk]) == (first, second)
    assert decided == [(names[first], 1, None), (names[second], 2, "lot"), ("Cora", 3, "")]
    assert joined == ([("Anna", 1, None), ("Bert", 1, None), ("Cora", 1, None)], [False])
    assert [group[0].rank for group in equals(table(equal))] == [1]
    assert Entry.objects.filter(kind="lot_drawn").count() == 1
    assert [*verify(Count())] == []


@pytest.mark.django_db
def test_a_lot_is_void_where_the_same_are_equal_with_other_points(equal, book):
    draw(equal, book["Anna"], book["Bert"])

    factories.import_evening(equal, {book[name]: {"points": 7} for name in ("Anna", "Bert")})

    assert (holding(equal), [rank for _name, rank, _by in standing(equal)]) == ([False], [1, 1, 3])


@pytest.mark.django_db
def test_a_lot_is_taken_back_with_a_reason(equal, book):
    act = draw(equal, book["Anna"], book["Bert"])

    for _time in "12":
        back = SeasonTakingBack(reason="drawn before the last list")
        take_back_bonus(back, season_act=act, by=factories.owner_of(equal.club), key=uuid4(), now=NOW)

    assert [rank for _name, rank, _by in standing(equal)] == [1, 1, 3]
    assert Entry.objects.filter(kind="lot_taken_back").count() == 1
    assert SeasonAct.objects.count() == 2
    assert [*verify(Count())] == []


@pytest.mark.django_db
def test_sent_twice_it_is_one_lot_and_nobody_draws_otherwise(equal, book):
    anna, bert, cora = book.values()
    key = uuid4()

    one, again = (draw(equal, anna, bert, key=key) for _time in "12")

    assert one == again
    with pytest.raises(Conflict):
        draw(equal, anna, cora, key=key)
    for people in ((anna, cora), (anna,), (anna, bert)):  # the last are equal no more
        with pytest.raises(Refused) as caught:
            draw(equal, *people)
        assert [problem.code for problem in caught.value.problems] == ["not_equal"]
    end_season(competition=equal, by=factories.owner_of(equal.club), now=NOW)
    with pytest.raises(Refused):
        draw(equal, anna, bert)


@pytest.mark.django_db
def test_a_lot_is_drawn_between_all_who_share_a_rank(equal, book):
    anna, bert, cora = book.values()
    factories.give(equal, cora, 60)

    for people in ((anna, bert), (cora,)):
        with pytest.raises(Refused) as caught:
            draw(equal, *people)
        assert [problem.code for problem in caught.value.problems] == ["not_equal"]
    assert draw(equal, anna, bert, cora).kind == SeasonAct.Kind.LOT


@pytest.mark.django_db
def test_whoever_was_merged_is_drawn_as_the_person_they_are(equal, book, club):
    anna, bert, _cora = book.values()
    other = factories.make_player(club, "Annegret")
    act = draw(equal, anna, bert)
    before = [UUID(pk) for pk in act.detail["order"]]

    merge_players(Merging(kept=other.pk), club=club, by=factories.owner_of(club), gone=anna.pk, now=NOW)

    named = {anna.pk: "Annegret", bert.pk: "Bert"}
    assert [name for name, _rank, _by in standing(equal)[:2]] == [named[pk] for pk in before]
    assert holding(equal) == [True]


@pytest.mark.django_db
def test_a_lot_with_another_order_than_its_seed_makes_is_found(equal, book):
    act = draw(equal, book["Anna"], book["Bert"])
    unprotect(connection, ["standings_seasonact"])
    with_salts([act])
    act.detail["order"].reverse()
    act.hash = act.content_hash()
    SeasonAct.objects.filter(pk=act.pk).update(detail=act.detail, hash=act.hash)
    Competition.objects.filter(pk=equal.pk).update(head=act.hash)

    assert [str(one).partition(": ")[2] for one in verify(Count()) if "directors" in str(one)] == [
        "seq 1 of what directors did is a lot that its seed does not make"
    ]


@pytest.mark.django_db
def test_a_director_draws_on_a_page_and_everybody_reads_the_seed(client, equal, book):
    client.force_login(factories.owner_of(equal.club))
    at = f"/seasons/{equal.pk}/"
    group = client.get(f"{at}lots/").context["groups"][0]

    sent = client.post(f"{at}lots/", {"among": group["among"], "key": group["key"]})
    act = SeasonAct.objects.get()
    client.force_login(factories.make_member(equal.club, "member"))
    page = client.get(at, {"why": act.detail["order"][1]}).content.decode()
    told = client.get(f"/api/v1{at}standings").json()
    log = client.get(f"{at}log/").content.decode()
    factories.give(equal, book["Anna"], 5)
    void = client.get(at).content.decode()

    assert sent.status_code == 302
    seed = act.detail["seed"]
    assert "Lot: <b>1 to 2</b>, this decides" in page
    assert f"seed {seed}:" in page
    assert f"seed {seed}:" in log
    assert [(one["seed"], one["holds"]) for one in told["lots"]] == [(seed, True)]
    assert [row["decided_by"] for row in told["standings"]] == [None, "lot", ""]
    assert "This lot no longer holds" not in page
    assert "This lot no longer holds" in void
    assert client.get(f"{at}lots/").status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{}, {"among": "Anna Bert", "key": "x"}, {"among": str(UUID(int=5))}])
def test_lots_that_cannot_be_are_said_on_the_page(client, equal, sent):
    client.force_login(factories.owner_of(equal.club))

    answer = client.post(f"/seasons/{equal.pk}/lots/", {"key": str(uuid4()), **sent})

    assert answer.status_code == 422
    assert not SeasonAct.objects.exists()
