"""Two who changed places in the middle of the evening: what was played before stays theirs, the rest changes hands."""

from random import Random
from uuid import uuid4

import pytest
from django.urls import reverse

import games
from games.core.values import Table
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.demo.dealing import deal
from scorekeeper.play.models import Act, Hand, Seat, Sitting
from scorekeeper.play.moves import totals
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.seats.records import Swap
from scorekeeper.play.seats.swapping import swap_moves
from tests import factories
from tests.acting import fill
from tests.factories.tables import refreshed
from tests.play.folding import ledger, season_rows, season_sums, standing_hands, tallies
from tests.rows import discrepancies, everything

pytestmark = pytest.mark.django_db

HANDS = [
    factories.played(0),
    factories.played(1, contract="grand"),
    factories.played(0, contract="spades"),
    factories.null(1, won=False),
    factories.played(2),
]
SKILLS = [70, 60, 50, 65, 55, 70, 60, 50, 65, 55]


@pytest.fixture
def sitting() -> Sitting:
    """A list of three in a season, with five hands."""
    return a_list(HANDS)


def a_list(hands, names=("Anna", "Bernd", "Carla")) -> Sitting:
    club = factories.make_club()
    players = [factories.make_player(club, name) for name in names]
    made = factories.make_sitting(club, players=players, seasons=[factories.make_season(club, "Autumn")])
    factories.record_list(made, hands)
    return refreshed(made)


def by_name(sitting: Sitting) -> dict[str, int]:
    seats = Seat.objects.filter(sitting=sitting).select_related("player")
    sums = totals(sitting, seats)
    return {seat.player.name: sums[seat.number] for seat in seats}


def declared(facts, declarer: int):
    return {**facts, "declarer": declarer}


def test_hands_before_stay_with_who_played_them(sitting):
    right = by_name(a_list([*HANDS[:2], declared(HANDS[2], 1), declared(HANDS[3], 0), HANDS[4]]))

    act = factories.swap(sitting, 0, 1, first=3)

    assert by_name(sitting) == right
    assert tallies(sitting) == ledger(sitting)
    season = sitting.competitions.get()
    assert season_rows(season) == season_sums(season)
    assert act.detail["from"] == 3
    assert discrepancies() == []


def test_from_then_on_they_sit_there(sitting):
    """The next hands, and the sheet, by the places as they are now; the hands before in the order of then."""
    factories.swap(sitting, 0, 1, first=3)

    assert [seat.player.name for seat in factories.seats_of(sitting)] == ["Bernd", "Anna", "Carla"]
    assert [hand.table["seats"] for hand in standing_hands(sitting)] == [[1, 0, 2], [1, 0, 2], *[[0, 1, 2]] * 3]
    assert [hand.version for hand in standing_hands(sitting)] == [2, 2, 1, 1, 1]
    before = by_name(sitting)
    hand = factories.record(refreshed(sitting), factories.played(0)).hand
    assert by_name(sitting)["Bernd"] > before["Bernd"]
    factories.correct(hand, factories.played(1))
    assert by_name(sitting)["Anna"] > before["Anna"]
    assert discrepancies() == []


def test_hand_before_is_corrected_by_the_new_numbers(sitting):
    """Whoever corrects a hand of the time before sees the people who played it."""
    factories.swap(sitting, 0, 1, first=3)
    first = standing_hands(sitting)[0]

    assert first.record["declarer"] == 1
    factories.correct(first, {**first.record, "contract": "grand"})

    right = a_list(
        [factories.played(0, contract="grand"), HANDS[1], declared(HANDS[2], 1), declared(HANDS[3], 0), HANDS[4]]
    )
    assert by_name(sitting) == by_name(right)
    assert discrepancies() == []


def test_swapped_back_from_the_same_hand_everything_is_as_before(sitting):
    before = (by_name(sitting), season_rows(sitting.competitions.get()))

    factories.swap(sitting, 0, 1, first=3)
    factories.swap(sitting, 0, 1, first=3)

    assert (by_name(sitting), season_rows(sitting.competitions.get())) == before
    assert [hand.record for hand in standing_hands(sitting)] == [
        hand.record for hand in Hand.objects.filter(sitting=sitting, version=1).order_by("number")
    ]
    assert discrepancies() == []


