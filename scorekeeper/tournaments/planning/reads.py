"""Which formats suit a game and those who enter, and the course of a tournament: its stages in order."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from uuid import UUID

from django.db.models import Prefetch

from games.core.game import AnyGame
from games.core.values import Problem
from scorekeeper.draws.words import TableWords
from scorekeeper.tournaments.ending.reads import can_end
from scorekeeper.tournaments.formats.format import Format, all_formats, format_named, format_of
from scorekeeper.tournaments.formats.next_round import Entering
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.rounds.field import field_of
from scorekeeper.tournaments.rounds.results import Once
from scorekeeper.tournaments.words import stage_title

SIDES = ((Tournament.Of.PLAYERS, (1,)), (Tournament.Of.PAIRS, (2,)), (Tournament.Of.TEAMS, range(2, 7)))
"""Who can enter, and of how many a side can be."""


def is_offered(game: AnyGame) -> bool:
    """Whether tournaments of this game, by its usual rules, have a format."""
    return bool(entered_in(game))


def entered_in(game: AnyGame) -> dict[str, list[Format]]:
    """{who can enter tournaments of this game, by its usual rules: the formats for them}; of teams those that any size
    of team can have."""
    found = {}
    for of, team_sizes in SIDES:
        offered = [format_ for size in team_sizes for format_ in formats_for(Entering(game, game.rules(), of, size))]
        if offered:
            found[str(of)] = list(dict.fromkeys(offered))
    return found


def usual_of(game: AnyGame, of: str) -> Format | None:
    """The format that is offered first to such entrants; None where there is none for them."""
    return next(iter(entered_in(game).get(of, ())), None)


def formats_for(who: Entering) -> list[Format]:
    """Those that such a tournament can have, the usual one first."""
    found = [format_ for format_ in all_formats().values() if not any(format_.unsuited(who))]
    return sorted(found, key=lambda format_: not format_.is_usual(who.game))


def plan_problems(plan: StagePlan, who: Entering) -> list[Problem]:
    """Why such a tournament cannot be played by this plan, each with its field. Refuses `format_unsuited`,
    `seats_unknown`, `break_twice`, `apart_unsuited`, `size_unknown`, `style_unsuited`, `counts_unsuited`, `no_lengths`,
    `length_misfit`, `tie_unknown`, `tie_unsuited`, `tie_twice`, `check_in_unsuited`, `substitutes_unsuited`."""
    format_ = format_named(plan.kind)
    return list(format_.unsuited(who)) or [*format_.problems(plan, who), *format_.problems_of_people(plan)]


def has_lengths(stage: Stage) -> bool:
    """Whether its rounds can have lengths of their own."""
    return "lengths" in type(stage.typed_plan).model_fields and stage.tournament.plays.of_length is not None


@dataclass(frozen=True, slots=True)
class Now:
    """The newest opened round of the stage that is on, if there is one, and how many of its results are not final. Of a
    knock-out at tables, which has no rounds, how many are `left`."""

    stage: Stage
    title: str
    round: Round | None
    missing: int
    left: int

    @property
    def words(self) -> TableWords:
        return format_of(self.stage).words


def now_of(tournament: Tournament) -> Now | None:
    """None where every stage has ended."""
    stages = list(tournament.stages.order_by("number"))
    stage = next((open_stage for open_stage in stages if open_stage.state != Stage.State.ENDED), None)
    if stage is None:
        return None
    stage.tournament = tournament
    newest = stage.rounds.exclude(state=Round.State.DRAFT).order_by("number").last()
    if newest:
        newest.stage = stage
    format_ = format_of(stage)
    left = format_.people_left(newest) if newest else 0
    is_open = newest is not None and newest.official_at is None
    return Now(
        stage=stage,
        title=stage_title(stage) if len(stages) > 1 else "",
        round=newest,
        missing=len(format_.missing(newest, Once())) if newest and is_open and not left else 0,
        left=left,
    )


def next_number(stage: Stage, rounds: Sequence[Round]) -> int:
    """The number of the round of a stage that can be drawn, or is a draft; 0 where there is none, or the one before it
    is not official yet. `rounds` are all of the stage."""
    opened = [round_ for round_ in rounds if not round_.is_draft]
    if stage.state == Stage.State.ENDED or any(round_.official_at is None for round_ in opened):
        return 0
    number = max((published_round.number for published_round in opened), default=0) + 1
    return number if format_of(stage).is_left(stage, number) else 0


@dataclass(frozen=True, slots=True)
class StageRounds:
    """A stage with its published rounds, the newest first; the draft that waits, if there is one; how many could play
    the next round; whether that is drawn here at all, and left to be; whether it has ended and could go on, because the
    stage after it waits. `complete` are the rounds that are not official yet, though all their results are in;
    `is_stuck`: a bracket none of whose matches can be opened now."""

    stage: Stage
    title: str
    rounds: tuple[Round, ...]
    draft: Round | None
    next_number: int
    here: int
    is_left: bool
    may_reopen: bool = False
    complete: frozenset[UUID] = frozenset()
    is_stuck: bool = False

    @property
    def lines(self) -> list[tuple[Round, str, str]]:
        """(a published round, what it is called, what is said of it)."""
        format_ = format_of(self.stage)
        found = []
        for round_ in self.rounds:
            tables, left = len(round_.tables.all()), format_.tables_left(round_)
            note = format_.rounds.opened(tables, left, round_.published_at, format_.words)
            found.append((round_, format_.rounds.title(round_.number), note))
        return found

    @property
    def here_words(self) -> str:
        """How many could play the next round, where it waits for all of them."""
        return format_of(self.stage).rounds.here(self.here, has_begun=bool(self.rounds))

    @property
    def waits(self) -> bool:
        """Whether nobody has come into it yet: the stage before it goes on."""
        return self.stage.number > 1 and not self.here and not self.rounds and not self.stage.entrants.exists()

    @property
    def may_end(self) -> bool:
        """Whether a director can end it now."""
        return can_end(self.stage, (*self.rounds, self.draft) if self.draft else self.rounds)


def stages_of(tournament: Tournament) -> list[StageRounds]:
    """Every stage in order."""
    rounds = Round.objects.order_by("-number").prefetch_related("tables")
    stages = tournament.stages.order_by("number").prefetch_related(Prefetch("rounds", queryset=rounds))
    return [_with_rounds(tournament, stage, next_one) for stage, next_one in zip_longest(stages, list(stages)[1:])]


def _with_rounds(tournament: Tournament, stage: Stage, following: Stage | None) -> StageRounds:
    stage.tournament = tournament
    published = tuple(round_ for round_ in stage.rounds.all() if not round_.is_draft)
    number = published[0].number + 1 if published else 1
    format_, read = format_of(stage), Once()
    is_left = stage.state != Stage.State.ENDED and format_.is_left(stage, number)
    draft = next((round_ for round_ in stage.rounds.all() if round_.is_draft), None)
    for published_round in published:
        published_round.stage = stage
    return StageRounds(
        stage=stage,
        title=stage_title(stage),
        rounds=published,
        draft=draft,
        next_number=number,
        here=len(field_of(stage, number).here) if is_left else 0,
        is_left=is_left and not tournament.is_ended,
        may_reopen=not tournament.is_ended and stage.state == Stage.State.ENDED and _waits(following),
        complete=frozenset(
            round_.pk for round_ in published if not round_.official_at and not format_.missing(round_, read)
        ),
        is_stuck=is_left and draft is None and bool(published) and format_.is_stuck(stage),
    )


def _waits(stage: Stage | None) -> bool:
    """Whether nothing was drawn in it yet."""
    return stage is not None and stage.state == Stage.State.PLANNED and not stage.rounds.all()
