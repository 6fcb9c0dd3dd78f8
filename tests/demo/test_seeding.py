"""The demo club: plausible, complete, and the same however often it is made."""

from collections.abc import Iterator
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import transaction

import games
from games.core.values import Table
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.demo.cast import CLUB, EVENINGS, MEMBERS, PASSWORD, SEASON, SEASONS
from scorekeeper.demo.dealing import deal
from scorekeeper.demo.evenings import CAME, COMING, FEE, MIXED, NAME, NEXT, SHARED
from scorekeeper.demo.money import NAME as CASH_GAME
from scorekeeper.demo.seasons import GIVEN
from scorekeeper.demo.seeding import seed
from scorekeeper.demo.tournaments import COMING as NEXT_CUP
from scorekeeper.demo.tournaments import NAME as CUP
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Evening as ClubEvening
from scorekeeper.leagues.models import MatchDay
from scorekeeper.leagues.money.reads import dues_of
from scorekeeper.notices.selectors import waiting
from scorekeeper.outbox.models import Mail
from scorekeeper.payouts.models import Payment
from scorekeeper.payouts.payments.reads import box_page, boxes_of
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.sharing.models import Link
from scorekeeper.standings.models import Competition, SeasonTally
from scorekeeper.standings.selectors.table import lines
from scorekeeper.tournaments.models import Tournament
from tests.factories import at


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[Club]:
    """The demo club, made once for the tests that follow; each leaves it as it was."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield seed(now=at(0))
        transaction.set_rollback(True)


@pytest.fixture
def club(made: Club, db: None) -> Club:
    return made


def everything() -> dict[str, list[Any]]:
    """Every row of our own tables."""
    labels = ("accounts", "clubs", "leagues", "notices", "play", "sharing", "standings", "tournaments")
    models = [model for label in labels for model in apps.get_app_config(label).get_models()]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}


def test_seed_is_complete(club):
    assert club.name == CLUB
    assert dict(Membership.objects.filter(club=club).values_list("user__email", "role")) == {
        member.email: member.role for member in MEMBERS
    }
    assert User.objects.get(email=MEMBERS[0].email).check_password(PASSWORD)
    sittings = {sitting.name: sitting for sitting in Sitting.objects.all()}
    drawn = {f"Table 1, {NAME}", f"Table 2, {NAME}"}
    drawn |= {f"Table 1, Skat, {MIXED}", f"Table 1, Svoi Kozyri, {MIXED}"}
    drawn |= {sitting.name for sitting in sittings_of(MatchDay.objects.get(number=1).evening)}
    drawn |= {f"Table {table}, round {number}, {CUP}" for number in (1, 2) for table in (1, 2, 3)}
    assert sittings.keys() == {evening.table for evening in EVENINGS} | drawn | {CASH_GAME}
    for evening in EVENINGS:
        sitting = sittings[evening.table]
        assert sitting.is_open == (evening.opened is None)
        assert sitting.is_over or sitting.next_number - 1 == evening.hands
    assert {sitting.game for sitting in sittings.values() if not sitting.is_open} == set(games.all_games())
    call_command("verify", stdout=StringIO())
    season = Competition.objects.get(name=SEASON)
    assert all(season.created_at < sitting.opened_at for sitting in season.sittings.all())
    for name, _system in SEASONS.values():
        assert SeasonTally.objects.filter(competition__name=name, official_sources__gte=1).exists()
    standings = SeasonTally.objects.filter(competition__name=SEASON)
    assert standings.count() == 10
    assert standings.filter(official_sources__gte=1).count() == 9


@pytest.mark.usefixtures("club")
def test_one_season_drops_gives_and_waits_for_guests():
    found = lines(Competition.objects.get(name=SEASON), official=False)

    assert any(line.account.dropped for line in found.all_of_them)
    assert {line.name: line.account.bonus for line in found.all_of_them if line.account.bonus} == {
        name: points for name, points, _reason, _after in GIVEN
    }
    assert {"Karl-Heinz Ruppert", "Sabine Thiel"} <= {line.name for line, _missing in found.lacking}


def test_something_waits_and_may_be_looked_at(club):
    owner = User.objects.get(email=MEMBERS[0].email)
    told = [told.words for told in waiting(owner, at(0))]
    for words in ("old names will be removed", "Hand 2 of"):
        assert [words in one for one in told].count(True) == 1
    payments = Payment.objects.filter(club=club).order_by("state")
    assert [payment.state for payment in payments] == [*["confirmed"] * 6, "open"]
    assert not any(payment.is_alone for payment in payments)
    assert Link.objects.filter(club=club, sitting__isnull=False).count() == len(SHARED)
    assert not Mail.objects.exists()
    late = Sitting.objects.get(name="25 September, after closing time")
    assert (late.rules_name, late.house_version.number) == ("Late at the Lindenhof", 2)


def test_the_box_has_something_in_it_and_is_saved_for_something(club):
    (box,) = boxes_of(club)

    assert box.target.what == "Summer trip"
    assert 0 < box.holds < box.target.amount
    kinds = {entry.leg.booking.kind for entry in box_page(club, box.unit).entries}
    assert {"deposit", "withdrawal", "collected", "settled"} <= kinds
    assert len({entry.leg.booking.on.month for entry in box_page(club, box.unit).entries}) == 4


def test_one_tournament_is_in_its_second_round_and_one_is_open_to_sign_up(club):
    running, coming = Tournament.objects.get(name=CUP), Tournament.objects.get(name=NEXT_CUP)

    first, second = running.stages.get().rounds.order_by("number")
    assert (first.state, second.state) == ("official", "published")
    assert {len(table.places.all()) for table in first.tables.all()} == {3, 4}
    assert [coming.state, coming.entrants.count(), coming.signs_up] == ["planned", 3, True]


def test_one_evening_is_over_and_one_is_next(club):
    past, mixed, coming = (ClubEvening.objects.get(club=club, name=name) for name in (NAME, MIXED, NEXT))

    assert past.is_closed
    assert mixed.is_closed
    assert [sitting.game for sitting in sittings_of(mixed)] == ["skat", "svoi_kozyri"]
    assert {attendance.player.name for attendance in past.attendances.all()} == set(CAME)
    assert all(not sitting.is_open for sitting in sittings_of(past))
    (total,) = dues_of(past).sums
    assert total.fee == FEE * len(CAME)
    assert total.lost > 0
    assert 0 < total.left < total.due
    assert coming.is_planned
    assert coming.starts_at > at(0)
    assert coming.attendances.count() == len(COMING)


@pytest.mark.usefixtures("club")
def test_seed_again_changes_nothing():
    before = everything()

    seed(now=at(600))

    assert everything() == before


def test_seed_leaves_alone_what_people_have_changed(club):
    Club.objects.filter(pk=club.pk).update(ink="ochre")
    User.objects.filter(email=MEMBERS[1].email).update(name="Jürgen K.")
    before = everything()

    seed(now=at(600))

    assert everything() == before


@pytest.mark.usefixtures("club")
def test_seed_makes_the_same_hands_each_time():
    first = Hand.objects.filter(sitting__name=EVENINGS[0].table).values_list("number", "record", "key")

    assert len(set(Hand.objects.values_list("key"))) == Hand.objects.count()
    assert first[0][1]["declarer"] == 2
    assert str(first[0][2]) == "c588daf4-6f45-59f7-b53d-2f800fce50a8"


@pytest.mark.parametrize("slug", sorted(games.all_games()))
def test_hands_are_ones_the_rules_accept(slug):
    game = games.game(slug)
    for preset in game.presets:
        rules = game.rules.model_validate(dict(preset.rules))
        for size in (size for size in game.seats if not game.rules_problems(rules, size)):
            accepted(game, rules, size)


def accepted(game, rules, size):
    """A list of hands at this table, one after the other, begun anew where the game ends it."""
    chance, seats = Random(7), tuple(range(size))
    table = Table(seats, 1, 0, game.start(rules, size))
    for _deal in range(20):
        facts = deal(chance, game, rules, table, [80] * size)
        _hand, outcome = game.judge(facts, rules, table)
        state = game.start(rules, size) if outcome.over else outcome.state
        table = Table(seats, table.number + 1, outcome.dealer, state)
