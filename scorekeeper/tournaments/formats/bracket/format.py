"""Single and double elimination, and what stands in the way of the next matches before they are drawn: every
obstacle at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.core.game import AnyGame
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import signed
from scorekeeper.draws.drawn import Drawn, DrawRequest, Report, SeatedTable
from scorekeeper.draws.selectors.why import Explanation
from scorekeeper.pairing.brackets import Met
from scorekeeper.standings.standing import Standing
from scorekeeper.tournaments.formats.bracket.bracket import (
    ENGINE,
    State,
    away_in,
    basis_of,
    bracket_of,
    facts_of,
    is_waited_for,
    late_matches,
    present_in,
    ready,
    sides_of,
)
from scorekeeper.tournaments.formats.bracket.picture import match_title, parts_of
from scorekeeper.tournaments.formats.bracket.plan import DoublePlan, SinglePlan
from scorekeeper.tournaments.formats.bracket.standing import (
    bracket_paper,
    bracket_reasons,
    places_in,
    standing,
    standing_list,
    stands,
    tables_of,
)
from scorekeeper.tournaments.formats.format import Places, Seeding, StandingPaper, given
from scorekeeper.tournaments.formats.next_round import (
    Entering,
    LateMatch,
    NextRound,
    Obstacle,
    of_missing,
    of_sides,
    of_stage,
)
from scorekeeper.tournaments.formats.standing import BracketPaper, BracketPart, Stand
from scorekeeper.tournaments.formats.words import BY_MATCHES
from scorekeeper.tournaments.matches.format import MatchFormat
from scorekeeper.tournaments.matches.play import Outcome
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import (
    Field,
    Unit,
    absent_in,
    asks_check_in,
    attendance,
    called,
    field_of,
    has_begun,
    listed,
    names_of,
    pairs_of,
    sides,
)
from scorekeeper.tournaments.rounds.results import Read, nameless

SIDES = 2


def next_round(stage: Stage) -> NextRound:
    """Of the next matches: all whose two sides are known, and that nobody has opened. It takes no end of the round
    before."""
    field, state = field_of(stage), bracket_of(stage, named=False)
    begun = bool(state and state.rounds)
    if not begun:
        field = Field(field.number, tuple(present_in(stage)), field.excused, field.expected)
    away = away_in(state, field.number) if state else {}
    both, waits = ready(state, field.number) if state else ([], [])
    drawn = [state.entrant(seed) for met in both for seed in (met.one or 0, met.two or 0)] if state else []
    # who has a bye is in it too, but has nothing to play yet
    shown = Field(field.number, tuple(drawn), field.absent, field.expected)
    obstacles = (
        *of_stage(stage),
        *(() if begun else _of_first(field)),
        *(_of_matches(state, both, waits, away) if state else ()),
        *of_sides(stage, shown, stops=True),
        *_of_pairs(stage, state, both, field if not begun else shown),
    )
    return NextRound(field.number, shown, (SIDES,) * len(both), 0, obstacles)


def _of_first(field: Field) -> Iterator[Obstacle]:
    """The first round says who is in it at all."""
    if len(field.here) < SIDES:
        text = _("Present: {number}. A bracket needs at least {fewest}. Check in more people.")
        yield Obstacle("too_few", text.format(number=len(field.here), fewest=SIDES), stops=True)
    if field.here:
        text = ngettext(
            "{number} starts in the bracket with this round. Nobody can join later, and the seeds stay.",
            "{number} start in the bracket with this round. Nobody can join later, and the seeds stay.",
            len(field.here),
        )
        yield Obstacle("bracket_closes", text.format(number=len(field.here)))
    yield from of_missing(field)


def _of_matches(
    state: State, both: Sequence[Met], waits: Sequence[Met], away: Mapping[UUID, bool]
) -> Iterator[Obstacle]:
    if state.is_decided:
        yield Obstacle("decided", _("Every match is decided."), stops=True)
        return
    if not both:
        text = _("No match can be opened now. The players of the next matches are not known or not here.")
        yield Obstacle("nothing_open", text, stops=True)
    for met in waits:
        title, sides = match_title(state.bracket, met.match.name), sides_of(state, met)
        gone = [called(entrant) for entrant in sides if away.get(entrant.pk) is False]
        unseen = [called(entrant) for entrant in sides if away.get(entrant.pk)]
        if gone:
            text = ngettext(
                "{match} waits: {names} is not here, or misses this round.",
                "{match} waits: {names} are not here, or miss this round.",
                len(gone),
            )
            yield Obstacle("match_waits", text.format(match=title, names=", ".join(gone)))
        if unseen:
            text = ngettext(
                "{match} waits: {names} is not checked in.", "{match} waits: {names} are not checked in.", len(unseen)
            )
            yield Obstacle("not_checked_in", text.format(match=title, names=", ".join(unseen)))
    yield from _of_played(state)
    if number := len(state.waiting):
        text = ngettext("{number} match still waits for others.", "{number} matches still wait for others.", number)
        yield Obstacle("others_wait", text.format(number=number))


def _of_pairs(stage: Stage, state: State | None, both: Sequence[Met], field: Field) -> Iterator[Obstacle]:
    """Who is kept apart by a list, and is not here: whoever meets now, and before it begins all who may meet later."""
    units = sides(field.here)
    pairs = pairs_of(stage.tournament, units).forbidden
    if not pairs or state is None:
        return
    names, now = names_of(units), set()
    for met in both:
        now.add(pair := frozenset(str(state.entrant(seed).pk) for seed in (met.one or 0, met.two or 0)))
        if pair in pairs:
            text = _(
                "{match}: {pair} should be kept apart but meet here. Before the bracket begins, other "
                "seeds can separate them."
            )
            words = text.format(match=match_title(state.bracket, met.match.name), pair=listed([pair], names))
            yield Obstacle("kept_apart", words)
    if not state.rounds and (later := [pair for pair in pairs if pair not in now]):
        text = _("Seeds and results decide the pairings, even for players kept apart: {pairs}.")
        yield Obstacle("kept_apart", text.format(pairs=listed(later, names)))


def _of_played(state: State) -> Iterator[Obstacle]:
    """What somebody at the desk has to do: matches that ended level, tables of people who have left."""
    for name, played in state.tables.items():
        met, title = state.met[name], match_title(state.bracket, name)
        outcome = state.outcomes[name]
        if outcome and outcome.winner is None and not outcome.is_forfeit and played.state != "playing":
            text = _("{match} has no winner. A director enters who goes on.")
            yield Obstacle("drawn", text.format(match=title))
        if state.is_walkover(name) and played.state == "playing" and met.is_played:
            text = _(
                "{match}: somebody has left, so the match is decided. Enter for table {number} that they did "
                "not come. Until then the other player cannot sit elsewhere."
            )
            yield Obstacle("left_open", text.format(match=title, number=played.number))
    if number := len(state.played_now):
        text = ngettext("{number} match is being played.", "{number} matches are being played.", number)
        yield Obstacle("being_played", text.format(number=number))


class BracketFormat(MatchFormat):
    """A round is whatever matches are open when it is drawn: nobody waits for a slower half of the bracket. Who is in
    it, and with which seed, is said by the first one."""

    on_pairs = gettext_lazy("Seeds and results decide the pairings, also for these two.")
    counts = "wins"
    rounds = BY_MATCHES
    has_swaps = False
    check_in_label = gettext_lazy("Everybody checks in again before each match")
    check_in_help = gettext_lazy(
        "A match waits until both are checked in or a director gives the match to one of them."
    )
    check_in_sentence = gettext_lazy("Everybody checks in again before each match.")

    def is_left(self, stage: Stage, number: int) -> bool:
        state = bracket_of(stage, named=False)
        if state is None or not state.rounds:
            return True
        return any(met.winner is None and name not in state.tables for name, met in state.met.items())

    def next_round(self, stage: Stage, read: Read = nameless) -> NextRound:
        return next_round(stage)

    def seated(self, stage: Stage, field: Field) -> list[Unit]:
        state = bracket_of(stage, named=False)
        return sides(entrant for met in _drawn(state, field) for entrant in sides_of(state, met)) if state else []

    def sitting_out(self, stage: Stage, field: Field) -> Sequence[Entrant]:
        return ()

    def seeding(self, stage: Stage, field: Field, seed: int) -> Seeding:
        state = bracket_of(stage, named=False)
        if state is None or has_begun(stage):
            return []
        return [(entrant, 1, line) for line, entrant in enumerate(state.seeds, 1)]

    def to_check_in(self, stage: Stage, number: int) -> frozenset[UUID] | None:
        state = bracket_of(stage, named=False)
        missing = absent_in(stage, number)
        asked = [entrant.pk for met in state.openable for entrant in sides_of(state, met)] if state else []
        return frozenset(pk for pk in asked if pk not in missing)

    def forfeiting(self, stage: Stage, number: int) -> Mapping[UUID, DeskAct]:
        acts = attendance(stage, number) if asks_check_in(stage, number) else {}
        return {entrant: act for entrant, act in acts.items() if act.kind == DeskAct.Kind.FORFEITS}

    def draw(self, stage: Stage, field: Field, asked: DrawRequest, read: Read = nameless) -> Drawn:
        state = bracket_of(stage, named=False)
        assert state  # noqa: S101 the precheck stops a bracket of fewer than two
        drawn = _drawn(state, field)
        tables = tuple(
            SeatedTable(tuple(unit.key for unit in sides(sides_of(state, met))), code=met.match.name) for met in drawn
        )
        return Drawn(tables, (), asked.seed, ENGINE, facts_of(state, drawn), Report(broken=()))

    def basis(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        return basis_of(stage, field.number)

    def is_stuck(self, stage: Stage) -> bool:
        state = bracket_of(stage)
        return state is not None and not state.openable

    def is_built_on(self, round_: Round) -> bool:
        """Rounds overlap: whether a later one took somebody from it, or would have nobody who says who is in it. A
        draft may be an earlier round, taken back before: a stage has one at most."""
        rounds = round_.stage.rounds
        if rounds.filter(state=Round.State.DRAFT).exists():
            return True
        is_first = not rounds.filter(number__lt=round_.number).exists()
        return super().is_built_on(round_) and (is_first or is_waited_for(round_))

    def match_titles(self, round_: Round) -> Mapping[str, str]:
        state = bracket_of(round_.stage)
        return {name: match_title(state.bracket, name) for name in state.met} if state else {}

    def explanation(
        self, round_: Round, places: Sequence[RoundPlace], names: Mapping[str, str], *, for_desk: bool
    ) -> Explanation:
        return Explanation(tuple(bracket_reasons(round_)))

    def late_matches(self, round_: Round, read: Read = nameless) -> tuple[LateMatch, ...]:
        state = bracket_of(round_.stage, read=None if read is nameless else read)
        codes = set(round_.tables.values_list("code", flat=True))
        return tuple(match for match in late_matches(state) if match.into in codes) if state else ()

    def points(self, round_: Round, read: Read = nameless) -> dict[str, int]:
        """1 for who goes on, 0 for who does not."""
        state = bracket_of(round_.stage, named=False)
        found: dict[str, int] = {}
        for name, played in state.tables.items() if state else ():
            if state and played.table.round_id == round_.pk:
                winner = state.told.get(name)
                for seed in (state.met[name].one, state.met[name].two):
                    found[str(state.entrant(seed or 0).pk)] = int(seed == winner)
        return found

    def match_figure(self, outcome: Outcome, entrant: UUID) -> str:
        """Points of matches count for nothing: what was counted in it, as the bracket has it."""
        counted = outcome.counted_of(entrant)
        return super().match_figure(outcome, entrant) if counted is None else signed(counted)

    def missing(self, round_: Round, read: Read = nameless) -> list[int]:
        state = bracket_of(round_.stage, named=False)
        tables = [(name, played) for name, played in state.tables.items()] if state else []
        return [
            played.number
            for name, played in tables
            if played.table.round_id == round_.pk
            and not (state and played.is_final and (name in state.told or state.is_walkover(name)))
        ]

    def picture(self, stage: Stage, names: Mapping[UUID, str]) -> Sequence[BracketPart]:
        state = bracket_of(stage)
        return parts_of(state, names) if state else ()

    def standings_on_paper(self, stage: Stage) -> list[StandingPaper]:
        now = StandingPaper(
            pgettext("heading", "The bracket"),
            pgettext("in a line", "with room for the results to come"),
            is_official=False,
        )
        return [*([] if stage.state == Stage.State.ENDED else [now]), self.official_on_paper(stage)]

    def official_on_paper(self, stage: Stage) -> StandingPaper:
        is_ended = stage.state == Stage.State.ENDED
        return StandingPaper(pgettext("heading", "The bracket") if is_ended else _("The official bracket"))

    def shares_places(self, *, goes_on: bool) -> bool:
        """Who loses in one round shares the place, unless somebody goes on from it."""
        return goes_on

    def paper(self, stage: Stage, *, official: bool) -> BracketPaper:
        return bracket_paper(stage, official=official)

    def places(self, stage: Stage, *, official: bool) -> Places:
        """Who is still in stands before all who are out."""
        state = bracket_of(stage, official=official, named=False)
        if state is None or not has_begun(stage):
            return [[]]
        return [places_in(stage, state)]

    def standing(self, stage: Stage, *, official: bool, read: Read = nameless, is_file: bool = False) -> Standing:
        return standing(stage, official=official, read=None if read is nameless else read)

    def standing_list(self, stage: Stage, *, official: bool) -> Table:
        return standing_list(stage, official=official)

    def page_tables(self, stage: Stage, *, official: bool) -> dict[str, Callable[[], Table]]:
        state = bracket_of(stage, official=official)
        beside = tables_of(state) if state else {}
        own = {key: partial(given, table) for key, table in beside.items()}
        return {"standing": partial(standing_list, stage, official=official), **own}

    def stands(self, stage: Stage, so_far: dict[UUID, Stand]) -> dict[UUID, Stand]:
        return stands(stage, so_far)

    def open_question(self, stage: Stage) -> str:
        state = bracket_of(stage, official=True, named=False)
        if state is None or state.is_decided:
            return ""
        open_ones = [name for name, met in state.met.items() if met.winner is None]
        return _("This is not decided yet: {match}.").format(match=match_title(state.bracket, open_ones[0]))


class SingleFormat(BracketFormat):
    """Who loses is out."""

    plan = SinglePlan
    order = 4
    title = gettext_lazy("Knock-out, one against one")
    about = gettext_lazy("The loser is out.")

    def sentences(self, plan: SinglePlan, number: int, game: AnyGame | None, rules_version: int) -> list[str]:
        third = (
            _("The losers of the semi-finals play for third place.")
            if plan.third_place
            else _("Third place is shared.")
        )
        return [_("The loser is out."), third]

    def fields(self, plan: SinglePlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
        label = _("Play for third place")
        return {"third_place": forms.BooleanField(label=label, required=False, initial=plan.third_place)}


class DoubleFormat(BracketFormat):
    """Who loses twice is out."""

    plan = DoublePlan
    order = 5
    title = pgettext_lazy("heading", "Double elimination")
    about = gettext_lazy("A player who loses twice is out.")

    def is_usual(self, game: AnyGame) -> bool:
        return game.duel is not None and game.duel.by == "match"

    def sentences(self, plan: DoublePlan, number: int, game: AnyGame | None, rules_version: int) -> list[str]:
        again = _("If the player from the lower bracket wins the final, a second final decides.")
        return [_("A player who loses twice is out."), again if plan.reset else _("One final decides.")]

    def fields(self, plan: DoublePlan, who: Entering, *, is_first: bool) -> dict[str, forms.Field]:
        help_text = _("If the player from the lower bracket wins the first.")
        field = forms.BooleanField(label=_("A second final"), required=False, help_text=help_text, initial=plan.reset)
        return {"reset": field}


FORMATS = (SingleFormat(), DoubleFormat())


def _drawn(state: State | None, field: Field) -> list[Met]:
    return ready(state, field.number)[0] if state else []
