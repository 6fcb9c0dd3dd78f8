"""What a table, its seats and the roles of a club say of themselves is what chained acts have made of them."""

import random
from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.accounts.models import User
from scorekeeper.chains.models import Link, Waiting
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.records import RoleChange
from scorekeeper.clubs.services import change_role, hand_over, remove_member
from scorekeeper.journal.models import Entry
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import accept_sheet, count_late, end_list, reopen_sitting, resume_list, sign
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.passes.services import Claim, claim_guest_table
from scorekeeper.play.records import PerhapsReasoned, Reasoned, Signing
from scorekeeper.play.seats.records import Latecomer, Leaving
from scorekeeper.play.seats.services import seat_leaves, seat_player
from scorekeeper.privacy.services import give_up_account
from scorekeeper.standings.records import SeasonReopening
from scorekeeper.standings.services import end_season, reopen_season
from tests import factories
from tests.chains.tampering import another, changed, discrepancies, is_free, unguarded
from tests.factories import NOW, at
from tests.factories.tables import refreshed
from tests.rows import undone

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines("raw changes past triggers")]

FREE = {
    "play_sitting": {
        "name": "what people call it, which may be changed; nothing is counted by it",
        "dealer": "who deals next: the next hand says who dealt it",
        "held_back": "who reads it for now: nothing is counted by it but ratings, which are held against it",
        "revision": "counts changes for pages that look at it",
    },
    "clubs_membership": {"joined_at": "shown, and nothing depends on it"},
}


@pytest.fixture
def table(db: None) -> Sitting:
    """A table at which everything happened that changes what it says of itself, and that goes on."""
    club = factories.make_club()
    owner = factories.owner_of(club)
    season = factories.make_season(club)
    players = [factories.make_player(club) for _ in range(4)]
    sitting = factories.make_sitting(club, players=players, by=owner, seasons=[season])
    by = factories.keeper_of(sitting)
    named: dict[str, Any] = {"sitting_id": sitting.pk, "by": by}
    factories.record(sitting, factories.played(1))
    seat_leaves(Leaving(seat=3, reason="tired"), **named, now=at(1))
    factories.swap(sitting, 1, 3)
    end_list(PerhapsReasoned(reason="late"), **named, now=at(3))
    resume_list(**named, now=at(4))
    end_list(PerhapsReasoned(reason="late"), **named, now=at(5))
    factories.sign_all(sitting)
    reopen_sitting(Reasoned(reason="a hand is missing"), **named, now=at(7))
    assert discrepancies() == []
    return sitting


def unseen(model: Any, rows: list[Any]) -> list[str]:
    chance, found = random.Random(3), []
    for row in rows:
        for field in model._meta.concrete_fields:
            if not is_free(field, row):
                continue
            value = getattr(row, field.attname)
            for other in others(chance, field, value):
                with undone():
                    if changed(row, field, other) and not discrepancies():
                        found.append(field.name)
    return sorted(set(found))


def others(chance: random.Random, field: Any, value: Any) -> list[Any]:
    """Other values; where there is one none at all too."""
    if field.related_model is not None and value is not None:
        there = field.related_model._base_manager.exclude(pk=value).values_list("pk", flat=True)
        return [*there[:1], *([None] if field.null else [])]
    return [another(chance, field, value), *([None] if field.null and value is not None else [])]


@pytest.mark.parametrize("is_closed", [False, True])
def test_every_column_of_a_table_and_its_seats_is_made_from_chained_rows(table, is_closed):
    if is_closed:
        factories.finish(table)
        assert discrepancies() == []
    with unguarded():
        assert unseen(Sitting, [Sitting.objects.get(pk=table.pk)]) == sorted(FREE["play_sitting"])
        assert unseen(Seat, list(Seat.objects.filter(sitting=table))) == []


