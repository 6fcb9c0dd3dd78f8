"""A hand, once acknowledged, is never lost and never counted twice."""

import random
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.text import Text
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.recording.services import SentHand, record_hand
from scorekeeper.play.records import PerhapsReasoned
from tests import factories
from tests.factories.hands import next_deal
from tests.factories.tables import refreshed
from tests.play.folding import folded, ledger, season_rows, season_sums, tallies
from tests.rows import everything

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_engines("a hand is written by SQL of each engine", "play.recording.sql"),
]

KEY = UUID("5f0c1c1e-3a61-4d0c-9d6e-2f6f7c1f0a01")
MOST_STATEMENTS = 12
BOUNDARIES = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def conflict(*arguments, **named) -> Conflict:
    """The conflict that recording so meets."""
    with pytest.raises(Conflict) as caught:
        factories.record(*arguments, **named)
    return caught.value


def statements(sitting: Sitting, hand=None) -> int:
    """How many statements recording takes, without those that only open and end the transaction."""
    with CaptureQueriesContext(connection) as captured:
        factories.record(sitting, hand)
    return sum(not query["sql"].startswith(BOUNDARIES) for query in captured.captured_queries)


def test_hand_is_kept_with_its_facts_and_its_place_in_the_chain():
    sitting = factories.make_sitting()

    recorded = factories.record(sitting, factories.played(1), key=KEY)

    stored, table = Hand.objects.get(), refreshed(sitting)
    assert recorded.is_new
    assert (stored.pk, stored.key, stored.number, stored.version, stored.seq) == (recorded.hand.pk, KEY, 1, 1, 1)
    assert (stored.kind, stored.previous, stored.hash) == ("recorded", "", stored.content_hash())
    assert (stored.record["declarer"], stored.record["contract"], stored.rules_version) == (1, "clubs", "1")
    assert stored.by_user == sitting.opened_by_user
    assert stored.table == {"seats": [0, 1, 2], "dealer": 0}
    assert (table.head, table.seq, table.next_number, table.dealer) == (stored.hash, 1, 2, 1)
    assert tallies(sitting) == {0: {"hands": 1}, 1: {"hands": 1, "points": 24, "won": 1}, 2: {"hands": 1}}


def test_each_hand_carries_the_hash_of_the_one_before():
    sitting = factories.make_sitting()

    hands = factories.record_list(sitting, [factories.played(seat) for seat in (0, 1, 2)])

    stored = list(Hand.objects.order_by("seq"))
    assert [hand.previous for hand in stored] == ["", hands[0].hash, hands[1].hash]
    assert [hand.content_hash() for hand in stored] == [hand.hash for hand in hands]


def test_same_key_gives_the_same_hand():
    sitting = factories.make_sitting()
    first = factories.record(sitting, key=KEY)
    before = everything()

    again = factories.record(sitting, key=KEY, now=factories.at(5))

    assert (again.hand, again.is_new) == (first.hand, False)
    assert everything() == before


def test_same_key_gives_the_same_hand_whatever_order_its_fields_have():
    sitting = factories.make_sitting()
    first = factories.record(sitting, factories.played(), key=KEY)

    again = factories.record(sitting, dict(reversed(factories.played().items())), key=KEY)

    assert again.hand == first.hand


def test_same_key_gives_the_first_hand_after_later_ones():
    sitting = factories.make_sitting()
    first = factories.record(sitting, factories.played(2), key=KEY).hand
    factories.record_list(sitting, [factories.played(seat % 3) for seat in range(10)])
    factories.correct(first, factories.played(1))
    before = everything()

    again = factories.record(sitting, factories.played(2), key=KEY, number=1)

    assert (again.hand.pk, again.hand.number, again.hand.record, again.hand.outcome) == (
        first.pk,
        1,
        first.record,
        first.outcome,
    )
    assert again.sitting.next_number == 12
    assert everything() == before


def test_same_key_gives_the_same_hand_after_closing():
    sitting = factories.make_sitting()
    first = factories.record(sitting, key=KEY).hand
    factories.finish(sitting)
    before = everything()

    again = factories.record(sitting, key=KEY)

    assert (again.hand, again.is_new) == (first, False)
    assert everything() == before


def test_same_key_gives_the_same_hand_to_another_phone_of_the_table():
    sitting = factories.make_sitting()
    first = factories.record(sitting, key=KEY).hand
    other = Actor(device=factories.make_device(sitting, 2))

    again = factories.record(sitting, key=KEY, by=other)

    assert (again.hand, again.is_new, again.hand.by_device) == (first, False, None)


