"""Through how many files of ours a round goes from its draw to its open tables: whoever wants to understand it reads
so many. Counted are the files of `draws` and `tournaments` (of an evening `draws` and `leagues`) in which a function
runs; the figures only fall."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import scorekeeper
from scorekeeper.leagues.drawing.services import TablesOpening, publish_draw
from scorekeeper.tournaments.draft.publishing import publish_round
from scorekeeper.tournaments.draft.services import draw_round
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import come, make_draw, make_evening
from tests.factories.evenings import seen as seen_at_evening
from tests.factories.tournaments import make_cup, play_round, publish, seen

pytestmark = pytest.mark.django_db
ROOT = Path(scorekeeper.__file__).parent


def walked(act: Callable[[], Any], *apps: str) -> tuple[Any, set[str]]:
    """What the act returns, and the files of these apps in which it runs a function."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        answer = act()
    finally:
        sys.setprofile(before)
    ours = {str(Path(name).relative_to(ROOT)) for name in files if Path(name).is_relative_to(ROOT)}
    return answer, {name for name in ours if name.split("/")[0] in apps}


def test_a_round_of_tables_goes_through_few_files() -> None:
    stage = make_cup(people=16)
    play_round(stage, publish(stage))
    by = factories.owner_of(stage.club)

    draft, drawing = walked(lambda: draw_round(stage_id=stage.pk, by=by, now=NOW, seed=1), "draws", "tournaments")
    asked = seen(draft)
    _opened, opening = walked(lambda: publish_round(asked, stage_id=stage.pk, by=by, now=NOW), "draws", "tournaments")

    assert (len(drawing), len(opening)) == (15, 14), (sorted(drawing), sorted(opening))


def test_tables_of_an_evening_go_through_few_files() -> None:
    evening = make_evening(factories.make_club())
    come(evening, 8)
    draft, drawing = walked(lambda: make_draw(evening), "draws", "leagues")
    asked = TablesOpening(**seen_at_evening(draft))
    _opened, opening = walked(
        lambda: publish_draw(asked, evening_id=evening.pk, by=factories.owner_of(evening.club), now=NOW),
        "draws",
        "leagues",
    )

    assert (len(drawing), len(opening)) == (7, 8), (sorted(drawing), sorted(opening))
