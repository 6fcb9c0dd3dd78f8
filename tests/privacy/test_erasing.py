"""What a forgotten person typed, and what was typed of them, is gone; every chain stays whole and says so."""

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from scorekeeper.chains.models import ERASURE, Link, Salt, Salted, chained
from scorekeeper.common.append_only import ERASABLE, ERASED
from scorekeeper.journal.models import Entry
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import reopen_sitting
from scorekeeper.play.correcting.services import Adjustment, adjust
from scorekeeper.play.marks.services import decide_dispute, dispute_hand
from scorekeeper.play.models import Act, Hand, HandMark, Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.anchors import anchor
from scorekeeper.privacy.services import give_up_account, make_nameless
from scorekeeper.standings.models import SeasonAct
from tests import factories
from tests.chains.tampering import unguarded
from tests.factories import NOW, at
from tests.rows import discrepancies, undone

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_engines("a trigger lets one change through", "common.append_only", "chains.services"),
]


@pytest.fixture
def told() -> dict[str, Any]:
    """A director typed a reason wherever one is asked for at a table, and for a bonus."""
    club = factories.make_club()
    factories.make_member(club, "owner")
    owner = factories.owner_of(club)
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, by=owner, seasons=[season])
    hands = factories.record_list(sitting, [factories.played(0), factories.played(1), factories.played(2)])
    by = factories.keeper_of(sitting)
    named: dict[str, Any] = {"sitting_id": sitting.pk, "by": by, "now": NOW}
    factories.correct(hands[0], factories.played(1), reason="Murat had mixed it up")
    adjust(Adjustment(kind="penalty", seat=0, points=-50, reason="Murat again"), **named, key=uuid4())
    phone = factories.make_device(sitting, 1)
    dispute_hand(Reasoned(reason="no"), sitting_id=sitting.pk, by=Actor(device=phone), hand_id=hands[1].pk, now=NOW)
    decide_dispute(Reasoned(reason="Murat counted wrong"), **named, hand_id=hands[1].pk)
    factories.finish(sitting)
    reopen_sitting(Reasoned(reason="Murat asked for it"), **named)
    bonus = factories.give(season, factories.seats_of(sitting)[0].player, 50)
    anchor(now=at(1))
    assert discrepancies() == []
    return {"owner": owner, "sitting": sitting, "bonus": bonus}


def texts() -> list[str]:
    """Every text in the database that a director typed."""
    found = [Hand.objects.exclude(kind=Hand.Kind.FOLLOWED), Act.objects, HandMark.objects, SeasonAct.objects]
    found.append(Entry.objects)
    return sorted({text for rows in found for text in rows.exclude(reason="").values_list("reason", flat=True)})


def test_who_gives_up_their_account_takes_their_words_along_and_the_chains_stay(told):
    assert any("Murat" in text for text in texts())

    give_up_account(user=told["owner"], now=at(2))

    assert [text for text in texts() if "Murat" in text] == []
    assert ERASED in texts()
    assert discrepancies() == []
    anchor(now=at(3))
    assert discrepancies() == []
    out = StringIO()
    call_command("verify", stdout=out)
    assert f"{Salt.objects.filter(salt='').count()} erased texts" in out.getvalue()
    assert Link.objects.filter(table=ERASURE).count() == Salt.objects.filter(salt="").count() > 5


def test_what_was_typed_of_somebody_goes_with_their_name(told):
    player = factories.seats_of(told["sitting"])[0].player

    make_nameless(club=player.club, people=[player.pk], now=at(2))

    assert Act.objects.get(kind="penalty").reason == ERASED
    assert Act.objects.get(kind="reopened").reason == "Murat asked for it"
    assert discrepancies() == []


def test_a_text_that_is_gone_without_anybody_being_forgotten_is_found(told):
    act = Act.objects.get(kind="reopened")
    with undone(), unguarded():
        Act.objects.filter(pk=act.pk).update(reason=ERASED)
        assert any(found.startswith(f"play_act {act.pk}: it was changed") for found in discrepancies())
        Salt.objects.filter(row=act.pk).update(salt="")
        found = [what for what in discrepancies() if "trigger" not in what]
        assert found == [f"play_act {act.pk}: what was typed is gone, and nobody was forgotten with it"]


def test_reasons_of_before_are_part_of_their_chain_and_stay(told):
    """Hands had a reason in their hash before there were salts."""
    old = factories.make_sitting(told["sitting"].club)
    hand = factories.record(old).hand
    with unguarded():
        hand.salted, hand.reason = None, "Murat"
        hand.hash = hand.content_hash()
        Hand.objects.filter(pk=hand.pk).update(reason=hand.reason, hash=hand.hash, by_user=told["owner"])
        hand = Hand.objects.get(pk=hand.pk)
        Hand.objects.filter(pk=hand.pk).update(hash=hand.content_hash())
        Sitting.objects.filter(pk=old.pk).update(head=hand.content_hash())

    give_up_account(user=told["owner"], now=at(2))

    assert Hand.objects.get(pk=hand.pk).reason == "Murat"
    assert [found for found in discrepancies() if str(old.pk) in found] == []


def test_the_database_lets_only_a_text_become_erased(told):
    table = "play_act"
    act = Act.objects.get(kind="reopened")
    refused = (
        f"UPDATE {table} SET reason = 'x'",
        f"UPDATE {table} SET reason = ''",
        f"UPDATE {table} SET reason = '{ERASED}', at = '2026-01-01 00:00:00+00:00'",
        "UPDATE play_signature SET head = ''",
    )
    for statement in refused:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    with undone(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET reason = '{ERASED}' WHERE reason <> ''")
        assert Act.objects.get(pk=act.pk).reason == ERASED


def test_nothing_changes_with_a_text_that_becomes_erased(told):
    """Whichever column it is, one that may be empty too: who did it, by what, to whom."""
    act = Act.objects.filter(kind="reopened").values().get()
    for name, value in act.items():
        if name == "reason" or (value is None and connection.vendor == "postgresql"):
            continue
        change = f"UPDATE play_act SET reason = '{ERASED}', {name} = {'NULL' if value is not None else 7}"
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"{change} WHERE reason <> ''")


def test_the_database_knows_every_column_that_somebody_types():
    linked = {model.columns().table: model.content.texts for model in chained()}
    own = {model._meta.db_table: ("reason",) for model in (Hand, HandMark) if issubclass(model, Salted)}
    guarded = {table: texts for table, texts in (linked | own).items() if texts and table != "play_sitting"}
    del guarded["payouts_payment"]  # may change, as it is answered

    assert guarded == ERASABLE
