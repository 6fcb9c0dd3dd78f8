"""Whose points corrections have changed since a draw of matches."""

from scorekeeper.tournaments.formats.corrections import Changed, changed_in
from scorekeeper.tournaments.matches.points import totals_before
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.rounds.results import Read, nameless


def corrected_points(one: Round, read: Read = nameless) -> tuple[Changed, ...]:
    """Of a published round who had other points in its draw. What somebody brought who has left a round robin can go
    by that too."""
    now = totals_before(one.stage, one.number, until=one.made_at, read=read)
    return changed_in(one.before.get("points", {}), now, in_halves=True)
