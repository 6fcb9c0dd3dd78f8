"""The command `replay`: what it says, what it writes, and what it leaves as it is."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

import games
from scorekeeper.common.append_only import unprotect
from scorekeeper.play.closing.services import reopen_sitting
from scorekeeper.play.models import APPEND_ONLY, Act, Anchor, Hand, Seat, Sitting
from scorekeeper.play.records import Reasoned
from tests import factories
from tests.play.folding import folded, ledger, season_rows, season_sums, tallies
from tests.play.verifying.tampering import command, differences
from tests.rows import everything, undone

pytestmark = pytest.mark.django_db

NOW = factories.NOW


@pytest.fixture(scope="module")
def scored_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[UUID]:
    with django_db_blocker.unblock(), undone(), pytest.MonkeyPatch.context() as old:
        yield scored_twice(old).pk


@pytest.fixture
def old_rules(scored_once: UUID, db: None) -> Sitting:
    """A season's closed list that was scored when a won game gave its declarer twice its value."""
    return Sitting.objects.get(pk=scored_once)


def scored_twice(old: pytest.MonkeyPatch) -> Sitting:
    """Play it under a version of the rules that doubled; afterwards they are as they are today."""
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
    with old.context() as then:
        then.setattr(games, "all_games", lambda: {"skat": replace(skat, version="0", score=doubled)})
        sitting = factories.make_sitting(club, seasons=[season])
        factories.record_list(sitting, [factories.played(0), factories.passed(), factories.null(1, won=False)])
        factories.finish(sitting)
    return sitting


def test_old_hands_keep_the_outcome_and_the_rules_version_they_were_scored_with(old_rules):
    hand = Hand.objects.get(number=1)

    assert (hand.rules_version, tallies(old_rules)[0]["points"]) == ("0", 48)
    assert differences() == []


def test_rebuild_leaves_the_sums_of_old_hands_as_they_were_scored(old_rules):
    before = everything()

    assert command("rebuild", "--write")[0] == 0
    assert everything() == before

    Seat.objects.filter(sitting=old_rules).update(tally={})
    assert command("rebuild", "--write")[0] == 0
    assert tallies(old_rules)[0]["points"] == 48


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
    assert Anchor.objects.filter(sitting=old_rules, head=Sitting.objects.get(pk=old_rules.pk).head, seq=4).exists()
    assert command("replay", "--game", "skat", "--write")[1] == ["0 hands in 0 sittings have a new version"]


def test_replay_knows_who_sat_where_and_what_they_were_given(old_rules):
    reopen_sitting(Reasoned(reason="an error"), sitting_id=old_rules.pk, by=factories.keeper_of(old_rules), now=NOW)
    anna = factories.seats_of(old_rules)[0]
    factories.penalise(old_rules, 0)
    factories.swap(old_rules, 0, 1)

    assert command("replay", "--game", "skat", "--write")[0] == 0

    assert tallies(old_rules) == ledger(old_rules) == folded(old_rules)
    assert Seat.objects.get(pk=anna.pk).tally["points"] == -46 - 50
    assert differences() == []


def test_correction_under_new_rules_leaves_the_other_hands_to_the_replay(old_rules):
    reopen_sitting(Reasoned(reason="an error"), sitting_id=old_rules.pk, by=factories.keeper_of(old_rules), now=NOW)

    factories.correct(Hand.objects.get(number=2), factories.played(1))

    assert list(Hand.objects.order_by("seq").values_list("number", "kind", "rules_version"))[-1] == (
        2,
        "corrected",
        "1",
    )
    assert tallies(old_rules)[0]["points"] == 48
    assert differences() == []


@pytest.mark.both_engines("locks rows", "play.upkeep.rebuilding")
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
        f"sitting {old_rules.pk}: : Hand 3 is refused by today’s rules.",
    )
    assert everything() == before
    assert Act.objects.filter(sitting=old_rules).exists()
