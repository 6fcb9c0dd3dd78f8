"""Tables at which hands are confirmed and disputed: by services, and on pages."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.play.actors import Actor
from scorekeeper.play.marks.reads import marks_state
from scorekeeper.play.marks.services import confirm_hand, decide_dispute, dispute_hand, withdraw_dispute
from scorekeeper.play.models import Hand, HandMark, Sitting, State
from scorekeeper.play.records import Reasoned
from tests import factories
from tests.acting import holding
from tests.rows import everything

NOW = factories.NOW
PLAIN = {
    "set-who": "kind=played&declarer=0",
    "contract": "spades",
    "set-run": "with=true&matadors=2",
    "outcome.won": "true",
}


class Table:
    """A table of three whose first hand came from the phone of the first seat."""

    def __init__(self, game: str = "skat", players: int = 3, facts: Any = None, rules: Any = None) -> None:
        self.club = factories.make_club()
        self.season = factories.make_season(self.club)
        seasons = [self.season] if game == "skat" else []
        self.sitting = factories.make_sitting(self.club, players=players, seasons=seasons, game=game, rules=rules)
        self.phones = [Actor(device=factories.make_device(self.sitting, seat)) for seat in range(players)]
        self.hand = self.record(facts=facts)
        self.director = Actor(user=factories.make_member(self.club, "director"))
        self.scorer = Actor(user=factories.make_member(self.club, "scorer"))

    def record(self, seat: int = 0, facts: Any = None) -> Hand:
        return factories.record(self.sitting, facts, by=self.phones[seat]).hand

    def of_hand(self, **more: Any) -> dict[str, Any]:
        return {"sitting_id": self.sitting.pk, "hand_id": self.hand.pk, "now": NOW, **more}

    def confirm(self, by: Actor, **more: Any) -> Hand:
        return confirm_hand(**self.of_hand(by=by, **more))

    def dispute(self, by: Actor, reason: str = "it was spades", **more: Any) -> Hand:
        return dispute_hand(Reasoned(reason=reason), **self.of_hand(by=by, **more))

    def withdraw(self, by: Actor, **more: Any) -> Hand:
        return withdraw_dispute(**self.of_hand(by=by, **more))

    def decide(self, by: Actor | None = None, reason: str = "seen by two", **more: Any) -> Hand:
        return decide_dispute(Reasoned(reason=reason), **self.of_hand(by=by or self.director, **more))

    @property
    def fresh(self) -> Sitting:
        return Sitting.objects.select_related("club").get(pk=self.sitting.pk)

    def state(self, number: int = 1, now: Any = NOW) -> State:
        return marks_state(self.fresh, now).state(self.sitting.hands.newest().get(number=number))

    def marks(self) -> list[tuple[str, int | None, str]]:
        rows = HandMark.objects.filter(sitting=self.sitting).select_related("seat")
        return [(row.kind, row.seat.number if row.seat else None, row.reason) for row in rows]


def refused(act: Callable[[], object]) -> str:
    """The code of the refusal, when nothing was written."""
    before = everything()
    with pytest.raises((Conflict, Refused, PermissionDenied)) as caught:
        act()
    assert everything() == before
    match caught.value:
        case Conflict(code=code):
            return code
        case Refused(problems=(problem, *_more)):
            return problem.code
    return "forbidden"


class Evening:
    """A table of three with the scorer's page, a phone at each seat, and a director's page."""

    def __init__(self, game: str = "skat") -> None:
        self.club = factories.make_club("Lindenhof")
        self.now = timezone.now()
        names = ("Anna Kessler", "Jürgen Brandt", "Murat Demir", "Ute Wolf")[: 4 if game == "truco" else 3]
        players = [factories.make_player(self.club, name) for name in names]
        seasons = [factories.make_season(self.club)] if game == "skat" else []
        self.sitting = factories.make_sitting(self.club, players=players, game=game, seasons=seasons, now=self.now)
        devices = [factories.make_device(self.sitting, seat, now=self.now) for seat in range(len(players))]
        self.actors = [Actor(device=device) for device in devices]
        self.phones = [_without_csrf(holding(device)) for device in devices]
        self.director, self.scorer = Client(), Client()
        self.director.force_login(factories.owner_of(self.club))
        self.scorer.force_login(factories.make_member(self.club, "scorer"))

    def record(self, facts: Any = None, seat: int = 0) -> Hand:
        return factories.record(self.sitting, facts, by=self.actors[seat], now=timezone.now()).hand

    def url(self, name: str = "sitting_detail", *more: object) -> str:
        return reverse(name, args=[self.sitting.pk, *more])

    def read(self, client: Client, name: str = "sitting_detail", *more: object) -> str:
        return words(client.get(self.url(name, *more)))

    def dispute(self, hand: Hand, seat: int = 1, reason: str = "it was spades") -> None:
        named: dict[str, Any] = {"sitting_id": self.sitting.pk, "hand_id": hand.pk, "now": timezone.now()}
        dispute_hand(Reasoned(reason=reason), by=self.actors[seat], **named)


def _without_csrf(client: Client) -> Client:
    client.handler.enforce_csrf_checks = False
    return client


def words(answer: Any) -> str:
    """What stands on the page."""
    return re.sub(r"\s+", " ", strip_tags(answer.content.decode()).replace("&amp;", "&"))
