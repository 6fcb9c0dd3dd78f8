"""The opening of a round is taken back as long as nothing was written down in it."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.plans import SwissPlan, TablesPlan
from scorekeeper.tournaments.selectors.ahead import ahead_of
from scorekeeper.tournaments.selectors.tables import explained
from scorekeeper.tournaments.services.drawing import Wish
from scorekeeper.tournaments.services.scheduling import draw_or_ask
from scorekeeper.tournaments.services.taking_back import take_back_round
from tests import factories
from tests.factories import NOW
from tests.tournaments.desk import come, draw, leave, make_cup, play, publish, sheet, told_at_desk

pytestmark = pytest.mark.django_db


def take_back(stage: Stage, one: Round) -> Round:
    return take_back_round(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)


def seats(one: Round) -> list[Any]:
    return list(one.places.order_by("table__number", "seat").values_list("table__number", "seat", "entrant"))


def test_it_is_the_draft_that_it_was_and_opens_again():
    stage = make_cup(people=16, plan=TablesPlan(rounds=3))
    draft = draw(stage)
    was, ahead = seats(draft), ahead_of(draft)
    one = publish(stage, draft)

    back = take_back(stage, one)

    assert (back.pk, back.state, back.published_at, seats(back), ahead_of(back)) == (
        *(one.pk, Round.State.DRAFT, None),
        *(was, ahead),
    )
    assert (back.seed, back.facts, back.engine) == (draft.seed, draft.facts, draft.engine)
    assert not Sitting.objects.filter(closed_at=None).exists()
    assert take_back(stage, back).pk == back.pk  # said twice
    again = publish(stage, back)
    assert Sitting.objects.filter(closed_at=None).count() == 4
    assert {sheet(table).is_open for table in again.tables.all()} == {True}


def test_who_came_late_is_drawn_into_it_with_few_changes():
    changed = {}
    for few in (False, True):
        stage = make_cup(people=16, plan=TablesPlan(rounds=3))
        take_back(stage, publish(stage))
        come(stage, "Late")
        leave(stage.tournament.entrants.get(number=1))
        drawn = draw(stage, seed=4, wish=Wish(few_changes=few))
        changed[few] = drawn.report["schedule"]["mates_changed"]
        assert any("since it was known" in reason for reason in explained(drawn).reasons)
        again = draw(stage, seed=5, wish=Wish(few_changes=few))
        assert again.report["schedule"]["mates_changed"] is not None  # still against what people have seen
        assert again.places.filter(entrant__number=17).count() == 1
    assert 0 < changed[True] < changed[False]


def test_what_was_written_down_keeps_it():
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    play(one.tables.get(number=1))
    with pytest.raises(Conflict, match="written down"):
        take_back(stage, one)
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    table = one.tables.get(number=1)
    told_at_desk(table, {place.entrant: 0 for place in table.places.all()})
    with pytest.raises(Conflict, match="written down"):
        take_back(stage, one)


def test_only_the_newest_round_of_tables_is_taken_back_and_only_at_the_desk():
    stage = make_cup(people=8, plan=TablesPlan(rounds=3))
    first = publish(stage)
    with pytest.raises(PermissionDenied):
        take_back_round(round_id=first.pk, by=factories.make_member(stage.club), now=NOW)
    leave_open = draw_or_ask(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW, patience=60)
    assert isinstance(leave_open, Round)
    with pytest.raises(Conflict):
        take_back(stage, first)
    swiss = make_cup(people=4, plan=SwissPlan(rounds=2), game="svoi_kozyri")
    with pytest.raises(Conflict):
        take_back(swiss, publish(swiss))


def test_the_page_of_a_round_takes_it_back(client: Client):
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    address, back = reverse("round_detail", args=[one.pk]), reverse("round_back", args=[one.pk])
    client.force_login(factories.make_member(stage.club))
    assert "Take the opening back" not in client.get(address).content.decode()
    assert client.post(back).status_code == 403
    client.force_login(factories.make_member(stage.club, Role.SCORER))
    assert "Take the opening back" in client.get(address).content.decode()

    assert client.post(back)["Location"] == reverse("stage_draw", args=[stage.pk])

    page = client.get(reverse("stage_draw", args=[stage.pk])).content.decode()
    assert "Draw it to change as little as possible" in page
    opened = publish(stage, Round.objects.get())
    play(opened.tables.get(number=1))
    assert "Take the opening back" not in client.get(address).content.decode()
    assert client.post(back).status_code == 409
    owner = factories.owner_of(stage.club)
    client.force_login(owner)
    log = client.get(reverse("club_log", args=[stage.club.pk]), {"group": "tournaments"}).content.decode()
    assert "took the opening of round 1 of <a" in log
