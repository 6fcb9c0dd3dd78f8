"""What a club has played before."""

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery

from games.core.game import AnyGame
from games.core.record import Record, load
from games.core.values import InvalidRecord
from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Seat, Sitting

LATELY = 50  # tables


@dataclass(frozen=True, slots=True)
class Earlier:
    """The newest table of a game: its rules, what they are called, and how many have sat there."""

    rules: Record
    rules_name: str
    size: int


def newest_table(club: Club, game: AnyGame) -> Earlier | None:
    """The club's newest table of this game; None without one, and where its rules are no longer to be read."""
    seated = Seat.objects.filter(sitting=OuterRef("pk")).order_by().values("sitting").annotate(many=Count("pk"))
    tables = Sitting.objects.filter(club=club, game=game.name).order_by("-opened_at", "-pk")
    # Counted at the one table that is found, and not at all that are looked through.
    newest = tables.values_list("rules", "rules_name", Subquery(seated.values("many")))[:1].first()
    if newest is None:
        return None
    rules, name, size = newest
    try:
        return Earlier(load(game.rules, rules), name, size)
    except InvalidRecord:
        return None


def played_lately(club: Club) -> list[str]:
    """The games of the club's newest tables."""
    return list(Sitting.objects.filter(club=club).order_by("-opened_at").values_list("game", flat=True)[:LATELY])
