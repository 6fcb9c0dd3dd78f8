"""Teams that come, leave, miss rounds and are moved by hand, in any order: what holds for each of their rounds."""

from itertools import combinations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.tournaments.draft.publishing import take_back_round
from scorekeeper.tournaments.draft.services import RoundDraw
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import NextRound
from scorekeeper.tournaments.models import Entrant, Round, Stage
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import (
    come,
    draw,
    hold_place,
    leave,
    make_teams_cup,
    misses,
    publish,
    seen,
    swap_places,
    undo_draft,
    write_points,
)
from tests.strategies import examples

pytestmark = pytest.mark.django_db
SIZES = st.lists(st.sampled_from([4, 4, 4, 3, 3, 2]), min_size=2, max_size=4)
ROUNDS = 3


def somebody_comes_or_goes(stage: Stage, number: int, data: st.DataObject) -> None:
    entrants = list(stage.tournament.entrants.order_by("number"))
    who = data.draw(st.sampled_from(entrants))
    what = data.draw(st.sampled_from(["leaves", "is back", "misses it", "misses the next", "late"]), "what")
    if what in {"leaves", "is back"}:
        leave(who, Entrant.State.HERE if what == "is back" else Entrant.State.WITHDRAWN)
    elif what == "late":
        new = len(entrants) + 1
        come(stage, *(f"Late {new}{slot}" for slot in range(data.draw(st.integers(3, 4)))), entrant=f"Team {new}")
    else:
        misses(stage, who, number + (what == "misses the next"))


def by_hand(stage: Stage, draft: Round, data: st.DataObject) -> Round:
    """One thing that a director does to a draft, as far as it is allowed."""
    by, now = factories.owner_of(stage.club), seen(draft)
    places = list(draft.places.exclude(kind="absent").order_by("table__number", "seat", "pk"))
    one, other = (data.draw(st.sampled_from(places)) for _side in range(2))
    what = data.draw(st.sampled_from(["hold", "swap", "again", "few changes", "back"]), "by hand")
    try:
        if what == "hold":
            return hold_place(stage_id=stage.pk, by=by, seen=now, place=one.pk, held=True, now=NOW)
        if what == "swap":
            return swap_places(stage_id=stage.pk, by=by, seen=now, places=(one.pk, other.pk), now=NOW)
        if what == "back":
            return undo_draft(stage_id=stage.pk, by=by, seen=now)
    except Refused:
        assert what == "swap"  # with themselves, or beside a mate
        return Round.objects.get(pk=draft.pk)
    except Conflict:
        assert not draft.undo
        return draft
    return draw(stage, seed=draft.seed + 1, wish=RoundDraw(few_changes=what == "few changes"))


def checked(draft: Round, look: NextRound) -> None:
    """Everybody once, at tables as they were announced, and mates apart where there are tables enough."""
    tables = [list(table.places.all()) for table in draft.tables.order_by("number")]
    out = draft.places.filter(kind="bye")
    people = [one.player_id for entrant in look.field.here for one in entrant.players.filter(is_active=True)]
    assert sorted(place.player_id for place in (*(place for table in tables for place in table), *out)) == sorted(
        people
    )
    assert tuple(map(len, tables)) == look.sizes
    assert out.count() == look.out
    most = max(entrant.players.filter(is_active=True).count() for entrant in look.field.here)
    mates = [one.entrant_id == two.entrant_id for table in tables for one, two in combinations(table, 2)]
    assert most > len(tables) or not any(mates)


def content(draft: Round) -> list[str]:
    return sorted(map(str, draft.places.values_list("table__number", "seat", "entrant", "player", "by_hand")))


@settings(
    max_examples=examples(3, part=20), deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_every_round_seats_everybody_once_and_mates_apart(data: st.DataObject) -> None:
    stage = make_teams_cup(*data.draw(SIZES, "sizes"), rounds=ROUNDS)
    shown: dict[tuple[object, int], list[str]] = {}
    for number in range(1, ROUNDS + 1):
        for _act in range(data.draw(st.integers(0, 2), "acts") if number > 1 else 0):
            somebody_comes_or_goes(stage, number, data)
        look = format_of(stage).next_round(stage)
        if not look.may_draw:
            return
        checked(draft := draw(stage, seed=number), look)
        for _act in range(data.draw(st.integers(0, 2), "acts by hand")):
            draft = by_hand(stage, draft, data)
            assert shown.setdefault((draft.pk, draft.revision), content(draft)) == content(draft)
        checked(draw(stage, seed=number + 100), look)
        one = publish(stage, stage.rounds.get(number=number))
        if data.draw(st.booleans(), "taken back"):
            take_back_round(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
            checked(again := draw(stage, seed=number + 200, wish=RoundDraw(few_changes=True)), look)
            one = publish(stage, again)
        for table in one.tables.all():
            write_points(table, {place.entrant: 10 for place in table.places.all()})
