"""What tournaments add to other apps: places for prizes, ranks for seasons, and the clock on the page of a table."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import role_kept
from scorekeeper.payouts.sources import Entrant as Together
from scorekeeper.payouts.sources import Part, Ranking
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Beside, Party
from scorekeeper.play.policies import Standpoint
from scorekeeper.standings.awards import drop_awards
from scorekeeper.standings.models import AwardedEvent, Competition
from scorekeeper.tournaments.clock.reads import Time, time_of
from scorekeeper.tournaments.clock.services import plays_at
from scorekeeper.tournaments.ending.reads import held_back
from scorekeeper.tournaments.ending.services import award_tournaments
from scorekeeper.tournaments.entries.reads import takes_part
from scorekeeper.tournaments.models import Entrant, EntrantPlayer, Round, RoundTable, Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.standing.reads import places_of
from scorekeeper.tournaments.words import PRIZES, tabs_of

OF_A_ROUND = gettext_noop(
    "This table belongs to a round of a tournament. A director undoes the opening of the round or enters the result."
)


class Rounds(Party):
    """A table of a round stays as long as its round; what people keep of a tournament goes where a sheet of it is
    opened again, and is worked out anew in the background."""

    def may_withdraw(self, sitting: Sitting) -> Iterator[Problem]:
        """Refuses `of_a_round`."""
        if RoundTable.objects.filter(sitting=sitting).exists():
            yield Problem("of_a_round", "", Text(OF_A_ROUND))

    def reopened(self, sitting: Sitting, by: Actor, reason: str, now: datetime) -> None:
        tournaments = RoundTable.objects.filter(sitting=sitting).values_list("round__stage__tournament", flat=True)
        drop_awards(AwardedEvent.Kind.TOURNAMENT, list(tournaments))

    def work(self, now: datetime) -> int:
        return award_tournaments()


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
        """Refuses `tournament_runs`, `held_back`."""
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
    for player in players.exclude(entrant__state__in=OUT).select_related("player").order_by("entrant", "order", "pk"):
        found[player.entrant_id] = (*found.get(player.entrant_id, ()), player.player.identity)
    return found


_HELD: Final = gettext_noop("The standings are hidden until the ceremony. Release them first, then award the prizes.")
_RUNS: Final = gettext_noop(
    "The tournament is still running. End the tournament first; then its standings are official."
)


def table_beside(sitting: Sitting, by: Actor, who: Standpoint) -> Beside | None:
    """The clock of the round, and for those who play here or run the desk the way to call the director."""
    table = _table_of(sitting)
    if table is None:
        return None
    time = _time_at(table, timezone.now())
    may_call = by.user is not None and (can_desk(who.role) or plays_at(table, by.user))
    return Beside(
        holds={"time": time},
        page=reverse("table_call", args=[table.pk]) if may_call else "",
        item="play/_call_item.html" if may_call else "",
        above="tournaments/_clock_here.html" if time else "",
        script="js/clock.js" if time else "",
    )


def time_at(sitting: Sitting, now: datetime) -> Time | None:
    """What the clock says at this table, with the time that it has beyond the others; None where none goes."""
    table = _table_of(sitting)
    return _time_at(table, now) if table else None


def _table_of(sitting: Sitting) -> RoundTable | None:
    """The table of a round that is played. Tables that nothing has opened by a key are of no tournament."""
    if sitting.key is None or not sitting.is_open:
        return None
    tables = RoundTable.objects.filter(sitting=sitting, round__state=Round.State.PUBLISHED)
    return tables.select_related("round__stage__tournament__club").first()


def _time_at(table: RoundTable, now: datetime) -> Time | None:
    time = time_of(table.round.stage.tournament, now)
    return replace(time, left=time.left + table.extra_seconds) if time else None
