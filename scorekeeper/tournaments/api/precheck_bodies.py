"""What comes before a round, as the API says it: what stands in its way, and a draw that is made beside."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from rest_framework import serializers

from scorekeeper.jobs.models import Job, State
from scorekeeper.tournaments.formats.next_round import NextRound
from scorekeeper.tournaments.models import Entrant, Round, Stage


class ObstacleBody(serializers.Serializer[Any]):
    """Something to know before a draw."""

    code = serializers.CharField()
    detail = serializers.CharField(help_text="A sentence for people.")
    stops = serializers.BooleanField(help_text="It has to be out of the way first.")


class DraftRefBody(serializers.Serializer[Any]):
    """The draft that waits."""

    round = serializers.UUIDField()
    revision = serializers.IntegerField()


class DrawingBody(serializers.Serializer[Any]):
    """A draw that takes longer and is made beside: ask `draws/{job}` until it is `done`, `failed` or `cancelled`."""

    job = serializers.UUIDField()
    stage = serializers.UUIDField()
    state = serializers.ChoiceField(choices=State.values)
    done = serializers.IntegerField(help_text="Of 100.")
    round = serializers.UUIDField(allow_null=True, help_text="The draft, once it is done.")
    words = serializers.ListField(child=serializers.CharField(), help_text="How it ended.")


class PrecheckBody(serializers.Serializer[Any]):
    """What the next round of a stage would be."""

    number = serializers.IntegerField()
    may_draw = serializers.BooleanField()
    obstacles = ObstacleBody(many=True)
    here = serializers.ListField(child=serializers.UUIDField(), help_text="Entrants who play it.")
    absent = serializers.ListField(child=serializers.UUIDField(), help_text="Who miss it, as they said.")
    expected = serializers.ListField(child=serializers.UUIDField(), help_text="Who are not checked in: no seat.")
    sizes = serializers.ListField(child=serializers.IntegerField(), help_text="Of its tables.")
    out = serializers.IntegerField(help_text="How many sit out.")
    smaller = serializers.ListField(
        child=serializers.IntegerField(), help_text="What its tables can be instead, where somebody sits out anyway."
    )
    draft = DraftRefBody(allow_null=True)
    drawing = DrawingBody(allow_null=True, help_text="It is being drawn.")


def drawing_body(job: Job) -> dict[str, Any]:
    """A draw that is made beside."""
    return {
        "job": job.pk,
        "stage": job.arguments["stage"],
        "state": job.state,
        "done": 100 * job.done // job.total if job.total else 0,
        "round": job.facts.get("round"),
        "words": job.sentences,
    }


def precheck_body(stage: Stage, look: NextRound, job: Job | None) -> dict[str, Any]:
    """What the next round would be, and what stands in its way."""
    draft = stage.rounds.filter(state=Round.State.DRAFT).first()
    return {
        "number": look.number,
        "may_draw": look.may_draw,
        "obstacles": [{"code": one.code, "detail": one.text, "stops": one.stops} for one in look.obstacles],
        "here": _ids(look.field.here),
        "absent": _ids(look.field.absent),
        "expected": _ids(look.field.expected),
        "sizes": list(look.sizes),
        "out": look.out,
        "smaller": list(look.smaller),
        "draft": {"round": draft.pk, "revision": draft.revision} if draft else None,
        "drawing": drawing_body(job) if job else None,
    }


def _ids(entrants: Iterable[Entrant]) -> list[UUID]:
    return [entrant.pk for entrant in entrants]
