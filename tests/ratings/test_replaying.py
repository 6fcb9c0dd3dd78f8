"""Ratings follow the closed sheets, in whatever order things happened and were worked out."""

import contextlib
import random

import pytest

from scorekeeper.clubs.models import Merge, Player
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.tasks import task_named
from scorekeeper.people.services import Merging, merge_players, undo_merge
from scorekeeper.play.closing.services import reopen_sitting
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.moves import reopening
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.ratings import services
from scorekeeper.ratings.models import Board, ClubMonth, Digest, Month, OptOut, Played, Rated, Rating, Stale
from scorekeeper.ratings.selectors import board, course_of, rated_games
from scorekeeper.ratings.services import RatingChoice, choose_rating, replay_piece, replay_stale
from tests import factories
from tests.factories.ratings import closed, from_scratch, kept, make_sheet, ratings, worked_out

pytestmark = pytest.mark.django_db
DAY = 24 * 60  # minutes
MONTH = ("month", "player", "sheets", "run", "days", "facts", "peaks", "met")


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def four(club):
    return [factories.make_player(club) for _player in range(4)]


def reopen(sitting, now):
    reopen_sitting(Reasoned(reason="wrong"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=now)


def strike(sitting, now):
    hand = Hand.objects.standing().filter(sitting=sitting).first()
    if hand:
        factories.correct(hand, None, now=now)


def test_closing_says_what_each_who_sat_there_did(club, four):
    sitting = make_sheet(club, four[:3])
    replay_stale()

    digest = Digest.objects.get(sitting=sitting)
    first = Played.objects.get(digest=digest, player=four[0])
    assert (digest.hands, digest.counts) == (3, {"clubs": 3})
    assert (first.rank, first.won, first.hands) == (1, True, 3)
    assert first.facts["role"] == {"declarer": [2, 2, 0, 48], "defender": [1, 0, 1, 0]}
    assert first.peaks == {"value": [24, 1], "matadors": [1, 1]}


def test_the_first_gains_and_rows_tell_how(club, four):
    make_sheet(club, four[:3])
    rows = worked_out(club)

    assert len(rows) == 3
    assert [place.player for place in board(club, "skat")] == four[:3]
    assert [place.rank for place in board(club, "skat")] == [1, 2, 3]
    assert [step.by for step in course_of(four[0], "skat")] == [board(club, "skat")[0].points]
    assert [game.name for game in rated_games(club)] == ["skat"]


def test_without_a_worker_a_sheet_is_rated_when_it_has_been_closed(club, four, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        make_sheet(club, four[:3])

    assert len(kept(club)) == 3
    assert not Stale.objects.exists()


def test_with_a_broker_that_is_down_it_waits(club, four, settings, monkeypatch, django_capture_on_commit_callbacks):
    def no_broker():
        raise OSError("nobody there")

    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(task_named("ratings.replay"), "delay", no_broker)
    with django_capture_on_commit_callbacks(execute=True):
        make_sheet(club, four[:3])

    assert kept(club) == []
    assert replay_stale() == 1


def test_nothing_is_done_before_the_sheet_is_closed_or_without_a_hand(club, four):
    factories.record(factories.make_sitting(club, players=four[:3]))
    make_sheet(club, four[:3], ())

    assert worked_out(club) == []
    assert Digest.objects.count() == 1


def test_doing_it_twice_changes_nothing(club, four):
    make_sheet(club, four[:3])
    rows = worked_out(club)

    assert replay_stale() == 0
    Stale.objects.create(club=club, game="skat", since=factories.NOW)
    assert worked_out(club) == rows


def test_reopening_takes_back_and_closing_again_rates_what_then_stands(club, four):
    sitting = make_sheet(club, four[:3], (0,))
    make_sheet(club, four[:3], (1,), now=factories.at(60))
    replay_stale()

    reopen(sitting, factories.at(70))
    assert not [row for row in worked_out(club) if row[0] == sitting.pk]
    strike(sitting, factories.at(71))
    factories.record(sitting, factories.played(2), now=factories.at(72))
    closed(sitting, now=factories.at(80))

    rows = worked_out(club)
    assert Rated.objects.get(sitting=sitting, player=four[2]).nth == 2
    assert rows == from_scratch(club)


def test_reopening_says_beforehand_that_ratings_are_worked_out_anew(club, four):
    sitting = make_sheet(club, four[:3], (0,))
    make_sheet(club, four[:3], (1,), now=factories.at(60))
    replay_stale()

    (sentence,) = reopening(Sitting.objects.get(pk=sitting.pk)).beside

    assert str(sentence) == "The ratings in Skat are recalculated from this sheet on. Later sheets: 1."


def test_lines_that_are_one_person_have_one_rating_and_two_again_after(club, four):
    owner, (anna, bert, carl, guest) = factories.owner_of(club), four
    make_sheet(club, [anna, bert, carl])
    make_sheet(club, [guest, bert, carl], now=factories.at(60))
    apart = worked_out(club)

    merge = merge_players(Merging(kept=anna.pk), club=club, by=owner, gone=guest.pk, now=factories.at(90))
    worked_out(club)
    assert Rating.objects.get(club=club, player=anna).sheets == 2
    assert not Rating.objects.filter(player=guest).exists()
    assert kept(club) == from_scratch(club)

    undo_merge(club=club, by=owner, merge=merge.pk, now=factories.at(99))
    assert worked_out(club) == apart


def test_who_wants_no_rating_has_none_and_the_others_go_on(club, four):
    owner, (anna, bert, carl, _dora) = factories.owner_of(club), four
    make_sheet(club, [anna, bert, carl])
    before = worked_out(club)

    assert choose_rating(RatingChoice(wants=False), club=club, by=owner, player_id=anna.pk, now=factories.at(60)).is_new
    assert not choose_rating(
        RatingChoice(wants=False), club=club, by=owner, player_id=anna.pk, now=factories.at(61)
    ).is_new
    assert anna.pk not in {row[1] for row in worked_out(club)}
    assert [place.player for place in board(club, "skat")] == [bert, carl]
    assert not list(verify(Count()))

    assert choose_rating(RatingChoice(wants=True), club=club, by=owner, player_id=anna.pk, now=factories.at(70)).is_new
    assert worked_out(club) == before


@pytest.mark.both_engines("locks rows", "ratings.services")
def test_who_has_said_no_is_off_the_list_before_it_is_worked_out_anew(club, four):
    make_sheet(club, four[:3])
    replay_stale()

    choose_rating(
        RatingChoice(wants=False), club=club, by=factories.owner_of(club), player_id=four[0].pk, now=factories.at(60)
    )

    assert four[0] not in [place.player for place in board(club, "skat")]


def test_partners_of_truco_are_rated_as_a_side(club, four):
    sitting = factories.make_sitting(club, players=four, game="truco")
    factories.record(sitting, {"kind": "quick", "how": "played", "winner": "A", "value": 4})
    closed(sitting, now=factories.at(10))
    replay_stale()

    found = ratings(club)
    assert found[four[0]] == found[four[2]] > found[four[1]] == found[four[3]]


def test_a_sheet_that_cannot_be_read_stops_nobody(club, four):
    sitting = make_sheet(club, four[:3])
    Sitting.objects.filter(pk=sitting.pk).update(rules={"nonsense": 1})
    make_sheet(club, four[:3], now=factories.at(60))

    assert {row[0] for row in worked_out(club)} != {sitting.pk}
    assert not Stale.objects.exists()


def test_verify_finds_a_rating_and_a_digest_that_were_changed(club, four):
    make_sheet(club, four[:3])
    replay_stale()
    assert not list(verify(Count()))

    Rated.objects.filter(player=four[0]).update(mu=99_000)
    Rating.objects.filter(player=four[1]).update(sheets=7)
    Played.objects.filter(player=four[2]).update(total=1)

    found = sorted(difference.what.split(" at sitting")[0] for difference in verify(Count()))
    assert found == [
        "they are not what the closed sheets make from the first one on",
        "what is kept of 2026-09 is not what its closed sheets come to",
        "what is kept of those who sat",
        "where people stand is not where their last sheet left them",
    ]


@pytest.mark.parametrize("model", [Month, ClubMonth])
@pytest.mark.parametrize("spoil", [lambda rows: rows.update(hands=1), lambda rows: rows.delete()])
def test_verify_finds_a_month_that_was_changed_or_taken_away(club, four, model, spoil):
    make_sheet(club, four[:3])
    make_sheet(club, four[:3], now=factories.at(60 * DAY))
    replay_stale()

    spoil(model.objects.filter(month="2026-09-01"))

    said = [difference.what for difference in verify(Count())]
    assert said == ["what is kept of 2026-09 is not what its closed sheets come to"]


def test_a_board_of_an_earlier_version_gets_its_months(club, four):
    make_sheet(club, four[:3])
    make_sheet(club, four[:3], now=factories.at(60 * DAY))
    replay_stale()
    made = [*Month.objects.values_list(*MONTH), *ClubMonth.objects.values_list("month", "sheets", "hands", "best")]
    for rows in (Month.objects, ClubMonth.objects):
        rows.all().delete()
    Board.objects.update(has_months=False)
    assert not list(verify(Count()))

    replay_stale()

    assert [
        *Month.objects.values_list(*MONTH),
        *ClubMonth.objects.values_list("month", "sheets", "hands", "best"),
    ] == made
    assert not list(verify(Count()))
    assert replay_stale() == 0


def test_a_closed_sheet_writes_the_months_of_those_who_sat_there_alone(club, four):
    guests = [factories.make_player(club) for _guest in range(3)]
    make_sheet(club, guests)
    make_sheet(club, four[:3], now=factories.at(60 * DAY))
    replay_stale()
    before = {row.pk for row in Month.objects.all()}

    make_sheet(club, [guests[0], *four[:2]], now=factories.at(61 * DAY))
    replay_stale()

    assert len(before & {row.pk for row in Month.objects.all()}) == 4  # September's, and his who was not there


def test_verify_does_not_look_at_what_still_waits(club, four):
    make_sheet(club, four[:3])

    assert not list(verify(Count()))
    assert Stale.objects.exists()


@pytest.mark.parametrize("seed", range(6))
def test_replay_from_what_changed_is_the_same_as_from_scratch(club, four, seed, monkeypatch):
    monkeypatch.setattr(services, "A_PIECE", 2)
    chance, owner = random.Random(seed), factories.owner_of(club)
    players = [*four, factories.make_player(club), factories.make_player(club)]
    for minute in range(16):
        act(chance, club, owner, players, factories.at(minute * 5 * 24 * 60))  # over some months
        if chance.random() < 0.3:
            replay_piece(club.pk, "skat")

    assert worked_out(club) == from_scratch(club)
    assert not list(verify(Count()))


def act(chance, club, owner, players, now):
    """One thing that somebody may do; what can't be done now is refused, and nothing happens."""
    sittings = list(Sitting.objects.filter(club=club))
    sitting = chance.choice(sittings) if sittings else make_sheet(club, players[:3], now=now)
    one, other, third = (Player.objects.get(pk=player.pk) for player in chance.sample(players, 3))
    deeds = {
        "sheet": lambda: make_sheet(club, [one, other, third], [chance.randrange(3) for _hand in range(2)], now=now),
        "reopen": lambda: reopen(sitting, now),
        "close": lambda: closed(sitting, now=now),
        "strike": lambda: strike(sitting, now),
        "merge": lambda: merge_players(Merging(kept=other.pk), club=club, by=owner, gone=one.pk, now=now),
        "undo": lambda: undo_newest(club, owner, now),
        "choose": lambda: turn(club, owner, one, now),
    }
    with contextlib.suppress(Refused, Conflict, Player.DoesNotExist):
        deeds[chance.choice(["sheet"] * 5 + ["close", *deeds])]()


def undo_newest(club, owner, now):
    merge = Merge.objects.filter(club=club, undone_at=None).last()
    if merge:
        undo_merge(club=club, by=owner, merge=merge.pk, now=now)


def turn(club, owner, person, now):
    """Out of the ratings, or back in."""
    is_out = OptOut.objects.filter(player__in=Player.objects.lines_of(person)).exists()
    choose_rating(RatingChoice(wants=is_out), club=club, by=owner, player_id=person.pk, now=now)