@pytest.mark.parametrize(
    "facts",
    [factories.played(1), factories.played(declarer_points=76), factories.passed(), {}, {"kind": "nonsense"}, []],
)
def test_same_key_with_other_facts_conflicts_and_changes_nothing(facts):
    sitting = factories.make_sitting()
    first = factories.record(sitting, key=KEY).hand
    before = everything()

    with pytest.raises(Conflict) as caught:
        record_hand(
            SentHand(record=facts), sitting_id=sitting.pk, by=factories.keeper_of(sitting), key=KEY, now=factories.NOW
        )

    assert (caught.value.code, caught.value.standing) == ("key_reused", first)
    assert everything() == before


def test_same_key_for_another_sitting_of_the_club_conflicts_and_tells_nothing_of_the_first():
    club = factories.make_club()
    one, other = factories.make_sitting(club), factories.make_sitting(club)
    factories.record(one, key=KEY)
    before = everything()

    found = conflict(other, key=KEY)

    assert (found.code, found.standing) == ("key_reused", None)
    assert everything() == before


def test_same_key_in_two_clubs_makes_two_hands():
    one, other = factories.make_sitting(), factories.make_sitting()

    hands = [factories.record(sitting, key=KEY) for sitting in (one, other)]

    assert [(recorded.hand.sitting, recorded.is_new) for recorded in hands] == [(one, True), (other, True)]
    assert Hand.objects.filter(key=KEY).count() == 2


def test_key_of_a_correction_cannot_record():
    sitting = factories.make_sitting()
    factories.correct(factories.record(sitting).hand, factories.played(1), key=KEY)
    before = everything()

    found = conflict(sitting, key=KEY)

    assert found.code == "key_reused"
    assert everything() == before


def test_number_that_is_next_is_recorded():
    sitting = factories.make_sitting()
    factories.record(sitting)

    recorded = factories.record(sitting, number=2)

    assert recorded.hand.number == 2


def test_number_that_is_taken_conflicts_with_what_stands_there():
    sitting = factories.make_sitting()
    first = factories.record(sitting).hand
    factories.record(sitting)
    corrected = factories.correct(first, factories.played(2)).hand
    before = everything()

    found = conflict(sitting, factories.passed(), number=1)

    assert (found.code, found.standing) == ("number_taken", corrected)
    assert everything() == before


def test_number_ahead_of_the_next_conflicts():
    sitting = factories.make_sitting()
    before = everything()

    found = conflict(sitting, number=2)

    assert (found.code, found.standing) == ("number_ahead", None)
    assert everything() == before


def test_complete_list_takes_no_more_hands():
    sitting = factories.make_sitting(rules={"list_length": 3})
    hands = factories.record_list(sitting, [factories.played(seat) for seat in (0, 1, 2)])
    before = everything()

    found = conflict(sitting)

    assert [hand.outcome["over"] for hand in hands] == [False, False, True]
    assert (refreshed(sitting).is_over, refreshed(sitting).awaits_signatures) == (True, True)
    assert found.code == "list_complete"
    assert everything() == before


def test_list_ended_early_takes_no_more_hands():
    sitting = factories.make_sitting()
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW)

    found = conflict(sitting)

    assert found.code == "list_complete"


def test_closed_sitting_takes_no_more_hands():
    sitting = factories.make_sitting()
    factories.record(sitting)
    factories.finish(sitting)
    before = everything()

    found = conflict(sitting)

    assert found.code == "sitting_closed"
    assert everything() == before


def test_refused_record_tells_every_problem_in_order_and_writes_nothing():
    sitting = factories.make_sitting(players=4)
    before = everything()

    with pytest.raises(Refused) as caught:
        factories.record(
            sitting,
            factories.played(0, contract="grand", matadors=5, bid=19, re=True, declarer_points=1, colour="red"),
            key=KEY,
        )

    assert [(problem.code, problem.field) for problem in caught.value.problems] == [
        ("re_needs_kontra", "re"),
        ("bid_not_legal", "bid"),
        ("matadors_out_of_range", "matadors"),
        ("points_impossible", "declarer_points"),
        ("dealer_cannot_declare_at_four", "declarer"),
        ("field_unknown", "colour"),
    ]
    assert all(isinstance(problem.message, Text) for problem in caught.value.problems)
    assert everything() == before


def test_key_of_a_refused_record_can_be_used_again():
    sitting = factories.make_sitting()
    with pytest.raises(Refused):
        factories.record(sitting, factories.played(7), key=KEY)

    recorded = factories.record(sitting, factories.played(1), key=KEY)

    assert (recorded.is_new, recorded.hand.key) == (True, KEY)


