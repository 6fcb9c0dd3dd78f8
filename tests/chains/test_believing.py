"""What a chain says is not believed because it stands there: a row is linked once, in its own chain; a text is erased
by an act that is in the log. Whatever is linked in the background after a change is found all the same."""

import random
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.chains.models import ANCHOR, ERASURE, Link, Salt, Waiting, chained, digest_of
from scorekeeper.clubs.models import Membership, Role
from scorekeeper.common.append_only import ERASABLE, ERASED
from scorekeeper.journal.models import Entry
from scorekeeper.payouts.models import Payment
from scorekeeper.payouts.payments.services import PaymentAnswer, decline_payment
from scorekeeper.play.upkeep.anchors import anchor, lines
from scorekeeper.privacy.services import make_nameless
from scorekeeper.ratings.models import Digest
from tests.archive.worlds import World
from tests.chains.tampering import add, anchored, another, attempt, changed, discrepancies, is_free, tables, unguarded
from tests.factories import at
from tests.rows import undone
from tests.worlds import laid

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_engines("raw changes past triggers", "chains.models"),
]


@pytest.fixture
def world(db: None) -> Iterator[World]:
    world = laid(anchored)
    with unguarded():
        yield world


def linked_again(row: Any, **moved: Any) -> None:
    """As the app links a row that was just written: its digest waits, and becomes a link in the background."""
    waiting, salts = digest_of(row)
    for salt in salts:
        kept = {"club_id": salt.club_id, "table": salt.table, "salt": salt.salt, "hash": salt.hash}
        Salt.objects.update_or_create(row=salt.row, column=salt.column, defaults=kept)
    for name, value in moved.items():
        setattr(waiting, name, value)
    waiting.save()
    anchor(now=at(400))


def test_a_row_that_was_changed_and_linked_again_is_found_in_every_table(world, request):
    """One column of each table that is chained, and with `--long` every one that the database lets be changed."""
    chance, unseen = random.Random(5), []
    for model in chained():
        row: Any = model.of_club(world.club.pk).order_by("-pk")[0]
        fields = [field for field in model.columns().fields if is_free(field, row)]
        done = 0
        for field in chance.sample(fields, len(fields)):
            if done and not request.config.getoption("--long"):
                break
            with undone():
                if not changed(row, field, another(chance, field, getattr(row, field.attname))):
                    continue
                done += 1
                linked_again(model._base_manager.get(pk=row.pk))
                if not any(found.startswith(f"{model.columns().table} {row.pk}: ") for found in discrepancies()):
                    unseen.append(f"{model.__name__}.{field.name}")
        assert done, model

    assert unseen == []


def test_a_row_that_is_linked_twice_as_it_stands_is_found(world):
    entry = Entry.objects.order_by("pk")[0]
    with undone():
        linked_again(entry)

        found = discrepancies()

    assert [what for what in found if what.startswith(f"journal_entry {entry.pk}: it is linked once more")]


def test_a_row_that_is_linked_in_another_chain_than_its_own_is_found(world):
    """There no anchor of an evening, and none of its table, would show that it has come."""
    for model in tables():
        if model not in chained():
            continue
        with undone():
            row: Any = model.of_club(world.club.pk).order_by("pk")[0]
            pk: list[UUID] = []
            if not attempt(lambda: pk.append(add(random.Random(1), row))):  # noqa: B023 called at once
                continue
            linked_again(model._base_manager.get(pk=pk[0]), owner=uuid4())

            found = [what for what in discrepancies() if what.startswith(f"{model._meta.db_table} {pk[0]}: ")]

        assert any("stands in the chain" in what for what in found), model


def test_what_says_that_it_is_an_anchor_and_is_none_is_found(world):
    with undone():
        Waiting.objects.create(club=world.club, owner=world.going.pk, table=ANCHOR, row=world.club.pk)
        anchor(now=at(400))

        found = discrepancies()

    assert [what for what in found if what.startswith(f"chain {world.going.pk}: link ")]


@pytest.mark.parametrize("value", [7, [1], {"ends": {}, "heads": [1]}, {"ends": {"x": 1}, "heads": {"x": 1}}])
def test_a_row_that_cannot_be_read_keeps_nothing_else_from_being_found(world, value):
    """Else a tamper could be hidden behind a row at which `verify` breaks off."""
    newest = Link.objects.filter(club=world.club, table=ANCHOR).order_by("-number")[0]
    Link.objects.filter(pk=newest.pk).update(detail=value)
    assert Digest.objects.update(counts=value)
    Membership.objects.filter(club=world.club).update(role=Role.MEMBER)

    found = discrepancies()

    assert f"chain {newest.owner}: link {newest.number} was changed" in found
    assert any("is member, by the log owner" in what for what in found)
    assert any(what.startswith("Ratings: ") or ", ratings in tonk: " in what for what in found)


# --- payments, which change once ---


def said(state: str) -> Payment:
    return Payment.objects.filter(state=state).order_by("pk")[0]


def of_another_amount(state: str) -> Payment:
    payment = said(state)
    Payment.objects.filter(pk=payment.pk).update(amount=payment.amount + 7)
    return Payment.objects.get(pk=payment.pk)


def of_half_an_answer(_state: str) -> Payment:
    """It waits, and somebody has answered."""
    payment = said("open")
    Payment.objects.filter(pk=payment.pk).update(answered_by=payment.said_by)
    return Payment.objects.get(pk=payment.pk)


def of_another_answer(_state: str) -> Payment:
    payment = said("confirmed")
    Payment.objects.filter(pk=payment.pk).update(answered_by=payment.said_by, reason="as if agreed")
    return Payment.objects.get(pk=payment.pk)


