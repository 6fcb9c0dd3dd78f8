"""Corrections append: nothing is rewritten, later hands follow, and what moves is said before."""

import random
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.moves import list_ranks, moves, totals
from scorekeeper.standings.selectors.table import book_of
from tests import factories
from tests.acting import codes_of
from tests.factories.hands import deal, next_deal
from tests.factories.tables import refreshed
from tests.play.folding import folded, ledger, season_rows, season_sums, standing_hands, tallies
from tests.rows import everything, undone
from tests.strategies import examples

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines("a correction is written by SQL of each engine")]

KEY = UUID("5f0c1c1e-3a61-4d0c-9d6e-2f6f7c1f0a02")


def versions(sitting: Sitting) -> list[tuple[int, int, str]]:
    """(number, version, kind) in the order of the chain."""
    return list(Hand.objects.filter(sitting=sitting).order_by("seq").values_list("number", "version", "kind"))


def three_hands(**rules) -> tuple[Sitting, list[Hand]]:
    sitting = factories.make_sitting(rules=rules)
    return sitting, factories.record_list(sitting, [factories.played(seat) for seat in (0, 1, 2)])


def test_correction_appends_a_version_and_moves_the_difference():
    sitting, hands = three_hands()

    recorded = factories.correct(hands[0], factories.played(1), key=KEY, reason=" wrong \n declarer ")

    corrected = recorded.hand
    assert versions(sitting) == [(1, 1, "recorded"), (2, 1, "recorded"), (3, 1, "recorded"), (1, 2, "corrected")]
    assert (corrected.reason, corrected.key, corrected.previous) == ("wrong declarer", KEY, hands[2].hash)
    assert (corrected.table, Hand.objects.get(pk=hands[0].pk).record) == (hands[0].table, hands[0].record)
    assert tallies(sitting) == {
        0: {"hands": 3},
        1: {"hands": 3, "points": 48, "won": 2},
        2: {"hands": 3, "points": 24, "won": 1},
    }
    assert tallies(sitting) == ledger(sitting) == folded(sitting)
    assert (refreshed(sitting).next_number, refreshed(sitting).dealer) == (4, 0)


def test_correction_sent_again_is_the_same_version():
    _sitting, hands = three_hands()
    first = factories.correct(hands[0], factories.played(1), key=KEY)
    before = everything()

    again = factories.correct(hands[0], factories.played(1), key=KEY)

    assert (again.hand, first.is_new, again.is_new) == (first.hand, True, False)
    assert everything() == before


@pytest.mark.parametrize(
    ("facts", "reason"),
    [(factories.played(2), "typed wrongly"), (factories.played(1), "other"), (None, "typed wrongly")],
)
def test_key_of_a_correction_with_other_facts_conflicts(facts, reason):
    _sitting, hands = three_hands()
    factories.correct(hands[0], factories.played(1), key=KEY)
    before = everything()

    with pytest.raises(Conflict) as caught:
        factories.correct(hands[0], facts, key=KEY, reason=reason)

    assert caught.value.code == "key_reused"
    assert everything() == before


@pytest.mark.parametrize(
    ("reason", "code"), [("", "reason_missing"), (" \n", "reason_missing"), ("x" * 201, "reason_too_long")]
)
def test_correction_needs_a_reason(reason, code):
    _sitting, hands = three_hands()
    before = everything()

    with pytest.raises(Refused) as caught:
        factories.correct(hands[0], factories.played(1), reason=reason)

    assert codes_of(caught) == [code]
    assert everything() == before


def test_correction_that_the_rules_refuse_writes_nothing():
    _sitting, hands = three_hands()
    before = everything()

    with pytest.raises(Refused) as caught:
        factories.correct(hands[0], factories.played(0, bid=19, declarer_points=1))

    assert codes_of(caught) == ["bid_not_legal", "points_impossible"]
    assert everything() == before