def test_a_role_is_what_the_log_says(table):
    club = table.club
    director, scorer, leaver = (factories.make_member(club, role) for role in ("director", "scorer", "member"))
    owner = factories.owner_of(club)

    def membership(user: User) -> Membership:
        return Membership.objects.get(club=club, user=user)

    change_role(RoleChange(role="director"), club=club, by=owner, membership=membership(scorer))
    hand_over(club=club, by=owner, membership=membership(director))
    remove_member(club=club, by=director, membership=membership(leaver))
    assert discrepancies() == []
    with unguarded():
        assert unseen(Membership, list(Membership.objects.filter(club=club))) == sorted(FREE["clubs_membership"])
    with undone():
        membership(scorer).delete()
        assert discrepancies() == [f"club {club.pk}: user {scorer.pk} is no member, by the log director"]
    with undone():
        Membership.objects.create(club=club, user=leaver, role="owner", joined_at=NOW)
        assert discrepancies() == [f"club {club.pk}: user {leaver.pk} is owner, by the log no member"]
    give_up_account(user=owner, now=at(9))
    assert discrepancies() == []


def test_the_owner_of_a_sheet_without_a_club_is_who_took_it_over(db):
    sitting, host = factories.make_guest_table()
    user = factories.make_user()
    claim_guest_table(Claim(), sitting_id=sitting.pk, by=Actor(user, host.device), now=NOW)
    assert discrepancies() == []
    with undone():
        Membership.objects.filter(club=sitting.club).update(user=factories.make_user())
        assert len(discrepancies()) == 2

    give_up_account(user=user, now=at(1))

    assert discrepancies() == []
    with unguarded():
        assert Entry.objects.filter(club=sitting.club, by_user=user)._raw_delete("default")
        Link.objects.filter(club=sitting.club)._raw_delete("default")
        Waiting.objects.filter(club=sitting.club).delete()
        assert not [what for what in discrepancies() if "by the log" in what]  # as a version of before left it


def test_a_sheet_that_phones_alone_have_signed_awaits_what_its_closing_says(db):
    club = factories.make_club()
    sitting = factories.make_sitting(club, seasons=[factories.make_season(club)])
    factories.record(sitting)
    end_list(PerhapsReasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)
    for number in range(3):
        phone = Actor(device=factories.make_device(sitting, number))
        sitting = sign(Signing(seat=number, head=refreshed(sitting).head), sitting_id=sitting.pk, by=phone, now=NOW)
    assert sitting.awaits_acceptance
    assert discrepancies() == []
    with undone():
        Sitting.objects.filter(pk=sitting.pk).update(awaits_acceptance=False)
        assert f"sitting {sitting.pk}: it awaits no acceptance, by its acts it does" in discrepancies()

    accept_sheet(sitting_id=sitting.pk, by=Actor(user=factories.owner_of(club)), now=at(1))

    assert discrepancies() == []
    with undone():
        Sitting.objects.filter(pk=sitting.pk).update(awaits_acceptance=True)
        assert f"sitting {sitting.pk}: it awaits acceptance, by its acts it does not" in discrepancies()


def test_the_seasons_that_a_table_counts_for_are_those_of_its_opening_and_of_who_counted_it_in(table):
    club, mine = table.club, factories.make_season(table.club)
    later = factories.make_season(club, "Later")
    owner = factories.owner_of(club)
    end_season(competition=later, by=owner, now=at(10))
    sheet = factories.make_sitting(club, seasons=[mine], now=at(11))
    reopen_season(SeasonReopening(reason="late"), competition=later, by=owner, now=at(12), key=uuid4())
    count_late(competition=later, by=owner, sheets=[sheet.pk], key=uuid4(), now=at(13))
    assert discrepancies() == []
    for other in (mine, later):
        with undone():
            sheet.competitions.remove(other)
            assert any("by its opening" in found for found in discrepancies())
    with undone():
        sheet.competitions.add(table.competitions.get())
        assert any("by its opening" in found for found in discrepancies())


def test_who_comes_back_sits_there_again(table):
    left = Seat.objects.get(sitting=table, is_active=False)
    resume_list(sitting_id=table.pk, by=factories.keeper_of(table), now=at(8))

    seat_player(Latecomer(player=left.player_id), sitting_id=table.pk, by=factories.keeper_of(table), now=at(9))

    assert discrepancies() == []
    assert Seat.objects.get(pk=left.pk).is_active
