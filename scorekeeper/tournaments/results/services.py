"""Results, matches and points that are written at the desk, and sheets that they close."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.record import load
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import HAS_COME_BACK, HAS_LEFT, WRITING_UNDONE, WRITTEN_AT_DESK, default_words
from scorekeeper.draws.drawn import SEED_BITS, report_of
from scorekeeper.journal.models import Kind as Told
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_unused, reopen_unused
from scorekeeper.standings.ranking import drawn
from scorekeeper.tournaments import acting
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.matches.play import Pair
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundTable, Stage
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.results import records
from scorekeeper.tournaments.rounds.results import MEASURES, Once, Played, asked_of_equals, read_tables


def close_written(table_id: UUID, by: User, now: datetime) -> None:
    """A table all of whose results were written at the desk waits for nobody: its empty sheet is closed."""
    (played,) = read_tables(RoundTable.objects.filter(pk=table_id), named=False)
    if played.state == "desk" and played.sitting:
        reason = default_words(WRITTEN_AT_DESK)
        close_unused(sitting_id=played.sitting.pk, by=Actor(user=by), reason=reason, now=now)


def reopen_unwritten(table_id: UUID, by: User, now: datetime) -> None:
    """What was written there is taken back: its empty sheet can be filled after all."""
    (played,) = read_tables(RoundTable.objects.filter(pk=table_id), named=False)
    if played.state != "desk" and played.sitting:
        reason = default_words(WRITING_UNDONE)
        reopen_unused(sitting_id=played.sitting.pk, by=Actor(user=by), reason=reason, now=now)


def close_left(entrant: Entrant, by: User, now: datetime) -> None:
    """Who leaves has lost the open match of a bracket; where nothing was recorded yet its sheet is closed, so that the
    other one can sit down elsewhere. The tournament is locked."""
    for played in _matches(entrant):
        if played.sitting and not played.match:
            reason = default_words(HAS_LEFT)
            close_unused(sitting_id=played.sitting.pk, by=Actor(user=by), reason=reason, now=now)


def reopen_left(entrant: Entrant, by: User, now: datetime) -> None:
    """Who has left is back: the match is played after all."""
    for played in _matches(entrant):
        if played.sitting and not played.match:
            reason = default_words(HAS_COME_BACK)
            reopen_unused(sitting_id=played.sitting.pk, by=Actor(user=by), reason=reason, now=now)


def _matches(entrant: Entrant) -> Iterable[Played]:
    """Their matches in the rounds of a bracket that are being played."""
    stages = [stage.pk for stage in entrant.tournament.stages.filter(state="running") if format_of(stage).is_by_matches]
    tables = RoundTable.objects.filter(round__stage__in=stages, round__state=Round.State.PUBLISHED)
    return read_tables(tables.filter(places__entrant=entrant), named=False)


Measures: TypeAlias = Mapping[UUID, Mapping[str, int]]
Kind = DeskAct.Kind


@dataclass(frozen=True, slots=True)
class Saying:
    """Who does something at the desk, why and when; `key` makes sending twice harmless."""

    by: User
    reason: str
    key: UUID
    now: datetime


@dataclass(frozen=True, slots=True)
class Written:
    """What was written down together."""

    acts: Sequence[DeskAct]

    @property
    def is_new(self) -> bool:
        """Not where all of it was sent before."""
        return any(act.is_new for act in self.acts)


@transaction.atomic
def write_result(result: records.TableResult, *, table_id: UUID, by: User, key: UUID, now: datetime) -> Written:
    """What entrants have of a table, whatever its sheet says, if there is one, and of each what the game asks of
    equals. A first result needs no reason.

    Raises:
        Conflict: `tournament_ended`, `round_is_draft`, `key_used`.
        Refused: `named_twice`, `not_points`, `reason_missing`, `nothing_said`, `entrant_unknown`,
            `measure_unknown`, `too_much`; `is_match`: a table of two has a winner; `reason_too_long`.
    """
    say = Saying(by, result.reason, key, now)
    points = {got.entrant: got.points for got in result.points}
    if len(points) < len(result.points):
        raise acting.refused("named_twice", "points", gettext_noop("Name everybody exactly once."))
    measures = {got.entrant: got.measures for got in result.points if got.measures}
    table = RoundTable.objects.get(pk=table_id)
    one = open_round(table, by)
    (played,) = read_tables(RoundTable.objects.filter(pk=table_id), named=False)
    try:
        acts = points_acts(one, played, points, say, measures)
    except Refused as refusal:
        at_points = ("entrant", "measures")
        found = [replace(each, field="points") if each.field in at_points else each for each in refusal.problems]
        raise Refused(found) from None
    written = acting.once_together(acts, keys_of_table(key, played))
    close_written(table_id, by, now)
    return Written(written)


def points_acts(
    round_: Round, played: Played, points: Mapping[UUID, int], say: Saying, measures: Measures
) -> list[DeskAct]:
    """What `write_result` writes of a table of this round, not saved yet.

    Raises:
        Refused: `nothing_said`, `entrant_unknown`, `measure_unknown`, `too_much`, as `clean_reason`.
    """
    format_of(round_.stage).require(StageAct.WRITE_RESULT, StageAct.WRITE_POINTS)
    if not points:
        raise acting.refused("nothing_said", "", gettext_noop("Enter how many points somebody has."))
    if not {*points, *measures} <= played.got.keys() or not measures.keys() <= points.keys():
        raise acting.refused("entrant_unknown", "entrant", gettext_noop("Choose somebody who sits at this table."))
    is_first = played.says_nothing_of(points) or bool(acting.earlier_act(round_.club_id, say.key))
    reason = clean_reason(say.reason, needed=not is_first)
    keys = _keys(say.key, points)
    acts = []
    for entrant, amount in points.items():
        if abs(amount) > records.MOST:
            raise acting.refused(
                "too_much", "points", gettext_noop("At most {most} points at once."), most=records.MOST
            )
        own = measures.get(entrant, {})
        _require_asked(round_.stage, own)
        act = act_of(round_.stage, Kind.RESULT, say, reason, keys[entrant])
        act.round, act.table, act.entrant_id, act.points = round_, played.table, entrant, amount
        act.detail = {MEASURES: dict(own)} if own else {}
        acts.append(act)
    return acts


def keys_of_table(key: UUID, played: Played) -> set[UUID]:
    """All keys under which what was written of a table under this one may stand."""
    return {key, *(_key_of(key, entrant) for entrant in played.got)}


def written_together(acts: Sequence[DeskAct]) -> list[DeskAct]:
    """Of the results of a table, oldest first, those that were written with the newest one: under one key."""
    newest = acts[-1]
    for first in acts:
        own = {first.key, *(_key_of(first.key, act.entrant_id) for act in acts if first.key and act.entrant_id)}
        if first.key and newest.key in own:
            return [act for act in acts if act.key in own]
    return [newest]


def _keys(key: UUID, entrants: Iterable[UUID]) -> dict[UUID, UUID]:
    """The first of those who are written down together has the key itself, so that nothing else is said under it."""
    first, *others = entrants
    return {first: key, **{entrant: _key_of(key, entrant) for entrant in others}}


def _key_of(key: UUID, entrant: UUID) -> UUID:
    return uuid5(key, entrant.hex)


@transaction.atomic
def give_points(given: records.PointsGiven, *, stage_id: UUID, by: User, key: UUID, now: datetime) -> DeskAct:
    """A bonus, or with less than 0 a penalty, beside the tables; why is told.

    Raises:
        Conflict: `tournament_ended`; `key_used`.
        Refused: `named_twice`, `not_points`, `reason_missing`, `entrant_unknown`, `no_points`, `too_much`;
            `reason_too_long`.
    """
    stage = acting.locked_stage(stage_id)
    require(can_plan(acting.role_at(by, stage.tournament)))
    acting.require_not_ended(stage.tournament)
    format_of(stage).require(StageAct.WRITE_RESULT, StageAct.GIVE_POINTS)
    reason = clean_reason(given.reason)
    if not stage.entrants.filter(entrant=given.entrant).exists():
        raise acting.refused("entrant_unknown", "entrant", gettext_noop("Choose somebody who takes part."))
    if given.points == 0:
        raise acting.refused("no_points", "points", gettext_noop("Enter the points: less than 0 for a penalty."))
    act = act_of(stage, Kind.PENALTY, Saying(by, reason, key, now), reason, key)
    act.entrant_id, act.points = given.entrant, given.points
    return acting.once(act)


@transaction.atomic
def take_back(back: WithReason, *, act_id: UUID, by: User, key: UUID, now: datetime) -> DeskAct:
    """Take back a result that was written at the desk, a penalty or bonus, or a lot; why is told. Twice is once.

    Raises:
        Conflict: `tournament_ended`; `key_used`.
        Refused: `reason_missing`; `stays`: an act of another kind; `reason_too_long`.
    """
    act = DeskAct.objects.get(pk=act_id)
    if act.stage_id is None or act.kind not in {Kind.RESULT, Kind.PENALTY, Kind.LOT}:
        raise acting.refused("stays", "", gettext_noop("This can’t be taken back here."))
    stage = acting.locked_stage(act.stage_id)
    require(can_plan(acting.role_at(by, stage.tournament)))
    acting.require_not_ended(stage.tournament)
    reason = clean_reason(back.reason)
    if earlier := DeskAct.objects.filter(of=act).first():
        return earlier
    undoing = act_of(stage, Kind.TAKEN_BACK, Saying(by, reason, key, now), reason, key)
    undoing.of, undoing.entrant_id = act, act.entrant_id
    undoing.round_id, undoing.table_id = act.round_id, act.table_id
    written = acting.once(undoing)
    if act.kind == Kind.RESULT and act.table_id and act.round and act.round.state == Round.State.PUBLISHED:
        reopen_unwritten(act.table_id, by, now)
    return written


@transaction.atomic
def make_official(*, round_id: UUID, by: User, now: datetime) -> Round:
    """The results of a round stand. What each had of it then is kept, so that a later correction shows. Twice is once.

    Raises:
        Conflict: `round_is_draft`; `tournament_ended`.
        Refused: `round_before`: the one before it is not official; `results_missing`: tables without a final
            result; `undecided`: a knock-out at tables is not over.
    """
    one = acting.locked_round(round_id)
    require(can_plan(acting.role_at(by, one.stage.tournament)))
    if one.state == Round.State.OFFICIAL:
        return one
    acting.require_not_ended(one.stage.tournament)
    if one.is_draft:
        raise Conflict("round_is_draft", _("This round is only a draft. Its tables are not open yet."))
    earlier = (
        one.stage.rounds.filter(number__lt=one.number).exclude(state=Round.State.OFFICIAL).order_by("number").first()
    )
    if earlier:
        raise acting.refused(
            "round_before", "", gettext_noop("Round {number} has to be official first."), number=earlier.number
        )
    if why := format_of(one.stage).undecided(one):
        raise acting.said("undecided", "", why)
    read = Once()
    if missing := format_of(one.stage).missing(one, read):
        text = gettext_noop(
            "These tables have no final result yet: {numbers}. Make their sheets official or enter a result."
        )
        raise acting.refused("results_missing", "", text, numbers=", ".join(map(str, missing)))
    one.state, one.official_by, one.official_at = Round.State.OFFICIAL, by, now
    one.report = report_of(one.report).but(official=format_of(one.stage).points(one, read)).kept()
    one.save(update_fields=["state", "official_by", "official_at", "report"])
    acting.note_act(one.stage.tournament, Told.TOURNAMENT_OFFICIAL, by, now, detail={"number": one.number})
    return one


@transaction.atomic
def draw_lots(
    lots: records.LotsAmong, *, stage_id: UUID, by: User, key: UUID, now: datetime, seed: int | None = None
) -> DeskAct:
    """Draw lots among all who share a place; the seed that decides is kept.

    Raises:
        Conflict: `tournament_ended`, `key_used`.
        Refused: `not_tied`: they are not those who share a place now.
    """
    stage = acting.locked_stage(stage_id)
    require(can_plan(acting.role_at(by, stage.tournament)))
    acting.require_not_ended(stage.tournament)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    act = act_of(stage, Kind.LOT, Saying(by, "", key, now), "", key)
    act.detail = {"seed": str(seed), "order": [str(pk) for pk in drawn(seed, lots.entrants)]}
    if acting.earlier_act(stage.club_id, key):
        return acting.once(act)  # by now they may share a place no longer
    groups = format_of(stage).places(stage, official=False)
    tied = [set(place) for places in groups for place in places if len(place) > 1]
    if set(lots.entrants) not in tied:
        raise acting.refused(
            "not_tied", "entrants", gettext_noop("Lots are drawn only among all players who share a place.")
        )
    return acting.once(act)


def open_round(table: RoundTable, by: User) -> Round:
    """The round of a table, with its tournament locked, for a director who writes there.

    Raises:
        Conflict: `tournament_ended`, `round_is_draft`.
    """
    one = acting.locked_round(table.round_id)
    require(can_plan(acting.role_at(by, one.stage.tournament)))
    acting.require_not_ended(one.stage.tournament)
    if one.is_draft:
        raise Conflict("round_is_draft", _("This round is only a draft. Its tables are not open yet."))
    return one


def act_of(stage: Stage, kind: DeskAct.Kind, say: Saying, reason: str, key: UUID) -> DeskAct:
    """Not saved yet."""
    return DeskAct(
        club_id=stage.club_id,
        tournament=stage.tournament,
        stage=stage,
        kind=kind,
        reason=reason,
        at=say.now,
        by=say.by,
        key=key,
    )


def _require_asked(stage: Stage, measures: Mapping[str, int]) -> None:
    """Only what the game asks of equals is written beside points; what is no amount of money is counted from 0."""
    asked = asked_of_equals(stage.tournament)
    for measure, amount in measures.items():
        if measure not in asked:
            text = gettext_noop("In this game only {measures} break ties.")
            raise acting.refused("measure_unknown", "measures", text, measures=", ".join(asked) or "–")
        least = -records.MOST if asked[measure].unit else 0
        if not least <= amount <= records.MOST:
            text = gettext_noop("From {least} to {most}.")
            raise acting.refused("too_much", "measures", text, least=least, most=records.MOST)


@transaction.atomic
def write_match(result: records.TableMatch, *, table_id: UUID, by: User, key: UUID, now: datetime) -> DeskAct:
    """What a match has come to, whatever its sheet says, if there is one. The newest one counts; a first one needs no
    reason.

    Raises:
        Conflict: `tournament_ended`, `round_is_draft`; `key_used`.
        Refused: `reason_missing`; `no_match`: the stage is not played one against one; `entrant_unknown`;
            `no_draw`: here somebody has to win; `not_played`: who did not come has no sets; `too_much`;
            `sets_contradict`: who has won has fewer sets than the other; `sets_too_many`: more than a match by
            these rules can have; `scored_contradict`: where points decide, they say otherwise; `reason_too_long`.
    """
    table = RoundTable.objects.get(pk=table_id)
    one = open_round(table, by)
    (played,) = read_tables(RoundTable.objects.filter(pk=table_id), named=False)
    act = acting.once(match_act(one, played, result, Saying(by, result.reason, key, now)))
    close_written(table_id, by, now)
    return act


def match_act(round_: Round, played: Played, result: records.MatchWon, say: Saying) -> DeskAct:
    """What `write_match` writes of a table of this round, not saved yet.

    Raises:
        Refused: as `clean_reason`, as `_check`.
    """
    is_first = played.says_nothing_of(played.got) or bool(acting.earlier_act(round_.club_id, say.key))
    reason = clean_reason(say.reason, needed=not is_first)
    _check(round_.stage, [place.entrant_id for place in played.places], result)
    act = act_of(round_.stage, DeskAct.Kind.RESULT, say, reason, say.key)
    act.round, act.table = round_, played.table
    act.detail = {"winner": str(result.winner) if result.winner else None, "forfeit": result.forfeit}
    act.detail |= {name: list(pair) for name, pair in _counted(result) if pair}
    return act


def _counted(result: records.MatchWon) -> tuple[tuple[str, Pair | None], tuple[str, Pair | None]]:
    return ("sets", result.sets), ("scored", result.scored)


def _check(stage: Stage, sides: list[UUID], result: records.MatchWon) -> None:
    """Raises Refused `entrant_unknown`, `no_draw`, `not_played`, `too_much`, `sets_contradict`, `scored_contradict`,
    `sets_too_many`."""
    format_of(stage).require(StageAct.WRITE_MATCH)
    if result.winner is not None and result.winner not in sides:
        raise acting.refused("entrant_unknown", "winner", gettext_noop("Choose one of the two who play this match."))
    if result.winner is None and not result.forfeit and not format_of(stage).may_draw(stage):
        raise acting.refused("no_draw", "winner", gettext_noop("A match here needs a winner. Choose who has won."))
    duel = stage.tournament.plays.duel
    by_points = duel is not None and duel.by == "points"
    _check_counted(sides, result, by_points=by_points)
    if result.sets and duel and duel.sets_to_win:
        rules = load(stage.tournament.plays.rules, stage.tournament.rules)
        _check_sets(sides, result, result.sets, to_win=duel.sets_to_win(rules))
    if by_points and result.scored:
        home, away = result.scored
        ahead = sides[home < away] if home != away else None
        if result.winner != ahead:
            text = gettext_noop("The winner must have more points than the other side. In a draw both have the same.")
            raise acting.refused("scored_contradict", "scored", text)


def _check_sets(sides: list[UUID], result: records.MatchWon, sets: Pair, *, to_win: int) -> None:
    """Only who has won can have as many as win a match, and nobody more. They may have fewer: one can give up."""
    for side, count in zip(sides, sets, strict=True):
        most = to_win if side == result.winner else to_win - 1
        if count > most:
            text = gettext_noop(
                "By these rules a match is won with {number}. The winner has at most that many, the other side fewer."
            )
            raise acting.refused("sets_too_many", "sets", text, number=to_win)


def _check_counted(sides: list[UUID], result: records.MatchWon, *, by_points: bool) -> None:
    for name, pair in _counted(result):
        if pair and result.forfeit:
            text = gettext_noop("If somebody did not come, there is nothing to count. Leave this empty.")
            raise acting.refused("not_played", name, text)
        least = -records.MOST_SCORED if by_points and name == "scored" else 0
        if pair and not all(least <= count <= records.MOST_SCORED for count in pair):
            raise acting.refused(
                "too_much", name, gettext_noop("From {least} to {most}."), least=least, most=records.MOST_SCORED
            )
    if result.sets and result.winner:
        own, other = result.sets if result.winner == sides[0] else result.sets[::-1]
        if own < other:
            text = gettext_noop("The winner has fewer than the other side. Check the figures.")
            raise acting.refused("sets_contradict", "sets", text)
