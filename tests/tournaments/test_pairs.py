"""Who is not to meet in a tournament, and who should."""

import pytest
from django.db import IntegrityError, transaction

from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.clubs.models import Player
from scorekeeper.people.services.merging import merge_players
from scorekeeper.tournaments.models import Entrant, PairRule, Stage
from scorekeeper.tournaments.plans import SwissPlan
from scorekeeper.tournaments.selectors.called import sides, units_of, with_players
from scorekeeper.tournaments.selectors.pairs import Kept, pairs_of
from tests import factories
from tests.factories import NOW
from tests.tournaments.desk import come, make_cup
from tests.tournaments.duelling import make_pairs_cup

pytestmark = pytest.mark.django_db
APART, TOGETHER = PairRule.Kind.APART, PairRule.Kind.TOGETHER


def people(stage: Stage) -> list[Player]:
    found = Player.objects.filter(club=stage.club_id, merged_into=None, user=None)
    return list(found.order_by("created_at", "pk"))


def said(stage: Stage, kind: str, one: Player, other: Player) -> PairRule:
    first, second = sorted((one, other), key=lambda player: player.pk)
    by = factories.owner_of(stage.club)
    where = {"club": stage.club, "tournament": stage.tournament}
    return PairRule.objects.create(**where, kind=kind, one=first, other=second, made_by=by, made_at=NOW)


def by_the_club(stage: Stage, one: Player, other: Player) -> None:
    keep_apart(club=stage.club, by=factories.owner_of(stage.club), one=one.pk, other=other.pk, now=NOW)


def entrants(stage: Stage) -> list[Entrant]:
    return list(with_players(Entrant.objects.filter(tournament=stage.tournament_id)).order_by("number"))


def at_tables(stage: Stage) -> Kept:
    return pairs_of(stage.tournament, units_of(stage.tournament, entrants(stage)))


def in_matches(stage: Stage) -> Kept:
    return pairs_of(stage.tournament, sides(entrants(stage)))


def pair(*of: Entrant | Player) -> frozenset[str]:
    return frozenset(str(one.pk) for one in of)


def test_single_players_are_kept_apart_by_either_list():
    stage = make_cup(people=5)
    (one, two, three, four, five), who = people(stage), entrants(stage)
    said(stage, APART, one, two)
    by_the_club(stage, three, two)
    said(stage, TOGETHER, four, five)
    by_the_club(stage, one, factories.make_player(stage.club, "elsewhere tonight"))

    found = at_tables(stage)

    assert set(found.forbidden) == {pair(who[0], who[1]), pair(who[1], who[2])}
    assert found.wanted == (pair(who[3], who[4]),)
    assert found.forbidden == tuple(sorted(found.forbidden, key=sorted))


def test_who_is_kept_apart_need_not_meet():
    stage = make_cup(people=2)
    said(stage, TOGETHER, *people(stage))
    by_the_club(stage, *people(stage))

    assert at_tables(stage) == Kept(forbidden=(pair(*entrants(stage)),))


def test_pairs_do_not_meet_where_anybody_of_them_should_not():
    stage = make_pairs_cup(SwissPlan(), 3)
    (ana, bia, other, _two, third, _three), who = people(stage), entrants(stage)
    said(stage, APART, bia, other)
    said(stage, APART, ana, bia)  # who play together
    said(stage, TOGETHER, ana, third)

    assert in_matches(stage) == Kept((pair(who[0], who[1]),), (pair(who[0], who[2]),))


def test_of_a_pair_that_is_to_meet_and_to_stay_apart_it_stays_apart():
    stage = make_pairs_cup(SwissPlan(), 2)
    ana, bia, other, two = people(stage)
    said(stage, APART, ana, other)
    said(stage, TOGETHER, bia, two)

    assert in_matches(stage) == Kept((pair(*entrants(stage)),))


def test_of_teams_at_tables_each_player_counts():
    stage = make_cup(people=0, of="teams", team_size=2)
    for name in ("Asse", "Buben"):
        come(stage, f"{name} 1", f"{name} 2", entrant=name)
    one, mate, other, _fourth = people(stage)
    said(stage, APART, one, other)
    said(stage, TOGETHER, one, mate)

    assert at_tables(stage) == Kept((pair(one, other),))


def test_substitutes_are_kept_apart_as_well():
    stage = make_pairs_cup(SwissPlan(), 2)
    _ana, bia, other, _two = people(stage)
    third = factories.make_player(stage.club, "Caio")
    said(stage, APART, third, other)
    said(stage, APART, bia, other)
    assert in_matches(stage) == Kept((pair(*entrants(stage)),))

    first = entrants(stage)[0].players
    first.filter(player=bia).update(is_active=False)
    assert in_matches(stage) == Kept()
    first.create(club=stage.club, player=third, order=1)

    assert in_matches(stage) == Kept((pair(*entrants(stage)),))


def test_a_rule_is_of_people_whichever_lines_they_play_under():
    stage = make_cup(people=3)
    one, other, third = people(stage)
    again = factories.make_player(stage.club, "One again")
    said(stage, APART, one, other)
    said(stage, TOGETHER, other, third)
    by = factories.owner_of(stage.club)

    merge_players(club=stage.club, by=by, gone=one.pk, kept=again.pk, now=NOW)

    who = entrants(stage)
    assert at_tables(stage) == Kept((pair(who[0], who[1]),), (pair(who[1], who[2]),))
    merge_players(club=stage.club, by=by, gone=other.pk, kept=again.pk, now=NOW)
    assert pair(who[0], who[1]) not in at_tables(stage).forbidden


def test_the_database_keeps_one_rule_a_pair():
    stage = make_cup(people=2)
    rule = said(stage, APART, *people(stage))

    with pytest.raises(IntegrityError), transaction.atomic():
        said(stage, TOGETHER, *people(stage))
    for wrong in ({"one": rule.other, "other": rule.one}, {"kind": "sideways"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PairRule.objects.filter(pk=rule.pk).update(**wrong)
