"""Somebody plays instead of a single entrant, by the rule that the plan of the stage names."""

from uuid import uuid4

import pytest
from django.urls import reverse

from games.core.record import dump
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.payouts.pools.awarding import award
from scorekeeper.payouts.pools.reads import PoolNow, outlook, ranking_of
from scorekeeper.payouts.pools.records import PoolAward
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.entries.attending import substitute
from scorekeeper.tournaments.entries.records import FeesPaid, PlaysFor
from scorekeeper.tournaments.fees.reads import fees_of
from scorekeeper.tournaments.fees.services import tick_fees
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from scorekeeper.tournaments.party import TournamentRanks
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.rounds.field import called
from tests import factories
from tests.acting import as_role, text
from tests.factories import NOW
from tests.factories.matches import make_duels, next_round, sides
from tests.factories.tournaments import leave, make_cup, person, publish, write_points
from tests.tournaments.test_prizes import with_pool

pytestmark = pytest.mark.django_db
POINTS = (900, 700, 500, 100)


def by(stage):
    return factories.owner_of(stage.club)


def played(stage, points=POINTS):
    """A round of one table, entered at the desk and official."""
    one = publish(stage)
    table = one.tables.get()
    there = [place.entrant for place in table.places.select_related("entrant").order_by("entrant__number")]
    write_points(table, dict(zip(there, points, strict=False)))
    make_official(round_id=one.pk, by=by(stage), now=NOW)


def replaced(stage, number=1, name="Cleo", **more):
    entrant = stage.tournament.entrants.get(number=number)
    return substitute(PlaysFor(who=person(Sitter(name=name)), **more), entrant_id=entrant.pk, by=by(stage), now=NOW)


def rows(stage):
    (group,) = format_of(stage).standing(stage, official=False).groups
    return {row.name.replace("\u2068", "").replace("\u2069", ""): row for row in group.rows}


def test_the_entrant_goes_on_with_the_points_there_are():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    played(stage)
    playing = replaced(stage, reason="ill")
    played(stage)

    found = rows(stage)
    assert playing.entrant.number == 1
    assert found["Cleo (for Guest 01)"].total == 1800
    reasons = " ".join(found["Cleo (for Guest 01)"].chain().reasons).replace("\u2068", "").replace("\u2069", "")
    assert "Cleo plays for Guest 01. The entrant keeps the points" in reasons
    assert stage.tournament.entrants.count() == 4
    names = [place.entrant for place in stage.rounds.get(number=2).places.all()]
    assert {one.pk for one in names} == {one.pk for one in stage.tournament.entrants.all()}


def test_who_was_replaced_comes_back_the_same_way():
    stage = make_cup(people=4, plan=TablesPlan(rounds=3))
    played(stage)
    one = replaced(stage).entrant
    first = one.players.get(is_active=False).player
    substitute(PlaysFor(who=person(Sitter(first.pk))), entrant_id=one.pk, by=by(stage), now=NOW)
    assert called(Entrant.objects.get(pk=one.pk)) == "Guest 01"


def test_the_substitute_s_own_points_count_where_the_plan_says_so():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2, substitutes="own_points"))
    played(stage)
    playing = replaced(stage, reason="ill")
    played(stage, (300, 200, 100, 50))

    found = rows(stage)
    assert playing.entrant.number == 5
    assert (found["Guest 01"].total, found["Guest 01"].state) == (900, "has left")
    assert found["Cleo"].total == 50, "the first round counts as missed"
    reasons = " ".join(found["Cleo"].chain().reasons).replace("\u2068", "").replace("\u2069", "")
    assert "Plays instead of Guest 01. Only their own points count." in reasons
    assert [one.state for one in stage.tournament.entrants.order_by("number")] == ["withdrawn", *["here"] * 4]


def test_the_place_goes_to_the_substitute_and_not_to_who_waits():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2, substitutes="own_points"), most=4)
    played(stage)
    waits = Entrant.objects.create(
        club=stage.club, tournament=stage.tournament, number=5, state="waiting", entered_at=NOW
    )
    playing = replaced(stage)
    waits.refresh_from_db()
    assert (playing.entrant.state, waits.state) == ("here", "waiting")


def test_before_anything_is_played_the_entrant_goes_on_by_either_rule():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2, substitutes="own_points"))
    assert replaced(stage).entrant.number == 1
    assert stage.tournament.entrants.count() == 4


def test_a_swiss_goes_on_with_the_opponents_there_were():
    stage = make_duels(SwissPlan(rounds=3), 4)
    one = next_round(stage)
    met = {frozenset(entrant.pk for entrant in sides(table)) for table in one.tables.all()}
    replaced(stage)
    two = publish(stage)
    assert not met & {frozenset(entrant.pk for entrant in sides(table)) for table in two.tables.all()}
    assert "Cleo (for Guest 01)" in rows(stage)


def test_what_cannot_be_is_refused():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    there = stage.tournament.entrants.get(number=2).players.get().player
    one = stage.tournament.entrants.get(number=1)
    with pytest.raises(Refused) as refused:
        substitute(PlaysFor(who=person(Sitter(there.pk))), entrant_id=one.pk, by=by(stage), now=NOW)
    assert refused.value.problems[0].code == "entered_already"
    leave(one, "cancelled")
    with pytest.raises(Conflict) as conflict:
        replaced(stage)
    assert conflict.value.code == "not_in"


def test_the_page_says_the_rule_and_has_the_substitute_play():
    stage = make_cup(people=4, plan=TablesPlan(rounds=2))
    page, one = as_role(stage), stage.tournament.entrants.get(number=1)
    address = reverse("entrant_detail", args=[stage.tournament_id, one.pk])
    assert "The substitute continues with the entrant’s points." in text(page.get(address))
    sent = page.post(reverse("entrant_substitute", args=[stage.tournament_id, one.pk]), {"who": "Cleo", "new": "1"})
    assert sent.status_code == 302
    shown = text(page.get(address)).replace("\u2068", "").replace("\u2069", "")
    assert "Cleo (for Guest 01)" in shown
    Stage.objects.update(plan=dump(TablesPlan(rounds=2, substitutes="own_points")))
    assert "Only their own points count." in text(page.get(address))


def test_the_fee_of_who_has_entered_is_that_of_the_substitute_who_can_win():
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    season, owner = with_pool(stage)
    tick_fees(FeesPaid(), tournament_id=stage.tournament_id, by=owner, now=NOW)
    cleo = replaced(stage)
    fee = fees_of(Tournament.objects.get()).of(Entrant.objects.get(pk=cleo.entrant_id))
    assert (fee.owes, fee.paid, fee.is_whole) == (0, 1000, True)
    assert cleo.player_id not in TournamentRanks().took_part(season), "nobody books a second fee"
    played(stage)
    end_stage(stage_id=stage.pk, by=owner, now=NOW)
    now = PoolNow(season.prize_pool)
    found = outlook(now, ranking_of(season, now.entrants, official=True))
    assert found.number == 4
    award(PoolAward(), competition=season, by=owner, key=uuid4(), now=NOW)
    assert PoolNow(season.prize_pool).award.detail["prizes"][0][0] == str(cleo.player_id)
