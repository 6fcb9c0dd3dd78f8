"""What entrants are called, and who plays for them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.clubs.models import Player
from scorekeeper.common.texts import isolated
from scorekeeper.tournaments.models import Entrant, EntrantPlayer, RoundPlace, Tournament


@dataclass(frozen=True, slots=True)
class Unit:
    """Who has one place in a draw: an entrant, with all who sit down for it (`people`), or of a pair or a team each of
    its players (`player`). `key` is what a draw calls them."""

    entrant: Entrant
    player: Player | None
    people: tuple[Player, ...]

    @property
    def key(self) -> str:
        return key_of(self.entrant.pk, self.player.pk if self.player else None)

    @property
    def name(self) -> str:
        return called_at_table(self.entrant, self.player)


def key_of(entrant: UUID, player: UUID | None) -> str:
    """What a draw calls an entrant, or a player of one."""
    return str(player or entrant)


def club_of(entrant: Entrant) -> str:
    """What those share who come from one club, in whatever case it was written; empty where nobody said."""
    return entrant.origin.casefold()


def with_players(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """These entrants with everybody who plays or has played for them."""
    return entrants.prefetch_related(Prefetch("players", queryset=people()))


def people() -> QuerySet[EntrantPlayer]:
    """Who plays or has played for entrants, with their names, in one statement however many they are."""
    return EntrantPlayer.objects.select_related("player__merged_into").order_by("order", "pk")


def active(entrant: Entrant) -> list[Player]:
    """Who plays for an entrant now, in its order."""
    return [player.player.person for player in entrant.players.all() if player.is_active]


def replaced(entrant: Entrant, players: Sequence[EntrantPlayer] | None = None) -> Player | None:
    """Who has entered as a single player and is played for now; None where nobody else plays for them. `players` are
    all who play or have played, where they are read already."""
    players = list(entrant.players.all()) if players is None else players
    if entrant.name or len(players) < 2 or sum(player.is_active for player in players) != 1:
        return None
    first = min(players, key=lambda one: one.pk)
    return None if first.is_active else first.player.person


def called(entrant: Entrant) -> str:
    """Its name; without one those of its players, of a single one who is played for both."""
    players = list(entrant.players.all())  # once: of a thousand it is half of what a list of names costs
    names = [player.player.person.name for player in players if player.is_active]
    if first := replaced(entrant, players):
        return _("{name} (for {entered})").format(name=isolated(names[0]), entered=isolated(first.name))
    return entrant.name or " & ".join(names) or pgettext("in a line", "entrant {number}").format(number=entrant.number)


def names_in(tournament: UUID) -> dict[str, str]:
    """What everybody is called who has entered, by what draws call them: entrants, and each player of theirs."""
    found = {}
    for entrant in with_players(Entrant.objects.filter(tournament=tournament)):
        for player in entrant.players.all():
            found[str(player.player_id)] = found[str(player.player.person.pk)] = player.player.person.name
        found[str(entrant.pk)] = called(entrant)
    return found


def called_at_table(entrant: Entrant, player: Player | None) -> str:
    """Who has a seat: the entrant, or a player with the name of the team."""
    if player is None:
        return called(entrant)
    return pgettext("in a line", "{name} ({team})").format(
        name=isolated(player.person.name), team=isolated(called(entrant))
    )


def units_of(tournament: Tournament, entrants: Iterable[Entrant]) -> list[Unit]:
    """Everybody of these entrants who has a seat of their own, where all sit at tables by themselves."""
    if tournament.of == Tournament.Of.PLAYERS:
        return [Unit(entrant, None, (active(entrant)[0],)) for entrant in entrants if active(entrant)]
    return [Unit(entrant, player, (player,)) for entrant in entrants for player in active(entrant)]


def sides(entrants: Iterable[Entrant]) -> list[Unit]:
    """Each of these entrants, as a side of a match with all who play for it."""
    return [Unit(entrant, None, tuple(active(entrant))) for entrant in entrants]


def name_of(place: RoundPlace) -> str:
    """Who has this place."""
    return called_at_table(place.entrant, place.player)


def place_words(first: int, last: int) -> str:
    """A place, or the first and the last of those that are shared."""
    return f"{first}–{last}" if first < last else str(first)
