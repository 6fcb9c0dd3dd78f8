"""The entries of a tournament: who takes part, who comes, who waits, what was done; who has paid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import amount_words
from scorekeeper.play.sheet.rows import short_names
from scorekeeper.tournaments.fees.reads import Fee, Fees
from scorekeeper.tournaments.formats.format import format_named, format_of
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.rounds import field
from scorekeeper.tournaments.rounds.results import unit_of

Kind = DeskAct.Kind


@dataclass(frozen=True, slots=True)
class Coming:
    """Round `number` of `stage`; `asks`: everybody checks in for it by itself, and those in `here` have; in a bracket
    those alone whose match can be opened (`asked`; None: all), of whom those in `forfeiting` lose it without coming.
    `missed` are the rounds from it on that somebody has said that they miss, in order; `has_number`: people know the
    round by its number."""

    stage: Stage
    number: int
    asks: bool
    here: frozenset[UUID]
    missed: Mapping[UUID, tuple[int, ...]]
    has_number: bool = True
    asked: frozenset[UUID] | None = None
    forfeiting: frozenset[UUID] = frozenset()

    @property
    def mark(self) -> dict[str, Any]:
        """What an act has that checks somebody in for it, or out."""
        return {"stage": self.stage, "detail": {"round": self.number}} if self.asks else {}

    def is_unseen(self, entrant: Entrant) -> bool:
        """Whether somebody is in the tournament and has to check in for this round."""
        is_asked = self.asks and (self.asked is None or entrant.pk in self.asked)
        return is_asked and entrant.state == Entrant.State.HERE and self.last_act(entrant) == Kind.NOT_HERE

    def last_act(self, entrant: Entrant) -> str:
        """What was said last of somebody for this round."""
        if entrant.pk in self.here:
            return Kind.CAME
        return Kind.FORFEITS if entrant.pk in self.forfeiting else Kind.NOT_HERE

    def misses(self, entrant: Entrant) -> bool:
        """Whether they have said that they miss this round."""
        return self.number in self.missed.get(entrant.pk, ())

    def back_in(self, entrant: Entrant) -> int:
        """The round in which somebody comes in who misses this one; 0 where they do not miss it."""
        missed = self.missed.get(entrant.pk, ())
        number = self.number
        while number in missed:
            number += 1
        return number if number > self.number else 0

    def missed_later(self, entrant: Entrant) -> tuple[int, ...]:
        """The rounds they miss after they have been in one."""
        first = self.back_in(entrant) or self.number
        return tuple(number for number in self.missed.get(entrant.pk, ()) if number > first)


def coming_round(tournament: Tournament) -> Coming | None:
    """Of the first stage that has not ended; None where none is left, or where its rounds have no numbers and nobody
    checks in for its matches."""
    stage = tournament.stages.exclude(state=Stage.State.ENDED).order_by("number").first()
    if stage is None:
        return None
    stage.tournament = tournament
    format_ = format_of(stage)
    has_number = format_.has_numbers
    if not has_number and not stage.typed_plan.check_in:
        return None
    number = field.next_number(stage)
    asks = field.asks_check_in(stage, number) and format_.is_left(stage, number)
    if not has_number and not asks:
        return None
    acts = field.attendance(stage, number) if asks else {}
    return Coming(
        stage,
        number,
        asks,
        frozenset(field.checked_in_for(acts)),
        _missed(stage, number) if has_number else {},
        has_number,
        format_.to_check_in(stage, number) if asks else None,
        frozenset(entrant for entrant, act in acts.items() if act.kind == Kind.FORFEITS),
    )


def _missed(stage: Stage, number: int) -> dict[UUID, tuple[int, ...]]:
    last: dict[tuple[UUID, int], str] = {}
    for act in field.acts_in_force(stage, Kind.ABSENT, Kind.PRESENT):
        if act.entrant_id and act.detail["round"] >= number:
            last[act.entrant_id, act.detail["round"]] = act.kind
    found: dict[UUID, tuple[int, ...]] = {}
    for (entrant, missed), kind in sorted(last.items(), key=lambda item: item[0][1]):
        if kind == Kind.ABSENT:
            found[entrant] = (*found.get(entrant, ()), missed)
    return found


State = Entrant.State
IN = (State.ENTERED, State.HERE)


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty or a bonus that stands, as it is written: the act with who gave it and when, `figure` with its sign,
    and why."""

    act: DeskAct
    word: str
    figure: str
    reason: str


