"""What corrections that came after a round was drawn, or made official, have changed, whatever its format. They move
nobody by themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.tournaments.formats.bracket.bracket import Moved, bracket_of, moved
from scorekeeper.tournaments.matches.corrected import corrected_duels
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.plans import OF_DUELS, Format
from scorekeeper.tournaments.rounds.results import Read, nameless
from scorekeeper.tournaments.selectors.corrected import Changed, Corrected, changed_in, corrected
from scorekeeper.tournaments.selectors.ways import kind_of, way_of

COUNTS: Final[Mapping[Format, str]] = {
    Format.TABLES: "points",
    Format.SWISS: "half_points",
    Format.ROUND_ROBIN: "half_points",
    Format.SINGLE: "wins",
    Format.DOUBLE: "wins",
    Format.KNOCKOUT: "places",
}
"""What a round brings in each format: points in the smallest unit of the tournament, or half points; in a bracket 1 to
who goes on; in a knock-out at tables the place."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """`counts`: what the rounds of the stage bring. `since_draw`: None where nothing has changed. `matches` are those
    of a bracket that this round goes by and that would have brought it somebody else. `since_official`: whose result is
    another one than when it was made official."""

    counts: str
    since_draw: Corrected | None
    matches: tuple[Moved, ...]
    since_official: tuple[Changed, ...]


def corrections_of(one: Round, read: Read = nameless) -> Corrections:
    """Of a published round."""
    kind = kind_of(one.stage)
    stood = one.report.get("official")
    now = way_of(one.stage).points(one, read) if stood else {}
    return Corrections(
        counts=COUNTS[kind],
        since_draw=corrected_duels(one, read) if kind in OF_DUELS else corrected(one, read),
        matches=_matches(one) if kind in {Format.SINGLE, Format.DOUBLE} else (),
        since_official=changed_in(stood, now, in_halves=kind in OF_DUELS) if stood else (),
    )


def _matches(one: Round) -> tuple[Moved, ...]:
    state = bracket_of(one.stage)
    codes = set(one.tables.values_list("code", flat=True))
    return tuple(each for each in moved(state) if each.into in codes) if state else ()
