"""A stage of matches as it was played: what each match has brought (a table of two entrants; seat 0 is at home,
seat 1 away), what each round has for everybody, as the keys of a standing know it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.db.models import Min
from django.utils.translation import gettext as _

from games.core.game import AnyGame, Duel
from scorekeeper.pairing.keys import HALF, Bye, Event, Game, Part, paid, rounds_of
from scorekeeper.pairing.records import late
from scorekeeper.pairing.round_robin import Games, berger, counted
from scorekeeper.tournaments.formats.next_round import Obstacle
from scorekeeper.tournaments.formats.plan import MatchPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.results import Played, Read, nameless

WIN, LOSS = Fraction(1), Fraction(0)
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a match has come to, in standard points (1, a half, 0) whatever the plan pays for them.

    `sets` and `scored` are what (home, away) have won and scored in it, points of a sheet in its unit; 0 where the game
    does not know them or nobody said. `is_forfeit`: not played, because somebody did not come; where neither came both
    have lost. `act` is what was written at the desk, None where the sheet says it. Until it `is_final` it is how the
    match stands at the moment.
    """

    home: UUID
    away: UUID
    of_home: Fraction
    of_away: Fraction
    sets: Pair = (0, 0)
    scored: Pair = (0, 0)
    is_forfeit: bool = False
    act: DeskAct | None = None
    is_final: bool = True

    @property
    def winner(self) -> UUID | None:
        """None: a draw, or both have lost."""
        if self.of_home == self.of_away:
            return None
        return self.home if self.of_home > self.of_away else self.away

    @property
    def loser(self) -> UUID | None:
        """None: a draw, or both have lost."""
        if self.winner is None:
            return None
        return self.away if self.winner == self.home else self.home

    def of(self, entrant: UUID) -> Fraction:
        """The points of one of the two."""
        return self.of_home if entrant == self.home else self.of_away

    def counted_of(self, entrant: UUID) -> int | None:
        """The sets of one of the two, or what they scored where no sets are known; None where nobody has counted."""
        counted = self.sets if any(self.sets) else self.scored
        if self.is_forfeit or not any(counted):
            return None
        return counted[0] if entrant == self.home else counted[1]


def sides_of(played: Played) -> tuple[UUID, UUID]:
    """(at home, away)."""
    home, away = played.places
    return home.entrant_id, away.entrant_id


def outcome_of(played: Played, game: AnyGame) -> Outcome | None:
    """What was written of it at the desk, else what its sheet says; None while nothing is decided: no hand was played,
    or a game that ends with a winner has none yet."""
    if played.match:
        return _written(played, played.match)
    if played.sitting is None or not played.sitting.head or game.duel is None:
        return None
    return _of_match(played, game.duel) if game.duel.by == "match" else _of_points(played)


def is_decided(played: Played, game: AnyGame) -> bool:
    """Whether it has its result: written at the desk, or on a sheet that is closed and says who won."""
    return played.is_final and outcome_of(played, game) is not None


def undecided_tables(round_: Round, read: Read = nameless) -> list[int]:
    """The numbers of the matches of a round that have no result yet."""
    game = round_.stage.tournament.plays
    return [played.number for played in read([round_]) if not is_decided(played, game)]


def _written(played: Played, act: DeskAct) -> Outcome:
    home, away = sides_of(played)
    forfeit, winner = bool(act.detail["forfeit"]), act.detail["winner"]
    if winner is None:
        both = LOSS if forfeit else HALF
        points = both, both
    else:
        points = (WIN, LOSS) if winner == str(home) else (LOSS, WIN)
    sets, scored = (tuple(act.detail.get(name, (0, 0))) for name in ("sets", "scored"))
    return Outcome(home, away, *points, sets, scored, is_forfeit=forfeit, act=act)


