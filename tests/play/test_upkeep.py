from datetime import timedelta

import pytest
from django.core.management import call_command

from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Device, JoinFailure, Sitting
from scorekeeper.play.moves import totals
from scorekeeper.play.opening.services import Opening, Sitter, start_guest_table
from scorekeeper.play.passes.services import Claim, claim_guest_table
from scorekeeper.play.upkeep.rebuilding import UNCLAIMED, forget_failures, forget_unclaimed
from tests import factories as f


def guest_table():
    opening = Opening(game="skat", seats=[Sitter(name=name) for name in ("Anna", "Bo", "Cem")])
    sitting, device = start_guest_table(opening=opening, time_zone="UTC", now=f.NOW)
    f.record(sitting, by=Actor(device=device))
    return sitting, device


def names(sitting):
    return [seat.player.name for seat in sitting.seats.select_related("player")]


@pytest.mark.django_db
def test_unclaimed_tables_lose_their_names_and_keep_their_totals():
    sitting, device = guest_table()
    before = totals(sitting, list(sitting.seats.all()))

    assert forget_unclaimed(now=f.NOW + UNCLAIMED) == 0
    assert forget_unclaimed(now=f.NOW + UNCLAIMED + timedelta(seconds=1)) == 1
    assert forget_unclaimed(now=f.NOW + UNCLAIMED + timedelta(days=1)) == 0

    assert names(sitting) == ["Player 1", "Player 2", "Player 3"]
    assert Device.objects.get(pk=device.pk).name == "a phone"
    assert Sitting.objects.get(pk=sitting.pk).name == "A table"
    assert totals(sitting, list(sitting.seats.all())) == before
    call_command("verify")


@pytest.mark.django_db
def test_tables_still_played_at_keep_their_names():
    sitting, device = guest_table()
    lately = f.NOW + UNCLAIMED + timedelta(days=1)
    f.record(sitting, by=Actor(device=device), now=lately)

    assert forget_unclaimed(now=lately + timedelta(hours=1)) == 0

    assert names(sitting) == ["Anna", "Bo", "Cem"]


@pytest.mark.django_db
def test_claimed_tables_keep_their_names():
    sitting, device = guest_table()
    claim_guest_table(Claim(), sitting_id=sitting.pk, by=Actor(user=f.make_user(), device=device), now=f.NOW)

    assert forget_unclaimed(now=f.NOW + 2 * UNCLAIMED) == 0

    assert names(sitting) == ["Anna", "Bo", "Cem"]


@pytest.mark.django_db
def test_wrong_codes_are_forgotten_after_three_days():
    for hours in (73, 71):
        JoinFailure.objects.create(address="x", at=f.NOW - timedelta(hours=hours))

    assert forget_failures(now=f.NOW) == 1

    assert JoinFailure.objects.get().at == f.NOW - timedelta(hours=71)


@pytest.mark.django_db
def test_a_tick_forgets_wrong_codes(capsys):
    JoinFailure.objects.create(address="x", at=f.NOW - timedelta(days=3650))

    call_command("tick")

    assert not JoinFailure.objects.exists()
