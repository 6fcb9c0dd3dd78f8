"""`verify` finds nothing after honest evenings, and everything after dishonest ones."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from scorekeeper.common.append_only import unprotect
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.models import APPEND_ONLY, Act, Anchor, Hand, LedgerEntry, Seat, Sitting
from scorekeeper.play.services.closing import close_sitting, reopen_sitting, sign, unsigned
from scorekeeper.play.services.sittings import Sitter, end_list, resume_list, seat_leaves, seat_player, set_dealer
from scorekeeper.play.verifying import Count, verify
from scorekeeper.standings.models import Result, Standing
from tests import factories
from tests.play.dealing import deal, next_deal
from tests.play.folding import (
    everything,
    folded,
    ledger,
    season_rows,
    season_sums,
    standing_hands,
    tallies,
    undone,
)

pytestmark = pytest.mark.django_db

NOW = factories.NOW
STEPS = 20
UNSEALED = "it is closed, but no anchor seals it as it stands"


def refreshed(sitting: Sitting) -> Sitting:
    return Sitting.objects.get(pk=sitting.pk)


def differences() -> list[str]:
    """What verify says, without naming the sitting, club or season it says it of."""
    return [difference.what for difference in verify(Count())]


# Random evenings


class Evening:
    """A table at which things happen, each as likely as it is there."""

    def __init__(self, chance: random.Random, sitting: Sitting) -> None:
        self.chance = chance
        self.sitting = sitting
        self.named: dict[str, Any] = {"sitting_id": sitting.pk, "by": factories.keeper_of(sitting), "now": NOW}

    def step(self) -> None:
        """One thing; some are refused, and then nothing has happened."""
        happens: list[Callable[[], object]] = [self.record] * 10 + [self.correct] * 3 + [self.void] * 2
        happens += [self.undo, self.undo, self.sign, self.close, self.reopen, self.reopen, self.end, self.resume]
        happens += [self.leave, self.join, self.come_back, self.dealer]
        with suppress(Refused, Conflict):
            self.chance.choice(happens)()

    def record(self) -> None:
        factories.record(self.sitting, next_deal(self.chance, self.sitting))

    def correct(self) -> None:
        newest = list(self.sitting.hands.newest())
        if newest:
            hand = self.chance.choice(newest)
            facts = deal(self.chance, hand.table["seats"], hand.table["dealer"])
            dealer = {"dealer": self.chance.choice(hand.table["seats"])} if self.chance.random() < 0.1 else {}
            factories.correct(hand, {**facts, **dealer})

    def void(self) -> None:
        newest = list(self.sitting.hands.newest())
        if newest:
            factories.correct(self.chance.choice(newest), None)

    def undo(self) -> None:
        hands = standing_hands(self.sitting)
        if hands:
            factories.undo(hands[-1])

    def sign(self) -> None:
        end_list(**self.named, reason="late")
        now = refreshed(self.sitting)
        for seat in unsigned(now)[: self.chance.randint(1, 5)]:
            sign(**self.named, number=seat.number, head=now.head)

    def close(self) -> None:
        close_sitting(**self.named, reason="late")

    def reopen(self) -> None:
        reopen_sitting(**self.named, reason="an error")

    def end(self) -> None:
        end_list(**self.named, reason="late")

    def resume(self) -> None:
        resume_list(**self.named)

    def leave(self) -> None:
        seat_leaves(**self.named, number=self.chance.randrange(5), reason="late")

    def join(self) -> None:
        seat_player(**self.named, sitter=Sitter(name="late"))

    def come_back(self) -> None:
        gone = list(Seat.objects.filter(sitting=self.sitting, is_active=False))
        if gone:
            seat_player(**self.named, sitter=Sitter(self.chance.choice(gone).player_id))

    def dealer(self) -> None:
        set_dealer(**self.named, number=self.chance.randrange(4))


@settings(max_examples=settings().max_examples // 10 + 5)
@given(
    chance=st.randoms(use_true_random=False),
    sizes=st.lists(st.sampled_from([3, 4]), min_size=1, max_size=2),
    system=st.sampled_from(["seeger_fabian", "classic", "bierlachs"]),
)
def test_every_total_is_the_fold_of_the_hands_whatever_happened(chance, sizes, system):
    with undone():
        club = factories.make_club()
        season = factories.make_season(club)
        players = [factories.make_player(club) for _player in range(4)]
        rules = {"system": system, "list_length": None if system == "bierlachs" else 12, "bierlachs_limit": 300}
        sittings = [
            factories.make_sitting(club, players=players[:size], rules=rules, seasons=[season]) for size in sizes
        ]
        evenings = [Evening(chance, sitting) for sitting in sittings]

        for _step in range(STEPS):
            chance.choice(evenings).step()

        assert differences() == []
        for sitting in sittings:
            assert tallies(sitting) == ledger(sitting) == folded(sitting)
            assert [hand.seq for hand in Hand.objects.filter(sitting=sitting)] == [
                *range(1, refreshed(sitting).seq + 1)
            ]
        assert season_rows(season) == season_sums(season)
        assert season_rows(season, official=True) == season_sums(season, official=True)


# Tampering


@pytest.fixture
def evening() -> Sitting:
    """A closed list of a season with a correction and a void, and another one closed after it; no trigger stands."""
    club = factories.make_club()
    season = factories.make_season(club)
    chance = random.Random(1)
    sittings = [factories.make_sitting(club, seasons=[season]) for _sitting in range(2)]
    for sitting in sittings:
        for _hand in range(6):
            factories.record(sitting, next_deal(chance, sitting))
        first, second, *_rest = standing_hands(sitting)
        factories.correct(first, factories.played(2, contract="grand"))
        factories.correct(second, None)
        factories.finish(sitting)
    assert differences() == []
    unprotect(connection, APPEND_ONLY)
    return sittings[0]


def tampered() -> list[str]:
    """What verify says but for the triggers."""
    return [what for what in differences() if not what.startswith("the trigger")]


def hand_at(sitting: Sitting, seq: int) -> Any:
    return Hand.objects.filter(sitting=sitting, seq=seq)


def rebuild_chain(sitting: Sitting) -> None:
    """Somebody who knows the program makes every hash anew."""
    previous = ""
    for hand in Hand.objects.filter(sitting=sitting).order_by("seq"):
        hand.previous = previous
        hand.hash = previous = hand.content_hash()
        Hand.objects.filter(pk=hand.pk).update(previous=hand.previous, hash=hand.hash)
    Sitting.objects.filter(pk=sitting.pk).update(head=previous)


FIELDS = {
    "number": 9,
    "version": 7,
    "kind": "corrected",
    "facts": "0" * 64,
    "record": {"kind": "passed", "dealer": None},
    "table": {"seats": [0, 1, 2], "dealer": 1},
    "outcome": {"lines": [], "detail": None, "said": {"text": ""}, "warnings": [], "over": False},
    "rules_version": "0",
    "reason": "other",
    "at": NOW + timedelta(days=1),
    "by_user": None,
}


@pytest.mark.parametrize("field", FIELDS)
def test_changed_version_is_found_and_named(evening, field):
    hand = hand_at(evening, 3)
    number = 9 if field == "number" else 3
    version = 7 if field == "version" else 1

    hand.update(**{field: FIELDS[field]})

    assert tampered()[0] == f"seq 3 (hand {number}, version {version}) was changed after it was recorded"


def test_changed_last_version_is_found(evening):
    seq = evening.hands.count()

    hand_at(evening, seq).update(reason="other")

    assert tampered()[0].startswith(f"seq {seq} (hand 2, version 2) was changed")


@pytest.mark.parametrize(
    "garbage", [None, 7, "x", [], {}, {"seats": 3}, {"lines": [1]}, {"lines": [[0, "points", "x", {}]]}]
)
@pytest.mark.parametrize("field", ["record", "table", "outcome"])
def test_garbage_is_found_and_verify_goes_on(evening, field, garbage):
    from django.db.models import JSONField, Value

    hand_at(evening, 3).update(**{field: Value(garbage, JSONField())})
    other = Hand.objects.exclude(sitting=evening).get(seq=2)
    Hand.objects.filter(pk=other.pk).update(reason="other")

    found = [str(difference) for difference in verify(Count())]

    assert any(str(evening.pk) in line and "seq 3" in line for line in found)
    assert any(str(other.sitting_id) in line and "seq 2" in line for line in found)


def test_swapped_versions_are_found(evening):
    one, other = hand_at(evening, 3).get(), hand_at(evening, 4).get()

    Hand.objects.filter(pk=one.pk).update(seq=99)
    Hand.objects.filter(pk=other.pk).update(seq=3)
    Hand.objects.filter(pk=one.pk).update(seq=4)

    assert tampered()[0] == "the chain breaks at seq 3 (hand 4, version 1)"


def delete(hands: Any) -> None:
    LedgerEntry.objects.filter(hand__in=hands)._raw_delete("default")
    hands._raw_delete("default")


@pytest.mark.parametrize("seq", [1, 4])
def test_deleted_version_is_found(evening, seq):
    delete(hand_at(evening, seq))

    assert tampered()[0].startswith(f"the chain breaks at seq {seq}")


def test_deleted_last_version_is_found(evening):
    seq = evening.hands.count()

    delete(hand_at(evening, seq))

    assert tampered()[0] == f"the chain ends at seq {seq - 1}, the sitting says {seq}"


def test_version_put_in_is_found(evening):
    hand = hand_at(evening, 8).get()
    hand.pk, hand.key, hand.seq, hand.version = None, factories.uuid4(), 9, 3
    hand.pk = factories.uuid4()
    hand.save(force_insert=True)

    assert tampered()[0] == "the chain breaks at seq 9 (hand 2, version 3)"


def test_outcome_with_a_chain_made_anew_is_found(evening):
    hand = hand_at(evening, 4).get()
    outcome = {**hand.outcome, "over": True}

    hand_at(evening, 4).update(outcome=outcome)
    rebuild_chain(evening)

    assert tampered() == [
        UNSEALED,
        "hand 4 is stored with another outcome than the rules give",
        f"sitting {evening.pk} no longer has what was sealed at seq 8",
    ]


def test_history_made_anew_from_end_to_end_is_found_by_its_anchor(evening):
    hand_at(evening, 4).update(reason="as if it had always stood here")
    rebuild_chain(evening)

    assert tampered() == [UNSEALED, f"sitting {evening.pk} no longer has what was sealed at seq 8"]


def in_order(measures):
    return dict(sorted(measures.items()))


def test_changed_entry_is_found(evening):
    entry = LedgerEntry.objects.filter(hand__sitting=evening, hand__seq=3, measure="hands").first()
    tally = in_order(entry.seat.tally)

    LedgerEntry.objects.filter(pk=entry.pk).update(amount=2)

    assert tampered() == [
        "the ledger of seq 3 (hand 3) does not say what the hand is worth",
        f"the tally of seat {entry.seat.number} is {tally}, its entries make "
        f"{ {**tally, 'hands': tally['hands'] + 1} }",
    ]


def test_deleted_entry_is_found(evening):
    LedgerEntry.objects.filter(hand__sitting=evening, hand__seq=3)._raw_delete("default")

    assert tampered()[0] == "the ledger of seq 3 (hand 3) does not say what the hand is worth"


def test_entry_for_a_seat_of_another_table_is_found(evening):
    entry = LedgerEntry.objects.filter(hand__sitting=evening, hand__seq=3).first()
    elsewhere = Seat.objects.exclude(sitting=evening).first()

    LedgerEntry.objects.filter(pk=entry.pk).update(seat=elsewhere)

    assert "the ledger of seq 3 (hand 3) does not say what the hand is worth" in tampered()


def test_changed_tally_is_found(evening):
    seat = Seat.objects.get(sitting=evening, number=1)
    tally = {**seat.tally, "points": 1000}

    Seat.objects.filter(pk=seat.pk).update(tally=tally)

    assert tampered() == [
        f"the tally of seat 1 is {in_order(tally)}, its entries make {in_order(seat.tally)}",
        f"{evening.competitions.get().pk} has another result for seat 1 than its tally",
    ]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"points": 1}, "{} has another result for seat 0 than its tally"),
        ({"measures": {"hands": 1}}, "{} has another result for seat 0 than its tally"),
        ({"is_sealed": False}, "the result of seat 0 in {} is not official as the sitting is"),
    ],
)
def test_changed_result_is_found(evening, changed, expected):
    player = Seat.objects.get(sitting=evening, number=0).player

    Result.objects.filter(source=evening.pk, player=player).update(**changed)

    found = tampered()
    assert found[0] == expected.format(evening.competitions.get().pk)
    assert f"the standing of {player.pk} is not its results' sum" in found


def test_result_and_standing_out_of_nothing_are_found(evening):
    season, guest = evening.competitions.get(), factories.make_player(evening.club)
    sums = {"measures": {"hands": 9, "points": 500}, "points": 500}
    rows = {"club": evening.club, "competition": season, "player": guest}
    Standing.objects.create(**rows, **sums, sources=1)

    Result.objects.create(**rows, **sums, source=evening.pk, played_on=evening.played_on)

    assert tampered() == [f"player {guest.pk} has a result of sitting {evening.pk}, which does not count for them"]


@pytest.mark.parametrize(
    "changed",
    [
        {"points": 1},
        {"measures": {}},
        {"sources": 5},
        {"official_points": 1},
        {"official_measures": {}},
        {"official_sources": 0},
    ],
)
def test_changed_standing_is_found(evening, changed):
    standing = Standing.objects.first()

    Standing.objects.filter(pk=standing.pk).update(**changed)

    assert tampered() == [f"the standing of {standing.player_id} is not its results' sum"]


def test_deleted_standing_is_found(evening):
    standing = Standing.objects.first()

    Standing.objects.filter(pk=standing.pk)._raw_delete("default")

    assert tampered() == [f"player {standing.player_id} has results and no standing"]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"head": "0" * 64}, "the chain ends at seq 8, the sitting says 8"),
        ({"seq": 9}, "the chain ends at seq 8, the sitting says 9"),
        ({"is_over": True}, "the state kept is not the one after the last hand"),
        ({"next_number": 8}, "hand 8 can't be the next one"),
        ({"next_number": 3}, "hand 3 can't be the next one"),
        ({"rules": {"system": "classic", "list_length": 3}}, "hand 5 can't stand: hand_after_end"),
    ],
)
def test_changed_sitting_is_found(evening, changed, expected):
    Sitting.objects.filter(pk=evening.pk).update(**changed)

    assert tampered()[0] == expected


@pytest.mark.parametrize("field", ["head", "seq", "sitting", "previous", "hash"])
def test_changed_anchor_is_found(evening, field):
    other = Sitting.objects.exclude(pk=evening.pk).get()
    values = {"head": "0" * 64, "seq": 7, "sitting": other, "previous": "0" * 64, "hash": "0" * 64}

    Anchor.objects.filter(sitting=evening).update(**{field: values[field]})

    found = tampered()
    assert found[-1] in {f"the anchor of sitting {sitting.pk} was changed" for sitting in (evening, other)} | {
        "the chain of anchors breaks"
    }
    assert set(found[:-1]) <= {UNSEALED}


@pytest.mark.parametrize("last", [False, True])
def test_deleted_anchor_is_found(evening, last):
    anchors = Anchor.objects.exclude(sitting=evening) if last else Anchor.objects.filter(sitting=evening)

    anchors._raw_delete("default")

    assert "the chain of anchors breaks" in tampered()


def test_anchors_that_their_club_forgot_are_found(evening):
    type(evening.club).objects.update(anchor="")

    assert tampered() == ["the chain of anchors breaks"]


def test_closed_sitting_without_an_anchor_is_found(evening):
    Anchor.objects.all()._raw_delete("default")
    type(evening.club).objects.update(anchor="")

    found = [str(difference) for difference in verify(Count()) if "trigger" not in str(difference)]

    assert found == [
        f"sitting {sitting.pk}: it is closed, but no anchor seals it as it stands"
        for sitting in Sitting.objects.order_by("pk")
    ]


# The commands


def command(*arguments: str) -> tuple[int, list[str]]:
    """(exit code, lines)."""
    out = StringIO()
    try:
        call_command(*arguments, stdout=out)
    except CommandError as error:
        return error.returncode, [*out.getvalue().splitlines(), str(error)]
    return 0, out.getvalue().splitlines()


def test_verify_command_exits_with_0_and_says_what_it_saw():
    season = factories.make_season(factories.make_club())
    factories.record(factories.make_sitting(season.club, seasons=[season]))

    assert command("verify") == (0, ["no difference in 1 sittings, 1 versions of hands, 3 standings"])


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
            "2 differences in 1 sittings, 1 versions of hands, 0 standings",
        ],
    )
    assert command("verify", "--most", "1")[1][1:] == ["2 differences in 1 sittings, 1 versions of hands, 0 standings"]


@pytest.fixture
def old_rules(monkeypatch) -> Sitting:
    """A season's closed list that was scored when a won game gave its declarer twice its value."""
    skat = games.game("skat")

    def doubled(hand, rules, table):
        outcome = skat.score(hand, rules, table)
        lines = tuple(
            replace(line, amount=2 * line.amount) if line.measure == "points" and line.amount > 0 else line
            for line in outcome.lines
        )
        return replace(outcome, lines=lines)

    club = factories.make_club()
    season = factories.make_season(club)
    with monkeypatch.context() as old:
        old.setattr(games, "all_games", lambda: {"skat": replace(skat, version="0", score=doubled)})
        sitting = factories.make_sitting(club, seasons=[season])
        factories.record_list(sitting, [factories.played(0), factories.passed(), factories.null(1, won=False)])
        factories.finish(sitting)
    return sitting


