"""Who stands where in a tournament, for its prizes: see payouts/sources.py."""

from collections.abc import Collection, Mapping
from typing import Final
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import role_kept
from scorekeeper.payouts.sources import Entrant as Together
from scorekeeper.payouts.sources import Part, Ranking
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.models import Entrant, EntrantPlayer, Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.entries import takes_part
from scorekeeper.tournaments.selectors.held_back import held_back
from scorekeeper.tournaments.selectors.places import places_of
from scorekeeper.tournaments.tabs import PRIZES, tabs_of

OUT: Final = (Entrant.State.WAITING, Entrant.State.CANCELLED)  # who never came in


class TournamentRanks:
    """The standings of a tournament; a pair or a team is one entrant. Whoever was replaced has no part of its prize."""

    def ranking(self, competition: Competition, only: Collection[UUID], *, official: bool) -> Ranking:
        people, paying = _people(competition), _people(competition, also_replaced=True)
        places = places_of(_of(competition), official=official)
        asked = ([pk for pk in tied if not only or not set(only).isdisjoint(paying.get(pk, ()))] for tied in places)
        together = ([people[pk] for pk in tied if people.get(pk)] for tied in asked)
        return [tied for tied in together if tied]

    def not_final(self, competition: Competition) -> tuple[Problem, ...]:
        found = _of(competition)
        if not found.is_ended:
            return (Problem("tournament_runs", "", Text(_RUNS)),)
        return (Problem("held_back", "", Text(_HELD)),) if held_back(found) else ()

    def took_part(self, competition: Competition) -> Collection[UUID]:
        return {person for people in _people(competition).values() for person in people} - self.substitutes(competition)

    def replaced(self, competition: Competition) -> Collection[UUID]:
        playing = {person for people in _people(competition).values() for person in people}
        paying = _people(competition, also_replaced=True).values()
        return {person for people in paying for person in people} - playing

    def substitutes(self, competition: Competition) -> set[UUID]:
        """Who plays instead of a single entrant: the fee is that of who has entered."""
        if _of(competition).of != Tournament.Of.PLAYERS:
            return set()
        playing, paying = _people(competition), _people(competition, also_replaced=True)
        return {people[0] for pk, people in playing.items() if paying[pk][0] != people[0]}

    def groups(self, competition: Competition) -> Mapping[Together, str]:
        people = _people(competition)
        entrants = Entrant.objects.filter(pk__in=people).exclude(origin="")
        return {people[pk]: origin.casefold() for pk, origin in entrants.values_list("pk", "origin")}

    def origins(self, competition: Competition) -> Collection[str]:
        there = Entrant.objects.filter(tournament__competition=competition).exclude(state__in=OUT)
        spelled = {origin.casefold(): origin for origin in there.values_list("origin", flat=True) if origin}
        return list(spelled.values())

    def page(self, competition: Competition) -> str:
        return reverse("tournament_detail", args=[competition.pk])

    def parts(self, competition: Competition, reader: User) -> list[Part]:
        found = _of(competition)
        plays = found.is_running and takes_part(found, reader)
        tabs = tabs_of(found, may_desk=can_desk(role_kept(reader, found.club)), plays=plays)
        return [(reverse(name, args=[competition.pk]), str(word), name == PRIZES) for name, word in tabs]

    def receipts(self, competition: Competition) -> str:
        return reverse("receipts_print", args=[competition.pk])


def _of(competition: Competition) -> Tournament:
    return Tournament.objects.select_related("club").get(competition=competition)


def _people(competition: Competition, *, also_replaced: bool = False) -> dict[UUID, Together]:
    """Who plays for each entrant, by person; or who has played for it too."""
    players = EntrantPlayer.objects.filter(entrant__tournament__competition=competition)
    if not also_replaced:
        players = players.filter(is_active=True)
    found: dict[UUID, Together] = {}
    for one in players.exclude(entrant__state__in=OUT).select_related("player").order_by("entrant", "order", "pk"):
        found[one.entrant_id] = (*found.get(one.entrant_id, ()), one.player.identity)
    return found


_HELD: Final = gettext_noop("The standing is held back until the ceremony. Release it first; then award the prizes.")
_RUNS: Final = gettext_noop("The tournament still runs. End it first; then its standings are official.")
