"""The results of a whole round at the desk: all rows at once or one of them, checked against the paper, undone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Amount, Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import RESULT_UNDONE, default_words
from scorekeeper.tournaments.acting import key_used, locked_round, once, refused, require_not_ended, role_at, written
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import DeskAct, Round, RoundTable
from scorekeeper.tournaments.policies import can_desk, can_plan
from scorekeeper.tournaments.results import reads, services
from scorekeeper.tournaments.results.records import MatchWon, PaperChecks, RoundResults, RowResult
from scorekeeper.tournaments.rounds.results import MEASURES, Got, Played, read_tables

Kind = DeskAct.Kind
CHANGED: Final = "result_changed"
NAMED_TWICE: Final = gettext_noop("Name everybody exactly once.")


@dataclass(frozen=True, slots=True)
class RowWanted:
    """The result of one table as somebody wants it written: `points` of entrants with `measures` of what the game asks
    of equals, or the result of a `match`. Figures that are known already are not written again. `seen` is the mark of
    what its writer saw there; `despite_sum`: as it is, although the points do not come to what the game says."""

    table: UUID
    seen: str
    points: Mapping[UUID, int] = field(default_factory=dict)
    measures: Mapping[UUID, Mapping[str, int]] = field(default_factory=dict)
    match: MatchWon | None = None
    reason: str = ""
    despite_sum: bool = False


@transaction.atomic
def write_rows(*, round_id: UUID, rows: Sequence[RowWanted], say: services.Saying) -> list[DeskAct]:
    """Write the results of these tables of a round, all or none; those under `say.key` again are answered with what
    was written then. A first result needs no reason, a changed one does; the reason of `say` is not asked.

    The field of a problem begins with the number of its table: `7.points`.

    Raises:
        Conflict: `tournament_ended`, `round_is_draft`, `key_used`; `result_changed`: somebody has written there
            meanwhile, or a hand was recorded (standing: {"tables": their numbers}).
        Refused: of each row as `_acts`; `table_unknown`, `named_twice`; `sum_differs`.
        PermissionDenied
    """
    round_ = _open(round_id, say, can_plan)
    played = _read(round_, [row.table for row in rows])
    earlier = _earlier(round_, played.values(), say)
    problems, changed, fresh = list[Problem](), list[int](), list[list[DeskAct]]()
    found: list[DeskAct] = []
    for row in rows:
        table = played[row.table]
        own = replace(say, key=uuid5(say.key, row.table.hex), reason=row.reason)
        if before := earlier.get(row.table):
            found += _same(before, row)
        elif _seen(table) != row.seen:
            changed.append(table.number)
        else:
            try:
                fresh.append(_acts(round_, table, row, own))
            except Refused as error:
                problems += [_at(table, problem) for problem in error.problems]
    if changed:
        raise _changed(changed)
    if problems:
        raise Refused(problems)
    found += written(act for acts in fresh for act in acts)
    for acts in fresh:
        if acts and acts[0].table and acts[0].table.sitting_id:  # paper tables have no sheet that waits
            services.close_written(acts[0].table.pk, say.by, say.now)
    return found


@transaction.atomic
def write_results(wanted: RoundResults, *, round_id: UUID, by: User, key: UUID, now: datetime) -> services.Written:
    """The same of tables of a round, and the field of a problem says which of `results` it is about.

    Raises:
        Conflict: as `write_rows`.
        Refused: `one_kind`: both the points and the match, or neither; `named_twice`; as `write_rows`.
    """
    rows = [_row(place, row) for place, row in enumerate(wanted.results)]
    try:
        return services.Written(write_rows(round_id=round_id, rows=rows, say=services.Saying(by, "", key, now)))
    except Refused as refusal:
        raise Refused(_by_place(round_id, rows, refusal.problems)) from None


def _row(place: int, row: RowResult) -> RowWanted:
    if bool(row.points) == bool(row.match):
        text = gettext_noop("Give the points of entrants or the winner of the match, not both.")
        raise refused("one_kind", f"results.{place}", text)
    points = {got.entrant: got.points for got in row.points}
    if len(points) < len(row.points):
        raise refused("named_twice", f"results.{place}.points", NAMED_TWICE)
    measures = {got.entrant: got.measures for got in row.points if got.measures}
    return RowWanted(row.table, row.seen, points, measures, row.match, row.reason, row.despite_sum)


def _by_place(round_id: UUID, rows: Sequence[RowWanted], problems: Sequence[Problem]) -> list[Problem]:
    """The problems by the place of their row in what was sent, and not by the number of their table."""
    places = {row.table: place for place, row in enumerate(rows)}
    numbers = RoundTable.objects.filter(round=round_id, pk__in=places).values_list("number", "pk")
    by_number = {str(number): places[pk] for number, pk in numbers}
    found = []
    for problem in problems:
        number, _dot, name = problem.field.partition(".")
        inside = "points" if name in {"entrant", "measures"} else name
        at = f"results.{by_number[number]}.{inside}".rstrip(".") if number in by_number else "results"
        found.append(replace(problem, field=at))
    return found


def acts_wanted(*, round_: Round, rows: Sequence[RowWanted], say: services.Saying) -> list[DeskAct]:
    """What `write_rows` would write of these rows, given a reason, for those who ask what that would move. Nothing is
    saved, and rows that would be refused are left out."""
    played = _read(round_, [row.table for row in rows])
    found: list[DeskAct] = []
    for row in rows:
        own = replace(say, key=uuid5(say.key, row.table.hex), reason=row.reason or "–")
        try:
            found += _acts(round_, played[row.table], replace(row, despite_sum=True), own)
        except Refused:
            continue
    return found


@transaction.atomic
def check_tables(*, round_id: UUID, checks: Mapping[UUID, str], say: services.Saying) -> list[DeskAct]:
    """Somebody has compared these tables, {table: the mark of the result they saw}, with the paper, and they agree. A
    result that is changed later is unchecked again. Said twice it is said once.

    Raises:
        Conflict: `tournament_ended`, `round_is_draft`, `result_changed`; `key_used`.
        Refused: `table_unknown`; `no_result`: there is nothing to compare.
        PermissionDenied
    """
    round_ = _open(round_id, say, can_desk)
    played = _read(round_, list(checks))
    changed = [played[table].number for table, seen in checks.items() if _seen(played[table]) != seen]
    if changed:
        raise _changed(changed)
    text = gettext_noop("Table {number} has no result yet, so there is nothing to compare.")
    problems = [
        Problem("no_result", f"{table.number}.", Text(text, {"number": table.number}))
        for table in played.values()
        if not format_of(round_.stage).has_result(round_.stage, table)
    ]
    if problems:
        raise Refused(problems)
    return [_checked(round_, played[table], say, seen) for table, seen in checks.items()]


@transaction.atomic
def check_papers(checked: PaperChecks, *, round_id: UUID, by: User, key: UUID, now: datetime) -> services.Written:
    """The same of several tables. Raises Conflict as `check_tables`; Refused `named_twice`, as `check_tables`, all at
    the field "checks"."""
    checks = {check.table: check.seen for check in checked.checks}
    if len(checks) < len(checked.checks):
        raise refused("named_twice", "checks", NAMED_TWICE)
    try:
        return services.Written(check_tables(round_id=round_id, checks=checks, say=services.Saying(by, "", key, now)))
    except Refused as refusal:
        raise Refused([replace(problem, field="checks") for problem in refusal.problems]) from None


@transaction.atomic
def undo_newest(*, act_id: UUID, say: services.Saying) -> list[DeskAct]:
    """Undo one's own newest act at a table: a result with all that was written in the same go, so that what stood
    before stands again, or a check. Twice is once.

    Raises:
        Conflict: `tournament_ended`; `not_newest`: something was done there since, or it is somebody else's;
            `built_on`: the round was made official since, or a later one drawn.
        Refused: `stays`: an act of another kind.
        PermissionDenied
    """
    act = DeskAct.objects.get(pk=act_id)
    if act.kind not in {Kind.RESULT, Kind.CHECKED} or act.round_id is None or act.table_id is None:
        raise refused("stays", "", gettext_noop("This can’t be taken back here."))
    round_ = _open(act.round_id, say, can_desk if act.kind == Kind.CHECKED else can_plan)
    if DeskAct.objects.filter(of=act).exists():
        return []
    history = reads.history_of(_read(round_, [act.table_id])[act.table_id])
    together = services.written_together(_results(history)) if act.kind == Kind.RESULT else [act]
    own, newest = {each.pk for each in together}, history.newest
    if newest is None or act.by_id != say.by.pk or not {act.pk, newest.pk} <= own:
        raise Conflict("not_newest", _("You can undo only your own latest entry of a table. Check the current result."))
    if not reads.can_undo(act, say.by, reads.built_on(round_)):
        text = _("The round is now official, or a later one is drawn. Take the result back with a reason.")
        raise Conflict("built_on", text)
    undone = [_undone(round_, result, say) for result in together]
    services.reopen_unwritten(act.table_id, say.by, say.now)
    return undone


def _open(round_id: UUID, say: services.Saying, may: Callable[[str | None], bool]) -> Round:
    """The round, with its tournament locked."""
    round_ = locked_round(round_id)
    require(may(role_at(say.by, round_.stage.tournament)))
    require_not_ended(round_.stage.tournament)
    if round_.is_draft:
        raise Conflict("round_is_draft", _("This round is only a draft. Its tables are not open yet."))
    return round_


def _read(round_: Round, tables: Sequence[UUID]) -> dict[UUID, Played]:
    """These tables of the round by their ids, with what was done about their results."""
    rows = RoundTable.objects.filter(round=round_, pk__in=tables)
    found = {played.table.pk: played for played in read_tables(rows, named=False, history=True)}
    for played in found.values():
        played.table.round = round_
    if found.keys() < {*tables}:
        raise refused("table_unknown", "table", gettext_noop("Choose tables of this round."))
    if len(found) < len(tables):
        raise refused("named_twice", "table", gettext_noop("Name each table once."))
    return found


def _seen(played: Played) -> str:
    return reads.history_of(played).seen(played)


def _earlier(round_: Round, played: Iterable[Played], say: services.Saying) -> dict[UUID, list[DeskAct]]:
    """{table: what was written of it under this key before}"""
    keys = {
        key: table.table.pk
        for table in played
        for key in services.keys_of_table(uuid5(say.key, table.table.pk.hex), table)
    }
    found: dict[UUID, list[DeskAct]] = {}
    for act in DeskAct.objects.filter(club=round_.club_id, key__in=keys).order_by("pk"):
        assert act.key  # noqa: S101 asked for
        found.setdefault(keys[act.key], []).append(act)
    return found


def _same(earlier: Sequence[DeskAct], row: RowWanted) -> list[DeskAct]:
    """What was written of a row before. Raises Conflict `key_used` where it said something else."""
    for act in earlier:
        if act.entrant_id is None:
            is_same = row.match is not None and act.detail == _detail(row.match)
        else:
            written = act.detail.get(MEASURES, {})
            is_same = act.points == row.points.get(act.entrant_id)
            is_same = is_same and row.measures.get(act.entrant_id, {}).items() <= written.items()
        if not is_same:
            raise key_used(act)
    return list(earlier)


def _acts(round_: Round, played: Played, row: RowWanted, say: services.Saying) -> list[DeskAct]:
    """What is to be written of a row, not saved yet; none where all of it is known. Raises Refused as
    `services.points_acts`, as `services.match_act`, as `_require_sum`, `no_match`, `not_points`, `is_match`."""
    if row.match:
        if played.match and played.match.detail == _detail(row.match):
            return []
        return [services.match_act(round_, played, row.match, say)]
    points = {pk: amount for pk, amount in row.points.items() if _is_new(played, pk, amount, row.measures.get(pk, {}))}
    if row.points and not points:
        return []
    measures = {pk: _kept(played.got.get(pk), row.measures.get(pk, {})) for pk in points}
    acts = services.points_acts(round_, played, points, say, {pk: own for pk, own in measures.items() if own})
    if not row.despite_sum:
        _require_sum(round_, played, points)
    return acts


def _is_new(played: Played, entrant: UUID, amount: int, measures: Mapping[str, int]) -> bool:
    if entrant not in played.got:
        return True  # refused where it is read
    figures = reads.figures_of(played, entrant)
    return any(figures.get(name) != figure for name, figure in {**measures, reads.POINTS: amount}.items())


def _kept(got: Got | None, measures: Mapping[str, int]) -> dict[str, int]:
    """What the desk had written of somebody beside the points stays, where it is not written anew."""
    written = got.act.detail.get(MEASURES, {}) if got and got.act else {}
    return {**written, **measures}


def _require_sum(round_: Round, played: Played, points: Mapping[UUID, int]) -> None:
    """Where all that one wins another one loses, the points of a table come to 0 once everybody has theirs. A sheet of
    the program can't come to anything else; a result of the desk can: a director may rule that somebody who broke off
    loses without another one winning, and a paper sheet may be wrong in a way nobody can mend any more. So it is asked
    about, and can be overruled. Raises Refused `sum_differs`."""
    should = reads.sums_to(round_.stage.tournament)
    all_known = {pk: points.get(pk, reads.figures_of(played, pk).get(reads.POINTS)) for pk in played.got}
    if should is None or None in all_known.values():
        return
    came_to = sum(amount or 0 for amount in all_known.values())
    if came_to != should:
        text = gettext_noop("The points of this table add up to {sum}. In this game they must add up to {should}.")
        raise Refused(
            [Problem("sum_differs", "points", Text(text, {"sum": Amount(came_to), "should": Amount(should)}))]
        )


def _detail(result: MatchWon) -> dict[str, Any]:
    """As `match_act` keeps it."""
    detail: dict[str, Any] = {"winner": str(result.winner) if result.winner else None, "forfeit": result.forfeit}
    return detail | {name: list(pair) for name in ("sets", "scored") if (pair := getattr(result, name))}


def _at(played: Played, problem: Problem) -> Problem:
    return replace(problem, field=f"{played.number}.{problem.field}")


def _changed(numbers: Sequence[int]) -> Conflict:
    text = _("Somebody else has entered results at table {numbers}. Nothing was saved. Choose which result counts.")
    return Conflict(CHANGED, text.format(numbers=", ".join(map(str, numbers))), standing={"tables": list(numbers)})


def _checked(round_: Round, played: Played, say: services.Saying, seen: str) -> DeskAct:
    """The check by this person that stands, or a new one."""
    for act in reads.history_of(played).checked(played):
        if act.by_id == say.by.pk:
            return act
    act = services.act_of(round_.stage, Kind.CHECKED, say, "", uuid5(say.key, played.table.pk.hex))
    act.round, act.table, act.detail = round_, played.table, {reads.SEEN: seen}
    return once(act)


def _results(history: reads.History) -> list[DeskAct]:
    return [act for act in history.results if act.kind == Kind.RESULT]


def _undone(round_: Round, act: DeskAct, say: services.Saying) -> DeskAct:
    reason = default_words(RESULT_UNDONE)
    back = services.act_of(round_.stage, Kind.TAKEN_BACK, say, reason, uuid5(say.key, act.pk.hex))
    back.of, back.round, back.table_id, back.entrant_id = act, round_, act.table_id, act.entrant_id
    return once(back)