def test_old_hands_keep_the_outcome_and_the_rules_version_they_were_scored_with(old_rules):
    hand = Hand.objects.get(number=1)

    assert (hand.rules_version, tallies(old_rules)[0]["points"]) == ("0", 48)
    assert differences() == []


def test_replay_shows_the_differences_and_writes_nothing(old_rules):
    before = everything()

    code, lines = command("replay", "--game", "skat")

    assert (code, lines) == (
        0,
        [
            f"sitting {old_rules.pk}: hand 1: seat 0 points +48, seat 0 won +1, seat 0 hands +1, seat 1 hands +1, "
            "seat 2 hands +1 becomes seat 0 points +24, seat 0 won +1, seat 0 hands +1, seat 1 hands +1, "
            "seat 2 hands +1",
            "1 hands in 1 sittings differ; nothing was written",
        ],
    )
    assert everything() == before


def test_replay_posts_the_differences_when_told_to(old_rules):
    season = old_rules.competitions.get()

    code, lines = command("replay", "--game", "skat", "--write")

    hand = Hand.objects.get(number=1, version=2)
    assert (code, lines[-1]) == (0, "1 hands in 1 sittings have a new version")
    assert (hand.kind, hand.rules_version, hand.reason, hand.by_user) == ("followed", "1", "skat rules 1", None)
    assert tallies(old_rules) == ledger(old_rules) == folded(old_rules)
    assert tallies(old_rules)[0]["points"] == 24
    assert season_rows(season) == season_rows(season, official=True) == season_sums(season)
    assert differences() == []
    assert Anchor.objects.filter(sitting=old_rules, head=refreshed(old_rules).head, seq=4).exists()
    assert command("replay", "--game", "skat", "--write")[1] == ["0 hands in 0 sittings have a new version"]


