"""What services and pages ask of the format in which a stage is played. Nobody else asks which format it is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.utils.functional import Promise

from games.core.game import AnyGame
from games.core.values import Problem
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import amount_figure, fraction_figure
from scorekeeper.draws.drawn import Drawn
from scorekeeper.draws.report import Report
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.standings.standing import Standing
from scorekeeper.tournaments.formats.at_desk import LedRound
from scorekeeper.tournaments.formats.corrections import Corrected, LateMatch
from scorekeeper.tournaments.formats.entering import Entering
from scorekeeper.tournaments.formats.lists import list_of
from scorekeeper.tournaments.formats.next_round import NextRound
from scorekeeper.tournaments.formats.picture import BracketPart
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.standing import Stand
from scorekeeper.tournaments.matches.results import Outcome
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.drawing import Asked
from scorekeeper.tournaments.rounds.field import Field
from scorekeeper.tournaments.rounds.results import Played, Read, nameless, tables_of, unit_of
from scorekeeper.tournaments.rounds.units import Unit

Places = list[list[list[UUID]]]
"""Of each group who shares a place with whom, best first."""
Seeding = list[tuple[Entrant, int, int]]
"""Who comes into a stage: (who, group, line)."""


class Format:
    """One format. A plain attribute or method here is what most formats answer; each says what is its own."""

    plan: ClassVar[type[StagePlan]]
    order: ClassVar[int]
    """Where it stands among all where they are offered."""
    title: ClassVar[Promise]
    about: ClassVar[Promise]
    """A line on it, for those who choose."""
    on_pairs: ClassVar[Promise]
    """What it makes of pairs that are never together, and of those that should meet."""
    counts: ClassVar[str]
    """What a round brings: `points` in the smallest unit of the tournament, `half_points`, `wins` (1 for who goes on),
    or `places`."""
    has_rounds = True
    """Whether its rounds have numbers that say something."""
    has_sheets = True
    """Whether publishing a round opens a sheet at every table."""
    has_swaps = True
    """Whether people can change places in a draft by hand."""
    fills_up = False
    """Whether who comes late counts as absent from the rounds before."""
    takes_late = False
    """Whether it takes somebody new once it has begun."""
    no_check_in = ""
    """Why nobody can be asked to check in before each of its rounds, as a text to translate; empty where they can."""
    is_of_matches = False
    """Whether each of its tables is a match of two sides."""
    gives_points = False
    """Whether its standing counts points, so that there are penalties and bonuses."""
    keeps_seen = False
    """Whether a stage keeps what people have seen of a round whose opening was taken back: so few get others."""
    keeps_seeds = True
    """Whether the lines of a stage are its seeds, whoever leaves."""

    @property
    def name(self) -> str:
        """As plans and the API call it."""
        return str(self.plan.model_fields["kind"].default)

    @property
    def is_by_matches(self) -> bool:
        """Whether a round is whatever matches can be opened, so that it has no numbers and nobody waits for it."""
        return self.plan.is_by_matches

    # --- what is planned

    def is_usual(self, game: AnyGame) -> bool:
        """Whether it comes to mind first for a game."""
        return False

    def unsuited(self, who: Entering) -> Iterator[Problem]:
        """Why such entrants cannot play in it at all."""
        raise NotImplementedError

    def usual_plan(self, who: Entering) -> StagePlan:
        """How it is usually played."""
        return self.plan()  # type: ignore[call-arg] # each plan knows its kind

    def problems(self, plan: Any, who: Entering) -> Iterator[Problem]:
        """What of a plan cannot be played, each with its field."""
        return iter(())

    def sentences(self, plan: Any, number: int, game: AnyGame | None, rules_version: int) -> list[str]:
        """How a stage is played, in sentences; `number` is that of the stage. With the game also what is asked of
        equals."""
        raise NotImplementedError

    def fields(self, plan: Any, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
        """What people are asked of a stage, with what the plan has; `is_first`: it is the first of its tournament."""
        return {}

    def filled_in(self, plan: Any, sent: Mapping[str, Any], who: Entering) -> dict[str, Any]:
        """The fields of a plan as they were filled in; what was not asked stays as the plan has it."""
        return {name: sent[name] for name in self.plan.model_fields if name in sent}

    def bye_words(self, plan: Any) -> str:
        """What a round without an opponent counts, where that has to be said."""
        return ""

    def keys_across(self, stage: Stage) -> list[str]:
        """What parts those who have the same place in groups of a stage, one after the other, each for one match."""
        return []

    def planned_rounds(self, stage: Stage) -> int | None:
        """How many rounds a stage has; None where results, or who comes, will say that."""
        return None

    def rules_of_round(self, stage: Stage, number: int) -> tuple[dict[str, Any], str] | None:
        """The rules of a round that is longer or shorter than the rules of the tournament say, as plain values, and
        what they are called; None: those of the tournament."""
        return None

    # --- the next round

    def is_left(self, stage: Stage, number: int) -> bool:
        """Whether a round of this number can come."""
        raise NotImplementedError

    def next_round(self, stage: Stage, read: Read = nameless) -> NextRound:
        """What the next round would be, with every obstacle."""
        raise NotImplementedError

    def seated(self, stage: Stage, field: Field) -> list[Unit]:
        """Who gets a place in this round: a seat, or a bye."""
        raise NotImplementedError

    def sitting_out(self, stage: Stage, field: Field) -> Sequence[Entrant]:
        """Who gets none and has a place among the absent."""
        return field.absent

    def to_check_in(self, stage: Stage, number: int) -> frozenset[UUID] | None:
        """Whom the next round waits for where everybody checks in for it; None: all who take part."""
        return None

    def forfeiting(self, stage: Stage, number: int) -> Mapping[UUID, DeskAct]:
        """Who of this round loses their match without coming, by which act."""
        return {}

    def seeding(self, stage: Stage, field: Field, seed: int) -> Seeding:
        """Who comes into the stage with this round."""
        raise NotImplementedError

    def draw(self, stage: Stage, field: Field, asked: Asked, read: Read = nameless) -> Drawn:
        """The tables of a round."""
        raise NotImplementedError

    def changed_report(self, stage: Stage, draft: Round) -> Report:
        """The report of a draft as it stands, changed by hand."""
        return draft.typed_report

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        """Pairs at one table of a draft, as draws call them, who are never to sit together."""
        return set()

    def basis(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        """What a draw of this round knew of results: corrections made later are compared with it."""
        return {}

    # --- a round that was drawn

    def match_titles(self, round_: Round) -> Mapping[str, str]:
        """What the matches of a round are called, by their codes."""
        return {}

    def explanation(
        self, round_: Round, places: Sequence[RoundPlace], names: Mapping[str, str], *, for_desk: bool
    ) -> Explanation:
        """Why it was drawn so; `names` are those of everybody by what draws call them."""
        raise NotImplementedError

    def outcome(self, stage: Stage, played: Played) -> Outcome | None:
        """What a match has come to; None: nothing is decided, or the tables of this format are no matches."""
        return None

    def table_points(self, played: Played, entrant: UUID) -> int | None:
        """What a table has brought an entrant in the unit of its sheet; None: nothing yet, or it brings no points."""
        got = played.got.get(entrant)
        return got.points if got else None

    def figure(self, stage: Stage, played: Played, entrant: UUID) -> str:
        """What a table has brought an entrant, without a unit; empty where it has brought nothing yet."""
        points = self.table_points(played, entrant)
        return "" if points is None else amount_figure(points, unit_of(stage.tournament))

    def match_figure(self, outcome: Outcome, entrant: UUID) -> str:
        """What a match has brought one of its sides: 1, ½ or 0."""
        return fraction_figure(outcome.of(entrant))

    def chair(self, place: RoundPlace) -> int | None:
        """The number of a chair where chairs are numbered, from 1."""
        return None

    def table_state(self, round_: Round, played: Played) -> str:
        """The phase of a table: as `Played.state`."""
        return played.state

    def has_result(self, stage: Stage, played: Played) -> bool:
        """Whether a table has all of its result."""
        return played.is_final

    def may_draw(self, stage: Stage) -> bool:
        """Whether a match can end without a winner."""
        return False

    def others(self, played: Played, place: RoundPlace) -> tuple[RoundPlace, ...]:
        """Against whom somebody plays at a table."""
        return tuple(other for other in played.places if other.pk != place.pk)

    def tables_now(self, round_: Round) -> list[Played]:
        """The tables of a round with who sits at them now."""
        return tables_of([round_])

    def points(self, round_: Round, read: Read = nameless) -> dict[str, int]:
        """{entrant: what a round has brought}, as `counts` says, as it is now."""
        raise NotImplementedError

    def missing(self, round_: Round, read: Read = nameless) -> list[int]:
        """The numbers of the tables of a round whose result is not final."""
        raise NotImplementedError

    def corrected(self, round_: Round, read: Read = nameless) -> Corrected | None:
        """What corrections made after its draw have changed of what it knew; None: nothing."""
        return None

    def late_matches(self, round_: Round, read: Read = nameless) -> tuple[LateMatch, ...]:
        """Matches that this round goes by and that would have brought it somebody else."""
        return ()

    def led(self, round_: Round) -> LedRound | None:
        """How a published round stands on the director's desk that the format leads from act to act; None: its tables
        have sheets, which say so themselves."""
        return None

    # --- who stands where

    def picture(self, stage: Stage, names: Mapping[UUID, str]) -> Sequence[BracketPart]:
        """The parts of the bracket that a stage is; none where it is no bracket, or has not begun."""
        return ()

    def places(self, stage: Stage, *, official: bool) -> Places:
        """Who stands where: as if it ended now, or by rounds alone whose results stand."""
        raise NotImplementedError

    def standing(self, stage: Stage, *, official: bool, read: Read = nameless, is_file: bool = False) -> Standing:
        """The same as a value that pages and files draw; `is_file`: with the columns and heads of a list for paper and
        for other programs."""
        raise NotImplementedError

    def standing_list(self, stage: Stage, *, official: bool) -> Table:
        """The same as that list; of a bracket its matches."""
        return list_of(stage, self.standing(stage, official=official, is_file=True), has_rounds=self.has_rounds)

    def page_tables(self, stage: Stage, *, official: bool) -> dict[str, Callable[[], Table]]:
        """{key: the tables of its page}, those that have a file."""
        return {
            "standing": lambda: self.standing_list(stage, official=official),
            **{
                group.cross.key: partial(given, group.cross)
                for group in self.standing(stage, official=official).groups
                if group.cross
            },
        }

    def stands(self, stage: Stage, so_far: dict[UUID, Stand]) -> dict[UUID, Stand]:
        """Where those stand who are in a stage, as if it ended now; `so_far` is the place in the tournament of all.
        Who is left out has that."""
        return {}

    def open_question(self, stage: Stage) -> str:
        """Why the stage can't end yet though all its rounds are official; empty where it can."""
        return ""


def given(table: Table) -> Table:
    return table
