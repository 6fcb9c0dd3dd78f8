"""Whether anything has changed in a tournament: what pages that ask again and again compare."""

from collections.abc import Iterable

from django.db.models import Count, Max, Sum

from scorekeeper.common.hashing import digest
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.models import Clock, DeskAct, DirectorCall, EntrantPlayer, Round, RoundPlace, Tournament


def stamp_of(tournament: Tournament, *more: object) -> str:
    """Another one as soon as a sheet, a round, an entry, an act of the desk, the clock or a call is another one, in as
    many statements whatever the size. `more` is what else the page goes by. The seconds of a clock that runs are no
    change."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    facts: Iterable[object] = (
        (tournament.version, tournament.state, tournament.name),
        list(rounds.order_by("pk").values_list("pk", "state", "revision")),
        RoundPlace.objects.filter(round__in=rounds).aggregate(Count("pk")),
        Sitting.objects.filter(round_table__round__in=rounds).aggregate(Sum("revision"), Count("pk")),
        DeskAct.objects.filter(tournament=tournament).aggregate(Count("pk"), Max("at")),
        EntrantPlayer.objects.filter(entrant__tournament=tournament).aggregate(Count("pk"), Sum("order")),
        Clock.objects.filter(tournament=tournament).values_list("left", "length", "runs_since").first(),
        DirectorCall.objects.filter(table__round__in=rounds).aggregate(Count("pk"), Count("answered_at")),
        more,
    )
    return digest([repr(fact) for fact in facts])[:16]
