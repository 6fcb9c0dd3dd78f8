"""What of a tournament is held back from everybody who is not at the desk, until the ceremony."""

from dataclasses import dataclass
from uuid import UUID

from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Round, Tournament
from scorekeeper.tournaments.rounds.results import Played


@dataclass(frozen=True, slots=True)
class HeldBack:
    """The standing and all places, and what the tables of these `rounds` have brought; `since` is the number of the
    first of them, counted over all stages."""

    rounds: frozenset[UUID]
    since: int

    def has(self, one: Round) -> bool:
        """Whether the results of this round are held back."""
        return one.pk in self.rounds


def held_back(tournament: Tournament) -> HeldBack | None:
    """None where nothing is, not yet, or no more."""
    if tournament.held_from is None or tournament.released_at is not None:
        return None
    held = opened_rounds(tournament)[tournament.held_from - 1 :]
    return HeldBack(frozenset(held), tournament.held_from) if held else None


def tables_for_others(one: Round) -> list[Played]:
    """The tables of a round that is held back, as others may see them: who sits there, without what they have
    brought."""
    return format_of(one.stage).tables_for_others(one)


def opened_rounds(tournament: Tournament) -> list[UUID]:
    """The rounds of all stages that are no drafts, in their order."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    return list(rounds.order_by("stage__number", "number").values_list("pk", flat=True))
