"""A table from its opening on: who sits there, who deals, how long the list is, when it ends."""

import random
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import end_list, resume_list
from scorekeeper.play.correcting.services import Correction, correct_hand
from scorekeeper.play.models import Act, Seat, Seated, Sitting
from scorekeeper.play.opening.services import Opening, Sitter, open_sitting
from scorekeeper.play.recording.services import Undoing, undo_hand
from scorekeeper.play.records import PerhapsReasoned
from scorekeeper.play.seats.records import Dealer, Latecomer, Leaving
from scorekeeper.play.seats.services import seat_leaves, seat_player, set_dealer
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.services import end_season
from tests import factories
from tests.factories.hands import next_deal
from tests.factories.tables import refreshed
from tests.play.folding import folded, ledger, season_rows, season_sums, tallies
from tests.rows import discrepancies, everything

pytestmark = pytest.mark.django_db

NOW = factories.NOW


def opening(*names: str, **more) -> Opening:
    return Opening(**{"game": "skat", "seats": [Sitter(name=name) for name in names], **more})


def leave(sitting: Sitting, number: int, reason: str = "the last train") -> Seat:
    return seat_leaves(
        Leaving(seat=number, reason=reason), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW
    )


def join(sitting: Sitting, sitter: Sitter) -> Seat:
    late = Latecomer(player=sitter.player_id, name=sitter.name)
    return seat_player(late, sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)


def deals(sitting: Sitting, number: int) -> Sitting:
    return set_dealer(Dealer(seat=number), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW).sitting


def ended(sitting: Sitting) -> Sitting:
    return end_list(
        PerhapsReasoned(reason="it is late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW
    )


def refusal(service, *arguments, **named) -> list[tuple[str, str]]:
    """The codes and fields of the refusal, when nothing was written."""
    before = everything()
    with pytest.raises(Refused) as caught:
        service(*arguments, **named)
    assert everything() == before
    return [(problem.code, problem.field) for problem in caught.value.problems]


def test_opening_seats_the_players_in_order_and_makes_guests():
    club = factories.make_club()
    known = factories.make_player(club, "Anna")

    sitting = open_sitting(
        club=club,
        by=factories.owner_of(club),
        opening=opening(seats=[Sitter(name="Bert"), Sitter(known.pk), Sitter(name=" Cäcilia  M. ")]),
        now=NOW,
    )

    assert [seat.player.name for seat in factories.seats_of(sitting)] == ["Bert", "Anna", "Cäcilia M."]
    assert (sitting.name, sitting.rules_name, sitting.rules["system"]) == ("Skat", "Own rules", "seeger_fabian")
    assert (sitting.next_number, sitting.dealer, sitting.seq, sitting.head) == (1, 0, 0, "")
    assert sitting.state == {"hands": 0, "size": 3, "length": 36, "bock_left": 0, "minus": [], "over": False}
    assert list(Act.objects.values_list("kind", "by_user")) == [("opened", factories.owner_of(club).pk)]


def test_sitting_keeps_its_own_copy_of_the_rules():
    rules = {"system": "seeger", "list_length": 24}

    sitting = factories.make_sitting(rules=rules)
    rules["system"] = "classic"

    assert (refreshed(sitting).rules["system"], refreshed(sitting).rules["list_length"]) == ("seeger", 24)
    assert refreshed(sitting).rules["passed"] == "next_dealer"


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"game": "canasta"}, [("game_unknown", "game")]),
        ({"seats": [Sitter(name="A"), Sitter(name="B")]}, [("table_size", "seats")]),
        ({"seats": [Sitter(name=letter) for letter in "ABCDE"]}, [("table_size", "seats")]),
        ({"rules": {"sistem": 1}}, [("field_unknown", "rules.sistem")]),
        ({"rules": {"system": "best"}}, [("system_unknown", "rules.system")]),
        ({"rules": {"list_length": 37}}, [("list_length_not_multiple", "rules.list_length")]),
        ({"name": "x" * 81}, [("name_too_long", "name")]),
        ({"rules_name": "\u202e\u200b"}, [("name_missing", "rules_name")]),
        ({"seats": [Sitter(name="A"), Sitter(name=" "), Sitter(name="C")]}, [("name_missing", "seats.1")]),
        ({"competitions": [uuid4()]}, [("season_unknown", "seasons")]),
    ],
)
def test_opening_that_cannot_be_is_refused_with_its_field(club, owner, wrong, expected):
    found = (
        refusal(open_sitting, club=club, by=owner, opening=opening("A", "B", "C", **wrong), now=NOW)
        if ("seats" not in wrong)
        else refusal(open_sitting, club=club, by=owner, opening=opening(**wrong), now=NOW)
    )

    assert found == expected