def test_correction_of_an_old_version_conflicts_with_the_one_in_force():
    _sitting, hands = three_hands()
    newer = factories.correct(hands[0], factories.played(1)).hand
    before = everything()

    with pytest.raises(Conflict) as caught:
        factories.correct(hands[0], factories.played(2))

    assert (caught.value.code, caught.value.standing) == ("hand_changed", newer)
    assert everything() == before


def test_correction_of_a_closed_sitting_conflicts():
    sitting, hands = three_hands()
    factories.finish(sitting)
    before = everything()

    with pytest.raises(Conflict) as caught:
        factories.correct(hands[0], None)

    assert caught.value.code == "sitting_closed"
    assert everything() == before


def test_seated_member_records_and_undoes_but_does_not_correct():
    club = factories.make_club()
    member = factories.make_member(club)
    players = [factories.player_of(member, club), factories.make_player(club), factories.make_player(club)]
    sitting, by = factories.make_sitting(club, players=players), Actor(user=member)
    hand = factories.record(sitting, by=by).hand

    with pytest.raises(PermissionDenied):
        factories.correct(hand, None, by=by)
    undone = factories.undo(hand, by=by)

    assert undone.hand.kind == "voided"


def test_void_strikes_the_hand_and_keeps_its_record():
    sitting, hands = three_hands()

    struck = factories.correct(hands[1], None).hand

    assert (struck.kind, struck.record, struck.outcome["lines"]) == ("voided", hands[1].record, [])
    assert [hand.number for hand in standing_hands(sitting)] == [1, 3]
    assert [hand.number for hand in sitting.hands.standing().order_by("number")] == [1, 3]
    assert tallies(sitting) == {
        0: {"hands": 2, "points": 24, "won": 1},
        1: {"hands": 2},
        2: {"hands": 2, "points": 24, "won": 1},
    }
    assert (refreshed(sitting).next_number, refreshed(sitting).dealer, refreshed(sitting).state["hands"]) == (4, 0, 2)


def test_void_of_the_last_hand_gives_number_and_deal_back():
    sitting, hands = three_hands()

    factories.correct(hands[2], None)

    assert (refreshed(sitting).next_number, refreshed(sitting).dealer) == (3, 2)
    assert factories.record(sitting, factories.played(1)).hand.number == 3
    assert versions(sitting)[-2:] == [(3, 2, "voided"), (3, 3, "recorded")]
    assert tallies(sitting) == ledger(sitting) == folded(sitting)


def test_undo_takes_back_the_last_hand():
    sitting, hands = three_hands()

    undone = factories.undo(hands[2])

    assert (undone.is_new, undone.hand.kind, undone.hand.number, undone.hand.reason) == (True, "voided", 3, "")
    assert (refreshed(sitting).next_number, refreshed(sitting).dealer) == (3, 2)
    assert tallies(sitting) == ledger(sitting) == folded(sitting)


def test_undo_of_the_struck_hand_changes_nothing():
    _sitting, hands = three_hands()
    undone = factories.undo(hands[2])
    before = everything()

    again = factories.undo(undone.hand)

    assert (again.hand, again.is_new) == (undone.hand, False)
    assert everything() == before


def test_undo_sent_twice_takes_back_one_hand():
    _sitting, hands = three_hands()
    undone = factories.undo(hands[2])
    before = everything()

    again = factories.undo(hands[2])

    assert (again.hand, again.is_new) == (undone.hand, False)
    assert everything() == before


def test_undo_of_an_earlier_hand_conflicts():
    _sitting, hands = three_hands()
    before = everything()

    with pytest.raises(Conflict) as caught:
        factories.undo(hands[1])

    assert caught.value.code == "not_the_last"
    assert everything() == before


def test_undo_of_a_hand_replaced_meanwhile_conflicts_with_the_one_in_force():
    _sitting, hands = three_hands()
    newer = factories.correct(hands[2], factories.played(1)).hand
    before = everything()

    with pytest.raises(Conflict) as caught:
        factories.undo(hands[2])

    assert (caught.value.code, caught.value.standing) == ("hand_changed", newer)
    assert everything() == before


