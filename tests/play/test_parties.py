"""Who takes part in closing and reopening is asked and told inside the same transaction."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Refused
from scorekeeper.play.closing.services import close_sitting, reopen_sitting
from scorekeeper.play.models import Sitting
from scorekeeper.play.moves import reopening
from scorekeeper.play.parties import Party
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories

told: list[tuple[object, ...]] = []
objections: list[Problem] = []


class Witness(Party):
    """A party that writes down what it is told, and objects when the test says so."""

    def may_close(self, sitting):
        return objections if sitting.is_open else []

    def moves(self, sitting):
        return [Text("Money goes back.")] if sitting.closed_at else []

    def work(self, now):
        told.append(("work", now))
        return 1

    def differences(self, _club_id):
        return [("the book", "is wrong")]

    def rebuild(self, _club_id, *, write):
        return [("the book", "was made anew", True)] if write else []

    def closed(self, sitting, by, now):
        told.append(("closed", sitting.pk, by, now))

    def reopened(self, sitting, by, reason, now):
        told.append(("reopened", sitting.pk, sitting.closed_at, by, reason, now))


@pytest.fixture(autouse=True)
def witness(settings):
    settings.SCOREKEEPER_PARTIES = ["tests.play.test_parties.Witness"]
    told.clear()
    objections.clear()


@pytest.mark.django_db
def test_parties_are_told_of_closing_and_reopening():
    sitting = factories.make_sitting()
    act = {"sitting_id": sitting.pk, "by": factories.keeper_of(sitting), "now": factories.NOW}

    close_sitting(Reasoned(reason="late"), **act)
    reopen_sitting(Reasoned(reason="late"), **{**act, "now": factories.at(5)})

    keeper = factories.keeper_of(sitting)
    assert told == [
        ("closed", sitting.pk, keeper, factories.NOW),
        ("reopened", sitting.pk, factories.NOW, keeper, "late", factories.at(5)),
    ]


@pytest.mark.django_db
def test_a_party_that_objects_keeps_the_sitting_open():
    sitting = factories.make_sitting()
    objections.append(Problem("money_missing", "", Text("12 are missing.")))

    with pytest.raises(Refused) as caught:
        close_sitting(
            Reasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW
        )

    assert [problem.code for problem in caught.value.problems] == ["money_missing"]
    assert told == []
    assert Sitting.objects.get(pk=sitting.pk).is_open


@pytest.mark.django_db
def test_what_a_party_says_of_reopening_is_told_beforehand():
    sitting = factories.finish(factories.make_sitting())

    assert reopening(sitting).beside == (Text("Money goes back."),)


@pytest.mark.django_db
def test_what_parties_have_to_do_is_done_by_tick_and_what_they_find_by_verify():
    call_command("tick", stdout=StringIO())

    assert [what for what, *_when in told] == ["work"]
    assert [str(found) for found in verify(Count())] == ["the book: is wrong"]