def test_correction_under_new_rules_leaves_the_other_hands_to_the_replay(old_rules):
    reopen_sitting(sitting_id=old_rules.pk, by=factories.keeper_of(old_rules), reason="an error", now=NOW)

    factories.correct(Hand.objects.get(number=2), factories.played(1))

    assert list(Hand.objects.order_by("seq").values_list("number", "kind", "rules_version"))[-1] == (
        2,
        "corrected",
        "1",
    )
    assert tallies(old_rules)[0]["points"] == 48
    assert differences() == []


def test_replay_names_a_hand_that_todays_rules_refuse(old_rules):
    Sitting.objects.filter(pk=old_rules.pk).update(
        rules={**old_rules.rules, "list_length": 3, "null_overbid": "reject"}
    )
    unprotect(connection, APPEND_ONLY)
    hand = Hand.objects.get(number=3)
    Hand.objects.filter(pk=hand.pk).update(record={**hand.record, "bid": 264})
    before = everything()

    shown = command("replay", "--game", "skat")
    written = command("replay", "--game", "skat", "--write")

    assert shown[1][0] == f"sitting {old_rules.pk}: hand 3 is refused by today's rules"
    assert (written[0], written[1][-1]) == (
        1,
        f"sitting {old_rules.pk}: : Hand 3 is refused by today's rules.",
    )
    assert everything() == before
    assert Act.objects.filter(sitting=old_rules).exists()
