"""Whether anything has changed in a tournament: what pages that ask again and again compare."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Aggregate, Case, Count, F, IntegerField, Max, OuterRef, QuerySet, Subquery, Sum, When

from scorekeeper.common.hashing import digest
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models import Clock, DeskAct, DirectorCall, EntrantPlayer, Round, RoundPlace, Tournament

_OFFICIAL = Case(When(state=Round.State.OFFICIAL, then=2), When(state=Round.State.PUBLISHED, then=1), default=0)


@dataclass(frozen=True, slots=True)
class Stamps:
    """`whole` is another one as soon as a sheet, a round, an entry, an act of the desk, the clock or a call is another
    one; `entries` as soon as somebody enters, comes, leaves or is called otherwise, or a round is drawn: results change
    nothing of it. `calls` is how many tables call the director. The seconds of a clock that runs are no change."""

    whole: str
    entries: str
    calls: int


def stamps_of(tournament: Tournament, *more: object) -> Stamps:
    """One statement, whatever the size. `more` is what else the page goes by."""
    facts = _facts()
    found = Tournament.objects.filter(pk=tournament.pk).values_list("version", "state", "name", *facts.values())
    version, *others = found.first() or (0,)
    named = dict(zip(("state", "name", *facts), others, strict=False))
    entries = (version, *(named.get(name) for name in ("entered", "entered_at", "line_up", "drawn")))
    open_calls = (named.get("calls") or 0) - (named.get("answered") or 0)
    return Stamps(_digest((version, *others, *more)), _digest(entries), open_calls)


def stamp_of(tournament: Tournament, *more: object) -> str:
    """The stamp of the whole."""
    return stamps_of(tournament, *more).whole


def _digest(facts: Iterable[object]) -> str:
    return digest([repr(fact) for fact in facts])[:16]


def _facts() -> dict[str, Subquery]:
    rounds, tables = "stage__tournament", "table__round__stage__tournament"
    acts, sheets = DeskAct.objects.all(), Sitting.objects.all()
    entering = acts.exclude(kind__in=(DeskAct.Kind.RESULT, DeskAct.Kind.TIME))
    clock = Clock.objects.filter(tournament=OuterRef("pk"))
    return {
        "rounds": _of(Round.objects.all(), rounds, Count("pk")),
        "drawn": _of(Round.objects.all(), rounds, Sum("revision")),
        "official": _of(Round.objects.all(), rounds, Sum(_OFFICIAL, output_field=IntegerField())),
        "made_at": _of(Round.objects.all(), rounds, Max("made_at")),
        "places": _of(RoundPlace.objects.all(), "round__stage__tournament", Count("pk")),
        "sheets": _of(sheets, "round_table__round__stage__tournament", Count("pk")),
        "hands": _of(sheets, "round_table__round__stage__tournament", Sum("revision")),
        "acts": _of(acts, "tournament", Count("pk")),
        "act_at": _of(acts, "tournament", Max("at")),
        "entered": _of(entering, "tournament", Count("pk")),
        "entered_at": _of(entering, "tournament", Max("at")),
        "players": _of(EntrantPlayer.objects.all(), "entrant__tournament", Count("pk")),
        "line_up": _of(EntrantPlayer.objects.all(), "entrant__tournament", Sum("order")),
        **{f"clock_{name}": Subquery(clock.values(name)) for name in ("left", "length", "runs_since")},
        "calls": _of(DirectorCall.objects.all(), tables, Count("pk")),
        "answered": _of(DirectorCall.objects.all(), tables, Count("answered_at")),
    }


def _of(rows: QuerySet[Any], path: str, figure: Aggregate) -> Subquery:
    """This figure of all rows that belong to the tournament of the outer statement, by the way that leads to it."""
    there = rows.filter(**{path: OuterRef("pk")}).order_by().annotate(whose=F(path)).values("whose")
    return Subquery(there.annotate(found=figure).values("found"))