def _of_match(played: Played, duel: Duel) -> Outcome | None:
    """Everybody of a side gets the same measures, so what all of them have is shared out among its seats."""
    home, away = sides_of(played)
    mine, theirs = played.got[home].measures, played.got[away].measures
    if (won := _ahead(mine)) == (lost := _ahead(theirs)):
        return None
    seats = sum(seat.is_active for seat in played.sitting.seats.all()) // 2 if played.sitting else 1
    name = duel.sets[0] if duel.sets else ""
    points = (WIN, LOSS) if won > lost else (LOSS, WIN)
    return Outcome(
        home,
        away,
        *points,
        sets=(mine.get(name, 0) // seats, theirs.get(name, 0) // seats),
        scored=(mine.get(duel.scored, 0) // seats, theirs.get(duel.scored, 0) // seats),
        is_final=played.is_final,
    )


def _ahead(measures: Mapping[str, int]) -> int:
    return measures.get("won", 0) - measures.get("lost", 0)


def _of_points(played: Played) -> Outcome | None:
    home, away = sides_of(played)
    mine, theirs = played.got[home].sheet, played.got[away].sheet
    if mine is None or theirs is None:
        return None
    points = HALF if mine == theirs else Fraction(mine > theirs)
    return Outcome(home, away, points, 1 - points, scored=(mine, theirs), is_final=played.is_final)


GONE = frozenset((Entrant.State.WITHDRAWN, Entrant.State.CANCELLED))


@dataclass(frozen=True, slots=True)
class Match:
    """A table of two with what it has brought so far; None: undecided."""

    played: Played
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class GroupPlayed:
    """A group as played: `numbers` are those of its entrants in the `event`, the lines of the group. Of those `removed`
    nothing counts. `matches` are by round and entrant, `kinds` those of the places without a table; `withdrawn` are
    those who have left."""

    number: int
    numbers: Mapping[UUID, int]
    event: Event
    matches: Mapping[tuple[int, UUID], Match]
    kinds: Mapping[tuple[int, UUID], str]
    withdrawn: frozenset[UUID]

    @property
    def entrants(self) -> dict[int, UUID]:
        return {number: pk for pk, number in self.numbers.items()}

    @property
    def removed(self) -> list[UUID]:
        return [pk for pk, number in self.numbers.items() if number in self.event.removed]

    def parts(self) -> dict[UUID, dict[int, Part]]:
        """{entrant: {round: what it was}} of all who stand somewhere."""
        entrants = self.entrants
        return {entrants[number]: own for number, own in rounds_of(self.event).items() if number in entrants}


def plan_of(stage: Stage) -> MatchPlan:
    plan = stage.typed_plan
    assert isinstance(plan, MatchPlan)  # noqa: S101 asked for stages of two alone
    return plan


def half_points(part: Part, plan: MatchPlan) -> int:
    """What a round is worth by the plan. A bye of the pairing counts what the plan says, half a bye as much as a draw;
    of all else that was not played only a win counts."""
    if part.bye and plan.for_bye is not None:
        return {"pab": plan.for_bye, "half": plan.draw}.get(part.bye, 0)
    return int(paid(part, (plan.win, plan.draw, plan.loss)))


def groups_played(
    stage: Stage, rounds: Sequence[Round], *, playing: Collection[UUID] = (), read: Read = nameless
) -> list[GroupPlayed]:
    """Every group over these rounds, each with its event. `playing` are those who are in the round after them, which
    is not opened yet."""
    game = stage.tournament.plays
    matches: dict[tuple[int, UUID], Match] = {}
    for played in read(rounds):
        match = Match(played, outcome_of(played, game))
        matches |= {(played.table.round.number, place.entrant_id): match for place in played.places}
    without = RoundPlace.objects.filter(round__in=[round_.pk for round_ in rounds], table=None)
    kinds = {
        (number, entrant): kind for number, entrant, kind in without.values_list("round__number", "entrant", "kind")
    }
    lines: dict[int, dict[UUID, int]] = defaultdict(dict)
    for group, entrant, line in stage.entrants.order_by("group", "line").values_list("group", "entrant", "line"):
        lines[group][entrant] = line
    states = dict(stage.tournament.entrants.values_list("pk", "state"))
    firsts = _first_rounds(stage, len(rounds) + 1, playing)
    found = []
    for group, numbers in sorted(lines.items()):
        own_matches = {at: match for at, match in matches.items() if at[1] in numbers}
        own_kinds = {at: kind for at, kind in kinds.items() if at[1] in numbers}
        withdrawn = frozenset(pk for pk in numbers if states[pk] in GONE)
        blank = GroupPlayed(group, numbers, Event(max(numbers.values()), 0, ()), own_matches, own_kinds, withdrawn)
        opened = [round_.number for round_ in rounds]
        is_cross = plan_of(stage).is_cross
        event = _by_schedule(stage, blank, opened) if is_cross else _by_rounds(stage, blank, opened, firsts)
        found.append(_with(blank, event))
    return found


def games_of(group: GroupPlayed) -> list[Game]:
    """The matches of it that are decided."""
    unique = {match.played.table.pk: (number, match) for (number, _pk), match in group.matches.items()}
    found = []
    for number, match in unique.values():
        outcome = match.outcome
        if outcome:
            one, other = group.numbers[outcome.home], group.numbers[outcome.away]
            points = outcome.of_home, outcome.of_away
            found.append(Game(number, one, other, *points, outcome.is_forfeit, outcome.sets, outcome.scored))
    return sorted(found, key=lambda game: (game.round, game.one))


def gives_half(stage: Stage) -> bool:
    """Whether who begins late gets half a bye: in the first stage alone, because nobody new comes into a later one."""
    return stage.number == 1 and plan_of(stage).gives_half_bye


def _first_rounds(stage: Stage, coming: int, playing: Collection[UUID]) -> dict[UUID, int]:
    """{entrant: the first round in which they had a match or the bye}, where that is asked; of those who have had none
    and are `playing` the one that is `coming`."""
    if not gives_half(stage):
        return {}
    had = RoundPlace.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    had = had.exclude(kind=RoundPlace.Kind.ABSENT)
    firsts = had.values_list("entrant").annotate(first=Min("round__number"))
    return dict.fromkeys(playing, coming) | dict(firsts.order_by())


def _by_rounds(stage: Stage, blank: GroupPlayed, numbers: Sequence[int], firsts: Mapping[UUID, int]) -> Event:
    """A round without any place is one that somebody missed: not there yet, or not any more."""
    byes = []
    for pk, line in blank.numbers.items():
        before = {bye.round: bye for bye in late(line, firsts.get(pk, 1), has_half=pk in firsts)}
        for number in numbers:
            if blank.kinds.get((number, pk)) == RoundPlace.Kind.BYE:
                byes.append(Bye(number, line, "pab"))
            elif (number, pk) not in blank.matches:
                byes.append(before.get(number, Bye(number, line, "zero")))
    version = stage.tournament.rules_version
    return Event(blank.event.entrants, len(numbers), games_of(blank), byes, version=version)


def schedule_of(stage: Stage, group: Iterable[int]) -> list[Games]:
    """The rounds of a group in which everybody meets everybody, with these numbers; one alone plays nobody."""
    plan, many = plan_of(stage), len(list(group))
    return berger(many, double=plan.is_double) if many > 1 else []


def _by_schedule(stage: Stage, blank: GroupPlayed, numbers: Sequence[int]) -> Event:
    schedule = schedule_of(stage, blank.numbers.values())
    gone = {blank.numbers[pk] for pk in blank.withdrawn}
    games = games_of(blank) + _missed(blank, schedule, numbers, gone)
    played = counted(schedule, games, gone)
    return Event(
        blank.event.entrants,
        len(schedule),
        played.games,
        round_robin=True,
        version=stage.tournament.rules_version,
        removed=played.removed,
    )


def _missed(blank: GroupPlayed, schedule: Sequence[Games], numbers: Sequence[int], gone: set[int]) -> list[Game]:
    """Games of rounds that were opened without a table for them, because somebody had left who is here again: who was
    there has won."""
    entrants = blank.entrants
    found = []
    for number in numbers:
        for one, other in schedule[number - 1] if number <= len(schedule) else ():
            if {one, other} & gone or (number, entrants[one]) in blank.matches:
                continue
            there = [(number, entrants[who]) in blank.kinds for who in (one, other)]
            of_one, of_other = (WIN if was else LOSS for was in there)
            found.append(Game(number, one, other, of_one, of_other, forfeited=True))
    return found


def _with(blank: GroupPlayed, event: Event) -> GroupPlayed:
    return GroupPlayed(blank.number, blank.numbers, event, blank.matches, blank.kinds, blank.withdrawn)


def too_few(many: int) -> Iterator[Obstacle]:
    """That a match needs two."""
    if many < 2:
        yield Obstacle("too_few", _("Present: {number}. A match needs two.").format(number=many), stops=True)


def of_round_before(stage: Stage, number: int, read: Read, *, stops: bool) -> Iterator[Obstacle]:
    before = Round.objects.filter(stage=stage, number=number - 1).first()
    if before is None:
        return
    before.stage = stage
    if open_ones := undecided_tables(before, read):
        text = _("These matches of round {round} have no final result yet: {numbers}.")
        if stops:
            text += " " + _("The next round follows the points, so these results are needed first.")
        numbers = ", ".join(map(str, open_ones))
        yield Obstacle("round_open", text.format(round=number - 1, numbers=numbers), stops=stops)
