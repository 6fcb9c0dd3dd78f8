"""The pages of a bracket: before it begins, while it is played, after corrections, for those who only look."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.sharing.public import public_of
from scorekeeper.sharing.screens import BRACKET, OUT, screen_of
from scorekeeper.tournaments.formats.bracket.bracket import bracket_of
from scorekeeper.tournaments.formats.bracket.picture import parts_of
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from scorekeeper.tournaments.models import Entrant, Round, Stage
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.acting import as_role
from tests.factories import NOW
from tests.factories.matches import make_bracket, make_duels, next_round, plays, sides, wins, won
from tests.factories.tournaments import draw, leave, publish

pytestmark = pytest.mark.django_db


def text(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.status_code
    return " ".join(answer.content.decode().split())


def bracket(client: Client, stage: Stage) -> str:
    return text(client.get(reverse("stage_standing", args=[stage.pk])))


def test_before_it_begins_the_bracket_is_that_of_who_is_here() -> None:
    stage = make_bracket(5)
    page = bracket(as_role(stage), stage)
    assert "The bracket if it started now" in page
    assert "Open all 2 matches" in page
    assert page.count("a bye") > 2
    assert "Open all 2 matches" not in bracket(as_role(stage, Role.MEMBER), stage)
    for entrant in stage.tournament.entrants.all()[:4]:
        leave(entrant, Entrant.State.ENTERED)
    assert "A bracket needs at least two people" in bracket(as_role(stage), stage)


def test_a_double_elimination_of_two_has_a_page_too() -> None:
    stage = make_bracket(2)
    next_round(stage)
    page = bracket(as_role(stage), stage)
    assert "Upper bracket" in page
    assert "Lower bracket" not in page
    assert "Finals" in page


def test_matches_are_drawn_opened_and_followed_by_their_pages() -> None:
    stage = make_bracket(4)
    desk = as_role(stage)
    address = reverse("stage_draw", args=[stage.pk])
    assert "4 start in the bracket with this round" in text(desk.get(address))
    assert desk.post(address).status_code == 302
    drafted = text(desk.get(address))
    assert "W1.1" in drafted
    assert "Change places by hand" not in drafted
    one = publish(stage, stage.rounds.get())
    shown = text(desk.get(reverse("round_detail", args=[one.pk])))
    assert "W1.2" in shown
    page = bracket(as_role(stage, Role.MEMBER), stage)
    assert "2 matches are being played" in page
    assert "Winner of W1.1" in page
    plays(one.tables.get(code="W1.1"), 0)
    assert "over" in bracket(desk, stage)
    next_match = won(one.tables.get(code="W1.2"))
    assert next_match.number == 2
    assert "2 can be opened" in bracket(desk, stage)
    assert "Seeds and places" in bracket(desk, stage)


def test_a_late_correction_is_told_on_the_page() -> None:
    stage = make_bracket(4)
    first = publish(stage)
    for table in first.tables.all():
        won(table)
    publish(stage)
    assert "Corrected after" not in bracket(as_role(stage), stage)
    wins(first.tables.get(code="W1.1"), stage.tournament.entrants.get(number=4))
    page = bracket(as_role(stage), stage)
    assert "Corrected after the next match was opened" in page
    assert re.search(r"was opened with \W*Pair 01\W*. By the current result it would be \W*Pair 04", page)
    assert text(as_role(stage).get(reverse("round_detail", args=[first.pk])))


def test_a_draft_that_results_have_overtaken_says_so() -> None:
    stage = make_bracket(8, SinglePlan())
    first = publish(stage)
    tables = {table.code: table for table in first.tables.all()}
    won(tables["W1.1"])
    won(tables["W1.2"])
    draw(stage)
    won(tables["W1.3"])
    won(tables["W1.4"])
    assert "Draw again before you open" in text(as_role(stage).get(reverse("stage_draw", args=[stage.pk])))


def test_a_match_has_the_same_figures_wherever_it_is_told() -> None:
    stage = make_bracket(4, SinglePlan())
    one = publish(stage)
    for table in one.tables.all():
        wins(table, sides(table)[0], sets=(2, 1))
    state = bracket_of(stage)
    assert state is not None
    first = parts_of(state)[0].rounds[0]
    assert [sorted(side.figure for side in match.sides) for match in first.matches] == [["1", "2"]] * 2
    screen = screen_of(stage.tournament, 1, NOW)
    assert [[sat.got for sat in table.people] for table in screen.rows] == [["2", "1"]] * 2  # type: ignore[union-attr]
    everybody = public_of(stage.tournament, 0, NOW)
    assert [[got for _name, got, _chair in table.places] for table in everybody.tables] == [["2", "1"]] * 2
    page = text(as_role(stage).get(reverse("round_detail", args=[one.pk])))
    assert re.findall(r'<b class="num">(\d)</b>', page) == ["2", "1"] * 2


def test_what_was_counted_below_nothing_has_a_true_minus() -> None:
    stage = make_duels(SinglePlan(), 2)
    one = publish(stage)
    wins(one.tables.get(), sides(one.tables.get())[0], scored=(1250, -500))
    assert {"1250", "−500"} <= set(re.findall(r'<b class="num">([^<]*)</b>', bracket(as_role(stage), stage)))


def test_the_list_of_matches_comes_as_a_file() -> None:
    stage = make_bracket(3)
    address = reverse("stage_standing", args=[stage.pk])
    answer = as_role(stage).get(address, {"as": "csv", "table": "matches"})
    assert answer.status_code == 200
    assert "W1.2" in b"".join(answer if answer.streaming else [answer.content]).decode("utf-8-sig")


def test_the_screen_turns_through_the_rounds_that_are_not_over() -> None:
    stage = make_bracket(6)
    next_round(stage)
    found = [screen_of(stage.tournament, page, NOW + timedelta(hours=1)) for page in range(1, 12)]
    shown = {row.match.name for screen in found if screen.what == BRACKET for row in screen.rows}
    assert {"W2.1", "GF1"} <= shown
    assert not shown & {"W1.1", "W1.2"}
    assert all(screen.pages < 12 for screen in found)
    titles = [{row.title for row in screen.rows} for screen in found[: found[0].pages] if screen.what == BRACKET]
    assert any(len(some) > 1 for some in titles), "short rounds share a page"
    assert sum(map(len, titles)) == len(set.union(*titles)), "and none is torn apart"


def test_single_players_of_svoi_kozyri_play_one_against_one() -> None:
    stage = make_duels(SinglePlan(), 3)
    one = publish(stage)
    plays(one.tables.get(), 1)
    page = bracket(as_role(stage), stage)
    assert "Semi-finals" in page
    assert "1 can be opened" in page


def test_who_is_out_has_the_places_of_the_round_at_once_and_everywhere() -> None:
    stage = make_bracket(8, SinglePlan(third_place=True))
    first = publish(stage)
    assert public_of(stage.tournament, 0, NOW).ranked == []
    won(first.tables.get(code="W1.1"))

    assert ranked(stage) == [("5–8", "Pair 08")], "before the round is over"
    assert "5–8" in bracket(as_role(stage), stage)

    for table in first.tables.exclude(code="W1.1"):
        won(table)
    semis = next_official(stage, first)
    final = publish(stage)
    assert {table.code for table in final.tables.all()} == {"P3", "W3.1"}
    won(final.tables.get(code="W3.1"))

    assert semis.state == Round.State.OFFICIAL
    assert ranked(stage)[:2] == [("1", "Pair 01"), ("2", "Pair 02")], "the third place is still played for"
    shown = [screen_of(stage.tournament, page, NOW) for page in range(1, 5)]
    assert [(row.rank, row.name) for one in shown if one.what == OUT for row in one.rows] == ranked(stage)
    won(final.tables.get(code="P3"))
    assert ranked(stage)[2:4] == [("3", "Pair 03"), ("4", "Pair 04")]


@pytest.mark.parametrize("pairs", [3, 5, *(pytest.param(pairs, marks=pytest.mark.long) for pairs in (8, 11))])
def test_places_in_a_double_elimination_are_never_more_than_there_are(pairs: int) -> None:
    stage = make_bracket(pairs)
    while not (state := bracket_of(stage)) or not state.is_decided:
        next_round(stage)
        ranges = bracket_of(stage).ranges.values()
        assert all(1 <= first <= last <= pairs for first, last in ranges)

    assert [rank for rank, _name in ranked(stage)][:3] == ["1", "2", "3"]


def test_the_official_bracket_knows_no_more_than_what_is_official() -> None:
    stage = make_bracket(4, SinglePlan())
    desk = as_role(stage)
    one = publish(stage)
    won(one.tables.get(code="W1.1"))

    assert "No round is official yet." in official(desk, stage)
    won(one.tables.get(code="W1.2"))
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    won(publish(stage).tables.get())

    page = official(desk, stage)
    assert "After 1 round." in page
    assert "not official yet" in page, "the final"
    assert "Open" not in page
    assert "Every match is decided." in bracket(desk, stage)
    printed = {asked: text(desk.get(reverse("standing_print", args=[stage.pk]), {"official": asked})) for asked in "01"}
    assert "by what is official" in printed["1"]
    assert printed["0"] != printed["1"]


def ranked(stage: Stage) -> list[tuple[str, str]]:
    return [(line.rank, line.name) for line in public_of(stage.tournament, 0, NOW).ranked]


def official(client: Client, stage: Stage) -> str:
    return text(client.get(reverse("stage_standing", args=[stage.pk]), {"official": "1"}))


def next_official(stage: Stage, one: Round) -> Round:
    """This round made official, and the next one drawn, opened, decided and official."""
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    return next_round(stage)


def test_lots_are_drawn_for_one_shared_place_after_the_other() -> None:
    stage = make_bracket(8, SinglePlan())
    Stage.objects.create(club=stage.club, tournament=stage.tournament, number=2, plan=stage.plan, seed=2)
    for _round in range(3):
        next_round(stage)
    desk = as_role(stage)
    for left in (2, 1):
        forms = re.findall(r'<form class="lots".*?</form>', bracket(desk, stage))
        assert len(forms) == left
        sent = {name: re.findall(rf'name="{name}" value="([^"]+)"', forms[0]) for name in ("key", "entrant")}
        assert desk.post(reverse("stage_lots", args=[stage.pk]), sent).status_code == 302
    assert "Draw lots between them" not in bracket(desk, stage)
