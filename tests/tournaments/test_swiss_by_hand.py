"""Matches of a Swiss that a director changes or holds."""

from typing import Literal

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import Round, RoundPlace, Stage
from tests import factories
from tests.factories import NOW
from tests.factories.matches import make_duels, sides, wins
from tests.factories.tournaments import draw, hold_place, leave, publish, seen, swap_places

pytestmark = pytest.mark.django_db


def hold(stage: Stage, draft: Round, place: RoundPlace) -> Round:
    by = factories.owner_of(stage.club)
    return hold_place(stage_id=stage.pk, by=by, seen=seen(draft), place=place.pk, held=True, now=NOW)


@pytest.mark.parametrize("system", ["matching", "dutch"])
def test_a_match_that_is_held_stays_where_there_is_one_less(system: Literal["matching", "dutch"]) -> None:
    stage = make_duels(SwissPlan(rounds=3, system=system), people=8)
    draft = draw(stage)
    last = draft.tables.order_by("number").last()
    assert last
    held = {entrant.pk for entrant in sides(last)}
    hold(stage, draft, last.places.all()[0])
    leave(draft.places.exclude(entrant__in=held)[0].entrant)

    for seed in range(3):
        again = draw(stage, seed=seed)
        tables = [{entrant.pk for entrant in sides(table)} for table in again.tables.all()]
        assert held in tables
        assert set(again.places.filter(by_hand=True).values_list("entrant", flat=True)) == held


def test_who_is_held_sitting_out_does_so_as_long_as_somebody_must() -> None:
    stage = make_duels(SwissPlan(rounds=3), people=9)
    draft = draw(stage)
    out = draft.places.get(table=None)
    hold_place(stage_id=stage.pk, by=factories.owner_of(stage.club), seen=seen(draft), place=out.pk, held=True, now=NOW)
    for one in draft.places.exclude(table=None)[:2]:
        leave(one.entrant)

    assert draw(stage, seed=7).places.get(table=None).entrant == out.entrant


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("system", ["matching", "dutch"])
def test_of_a_draft_somebody_has_left_and_it_can_still_be_held_swapped_and_drawn(
    system: Literal["matching", "dutch"], number: int
) -> None:
    stage = make_duels(SwissPlan(rounds=3, system=system), people=6)
    if number > 1:
        for table in publish(stage).tables.all():
            wins(table, sides(table)[0])
    draft = draw(stage)
    gone, one, other = (draft.places.filter(table__number=match, seat=0).get() for match in (1, 2, 3))
    draft = hold(stage, draft, gone)
    leave(gone.entrant)
    client = Client()
    client.force_login(by := factories.owner_of(stage.club))

    draft = hold(stage, draft, one)
    for two in ((gone, one), (gone, other)):
        places = [draft.places.get(entrant=place.entrant).pk for place in two]
        draft = swap_places(
            stage_id=stage.pk, by=by, seen=seen(draft), places=(places[0], places[1]), now=NOW, despite=True
        )

    assert client.get(reverse("stage_draw", args=[stage.pk])).status_code == 200
    assert explained(draft, for_desk=True).explanation.reasons
    again = draw(stage, seed=4)
    assert not again.places.filter(entrant=gone.entrant, table__isnull=False).exists()
    assert again.places.exclude(table=None).count() == 4
