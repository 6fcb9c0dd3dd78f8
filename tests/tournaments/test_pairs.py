"""Who is not to meet in a tournament, and who should."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from scorekeeper.accounts.models import User
from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.models import Entrant, PairRule, Stage, Tournament
from scorekeeper.tournaments.pairs import services as pairs
from scorekeeper.tournaments.pairs.services import PairOut, PairWanted, keep_pair, let_pair, pair_list
from scorekeeper.tournaments.rounds.field import Kept, pairs_of, sides, units_of, with_players
from tests import factories
from tests.factories import NOW
from tests.factories.matches import make_pairs_cup
from tests.factories.tournaments import come, leave, make_cup

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

    merge_players(Merging(kept=again.pk), club=stage.club, by=by, gone=one.pk, now=NOW)

    who = entrants(stage)
    assert at_tables(stage) == Kept((pair(who[0], who[1]),), (pair(who[1], who[2]),))
    merge_players(Merging(kept=again.pk), club=stage.club, by=by, gone=other.pk, now=NOW)
    assert pair(who[0], who[1]) not in at_tables(stage).forbidden


def test_the_database_keeps_one_rule_a_pair():
    stage = make_cup(people=2)
    rule = said(stage, APART, *people(stage))

    with pytest.raises(IntegrityError), transaction.atomic():
        said(stage, TOGETHER, *people(stage))
    for wrong in ({"one": rule.other, "other": rule.one}, {"kind": "sideways"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PairRule.objects.filter(pk=rule.pk).update(**wrong)


def keep(stage: Stage, kind: str, one: Player, other: Player, by: User | None = None) -> PairRule:
    by = by or factories.owner_of(stage.club)
    wanted = PairWanted(kind=kind, one=one.pk, other=other.pk)
    return keep_pair(wanted, tournament_id=stage.tournament_id, by=by, now=NOW)


def codes(stage: Stage, kind: str, one: Player, other: Player) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        keep(stage, kind, one, other)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_a_pair_is_said_once_whichever_way_round_and_told_in_the_journal():
    stage = make_cup(people=2)
    one, other = people(stage)

    first, second = keep(stage, APART, one, other), keep(stage, APART, other, one)
    let_pair(PairOut(pair=first.pk), tournament_id=stage.tournament_id, by=factories.owner_of(stage.club), now=NOW)
    let_pair(PairOut(pair=first.pk), tournament_id=stage.tournament_id, by=factories.owner_of(stage.club), now=NOW)
    keep(stage, TOGETHER, other, one)

    assert first == second
    assert [rule.kind for rule in PairRule.objects.all()] == [TOGETHER]
    told = Entry.objects.filter(thing=stage.tournament_id).order_by("pk")
    assert [(entry.kind, {entry.player, entry.other}) for entry in told] == [
        (kind, {one, other}) for kind in (Kind.PAIR_APART, Kind.PAIR_LET, Kind.PAIR_TOGETHER)
    ]


def test_a_pair_is_of_two_who_play_here(monkeypatch):
    stage = make_cup(people=5)
    one, other, gone, third, fourth = people(stage)
    leave(entrants(stage)[2])
    stranger = factories.make_player(stage.club)

    assert codes(stage, APART, one, one) == [("player_twice", "other")]
    assert codes(stage, APART, one, stranger) == [("player_unknown", "other")]
    assert codes(stage, TOGETHER, gone, one) == [("player_unknown", "one")]
    keep(stage, APART, one, other)
    assert codes(stage, TOGETHER, one, other) == [("said_otherwise", "kind")]
    by_the_club(stage, third, fourth)
    assert codes(stage, TOGETHER, third, fourth) == [("kept_apart", "kind")]
    monkeypatch.setattr(pairs, "MOST_PAIRS", 1)
    assert codes(stage, APART, third, fourth) == [("list_full", "one")]
    assert PairRule.objects.count() == 1


def test_a_pair_said_of_a_line_that_became_somebody_else_is_the_same_pair():
    stage = make_cup(people=2)
    one, other = people(stage)
    again = factories.make_player(stage.club, "One again")
    first = keep(stage, APART, one, other)
    merge_players(Merging(kept=again.pk), club=stage.club, by=factories.owner_of(stage.club), gone=one.pk, now=NOW)

    assert keep(stage, APART, again, other) == first
    assert [(line.one, line.other, line.gone) for line in pair_list(stage.tournament).apart] == [(other, again, ())]


def test_pairs_are_for_directors_and_end_with_the_tournament():
    stage = make_cup(people=2)
    scorer, director = (factories.make_member(stage.club, role) for role in ("scorer", "director"))
    with pytest.raises(PermissionDenied):
        keep(stage, APART, *people(stage), by=scorer)
    rule = keep(stage, APART, *people(stage), by=director)
    with pytest.raises(PermissionDenied):
        let_pair(PairOut(pair=rule.pk), tournament_id=stage.tournament_id, by=scorer, now=NOW)

    Tournament.objects.update(state="ended", ended_at=NOW)

    with pytest.raises(Conflict):
        keep(stage, APART, *people(stage))
    with pytest.raises(Conflict):
        let_pair(PairOut(pair=rule.pk), tournament_id=stage.tournament_id, by=director, now=NOW)
    assert PairRule.objects.count() == 1


@pytest.mark.parametrize("kind", [APART, TOGETHER])
def test_partners_are_not_put_on_the_list(kind):
    stage = make_pairs_cup(SwissPlan(), 2)
    one, partner, other, _fourth = people(stage)
    by = factories.owner_of(stage.club)
    asked = {"tournament_id": stage.tournament_id, "by": by, "now": NOW}

    with pytest.raises(Refused) as refused:
        keep_pair(PairWanted(kind=kind, one=one.pk, other=partner.pk), **asked)

    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("play_together", "other")
    assert one.name in str(problem.message)
    assert keep_pair(PairWanted(kind=kind, one=one.pk, other=other.pk), **asked)


def test_who_have_become_partners_are_told_so():
    stage = make_pairs_cup(SwissPlan(), 2)
    one, partner, other, fourth = people(stage)
    said(stage, APART, one, partner)
    said(stage, APART, other, fourth)
    entrants(stage)[1].players.filter(player=fourth).update(is_active=False)

    lines = pair_list(stage.tournament).apart

    assert {line.one.pk: line.are_partners for line in lines if not line.gone} == {one.pk: True}
    assert [line.are_partners for line in lines if line.gone] == [False]
