"""What corrections that came after a round was drawn, or made official, have changed, whatever its format. They move
nobody by themselves."""

from dataclasses import dataclass

from scorekeeper.tournaments.formats.corrections import Changed, Corrected, LateMatch, changed_in
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.rounds.results import Read, nameless


@dataclass(frozen=True, slots=True)
class Corrections:
    """`counts`: what the rounds of the stage bring. `since_draw`: None where nothing has changed. `matches` are those
    of a bracket that this round goes by and that would have brought it somebody else. `since_official`: whose result is
    another one than when it was made official."""

    counts: str
    since_draw: Corrected | None
    matches: tuple[LateMatch, ...]
    since_official: tuple[Changed, ...]


def corrections_of(one: Round, read: Read = nameless) -> Corrections:
    """Of a published round."""
    format_, stood = format_of(one.stage), one.typed_report.official
    now = format_.points(one, read) if stood else {}
    return Corrections(
        counts=format_.counts,
        since_draw=format_.corrected(one, read),
        matches=format_.late_matches(one),
        since_official=changed_in(stood, now, in_halves=format_.in_halves) if stood else (),
    )
