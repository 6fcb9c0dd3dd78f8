"""Who is kept apart in a tournament and who should meet, as the director sees it: by name, each list for itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.clubs.keeping_apart import apart_in
from scorekeeper.clubs.models import KeepApart, Player
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.tournaments.models import Entrant, EntrantPlayer, PairRule, Tournament
from scorekeeper.tournaments.rounds.field import active, called, with_players

OFF_THE_LIST = (Entrant.State.CANCELLED, Entrant.State.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class PairLine:
    """A pair as a list shows it; `gone` are those of the two who do not play here now; `are_partners`: they play for
    one entrant now, and nothing follows for draws."""

    row: PairRule | KeepApart
    one: Player
    other: Player
    gone: tuple[Player, ...]
    are_partners: bool


@dataclass(frozen=True, slots=True)
class PairList:
    """`apart` and `together` are the tournament's own; `club` those of the club's list who both play here."""

    apart: tuple[PairLine, ...]
    together: tuple[PairLine, ...]
    club: tuple[PairLine, ...]


def pair_list(tournament: Tournament) -> PairList:
    """Three statements, however many there are."""
    playing = playing_for(tournament)
    rules = PairRule.objects.filter(tournament=tournament).select_related("one__merged_into", "other__merged_into")
    own = [
        (rule.kind, _line(rule, playing))
        for rule in rules.order_by(Alphabetical("one__name"), Alphabetical("other__name"), "pk")
    ]
    club = (_line(row, playing) for row in apart_in(tournament.club_id))

    def those(kind: str) -> tuple[PairLine, ...]:
        return tuple(line for which, line in own if which == kind)

    shown = tuple(line for line in club if not line.gone)
    return PairList(those(PairRule.Kind.APART), those(PairRule.Kind.TOGETHER), shown)


def people_in(tournament: Tournament) -> list[tuple[Player, str]]:
    """Everybody who plays for an entrant that has not left, by name: (the person, what lists call them: of a pair or a
    team with its name)."""
    entrants = with_players(Entrant.objects.filter(tournament=tournament).exclude(state__in=OFF_THE_LIST))
    alone = tournament.of == Tournament.Of.PLAYERS
    found = [
        (player, player.name if alone or not entrant.name else f"{isolated(player.name)} ({isolated(called(entrant))})")
        for entrant in entrants
        for player in active(entrant)
    ]
    return sorted(found, key=lambda one: (alphabetical(one[1]), one[0].pk))


def playing_for(tournament: Tournament) -> dict[UUID, set[UUID]]:
    """{person: the entrants they play for now}, of those that have not left."""
    rows = EntrantPlayer.objects.filter(entrant__tournament=tournament, is_active=True)
    found: dict[UUID, set[UUID]] = {}
    for row in rows.exclude(entrant__state__in=OFF_THE_LIST).select_related("player"):
        found.setdefault(row.player.identity, set()).add(row.entrant_id)
    return found


def _line(row: PairRule | KeepApart, playing: Mapping[UUID, set[UUID]]) -> PairLine:
    one, other = sorted((row.one.person, row.other.person), key=lambda player: alphabetical(player.name))
    gone: Sequence[Player] = [player for player in (one, other) if player.pk not in playing]
    are_partners = not gone and not playing[one.pk].isdisjoint(playing[other.pk])
    return PairLine(row, one, other, tuple(gone), are_partners)
