"""Who keeps what of a tournament that has ended: see standings/awards.py."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from scorekeeper.payouts.awards import awards_standing, special_winners
from scorekeeper.standings.awards import BEST, Ended, Winner, basis_of, drop_awards, write_awards
from scorekeeper.standings.models import AwardedEvent
from scorekeeper.tournaments.models import Round, Tournament
from scorekeeper.tournaments.rounds.units import active
from scorekeeper.tournaments.selectors.held_back import held_back
from scorekeeper.tournaments.selectors.places import final_lines

TOURNAMENT = AwardedEvent.Kind.TOURNAMENT


def award_tournaments() -> int:
    """Work out what is not yet, or has changed; how many tournaments that were."""
    there, prizes, done = basis_of(TOURNAMENT), awards_standing(), 0
    for tournament in Tournament.objects.filter(state=Tournament.State.ENDED).select_related("club"):
        if held_back(tournament):
            continue  # nobody is to read it on the page of a player
        basis = _basis(tournament, prizes)
        if there.pop(tournament.pk, "") != basis:
            write_awards(_ended(tournament, basis), _winners(tournament))
            done += 1
    drop_awards(TOURNAMENT, list(there))
    return done


def award_places(tournament: Tournament) -> None:
    """It has just ended, or is held back no longer; nobody keeps anything before that."""
    if tournament.ended_at is None or held_back(tournament):
        return
    write_awards(_ended(tournament, _basis(tournament, awards_standing())), _winners(tournament))


def _basis(tournament: Tournament, prizes: Mapping[UUID, UUID]) -> str:
    award = prizes.get(tournament.competition_id, "") if tournament.competition_id else ""
    return f"{tournament.ended_at:%Y%m%d%H%M%S%f} {tournament.version} {award}"


def _ended(tournament: Tournament, basis: str) -> Ended:
    assert tournament.ended_at  # noqa: S101 asked of those that have ended
    return Ended(tournament.club_id, TOURNAMENT, tournament.pk, tournament.name, tournament.ended_at, basis)


def _winners(tournament: Tournament) -> Iterator[Winner]:
    """Nobody of one that was called off."""
    if not Round.objects.filter(stage__tournament=tournament, state=Round.State.OFFICIAL).exists():
        return
    lines = final_lines(tournament, official=True)
    for line in lines:
        if line.first <= BEST:
            for player in active(line.entrant):
                yield Winner(player.identity, line.first, line.last, len(lines), side=line.entrant.name)
    if tournament.competition_id:
        yield from special_winners(tournament.competition_id)
