"""A Swiss tournament of many, played some rounds far and looked at; each call is a process of its own."""

import json
import random
import sys
from collections.abc import Callable
from typing import Any

import django

from scorekeeper.tournaments.formats.swiss.plan import SwissPlan

django.setup()

from django.db import transaction  # noqa: E402 needs the set-up
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from scorekeeper.common.garbage import settle  # noqa: E402
from scorekeeper.pairing import swiss  # noqa: E402
from scorekeeper.play.models import Seat, Sitting  # noqa: E402
from scorekeeper.tournaments.formats.swiss.draw import basis_of  # noqa: E402
from scorekeeper.tournaments.models import Round, Stage  # noqa: E402
from scorekeeper.tournaments.results.services import make_official  # noqa: E402
from scorekeeper.tournaments.rounds.field import field_of  # noqa: E402
from tests import factories  # noqa: E402
from tests.bench.work import measured  # noqa: E402
from tests.factories import NOW  # noqa: E402
from tests.factories.tournaments import (  # noqa: E402
    draw,
    fill_stage,
    make_cup,
    publish,
)

HOST = "127.0.0.1"
SECONDS = 5.0


def large(entrants: int, played: int) -> dict[str, Any]:
    """The next round paired alone, drawn by the service, made official; the pages of the last one."""
    stage = make_cup(people=0, plan=SwissPlan(), game="svoi_kozyri")
    fill_stage(stage, entrants)
    chance = random.Random(1)
    for number in range(1, played + 1):
        last = publish(stage, draw(stage, seed=number))
        _decide(last, chance)
        if number < played:
            make_official(round_id=last.pk, by=factories.owner_of(stage.club), now=NOW)
    settle()
    calls = {
        "pairing": _pairing(stage),
        "draw": _undone(lambda: draw(stage, seed=played + 1)),
        "make official": _undone(lambda: make_official(round_id=last.pk, by=factories.owner_of(stage.club), now=NOW)),
        "page of the round": _page(stage, reverse("round_detail", args=[last.pk])),
        "page of the results": _page(stage, reverse("round_results", args=[last.pk])),
        "page of the desk": _page(stage, reverse("tournament_desk", args=[stage.tournament_id])),
        "page of the draw": _page(stage, reverse("stage_draw", args=[stage.pk])),
        "page of the standing": _page(stage, reverse("stage_standing", args=[stage.pk])),
    }
    return {name: measured(call, SECONDS) for name, call in calls.items()}


def _decide(one: Round, chance: random.Random) -> None:
    """Every sheet as it is once a deal was played and it is closed: the better seed wins more often. Written straight
    into the rows, because a thousand deals take minutes."""
    sheets = list(Sitting.objects.filter(round_table__round=one))
    for sheet in sheets:
        sheet.head, sheet.is_over, sheet.closed_at = "0" * 64, True, NOW
    Sitting.objects.bulk_update(sheets, ["head", "is_over", "closed_at"], batch_size=100)
    seats = list(Seat.objects.filter(sitting__in=sheets).order_by("sitting", "number"))
    for two in zip(seats[::2], seats[1::2], strict=True):
        won = chance.choice(((1, -1), (1, -1), (-1, 1), (0, 0)))
        for seat, points in zip(two, won, strict=True):
            seat.tally = {"points": points, "hands": 1}
    Seat.objects.bulk_update(seats, ["tally"], batch_size=100)


def _pairing(stage: Stage) -> Callable[[], object]:
    known = basis_of(stage, field_of(stage))
    records = list(known.records().values())
    return lambda: swiss.draw(swiss.Entry(records=records, seed=1))


def _undone(act: Callable[[], object]) -> Callable[[], None]:
    @transaction.atomic
    def call() -> None:
        act()
        transaction.set_rollback(True)

    return call


def _page(stage: Stage, path: str) -> Callable[[], None]:
    client = Client(SERVER_NAME=HOST)
    client.force_login(factories.owner_of(stage.club))

    def call() -> None:
        answer = client.get(path)
        if answer.status_code != 200:
            raise RuntimeError(f"{answer.status_code}: {path}")

    return call


if __name__ == "__main__":
    arguments = [json.loads(argument) for argument in sys.argv[2:]]
    print(json.dumps(globals()[sys.argv[1]](*arguments)))
