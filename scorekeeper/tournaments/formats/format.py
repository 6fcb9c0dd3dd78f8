"""What services and pages ask of the format in which a stage is played. Nobody else asks which format it is."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from typing import Any, ClassVar, Final
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext

from games.core.game import AnyGame
from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Refused
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import amount_figure, fraction_figure, halves, in_language
from scorekeeper.common.widgets import Boxes
from scorekeeper.draws.drawn import Drawn, DrawRequest, Report, report_of
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.draws.words import TABLES, TableWords
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.standings.standing import Standing
from scorekeeper.tournaments.formats import at_desk
from scorekeeper.tournaments.formats.next_round import Corrected, Entering, LateMatch, NextRound
from scorekeeper.tournaments.formats.plan import StagePlan, folders
from scorekeeper.tournaments.formats.standing import BracketPaper, BracketPart, Stand, Whereabouts
from scorekeeper.tournaments.formats.words import NUMBERED, RoundWords, list_of
from scorekeeper.tournaments.matches.play import Outcome
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, RoundTable, Stage, Tournament
from scorekeeper.tournaments.rounds.field import Field, Unit
from scorekeeper.tournaments.rounds.results import Played, Read, emptied, nameless, tables_of, unit_of

NO_OWN_POINTS: Final = gettext_noop(
    "This format takes no new entrants once it has begun. A substitute continues with the existing points."
)
Places = list[list[list[UUID]]]
"""Of each group who shares a place with whom, best first."""
Seeding = list[tuple[Entrant, int, int]]
"""Who comes into a stage: (who, group, line)."""


@dataclass(frozen=True, slots=True)
class StandingPaper:
    """A standing on paper: its title, and a note beside it."""

    title: str
    note: str = ""
    is_official: bool = True


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
    table_papers: ClassVar[tuple[str, ...]] = ("cards", "sheets")
    """What is printed for its tables, as the API calls it."""
    has_swaps = True
    """Whether people can change places in a draft by hand."""
    fills_up = False
    """Whether who comes late counts as absent from the rounds before."""
    takes_late = False
    """Whether it takes somebody new once it has begun."""
    check_in_label: ClassVar[Promise] = gettext_lazy("Everybody checks in again before each round")
    check_in_help: ClassVar[Promise] = gettext_lazy(
        "At the start of a round nobody counts as here. Anyone not checked in misses the round."
    )
    check_in_sentence: ClassVar[Promise] = gettext_lazy("Everybody checks in again before each round.")
    no_check_in = ""
    """Why nobody can be asked to check in before each of its rounds, as a text to translate; empty where they can."""
    next_place: ClassVar[Promise] = gettext_lazy("Your next table appears here as soon as its round is open.")
    """Where those who take part read what comes."""
    words: ClassVar[TableWords] = TABLES
    """What its tables are called, and who sits at them."""
    rounds: ClassVar[RoundWords] = NUMBERED
    """What its rounds are called."""
    table_template: ClassVar[str] = "tournaments/_table.html"
    """Draws a table of a round that was opened."""
    is_of_matches = False
    """Whether each of its tables is a match of two sides."""
    gives_points = False
    """Whether its standing counts points, so that there are penalties and bonuses."""

    @property
    def name(self) -> str:
        """As plans and the API call it."""
        return str(self.plan.model_fields["kind"].default)

    @property
    def has_numbers(self) -> bool:
        """Whether people know a round by its number."""
        return self.has_rounds and not self.is_by_matches

    @property
    def in_halves(self) -> bool:
        """Whether penalties and points are half points."""
        return self.counts == "half_points"

    def given_figure(self, points: int, unit: InUnits) -> str:
        """The points of a penalty or a bonus as people write them."""
        return halves(points) if self.in_halves else amount_figure(points, unit)

    @property
    def is_by_matches(self) -> bool:
        """Whether a round is whatever matches can be opened, so that it has no numbers and nobody waits for it."""
        return self.plan.is_by_matches

    def refuses(self, act: at_desk.StageAct) -> Problem | None:
        """Why an act has no place in this format; None: it has."""
        refusals = {
            at_desk.StageAct.CHANGE_PLACES: None if self.has_swaps else at_desk.DRAW_FOLLOWS,
            at_desk.StageAct.KNOCK_OUT: at_desk.NO_KNOCKOUT if self.has_rounds else None,
            at_desk.StageAct.WRITE_RESULT: None if self.has_sheets else at_desk.NO_POINTS,
            at_desk.StageAct.WRITE_POINTS: at_desk.IS_MATCH if self.is_of_matches else None,
            at_desk.StageAct.WRITE_MATCH: None if self.is_of_matches else at_desk.NO_MATCH,
            at_desk.StageAct.GIVE_POINTS: None if self.gives_points else at_desk.ONLY_WINS,
        }
        return refusals[act]

    def require(self, *acts: at_desk.StageAct) -> None:
        """That these acts have a place in this format. Raises Refused `draw_follows`, `not_knockout`, `not_points`,
        `is_match`, `no_match`."""
        for act in acts:
            if problem := self.refuses(act):
                raise Refused([problem])

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

    def has_cross_table(self, plan: Any) -> bool:
        """Whether all of a stage is one table of matches that give points, round by round."""
        return False

    def lengths(self, plan: Any) -> tuple[int | None, ...]:
        """How many hands its rounds have, one after the other, where that is planned."""
        return ()

    def table_size(self, plan: Any) -> int:
        """How many sit at a table by the plan; 0: that follows from the game, or from who comes."""
        return 0

    def planned_rounds(self, stage: Stage) -> int | None:
        """How many rounds a stage has; None where results, or who comes, will say that."""
        return None

    def rules_of_round(self, stage: Stage, number: int) -> tuple[dict[str, Any], str] | None:
        """The rules of a round that is longer or shorter than the rules of the tournament say, as plain values, and
        what they are called; None: those of the tournament."""
        return None

    def problems_of_people(self, plan: StagePlan) -> Iterator[Problem]:
        """What a plan asks of those who come and go that the format has no place for. Refuses `check_in_unsuited`,
        `substitutes_unsuited`."""
        if plan.check_in and self.no_check_in:
            yield Problem("check_in_unsuited", "check_in", Text(self.no_check_in))
        if plan.substitutes == "own_points" and not self.takes_late:
            yield Problem("substitutes_unsuited", "substitutes", Text(NO_OWN_POINTS))

    def people_fields(self, plan: StagePlan, who: Entering) -> dict[str, forms.Field]:
        """What is asked of those who come and go, as far as the format has a place for it."""
        found: dict[str, forms.Field] = {}
        if not self.no_check_in:
            found["check_in"] = forms.BooleanField(
                label=str(self.check_in_label), required=False, initial=plan.check_in, help_text=str(self.check_in_help)
            )
        if self.takes_late and who.of == Tournament.Of.PLAYERS:
            found["substitutes"] = forms.ChoiceField(
                label=pgettext("field", "A substitute"),
                choices=[
                    ("carry_on", pgettext("field", "continues with the existing points")),
                    ("own_points", pgettext("field", "starts new: only their own points count")),
                ],
                widget=Boxes(2),
                initial=plan.substitutes,
            )
        return found

    @property
    def people_notes(self) -> list[str]:
        """What is said below the form of a stage about those who come and go."""
        if not self.no_check_in:
            return []
        return [f"{_('Players do not check in before each round.')} {in_language(self.no_check_in)}"]

    def takes_entries(self, stage: Stage) -> bool:
        """Whether somebody new can still come into a stage that has begun."""
        return stage.number == 1 and self.takes_late

    # --- the next round

    def is_left(self, stage: Stage, number: int) -> bool:
        """Whether a round of this number can come."""
        raise NotImplementedError

    def next_round(self, stage: Stage, read: Read = nameless) -> NextRound:
        """What the next round would be, with every obstacle."""
        raise NotImplementedError

    def rounds_missed(self, stage: Stage, number: int) -> Iterable[Round]:
        """The rounds from which those were absent who come in with this one."""
        return stage.rounds.filter(number__lt=number) if self.fills_up else ()

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

    def seed_numbers(self, lines: Mapping[UUID, int]) -> Mapping[UUID, int] | None:
        """{entrant: its place among the seeds} of a stage that has begun; None: by what they entered with."""
        return lines

    def seeding(self, stage: Stage, field: Field, seed: int) -> Seeding:
        """Who comes into the stage with this round."""
        raise NotImplementedError

    def shown(self, stage: Stage, number: int) -> Sequence[Seated]:
        """The round of this number, which is the next, and those after it as people have seen them already."""
        return ()

    def planned(self, stage: Stage, field: Field, seed: int | None) -> Drawn | None:
        """The round as it was drawn together with the one before it, with this `seed`, or, without one, where it is
        drawn for the first time; None: it is to be drawn."""
        return None

    def seen_with(self, round_: Round) -> dict[str, Any] | None:
        """What its stage keeps of rounds that people have seen, once this one is opened."""
        return None

    def draw(self, stage: Stage, field: Field, asked: DrawRequest, read: Read = nameless) -> Drawn:
        """The tables of a round."""
        raise NotImplementedError

    def changed_report(self, stage: Stage, draft: Round) -> Report:
        """The report of a draft as it stands, changed by hand."""
        return report_of(draft.report)

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        """Pairs at one table of a draft, as draws call them, who are never to sit together."""
        return set()

    def basis(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        """What a draw of this round knew of results: corrections made later are compared with it."""
        return {}

    # --- a round that was drawn

    def is_overtaken(self, draft: Round, field: Field) -> bool:
        """Whether a draft that follows from the plan and from results would be another one by now."""
        if self.has_swaps or not self.seated(draft.stage, field):
            return False
        return self.draw(draft.stage, field, DrawRequest(seed=draft.seed)).facts != draft.facts

    def forget(self, round_: Round) -> None:
        """Keep of a round whose opening is taken back what its stage needs, and save that."""

    def is_stuck(self, stage: Stage) -> bool:
        """Whether nothing can be drawn now, though something is left, for it waits for matches that are played."""
        return False

    def is_built_on(self, round_: Round) -> bool:
        """Whether a later round, or a draft, goes by this one."""
        return round_.stage.rounds.filter(number__gt=round_.number).exists()

    def match_titles(self, round_: Round) -> Mapping[str, str]:
        """What the matches of a round are called, by their codes."""
        return {}

    def explanation(
        self, round_: Round, places: Sequence[RoundPlace], names: Mapping[str, str], *, for_desk: bool
    ) -> Explanation:
        """Why it was drawn so; `names` are those of everybody by what draws call them."""
        raise NotImplementedError

    def whereabouts(self, stage: Stage, entrant: Entrant) -> Whereabouts | None:
        """Where somebody is now in a stage whose people move; None: they sit as drawn, or have had no seat in it."""
        return None

    def result(self, stage: Stage, played: Played, entrant: UUID) -> str:
        """How a match has ended for an entrant, `won`, `lost` or `drawn`; `level` where it needs a winner and has none;
        empty while it is played, and where tables are no matches."""
        return ""

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

    def entrants_at(self, table: RoundTable) -> QuerySet[Any]:
        """The keys of those who have a place at a table now."""
        return table.places.values("entrant")

    def seats_stay(self, stage: Stage) -> bool:
        """Whether the people of its tables are those who were drawn, whatever happens there."""
        return self.has_sheets and stage.tournament.of == Tournament.Of.PLAYERS

    def tables_left(self, round_: Round) -> int:
        """How many tables of a knock-out at tables are left; 0 where no tables are broken."""
        return 0

    def people_left(self, round_: Round) -> int:
        """How many are still in a knock-out at tables; 0 in every other format."""
        return 0

    def takes_sheet(self, entrants: Iterable[UUID], here: Collection[UUID]) -> bool:
        """Whether a sheet is opened at the table of these entrants: who is not `here` plays nothing."""
        return all(entrant in here for entrant in entrants)

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

    def led(self, round_: Round) -> at_desk.LedRound | None:
        """How a published round stands on the director's desk that the format leads from act to act; None: its tables
        have sheets, which say so themselves."""
        return None

    def undecided(self, round_: Round) -> str:
        """What has to be decided before a round can be official, beside its results; empty where nothing has."""
        return ""

    # --- who stands where

    def standings_on_paper(self, stage: Stage) -> list[StandingPaper]:
        """Its standings as they are printed: by what is official, and until the stage has ended as it would be now."""
        now = StandingPaper(_("Standings, if it ended now"), is_official=False)
        return [self.official_on_paper(stage), *([] if stage.state == Stage.State.ENDED else [now])]

    def official_on_paper(self, stage: Stage) -> StandingPaper:
        """Its standing by what is official."""
        return StandingPaper(pgettext("heading", "Official standings"))

    def paper(self, stage: Stage, *, official: bool) -> BracketPaper | None:
        """The picture of a stage as it is printed instead of its list; None: the list is printed."""
        return None

    def counted_standing(self, stage: Stage, *, official: bool) -> Standing | None:
        """Its standing where that counts points; else None."""
        return self.standing(stage, official=official) if self.gives_points else None

    def shares_places(self, *, goes_on: bool) -> bool:
        """Whether lots can part who shares a place at the end; `goes_on`: a stage comes after it."""
        return True

    def tables_for_others(self, round_: Round) -> list[Played]:
        """The tables of a round that is held back, as others may see them: who sits there, without what they have
        brought."""
        return [emptied(table) for table in self.tables_now(round_)]

    def picture(self, stage: Stage, names: Mapping[UUID, str]) -> Sequence[BracketPart]:
        """The parts of the bracket that a stage is; none where it is no bracket, or has not begun."""
        return ()

    def places(self, stage: Stage, *, official: bool) -> Places:
        """Who stands where: as if it ended now, or by rounds alone whose results stand."""
        raise NotImplementedError

    def places_by_points(self, stage: Stage) -> Places:
        """Who stands where by rounds whose results stand; nothing where no points part them."""
        return self.places(stage, official=True) if self.gives_points else []

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


@cache
def all_formats() -> Mapping[str, Format]:
    """{kind: the format}, as they are offered one after the other."""
    found: list[Format] = [format_ for folder in folders() for format_ in import_module(f"{folder}.format").FORMATS]
    return {kind.name: kind for kind in sorted(found, key=lambda format_: format_.order)}


def format_named(kind: str) -> Format:
    """Raises KeyError: no format is called so."""
    return all_formats()[kind]


def format_of(stage: Stage) -> Format:
    """In which a stage is played."""
    return all_formats()[stage.plan["kind"]]