@dataclass(frozen=True, slots=True)
class Act:
    """Something that can become of an entrant next, as the service calls it, with the word of its button; `is_usual`:
    what most of those who stand so do next. `is_for_directors`: scorers do not have it."""

    name: str
    word: str
    is_usual: bool = False
    is_for_directors: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant as a list shows it: what it is called, who plays for it, its place among the seeds (0: none), whether
    it has played, and its fee where that was asked for. Of the coming round: whether they have still to check in for
    it (`is_unseen`, `round`; 0: for their match), whether they lose it without coming (`forfeits`), in which they come
    in who miss it (`back_in`, 0: they do not), and which they miss later.
    `given` are their penalties and bonuses, `acts` what can become of them next."""

    entrant: Entrant
    name: str
    players: Sequence[Player]
    seed: int
    has_played: bool = False
    fee: Fee | None = None
    round: int = 0
    is_unseen: bool = False
    forfeits: bool = False
    back_in: int = 0
    missed: tuple[int, ...] = ()
    given: tuple[Given, ...] = ()
    acts: tuple[Act, ...] = ()

    @property
    def is_awaited(self) -> bool:
        """Whether the desk still waits for them."""
        return (self.is_unseen or self.entrant.state == State.ENTERED) and not self.back_in

    @property
    def is_gone(self) -> bool:
        return self.entrant.state in (State.WITHDRAWN, State.CANCELLED)

    @property
    def notes(self) -> list[str]:
        """What else is to be said of them, a sentence each: what they owe, which rounds they miss, penalties."""
        return [
            *_of_fee(self.fee),
            *_of_rounds(self),
            *(f"{penalty.word} {penalty.figure}: {penalty.reason}" for penalty in self.given),
        ]

    @property
    def who(self) -> str:
        """The people, where the name does not say them."""
        return ", ".join(player.name for player in self.players) if self.entrant.name else ""


def _of_fee(fee: Fee | None) -> Iterator[str]:
    if fee and fee.owes > 0:
        text = (
            pgettext("in a line", "owes {amount}")
            if fee.is_whole
            else pgettext("in a line", "owes {amount}, not booked yet")
        )
        yield text.format(amount=amount_words(fee.owes, fee.unit))
    elif fee and fee.too_much:
        yield pgettext("in a line", "has paid {amount} too much").format(amount=amount_words(fee.too_much, fee.unit))


def _of_rounds(line: Line) -> Iterator[str]:
    if line.back_in and line.entrant.state == State.HERE:
        yield pgettext("in a line", "plays again from round {number} on").format(number=line.back_in)
    if line.missed:
        text = npgettext("numbered", "misses round {numbers}", "misses rounds {numbers}", len(line.missed))
        yield text.format(numbers=", ".join(map(str, line.missed)))


@dataclass(frozen=True, slots=True)
class EntryList:
    """Everybody on the list by how they stand; `here` and `expected` in the order of the numbers, `waiting` in the
    order they move up. `is_full`: all places are taken; `takes_more`: somebody can come in without waiting. `round` is
    the one that everybody checks in for by itself, 0 where nobody is asked to."""

    expected: tuple[Line, ...]
    here: tuple[Line, ...]
    waiting: tuple[Line, ...]
    gone: tuple[Line, ...]
    is_full: bool = False
    takes_more: bool = True
    round: int = 0

    @property
    def in_order(self) -> list[Line]:
        """All by their numbers, those who wait in the order they move up behind who takes part, then who is gone."""
        return [*sorted((*self.expected, *self.here), key=lambda line: line.entrant.number), *self.waiting, *self.gone]

    @property
    def awaited(self) -> list[Line]:
        """Whom the desk still waits for, those among it who have to check in for the round."""
        return [line for line in self.in_order if line.is_awaited]

    @property
    def present(self) -> list[Line]:
        """Who is here, for the coming round where everybody checks in for it."""
        return [line for line in self.here if not line.is_unseen]

    @property
    def owing(self) -> list[Line]:
        """Who is here and has still to pay."""
        return [line for line in self.here if line.fee and line.fee.owes > 0]

    @property
    def owed(self) -> int:
        """What they have to pay together, in the smallest unit."""
        return sum(line.fee.owes for line in self.owing if line.fee)

    @property
    def taking_part(self) -> int:
        return len(self.expected) + len(self.here)

    @property
    def lines(self) -> tuple[Line, ...]:
        return (*self.expected, *self.here, *self.waiting, *self.gone)


def entry_list(tournament: Tournament, fees: Fees | None = None) -> EntryList:
    """Few statements, however many there are; `fees` are said with them."""
    entrants = list(field.with_players(Entrant.objects.filter(tournament=tournament)).order_by("number"))
    places = seeds_of(tournament, entrants)
    played = played_in(tournament) if tournament.is_running else frozenset()
    coming = coming_round(tournament) if not tournament.is_ended else None
    given = given_in_all(tournament) if tournament.is_running else {}
    lines = [
        Line(
            entrant,
            field.called(entrant),
            field.active(entrant),
            places.get(entrant.pk, 0),
            entrant.pk in played,
            fees.of(entrant) if fees else None,
            round=coming.number if coming and coming.has_number else 0,
            is_unseen=coming is not None and coming.is_unseen(entrant),
            forfeits=coming is not None and entrant.pk in coming.forfeiting,
            back_in=coming.back_in(entrant) if coming else 0,
            missed=coming.missed_later(entrant) if coming else (),
            given=tuple(given.get(entrant.pk, ())),
        )
        for entrant in entrants
    ]

    is_full = sum(entrant.state in IN for entrant in entrants) >= tournament.most
    takes_more = not is_full and takes_entries(tournament)
    asks = coming is not None and coming.asks
    waits = coming.asked if coming and coming.asked else frozenset[UUID]()
    if not tournament.is_ended:
        lines = [replace(line, acts=tuple(_acts(line, tournament, takes_more, asks, waits))) for line in lines]

    def those(*states: str) -> tuple[Line, ...]:
        return tuple(line for line in lines if line.entrant.state in states)

    waiting = sorted(those(State.WAITING), key=lambda line: (line.entrant.entered_at, line.entrant.number))
    return EntryList(
        those(State.ENTERED),
        those(State.HERE),
        tuple(waiting),
        those(State.WITHDRAWN, State.CANCELLED),
        is_full,
        takes_more,
        coming.number if coming and coming.asks and coming.has_number else 0,
    )


def _acts(line: Line, tournament: Tournament, takes_more: bool, asks: bool, waits: frozenset[UUID]) -> Iterator[Act]:
    """What can become of somebody next; `asks`: everybody checks in for the coming round, or those alone whose match
    `waits` for it."""
    state = line.entrant.state
    if line.is_awaited or state == State.ENTERED or line.forfeits:
        yield Act("came", pgettext("button", "Here"), is_usual=line.is_awaited)
        if line.is_unseen and line.entrant.pk in waits:
            yield Act("forfeits", _("Loses the match"), is_for_directors=True)
        elif line.forfeits:
            yield Act("not_here", _("Is waited for"))
    elif state == State.HERE and (
        not line.has_played or (asks and not line.back_in and (not waits or line.entrant.pk in waits))
    ):
        yield Act("not_here", pgettext("button", "Not here"))
    if state == State.HERE and tournament.is_running:
        yield Act("withdrew", pgettext("button", "Has left"))
    if state == State.WAITING and takes_more:
        yield Act("moved_up", pgettext("button", "Move up"))
    if state in (State.ENTERED, State.WAITING):
        yield Act("cancelled", pgettext("button", "Not coming"))
    if state == State.WITHDRAWN:
        yield Act("returned", pgettext("button", "Here again"))
    if state == State.CANCELLED and takes_more:
        yield Act("came", pgettext("button", "Is here"))
        yield Act("returned", _("Comes after all"))


def given_in_all(tournament: Tournament, stage: Stage | None = None) -> dict[UUID, list[Given]]:
    """{entrant: penalties and bonuses that stand, the oldest first}, of the whole tournament or of a stage."""
    found: dict[UUID, list[Given]] = {}
    unit = unit_of(tournament)
    acts = tournament.acts.filter(kind=DeskAct.Kind.PENALTY, taken_back_by=None).select_related("stage", "by")
    for act in (acts.filter(stage=stage) if stage else acts).order_by("at", "pk"):
        if act.entrant_id and act.stage:
            figure = format_of(act.stage).given_figure(act.points, unit)
            word, sign = (
                (pgettext("in a line", "penalty"), "") if act.points < 0 else (pgettext("in a line", "bonus"), "+")
            )
            found.setdefault(act.entrant_id, []).append(Given(act, word, f"{sign}{figure}", act.reason))
    return found


def takes_entries(tournament: Tournament) -> bool:
    """Whether what is being played, if anything is, takes somebody new."""
    begun = tournament.stages.exclude(state=Stage.State.PLANNED).order_by("number")
    stages = list(begun)
    return not stages or format_of(stages[-1]).takes_entries(stages[-1])


def played_in(tournament: Tournament) -> frozenset[UUID]:
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
    kinds = {kind for _entrant, _line, kind in found}
    if numbers := format_named(kinds.pop()).seed_numbers(lines) if kinds else None:
        return dict(numbers)
    begun = [entrant for entrant in entrants if entrant.pk in lines] or [
        entrant for entrant in entrants if entrant.state in IN
    ]
    return {entrant.pk: place for place, entrant in enumerate(_in_seed_order(begun), 1)}


def entry_counts(tournament: Tournament) -> dict[str, int]:
    """{how they stand: how many}; `entered` are all who take part. One statement."""
    found = Entrant.objects.filter(tournament=tournament).values_list("state").annotate(many=Count("pk"))
    counts = {str(state): many for state, many in found.order_by("state")}
    here, waiting = counts.get(State.HERE, 0), counts.get(State.WAITING, 0)
    return {"entered": counts.get(State.ENTERED, 0) + here, "here": here, "waiting": waiting}


def seeded(tournament: Tournament) -> list[Entrant]:
    """Who takes part, the first seed first: as set by hand, then by rating, then by number."""
    found = field.with_players(Entrant.objects.filter(tournament=tournament, state__in=IN))
    return list(found.order_by(*field.by_seed()))


def mine(tournament: Tournament, user: User) -> Entrant | None:
    """The entrant that somebody plays for, whatever became of it; the newest."""
    found = Entrant.objects.filter(tournament=tournament, players__player__user=user.pk, players__is_active=True)
    return field.with_players(found).order_by("-entered_at", "-number").first()


def takes_part(tournament: Tournament, user: User) -> bool:
    """Whether somebody plays for an entrant that is still in it."""
    found = Entrant.objects.filter(tournament=tournament, state__in=IN)
    return found.filter(players__player__user=user.pk, players__is_active=True).exists()


def expected_at_the_door(tournament: Tournament) -> list[tuple[UUID, str]]:
    """Who has entered and is not here yet, or has to check in for the coming round, by short names: the page needs no
    account."""
    coming = coming_round(tournament)
    found = field.with_players(Entrant.objects.filter(tournament=tournament, state__in=IN)).order_by("number")
    entrants = [
        entrant for entrant in found if entrant.state == State.ENTERED or (coming and coming.is_unseen(entrant))
    ]
    people = [player for entrant in entrants for player in field.active(entrant)]
    names = short_names({place: player.name for place, player in enumerate(people)})
    short = {player.pk: names[place] for place, player in enumerate(people)}
    named = [
        (entrant.pk, entrant.name or " & ".join(short[player.pk] for player in field.active(entrant)))
        for entrant in entrants
    ]
    return sorted(named, key=lambda pair: (alphabetical(pair[1]), pair[0]))


def absences_of(entrant: Entrant) -> dict[tuple[UUID | None, int], str]:
    """{(stage, round): the last word} of the rounds that somebody misses, or plays after all."""
    acts = DeskAct.objects.filter(
        entrant=entrant, kind__in=(DeskAct.Kind.ABSENT, DeskAct.Kind.PRESENT), taken_back_by=None
    )
    return {(act.stage_id, act.detail["round"]): act.kind for act in acts.order_by("at", "pk")}


def acts_of(tournament: Tournament) -> QuerySet[DeskAct]:
    """What was done at the desk, the newest first."""
    found = DeskAct.objects.filter(tournament=tournament).select_related(
        "by", "player", "entrant", "stage", "of", "table"
    )
    return found.order_by("-at", "-pk")


def _in_seed_order(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The first seed first, as `seeded`, of entrants that are read already."""
    last = len(entrants) + 1

    def place(entrant: Entrant) -> tuple[int, bool, int, int]:
        return (entrant.seed or last, entrant.rating is None, -(entrant.rating or 0), entrant.number)

    return sorted(entrants, key=place)