def of_no_answer(_state: str) -> Payment:
    """It was confirmed, and is as if nobody had answered."""
    payment = said("confirmed")
    unanswered: dict[str, Any] = {"state": "open", "answered_by": None, "answered_at": None, "booking": None}
    Payment.objects.filter(pk=payment.pk).update(**unanswered)
    return Payment.objects.get(pk=payment.pk)


def as_it_stands(state: str) -> Payment:
    return said(state)


PAYMENTS: "list[tuple[Callable[[str], Payment], str]]" = [
    (of_another_amount, "open"),
    (of_another_amount, "confirmed"),
    (of_another_answer, "confirmed"),
    (of_half_an_answer, "open"),
    (of_no_answer, "confirmed"),
    (as_it_stands, "open"),
    (as_it_stands, "confirmed"),
]


@pytest.mark.parametrize(("change", "state"), PAYMENTS)
def test_a_payment_changes_once_and_only_in_its_answer(world, change, state):
    with undone():
        payment = change(state)
        linked_again(payment)

        found = discrepancies()

    assert [what for what in found if what.startswith(f"payouts_payment {payment.pk}: ")]


def test_a_payment_that_was_said_with_a_reason_is_answered_with_another(world):
    with undone():
        payment = said("open")
        Payment.objects.filter(pk=payment.pk)._raw_delete("default")
        again = Payment(**{field.attname: getattr(payment, field.attname) for field in Payment._meta.concrete_fields})
        again.pk, again.key, again.reason, again._state.adding = uuid4(), uuid4(), "for the taxi", True
        again.save(force_insert=True)
        decline_payment(
            PaymentAnswer(reason="there was no taxi"), club=world.club, payment_id=again.pk, by=world.owner, now=at(301)
        )
        anchor(now=at(400))

        found = discrepancies()

    assert [what for what in found if str(again.pk) in what] == []


# --- texts that are erased ---


def erase(model: Any, detail: dict[str, Any]) -> Any:
    """A row of it that has a text, as if somebody had been forgotten."""
    column = ERASABLE[model._meta.db_table][0]
    salts = Salt.objects.filter(table=model._meta.db_table, column=column).exclude(salt="").order_by("pk")
    salt = salts[0]
    row = model._base_manager.get(pk=salt.row)
    model._base_manager.filter(pk=row.pk).update(**{column: ERASED})
    Salt.objects.filter(pk=salt.pk).update(salt="")
    owner = model.content.owner(row) if model in chained() else row.sitting_id
    named = {"table": model._meta.db_table, "columns": [column]}
    whole = {**named, **detail} if detail else {}
    Waiting.objects.create(club_id=row.club_id, owner=owner, table=ERASURE, row=row.pk, detail=whole)
    anchor(now=at(400))
    return row


def test_a_text_that_is_erased_by_another_chain_than_its_own_is_found(world):
    """The anchors of its own would not count it."""
    assert make_nameless(club=world.club, people=[world.players[0].pk], now=at(301)) == 1
    erasures = {erasure.detail["table"]: erasure for erasure in Waiting.objects.filter(table=ERASURE)}
    assert len(erasures) > 1
    for table, erasure in erasures.items():
        with undone():
            Waiting.objects.filter(pk=erasure.pk).update(owner=uuid4())
            anchor(now=at(400))

            found = discrepancies()

        assert [what for what in found if what.startswith(f"{table} {erasure.row}: its text was erased by")]


def forget(world: World) -> Entry:
    """Somebody whose name is taken for good, and who had typed something."""
    line = world.players[0]
    assert make_nameless(club=world.club, people=[line.pk], now=at(301)) == 1
    anchor(now=at(302))
    assert discrepancies() == []
    return Entry.objects.get(kind="texts_erased")


@pytest.mark.parametrize("cause", ["nobody", "somebody who never was", "another act", "who was forgotten"])
def test_a_text_that_is_erased_without_an_act_that_says_so_is_found_in_every_table(world, cause):
    unseen = []
    forgotten = forget(world) if cause == "who was forgotten" else None
    causes: dict[str, dict[str, Any]] = {
        "nobody": {},
        "somebody who never was": {"cause": ["journal_entry", uuid4().hex]},
        "another act": {"cause": ["journal_entry", Entry.objects.order_by("pk")[0].pk.hex]},
        "who was forgotten": {"cause": ["journal_entry", forgotten.pk.hex if forgotten else ""]},
    }
    for model in tables():
        if not Salt.objects.filter(table=model._meta.db_table).exclude(salt="").exists():
            continue
        with undone():
            row = erase(model, causes[cause])
            named = (f"{model._meta.db_table} {row.pk}: ", f"journal_entry {forgotten and forgotten.pk}: it says that")
            if not any(found.startswith(named) for found in discrepancies()):
                unseen.append(model.__name__)

    assert unseen == []


def test_what_is_erased_says_which_columns_and_by_which_act(world):
    with undone():
        entry = forget(world)
        erased = Salt.objects.filter(salt="").count()

        assert entry.detail == {"number": erased}
        assert erased > 0


def test_verify_says_how_many_texts_were_erased_since_the_anchors_it_compares_with(world, tmp_path):
    path = tmp_path / "kept.anchors"
    path.write_bytes(b"".join(lines(now=at(300))))
    with undone():
        erased = forget(world).detail["number"]

        out = StringIO()
        with pytest.raises(CommandError):  # the guards are gone
            call_command("verify", anchors=[path], stdout=out)

    said = f"{path}: texts that were erased since it was written: {erased}, lines in a log that say why: 1"
    assert said in out.getvalue()