def test_nobody_sits_in_two_seats(club, owner):
    anna = factories.make_player(club)

    found = refusal(
        open_sitting,
        club=club,
        by=owner,
        opening=opening(seats=[Sitter(anna.pk), Sitter(name="B"), Sitter(anna.pk)]),
        now=NOW,
    )

    assert found == [("player_twice", "seats.2")]


def test_players_and_seasons_of_another_club_are_unknown(club, owner):
    other = factories.make_club()
    stranger, season = factories.make_player(other), factories.make_season(other)

    seated = refusal(
        open_sitting,
        club=club,
        by=owner,
        opening=opening(seats=[Sitter(stranger.pk), Sitter(name="B"), Sitter(name="C")]),
        now=NOW,
    )
    counted = refusal(
        open_sitting, club=club, by=owner, opening=opening("A", "B", "C", competitions=[season.pk]), now=NOW
    )

    assert (seated, counted) == ([("player_unknown", "seats.0")], [("season_unknown", "seasons")])


def test_season_that_has_ended_takes_no_new_sitting_but_counts_the_running_ones(club, owner):
    season = factories.make_season(club)
    running = factories.make_sitting(club, seasons=[season])
    end_season(competition=season, by=owner, now=NOW)

    refused = refusal(
        open_sitting, club=club, by=owner, opening=opening("A", "B", "C", competitions=[season.pk]), now=NOW
    )
    factories.record(running)

    assert refused == [("season_unknown", "seasons")]
    assert season_rows(season) == season_sums(season) != {}


def test_stranger_opens_no_table(club):
    with pytest.raises(PermissionDenied):
        open_sitting(club=club, by=factories.make_user(), opening=opening("A", "B", "C"), now=NOW)

    assert Sitting.objects.count() == 0


def test_guests_of_one_opening_have_different_names(club, owner):
    with pytest.raises(Refused) as refused:
        open_sitting(club=club, by=owner, opening=opening("Anna", "Bert", "anna"), now=NOW)

    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("name_twice", "seats.2")]
    assert not Player.objects.filter(club=club, name__iexact="anna").exists()


def test_guest_table_lives_in_a_private_club_with_its_phone_as_host():
    sitting, host = factories.make_guest_table()

    assert (Club.objects.get().is_private, sitting.club.time_zone) == (True, "Europe/Berlin")
    assert (host.device.is_host, host.device.table_pass, sitting.opened_by_user) == (True, None, None)
    assert factories.record(sitting, by=host).hand.by_device == host.device


@pytest.mark.parametrize(
    ("club_zone", "day"),
    [("Europe/Berlin", "2026-09-05"), ("UTC", "2026-09-04"), ("America/New_York", "2026-09-04")],
)
def test_sitting_belongs_to_the_local_day_of_its_opening(club_zone, day):
    late = NOW.replace(hour=22, minute=30)

    sitting = factories.make_sitting(factories.make_club(time_zone=club_zone), now=late)

    assert sitting.played_on.isoformat() == day


def test_others_go_on_at_three_when_one_of_four_leaves():
    sitting = factories.make_sitting(players=4)
    factories.record_list(sitting, [factories.played(1), factories.played(2)])

    leave(sitting, 2)

    now = refreshed(sitting)
    assert (now.dealer, [seat.is_active for seat in factories.seats_of(sitting)]) == (3, [True, True, False, True])
    assert factories.record(sitting, factories.played(3)).hand.table == {"seats": [0, 1, 3], "dealer": 3}
    assert refreshed(sitting).dealer == 0
    assert refreshed(sitting).state["length"] == 2 + 12 * 3
    assert list(Act.objects.order_by("id").values_list("kind", "seat__number", "reason"))[-1] == (
        "left",
        2,
        "the last train",
    )


