"""Who stands where in a tournament, by the numbers of the entry list: what two installations must agree on."""

from typing import Any

from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.standing.reads import final_lines


def standings_of(tournament: Tournament) -> dict[str, Any]:
    """The places of the whole tournament, and of each stage that was begun its groups: as if it ended now, and
    official. Plain values, each place with the numbers of those who share it."""
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    stages = []
    for stage in tournament.stages.order_by("number"):
        stage.tournament = tournament
        if stage.entrants.exists():
            found = [_places(stage, numbers, official=official) for official in (False, True)]
            stages.append({"stage": stage.number, "now": found[0], "official": found[1]})
    lines = final_lines(tournament, official=tournament.is_ended)
    return {"places": sorted([line.first, line.last, line.entrant.number] for line in lines), "stages": stages}


def _places(stage: Stage, numbers: dict[Any, int], *, official: bool) -> list[list[list[int]]]:
    groups = format_of(stage).places(stage, official=official)
    return [[sorted(numbers[pk] for pk in shared) for shared in group] for group in groups]
