"""Who comes: members sign up themselves, people are checked in, and the code at the door lets them in."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.evenings.services import open_evening
from scorekeeper.leagues.models import Attendance
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.leagues.people import services as attending
from scorekeeper.leagues.people.services import Arrival, EveningSignUp, PresenceMark, check_in, come_in, mark, sign_up
from tests import factories
from tests.factories import NOW, at
from tests.factories.evenings import come, make_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club):
    return make_evening(club)


@pytest.fixture
def opened(evening, owner):
    return open_evening(evening_id=evening.pk, by=owner, now=NOW)


def test_members_sign_up_and_off(club, evening):
    member = factories.make_member(club)

    first = sign_up(EveningSignUp(comes=True), evening_id=evening.pk, by=member, now=NOW)
    second = sign_up(EveningSignUp(comes=False), evening_id=evening.pk, by=member, now=at(1))

    assert (first.pk, first.state, second.state) == (second.pk, "signed_up", "cancelled")
    assert (second.player.user, second.by, second.at) == (member, member, at(1))


def test_who_is_here_is_not_signed_off(club, owner, opened):
    check_in(Arrival(player=factories.player_of(owner, club).pk), evening_id=opened.pk, by=owner, now=NOW)

    assert sign_up(EveningSignUp(comes=False), evening_id=opened.pk, by=owner, now=NOW).state == "here"


def test_strangers_do_not_sign_up(evening):
    with pytest.raises(PermissionDenied):
        sign_up(EveningSignUp(comes=True), evening_id=evening.pk, by=factories.make_user(), now=NOW)


def test_a_member_without_a_line_in_the_book_is_told(club, evening, owner):
    Player.objects.filter(club=club, user=owner).update(user=None)

    with pytest.raises(Refused) as refused:
        sign_up(EveningSignUp(comes=True), evening_id=evening.pk, by=owner, now=NOW)

    assert refused.value.problems[0].code == "no_player"


def test_the_first_who_is_checked_in_opens_the_doors(evening, owner):
    there = check_in(Arrival(name="Anna"), evening_id=evening.pk, by=owner, now=NOW)

    evening.refresh_from_db()
    assert (evening.is_open, evening.opened_at) == (True, NOW)
    assert (there.player.name, there.state, there.came_at) == ("Anna", "here", NOW)


def test_gone_and_back_they_came_when_they_came_first(opened, owner):
    player = come(opened, 1)[0]

    for minute, state in enumerate(["left", "here"], 1):
        there = mark(PresenceMark(player=player.pk, state=state), evening_id=opened.pk, by=owner, now=at(minute))

    assert (there.came_at, there.at) == (NOW, at(2))
    assert (
        mark(PresenceMark(player=player.pk, state="signed_up"), evening_id=opened.pk, by=owner, now=NOW).came_at is None
    )


@pytest.mark.parametrize(("state", "code"), [("here", "attendance_unknown"), ("asleep", "state_unknown")])
def test_nobody_else_is_marked(club, opened, owner, state, code):
    player = come(opened, 1)[0] if state == "asleep" else factories.make_player(club)

    with pytest.raises(Refused) as refused:
        mark(PresenceMark(player=player.pk, state=state), evening_id=opened.pk, by=owner, now=NOW)

    assert refused.value.problems[0].code == code


def test_members_check_nobody_in(club, opened):
    member = factories.make_member(club)

    with pytest.raises(PermissionDenied):
        check_in(Arrival(name="Anna"), evening_id=opened.pk, by=member, now=NOW)
    with pytest.raises(PermissionDenied):
        mark(
            PresenceMark(player=factories.player_of(member, club).pk, state="here"),
            evening_id=opened.pk,
            by=member,
            now=NOW,
        )


def test_by_the_code_who_signed_up_is_picked(club, opened):
    member = factories.make_member(club)
    player = sign_up(EveningSignUp(comes=True), evening_id=opened.pk, by=member, now=NOW).player

    there = come_in(Arrival(player=player.pk), evening_id=opened.pk, by=None, now=at(3))
    again = come_in(Arrival(player=player.pk), evening_id=opened.pk, by=None, now=at(9))

    assert (there.state, there.by, there.came_at) == ("here", None, at(3))
    assert again.at == at(3)


def test_by_the_code_a_name_of_the_book_is_that_player(club, opened):
    known = factories.make_player(club, "Jörg Müller")

    there = come_in(Arrival(name=" jörg  MÜLLER "), evening_id=opened.pk, by=None, now=NOW)
    new = come_in(Arrival(name="Jörg Maier"), evening_id=opened.pk, by=None, now=NOW)

    assert there.player == known
    assert new.player.name == "Jörg Maier"


def test_by_the_code_namesakes_are_sent_to_who_runs_it(club, opened):
    for _time in range(2):
        factories.make_player(club, "Anna")

    with pytest.raises(Refused) as refused:
        come_in(Arrival(name="Anna"), evening_id=opened.pk, by=None, now=NOW)

    assert refused.value.problems[0].code == "name_twice"


def test_by_the_code_nobody_of_the_book_is_picked_unasked(club, opened):
    with pytest.raises(Refused) as refused:
        come_in(Arrival(player=factories.make_player(club).pk), evening_id=opened.pk, by=None, now=NOW)

    assert refused.value.problems[0].code == "player_unknown"


def test_the_code_works_while_the_doors_are_open(evening, owner):
    codes = []
    for step in (None, close_evening):
        if step:
            step(evening_id=evening.pk, by=owner, now=NOW)
        with pytest.raises(Conflict) as conflict:
            come_in(Arrival(name="Anna"), evening_id=evening.pk, by=None, now=NOW)
        codes.append(conflict.value.code)

    assert codes == ["evening_planned", "evening_closed"]


def test_the_list_has_an_end(club, opened, owner, monkeypatch):
    monkeypatch.setattr(attending, "MOST_PEOPLE", 2)
    come(opened, 2)

    with pytest.raises(Refused) as refused:
        check_in(Arrival(name="Anna"), evening_id=opened.pk, by=owner, now=NOW)

    assert refused.value.problems[0].code == "list_full"
    assert not Player.objects.filter(name="Anna").exists()


def test_the_database_knows_when_somebody_came(opened):
    come(opened, 1)

    for wrong in ({"came_at": None}, {"state": "asleep"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Attendance.objects.update(**wrong)
