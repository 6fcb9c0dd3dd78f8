"""The result of a match of two, written at the desk: who has won, and how."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.record import load
from scorekeeper.accounts.models import User
from scorekeeper.play.acting import clean_reason
from scorekeeper.tournaments.formats.offers import StageAct
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.matches.results import Pair
from scorekeeper.tournaments.models import DeskAct, Round, RoundTable, Stage
from scorekeeper.tournaments.results.records import MOST_SCORED, MatchWon, TableMatch
from scorekeeper.tournaments.rounds.results import Played, read_tables
from scorekeeper.tournaments.services.common import refused
from scorekeeper.tournaments.services.keys import earlier_act, once
from scorekeeper.tournaments.services.results import Saying, act_of, open_round
from scorekeeper.tournaments.services.sheets import close_written


@transaction.atomic
def write_match(result: TableMatch, *, table_id: UUID, by: User, key: UUID, now: datetime) -> DeskAct:
    """What a match has come to, whatever its sheet says, if there is one. The newest one counts; a first one needs no
    reason.

    Raises:
        Conflict: `tournament_ended`, `round_is_draft`.
        Refused: `reason_missing`; `no_match`: the stage is not played one against one; `entrant_unknown`; `no_draw`:
            here somebody has to win; `not_played`: who did not come has no sets; `too_much`; `sets_contradict`: who
            has won has fewer sets than the other; `sets_too_many`: more than a match by these rules can have;
            `scored_contradict`: where points decide, they say otherwise.
    """
    table = RoundTable.objects.get(pk=table_id)
    one = open_round(table, by)
    (played,) = read_tables(RoundTable.objects.filter(pk=table_id), named=False)
    act = once(match_act(one, played, result, Saying(by, result.reason, key, now)))
    close_written(table_id, by, now)
    return act


def match_act(round_: Round, played: Played, result: MatchWon, say: Saying) -> DeskAct:
    """What `write_match` writes of a table of this round, not saved yet.

    Raises:
        Refused: as there.
    """
    is_first = played.says_nothing_of(played.got) or bool(earlier_act(round_.club_id, say.key))
    reason = clean_reason(say.reason, needed=not is_first)
    _check(round_.stage, [place.entrant_id for place in played.places], result)
    act = act_of(round_.stage, DeskAct.Kind.RESULT, say, reason, say.key)
    act.round, act.table = round_, played.table
    act.detail = {"winner": str(result.winner) if result.winner else None, "forfeit": result.forfeit}
    act.detail |= {name: list(pair) for name, pair in _counted(result) if pair}
    return act


def _counted(result: MatchWon) -> tuple[tuple[str, Pair | None], tuple[str, Pair | None]]:
    return ("sets", result.sets), ("scored", result.scored)


def _check(stage: Stage, sides: list[UUID], result: MatchWon) -> None:
    format_of(stage).require(StageAct.WRITE_MATCH)
    if result.winner is not None and result.winner not in sides:
        raise refused("entrant_unknown", "winner", gettext_noop("Choose one of the two who play this match."))
    if result.winner is None and not result.forfeit and not format_of(stage).may_draw(stage):
        raise refused("no_draw", "winner", gettext_noop("Here a match has a winner. Say who it is."))
    duel = stage.tournament.plays.duel
    by_points = duel is not None and duel.by == "points"
    _check_counted(sides, result, by_points=by_points)
    if result.sets and duel and duel.sets_to_win:
        rules = load(stage.tournament.plays.rules, stage.tournament.rules)
        _check_sets(sides, result, result.sets, to_win=duel.sets_to_win(rules))
    if by_points and result.scored:
        _check_decides(sides, result.winner, result.scored)


def _check_sets(sides: list[UUID], result: MatchWon, sets: Pair, *, to_win: int) -> None:
    """Only who has won can have as many as win a match, and nobody more. They may have fewer: one can give up."""
    for side, count in zip(sides, sets, strict=True):
        most = to_win if side == result.winner else to_win - 1
        if count > most:
            text = gettext_noop(
                "By these rules a match is won with {number}: who has won has at most that many, the other side fewer."
            )
            raise refused("sets_too_many", "sets", text, number=to_win)


def _check_decides(sides: list[UUID], winner: UUID | None, scored: Pair) -> None:
    home, away = scored
    ahead = sides[home < away] if home != away else None
    if winner != ahead:
        text = gettext_noop("Who has won has more points than the other one; in a draw both have the same.")
        raise refused("scored_contradict", "scored", text)


def _check_counted(sides: list[UUID], result: MatchWon, *, by_points: bool) -> None:
    for name, pair in _counted(result):
        if pair and result.forfeit:
            text = gettext_noop("A match that somebody did not come to has nothing to count. Leave this empty.")
            raise refused("not_played", name, text)
        least = -MOST_SCORED if by_points and name == "scored" else 0
        if pair and not all(least <= count <= MOST_SCORED for count in pair):
            raise refused("too_much", name, gettext_noop("From {least} to {most}."), least=least, most=MOST_SCORED)
    if result.sets and result.winner:
        own, other = result.sets if result.winner == sides[0] else result.sets[::-1]
        if own < other:
            text = gettext_noop("Who has won has fewer than the other one. Look at it again.")
            raise refused("sets_contradict", "sets", text)
