"""The command `verify`: what it says, and how it ends."""

import pytest

from scorekeeper.chains.models import Waiting
from scorekeeper.play.models import Seat
from tests import factories
from tests.play.verifying.tampering import command

pytestmark = pytest.mark.django_db


def test_verify_command_exits_with_0_and_says_what_it_saw():
    season = factories.make_season(factories.make_club())
    factories.record(factories.make_sitting(season.club, seasons=[season]))

    assert command("verify") == (
        0,
        ["no difference in 1 sittings, 1 versions of hands, 3 standings, 0 links, 8 rows not linked yet"],
    )


def test_verify_command_exits_with_1_and_names_every_difference():
    sitting = factories.make_sitting()
    factories.record(sitting)
    Seat.objects.filter(number__gt=0).update(tally={})

    code, lines = command("verify")

    assert (code, lines) == (
        1,
        [
            f"sitting {sitting.pk}: the tally of seat 1 is {{}}, its entries make {{'hands': 1}}",
            f"sitting {sitting.pk}: the tally of seat 2 is {{}}, its entries make {{'hands': 1}}",
            "2 differences in 1 sittings, 1 versions of hands, 0 standings, 0 links, "
            f"{Waiting.objects.count()} rows not linked yet",
        ],
    )
    assert command("verify", "--most", "1")[1][1:] == lines[2:]