def test_undo_again_and_again_empties_the_list():
    sitting, hands = three_hands()

    for hand in reversed(hands):
        factories.undo(hand)

    now = refreshed(sitting)
    assert (now.next_number, now.dealer, now.state["hands"], now.is_over) == (1, 0, 0, False)
    assert tallies(sitting) == {0: {}, 1: {}, 2: {}}


def test_undo_of_the_hand_that_completed_the_list_reopens_it():
    sitting, hands = three_hands(list_length=3)

    factories.undo(hands[2])

    assert refreshed(sitting).accepts_hands
    assert factories.record(sitting).hand.outcome["over"]


def test_struck_hand_comes_back_by_correction():
    sitting, hands = three_hands()
    struck = factories.correct(hands[0], None).hand

    back = factories.correct(struck, factories.played(0)).hand

    assert (back.kind, back.version, back.outcome) == ("corrected", 3, hands[0].outcome)
    assert tallies(sitting) == ledger(sitting) == folded(sitting)


def test_struck_last_hand_that_comes_back_takes_its_number_and_deal_again():
    sitting, hands = three_hands()
    struck = factories.correct(hands[2], None).hand

    factories.correct(struck, factories.played(2))

    assert (refreshed(sitting).next_number, refreshed(sitting).dealer) == (4, 0)
    assert factories.record(sitting).hand.number == 4
    assert [hand.number for hand in standing_hands(sitting)] == [1, 2, 3, 4]
    assert tallies(sitting) == ledger(sitting) == folded(sitting)


def test_struck_hand_beyond_the_next_that_comes_back_is_never_overwritten():
    sitting, hands = three_hands()
    struck = factories.undo(hands[2]).hand
    factories.undo(hands[1])

    factories.correct(struck, factories.played(2))
    factories.record(sitting, factories.played(1))

    assert [hand.number for hand in standing_hands(sitting)] == [1, 3, 4]
    assert tallies(sitting) == ledger(sitting) == folded(sitting)


def test_complete_list_takes_no_struck_hand_back():
    sitting, hands = three_hands(list_length=3)
    struck = factories.correct(hands[0], None).hand
    factories.record(sitting)
    before = everything()

    with pytest.raises(Refused) as caught:
        factories.correct(struck, factories.played(0))

    assert codes_of(caught) == ["hand_impossible"]
    assert str(caught.value.problems[0].message).startswith("Hand 4 would become impossible")
    assert everything() == before


def test_struck_hand_of_a_complete_list_leaves_room_for_another():
    sitting, hands = three_hands(list_length=3)

    factories.correct(hands[0], None)

    assert refreshed(sitting).accepts_hands
    assert factories.record(sitting).hand.number == 4
    assert not refreshed(sitting).accepts_hands


def test_corrected_dealer_of_the_last_hand_moves_the_rotation():
    sitting, hands = three_hands()

    factories.correct(hands[2], factories.played(2, dealer=0))

    assert refreshed(sitting).dealer == 1


def test_corrected_dealer_of_an_earlier_hand_leaves_the_rotation():
    sitting, hands = three_hands()

    factories.correct(hands[1], factories.played(2, dealer=0))

    assert refreshed(sitting).dealer == 0


def test_later_hands_follow_a_correction():
    sitting, hands = three_hands(system="bierlachs", bierlachs_limit=100)
    last = factories.record(sitting, factories.played(0)).hand

    factories.correct(hands[0], factories.played(0, contract="grand", matadors=2))

    assert not last.outcome["over"]
    assert versions(sitting)[4:] == [(1, 2, "corrected"), (4, 2, "followed")]
    followed = Hand.objects.get(number=4, version=2)
    assert (followed.record, followed.reason, followed.outcome["over"]) == (
        last.record,
        "follows from hand 1",
        True,
    )
    assert refreshed(sitting).is_over
    assert tallies(sitting) == ledger(sitting) == folded(sitting)


