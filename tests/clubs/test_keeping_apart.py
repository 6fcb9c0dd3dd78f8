"""Who is kept apart in a club."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from scorekeeper.clubs import keeping_apart
from scorekeeper.clubs.keeping_apart import keep_apart, let_together, people_apart
from scorekeeper.clubs.models import KeepApart
from scorekeeper.common.errors import Refused
from scorekeeper.people.services import Merging, merge_players
from tests import factories
from tests.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def owner(club):
    return factories.owner_of(club)


def test_a_pair_is_kept_apart_once_whichever_way_round(club, owner):
    one, other = factories.make_player(club), factories.make_player(club)

    first = keep_apart(club=club, by=owner, one=one.pk, other=other.pk, now=NOW)
    second = keep_apart(club=club, by=owner, one=other.pk, other=one.pk, now=NOW)

    assert first == second
    with pytest.raises(IntegrityError), transaction.atomic():
        KeepApart.objects.filter(pk=first.pk).update(one=other, other=one)
    let_together(club=club, by=owner, pair_id=first.pk)
    assert not KeepApart.objects.exists()


def test_a_pair_is_of_two_of_the_club(club, owner, monkeypatch):
    one, other, stranger = (
        factories.make_player(club),
        factories.make_player(club),
        factories.make_player(factories.make_club()),
    )
    codes = []
    monkeypatch.setattr(keeping_apart, "MOST_APART", 0)

    for pair in ((one, one), (one, stranger), (one, other)):
        with pytest.raises(Refused) as refused:
            keep_apart(club=club, by=owner, one=pair[0].pk, other=pair[1].pk, now=NOW)
        codes.append(refused.value.problems[0].code)

    assert codes == ["player_twice", "player_unknown", "list_full"]


def test_scorers_keep_nobody_apart(club):
    scorer = factories.make_member(club, "scorer")
    one, other = factories.make_player(club), factories.make_player(club)

    with pytest.raises(PermissionDenied):
        keep_apart(club=club, by=scorer, one=one.pk, other=other.pk, now=NOW)
    with pytest.raises(PermissionDenied):
        let_together(club=club, by=scorer, pair_id=one.pk)


def test_a_pair_is_of_people_whichever_lines_it_was_said_of(club, owner):
    one, other, third, again = (factories.make_player(club) for _line in range(4))
    for pair in ((one, other), (other, third)):
        keep_apart(club=club, by=owner, one=pair[0].pk, other=pair[1].pk, now=NOW)

    merge_players(Merging(kept=again.pk), club=club, by=owner, gone=other.pk, now=NOW)
    merge_players(Merging(kept=again.pk), club=club, by=owner, gone=third.pk, now=NOW)

    assert people_apart(club.pk) == {frozenset((one.pk, again.pk))}