def test_table_of_three_loses_nobody():
    sitting = factories.make_sitting()

    assert refusal(leave, sitting, 1) == [("table_size", "seats")]


def test_empty_seat_cannot_leave():
    sitting = factories.make_sitting(players=4)
    leave(sitting, 3)

    assert refusal(leave, sitting, 3) == [("seat_unknown", "seat")]
    assert refusal(leave, sitting, 9) == [("seat_unknown", "seat")]


def test_leaving_needs_a_reason():
    sitting = factories.make_sitting(players=4)

    assert refusal(leave, sitting, 3, reason=" ") == [("reason_missing", "reason")]


def test_late_comer_takes_a_new_seat_and_the_hands_from_there_on():
    sitting = factories.make_sitting(rules={"list_length": 36})
    factories.record_list(sitting, [factories.played(0)] * 3)

    seat = join(sitting, Sitter(name="Dora"))
    factories.record(sitting, factories.played(3))

    assert (seat.number, seat.player.name, seat.is_active) == (3, "Dora", True)
    assert tallies(sitting)[3] == {"hands": 1, "points": 24, "won": 1}
    assert refreshed(sitting).state["length"] == 3 + 11 * 4


def test_fifth_finds_no_seat():
    sitting = factories.make_sitting(players=4)

    assert refusal(join, sitting, Sitter(name="Emil")) == [("table_size", "seats")]


def test_who_sits_there_takes_no_second_seat():
    sitting = factories.make_sitting()

    found = refusal(join, sitting, Sitter(factories.seats_of(sitting)[1].player_id))

    assert found == [("player_seated", "player")]


def test_who_comes_back_takes_the_old_seat():
    sitting = factories.make_sitting(players=4)
    left = leave(sitting, 3)

    back = join(sitting, Sitter(left.player_id))

    assert (back.pk, back.number, back.is_active) == (left.pk, 3, True)
    assert Seat.objects.filter(sitting=sitting, is_active=True).count() == 4


def test_seats_of_a_sitting_have_an_end():
    sitting = factories.make_sitting()
    for number in range(3, 12):
        join(sitting, Sitter(name=f"Guest {number}"))
        leave(sitting, number)
    guests = Player.objects.count()

    found = refusal(join, sitting, Sitter(name="one too many"))

    assert found == [("table_full", "seats")]
    assert Player.objects.count() == guests


def test_others_lost_is_paid_by_the_size_of_the_table_at_the_hand():
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, players=4, seasons=[season])
    lost = factories.played(1, declarer_points=45, declarer_tricks=4)

    factories.record(sitting, lost)
    leave(sitting, 0)
    factories.record(sitting, lost)
    join(sitting, Sitter(factories.seats_of(sitting)[0].player_id))
    factories.record(sitting, factories.played(1, declarer_points=45, declarer_tricks=4, dealer=0))

    assert tallies(sitting) == {
        0: {"hands": 2, "others_lost_4": 2},
        1: {"hands": 3, "lost": 3, "points": -144},
        2: {"hands": 3, "others_lost_3": 1, "others_lost_4": 2},
        3: {"hands": 3, "others_lost_3": 1, "others_lost_4": 2},
    }
    players = [seat.player_id for seat in factories.seats_of(sitting)]
    assert {player: row[0] for player, row in season_rows(season).items()} == dict(
        zip(players, [60, -144 - 150, 40 + 60, 40 + 60], strict=True)
    )
    assert season_rows(season) == season_sums(season)


@pytest.mark.parametrize(("before", "length"), [(3, 18), (4, 24), (3, 36), (4, 48)])
def test_table_that_changes_before_the_first_hand_keeps_its_rounds(before, length):
    sitting = factories.make_sitting(players=before, rules={"list_length": length})
    if before == 4:
        leave(sitting, 3)
    else:
        join(sitting, Sitter(name="late"))
    first = factories.record(sitting, factories.passed()).hand
    rounds = length // before

    factories.correct(first, factories.played(1))

    assert refreshed(sitting).state["length"] == rounds * (7 - before)
    assert discrepancies() == []


