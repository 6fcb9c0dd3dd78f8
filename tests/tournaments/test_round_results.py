"""The results of a whole round at the desk: typed by row or all at once, changed, undone, compared with the paper."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.models import DeskAct, Round, Stage
from scorekeeper.tournaments.results.reads import ResultRow, moves_of, rows_of_round
from scorekeeper.tournaments.results.rows import (
    RowWanted,
    acts_wanted,
    check_tables,
    undo_newest,
    write_rows,
)
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.factories import NOW
from tests.factories.matches import match_result
from tests.factories.tournaments import draw, give_points, make_cup, publish, saying, sheet
from tests.locking import PATIENCE, begun

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)


def a_round(people: int = 8, **more: Any) -> tuple[Stage, Round]:
    stage = make_cup(people=people, **more)
    return stage, publish(stage)


def row_of(round_: Round, number: int = 1, reader: Any = None) -> ResultRow:
    (row,) = rows_of_round(Round.objects.select_related("stage__tournament__club").get(pk=round_.pk), reader, number)
    return row


def wanted(row: ResultRow, *points: int, **more: Any) -> RowWanted:
    own = {seat.entrant: amount for seat, amount in zip(row.seats, points, strict=False)}
    return RowWanted(row.table, more.pop("seen", row.seen), own, **more)


def write(round_: Round, *rows: RowWanted, **more: Any) -> list[DeskAct]:
    return write_rows(round_id=round_.pk, rows=rows, say=saying(round_.club, "", **more))


def points_at(round_: Round, number: int = 1) -> list[int]:
    return [seat.figures.get("", -1) for seat in row_of(round_, number).seats]


def refusal(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in error.value.problems]


def test_a_whole_round_is_written_at_once_and_closes_its_empty_sheets() -> None:
    _stage, one = a_round(11)
    rows = rows_of_round(one)
    assert [row.has_result for row in rows] == [False, False, False]

    acts = write(one, *(wanted(row, 900, 800, 700, 600) for row in rows))

    assert len(acts) == 11
    assert {act.reason for act in acts} == {""}
    assert [row.has_result for row in rows_of_round(one)] == [True, True, True]
    assert not any(sheet(table).is_open for table in one.tables.all())


def test_all_rows_are_written_or_none_and_each_refusal_names_its_table() -> None:
    _stage, one = a_round(8)
    first, second = rows_of_round(one)
    far = wanted(first, 10**9, 1, 2, 3)
    stranger = RowWanted(second.table, second.seen, {uuid4(): 5})

    with pytest.raises(Refused) as refused:
        write(one, far, stranger)

    assert refusal(refused) == [("too_much", "1.points"), ("entrant_unknown", "2.entrant")]
    assert not DeskAct.objects.filter(kind="result").exists()


def test_what_is_sent_twice_is_written_once_and_something_else_under_its_key_is_refused() -> None:
    _stage, one = a_round(4)
    row, key = row_of(one), uuid4()
    acts = write(one, wanted(row, 1, 2, 3, 4), key=key)

    again = write(one, wanted(row, 1, 2, 3, 4), key=key)
    assert {act.pk for act in again} == {act.pk for act in acts}
    with pytest.raises(Conflict) as conflict:
        write(one, wanted(row, 1, 2, 3, 5), key=key)

    assert conflict.value.code == "key_used"
    assert DeskAct.objects.filter(kind="result").count() == 4


def test_a_changed_result_needs_a_reason_and_only_what_differs_is_written() -> None:
    _stage, one = a_round(4)
    write(one, wanted(row_of(one), 1, 2, 3, 4))

    with pytest.raises(Refused) as refused:
        write(one, wanted(row_of(one), 1, 2, 3, 9))
    assert refusal(refused) == [("reason_missing", "1.reason")]
    acts = write(one, wanted(row_of(one), 1, 2, 3, 9, reason="read again"))

    assert [(act.points, act.reason) for act in acts] == [(9, "read again")]
    assert points_at(one) == [1, 2, 3, 9]
    assert write(one, wanted(row_of(one), 1, 2, 3, 9)) == []


def test_of_who_is_left_out_nothing_is_known_yet() -> None:
    _stage, one = a_round(4)
    write(one, wanted(row_of(one), 10, 0))
    row = row_of(one)
    assert (row.has_result, len(row.waiting)) == (False, 2)
    assert [seat.figures.get("") for seat in row.seats] == [10, 0, None, None]
    missing = RowWanted(row.table, row.seen, {row.seats[2].entrant: 5, row.seats[3].entrant: 6})
    write(one, missing)
    assert row_of(one).has_result


def test_what_the_game_asks_of_equals_stays_when_the_points_alone_are_changed() -> None:
    _stage, one = a_round(4)
    row = row_of(one)
    first = row.seats[0].entrant
    write(one, wanted(row, 900, 0, 0, 0, measures={first: {"won": 9, "lost": 2}}))
    write(one, wanted(row_of(one), 950, reason="added up again"))
    assert dict(row_of(one).seats[0].figures) == {"": 950, "won": 9, "lost": 2}


def test_two_directors_never_overwrite_each_other() -> None:
    _stage, one = a_round(4)
    seen = row_of(one)
    write(one, wanted(seen, 1, 2, 3, 4))

    with pytest.raises(Conflict) as conflict:
        write(one, wanted(seen, 5, 6, 7, 8, reason="mine"))

    assert (conflict.value.code, conflict.value.standing) == ("result_changed", {"tables": [1]})
    assert points_at(one) == [1, 2, 3, 4]
    write(one, wanted(row_of(one), 5, 6, 7, 8, reason="mine"))
    assert points_at(one) == [5, 6, 7, 8]


def test_a_hand_that_is_recorded_meanwhile_is_something_else_than_was_seen() -> None:
    _stage, one = a_round(4)
    seen = row_of(one)
    factories.record(sheet(one.tables.get()), factories.played(1))
    with pytest.raises(Conflict):
        write(one, wanted(seen, 5, 6, 7, 8, reason="mine"))


def test_a_signature_is_no_other_result() -> None:
    _stage, one = a_round(3)
    factories.record(sheet(one.tables.get()), factories.played(1))
    before = row_of(one).seen
    factories.finish(sheet(one.tables.get()))
    assert row_of(one).seen == before


@pytest.mark.parametrize("game", ["tonk", "palace_poker"])
def test_points_that_change_hands_come_to_nothing_together_unless_it_is_meant(game: str) -> None:
    _stage, one = a_round(4, game=game)
    row = row_of(one)
    with pytest.raises(Refused) as refused:
        write(one, wanted(row, 30, -10, -10, -9))
    assert refusal(refused) == [("sum_differs", "1.points")]
    assert refused.value.problems[0].message.values["sum"].units == 1

    write(one, wanted(row, 30, -10, -10, -9, despite_sum=True))
    write(one, wanted(row_of(one), 30, -10, -10, -10, reason="typed wrongly"))

    assert points_at(one) == [30, -10, -10, -10]


def test_an_unfinished_table_has_no_sum_yet_and_skat_none_at_all() -> None:
    _stage, one = a_round(4, game="tonk")
    write(one, wanted(row_of(one), 30, -10))
    _skat, other = a_round(4)
    write(other, wanted(row_of(other), 30, 10, 10, 10))


def test_undo_gives_back_what_stood_before_and_only_to_who_wrote_it() -> None:
    stage, one = a_round(4)
    owner, frank = factories.owner_of(stage.club), factories.make_member(stage.club, Role.DIRECTOR)
    write(one, wanted(row_of(one), 1, 2, 3, 4))
    write(one, wanted(row_of(one), 5, 6, 7, 8, reason="no"), by=frank, now=LATER)
    assert row_of(one, reader=owner).undo is None
    newest = row_of(one, reader=frank).undo
    assert newest

    with pytest.raises(Conflict) as conflict:
        undo_newest(act_id=newest.pk, say=saying(stage.club, "", by=owner))
    assert conflict.value.code == "not_newest"
    key = uuid4()
    assert len(undo_newest(act_id=newest.pk, say=saying(stage.club, "", by=frank, key=key, now=LATER))) == 4

    assert points_at(one) == [1, 2, 3, 4]
    assert undo_newest(act_id=newest.pk, say=saying(stage.club, "", by=frank, key=key)) == []
    assert row_of(one, reader=frank).undo is None


def test_a_first_result_that_is_undone_opens_the_empty_sheet_again_and_can_be_written_again() -> None:
    stage, one = a_round(4)
    owner = factories.owner_of(stage.club)
    write(one, wanted(row_of(one), 1, 2, 3, 4))
    newest = row_of(one, reader=owner).undo
    assert newest
    undo_newest(act_id=newest.pk, say=saying(stage.club, ""))
    assert sheet(one.tables.get()).is_open
    assert not row_of(one).is_known
    write(one, wanted(row_of(one), 1, 2, 3, 4))
    assert row_of(one).has_result


def test_an_older_act_is_not_undone_over_a_newer_one() -> None:
    stage, one = a_round(4)
    (first, *_others) = write(one, wanted(row_of(one), 1, 2, 3, 4))
    write(one, wanted(row_of(one), 5, reason="no"), now=LATER)
    with pytest.raises(Conflict) as conflict:
        undo_newest(act_id=first.pk, say=saying(stage.club, ""))
    assert conflict.value.code == "not_newest"


def test_what_is_official_or_was_drawn_by_is_not_undone() -> None:
    stage, one = a_round(4)
    acts = write(one, wanted(row_of(one), 1, 2, 3, 4))
    draw(stage)
    with pytest.raises(Conflict) as conflict:
        undo_newest(act_id=acts[0].pk, say=saying(stage.club, ""))
    assert conflict.value.code == "built_on"
    penalty = give_points(stage_id=stage.pk, entrant_id=row_of(one).seats[0].entrant, points=-5, say=saying(stage.club))
    with pytest.raises(Refused):
        undo_newest(act_id=penalty.pk, say=saying(stage.club, ""))


def test_a_second_person_checks_and_a_result_that_is_changed_is_unchecked_again() -> None:
    stage, one = a_round(4)
    checker = factories.make_member(stage.club, Role.SCORER)
    with pytest.raises(Refused) as refused:
        check_tables(round_id=one.pk, checks={row_of(one).table: row_of(one).seen}, say=saying(stage.club, ""))
    assert refusal(refused) == [("no_result", "1.")]
    write(one, wanted(row_of(one), 1, 2, 3, 4))
    row = row_of(one)

    def check(seen: str = "", **more: Any) -> list[DeskAct]:
        return check_tables(round_id=one.pk, checks={row.table: seen or row.seen}, say=saying(stage.club, "", **more))

    (act,) = check(by=checker)
    assert check(by=checker) == [act]
    assert [(each.name, each.is_writer) for each in row_of(one).checks] == [(str(checker), False)]
    check()
    assert [each.is_writer for each in row_of(one).checks] == [False, True]

    write(one, wanted(row_of(one), 1, 2, 3, 5, reason="read again"), now=LATER)
    assert row_of(one).checks == ()
    with pytest.raises(Conflict) as conflict:
        check()
    assert conflict.value.code == "result_changed"


def test_a_check_is_undone_like_a_result() -> None:
    stage, one = a_round(4)
    owner = factories.owner_of(stage.club)
    write(one, wanted(row_of(one), 1, 2, 3, 4))
    row = row_of(one)
    (act,) = check_tables(round_id=one.pk, checks={row.table: row.seen}, say=saying(stage.club, "", now=LATER))
    assert row_of(one, reader=owner).undo == act
    undo_newest(act_id=act.pk, say=saying(stage.club, "", now=LATER))
    assert row_of(one).checks == ()
    assert points_at(one) == [1, 2, 3, 4]


def test_who_may() -> None:
    stage, one = a_round(4)
    scorer, member = (factories.make_member(stage.club, role) for role in (Role.SCORER, Role.MEMBER))
    row = row_of(one)
    with pytest.raises(PermissionDenied):
        write(one, wanted(row, 1, 2, 3, 4), by=scorer)
    write(one, wanted(row, 1, 2, 3, 4))
    with pytest.raises(PermissionDenied):
        check_tables(round_id=one.pk, checks={row.table: row_of(one).seen}, say=saying(stage.club, "", by=member))


def test_only_tables_of_the_round_that_is_open() -> None:
    stage, one = a_round(4)
    _other, elsewhere = a_round(4)
    row, foreign = row_of(one), row_of(elsewhere)
    for rows, code in (([foreign], "table_unknown"), ([row, row], "named_twice")):
        with pytest.raises(Refused) as refused:
            write(one, *(wanted(each, 1, 2, 3, 4) for each in rows))
        assert refused.value.problems[0].code == code
    write(one, wanted(row, 1, 2, 3, 4))
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    draft = draw(stage)
    with pytest.raises(Conflict) as conflict:
        write(draft, RowWanted(draft.tables.all()[0].pk, ""))
    assert conflict.value.code == "round_is_draft"


def a_match(**more: Any) -> tuple[Stage, Round, ResultRow]:
    stage = make_cup(people=2, plan=SwissPlan(), game="svoi_kozyri", **more)
    one = publish(stage)
    return stage, one, row_of(one)


def test_matches_are_written_by_the_same_service() -> None:
    _stage, one, row = a_match()
    home, away = (seat.entrant for seat in row.seats)
    result = match_result(home, scored=(5, 3))
    key = uuid4()
    acts = write(one, RowWanted(row.table, row.seen, match=result), key=key)
    assert write(one, RowWanted(row.table, row.seen, match=result), key=key) == acts
    assert write(one, RowWanted(row.table, row_of(one).seen, match=result)) == []
    for other in (RowWanted(row.table, row.seen, match=match_result(away)), RowWanted(row.table, row.seen, {home: 5})):
        with pytest.raises(Conflict):
            write(one, other, key=key)
    with pytest.raises(Refused) as refused:
        write(one, RowWanted(row.table, row_of(one).seen, match=match_result(away)))
    assert refusal(refused) == [("reason_missing", "1.reason")]
    write(one, RowWanted(row.table, row_of(one).seen, match=match_result(away), reason="the other way round"))
    outcome = row_of(one).outcome
    assert outcome
    assert outcome.winner == away


def moved(one: Round, *rows: RowWanted) -> Any:
    round_ = Round.objects.select_related("stage__tournament__club").get(pk=one.pk)
    return moves_of(round_, acts_wanted(round_=round_, rows=rows, say=saying(one.club, "")))


def test_what_a_change_moves_is_known_before_and_nothing_is_written_for_it() -> None:
    stage, one = a_round(4)
    write(one, wanted(row_of(one), 40, 30, 20, 10))
    before = [line.total for line in standing_of(stage).lines]

    moves = moved(one, wanted(row_of(one), 40, 30, 20, 50))

    last = row_of(one).seats[3].name
    first = moves.places[0]
    assert (first.name, first.place_before, first.place_after) == (last, "4", "1")
    assert (first.figure_before, first.figure_after) == ("10", "50")
    assert len(moves.places) == 4
    assert not moves.was_official
    assert [line.total for line in standing_of(stage).lines] == before
    assert DeskAct.objects.filter(kind="result").count() == 4
    assert moved(one, wanted(row_of(one), 40, 30, 20, 10)).changes_nothing


def test_what_a_change_moves_names_later_rounds_and_that_the_round_is_official() -> None:
    plan = TablesPlan(size=4, rounds=3, style="seeded")
    stage, one = a_round(8, plan=plan)
    for number, row in enumerate(rows_of_round(one)):
        write(one, wanted(row, *(100 * number + 10 * seat for seat in range(4))))
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    draft = draw(stage)
    assert [later.is_draft for later in moved(one, wanted(row_of(one), 999)).rounds] == [True]
    publish(stage, draft)

    moves = moved(one, wanted(row_of(one), 999))

    assert moves.was_official
    assert [later.number for later in moves.rounds] == [2]
    assert row_of(one).seats[0].name in moves.rounds[0].would_move


def test_of_a_bracket_the_match_that_followed_is_named() -> None:
    stage = make_cup(people=4, plan=SinglePlan(), game="truco")
    one = publish(stage)
    for row in rows_of_round(one):
        write(one, RowWanted(row.table, row.seen, match=match_result(row.seats[0].entrant)))
    publish(stage)
    row = row_of(one)
    other = RowWanted(row.table, row.seen, match=match_result(row.seats[1].entrant))
    (later,) = moved(one, other).rounds
    assert row.seats[1].name in later.would_move


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_directors_at_the_same_moment_write_one_after_the_other() -> None:
    """The second waits for the lock of the tournament, and then sees that something else stands there."""
    stage, one = a_round(4)
    row, frank = row_of(one), factories.make_member(stage.club, Role.DIRECTOR)

    def write_second() -> str:
        try:
            write(one, wanted(row, 5, 6, 7, 8), by=frank)
        except Conflict as conflict:
            return conflict.code
        return "written"

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            write(one, wanted(row, 1, 2, 3, 4))
            second = begun(pool, write_second)
            assert not second.done()
        assert second.result(PATIENCE) == "result_changed"
    assert points_at(one) == [1, 2, 3, 4]
