"""What a table may play for: what its club says, and nothing where it says nothing."""

import pytest
from django.urls import reverse

from scorekeeper.clubs.records import ClubChange
from scorekeeper.clubs.services import change_club
from scorekeeper.common.errors import Refused
from scorekeeper.play.opening.services import Opening, Sitter, start_guest_table
from tests import factories

pytestmark = pytest.mark.django_db

EUROS = {"unit": "€", "decimals": 2}
FEES = {"loss_fee": {"each": 50, "from_fourth": 100}}


def refused(club, game, rules):
    """What is said to a table with these rules."""
    with pytest.raises(Refused) as caught:
        factories.make_sitting(club, game=game, rules=rules)
    return [(problem.code, problem.field) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("game", "rules", "fields"),
    [
        ("tonk", EUROS, ["rules.unit"]),
        ("palace_poker", {"unit": "chips"}, ["rules.unit"]),
        ("skat", {**FEES, "stake_per_point": 1}, ["rules.loss_fee", "rules.stake_per_point"]),
    ],
)
def test_a_club_without_a_unit_plays_for_points(game, rules, fields):
    club = factories.make_club(unit="")

    assert refused(club, game, rules) == [("plays_for_points", field) for field in fields]
    factories.make_sitting(factories.make_club(), game=game, rules=rules)
    factories.make_sitting(club, game=game, rules={"catch_extra": "all"} if game == "tonk" else {})


def test_a_table_under_way_goes_on_whatever_the_club_says_meanwhile():
    club = factories.make_club()
    sitting = factories.make_sitting(club, game="tonk", rules=EUROS)

    change_club(ClubChange(unit="", decimals=2, for_minors=True), club=club, by=factories.owner_of(club))

    factories.record(sitting, {"kind": "discard_out", "by": 0})
    assert factories.finish(sitting).closed_at


@pytest.mark.both_engines("rows that are there are left alone", "play.opening.services")
@pytest.mark.both_engines("a key inside JSON", "standings.models")
def test_guests_agree_on_what_they_like():
    opening = Opening(
        game="tonk", seats=[Sitter(name="Ann"), Sitter(name="Bob")], rules={"catch_extra": "all", **EUROS}
    )

    sitting, _device = start_guest_table(opening=opening, time_zone="UTC", now=factories.NOW)

    assert sitting.unit.unit == "€"


def form_of(client, club=None):
    address = reverse("sitting_new", args=[club.pk, "tonk"]) if club else reverse("guest_table_new", args=["tonk"])
    return client.get(address).content.decode()


def test_guests_are_not_asked_what_they_play_for(client):
    html = form_of(client)

    assert '<details class="amount"><summary' in html
    assert 'name="rules.unit" value=""' in html


@pytest.mark.parametrize(("unit", "shown"), [("", []), ("chips", ['name="rules.unit" value="chips"'])])
def test_a_club_is_offered_what_it_plays_for(client, unit, shown):
    club = factories.make_club(unit=unit)
    client.force_login(factories.owner_of(club))

    html = form_of(client, club)

    assert [part for part in ['name="rules.unit" value="chips"'] if part in html] == shown
    assert ("Your club plays for points." in html) is not bool(unit)
