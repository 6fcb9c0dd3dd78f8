"""The tasks of the background come twice, late, and in any order: what they leave is the same."""

import hashlib
import random
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.db import transaction
from django.utils import timezone

from scorekeeper.accounts.models import FailedTry
from scorekeeper.common.tasks import task_named
from scorekeeper.outbox.models import Mail
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import JoinFailure, Presence
from scorekeeper.play.opening.services import Opening, Sitter, start_guest_table
from tests import factories as f

TASKS = ("outbox.drain", "play.forget_unclaimed", "play.forget_failures", "accounts.forget")
TIMES = 3


@pytest.mark.django_db
def test_tasks_in_any_order_and_any_number_of_times_leave_the_same(request):
    orders, chance = 50 if request.config.getoption("--long") else 10, random.Random(9)
    began = timezone.now()
    with_work_to_do()
    found = set()

    for _order in range(orders):
        tasks = [*TASKS * TIMES]
        chance.shuffle(tasks)
        sent = len(mail.outbox)
        with transaction.atomic():
            for task in tasks:
                task_named(task).apply(throw=True)
            found.add(state(began))
            assert sorted(message.subject for message in mail.outbox[sent:]) == ["Mail 0", "Mail 1", "Mail 2"]
            transaction.set_rollback(True)

    print(f"\n{orders} orders of {len(TASKS)} tasks, each {TIMES} times: {len(found)} state")
    assert len(found) == 1
    assert found != {state(began)}, "the tasks have nothing to do"


def with_work_to_do() -> None:
    """Mail that waits, tables nobody claimed, wrong codes and presences: of each what is due, and what is not yet."""
    now = timezone.now()
    for number in range(4):
        due = now if number < 3 else now + timedelta(days=1)
        Mail.objects.create(
            to=["anna@example.org"],
            subject=f"Mail {number}",
            body="ABC-DEF",
            sender="club@example.org",
            created_at=now,
            next_attempt_at=due,
        )
    for days in (400, 10):
        sitting, host = start_guest_table(
            opening=Opening(game="skat", seats=[Sitter(name=name) for name in ("Anna", "Bo", "Cem")]),
            time_zone="UTC",
            now=now - timedelta(days=days),
        )
        f.record(sitting, by=Actor(device=host), now=now - timedelta(days=days))
        seen = now - timedelta(days=days)
        Presence.objects.create(club_id=sitting.club_id, sitting=sitting, device=host, seen_at=seen)
        JoinFailure.objects.create(address="a", at=now - timedelta(hours=days))
        FailedTry.objects.create(subject="a", source="a", at=now - timedelta(hours=days * 3))


def state(began: Any) -> str:
    """One hash over all rows of all tables; times of this run count as one time."""
    whole = hashlib.sha256()
    for model in sorted(apps.get_models(), key=lambda model: model._meta.label):
        rows = model._default_manager.order_by("pk").values_list()
        plain = [tuple("now" if hasattr(value, "hour") and value >= began else value for value in row) for row in rows]
        whole.update(repr((model._meta.label, plain)).encode())
    return whole.hexdigest()
