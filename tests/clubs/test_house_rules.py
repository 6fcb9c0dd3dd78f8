"""House rules: versions that stay, one default of a game, and what is refused."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction

import games
from scorekeeper.clubs.house_rules import (
    Wording,
    as_agreed,
    bring_back,
    change,
    in_force,
    kept,
    offer_first,
    rename,
    retire,
    write_down,
)
from scorekeeper.clubs.models import HouseRules, HouseRulesVersion
from scorekeeper.common.errors import Refused
from tests.acting import problems_of
from tests.factories import NOW, make_club, make_house_rules, make_member, make_user, owner_of


def write(club, by=None, **more):
    given = {"game": "skat", "name": "Thursday rules", "wording": Wording({"kontra": True}), **more}
    return write_down(club=club, by=by or owner_of(club), now=NOW, **given)


def changed(house, rules, *, seen=1, by=None, note=""):
    return change(house_id=house.pk, by=by or owner_of(house.club), wording=Wording(rules, note), seen=seen, now=NOW)


def test_written_down_they_say_every_rule(db):
    house = write(make_club(), wording=Wording({"kontra": True}, "  as  ever "))

    version = in_force(house)
    assert (version.number, version.note, version.rules["kontra"], version.rules["passed"]) == (
        1,
        "as ever",
        True,
        "next_dealer",
    )


def test_sent_twice_they_are_there_once(db):
    club = make_club()

    assert write(club).pk == write(club).pk
    assert HouseRulesVersion.objects.filter(house__club=club).count() == 1


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"name": " "}, ("name_missing", "name")),
        ({"game": "bridge"}, ("game_unknown", "game")),
        ({"wording": Wording({"passed": "never"})}, ("passed_unknown", "rules.passed")),
        ({"wording": Wording({"list_length": 37})}, ("list_length_not_multiple", "rules.list_length")),
        ({"wording": Wording({}, "x" * 201)}, ("note_too_long", "note")),
    ],
)
def test_what_no_table_could_play_by_is_refused(db, given, problem):
    club = make_club()
    with pytest.raises(Refused) as error:
        write(club, **given)

    assert problems_of(error) == [problem]
    assert not HouseRules.objects.exists()


def test_one_name_is_one_set_of_rules_of_a_game(db):
    club = make_club()
    write(club)
    with pytest.raises(Refused) as error:
        write(club, wording=Wording({"bock": True}))

    assert problems_of(error) == [("name_taken", "name")]
    assert write(make_club()).name == "Thursday rules"
    assert write(club, game="truco", wording=Wording({})).name == "Thursday rules"


def test_a_change_is_another_version_and_the_first_one_stays(db):
    house = make_house_rules(make_club(), rules={"kontra": True})

    second = changed(house, {"kontra": True, "bock": True}, note="Bock is fun")

    first = HouseRulesVersion.objects.get(house=house, number=1)
    assert (second.number, second.rules["bock"], first.rules["bock"]) == (2, True, False)


def test_the_same_rules_again_are_no_new_version(db):
    house = make_house_rules(make_club(), rules={"kontra": True})
    second = changed(house, {"bock": True})

    assert changed(house, {"bock": True}, seen=1) == second


def test_who_saw_an_older_version_must_look_again(db):
    house = make_house_rules(make_club())
    changed(house, {"bock": True})
    with pytest.raises(Refused) as error:
        changed(house, {"kontra": True}, seen=1)

    assert problems_of(error) == [("house_rules_changed", "")]


@pytest.mark.parametrize("what", ["update", "delete"])
def test_the_database_refuses_to_touch_a_version(db, what):
    house = make_house_rules(make_club())
    row = HouseRulesVersion.objects.filter(house=house)

    with pytest.raises(DatabaseError), transaction.atomic():
        row.update(number=7) if what == "update" else row.delete()


def test_one_set_of_a_game_is_offered_first(db):
    club = make_club()
    one, other = make_house_rules(club, "One"), make_house_rules(club, "Other")
    truco = make_house_rules(club, "Cards", game="truco")
    for house in (one, truco, other):
        offer_first(house_id=house.pk, by=owner_of(club), first=True)

    assert [house.name for house in kept(club)] == ["Cards", "Other", "One"]
    assert [house.name for house in kept(club, "skat") if house.is_default] == ["Other"]


def test_retired_ones_are_neither_offered_nor_changed_until_they_come_back(db):
    club = make_club()
    house = make_house_rules(club)
    offer_first(house_id=house.pk, by=owner_of(club), first=True)
    retire(house_id=house.pk, by=owner_of(club), now=NOW)
    assert kept(club) == []
    for refused in (
        lambda: changed(house, {"bock": True}),
        lambda: offer_first(house_id=house.pk, by=owner_of(club), first=True),
    ):
        with pytest.raises(Refused) as error:
            refused()
        assert problems_of(error) == [("house_rules_retired", "")]

    bring_back(house_id=house.pk, by=owner_of(club))

    assert [(one.name, one.is_default) for one in kept(club)] == [("Thursday rules", False)]


def test_a_name_that_was_given_away_meanwhile_is_not_brought_back(db):
    club = make_club()
    house = make_house_rules(club)
    retire(house_id=house.pk, by=owner_of(club), now=NOW)
    other = make_house_rules(club, rules={"bock": True})
    with pytest.raises(Refused) as error:
        bring_back(house_id=house.pk, by=owner_of(club))
    assert problems_of(error) == [("name_taken", "name")]

    rename(house_id=other.pk, by=owner_of(club), name="Friday rules")
    bring_back(house_id=house.pk, by=owner_of(club))

    assert [one.name for one in kept(club)] == ["Friday rules", "Thursday rules"]


@pytest.mark.parametrize("role", ["scorer", "member"])
def test_only_directors_write(db, role):
    club = make_club()
    house, by = make_house_rules(club), make_member(club, role)
    for write_it in (
        lambda: write(club, by, name="Mine"),
        lambda: changed(house, {"bock": True}, by=by),
        lambda: rename(house_id=house.pk, by=by, name="Mine"),
        lambda: retire(house_id=house.pk, by=by, now=NOW),
        lambda: bring_back(house_id=house.pk, by=by),
        lambda: offer_first(house_id=house.pk, by=by, first=True),
    ):
        with pytest.raises(PermissionDenied):
            write_it()


def test_of_another_club_they_do_not_exist(db):
    house, stranger = make_house_rules(make_club()), make_user()
    make_club(owner=stranger)

    with pytest.raises(HouseRules.DoesNotExist):
        rename(house_id=house.pk, by=stranger, name="Mine")
    with pytest.raises(HouseRules.DoesNotExist):
        retire(house_id=uuid4(), by=stranger, now=NOW)


def test_amounts_are_counted_as_the_table_counts_them():
    poker = games.game("palace_poker")
    rules = {"small_bet": 5, "ante": None, "decimals": 0, "unit": ""}

    assert as_agreed(poker, rules, {"decimals": 2, "unit": "€"}) == {
        "small_bet": 500,
        "ante": None,
        "decimals": 2,
        "unit": "€",
    }
