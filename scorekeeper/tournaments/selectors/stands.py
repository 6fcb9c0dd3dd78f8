"""Where everybody stands in a tournament."""

from uuid import UUID

from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.selectors.places import final_lines


def stands_of(tournament: Tournament) -> dict[UUID, Stand]:
    """{entrant: where they stand}; who is not in the stage that is played has the place of the tournament so far."""
    lines = final_lines(tournament, official=tournament.is_ended)
    found = {line.entrant.pk: Stand(line.first, line.last, len(lines)) for line in lines}
    stage = tournament.stages.exclude(state=Stage.State.PLANNED).order_by("number").last()
    if stage is None or tournament.is_ended:
        return found
    stage.tournament = tournament
    return {**found, **format_of(stage).stands(stage, found)}