def test_they_sat_so_only_for_a_while(sitting):
    factories.swap(sitting, 0, 1, first=3)
    factories.swap(sitting, 0, 1, first=4)

    assert by_name(sitting) == by_name(a_list([*HANDS[:2], declared(HANDS[2], 1), *HANDS[3:]]))
    assert discrepancies() == []


def test_from_the_next_hand_on_nothing_moves(sitting):
    before = by_name(sitting)

    assert swap_moves(sitting, Swap(seats=(0, 1), number=6, reason="")).changes_nothing
    factories.swap(sitting, 0, 1, first=6)

    assert by_name(sitting) == before
    assert factories.seats_of(sitting)[0].player.name == "Bernd"
    assert discrepancies() == []


def test_struck_hand_of_before_comes_back_to_who_played_it(sitting):
    factories.correct(standing_hands(sitting)[0], None)
    factories.swap(sitting, 0, 1, first=3)
    struck = Hand.objects.newest().get(sitting=sitting, number=1)
    before = by_name(sitting)

    assert struck.is_void
    factories.correct(struck, struck.record)

    assert by_name(sitting)["Anna"] > before["Anna"]
    assert discrepancies() == []


def test_penalty_and_substitute_stay_with_the_person(sitting):
    factories.penalise(sitting, 0)
    factories.play_for(sitting, 0, Sitter(name="Emil"), 2)
    without = by_name(a_list([*HANDS[:2], declared(HANDS[2], 1), declared(HANDS[3], 0), HANDS[4]]))

    factories.swap(sitting, 0, 1, first=3)

    assert by_name(sitting) == {**without, "Anna": without["Anna"] - 50}
    client_sees = Act.objects.get(sitting=sitting, kind="substitute").seat.player.name
    assert client_sees == "Anna"
    factories.take_back(Act.objects.get(kind="penalty"))
    assert by_name(sitting) == without
    assert discrepancies() == []


def test_moves_say_what_happens_and_write_nothing(sitting):
    before = everything()

    found = swap_moves(sitting, Swap(seats=(0, 1), number=3, reason=""))

    assert everything() == before
    assert (found.first, found.last) == (3, 5)
    factories.swap(sitting, 0, 1, first=3)
    assert {move.seat.player.name: move.total_after for move in found.seats} == by_name(sitting)
    rows = season_rows(sitting.competitions.get())
    assert found.seasons
    assert all(move.points_after == rows[move.seat.player_id][0] for move in found.seasons)


def test_same_key_swaps_once_and_from_one_hand(sitting):
    key = uuid4()
    act = factories.swap(sitting, 0, 1, first=3, key=key)
    before = everything()

    assert factories.swap(sitting, 1, 0, first=3, key=key) == act
    with pytest.raises(Conflict) as caught:
        factories.swap(sitting, 0, 1, first=4, key=key)
    assert caught.value.code == "key_reused"
    assert everything() == before


@pytest.mark.parametrize(("first", "code"), [(0, "min_value"), (7, "number_unknown")])
def test_hand_that_is_none_is_refused(sitting, first, code):
    before = everything()

    with pytest.raises(Refused) as caught:
        factories.swap(sitting, 0, 1, first=first)

    assert (caught.value.problems[0].code, caught.value.problems[0].field) == (code, "number")
    assert everything() == before


def test_later_hand_that_could_not_have_been_played_is_named():
    """Bierlachs: with the minus of two others the first would have been over the limit two hands earlier."""
    rules = {"system": "bierlachs", "bierlachs_limit": 100}
    made = factories.make_sitting(players=3, rules=rules)
    lost = {"declarer_points": 45, "declarer_tricks": 4, "matadors": 2}
    for declarer in (1, 0, 2):
        factories.record(refreshed(made), factories.played(declarer, **lost))
    before = everything()
    assert refreshed(made).accepts_hands

    with pytest.raises(Refused) as caught:
        factories.swap(made, 0, 1, first=2)

    assert caught.value.problems[0].code == "hand_impossible"
    assert caught.value.problems[0].message.values["number"] == 3
    assert everything() == before


