"""Recorders as processes of their own: `python -m tests.play.recorders HOW COUNT SITTING:USER ...`.

Django is loaded once; then one process is forked for each recorder, with a connection of its own. Prints, as JSON,
what each was told last of each of its COUNT hands: [key, hand id, number], or [key, code, id of what stands there].
"""

import json
import multiprocessing
import os
import random
import sys
import traceback
from typing import Any
from uuid import UUID, uuid4

Told = list[str | int]


def main(how: str, count: int, recorders: list[list[str]]) -> None:
    """Let all start at the same moment, and gather what they were told."""
    import django

    django.setup()
    import tests.factories  # noqa: F401 what all of them need is loaded before they part

    forking = multiprocessing.get_context("fork")
    gate, answers = forking.Barrier(len(recorders)), forking.SimpleQueue()
    processes = [
        forking.Process(target=recorder, args=(how, count, UUID(sitting), UUID(user), gate, answers))
        for sitting, user in recorders
    ]
    for process in processes:
        process.start()
    told = [answers.get() for _process in processes]
    for process in processes:
        process.join()
    sys.stdout.write(json.dumps([one for all_of_one in told for one in all_of_one]))
    sys.exit(max(process.exitcode or 0 for process in processes))


def recorder(how: str, count: int, sitting: UUID, user: UUID, gate: Any, answers: Any) -> None:
    """Record COUNT hands at this table."""
    from django.db import connection

    from scorekeeper.accounts.models import User
    from scorekeeper.play.actors import Actor

    told: list[Told] = []
    try:
        by = Actor(user=User.objects.get(pk=user))
        gate.wait(60)
        told += [recorded(how, sitting, by, turn) for turn in range(count)]
        connection.close()
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        answers.put(told)


def recorded(how: str, sitting: UUID, by: Any, turn: int) -> Told:
    """Send one hand, three in ten of them twice, until it stands."""
    from scorekeeper.common.errors import Conflict
    from scorekeeper.play.models import Sitting
    from scorekeeper.play.recording.services import SentHand, record_hand
    from tests.factories import NOW, played

    chance = random.Random(f"{os.getpid()} {turn}")
    key, facts = uuid4(), played(chance.randrange(3), matadors=chance.randint(1, 4))
    number = 1 if how == "at_once" else None
    for _try in range(1000):
        if how == "together":
            number = Sitting.objects.get(pk=sitting).next_number
        try:
            answers = [
                record_hand(SentHand(record=facts, number=number), sitting_id=sitting, by=by, key=key, now=NOW).hand
                for _send in range(1 if chance.random() < 0.7 else 2)
            ]
        except Conflict as conflict:
            if how == "at_once":
                return [str(key), conflict.code, str(conflict.standing.pk)]
        else:
            assert len({answer.pk for answer in answers}) == 1
            return [str(key), str(answers[-1].pk), answers[-1].number]
    raise AssertionError("the hand found no place")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), [pair.split(":") for pair in sys.argv[3:]])