def test_striking_the_hands_before_a_change_of_the_table_keeps_the_rounds():
    sitting = factories.make_sitting(players=4, rules={"list_length": 24})
    hands = factories.record_list(sitting, [factories.played(1)])
    leave(sitting, 3)
    factories.record(sitting, factories.passed())

    factories.correct(hands[0], None)

    assert refreshed(sitting).state == {
        "hands": 1,
        "size": 3,
        "length": 18,
        "bock_left": 0,
        "minus": [],
        "over": False,
    }
    assert discrepancies() == []


@pytest.mark.parametrize("changes", [[(3, "leave")], [(3, "leave"), (9, "join")]])
def test_whole_list_with_a_changing_table_ends_and_adds_up(changes):
    sitting = factories.make_sitting(players=4, rules={"list_length": 16})
    chance, turns = random.Random(len(changes)), dict(changes)
    for turn in range(40):
        if turns.get(turn) == "leave":
            leave(sitting, 1)
        if turns.get(turn) == "join":
            join(sitting, Sitter(name="late"))
        if refreshed(sitting).accepts_hands:
            factories.record(sitting, next_deal(chance, sitting))

    assert refreshed(sitting).awaits_signatures
    assert tallies(sitting) == ledger(sitting) == folded(sitting)
    assert discrepancies() == []


def test_dealer_set_deals_the_next_hand_and_the_rotation_goes_on_from_there():
    sitting = factories.make_sitting(players=4)

    deals(sitting, 2)
    hand = factories.record(sitting, factories.played(0)).hand

    assert (hand.table["dealer"], refreshed(sitting).dealer) == (2, 3)
    assert Act.objects.order_by("id").last().kind == "dealer"


def test_dealer_must_sit_at_the_table():
    sitting = factories.make_sitting(players=4)
    leave(sitting, 3)

    assert refusal(deals, sitting, 3) == [("seat_unknown", "dealer")]
    assert refusal(deals, sitting, 7) == [("seat_unknown", "dealer")]


def test_first_hand_dealt_by_another_seat_comes_back_with_its_deal():
    sitting = factories.make_sitting()
    deals(sitting, 2)
    struck = factories.undo(factories.record(sitting).hand).hand

    factories.correct(struck, factories.played(1))

    assert (refreshed(sitting).next_number, refreshed(sitting).dealer) == (2, 0)


def test_misdeal_is_no_hand():
    sitting = factories.make_sitting(rules={"passed": "redeal_same_dealer"})

    hand = factories.record(sitting, factories.passed()).hand

    assert hand.outcome["lines"] == []
    assert (refreshed(sitting).dealer, refreshed(sitting).state["hands"]) == (0, 0)
    assert tallies(sitting) == {0: {}, 1: {}, 2: {}}
    assert discrepancies() == []


