"""What everybody has in a stage of matches, in half points, without the order that it puts them in."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from scorekeeper.tournaments.formats.corrections import Changed, changed_in
from scorekeeper.tournaments.matches.play import groups_played, half_points, plan_of
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.rounds.field import given_in, rounds_played
from scorekeeper.tournaments.rounds.results import Read, nameless


def totals_before(
    stage: Stage,
    number: int,
    *,
    playing: Collection[UUID] = (),
    until: datetime | None = None,
    read: Read = nameless,
) -> dict[str, int]:
    """{entrant: half points} over the rounds before one of this number, as a draw keeps what it knew; these are
    `playing` in it while it is not opened. Penalties and bonuses count that were given `until` then."""
    rounds, plan = rounds_played(stage, before=number), plan_of(stage)
    given = given_in(stage, rounds, until)
    return {
        str(pk): sum(half_points(part, plan) for part in own.values()) + sum(act.points for act in given.get(pk, ()))
        for group in groups_played(stage, rounds, playing=playing, read=read)
        for pk, own in group.parts().items()
    }


def points_in(one: Round, read: Read = nameless) -> dict[str, int]:
    """{entrant: half points of this round}, as it is now."""
    plan, number, found = plan_of(one.stage), one.number, {}
    for group in groups_played(one.stage, rounds_played(one.stage), read=read):
        for pk, own in group.parts().items():
            part, at = own.get(number), (number, pk)
            if at in group.matches or (part and part.opponents) or group.kinds.get(at):
                found[str(pk)] = half_points(part, plan) if part else 0
    return found


def corrected_points(one: Round, read: Read = nameless) -> tuple[Changed, ...]:
    """Of a published round who had other points in its draw. What somebody brought who has left a round robin can go
    by that too."""
    now = totals_before(one.stage, one.number, until=one.made_at, read=read)
    return changed_in(one.before.get("points", {}), now, in_halves=True)
