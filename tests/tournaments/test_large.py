"""As many entrants as a tournament takes: the draw is shown, and a round is read once, however many tables it has."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import MOST_ENTRANTS
from scorekeeper.tournaments.rounds.results import tables_of
from tests import factories
from tests.factories.tournaments import draw, fill_stage, make_cup, publish

pytestmark = pytest.mark.django_db


def test_the_draw_of_as_many_as_there_can_be_is_shown(client: Client) -> None:
    stage = make_cup(people=0, plan=SwissPlan(), game="svoi_kozyri")
    fill_stage(stage, MOST_ENTRANTS)
    one = draw(stage)
    assert one.tables.count() == MOST_ENTRANTS // 2
    client.force_login(factories.owner_of(stage.club))
    page = client.get(reverse("stage_draw", args=[stage.pk]))
    assert page.status_code == 200
    assert "Guest 0999" in page.content.decode()


def test_what_a_round_keeps_of_its_draw_is_not_read_again_for_each_table() -> None:
    stage = make_cup(people=8, plan=SwissPlan(), game="svoi_kozyri")
    one = publish(stage)
    assert {id(played.table.round) for played in tables_of([one])} == {id(one)}
