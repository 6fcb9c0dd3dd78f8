"""Two seats entered the wrong way round: the hands stay, the people change places, all sums follow them."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Hand, LedgerEntry, Seat, Sitting
from scorekeeper.play.moves import totals
from scorekeeper.play.seats.records import Leaving, Swap
from scorekeeper.play.seats.services import seat_leaves
from scorekeeper.play.seats.swapping import swap_moves
from tests import factories
from tests.acting import fill
from tests.factories.tables import refreshed
from tests.play.folding import ledger, season_rows, season_sums, tallies
from tests.rows import discrepancies, everything

pytestmark = pytest.mark.django_db

HANDS = [factories.played(0), factories.played(1, contract="grand"), factories.null(2, won=False)]


@pytest.fixture
def sitting() -> Sitting:
    """A list of three in a season, with three hands."""
    club = factories.make_club()
    players = [factories.make_player(club, name) for name in ("Anna", "Bernd", "Carla")]
    made = factories.make_sitting(club, players=players, seasons=[factories.make_season(club, "Autumn")])
    factories.record_list(made, HANDS)
    return refreshed(made)


def by_name(sitting: Sitting) -> dict[str, int]:
    seats = Seat.objects.filter(sitting=sitting).select_related("player")
    sums = totals(sitting, seats)
    return {seat.player.name: sums[seat.number] for seat in seats}


def refusal(sitting, *numbers) -> str:
    before = everything()
    with pytest.raises(Refused) as caught:
        factories.swap(sitting, *numbers)
    assert everything() == before
    return caught.value.problems[0].code


def test_people_change_places_and_the_hands_stay(sitting):
    before, hands, at_places = by_name(sitting), list(Hand.objects.values()), tallies(sitting)

    act = factories.swap(sitting, 1, 0)

    assert list(Hand.objects.values()) == hands
    assert by_name(sitting) == {"Anna": before["Bernd"], "Bernd": before["Anna"], "Carla": before["Carla"]}
    assert [seat.player.name for seat in factories.seats_of(sitting)] == ["Bernd", "Anna", "Carla"]
    assert tallies(sitting) == ledger(sitting) == at_places
    season = sitting.competitions.get()
    assert season_rows(season) == season_sums(season)
    assert refreshed(sitting).head == act.hash
    assert discrepancies() == []


def test_as_if_they_had_been_entered_so(sitting):
    """What comes after a swap counts as at a table that was opened the right way."""
    factories.swap(sitting, 0, 2)
    factories.record(sitting, factories.played(0, contract="grand"))
    factories.correct(Hand.objects.get(sitting=sitting, number=1), factories.played(2, contract="hearts"))
    factories.swap(sitting, 0, 1)
    club = factories.make_club()
    players = [factories.make_player(club, name) for name in ("Bernd", "Carla", "Anna")]
    right = factories.make_sitting(club, players=players)
    hands = [factories.played(2, contract="hearts"), *HANDS[1:], factories.played(0, contract="grand")]
    factories.record_list(right, hands)

    assert by_name(sitting) == by_name(right)
    assert discrepancies() == []


def test_swapped_twice_everything_is_as_before(sitting):
    before = (by_name(sitting), season_rows(sitting.competitions.get()))

    factories.swap(sitting, 0, 1)
    factories.swap(sitting, 0, 1)

    assert (by_name(sitting), season_rows(sitting.competitions.get())) == before
    assert discrepancies() == []


def test_penalty_stays_with_the_person(sitting):
    factories.penalise(sitting, 0)
    before = by_name(sitting)

    factories.swap(sitting, 0, 1)

    assert by_name(sitting) == {"Anna": before["Bernd"] - 50, "Bernd": before["Anna"] + 50, "Carla": before["Carla"]}
    factories.take_back(Act.objects.get(kind="penalty"))
    assert by_name(sitting)["Anna"] == before["Bernd"]
    assert discrepancies() == []


def test_who_has_left_is_a_matter_of_the_place():
    sitting = factories.make_sitting(players=4)
    factories.record_list(sitting, [factories.played(1), factories.played(2)])
    seat_leaves(
        Leaving(seat=3, reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW
    )
    gone, stays = factories.seats_of(sitting)[3], factories.seats_of(sitting)[0]
    factories.record(sitting, factories.played(0))

    factories.swap(sitting, 0, 3)

    assert (Seat.objects.get(pk=gone.pk).number, Seat.objects.get(pk=gone.pk).is_active) == (0, True)
    assert (Seat.objects.get(pk=stays.pk).number, Seat.objects.get(pk=stays.pk).is_active) == (3, False)
    factories.record(sitting, factories.played(1))
    assert discrepancies() == []


def test_same_key_swaps_once(sitting):
    key = uuid4()
    act = factories.swap(sitting, 0, 1, key=key)
    before = everything()

    assert factories.swap(sitting, 1, 0, key=key) == act
    with pytest.raises(Conflict) as caught:
        factories.swap(sitting, 0, 2, key=key)
    assert caught.value.code == "key_reused"
    assert everything() == before


@pytest.mark.parametrize(
    ("numbers", "code"),
    [((0, 0), "seats_not_two"), ((0,), "seats_not_two"), ((0, 1, 2), "seats_not_two"), ((0, 9), "seat_unknown")],
)
def test_what_is_no_pair_is_refused(sitting, numbers, code):
    assert refusal(sitting, *numbers) == code


def test_closed_sheet_is_left_alone(sitting):
    factories.finish(sitting)
    before = everything()

    with pytest.raises(Conflict) as caught:
        factories.swap(sitting, 0, 1)

    assert caught.value.code == "sitting_closed"
    assert everything() == before


def test_phone_of_the_table_swaps_nobody(sitting):
    with pytest.raises(PermissionDenied):
        factories.swap(sitting, 0, 1, by=Actor(device=factories.make_device(sitting, 0)))


@pytest.fixture
def match() -> Sitting:
    """A match of two games; side A, of seats 1 and 3, has won the first."""
    made = factories.make_sitting(game="truco", players=4, rules={"best_of": 3})
    game = {"kind": "quick", "how": "played", "winner": "A", "value": 12}
    factories.record(made, game)
    return refreshed(made)


def test_partners_swap_and_nothing_moves(match):
    before = by_name(match)

    factories.swap(match, 0, 2)

    assert by_name(match) == before
    assert not LedgerEntry.objects.filter(act__isnull=False).exists()
    assert discrepancies() == []


def test_across_the_sides_the_result_follows_the_people(match):
    names = [seat.player.name for seat in factories.seats_of(match)]
    assert by_name(match) == dict(zip(names, [1, 0, 1, 0], strict=True))

    found = swap_moves(match, Swap(seats=(0, 1), reason=""))
    factories.swap(match, 0, 1)

    assert by_name(match) == dict(zip(names, [0, 1, 1, 0], strict=True))
    assert {move.seat.player.name: move.total_after for move in found.seats} == by_name(match)
    assert len(found.sides) == 4
    assert discrepancies() == []


def test_across_the_sides_what_a_side_was_given_comes_first(match):
    act = factories.penalise(match, 0, 1)

    assert refusal(match, 0, 1) == "penalties_stand"
    factories.swap(match, 0, 2)
    factories.take_back(act)
    factories.swap(match, 0, 1)

    assert discrepancies() == []


def test_moves_say_what_happens_and_write_nothing(sitting):
    before = everything()

    found = swap_moves(sitting, Swap(seats=(0, 1), reason=""))

    assert everything() == before
    factories.swap(sitting, 0, 1)
    assert {move.seat.player.name: move.total_after for move in found.seats} == by_name(sitting)
    rows = season_rows(sitting.competitions.get())
    assert found.seasons
    assert all(move.points_after == rows[move.seat.player_id][0] for move in found.seasons)


def test_page_asks_shows_and_swaps(client, sitting):
    client.force_login(factories.owner_of(sitting.club))
    address = reverse("seats_swap", args=[sitting.pk])
    before = everything()

    one = client.post(address, {"seats": ["0"], "reason": "late"})
    shown = client.post(address, {"seats": ["0", "1"], "reason": "noticed late"})

    assert (one.status_code, shown.status_code) == (422, 200)
    assert "Choose the two players who swap seats." in one.content.decode()
    assert "Anna and Bernd swap seats" in shown.content.decode()
    assert everything() == before
    done = client.post(address, fill(shown.content.decode()))
    assert (done.status_code, done["Location"]) == (302, reverse("sitting_seats", args=[sitting.pk]))
    assert "changed places with Bernd" in client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()
