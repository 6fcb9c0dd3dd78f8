"""What is done at the desk of a tournament stands in the log of its club."""

import pytest
from django.urls import reverse

from scorekeeper.journal.models import Entry, Kind
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from tests import factories
from tests.factories import NOW
from tests.factories.tournaments import add_final, make_cup, play_round, publish

pytestmark = pytest.mark.django_db
ROUND, OFFICIAL, STAGE = Kind.TOURNAMENT_ROUND, Kind.TOURNAMENT_OFFICIAL, Kind.TOURNAMENT_STAGE


def test_rounds_and_stages_are_told_once_and_read_in_the_log(client):
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    owner = factories.owner_of(stage.club)
    add_final(stage.tournament)
    one = publish(stage)
    publish(stage, one)
    play_round(stage, one)
    for _time in (1, 2):
        end_stage(stage_id=stage.pk, by=owner, now=NOW)

    found = Entry.objects.filter(thing=stage.tournament_id, kind__in=[ROUND, OFFICIAL, STAGE]).order_by("pk")

    assert [(entry.kind, entry.by_user, entry.detail) for entry in found] == [
        (kind, owner, {"number": 1}) for kind in (ROUND, OFFICIAL, STAGE)
    ]
    client.force_login(owner)
    page = client.get(reverse("club_log", args=[stage.club.pk]), {"group": "tournaments"}).content.decode()
    assert "opened round 1 of <a" in page
    assert "made round 1 of <a" in page
    assert "ended stage 1 of <a" in page
