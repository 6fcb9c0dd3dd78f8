"""What recording a hand and opening the pages of one club cost; each call is a process of its own."""

import itertools
import json
import sys
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import django

django.setup()

from django.db import transaction  # noqa: E402 needs the set-up
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.core.settling import InUnits  # noqa: E402
from scorekeeper.accounts.models import User  # noqa: E402
from scorekeeper.clubs.models import Club  # noqa: E402
from scorekeeper.payouts.book.services import Draft, book  # noqa: E402
from scorekeeper.payouts.models import Whose  # noqa: E402
from scorekeeper.play.actors import Actor  # noqa: E402
from scorekeeper.play.models import Sitting  # noqa: E402
from scorekeeper.play.recording.services import SentHand, record_hand  # noqa: E402
from tests.bench.hands import declared, hands  # noqa: E402
from tests.bench.work import measured  # noqa: E402

HOST = "127.0.0.1"
SEASON = {
    "season": "/seasons/{season}/",
    "season, official": "/seasons/{season}/?count=official",
    "season, one opened": "/seasons/{season}/?why={player}",
    "season by API": "/api/v1/seasons/{season}/standings",
}
CLUB = {
    "home": "/",
    "new table": "/clubs/{club}/tables/new/skat/",
    "club": "/clubs/{club}/",
    "people": "/clubs/{club}/people/",
    "person": "/clubs/{club}/people/{player}/",
    "player": "/clubs/{club}/players/{player}/",
    "records": "/clubs/{club}/records/",
    "ratings": "/clubs/{club}/ratings/",
    "search": "/clubs/{club}/search/?q=abaa",
    "log": "/clubs/{club}/log/",
    "seasons": "/clubs/{club}/seasons/",
    "evenings": "/clubs/{club}/evenings/",
    "rounds": "/seasons/{season}/rounds/",
    "season settings": "/seasons/{season}/change/",
}
MONEY = {
    "money book": "/clubs/{club}/money/",
    "booking": "/clubs/{club}/money/bookings/{booking}/",
    "account": "/clubs/{club}/money/players/{player}/",
    "account by API": "/api/v1/players/{player}/account",
    "history": "/clubs/{club}/money/history/",
    "history of one": "/clubs/{club}/money/history/?player={player}",
    "history of a kind": "/clubs/{club}/money/history/?kind=deposit",
    "history of a month": "/clubs/{club}/money/history/?since={since}&until={until}",
    "history of one in a month": "/clubs/{club}/money/history/?player={player}&since={since}&until={until}",
    "statement of a month": "/clubs/{club}/money/players/{player}/statement/?since={since}&until={until}",
    "settle up": "/clubs/{club}/money/settle/",
    "year": "/clubs/{club}/money/years/{year}/",
}


def record(made: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """A hand by the service, and one by the API."""
    sittings = iter(made["running"])
    return {
        "service": measured(_service(next(sittings), made["owner"]), seconds),
        "API": measured(_api(next(sittings), made["token"]), seconds),
    }


def season(made: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Its page, and its standings by the API."""
    return {name: measured(_page(made, path), seconds) for name, path in SEASON.items()}


def club(made: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Every page of a club that has to do with what was played."""
    return {name: measured(_page(made, path), seconds) for name, path in CLUB.items()}


def money(made: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Every page of a money book, and what is booked."""
    month = {"since": f"{_last_year()}-06-01", "until": f"{_last_year()}-06-30", "year": _last_year()}
    pages = {name: measured(_page({**made, **month}, path), seconds) for name, path in MONEY.items()}
    return {"one booking": measured(_booking(made), seconds), **pages}


def _last_year() -> int:
    return timezone.localdate().year - 1


def _booking(made: Mapping[str, Any]) -> Callable[[], None]:
    """A transfer between two people, by the service."""
    club, by = Club.objects.get(pk=made["club"]), Actor(user=User.objects.get(pk=made["owner"]))
    one, other = (Whose("player", uuid.UUID(pk)) for pk in made["players"])
    unit = InUnits(unit="€", decimals=2)

    @transaction.atomic
    def call() -> None:
        draft = Draft(kind="transfer", unit=unit, moves={one: 1, other: -1}, reason="bench")
        book(club=club, drafts=[draft], by=by, now=timezone.now())

    return call


def _service(sitting: str, owner: str) -> Callable[[], None]:
    facts, by, dealer = hands(), Actor(user=User.objects.get(pk=owner)), itertools.repeat(0)
    pk, dealers = Sitting.objects.get(pk=sitting).pk, [next(dealer)]

    def call() -> None:
        sent, key = SentHand(record=declared(next(facts), dealers[-1])), uuid.uuid4()
        done = record_hand(sent, sitting_id=pk, by=by, key=key, now=timezone.now())
        dealers.append(done.sitting.dealer)

    return call


def _api(sitting: str, token: str) -> Callable[[], None]:
    facts, client, dealers = hands(), Client(SERVER_NAME=HOST), [0]

    def call() -> None:
        answer = client.post(
            f"/api/v1/sittings/{sitting}/hands",
            json.dumps({"record": declared(next(facts), dealers[-1])}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid.uuid4())},
        )
        _require(answer, 201)
        dealers.append(answer.json()["state"]["dealer"])

    return call


def _page(made: Mapping[str, Any], path: str) -> Callable[[], None]:
    client, at = Client(SERVER_NAME=HOST), path.format(**made)
    headers = {"Authorization": f"Bearer {made['token']}"} if "/api/" in path else {}
    if not headers:
        client.force_login(User.objects.get(pk=made["owner"]))
    return lambda: _require(client.get(at, headers=headers), 200)


def _require(answer: Any, status: int) -> None:
    if answer.status_code != status:
        raise RuntimeError(f"{answer.status_code}: {answer.content[:500]!r}")


if __name__ == "__main__":
    arguments = [json.loads(argument) for argument in sys.argv[2:]]
    print(json.dumps(globals()[sys.argv[1]](*arguments)))
