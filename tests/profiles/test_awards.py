"""What people keep of seasons, leagues and tournaments: when it is there, where it stands, and when it goes."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.payouts.pools.awarding import award
from scorekeeper.payouts.pools.records import PoolAward, PoolTakingBack, PoolTerms, SpecialPrize
from scorekeeper.payouts.pools.services import set_up_pool, take_back
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_sitting, reopen_sitting
from scorekeeper.play.parties import parties
from scorekeeper.play.records import Reasoned
from scorekeeper.standings.awards import award_words, awards_of
from scorekeeper.standings.models import Award, AwardedEvent
from scorekeeper.standings.records import SeasonReopening
from scorekeeper.standings.services import end_season, reopen_season
from scorekeeper.tournaments.ending.services import end_stage, hold_back, release, reopen_tournament
from scorekeeper.tournaments.fees.services import open_prizes
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.planning.records import HeldFrom
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import words
from tests.factories import NOW
from tests.factories.money import Pool, with_money
from tests.factories.teams import make_day, make_league_of, opened, play_series
from tests.factories.tournaments import make_cup, publish, write_points

pytestmark = pytest.mark.django_db


def work():
    """As the background does it; how many events were worked out anew."""
    before = set(AwardedEvent.objects.values_list("pk", flat=True))
    for party in parties():
        party.work(timezone.now())
    return len(set(AwardedEvent.objects.values_list("pk", flat=True)) - before)


def kept(player):
    return [(one.event.kind, award_words(one)) for one in awards_of(player)]


def ended_cup(club, points=(900, 700, 700, 100)):
    """A tournament of four that has ended, and its players in the order of their entries."""
    stage = make_cup(club, people=4, plan=TablesPlan(rounds=1))
    one = publish(stage)
    entrants = list(stage.tournament.entrants.order_by("number"))
    write_points(one.tables.get(), dict(zip(entrants, points, strict=True)))
    by = factories.owner_of(club)
    make_official(round_id=one.pk, by=by, now=NOW)
    end_stage(stage_id=stage.pk, by=by, now=NOW)
    tournament = Tournament.objects.get(pk=stage.tournament_id)
    return tournament, [entrant.players.get().player for entrant in entrants]


def a_season(club, **more):
    """A season in which the first of three has won a hand on a closed sheet."""
    season = factories.make_season(club)
    players = [factories.make_player(club) for _number in range(3)]
    sitting = factories.make_sitting(club, players=players, seasons=[season])
    factories.record(sitting, factories.played(0))
    close(sitting)
    return season, players, sitting


def close(sitting):
    by = Actor(user=factories.owner_of(sitting.club))
    close_sitting(Reasoned(reason="late"), sitting_id=sitting.pk, by=by, now=NOW)


# Tournaments


def test_the_first_three_places_of_a_tournament_are_there_when_it_ends(club):
    _tournament, (first, second, third, last) = ended_cup(club)

    assert kept(first) == [("tournament", "place 1 of 4")]
    assert kept(second) == kept(third) == [("tournament", "places 2 to 3 of 4, shared")]
    assert kept(last) == []
    assert work() == 0, "nothing is worked out twice"


def test_they_go_when_it_goes_on_and_come_anew(club, owner):
    tournament, people = ended_cup(club)

    reopen_tournament(WithReason(reason="a wrong figure"), tournament_id=tournament.pk, by=owner, now=NOW)
    assert not Award.objects.exists()
    end_stage(stage_id=tournament.stages.get().pk, by=owner, now=NOW)
    assert kept(people[0]) == [("tournament", "place 1 of 4")]


def test_nobody_keeps_anything_while_the_standing_is_held_back(club, owner):
    tournament, people = ended_cup(club)

    hold_back(HeldFrom(), tournament_id=tournament.pk, by=owner, now=NOW)
    assert (kept(people[0]), work(), kept(people[0])) == ([], 0, [])

    release(tournament_id=tournament.pk, by=owner, now=NOW)
    assert kept(people[0]) == [("tournament", "place 1 of 4")]


def test_special_prizes_are_kept_until_the_award_is_taken_back(club, owner):
    with_money(club)
    tournament, people = ended_cup(club)
    season = open_prizes(tournament_id=tournament.pk, by=owner)
    special = SpecialPrize(cause="Best Grand", amount=100, player=people[3].pk)
    wanted = PoolTerms(version=0, guarantee=1000, specials=(special,))
    set_up_pool(wanted, competition=season, by=owner, now=NOW)
    act = award(PoolAward(), competition=season, by=owner, key=uuid4(), now=NOW).act

    assert work() == 1
    assert kept(people[3]) == [("tournament", "Best Grand")]

    take_back(PoolTakingBack(reason="a wrong name"), competition=season, by=owner, act_id=act.pk, now=NOW)
    assert kept(people[3]) == []
    assert work() == 1
    assert (kept(people[3]), kept(people[0])) == ([], [("tournament", "place 1 of 4")])


# Seasons and leagues


def test_a_season_gives_its_places_once_it_is_over_and_official(club, owner):
    season, (winner, *_others), sitting = a_season(club)
    work()
    assert kept(winner) == []

    end_season(competition=season, by=owner, now=NOW)
    work()
    assert kept(winner) == [("season", "place 1 of 3")]
    assert work() == 0

    reopen_sitting(Reasoned(reason="a wrong hand"), sitting_id=sitting.pk, by=Actor(user=owner), now=NOW)
    assert kept(winner) == []
    work()
    assert kept(winner) == [], "a sheet is open"
    close(sitting)
    work()
    assert kept(winner) == [("season", "place 1 of 3")]

    reopen_season(SeasonReopening(reason="one more evening"), competition=season, by=owner, key=uuid4(), now=NOW)
    work()
    assert not AwardedEvent.objects.exists()


def test_a_changed_result_of_a_season_is_worked_out_anew(club, owner):
    season, people, sitting = a_season(club)
    end_season(competition=season, by=owner, now=NOW)
    work()
    reopen_sitting(Reasoned(reason="a wrong hand"), sitting_id=sitting.pk, by=Actor(user=owner), now=NOW)
    for _number in range(2):
        factories.record(sitting, factories.played(1))
    close(sitting)
    work()

    assert kept(people[1]) == [("season", "place 1 of 3")]


def test_the_players_of_the_best_teams_keep_a_league(club, owner):
    league = make_league_of(club, (4, 4))
    play_series(opened(make_day(league)), ["Adler", "Adler"])
    end_season(competition=league.season, by=owner, now=NOW)
    work()

    found = Award.objects.filter(event__kind="league").select_related("player")
    said = {one.player.name: award_words(one) for one in found}
    assert said["Adler 1"] == "place 1 of 2, with Adler"
    assert said["Bussard 4"] == "place 2 of 2, with Bussard"
    assert len(said) == 8
    assert work() == 0


# The page


def test_awards_stand_on_the_page_with_a_link_and_in_its_file(client, club, owner):
    tournament, (first, *_others) = ended_cup(club)
    client.force_login(owner)

    answer = client.get(reverse("player_page", args=[club.pk, first.pk]))
    assert "Place 1 of 4" in words(answer)
    assert reverse("tournament_detail", args=[tournament.pk]) in answer.content.decode()
    file = client.get(reverse("player_page_files", args=[club.pk, first.pk, "awards", "csv"]))
    assert f"{tournament.name},Place 1 of 4" in file.content.decode()


def test_awards_follow_the_person_when_lines_are_merged(club, owner):
    _tournament, (first, *_others) = ended_cup(club)
    kept_line = factories.make_player(club, "Anna")

    merge_players(Merging(kept=kept_line.pk), club=club, by=owner, gone=first.pk, now=NOW)

    assert kept(kept_line) == [("tournament", "place 1 of 4")]


def test_a_season_with_special_prizes_gives_them_too():
    pool = Pool((50, 40, 30), specials=[SpecialPrize(cause="Best null", amount=100, player=None)])
    pool.enter()
    pool.set_up(entry_price=1000, specials=[SpecialPrize(cause="Best null", amount=100, player=pool.people[2].pk)])
    pool.end()
    pool.award()
    work()

    assert sorted(kept(pool.people[2])) == [("season", "Best null"), ("season", "place 3 of 3")]