def test_stranger_finds_no_table():
    sitting = factories.make_sitting()
    before = everything()

    with pytest.raises(Sitting.DoesNotExist):
        factories.record(sitting, by=Actor(user=factories.make_user()))

    assert everything() == before


def test_member_who_does_not_sit_there_may_not_record():
    sitting = factories.make_sitting()
    member = factories.make_member(sitting.club)
    before = everything()

    with pytest.raises(PermissionDenied):
        factories.record(sitting, by=Actor(user=member))

    assert everything() == before


@pytest.mark.parametrize("players", [3, 4])
def test_recording_costs_the_same_at_hand_3_and_hand_40(players):
    club = factories.make_club()
    sitting = factories.make_sitting(
        club, players=players, rules={"list_length": 48}, seasons=[factories.make_season(club)]
    )
    chance = random.Random(players)
    factories.record_list(sitting, [factories.passed()] * 2)
    third = statements(sitting, next_deal(chance, sitting))
    for _hand in range(36):
        factories.record(sitting, next_deal(chance, sitting))

    fortieth = statements(sitting, next_deal(chance, sitting))

    assert refreshed(sitting).next_number == 41
    assert third == fortieth
    assert fortieth <= MOST_STATEMENTS


def test_recording_the_first_hand_of_a_season_costs_little_more():
    club = factories.make_club()
    sitting = factories.make_sitting(club, seasons=[factories.make_season(club)])

    first = statements(sitting)

    assert first <= MOST_STATEMENTS + 2


@pytest.mark.parametrize(
    ("players", "system", "length"),
    [(3, "seeger_fabian", 36), (4, "seeger_fabian", 48), (3, "seeger", 36), (4, "classic", 24), (3, "bierlachs", None)],
)
def test_ledger_tallies_and_standings_are_the_fold_of_the_hands(players, system, length):
    club = factories.make_club()
    seasons = [factories.make_season(club, system=name) for name in ("seeger_fabian", "classic")]
    rules = {"system": system, "list_length": length, "bierlachs_limit": 2000}
    sitting = factories.make_sitting(club, players=players, rules=rules, seasons=seasons)
    chance = random.Random(f"{players} {system}")

    for _hand in range(length or 20):
        factories.record(sitting, next_deal(chance, sitting))

    assert tallies(sitting) == ledger(sitting) == folded(sitting)
    assert sum(own["hands"] for own in tallies(sitting).values()) == players * (length or 20)
    for season in seasons:
        assert season_rows(season) == season_sums(season)
        assert season_rows(season, official=True) == {}


def test_season_sums_two_tables_that_share_players():
    club = factories.make_club()
    season = factories.make_season(club)
    players = [factories.make_player(club) for _player in range(5)]
    tables = [factories.make_sitting(club, players=seated, seasons=[season]) for seated in (players[:3], players[1:5])]
    chance = random.Random(5)

    for turn in range(40):
        factories.record(tables[turn % 2], next_deal(chance, tables[turn % 2]))
    factories.finish(tables[1])

    assert season_rows(season) == season_sums(season)
    assert season_rows(season, official=True) == season_sums(season, official=True)
    assert {player: row[2] for player, row in season_rows(season).items()} == {
        player.pk: count for player, count in zip(players, [1, 2, 2, 1, 1], strict=True)
    }


def test_replays_never_count_twice():
    sitting = factories.make_sitting()
    chance = random.Random(7)
    keys = [uuid4() for _hand in range(12)]
    facts = [next_deal(chance, sitting) for _hand in keys]
    hands = [factories.record(sitting, fact, key=key).hand for key, fact in zip(keys, facts, strict=True)]
    before = everything()

    order = [chance.randrange(12) for _send in range(60)]
    again = [factories.record(sitting, facts[one], key=keys[one]).hand for one in order]

    assert again == [hands[one] for one in order]
    assert everything() == before


@pytest.mark.django_db
def test_two_spellings_of_one_hand_are_the_same_facts():
    sitting, key = factories.make_sitting(), uuid4()
    short = {"kind": "played", "declarer": 0, "contract": "clubs", "matadors": 1, "with": True, "declarer_points": 75}
    long = {**short, "bid": None, "hand": False, "kontra": False, "dealer": None, "outcome": None}

    first = factories.record(sitting, short, key=key)
    again = factories.record(sitting, long, key=key)

    assert (again.hand.pk, again.is_new) == (first.hand.pk, False)
