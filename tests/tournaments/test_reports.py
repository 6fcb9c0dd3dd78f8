"""What a draw says of itself, as one value and as a row keeps it."""

import re
from pathlib import Path
from typing import get_args

import pytest

from games.core.values import InvalidRecord
from scorekeeper.draws.drawn import report_of
from scorekeeper.pairing.swiss import HomeBy
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.matches.reasons import HOME_BY
from tests.factories.tournaments import draw, make_cup

PLAIN = re.compile(r"\.report(\[|\.get\(|\.items\(|\.keys\()")
"""Asking the plain values of a row for a part of the report."""


def test_nobody_reads_the_plain_values_of_a_report() -> None:
    own = [path for path in Path("scorekeeper").rglob("*.py") if "migrations" not in path.parts]
    assert [str(path) for path in own if PLAIN.search(path.read_text())] == []


def test_whatever_says_who_is_at_home_has_a_sentence() -> None:
    assert list(HOME_BY) == list(get_args(HomeBy))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "plan",
    [
        TablesPlan(rounds=3),
        TablesPlan(rounds=3, style="seeded"),
        SwissPlan(rounds=3),
        RoundRobinPlan(),
        SinglePlan(),
        KnockoutPlan(),
    ],
    ids=lambda plan: plan.kind,
)
def test_what_a_row_keeps_is_read_and_kept_again_as_it_was(plan: StagePlan) -> None:
    stage = make_cup(people=9, plan=plan)
    one = draw(stage)
    one.refresh_from_db()
    assert report_of(one.report).kept() == one.report
    assert report_of({**one.report, "of_a_later_release": 1}).kept() == one.report


@pytest.mark.parametrize(
    "plain",
    [{"broken": [{"kind": "apart"}]}, {"broken": [{"kind": "unheard_of"}]}, {"steps": "many"}, {"schedule": {}}],
)
def test_what_no_release_has_written_is_refused(plain: dict[str, object]) -> None:
    with pytest.raises(InvalidRecord):
        report_of(plain)