def test_partners_part_only_for_the_whole_sheet():
    match = factories.make_sitting(game="truco", players=4, rules={"best_of": 3})
    hand = {"kind": "quick", "how": "played", "winner": "A", "value": 2}
    for _hand in range(3):
        factories.record(refreshed(match), hand)
    before = by_name(match)

    with pytest.raises(Refused) as caught:
        factories.swap(match, 0, 1, first=2)
    assert caught.value.problems[0].code == "sides_part"
    factories.swap(match, 0, 2, first=2)

    assert by_name(match) == before
    assert discrepancies() == []


@pytest.mark.parametrize("slug", sorted(games.all_games()))
def test_every_game_as_if_it_had_been_recorded_so(slug):
    """Hands of every game: the people get what their places brought them, hand by hand, and later corrections hold."""
    chance = Random(f"late {slug}")
    game = games.game(slug)
    size = 4 if 4 in game.seats else game.seats[0]
    made = factories.make_sitting(players=size, rules=game.presets[0].rules, game=slug)
    for _hand in range(6):
        now = refreshed(made)
        if now.accepts_hands:
            table = Table(tuple(range(size)), now.next_number, now.dealer, now.typed_state)
            factories.record(now, deal(chance, game, now.typed_rules, table, SKILLS[:size]))
    people = {seat.number: seat.player.name for seat in factories.seats_of(made)}
    crossed = {**people, 0: people[2], 2: people[0]}  # who sit opposite one another: partners, where there are any
    due: dict[str, int] = dict.fromkeys(people.values(), 0)
    weights = game.weights(refreshed(made).typed_rules)
    for hand in standing_hands(made):
        for (number, measure), amount in hand.moved.items():
            due[(crossed if hand.number >= 3 else people)[number]] += weights.get(measure, 0) * amount

    factories.swap(made, 0, 2, first=3)

    assert by_name(made) == due
    assert tallies(made) == ledger(made)
    factories.correct(standing_hands(made)[0], standing_hands(made)[0].record)
    assert by_name(made) == due
    assert discrepancies() == []


def test_page_asks_shows_and_swaps(client, sitting):
    client.force_login(factories.owner_of(sitting.club))
    address = reverse("seats_swap", args=[sitting.pk])
    before = everything()

    wrong = client.post(address, {"seats": ["0", "1"], "number": "9", "reason": "late"})
    shown = client.post(address, {"seats": ["0", "1"], "number": "3", "reason": "noticed late"})

    assert (wrong.status_code, shown.status_code) == (422, 200)
    assert "Choose a hand from 1 to 6" in wrong.content.decode()
    page = shown.content.decode()
    assert "Anna and Bernd swap seats from hand 3 on" in page
    assert "Hands 3 to 5" in page
    assert everything() == before
    done = client.post(address, fill(page))
    assert done.status_code == 302
    table = client.get(reverse("sitting_detail", args=[sitting.pk])).content.decode()
    assert "changed places with Bernd from hand 3 on" in table


def test_page_of_a_hand_names_who_played_each_version(client, sitting):
    client.force_login(factories.owner_of(sitting.club))
    factories.correct(standing_hands(sitting)[0], factories.played(0, contract="grand"))
    factories.swap(sitting, 0, 1, first=3)

    page = client.get(reverse("hand_detail", args=[sitting.pk, standing_hands(sitting)[0].pk])).content.decode()

    versions = page.partition("Every version")[2]
    assert versions.count("to Anna") == 3
    assert "to Bernd" not in versions


def test_api_swaps_from_a_hand_on_and_answers_a_late_sender_with_the_names_of_then(client):
    key = uuid4()
    other = a_list([])
    first = factories.record(other, HANDS[0], key=key)
    client.force_login(factories.owner_of(other.club))
    address = f"/api/v1/sittings/{other.pk}/swaps"
    body = {"seats": [0, 1], "number": 2, "reason": "noticed late"}

    shown = client.post(address, {**body, "preview": True}, "application/json")
    done = client.post(address, body, "application/json", headers={"Idempotency-Key": str(uuid4())})
    again = client.post(
        f"/api/v1/sittings/{other.pk}/hands",
        {"record": HANDS[0]},
        "application/json",
        headers={"Idempotency-Key": str(key)},
    )

    assert (shown.status_code, done.status_code, again.status_code) == (200, 201, 200)
    assert done.json()["number"] == 2
    assert (again.json()["id"], again.json()["status"]) == (str(first.hand.pk), "replaced")
    assert again.json()["outcome"]["said"].endswith("to Anna")
