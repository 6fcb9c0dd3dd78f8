"""The draw of an evening: from who is here, a draft, changes by hand, and all tables opened at once."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.drawing.reads import here_for, is_stale
from scorekeeper.leagues.drawing.services import (
    EveningPlacesSwap,
    PlaceHold,
    SeenTables,
    TablesDraw,
    TablesOpening,
    draw_tables,
    drop_draft,
    hold_place,
    publish_draw,
    swap_places,
    undo_draft,
)
from scorekeeper.leagues.evenings.services import open_evening
from scorekeeper.leagues.models import Attendance, Place, TableDraw
from scorekeeper.leagues.people.services import PresenceMark, mark
from scorekeeper.play.models import Sitting
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import come, draft, end_all, make_draw, make_evening, playing, publish, seen, tables_of

pytestmark = pytest.mark.django_db


def swap(evening, draw, one, other, **more):
    by = more.pop("by", factories.owner_of(evening.club))
    place_of = dict(Place.objects.filter(draw=draw).values_list("player", "pk"))
    places = place_of.get(one.pk, one.pk), place_of.get(other.pk, other.pk)
    return swap_places(
        EveningPlacesSwap(
            **seen(draw),
            one=places[0],
            other=places[1],
        ),
        evening_id=evening.pk,
        by=by,
        now=NOW,
    )


def test_ten_make_a_table_of_four_and_two_of_three(club):
    evening = make_evening(club)
    people = come(evening, 10)

    draw = make_draw(evening)

    tables = tables_of(draw)
    assert [len(table) for table in tables] == [4, 3, 3]
    assert sorted(player.pk for table in tables for player in table) == sorted(player.pk for player in people)


def test_only_who_is_here_is_drawn(club, owner):
    evening = make_evening(club)
    people = come(evening, 5)
    mark(PresenceMark(player=people[0].pk, state=Attendance.State.LEFT), evening_id=evening.pk, by=owner, now=NOW)

    draw = make_draw(evening)

    assert {player.pk for player in tables_of(draw)[0]} == {player.pk for player in people[1:]}


def test_publishing_opens_every_table_with_rules_and_season(club):
    season = factories.make_season(club)
    evening = make_evening(club, seasons=[season.pk])
    come(evening, 7)
    draw = make_draw(evening)
    drawn = [[player.pk for player in table] for table in tables_of(draw)]

    publish(evening, draw)

    sittings = Sitting.objects.filter(drawn_table__draw=draw).order_by("drawn_table__number")
    assert [[seat.player_id for seat in factories.seats_of(sitting)] for sitting in sittings] == drawn
    assert [sitting.name for sitting in sittings] == ["Table 1, Friday", "Table 2, Friday"]
    assert [list(sitting.competitions.all()) for sitting in sittings] == [[season], [season]]
    assert all(sitting.rules == evening.first.rules for sitting in sittings)


def test_published_twice_the_tables_are_opened_once(club):
    evening = make_evening(club)
    come(evening, 8)
    draw = make_draw(evening)

    first, second = publish(evening, draw), publish(evening, draw)

    assert first.published_at == second.published_at
    assert Sitting.objects.count() == 2


def test_who_saw_another_draft_opens_nothing(club, owner):
    evening = make_evening(club)
    people = come(evening, 8)
    draw = make_draw(evening)
    before = seen(draw)
    swap(evening, draw, people[0], people[1])
    redrawn = {**seen(make_draw(evening, seed=2)), "revision": 2}

    for old in (before, redrawn, {**seen(draw), "revision": 2}):
        with pytest.raises(Conflict) as conflict:
            publish_draw(TablesOpening(**old), evening_id=evening.pk, by=owner, now=NOW)
        assert conflict.value.code == "draw_changed"
    assert not Sitting.objects.exists()


def test_a_table_that_cannot_be_opened_opens_none(club, owner):
    evening = make_evening(club)
    come(evening, 8)
    draw = make_draw(evening)
    Place.objects.filter(draw=draw, table__number=2, seat__gt=1).delete()  # as no draw leaves it
    Attendance.objects.exclude(player__in=Place.objects.filter(draw=draw).values("player")).update(state="left")

    with pytest.raises(Refused):
        publish(evening, draw)

    assert not Sitting.objects.exists()
    assert TableDraw.objects.get().published_at is None


def test_nothing_is_opened_when_somebody_came_or_went(club, owner):
    evening = make_evening(club)
    come(evening, 8)
    draw = make_draw(evening)
    come(evening, 1)

    with pytest.raises(Conflict) as conflict:
        publish(evening, draw)

    assert conflict.value.code == "people_changed"
    assert is_stale(draft(evening), here_for(evening.first))


def test_a_second_round_knows_the_first(club):
    evening = playing(club, 8)
    end_all(evening)

    draw = make_draw(evening)

    first, second = TableDraw.objects.order_by("number")
    assert (first.number, second.number, draw.pk) == (1, 2, second.pk)
    met = [one for one in draw.report["broken"] if one["kind"] == "met"]
    assert len(met) == 4  # two tables of four out of two of four: two pairs at each, and not one more
    publish(evening, draw)
    assert "Table 1, round 2, Friday" in [sitting.name for sitting in Sitting.objects.all()]


def test_nobody_sits_at_two_tables_that_play(club):
    evening = playing(club, 8)
    draw = make_draw(evening)

    with pytest.raises(Refused) as refused:
        publish(evening, draw)

    assert refused.value.problems[0].code == "still_playing"
    assert Sitting.objects.count() == 2


def test_kept_apart_and_met_are_told_in_words(club, owner):
    evening = make_evening(club)
    one, other, third = come(evening, 3)
    factories.finish(factories.make_sitting(club, players=[one, other, third]))
    keep_apart(club=club, by=owner, one=other.pk, other=one.pk, now=NOW)

    make_draw(evening)

    assert draft(evening).explanation.reasons == (
        "Table 1: Guest 00 and Guest 01 sit together although they should be kept apart.",
        "Table 1: Guest 00 and Guest 02 sit together for the 2nd time.",
        "Table 1: Guest 01 and Guest 02 sit together for the 2nd time.",
        "At a smaller table for the 2nd time: Guest 00, Guest 01, Guest 02.",
        "It is the best of 3000 attempts.",
    )


def test_only_the_season_counts_where_there_is_one(club):
    season = factories.make_season(club)
    evening = make_evening(club, seasons=[season.pk])
    people = come(evening, 3)
    factories.make_sitting(club, players=people)

    assert make_draw(evening).report["broken"] == []

    factories.make_sitting(club, players=people, seasons=[season])

    assert {one["kind"] for one in make_draw(evening).report["broken"]} == {"met", "small"}


def test_who_sat_out_once_sits_out_again_last(club):
    out = set()
    for day in range(3):
        evening = make_evening(club, name=f"Day {day}")
        if day == 0:
            people = come(evening, 5)
        else:
            open_evening(evening_id=evening.pk, by=factories.owner_of(club), now=NOW)
            Attendance.objects.bulk_create(
                Attendance(club=club, evening=evening, player=player, state="here", at=NOW, came_at=NOW)
                for player in people
            )
        draw = publish(evening)
        out.add(draw.places.get(table=None).player_id)
        end_all(evening)

    assert len(out) == 3


def test_swapped_by_hand_they_stay_when_it_is_drawn_again(club):
    evening = make_evening(club)
    come(evening, 7)
    draw = make_draw(evening)
    four, three = tables_of(draw)

    swapped = swap(evening, draw, four[1], three[2])
    after = tables_of(swapped)
    redrawn = tables_of(make_draw(evening, seed=99))

    assert after[0][1] == three[2]
    assert after[1][2] == four[1]
    assert swapped.revision == 2
    assert three[2] in redrawn[0]
    assert four[1] in redrawn[1]
    assert not draft(evening).draw.places.filter(by_hand=True).count() - 2
    make_draw(evening, keep=False)
    assert not draft(evening).is_by_hand


def test_what_was_done_by_hand_makes_way_where_it_no_longer_fits(club, owner):
    evening = make_evening(club)
    come(evening, 7)
    draw = make_draw(evening)
    four, three = tables_of(draw)
    for one, other in zip(four, three, strict=False):
        draw = swap(evening, draw, one, other)
    for player in (four[0], three[0], three[1]):
        mark(PresenceMark(player=player.pk, state=Attendance.State.LEFT), evening_id=evening.pk, by=owner, now=NOW)

    assert [len(table) for table in tables_of(make_draw(evening))] == [4]


def test_somebody_who_sits_out_changes_places_too(club):
    evening = make_evening(club)
    come(evening, 5)
    draw = make_draw(evening)
    table, out = tables_of(draw)[0], draw.places.get(table=None).player

    swapped = swap(evening, draw, out, table[3])

    assert tables_of(swapped)[0] == [*table[:3], out]
    assert swapped.places.get(table=None).player == table[3]


@pytest.mark.parametrize("kind", ["same", "stranger"])
def test_a_swap_of_nobody_is_refused(club, kind):
    evening = make_evening(club)
    people = come(evening, 4)
    draw = make_draw(evening)

    with pytest.raises(Refused):
        swap(evening, draw, people[0], people[0] if kind == "same" else factories.make_player(club))

    assert TableDraw.objects.get().revision == 1


def test_two_make_no_table(club):
    evening = make_evening(club)
    come(evening, 2)

    with pytest.raises(Refused) as refused:
        make_draw(evening)

    assert refused.value.problems[0].code == "too_few"


def test_before_the_doors_open_nothing_is_drawn(club):
    with pytest.raises(Conflict) as conflict:
        make_draw(make_evening(club))

    assert conflict.value.code == "evening_planned"


def test_members_do_not_draw(club):
    evening = make_evening(club)
    people = come(evening, 4)
    draw = make_draw(evening)
    member = factories.make_member(club)

    for act in (
        lambda: draw_tables(TablesDraw(), evening_id=evening.pk, by=member, now=NOW),
        lambda: publish_draw(TablesOpening(**seen(draw)), evening_id=evening.pk, by=member, now=NOW),
        lambda: swap(evening, draw, *people[:2], by=member),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_the_database_holds_one_draft_an_evening(club, owner):
    evening = make_evening(club)
    come(evening, 4)
    draw = make_draw(evening)

    with pytest.raises(IntegrityError), transaction.atomic():
        TableDraw.objects.create(
            club=club, evening=evening, number=2, seed=1, engine="", facts="", report={}, made_by=owner, made_at=NOW
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Place.objects.filter(draw=draw, seat=1).update(seat=None)


def hold(evening, draw, place, *, held):
    asked = PlaceHold(**seen(draw), place=place.pk, held=held)
    return hold_place(asked, evening_id=evening.pk, by=factories.owner_of(evening.club), now=NOW)


def act(evening, draw, service):
    return service(SeenTables(**seen(draw)), evening_id=evening.pk, by=factories.owner_of(evening.club))


def written(draw):
    """All that there is of a draft."""
    places = draw.places.order_by("table__number", "seat", "player").values_list(
        *("table__number", "seat", "player", "by_hand", "holds_seat", "held_by", "held_at")
    )
    return draw.pk, draw.number, draw.seed, draw.engine, draw.facts, draw.report, draw.made_at, list(places)


def test_two_of_one_table_who_changed_seats_keep_them_when_it_is_drawn_again(club):
    evening = make_evening(club)
    come(evening, 8)
    draw = make_draw(evening)
    first = tables_of(draw)[0]

    swap(evening, draw, first[0], first[2])

    for seed in range(2, 8):
        again = tables_of(make_draw(evening, seed=seed))[0]
        assert (again[0], again[2]) == (first[2], first[0])


def test_who_is_held_stays_and_who_is_released_may_go(club, owner):
    evening = make_evening(club)
    come(evening, 8)
    draw = make_draw(evening)
    place = draw.places.get(table__number=2, seat=1)

    held = hold(evening, draw, place, held=True)

    lock = held.places.get(player=place.player_id)
    assert (lock.by_hand, lock.holds_seat, lock.held_by, lock.held_at, held.revision) == (True, False, owner, NOW, 2)
    tables = [make_draw(evening, seed=seed).places.get(player=place.player_id).table.number for seed in range(2, 8)]
    assert set(tables) == {2}
    draw = TableDraw.objects.get()
    released = hold(evening, draw, draw.places.get(player=place.player_id), held=False)
    assert not released.places.filter(by_hand=True).exists()
    assert released.places.get(player=place.player_id).held_by is None


def test_each_draw_and_change_is_taken_back_bit_for_bit(club):
    evening = make_evening(club)
    people = come(evening, 9)
    drafts = [make_draw(evening)]
    before = [written(drafts[-1])]
    drafts.append(swap(evening, drafts[-1], people[0], people[1]))
    before.append(written(drafts[-1]))
    draw = make_draw(evening, seed=2)

    for was in reversed(before):
        revision = draw.revision
        draw = act(evening, draw, undo_draft)
        assert (written(draw), draw.revision) == (was, revision + 1)
    with pytest.raises(Conflict) as nothing:
        act(evening, draw, undo_draft)
    assert nothing.value.code == "nothing_before"


def test_a_draft_that_is_open_remembers_nothing_and_one_is_thrown_away(club):
    evening = make_evening(club)
    come(evening, 8)
    make_draw(evening)
    draw = make_draw(evening, seed=2)
    assert draw.undo

    assert publish(evening, draw).undo == []
    end_all(evening)
    act(evening, make_draw(evening), drop_draft)

    assert list(TableDraw.objects.values_list("number", flat=True)) == [1]
