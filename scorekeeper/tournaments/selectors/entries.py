"""The list of entries as the desk, the members and the door see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, QuerySet

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.names import alphabetical
from scorekeeper.play.selectors.names import short_names
from scorekeeper.tournaments.formats.registry import format_named, format_of
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.rounds.field import by_seed
from scorekeeper.tournaments.rounds.units import active, called, with_players
from scorekeeper.tournaments.selectors.fees import Fee, Fees

State = Entrant.State
IN = (State.ENTERED, State.HERE)


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant as a list shows it: what it is called, who plays for it, its place among the seeds (0: none), whether
    it has played, and its fee where that was asked for."""

    entrant: Entrant
    name: str
    players: Sequence[Player]
    seed: int
    has_played: bool = False
    fee: Fee | None = None

    @property
    def who(self) -> str:
        """The people, where the name does not say them."""
        return ", ".join(player.name for player in self.players) if self.entrant.name else ""


@dataclass(frozen=True, slots=True)
class EntryList:
    """Everybody on the list by how they stand; `here` and `expected` in the order of the numbers, `waiting` in the
    order they move up. `is_full`: all places are taken; `takes_more`: somebody can come in without waiting."""

    expected: tuple[Line, ...]
    here: tuple[Line, ...]
    waiting: tuple[Line, ...]
    gone: tuple[Line, ...]
    is_full: bool = False
    takes_more: bool = True

    @property
    def taking_part(self) -> int:
        return len(self.expected) + len(self.here)

    @property
    def lines(self) -> tuple[Line, ...]:
        return (*self.expected, *self.here, *self.waiting, *self.gone)


def entry_list(tournament: Tournament, fees: Fees | None = None) -> EntryList:
    """Few statements, however many there are; `fees` are told with them."""
    entrants = list(with_players(Entrant.objects.filter(tournament=tournament)).order_by("number"))
    places = seeds_of(tournament, entrants)
    played = _played(tournament) if tournament.is_running else frozenset()
    lines = [
        Line(
            one,
            called(one),
            active(one),
            places.get(one.pk, 0),
            one.pk in played,
            fees.of(active(one)) if fees else None,
        )
        for one in entrants
    ]

    def those(*states: str) -> tuple[Line, ...]:
        return tuple(line for line in lines if line.entrant.state in states)

    waiting = sorted(those(State.WAITING), key=lambda line: (line.entrant.entered_at, line.entrant.number))
    is_full = sum(one.state in IN for one in entrants) >= tournament.most
    return EntryList(
        those(State.ENTERED),
        those(State.HERE),
        tuple(waiting),
        those(State.WITHDRAWN, State.CANCELLED),
        is_full,
        not is_full and takes_entries(tournament),
    )


def takes_entries(tournament: Tournament) -> bool:
    """Whether what is being played, if anything is, takes somebody new."""
    begun = tournament.stages.exclude(state=Stage.State.PLANNED).order_by("number")
    stages = list(begun)
    return not stages or (stages[-1].number == 1 and format_of(stages[0]).takes_late)


def _played(tournament: Tournament) -> frozenset[UUID]:
    """Whom a round that was opened has, or has had a seat for since."""
    places = RoundPlace.objects.filter(entrant__tournament=tournament).exclude(kind=RoundPlace.Kind.ABSENT)
    seated = DeskAct.objects.filter(tournament=tournament, kind=DeskAct.Kind.SEATED, taken_back_by=None)
    had = places.exclude(round__state=Round.State.DRAFT).order_by().values_list("entrant", flat=True)
    return frozenset(pk for pk in had.union(seated.order_by().values_list("entrant", flat=True)) if pk)


def seeds_of(tournament: Tournament, entrants: Sequence[Entrant]) -> dict[UUID, int]:
    """{entrant: its place among the seeds}, of all of a tournament. Once its first round was opened they are the
    numbers that draws and prints go by, whoever leaves: who comes late has the next one when they are drawn. A round
    robin draws numbers of its own; there the seeds are those by which it made its groups."""
    rows = StageEntrant.objects.filter(stage__tournament=tournament, stage__number=1)
    found = list(rows.values_list("entrant", "line", "stage__plan__kind"))
    lines = {entrant: line for entrant, line, _kind in found}
    if any(format_named(kind).keeps_seeds for _entrant, _line, kind in found):
        return lines
    begun = [one for one in entrants if one.pk in lines] or [one for one in entrants if one.state in IN]
    return {entrant.pk: place for place, entrant in enumerate(_in_seed_order(begun), 1)}


def entry_counts(tournament: Tournament) -> dict[str, int]:
    """{how they stand: how many}; `entered` are all who take part. One statement."""
    found = Entrant.objects.filter(tournament=tournament).values_list("state").annotate(many=Count("pk"))
    counts = {str(state): many for state, many in found.order_by("state")}
    here, waiting = counts.get(State.HERE, 0), counts.get(State.WAITING, 0)
    return {"entered": counts.get(State.ENTERED, 0) + here, "here": here, "waiting": waiting}


def seeded(tournament: Tournament) -> list[Entrant]:
    """Who takes part, the first seed first: as set by hand, then by rating, then by number."""
    found = with_players(Entrant.objects.filter(tournament=tournament, state__in=IN))
    return list(found.order_by(*by_seed()))


def mine(tournament: Tournament, user: User) -> Entrant | None:
    """The entrant that somebody plays for, whatever became of it; the newest."""
    found = Entrant.objects.filter(tournament=tournament, players__player__user=user.pk, players__is_active=True)
    return with_players(found).order_by("-entered_at", "-number").first()


def takes_part(tournament: Tournament, user: User) -> bool:
    """Whether somebody plays for an entrant that is still in it."""
    found = Entrant.objects.filter(tournament=tournament, state__in=IN)
    return found.filter(players__player__user=user.pk, players__is_active=True).exists()


def expected_at_the_door(tournament: Tournament) -> list[tuple[UUID, str]]:
    """Who has entered and is not here yet, by short names: the page needs no account."""
    entrants = with_players(Entrant.objects.filter(tournament=tournament, state=State.ENTERED)).order_by("number")
    people = [player for one in entrants for player in active(one)]
    names = short_names({place: player.name for place, player in enumerate(people)})
    short = {player.pk: names[place] for place, player in enumerate(people)}
    named = [(one.pk, one.name or " & ".join(short[player.pk] for player in active(one))) for one in entrants]
    return sorted(named, key=lambda one: (alphabetical(one[1]), one[0]))


def acts_of(tournament: Tournament) -> QuerySet[DeskAct]:
    """What was done at the desk, the newest first."""
    found = DeskAct.objects.filter(tournament=tournament).select_related(
        "by", "player", "entrant", "stage", "of", "table"
    )
    return found.order_by("-at", "-pk")


def _in_seed_order(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The first seed first, as `seeded`, of entrants that are read already."""
    last = len(entrants) + 1

    def place(one: Entrant) -> tuple[int, bool, int, int]:
        return (one.seed or last, one.rating is None, -(one.rating or 0), one.number)

    return sorted(entrants, key=place)