def test_list_ended_early_can_be_signed_and_gone_on_with():
    sitting = factories.make_sitting()
    factories.record(sitting)

    first = ended(sitting)
    again = ended(sitting)
    resumed = resume_list(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    assert (first.awaits_signatures, again.revision, resumed.accepts_hands) == (True, first.revision, True)
    assert list(Act.objects.order_by("id").values_list("kind", "reason")) == [
        ("opened", ""),
        ("ended", "it is late"),
        ("resumed", ""),
    ]
    assert factories.record(sitting).hand.number == 2


def test_going_on_with_a_list_that_goes_on_changes_nothing():
    sitting = factories.make_sitting()
    before = everything()

    resume_list(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    assert everything() == before


@pytest.mark.parametrize(
    "act",
    [
        lambda sitting: leave(sitting, 0),
        lambda sitting: join(sitting, Sitter(name="late")),
        lambda sitting: deals(sitting, 1),
        ended,
        lambda sitting: resume_list(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW),
    ],
)
def test_closed_sitting_changes_no_more(act):
    sitting = factories.make_sitting(players=4)
    factories.record(sitting, factories.played(1))
    factories.finish(sitting)
    before = everything()

    with pytest.raises(Conflict) as caught:
        act(sitting)

    assert caught.value.code == "sitting_closed"
    assert everything() == before


def test_device_of_one_table_is_nobody_at_another():
    club = factories.make_club()
    one, other = factories.make_sitting(club), factories.make_sitting(club)
    device = Actor(device=factories.make_device(one, 0))

    with pytest.raises(Sitting.DoesNotExist):
        factories.record(other, by=device)


@pytest.mark.django_db
def test_deal_given_back_to_somebody_who_left_goes_on_to_the_next():
    sitting = factories.make_sitting(players=4)
    hand = factories.record(sitting, factories.played(1)).hand
    seat_leaves(Leaving(seat=0, reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    undo_hand(Undoing(hand=hand.pk), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    assert Sitting.objects.get(pk=sitting.pk).dealer == 1
    factories.record(sitting, factories.played(1))


@pytest.mark.django_db
def test_deal_after_a_correction_goes_to_nobody_who_left():
    sitting = factories.make_sitting(players=4)
    hand = factories.record(sitting, factories.played(2)).hand
    keeper = factories.keeper_of(sitting)
    seat_leaves(Leaving(seat=2, reason="late"), sitting_id=sitting.pk, by=keeper, now=NOW)

    change = Correction(record=factories.played(3, dealer=1), reason="Bo dealt")
    correct_hand(change, sitting_id=sitting.pk, by=keeper, hand_id=hand.pk, key=uuid4(), now=NOW)

    assert Sitting.objects.get(pk=sitting.pk).dealer == 3


def test_evening_without_a_length_ends_without_a_reason():
    evening = factories.make_sitting(game="tonk")
    factories.record(evening, {"kind": "discard_out", "by": 0})

    ended = end_list(PerhapsReasoned(reason=" "), sitting_id=evening.pk, by=factories.keeper_of(evening), now=NOW)

    assert ended.awaits_signatures


def test_list_of_a_length_needs_a_reason_to_end_early():
    sitting = factories.make_sitting()

    with pytest.raises(Refused) as refused:
        end_list(PerhapsReasoned(reason=" "), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    assert [problem.code for problem in refused.value.problems] == ["reason_missing"]


def test_next_table_keeps_what_the_club_has_chosen():
    club = factories.make_club()
    factories.make_sitting(club, game="tonk", rules={"catch_extra": "none"})
    seats = [Sitter(name=name) for name in ("Ann", "Bob", "Cy")]

    sitting = open_sitting(club=club, by=factories.owner_of(club), opening=Opening("tonk", seats), now=NOW)

    assert sitting.rules["catch_extra"] == "none"


def test_nobody_leaves_a_table_that_its_rules_make_for_two():
    sitting = factories.make_sitting(players=2, game="svoi_kozyri", rules={"players": [2], "first_to": 3})

    with pytest.raises(Refused) as refused:
        seat_leaves(
            Leaving(seat=0, reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW
        )

    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("table_size", "seats")]
    assert "a table of Svoi Kozyri has 2 players." in str(refused.value)


def sat(club):
    return {row.player.name: (row.tables, row.last) for row in Seated.objects.filter(club=club)}


def test_whoever_sits_down_is_counted_once_a_table():
    club = factories.make_club()
    anna, bert, carl = (factories.make_player(club, name) for name in ("Anna", "Bert", "Carl"))
    late = factories.at(60)
    sitting = factories.make_sitting(club, players=[anna, bert, carl], now=late)
    factories.record(sitting, now=late)
    join(sitting, Sitter(name="Dora"))
    leave(sitting, 3)
    join(sitting, Sitter(player_id=Player.objects.get(name="Dora").pk))
    factories.make_sitting(club, players=[anna, bert, factories.make_player(club, "Emil")], now=NOW)  # typed in later

    assert sat(club) == {"Anna": (2, late), "Bert": (2, late), "Carl": (1, late), "Dora": (1, late), "Emil": (1, NOW)}
    assert set(sitting.seats.values_list("opened_at", flat=True)) == {late}
    assert list(verify(Count())) == []