def test_correction_that_makes_a_later_hand_impossible_is_refused_and_names_it():
    sitting, hands = three_hands(system="bierlachs", bierlachs_limit=100)
    factories.record_list(sitting, [factories.played(0), factories.played(0)])
    before = everything()

    with pytest.raises(Refused) as caught:
        factories.correct(hands[0], factories.played(0, contract="grand", matadors=2))

    assert codes_of(caught) == ["hand_impossible"]
    assert (
        str(caught.value.problems[0].message)
        == "Hand 5 would become impossible: The list is complete. First strike the hands from there on."
    )
    assert everything() == before


def test_moves_tell_of_totals_ranks_and_the_season_and_write_nothing():
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season])
    hands = factories.record_list(sitting, [factories.played(0), factories.played(1), factories.played(1)])
    before = everything()

    found = moves(refreshed(sitting), hands[1], factories.played(0))

    assert [(move.seat.number, move.total_before, move.total_after, move.by) for move in found.seats] == [
        (0, 74, 148, 74),
        (1, 148, 74, -74),
        (2, 0, 0, 0),
    ]
    assert [(move.rank_before, move.rank_after) for move in found.seats] == [(2, 1), (1, 2), (3, 3)]
    assert [
        (move.competition, move.seat.number, move.points_before, move.points_after, move.rank_before, move.rank_after)
        for move in found.seasons
    ] == [(season, 0, 74, 148, 2, 1), (season, 1, 148, 74, 1, 2)]
    assert not found.changes_nothing
    assert everything() == before


def test_moves_of_the_same_facts_are_none():
    sitting, hands = three_hands()

    found = moves(refreshed(sitting), hands[1], factories.played(1))

    assert (found.changes_nothing, found.followers, found.seasons) == (True, (), ())


@settings(max_examples=examples(8, part=10))
@given(chance=st.randoms(use_true_random=False), size=st.sampled_from([3, 4]), bierlachs=st.booleans())
def test_preview_says_what_really_happens(chance: random.Random, size: int, bierlachs: bool):
    with undone():
        club = factories.make_club()
        season = factories.make_season(club)
        rules = {"system": "bierlachs", "bierlachs_limit": 250} if bierlachs else {}
        sitting = factories.make_sitting(club, players=size, rules=rules, seasons=[season])
        for _hand in range(chance.randint(1, 6)):
            if refreshed(sitting).accepts_hands:
                factories.record(sitting, next_deal(chance, sitting))
        hand = chance.choice(standing_hands(sitting))
        facts = None if chance.random() < 0.3 else deal(chance, hand.table["seats"], hand.table["dealer"])
        before = everything()

        found, refused = answer(moves, refreshed(sitting), hand, facts)

        assert everything() == before
        assert answer(factories.correct, hand, facts)[1] == refused
        if found:
            happened_as_said(found, season)


def answer(ask, *arguments):
    """What it says, or why it is refused."""
    try:
        return ask(*arguments), None
    except Refused as error:
        return None, error.problems


def happened_as_said(found, season):
    """The rows are as the preview said they would be."""
    sitting = refreshed(found.hand.sitting)
    seats = list(Seat.objects.filter(sitting=sitting).order_by("number"))
    _change, *followed = Hand.objects.filter(seq__gt=found.hand.seq, version__gt=1).order_by("seq")
    tallied = {seat.number: seat.tally for seat in seats}
    places = book_of(season).table().ranks
    points = {player: row[0] for player, row in season_rows(season).items()}
    assert [(judged.hand.number, judged.outcome) for judged in found.followers] == [
        (follower.number, follower.outcome) for follower in followed
    ]
    assert {move.seat.number: move.total_after for move in found.seats} == totals(sitting, seats)
    assert {move.seat.number: move.rank_after for move in found.seats} == list_ranks(sitting, seats, tallied)
    assert [(move.points_after, move.rank_after) for move in found.seasons] == [
        (points.get(move.seat.player_id, 0), places.get(move.seat.player_id, move.rank_after)) for move in found.seasons
    ]
    assert tallies(sitting) == ledger(sitting) == folded(sitting)
    assert season_rows(season) == season_sums(season)
